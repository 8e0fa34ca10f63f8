//! What a model reads before it answers, besides what its seat has been told.
//!
//! `fixed` comes first and never changes for a seat: the rules, the modes in a line each, the manners, the space. `now`
//! comes last and is short, because it is read anew each time: the mode and its voice, what stands, what is asked. The
//! texts are templates, one folder a mode; what they may see is made ready for them, so that words of others are always
//! data. Of a photo they know that it is there, and nothing else (Y11).

mod coach;
mod context;
mod fields;
mod fixed;
mod person;
mod templates;

use engine::{Ask, Command as _, Hash, Prompt};
use serde_json::Value;

use super::ask::Question;
use super::command::Command;
use super::state::State;
use context::Room;

pub use fixed::{context as fixed_context, modes};
pub use templates::ALL;

/// Bytes of what changes, whatever a session has become.
const NOW_MAX: usize = 8 * 1024;
/// How often everything may be halved to stay within it.
const HALVES_MAX: u32 = 3;

/// The prompt for an ask, from the view of the seat that is asked.
pub(super) fn prompt(view: &State, ask: &Ask<Question>) -> Prompt {
    Prompt {
        fixed: fixed::fixed(view, ask.seat),
        now: now(view, ask),
        photos: photos(view, ask),
        ..Prompt::default()
    }
}

/// The photos that came with what the person said, for a coach that can see them (Y3, Y11).
fn photos(view: &State, ask: &Ask<Question>) -> Vec<Hash> {
    let looks = ask.seat == view.coach && view.coach_sees;
    view.said.iter().filter(|_| looks).flat_map(|said| &said.photos).map(|photo| photo.hash).collect()
}

/// The template that an ask is put with, and what it is filled in from.
fn put(view: &State, ask: &Ask<Question>, room: Room) -> (&'static str, Value) {
    if ask.seat == view.coach {
        coach::now(view, ask, room)
    } else {
        (person::TEMPLATE, person::now(view, ask, room))
    }
}

/// The same with all the room that there is.
pub fn context(view: &State, ask: &Ask<Question>) -> (&'static str, Value) {
    put(view, ask, Room(0))
}

fn now(view: &State, ask: &Ask<Question>) -> String {
    let in_room = |halves| {
        let (template, context) = put(view, ask, Room(halves));
        templates::fill(template, &context)
    };
    let fits = |text: &Option<String>| text.as_ref().is_none_or(|text| text.len() <= NOW_MAX);
    let text = (0..HALVES_MAX).map(in_room).find(fits).unwrap_or_else(|| in_room(HALVES_MAX));
    // No template fails, which is held by tests. If one did, the question and what is legal would still be said.
    text.unwrap_or_else(|| format!("\n# Now\n\nLegal now: {}.\n", Command::listed(&ask.question.tools)))
}
