//! What is asked of all, and who leads: read from what is usual at the tables of an activity, from the card of its phase, and
//! from what is asked. How things stand is its board.

use engine::board::{Body, Panel};
use engine::{Catalog, Choice, Custom, Field, FieldKind, OpenAsk, SeatId, Telling, Tool};
use protocol::Scene;
use protocol::table::TableState;
use serde_json::{Value, json};

use crate::ask;
use crate::asked::{Press, Verb};
use crate::board;
use crate::parts::{self, Look, button, cut, menu, row};
use crate::place::Place;
use crate::says;
use crate::text::escape;

/// What a question that is chosen from by several begins with, as a key.
const CHOICE: &str = "choice ";

/// The most that is said of how it ended.
const ENDING_CHARS: usize = 1_900;

/// The most that is said of how things stand where something is asked: a message takes 2,000, and those who are called stand in it.
const QUESTION_CHARS: usize = 1_500;

/// What is asked in the open.
pub(crate) struct Prompt {
    /// Which question it is: as long as it is the same, its message is edited.
    pub(crate) key: String,
    /// The message.
    pub(crate) body: Value,
    /// Does it stay there when it has been answered, because it says how things came?
    pub(crate) stays: bool,
    /// Whom it asks, and what: for as long as that is the same, nobody is called again.
    pub(crate) asks: Asks,
}

/// Whom a question asks, as far as all may know.
pub(crate) enum Asks {
    /// Nobody.
    Nobody,
    /// Everybody who still plays: who of them it is may be a secret.
    All(String),
    /// These.
    These(String, Vec<SeatId>),
}

impl Asks {
    /// Does nobody have to answer?
    pub(crate) fn is_nobody(&self) -> bool {
        matches!(self, Asks::Nobody)
    }
}

/// What somebody at the table is asked.
pub(crate) struct Open {
    /// What they are called.
    pub(crate) name: String,
    /// What.
    pub(crate) ask: OpenAsk,
}

/// How an activity is shown just now.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    custom: Custom,
    /// Can anybody ask for more time?
    more_time: bool,
    /// Must not be seen that somebody is asked? It must not, where nothing is known of the phase.
    covered: bool,
}

impl Face {
    /// Of the activity and the phase of a scene.
    pub(crate) fn of(catalog: Catalog, scene: &Scene) -> Face {
        let rules = catalog.activity(&scene.machine);
        let custom = rules.map_or(Custom::DEFAULT, |rules| rules.custom());
        let more_time = rules.is_some_and(|rules| rules.more_time().is_some());
        let card = rules.and_then(|rules| rules.phases().iter().find(|card| card.name == scene.phase));
        Face { custom, more_time, covered: card.is_none_or(|card| card.covered) }
    }

    /// Must it not be seen who is asked what?
    pub(crate) fn covers(self) -> bool {
        self.covered
    }

    /// What anybody at the table can do besides answering, whether they are asked something or not.
    pub(crate) fn more(self, key: u32, scene: &Scene) -> Vec<Value> {
        let photos = self.custom.photos > 0 && scene.outcome.is_none();
        let all = [
            (photos, Press::Photos, says::ADD_PHOTOS),
            (self.gives_time(scene), Press::Time, says::MORE_TIME),
        ];
        let offered = all.into_iter().filter(|(is_offered, ..)| *is_offered);
        offered.map(|(_, press, label)| button(&press.id(key), label, Look::Plain)).collect()
    }

    /// Does a clock run that anybody can put back?
    pub(crate) fn gives_time(self, scene: &Scene) -> bool {
        let clock_runs = scene.clock.running && scene.clock.closes.is_some();
        self.more_time && clock_runs && scene.outcome.is_none()
    }

    /// Whose words are shown while they are being said: whoever leads the others. Of anybody else it is shown that they
    /// write.
    pub(crate) fn narrator(self, scene: &Scene) -> Option<SeatId> {
        self.custom.leads(&scene.seats)
    }

    /// What is asked for all to see, if anything is. `open` is what people of this place are asked.
    pub(crate) fn prompt(
        self,
        place: &Place,
        scene: &Scene,
        open: &[Open],
        closes: Option<i64>,
    ) -> Option<Prompt> {
        if scene.outcome.is_some() {
            return None;
        }
        let closes = closes.filter(|_| self.custom.clock);
        let ends = closes.map_or(String::new(), says::ends_at);
        let is_open = |it: &Open| it.ask.form.tools.iter().all(|tool| tool.manner.open);
        let mut prompt = if self.covered || !(self.custom.open || open.iter().all(is_open)) {
            unseen(place, scene, &ends)
        } else if let Some(choice) = choice(place, scene, open, &ends) {
            choice
        } else {
            in_the_open(place, open, &board::dice(scene), &ends)?
        };
        let mut rows = prompt.body["components"].as_array().cloned().unwrap_or_default();
        parts::add(&mut rows, self.more(place.key, scene));
        prompt.body["components"] = rows.into();
        Some(prompt)
    }
}

