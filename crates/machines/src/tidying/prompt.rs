//! What a model reads before it answers.

use engine::{Ask, Prompt};
use protocol::tidying::View;

use super::ask::Question;

/// What a model reads before it answers an ask.
pub(super) fn prompt(_view: &View, _ask: &Ask<Question>) -> Prompt {
    Prompt::default()
}
