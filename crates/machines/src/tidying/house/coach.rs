//! The house coach (Y12): takes things from the person's words, proposes by its list, keeps the momentum, and asks in
//! another way when somebody is stuck. What it says it knows from the person alone: it cannot see.
//!
//! It has no memory but the view. Where it matters what was asked, it knows its own words again in what it said last.

mod clarifying;
mod proposal;
mod sorting;
mod support;
mod surveying;
mod winding;

use engine::Ask;
use protocol::tidying::{Mode, View};

use super::desk::Desk;
use crate::tidying::ask::Question;
use crate::tidying::command::Command;

/// The coach's answer.
pub(super) fn answer(view: &View, ask: &Ask<Question>) -> Command {
    let desk = Desk::new(view, ask);
    match &view.mode {
        Some(Mode::Surveying { .. }) => surveying::turn(&desk),
        Some(Mode::Sorting { .. }) => sorting::turn(&desk),
        Some(Mode::Clarifying { item, photo_context, spatial_refs, traits, .. }) => {
            let about = clarifying::About { item: *item, context: photo_context, spatial_refs, traits };
            clarifying::turn(&desk, &about)
        }
        Some(Mode::DecisionSupport { reframe, .. }) => support::turn(&desk, reframe.as_deref()),
        Some(Mode::WindingDown { summary, .. }) => winding::turn(&desk, summary.is_some()),
        // Nobody is asked after the end.
        None => Command::EndSession,
    }
}
