//! What a model reads before it answers.

use engine::{Ask, Prompt};
use protocol::mafia::View;

use super::ask::{self, Question};

pub(super) fn prompt(view: &View, ask: &Ask<Question>) -> Prompt {
    Prompt { fixed: "You play Mafia.".to_owned(), now: ask::form(view, ask).title }
}
