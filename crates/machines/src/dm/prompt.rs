//! What a model reads before it answers.

use engine::{Ask, Prompt};
use protocol::dm::View;

use super::ask::Question;

pub(super) fn prompt(_view: &View, _ask: &Ask<Question>) -> Prompt {
    Prompt::default()
}
