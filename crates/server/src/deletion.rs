//! Deleting tables: one that the owner wants to be gone, and those that have been over for longer than they are kept.

use engine::SessionId;
use store::SessionRow;

use crate::answer::Fail;
use crate::saved::blocking;
use crate::server::{App, Server};

/// How long what is over is kept, in days. What nothing is said of is kept for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// Tables.
    pub tables: Option<u32>,
    /// Photos; the words about them stay as long as the table.
    pub photos: Option<u32>,
}

/// What was deleted because it had been kept for long enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Tables.
    pub tables: usize,
    /// Photos of tables that are kept.
    pub photos: usize,
}

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Has the activity ended, and has nothing happened for so many days?
fn is_old(row: &SessionRow, days: Option<u32>, now: i64) -> bool {
    let is_past = |days: u32| now.saturating_sub(row.updated_at) > i64::from(days) * DAY_MS;
    row.ended && days.is_some_and(is_past)
}

/// Deletes a table, with all that is known of it here. Says how many rights at it there were: they go first, so that nobody has one
/// at a table that is not there.
pub(crate) async fn delete(app: &App, id: &SessionId) -> Result<usize, Fail> {
    let revoked = app.rights.forget(id)?;
    app.host.delete(id).await?;
    app.guests.forget_all(id);
    app.gallery.forget(id);
    app.sleepers.forget(id);
    app.turnings.forget(id);
    Ok(revoked)
}

impl Server {
    /// Deletes what has been kept for long enough by a time in milliseconds of UTC since 1970. What cannot be deleted now is
    /// tried again the next time.
    pub async fn sweep(&self, keep: Keep, now: i64) -> Swept {
        let (app, mut swept) = (&self.app, Swept::default());
        let store = app.store.clone();
        let Ok(listed) = blocking(move || Ok(store.listed()?)).await else { return swept };
        for row in listed.rows.iter().filter(|row| is_old(row, keep.tables, now)) {
            swept.tables += usize::from(delete(app, &row.meta.id).await.is_ok());
        }
        let is_due = |row: &SessionRow| !is_old(row, keep.tables, now) && is_old(row, keep.photos, now);
        let due: Vec<SessionId> = listed.rows.into_iter().filter(is_due).map(|row| row.meta.id).collect();
        let photos = app.store.photos();
        let deleted = blocking(move || {
            let kept = photos.sessions()?;
            let deleted = due.iter().filter(|id| kept.contains(*id)).map(|id| photos.delete(id));
            Ok(deleted.filter_map(Result::ok).sum::<usize>())
        });
        swept.photos = deleted.await.unwrap_or_default();
        swept
    }
}
