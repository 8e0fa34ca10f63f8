//! Giving room back to the disk that the database does not use any more.

use std::path::Path;
use std::sync::PoisonError;

use crate::anchor::{Anchor, Found};
use crate::error::{Doing, DoingTo};
use crate::lock::StoreLock;
use crate::{DATABASE_FILE, Store, StoreError, beside, schema, sums};

/// Writes the database anew without what is not used in it, and says how many bytes it had and has. Nobody may have the
/// store open meanwhile; it takes as much room on the disk again. Room that is not used is used for what is written next in any
/// case: this is for a store from which much was deleted.
pub fn vacuum(dir: &Path) -> Result<(u64, u64), StoreError> {
    // Whatever a crash left is brought to its end first, and so is what was deleted.
    drop(Store::open(dir)?);
    let _lock = StoreLock::take(dir)?;
    let _index = beside::INDEX.write().unwrap_or_else(PoisonError::into_inner);
    let database = dir.join(DATABASE_FILE);
    let bytes = || std::fs::metadata(&database).map(|file| file.len()).doing_to("read", &database);
    let before = bytes()?;
    let doing = "writing it anew";
    sums::remove(dir)?;
    let connection = schema::open_to_write(&database).doing("opening it")?;
    connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").doing(doing)?;
    connection.close().map_err(|(_, error)| error).doing(doing)?;
    if let Found::Anchor(anchor) = Anchor::read(dir)? {
        sums::write(dir, &anchor).doing_to("write the sums of", &database)?;
    }
    Ok((before, bytes()?))
}
