//! `parlor session delete`: a session is gone for good.

use serde::Serialize;
use store::{Rights, SessionRow, Store, StoreError};

use crate::cli::SessionDelete;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::saved::find_id;

/// Deletes it: rights first, then photos and record. When this is done it is in no file of the store.
pub(crate) fn run(cx: &Context, args: &SessionDelete) -> Outcome {
    let home = cx.home()?;
    let store = Store::open(&home).map_err(|error| match error {
        StoreError::Locked { .. } => Failure::failed(
            "another parlor has this store open, and only it can delete a session of it",
            "send DELETE /api/tables/ID to it, with the owner's token; or stop that parlor first",
        ),
        other => other.into(),
    })?;
    let id = find_id(store.reader(), &args.id)?;
    let row = store.session(&id)?;
    let is_fork = |other: &&SessionRow| other.meta.parent.as_ref().is_some_and(|it| it.0 == id);
    let forks: Vec<String> =
        store.listed()?.rows.iter().filter(is_fork).map(|fork| fork.meta.id.to_string()).collect();
    let photos = store.photos().of(&id)?.len();
    let rights = Rights::open(&home)?.forget(&id)?;
    store.delete(&id)?;
    // Waits until its lines are gone, too.
    drop(store);
    if args.json.json {
        #[derive(Serialize)]
        struct Deleted<'a> {
            session: &'a str,
            records: u64,
            photos: usize,
            rights: usize,
            forks: Vec<String>,
        }
        cx.json(&Deleted { session: id.as_str(), records: row.records, photos, rights, forks })?;
        return Ok(Code::Fine);
    }
    let title = protocol::clean_line(&row.meta.title);
    cx.print(&format!("session {id} ({title}) deleted: {photos} photos and {rights} rights went with it\n"))?;
    if !forks.is_empty() {
        cx.note(format_args!("  → what was forked from it is there still: {}", forks.join(", ")));
    }
    Ok(Code::Fine)
}
