//! The house: a game master that needs no model, and players who need nobody.

mod lines;
mod story;

use engine::{Ask, Dice};
use protocol::dm::View;

use super::ask::{self, Question};
use super::command::{Command, NewStory};

/// The house's answer.
pub(super) fn answer(_view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    ask::random(ask, dice)
}

/// A story of the house.
pub(super) fn story(_view: &View, dice: &mut Dice) -> NewStory {
    story::story(dice)
}

/// Any story.
pub(super) fn any_story(dice: &mut Dice) -> NewStory {
    story::story(dice)
}
