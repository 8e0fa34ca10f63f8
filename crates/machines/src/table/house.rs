//! The house at the table: it has nothing to play, because the table asks nobody. A seat that the house or a model
//! holds neither changes the table's state nor talks at it; it plays the activity alone.

use engine::Ask;

use super::{Command, Question};

/// The answer to a question that cannot be put.
pub(super) fn answer(ask: &Ask<Question>) -> Command {
    match ask.question {}
}