/// How it ended, for all to see, and what can be done now.
pub(crate) fn over(place: &Place, scene: &Scene) -> Option<Prompt> {
    scene.outcome.as_ref()?;
    let content = cut(&board::ended(scene).join("\n"), ENDING_CHARS);
    let press = |press: Press, label, look| button(&press.id(place.key), label, look);
    let next = scene.board.ending.as_ref().and_then(|ending| ending.next);
    // In a look back people type it.
    let looks_back = scene.table.state == TableState::Debrief;
    let say = press(Press::Session(Verb::End), says::SAY_WHAT_WAS_GOOD, Look::Plain);
    let buttons = row([
        Some(press(Press::Again, next.unwrap_or(says::AGAIN_WITH_EVERYBODY), Look::Main)),
        Some(say).filter(|_| !looks_back),
        Some(press(Press::Keep, says::KEEP_IT, Look::Plain)),
        Some(own_seat_plain(place)),
    ]
    .into_iter()
    .flatten()
    .collect());
    let body = json!({"content": content, "components": [buttons]});
    Some(Prompt { key: "over".to_owned(), body, stays: true, asks: Asks::Nobody })
}

/// What is left of a question that stays when it is over, if it is more than what stood there.
pub(crate) fn left_of(scene: &Scene, key: &str) -> Option<String> {
    let heading = key.strip_prefix(CHOICE)?;
    let lines = tables(scene).flat_map(board::drawn);
    let all = [format!("**{}**", escape(heading))].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    Some(cut(&all, QUESTION_CHARS))
}

/// Does a telling stand in a question that is asked here, so that it need not be said besides?
pub(crate) fn stands_in_question(telling: &Telling, scene: &Scene) -> bool {
    telling.asks.is_some() || telling.on.is_some_and(|on| tables(scene).any(|panel| panel.id == on))
}

/// The tables that all may see, which a question that is chosen from by several has with it.
fn tables(scene: &Scene) -> impl Iterator<Item = &Panel> {
    let open = scene.board.panels.iter().filter(|panel| !panel.covered);
    open.filter(|panel| matches!(panel.body, Body::Matrix(_)))
}

/// Where it must not be seen what is asked: each finds it at their seat. It is the same for as long as the heading is,
/// whoever is asked.
fn unseen(place: &Place, scene: &Scene, ends: &str) -> Prompt {
    let heading = scene.heading.as_deref().unwrap_or_default();
    let over = if heading.is_empty() { String::new() } else { format!("**{}** · ", escape(heading)) };
    let content = says::look_at_your_seat_for_what(&over, ends);
    let body = json!({"content": content, "components": [row(vec![own_seat(place)])]});
    let key = format!("plain {heading}");
    Prompt { asks: Asks::All(key.clone()), key, body, stays: false }
}

/// One choice that stands before several at once: a menu for all of them, over how it stands.
fn choice(place: &Place, scene: &Scene, open: &[Open], ends: &str) -> Option<Prompt> {
    let first = open.first().map(|open| &open.ask)?;
    let (tool, _) = chosen(first)?;
    let others = open.iter().map(|open| chosen(&open.ask).map(|(other, _)| &other.name));
    if !others.into_iter().all(|name| name == Some(&tool.name)) {
        return None;
    }
    let mut entries: Vec<&Choice> = Vec::new();
    for it in open.iter().filter_map(|open| chosen(&open.ask)).flat_map(|(_, choices)| choices) {
        if !entries.iter().any(|known| known.value == it.value) {
            entries.push(it);
        }
    }
    entries.sort_by_key(|choice| choice.value.as_u64());
    let entries: Vec<(String, String)> =
        entries.iter().map(|it| (it.value.to_string(), it.label.clone())).collect();
    let heading = scene.heading.as_deref().unwrap_or(&first.form.title);
    let about = tool.about.trim_end_matches('.');
    let text = format!("**{}** · {}{ends}", escape(heading), escape(&first.form.title));
    let lines = tables(scene).flat_map(board::drawn);
    let text = cut(&[text].into_iter().chain(lines).collect::<Vec<_>>().join("\n"), QUESTION_CHARS);
    let rows =
        [row(vec![menu(&Press::Choose.id(place.key), about, &entries, None)]), row(vec![own_seat(place)])];
    let body = json!({"content": text, "components": rows});
    let key = format!("{CHOICE}{heading}");
    Some(Prompt { asks: Asks::All(key.clone()), key, body, stays: true })
}

