//! The house player: five characters that play each role from their own view alone.

mod character;

use engine::{Ask, Dice};
use protocol::mafia::View;

use super::ask::{Question, random};
use super::command::Command;

pub use character::Character;

/// The house's answer to an ask.
pub(super) fn answer(_view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    random(ask, dice)
}
