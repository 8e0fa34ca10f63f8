//! A question of a covered phase, as anybody may see it.
//!
//! In such a phase each seat may be asked for something else, may choose other names, and may or may not choose again: whoever
//! looks over a shoulder would read the role from the form alone. So every seat that plays gets the same question, those who
//! have nothing left to answer too. What may really be answered is known to the ask itself, and is shown with the other
//! secrets.
//!
//! Where one choice is asked of all, what is barred stands among what can be chosen, so that all get the same list: the suite of
//! conformance holds machines to that. Any other covered question is answered without being seen, or while the key is held.

use protocol::board::SeatIs;
use protocol::{AskId, Choice, FieldKind, Form, OpenAsk, PhaseCard, Scene, SeatId, Tool};
use serde_json::Value;

use crate::phases;
use crate::says;

/// Why words were not said, for every role.
pub(crate) const SILENT: &str = says::NOTHING_IS_SAID_NOW_CHOOSE_OR;

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
        let about = card.title.to_lowercase();
        let tools = open.as_ref().map_or(&[][..], |open| &open.form.tools);
        let (title, tools, blind) = match evenly(tools) {
            Some(tool) => (says::the_asks_you_to_choose(&about), vec![tool], false),
            None => (says::something_is_asked_of_you_unseen(&about), tools.to_vec(), true),
        };
        let form = Form { title, tools };
        let asked = open.clone();
        let open = open.filter(|open| !open.is_final());
        let ask = OpenAsk {
            id: asked.as_ref().map_or(AskId(0), |asked| asked.id),
            seat,
            answered: asked.as_ref().is_none_or(|asked| asked.answered),
            deadline: asked.as_ref().and_then(|asked| asked.deadline),
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
        if self.blind { says::THAT_CANNOT_BE_ANSWERED_NOW } else { says::THAT_CANNOT_BE_CHOSEN_NOW }
    }
}

/// The one way to answer with all that anybody could choose, as it is for everybody; none, unless the machine says that it is.
fn evenly(tools: &[Tool]) -> Option<Tool> {
    let [tool] = tools else { return None };
    if !tool.manner.even {
        return None;
    }
    let mut tool = tool.clone();
    let barred = std::mem::take(&mut tool.manner).barred.into_iter().map(|barred| barred.choice);
    let wanted = tool.fields.iter_mut().find(|field| field.required)?;
    let FieldKind::Choice(choices) = &mut wanted.kind else { return None };
    choices.extend(barred);
    choices.sort_by_key(order);
    tool.about.clear();
    Some(tool)
}

/// Where a choice stands among all: seats by their numbers, all else by its words.
fn order(choice: &Choice) -> (Option<u64>, String) {
    (choice.value.as_u64(), choice.label.clone())
}

/// Does a seat still play, as all know?
fn plays(scene: &Scene, seat: SeatId) -> bool {
    let mut notes = scene.board.notes.iter().filter(|note| note.seat == seat && !note.covered);
    notes.all(|note| note.is != SeatIs::Out)
}
