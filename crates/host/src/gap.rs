//! Time in which the host did not run is nobody's.
//!
//! A host that stops pauses every table that is live, and one that begins lets them go on as they were. Where it could not
//! pause them, because it was killed, it does so when it finds them, at the moment of their last record. Either way no
//! table time passes in between, so no deadline does. What a table was in before stands in the request id of the pause, in
//! its log: so it is the same whatever comes between the two.

use engine::{Input, Line, Proposal, Stopped, Viewer};
use protocol::frames;
use protocol::table::TableState;
use serde_json::value::RawValue;

use crate::Closed;
use crate::back::by_host;
use crate::task::SessionTask;
use crate::write::Fail;

/// What the request id of such a pause begins with.
const GAP: &str = "gap/";

/// How the table is told that the host did not run.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The command by which the host pauses it.
    pub pause: Box<RawValue>,
    /// The command by which it goes on in this state.
    pub go_on: fn(TableState) -> Box<RawValue>,
}

/// What a table was in, if its last record is such a pause.
pub(crate) fn was_in(last: &Line) -> Option<TableState> {
    let name = last.request.as_deref()?.strip_prefix(GAP)?.split('/').next()?;
    TableState::ALL.into_iter().find(|state| state.name() == name)
}

impl SessionTask {
    /// Pauses a table that is live, at this moment of UTC. Whether it was.
    pub(crate) async fn begin_gap(&mut self, at: i64) -> Result<bool, Closed> {
        let Some(gap) = self.gap.clone().filter(|_| self.session.table.live()) else { return Ok(false) };
        let request = Some(format!("{GAP}{}/{}", self.table_state().name(), self.session.records));
        let paused = self.session.propose(&Input { request, ..by_host(gap.pause) }, at);
        self.recorded(paused).await
    }

    /// Lets a table go on that was in this state when the host stopped.
    pub(crate) async fn end_gap(&mut self, state: TableState) -> Result<bool, Closed> {
        let Some(gap) = &self.gap else { return Ok(false) };
        let gone_on = self.session.propose(&by_host((gap.go_on)(state)), self.clock.now());
        self.recorded(gone_on).await
    }

    /// How the table stands now.
    pub(crate) fn table_state(&self) -> TableState {
        frames::table_for(&self.session, Viewer::Host).state
    }

    /// One that is refused, because the log is full, is no reason to stop.
    async fn recorded(&mut self, proposal: Result<Proposal, Stopped>) -> Result<bool, Closed> {
        let Ok(proposal) = proposal else { return Ok(false) };
        match self.record(proposal, |_, _| false).await {
            Ok(_) => Ok(true),
            Err(Fail::Refused(_)) => Ok(false),
            Err(Fail::Halt(closed)) => Err(closed),
        }
    }
}
