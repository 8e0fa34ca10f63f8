//! The card of a table: what it is, how it stands, who is there. One message, edited in place.

use engine::{Hash, Holder, Seat};
use protocol::Scene;
use protocol::table::TableState;
use serde_json::{Value, json};

use crate::asked::{Press, Verb};
use crate::board;
use crate::desk::Activity;
use crate::parts::{Look, button, cut, row};
use crate::place::Place;
use crate::says;
use crate::text::escape;

/// The colour of the edge.
const EDGE: u32 = 0x00C9_9A3D;

/// What the house is called.
const HOUSE: &str = says::THE_HOUSE;

/// A table at which people sit down and nothing has begun.
pub(crate) fn waiting(place: &Place, activity: Option<&Activity>, models: &[String]) -> Value {
    let names: Vec<String> = place.people.iter().map(|sitter| escape(&sitter.name)).collect();
    let there = if names.is_empty() { says::NOBODY_YET.to_owned() } else { names.join(", ") };
    let (about, most) = activity.map_or(("", 1), |it| (it.about.as_str(), it.people_max));
    let house = Some(HOUSE).filter(|_| models.is_empty());
    let company = escape(&company(models.iter().map(String::as_str).chain(house)));
    let (count, full) = match (names.len(), most) {
        (_, 1) => (says::FOR_ONE_PERSON.to_owned(), ""),
        (there, most) if there < most => (says::of_up_to_people(there, most), ""),
        (there, _) => (says::people(there), says::IT_IS_FULL),
    };
    let text = says::waiting_at_the_table_all_other(&count, about, &there, full, &company);
    let buttons = vec![
        button(&Press::Join.id(place.key), says::JOIN, Look::Main),
        button(&Press::Leave.id(place.key), says::LEAVE, Look::Plain),
        button(&Press::Session(Verb::Start).id(place.key), says::BEGIN, Look::Plain),
    ];
    body(place, &text, "", vec![row(buttons)])
}

/// A table at which something is played. `closes` is when the phase does: seconds of UTC since 1970. `page` is where a
/// browser shows the table; `more_time` whether its clock can be put back.
pub(crate) fn playing(
    place: &Place,
    scene: &Scene,
    closes: Option<i64>,
    seats: &[Seat],
    page: Option<&str>,
    more_time: bool,
) -> Value {
    let state = scene.table.state;
    let sign = match state {
        TableState::Idle => "⚪",
        TableState::SessionZero => "🔵",
        TableState::Active => "🟢",
        TableState::Paused => "🟡",
        TableState::Debrief => "🟣",
    };
    let mut text = format!("{sign} **{}**", state.name().replace('_', " "));
    for line in board::standing(scene) {
        text.push('\n');
        text.push_str(&line);
    }
    if let Some(closes) = closes {
        text.push_str(&says::closes_at(closes));
    }
    if place.talk != place.channel && place.talk != place.card {
        // It was posted anew, and the thread is at an older one.
        text.push_str(&says::the_talk_is_in(place.talk));
    }
    if let Some(page) = page {
        // Words, and no button: Discord refuses a whole card for a button whose address it does not like.
        text.push_str(&says::in_the_browser_for_those_who(page));
    }
    let session = |verb: Verb, label| button(&Press::Session(verb).id(place.key), label, Look::Plain);
    let mut buttons = vec![button(&Press::Seat.id(place.key), says::MY_SEAT, Look::Main)];
    if scene.outcome.is_none() {
        buttons.push(button(&Press::Join.id(place.key), says::JOIN, Look::Plain));
        buttons.push(match state {
            TableState::Active | TableState::SessionZero => session(Verb::Pause, says::PAUSE),
            TableState::Paused => session(Verb::Resume, says::RESUME),
            TableState::Idle | TableState::Debrief => session(Verb::Start, says::START),
        });
        if state.is_narrative_active() {
            buttons.push(button(&Press::Stop.id(place.key), "✕", Look::Stop));
            if more_time {
                buttons.push(button(&Press::Time.id(place.key), says::MORE_TIME, Look::Plain));
            }
        }
    }
    let company = company(seats.iter().filter_map(|seat| match &seat.holder {
        Holder::Person => None,
        Holder::House(_) => Some(HOUSE),
        Holder::Model(spec) => Some(spec.as_str()),
    }));
    let with = if company.is_empty() { company } else { says::with_company(&company) };
    body(place, &text, &with, vec![row(buttons)])
}

/// Who is there beside people: everybody shall know that what they say goes to a model, and to which.
fn company<'a>(others: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = Vec::new();
    for other in others {
        // Without its settings.
        let name = other.split('@').next().unwrap_or(other);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// What a message shows, in short.
pub(crate) fn shown(body: &Value) -> Hash {
    Hash::of(body.to_string().as_bytes())
}

fn body(place: &Place, text: &str, with: &str, rows: Vec<Value>) -> Value {
    let embed = json!({
        "title": cut(&escape(&place.title), 250), "description": cut(text, 4_000), "color": EDGE,
        "footer": {"text": cut(&says::foot_of_a_card(place.key, &place.activity, with), 1_000)},
    });
    json!({"content": "", "embeds": [embed], "components": rows})
}
