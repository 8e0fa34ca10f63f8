//! The house: a coach that needs no model, and a made-up person for demonstrations.
//!
//! Both answer from the view and the question alone. The coach knows things by `things.toml` and spaces by `spaces.toml`, and
//! says what stands in `lines/`; all of these can be read and edited.

mod coach;
mod desk;
mod hearing;
pub mod lines;
mod naming;
mod person;
pub mod purpose;
mod room;
pub mod spaces;
pub mod things;
pub mod words;

use engine::{Ask, Dice};

use super::ask::Question;
use super::command::Command;
use super::state::State;

pub(super) use naming::the;

/// The answer of the house to an ask.
pub(super) fn answer(view: &State, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    if ask.seat == view.coach { coach::answer(view, ask) } else { person::answer(view, ask, dice) }
}
