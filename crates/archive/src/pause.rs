//! The pause that nobody called: a session that was left while its table was live.
//!
//! Table time runs with the wall clock while a table is live. When a process is killed, or when a fork is made from
//! a record of last week, the time until somebody goes on must not count: every deadline would have passed. So the log
//! gets a pause at the very moment of its last record, and the next resume lets the clocks run from there.

use engine::{Actor, Input, Line, Part, Session, Stopped};
use table::{Command, SessionVerb};

use crate::ArchiveError;

/// The record that pauses a live table at `at`, the moment of its last record; nothing if it is not live.
pub fn pause_line(session: &Session, at: i64) -> Result<Option<Line>, ArchiveError> {
    if !session.table.live() {
        return Ok(None);
    }
    match session.propose(&set_session(SessionVerb::Pause), at) {
        Ok(proposal) => Ok(Some(proposal.line)),
        Err(Stopped::Refused(refusal)) => {
            Err(ArchiveError::bug(format!("the table could not be paused: {}", refusal.message)))
        }
        Err(Stopped::Held) => Ok(None),
    }
}

/// The host's wish that the table be in another state.
pub fn set_session(verb: SessionVerb) -> Input {
    let command = engine::raw(&Command::SetSession { verb });
    Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command }
}
