//! `parlor fork`: a new session that shares the records of another up to one of them.

use engine::{Entry, Session, replay};
use machines::ALL;
use serde::Serialize;
use store::{SessionId, SessionMeta, Store};

use crate::cli::Fork;
use crate::context::Context;
use crate::evening::now_utc;
use crate::exit::{Code, Failure, Outcome};
use crate::names;
use crate::pause::pause_line;
use crate::saved::Saved;

/// Makes the fork, and says which it is.
pub(crate) fn run(cx: &Context, args: &Fork) -> Outcome {
    let store = cx.store()?;
    let parent = Saved::in_store(&store, &args.id)?;
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
    let seed = parent.meta.seed.ok_or_else(|| {
        Failure::failed(format!(
            "session {} came without its seed: a fork could not be played",
            parent.meta.id
        ))
        .todo("import it again once it has ended and tells its seed")
    })?;
    let last = parent.last();
    if at < 1 || at > last {
        return Err(Failure::usage(format!("there is no record {at} to fork from"))
            .todo(format!("say --at 1 to --at {last}")));
    }
    let shared = usize::try_from(at).map_or(&parent.log[..], |at| &parent.log[..=at]);
    let session: Session = replay::fold(ALL, parent.session.rules, seed, shared)?;
    if session.activity.outcome().is_some() {
        return Err(Failure::usage(format!("at record {at} the game is over")).todo(format!(
            "fork before it ends: look for the place with parlor replay {} --at N",
            parent.meta.id
        )));
    }
    let mut lines: Vec<_> = shared.iter().map(|(_, line)| line.clone()).collect();
    let begun = shared.last().map_or(0, |(record, _)| record.at);
    lines.extend(pause_line(&session, begun)?);
    let meta = SessionMeta {
        id: names::fresh_id("")?,
        machine: parent.meta.machine.clone(),
        title: parent.meta.title.clone(),
        created_at: now_utc(),
        seed: Some(seed),
        parent: Some((parent.meta.id.clone(), at)),
    };
    let id = meta.id.clone();
    store.create(meta, lines, false)?;
    share_photos(store, parent, &id, shared)?;
    Ok(id)
}

/// Lets a fork have the photos that the records it shares with its parent name, and no other.
fn share_photos(store: &Store, parent: &Saved, fork: &SessionId, shared: &[Entry]) -> Result<(), Failure> {
    let photos = store.photos();
    photos.share(&parent.meta.id, fork)?;
    for photo in photos.of(fork)? {
        let name = photo.to_string();
        if !shared.iter().any(|(_, line)| line.text.contains(&name)) {
            photos.forget(fork, photo)?;
        }
    }
    Ok(())
}
