//! What a model reads before it answers, besides what its seat has been told.
//!
//! `fixed` comes first and never changes for a seat: the rules, every voice, the city. `now` comes last and is short,
//! because it is read anew each time: who speaks, what stands, what is asked. The texts are templates, one folder a
//! mood; what they may see is made ready for them, so that words of others are always data.

mod context;
mod fixed;
mod gm;
mod player;
mod templates;
mod when;

use engine::{Ask, Prompt, SeatId};
use protocol::dm::View;
use serde_json::Value;

use super::ask::Question;
use crate::quoted;
use context::Room;

pub use super::tool::{OF_GM, OF_PLAYERS};
pub use templates::ALL;
pub use when::WHEN;

/// Bytes of what changes, whatever the campaign has become.
const NOW_MAX: usize = 6 * 1024;
/// How often everything may be halved to stay within it.
const HALVES_MAX: u32 = 3;

/// The prompt for an ask, from the view of the seat that is asked.
pub(super) fn prompt(view: &View, ask: &Ask<Question>) -> Prompt {
    Prompt { fixed: fixed::fixed(view, ask.seat), now: now(view, ask), ..Prompt::default() }
}

/// The template that an ask is put with, and what it is filled in from, as data.
pub fn context(view: &View, ask: &Ask<Question>) -> (&'static str, Value) {
    if ask.seat == view.gm {
        let (template, context) = gm::now(view, ask, Room(0));
        (template, data(&context))
    } else {
        let (template, context) = player::now(view, ask, Room(0));
        (template, data(&context))
    }
}

/// What the text that never changes is filled in from, as data.
pub fn fixed_context(view: &View, seat: SeatId) -> Value {
    data(&fixed::context(view, seat))
}

fn data(context: &impl serde::Serialize) -> Value {
    serde_json::to_value(context).unwrap_or_default()
}

fn now(view: &View, ask: &Ask<Question>) -> String {
    let in_room = |halves| {
        let room = Room(halves);
        if ask.seat == view.gm {
            let (template, context) = gm::now(view, ask, room);
            templates::fill(template, &context)
        } else {
            let (template, context) = player::now(view, ask, room);
            templates::fill(template, &context)
        }
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
    text.unwrap_or_else(|| format!("\n# Now\n\nLegal now: {}.\n", ask.question.tools.join(", ")))
}
