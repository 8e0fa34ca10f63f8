//! `parlor store vacuum`: room that is not used goes back to the disk.

use serde::Serialize;
use store::StoreError;

use super::photos::sized;
use crate::cli::StoreVacuum;
use crate::context::Context;
use crate::exit::{Code, Outcome};

/// Writes the database anew.
pub(crate) fn run(cx: &Context, args: &StoreVacuum) -> Outcome {
    let home = cx.home()?;
    if !home.join("parlor.db").exists() {
        return Err(StoreError::NoStore { dir: home }.into());
    }
    let (before, after) = store::vacuum(&home)?;
    if args.json.json {
        #[derive(Serialize)]
        struct Vacuumed {
            before: u64,
            after: u64,
        }
        cx.json(&Vacuumed { before, after })?;
        return Ok(Code::Fine);
    }
    cx.print(&format!("parlor.db had {}, and has {}\n", sized(before), sized(after)))?;
    Ok(Code::Fine)
}
