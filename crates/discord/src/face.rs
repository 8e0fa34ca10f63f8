//! What differs by activity: what is asked of all, and who leads. How things stand is its board, for every activity alike.

mod mafia;
mod open;
mod plain;

use engine::{Custom, OpenAsk, SeatId};
use protocol::Scene;
use serde_json::{Value, json};

use crate::ask;
use crate::asked::Press;
use crate::parts::{Look, button, row};
use crate::place::Place;
use crate::text::escape;

/// What is asked in the open.
pub(crate) struct Prompt {
    /// Which question it is: as long as it is the same, its message is edited.
    pub(crate) key: String,
    /// The message.
    pub(crate) body: Value,
    /// Does it stay there when it has been answered, because it says how things came?
    pub(crate) stays: bool,
}

/// What somebody at the table is asked.
pub(crate) struct Open {
    /// What they are called.
    pub(crate) name: String,
    /// What.
    pub(crate) ask: OpenAsk,
}

/// How an activity is shown.
pub(crate) trait Face: Sync {
    /// Buttons of a panel besides the answers.
    fn more(&self, _key: u32, _scene: &Scene) -> Vec<Value> {
        Vec::new()
    }

    /// Whose words are shown while they are being said: whoever tells the others. Of anybody else it is shown that they
    /// write.
    fn narrator(&self, _scene: &Scene) -> Option<SeatId> {
        None
    }

    /// What is left of a question that stays when it is over, if it is more than what stood there.
    fn left_of(&self, _scene: &Scene, _key: &str) -> Option<String> {
        None
    }

    /// The events whose words stand in the question that is asked, besides those that are told to be asked.
    fn asked_by(&self) -> Option<&'static str> {
        None
    }

    /// What is asked for all to see, if anything is. `open` is what people of this place are asked.
    fn prompt(&self, place: &Place, scene: &Scene, open: &[Open], closes: Option<i64>) -> Option<Prompt>;
}

/// The face of an activity: an island of its own, or else what is usual at its tables.
pub(crate) fn of(custom: &Custom, machine: &str) -> &'static dyn Face {
    match (machine, custom.open, custom.leader.is_some(), custom.photos > 0) {
        ("mafia", ..) => &mafia::Mafia,
        (_, false, ..) => &plain::Plain,
        (_, true, true, true) => &open::Open { led: true, photos: true },
        (_, true, true, false) => &open::Open { led: true, photos: false },
        (_, true, false, true) => &open::Open { led: false, photos: true },
        (_, true, false, false) => &open::Open { led: false, photos: false },
    }
}

/// The prompt of an activity that has no secrets: the question and its answers; or, if several are asked, who they are.
fn in_the_open(place: &Place, open: &[Open], said: &[String]) -> Option<Prompt> {
    let unanswered: Vec<&Open> = open.iter().filter(|open| !open.ask.answered).collect();
    let first = unanswered.first()?;
    let key = format!("{} {} {}", first.ask.id.0, first.ask.seat, unanswered.len());
    let mut text = said.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    let body = match unanswered.as_slice() {
        [one] => {
            text.push_str(&format!("**{}** · {}", escape(&one.name), escape(&one.ask.form.title)));
            json!({"content": text, "components": ask::ways(place.key, &one.ask).0})
        }
        all => {
            let names: Vec<String> = all.iter().map(|open| escape(&open.name)).collect();
            text.push_str(&format!("**{}** · {}", names.join(", "), escape(&first.ask.form.title)));
            let seat = button(&Press::Seat.id(place.key), "My seat", Look::Main);
            json!({"content": text, "components": [row(vec![seat])]})
        }
    };
    Some(Prompt { key, body, stays: false })
}

/// A seat's name by its number, as views have them.
fn name_of(seats: &[engine::Seat], seat: SeatId) -> String {
    seats.get(seat.index()).map_or_else(|| format!("seat {seat}"), |it| escape(&it.name))
}
