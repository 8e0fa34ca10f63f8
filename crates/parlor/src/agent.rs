//! A seat for an agent, wired to its face.

use engine::SeatId;
use host::Table;
use mcp::{McpError, Place};
use tui::Setup;

use crate::activity::Activity;
use crate::evening::End;
use crate::exit::Failure;
use crate::face::Interrupt;

/// Serves a seat on standard input and output until the client closes them.
pub(crate) async fn sit(
    table: &Table,
    activity: Activity,
    setup: Setup,
    seat: Option<SeatId>,
) -> Result<End, Failure> {
    let seat = seat.ok_or_else(|| Failure::bug("there is no seat for the agent"))?;
    let mut interrupt = Interrupt::new();
    let place = Place {
        seat,
        seats: setup.seats,
        title: activity.title(),
        rules: activity.rules_in_words(),
        steps: setup.steps,
    };
    Ok(match mcp::run(table, place, interrupt.wait()).await? {
        mcp::End::Ended(outcome) => End::Ended(outcome),
        mcp::End::Left => End::Left,
        mcp::End::Interrupted => End::Interrupted,
    })
}

impl From<McpError> for Failure {
    fn from(error: McpError) -> Failure {
        match error {
            McpError::Refused(refused) => refused.into(),
            McpError::Unheard(unheard) => unheard.into(),
            error @ McpError::Client(_) => {
                Failure::failed(error.to_string(), "docs/mcp.md shows how an agent is set up for this")
            }
            error @ (McpError::NoScene | McpError::Bug(_)) => Failure::bug(error.to_string()),
        }
    }
}
