//! What a model reads before it answers, besides what its seat has been told.
//!
//! `fixed` comes first and never changes for a seat: the rules, every voice, the city. `now` comes last and is short,
//! because it is read anew each time: who speaks, what stands, what is asked. The texts are templates, one folder a
//! mood; what they may see is made ready for them, so that words of others are always data.

mod context;
mod facts;
mod fixed;
mod gm;
mod player;
mod templates;

use crate::view::View;
use engine::{Ask, Command as _, Prompt};
use serde_json::Value;

use super::ask::Question;
use super::command::Command;
use context::Room;
use kit::quoted;

pub use fixed::context as fixed_context;
pub use templates::ALL;

/// Bytes of what changes, whatever the campaign has become.
const NOW_MAX: usize = 10 * 1024;
/// How often everything may be halved to stay within it.
const HALVES_MAX: u32 = 3;

/// The prompt for an ask, from the view of the seat that is asked.
pub(super) fn prompt(view: &View, ask: &Ask<Question>) -> Prompt {
    let seat = ask.seat;
    Prompt {
        tools: fixed::tools(view, seat),
        fixed: fixed::fixed(view, seat),
        now: now(view, ask),
        ..Prompt::default()
    }
}

/// The template that an ask is put with, and what it is filled in from.
fn put(view: &View, ask: &Ask<Question>, room: Room) -> (&'static str, Value) {
    if ask.seat == view.gm { gm::now(view, ask, room) } else { player::now(view, ask, room) }
}

/// The same with all the room that there is.
pub fn context(view: &View, ask: &Ask<Question>) -> (&'static str, Value) {
    put(view, ask, Room(0))
}

fn now(view: &View, ask: &Ask<Question>) -> String {
    let in_room = |halves| {
        let (template, context) = put(view, ask, Room(halves));
        templates::fill(template, &context)
    };
    let fits = |text: &Option<String>| text.as_ref().is_none_or(|text| text.len() <= NOW_MAX);
    let mut text = in_room(0);
    for halves in 1..=HALVES_MAX {
        if fits(&text) {
            break;
        }
        text = in_room(halves);
    }
    // No template fails, which is held by tests. If one did, the question and what is legal would still be said.
    text.unwrap_or_else(|| format!("\n# Now\n\nLegal now: {}.\n", Command::listed(&ask.question.tools)))
}