/// The way to answer by one choice that may be seen by all.
pub(crate) fn chosen(ask: &OpenAsk) -> Option<(&Tool, &[Choice])> {
    ask.form.tools.iter().find_map(|tool| match tool.only_demand()? {
        Field { kind: FieldKind::Choice(choices), .. } if tool.manner.open => {
            Some((tool, choices.as_slice()))
        }
        _ => None,
    })
}

/// The question and its answers, for all to see; or, if several are asked, who they are.
fn in_the_open(place: &Place, open: &[Open], said: &[String], ends: &str) -> Option<Prompt> {
    let unanswered: Vec<&Open> = open.iter().filter(|open| !open.ask.answered).collect();
    let first = unanswered.first()?;
    let key = format!("{} {} {}", first.ask.id.0, first.ask.seat, unanswered.len());
    let mut text = cut(&said.join("\n"), QUESTION_CHARS);
    if !text.is_empty() {
        text.push('\n');
    }
    let title = escape(&first.ask.form.title);
    let body = match unanswered.as_slice() {
        [one] => {
            text.push_str(&format!("**{}** · {title}{ends}", escape(&one.name)));
            json!({"content": text, "components": ask::ways(place.key, &one.ask).0})
        }
        all => {
            let names: Vec<String> = all.iter().map(|open| escape(&open.name)).collect();
            text.push_str(&format!("**{}** · {title}{ends}", names.join(", ")));
            json!({"content": text, "components": [row(vec![own_seat(place)])]})
        }
    };
    let asks = Asks::These(first.ask.id.0.to_string(), unanswered.iter().map(|open| open.ask.seat).collect());
    Some(Prompt { key, body, stays: !said.is_empty(), asks })
}

fn own_seat_plain(place: &Place) -> Value {
    button(&Press::Seat.id(place.key), says::MY_SEAT, Look::Plain)
}

fn own_seat(place: &Place) -> Value {
    button(&Press::Seat.id(place.key), says::MY_SEAT, Look::Main)
}

#[cfg(test)]
mod tests {
    use engine::board::Matrix;
    use protocol::Clock;

    use super::*;

    fn scene() -> Scene {
        let table =
            json!({"title": "Practice", "state": "ACTIVE", "since": 0, "by": "host", "stewards": [1]});
        Scene {
            table: serde_json::from_value(table).expect("a view of the table"),
            machine: "interview".to_owned(),
            seats: Vec::new(),
            phase: "QUESTIONS".to_owned(),
            heading: Some("Questions".to_owned()),
            view: json!({"score": 3}),
            board: protocol::Board::default(),
            asks: Vec::new(),
            clock: Clock { closes: None, running: true, by_hand: false },
            outcome: None,
        }
    }

    /// Discord refuses a message of more than 2,000 characters, and whoever is called stands in it, too.
    #[test]
    fn however_much_stands_there_a_question_fits_into_a_message() {
        let rows = vec![vec!["*".repeat(200); 2]; 30];
        let body = Body::Matrix(Matrix { columns: vec![String::new(); 2], rows, sum: String::new() });
        let board =
            protocol::Board { panels: vec![Panel::new("votes", "Votes", body)], ..Default::default() };
        let left = left_of(&Scene { board, ..scene() }, "choice Vote 1").expect("a table");
        assert!(left.starts_with("**Vote 1**\n**Votes**\n\\*"), "{left}");
        let chars = left.chars().count();
        assert!((QUESTION_CHARS / 2..=QUESTION_CHARS).contains(&chars), "{chars}");
    }

    /// What is not known is not taken for something that is: no button for photos, and nobody is named.
    #[test]
    fn an_activity_that_is_not_known_is_a_heading_and_a_way_to_ones_seat() {
        let scene = scene();
        let place = Place { activity: "interview".to_owned(), ..Place::default() };
        let face = Face::of(*activities::ALL, &scene);
        assert!(face.more(1, &scene).is_empty());
        let prompt = face.prompt(&place, &scene, &[], None).expect("while it goes on");
        assert_eq!(prompt.body["content"], "**Questions** · look at your seat for what is asked of you.");
        let buttons = &prompt.body["components"][0]["components"];
        assert_eq!(buttons.as_array().map(Vec::len), Some(1));
        assert_eq!(buttons[0]["label"], "My seat");
        let over = Scene { outcome: Some(json!({})), ..scene };
        assert_eq!(face.prompt(&place, &over, &[], None).map(|prompt| prompt.body), None::<Value>);
    }
}
