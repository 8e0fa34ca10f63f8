//! A question of a covered phase, as anybody may see it.
//!
//! In such a phase each seat may be asked for something else, may choose other names, and may or may not choose again: whoever
//! looks over a shoulder would read the role from the form alone. So every seat that plays gets the same question, those who
//! have nothing left to answer too. What may really be answered is known to the ask itself, and is shown with the other
//! secrets.
//!
//! Where a phase asks all for a name, as a night of Mafia does, all get the same list of names to choose from: that is an
//! island. Any other covered question is answered without being seen, or while the key is held.

use protocol::board::SeatIs;
use protocol::{AskId, Choice, Field, FieldKind, Form, OpenAsk, PhaseCard, Scene, SeatId, Tool};
use serde_json::Value;

use crate::phases;

/// The tool by which a seat names another, whatever its role.
const NAMES: &str = "ChooseTarget";

/// Why words were not said, for every role.
pub(crate) const SILENT: &str =
    "The night is silent: choose a name, or start with (( to speak out of character.";

/// Characters of a thought at most, as the table lets anybody say.
const THOUGHT_CHARS_MAX: usize = 2_000;

/// A covered question as anybody may see it.
#[derive(Clone, Debug)]
pub(crate) struct Covered {
    /// The same for every role. It counts as answered also when nothing is asked any more.
    pub(crate) ask: OpenAsk,
    /// The ask itself; none once the answer is final.
    pub(crate) open: Option<OpenAsk>,
    /// The form itself must not be seen: there is no list that is the same for all.
    pub(crate) blind: bool,
}

impl Covered {
    /// What a seat that plays is asked in a covered phase; nothing at any other time.
    pub(crate) fn new(phases: &'static [PhaseCard], scene: &Scene, seat: SeatId) -> Option<Covered> {
        let card = phases::card(phases, &scene.phase).filter(|card| card.covered)?;
        let open = scene.asks.iter().find(|ask| ask.seat == seat).cloned();
        if !plays(scene, seat) && open.is_none() {
            return None;
        }
        let blind = card.tools != [NAMES];
        let about = card.title.to_lowercase();
        let form = match blind {
            false => names(scene, format!("The {about} asks you for a name.")),
            true => {
                let tools = open.as_ref().map_or(Vec::new(), |open| open.form.tools.clone());
                Form { title: format!("Something is asked of you, unseen: {about}."), tools }
            }
        };
        let ask = OpenAsk {
            id: open.as_ref().map_or(AskId(0), |open| open.id),
            seat,
            answered: open.as_ref().is_none_or(|open| open.answered),
            deadline: open.as_ref().and_then(|open| open.deadline),
            form,
        };
        Some(Covered { ask, open, blind })
    }

    /// May this be answered? If not, why, in words that are the same for every role.
    pub(crate) fn check(&self, command: &Value) -> Result<(), &'static str> {
        let may = self.open.as_ref().is_some_and(|open| open.form.check(command).is_ok());
        if may { Ok(()) } else { Err(self.refused()) }
    }

    /// Why an answer was not taken, for every role.
    pub(crate) fn refused(&self) -> &'static str {
        if self.blind { "That cannot be answered now." } else { "That name cannot be chosen tonight." }
    }
}

/// The form by which everybody who plays names somebody who does.
fn names(scene: &Scene, title: String) -> Form {
    let living = (0..scene.seats.len()).map(SeatId::at).filter(|seat| plays(scene, *seat));
    let choice = |seat: SeatId| {
        let label = scene.seats.get(seat.index()).map_or("", |seat| &seat.name).to_owned();
        Choice { value: seat.number().into(), label }
    };
    let field = |name: &str, label: &str, required, kind| Field {
        name: name.to_owned(),
        label: label.to_owned(),
        required,
        kind,
    };
    let whom = field("target", "whom", true, FieldKind::Choice(living.map(choice).collect()));
    let text = FieldKind::Text { max_chars: THOUGHT_CHARS_MAX, voice: None };
    let thought = field("thought", "what you think, to yourself", false, text);
    let tool = Tool { name: NAMES.to_owned(), about: title.clone(), fields: vec![whom, thought] };
    Form { title, tools: vec![tool] }
}

/// Does a seat still play, as all know?
fn plays(scene: &Scene, seat: SeatId) -> bool {
    let mut notes = scene.board.notes.iter().filter(|note| note.seat == seat && !note.covered);
    notes.all(|note| note.is != SeatIs::Out)
}
