//! The house coach, and the person of demonstrations.

use engine::{Ask, Dice};
use protocol::tidying::View;

use super::ask::Question;
use super::command::Command;

/// The answer of the house to an ask.
pub(super) fn answer(_view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    super::random::random(ask, dice)
}
