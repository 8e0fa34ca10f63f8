//! Taking up a session that was left while its table was live.

use engine::{Opening, SessionId};
use store::{Append, LogAnswer, Store, StoreError};

use crate::exit::Failure;
use crate::saved;

/// Pauses a session that was left live, in the store; what it was opened with.
pub(crate) fn settle(store: &Store, id: &SessionId) -> Result<Opening, Failure> {
    let saved = saved::in_store(store.reader(), id.as_str())?;
    let at = saved.log.last().map_or(0, |(record, _)| record.at);
    let Some(line) = archive::pause_line(&saved.session, at)? else { return Ok(saved.opening) };
    let append = Append { session: id.clone(), line, prev: saved.session.head, ended: saved.ended(), at };
    match store.append_wait(append)? {
        LogAnswer::Committed { .. } => Ok(saved.opening),
        LogAnswer::Conflict { .. } | LogAnswer::Duplicate { .. } => {
            Err(Failure::failed(format!("session {id} went on elsewhere meanwhile"), "try again"))
        }
        LogAnswer::Busy { why } => Err(StoreError::Busy { why }.into()),
        LogAnswer::Damaged { why } => Err(StoreError::DamagedEntry { id: id.to_string(), why }.into()),
        LogAnswer::Fenced { why } => Err(StoreError::Stopped { why }.into()),
        LogAnswer::InDoubt { why } => Err(StoreError::InDoubt { why }.into()),
    }
}
