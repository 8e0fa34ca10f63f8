//! Words that a table does not want to hear.

use engine::{Command as _, Viewer};
use kit::kept_out::crossed;

use super::ask::What;
use super::command::Command;
use super::scope::Scope;
use super::state::State;
use super::view;

/// What of the game master's answers no player comes to hear: how to play somebody, what a faction wants, notes for later.
const UNHEARD: [&str; 6] = ["voice", "want", "goal", "cost", "threat", "seeds"];

/// The line that an answer of the game master crosses with words that players may come to hear. Thoughts are not among them.
pub(super) fn crossed_by(state: &State, command: &Command, what: &What) -> Option<String> {
    let name = command.name().filter(|_| !state.lines.is_empty())?;
    let view = view::view(state, Viewer::Seat(state.gm));
    let tool = Command::tool(name, state.gm, &Scope::of(&view, state.gm, what));
    let given = serde_json::to_value(command).unwrap_or_default();
    let mut heard = tool.heard(&given).into_iter().filter(|(field, _)| !UNHEARD.contains(field));
    heard.find_map(|(_, text)| crossed(&state.lines, text)).map(str::to_owned)
}
