//! The pause that nobody called: a session that was left while its table was live.
//!
//! Table time runs with the wall clock while a table is live. When a process is killed, or when a fork is made from
//! a record of last week, the time until somebody goes on must not count: every deadline would have passed. So the log
//! gets a pause at the very moment of its last record, and the next resume lets the clocks run from there.

use engine::{Actor, Input, Line, Opening, Part, Session, Stopped};
use machines::table::{Command, SessionVerb};
use store::{Answer, Append, SessionId, Store};

use crate::exit::Failure;
use crate::saved::Saved;

/// The record that pauses a live table at `at`, the moment of its last record; nothing if it is not live.
pub(crate) fn pause_line(session: &Session, at: i64) -> Result<Option<Line>, Failure> {
    if !session.table.live() {
        return Ok(None);
    }
    match session.propose(&set_session(SessionVerb::Pause), at) {
        Ok(proposal) => Ok(Some(proposal.line)),
        Err(Stopped::Refused(refusal)) => Err(Failure::failed(refusal.message)),
        Err(Stopped::Held) => Ok(None),
    }
}

/// Pauses a session that was left live, in the store; what it was opened with.
pub(crate) fn settle(store: &Store, id: &SessionId) -> Result<Opening, Failure> {
    let saved = Saved::in_store(store, id.as_str())?;
    let at = saved.log.last().map_or(0, |(record, _)| record.at);
    let Some(line) = pause_line(&saved.session, at)? else { return Ok(saved.opening) };
    let append = Append { session: id.clone(), line, prev: saved.session.head, ended: saved.ended(), at };
    match store.append_wait(append)? {
        Answer::Committed { .. } => Ok(saved.opening),
        other => Err(Failure::failed(format!("session {id} could not be taken up: {other:?}"))),
    }
}

/// The host's wish that the table be in another state.
pub(crate) fn set_session(verb: SessionVerb) -> Input {
    let command = engine::raw(&Command::SetSession { verb });
    Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command }
}
