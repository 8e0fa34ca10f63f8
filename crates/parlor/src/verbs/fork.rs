//! `parlor fork`: a new session that shares the records of another up to one of them.

use archive::{Fork, Saved};
use engine::SessionId;
use serde::Serialize;
use store::Store;

use crate::cli;
use crate::context::Context;
use crate::evening::now_utc;
use crate::exit::{Code, Failure, Outcome};
use crate::names;
use crate::saved;

/// Makes the fork, and says which it is.
pub(crate) fn run(cx: &Context, args: &cli::Fork) -> Outcome {
    let store = cx.store()?;
    let parent = saved::in_store(store.reader(), &args.id)?;
    let last = parent.last();
    let id = fork(&store, &parent, args.at)?;
    if args.json.json {
        #[derive(Serialize)]
        struct Forked {
            session: String,
            parent: protocol::Parent,
        }
        let parent = protocol::Parent { session: parent.meta.id.to_string(), at: args.at };
        cx.json(&Forked { session: id.to_string(), parent })?;
    } else {
        cx.print(&format!("{id}\n"))?;
        cx.note(format_args!(
            "forked from {} after record {} of {last}\n  → parlor resume {id} goes on with it",
            parent.meta.id, args.at
        ));
    }
    Ok(Code::Fine)
}

/// Makes a fork. It begins with a pause, so that no deadline passes before somebody goes on with it, and it has the photos
/// of its parent.
pub(crate) fn fork(store: &Store, parent: &Saved, at: u64) -> Result<SessionId, Failure> {
    let mut fork = archive::fork(parent, at)?;
    let id = names::fresh_id("")?;
    let lines = std::mem::take(&mut fork.lines);
    store.create(fork.meta(id.clone(), now_utc()), lines, false)?;
    share_photos(store, &parent.meta.id, &id, &fork)?;
    Ok(id)
}

/// Lets a fork have the photos that the records it shares with its parent name, and no other.
fn share_photos(store: &Store, parent: &SessionId, id: &SessionId, fork: &Fork<'_>) -> Result<(), Failure> {
    let photos = store.photos();
    photos.share(parent, id)?;
    for photo in photos.of(id)? {
        if !fork.names(photo) {
            photos.forget(id, photo)?;
        }
    }
    Ok(())
}
