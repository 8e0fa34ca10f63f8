//! What the table asks: nothing. Its state changes when people say so, never because a question fell due.

use engine::{Ask, Form, Prompt};

use super::Command;

/// A question of the table. There is none, and the type says so: what would have to answer one cannot be reached.
#[derive(Clone, Copy, Debug)]
pub enum Question {}

/// The form of a question that cannot be put.
pub(super) fn form(ask: &Ask<Question>) -> Form {
    match ask.question {}
}

/// The prompt for a question that cannot be put.
pub(super) fn prompt(ask: &Ask<Question>) -> Prompt {
    match ask.question {}
}

/// The answer for a seat that failed to answer a question that cannot be put.
pub(super) fn fallback(ask: &Ask<Question>) -> Command {
    match ask.question {}
}
