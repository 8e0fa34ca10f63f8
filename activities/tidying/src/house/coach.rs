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

use super::desk::Desk;
use crate::ask::Question;
use crate::command::{Command, CommandName, Giver};
use crate::mode::Mode;
use crate::state::State;

/// The coach's answer.
pub(super) fn answer(view: &State, ask: &Ask<Question>) -> Command {
    let desk = Desk::new(view, ask);
    if desk.message.is_crisis() {
        return comfort(&desk);
    }
    match view.mode() {
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

/// What is said to somebody who speaks of dying or of hurting themselves, in every mode.
const COMFORT: &str =
    "That matters more than any of this. Please talk to somebody you trust, or call your local helpline now.";

/// Nothing is decided and nothing is asked: these words, in the way that the mode has for words.
fn comfort(desk: &Desk<'_>) -> Command {
    let plain = CommandName::ALL.iter().find(|name| name.is(Giver::Talk) && desk.may(**name));
    match (desk.view.mode(), plain.and_then(|name| name.saying(COMFORT))) {
        // Where the rules want the unsure pile to be split, nothing else can be said.
        (Some(Mode::Sorting { .. }), None) => match sorting::split(desk) {
            Command::OfferSplit { groups, .. } => {
                Command::OfferSplit { response: COMFORT.to_owned(), groups }
            }
            other => other,
        },
        (Some(Mode::Clarifying { spatial_refs, traits, .. }), _) => Command::Describe {
            response: COMFORT.to_owned(),
            describing_item: None,
            spatial_refs: spatial_refs.clone(),
            physical_traits: traits.clone(),
        },
        (Some(Mode::WindingDown { .. }), _) => match winding::sum_up(desk) {
            Command::SumUp { session_summary, next_time, .. } => {
                Command::SumUp { response: COMFORT.to_owned(), session_summary, next_time }
            }
            other => other,
        },
        (_, plain) => plain.unwrap_or(Command::EndSession),
    }
}
