//! Words that a table does not want to hear.

use engine::{Command as _, Viewer};
use kit::kept_out::{crossed, too_close};

use super::ask::What;
use super::command::Command;
use super::rejection::Rejection;
use super::scope::Scope;
use super::state::State;
use super::view;

/// What of the game master's answers no player comes to hear: how to play somebody, what a faction wants, notes for later.
const UNHEARD: [&str; 6] = ["voice", "want", "goal", "cost", "threat", "seeds"];

/// Why words of an answer of the game master that players may come to hear are not told: they cross a line, or tell from near of what
/// is told from afar. Thoughts are not among them.
pub(super) fn kept_out(state: &State, command: &Command, what: &What) -> Option<Rejection> {
    let name = command.name().filter(|_| !state.lines.is_empty() || !state.veils.is_empty())?;
    let view = view::view(state, Viewer::Seat(state.gm));
    let tool = Command::tool(name, state.gm, &Scope::of(&view, state.gm, what));
    let given = serde_json::to_value(command).unwrap_or_default();
    let mut heard = tool.heard(&given).into_iter().filter(|(field, _)| !UNHEARD.contains(field));
    let why = |text: &str| {
        let line = crossed(&state.lines, text).map(|line| Rejection::Line(line.to_owned()));
        line.or_else(|| too_close(&state.veils, text).map(|veil| Rejection::Veil(veil.to_owned())))
    };
    heard.find_map(|(_, text)| why(text))
}
