//! The question of a Mafia night, covered.
//!
//! Each role is asked for something else, may choose other names, and may or may not choose again: whoever looks over
//! a shoulder would read the role from the list alone. So every living seat gets the same question and the same list,
//! those who have nothing left to answer too. What may really be chosen is known to the ask itself, and is shown with
//! the other secrets.

use protocol::mafia::{PhaseName, View};
use protocol::{AskId, Choice, Field, FieldKind, Form, OpenAsk, Scene, SeatId, Tool};
use serde_json::Value;

/// The question, for every role.
const TITLE: &str = "The night asks you for a name.";

/// Why words were not said, for every role.
pub(crate) const SILENT: &str =
    "The night is silent: choose a name, or start with (( to speak out of character.";

/// Characters of a thought at most, as the table lets anybody say.
const THOUGHT_CHARS_MAX: usize = 2_000;

/// A night's question as anybody may see it.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The same for every role. It counts as answered also when nothing is asked any more.
    pub ask: OpenAsk,
    /// The ask itself; none once the answer is final.
    pub open: Option<OpenAsk>,
}

impl Covered {
    /// Why a name was not taken, for every role.
    pub const REFUSED: &str = "That name cannot be chosen tonight.";

    /// What a living seat is asked at night; nothing at any other time.
    pub fn new(scene: &Scene, seat: SeatId) -> Option<Covered> {
        if scene.machine != "mafia" {
            return None;
        }
        let view: View = serde_json::from_value(scene.view.clone()).ok()?;
        let open = scene.asks.iter().find(|ask| ask.seat == seat).cloned();
        let takes_part = view.living.contains(seat) || open.is_some();
        if view.phase != PhaseName::NightActions || !takes_part {
            return None;
        }
        let choice = |seat: SeatId| Choice { value: seat.number().into(), label: view.name(seat).to_owned() };
        let field = |name: &str, label: &str, required, kind| Field {
            name: name.to_owned(),
            label: label.to_owned(),
            required,
            kind,
        };
        let whom = field("target", "whom", true, FieldKind::Choice(view.living.iter().map(choice).collect()));
        let text = FieldKind::Text { max_chars: THOUGHT_CHARS_MAX, voice: None };
        let thought = field("thought", "what you think, to yourself", false, text);
        let tool =
            Tool { name: "ChooseTarget".to_owned(), about: TITLE.to_owned(), fields: vec![whom, thought] };
        let ask = OpenAsk {
            id: open.as_ref().map_or(AskId(0), |open| open.id),
            seat,
            answered: open.as_ref().is_none_or(|open| open.answered),
            deadline: open.as_ref().and_then(|open| open.deadline),
            form: Form { title: TITLE.to_owned(), tools: vec![tool] },
        };
        Some(Covered { ask, open })
    }

    /// May this be answered? If not, why, in words that are the same for every role.
    pub fn check(&self, command: &Value) -> Result<(), &'static str> {
        let may = self.open.as_ref().is_some_and(|open| open.form.check(command).is_ok());
        if may { Ok(()) } else { Err(Covered::REFUSED) }
    }
}
