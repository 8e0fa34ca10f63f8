//! The party: a sheet of figures for each, what they carry, and where they come from.

use crate::view::{Character, View};
use engine::SeatId;
use engine::board::{Body, Entry, Fact, Meter, Panel};

use crate::limits::{HEAT_MAX, PARTY_MAX, POOL_MAX, STRESS_MAX, WANTED_MAX};
use kit::words::sentence;

/// A sheet is known by the number of its seat.
const SHEETS: [&str; PARTY_MAX] = ["sheet-1", "sheet-2", "sheet-3", "sheet-4", "sheet-5", "sheet-6"];

/// The sheets; then in words what has no most.
pub(super) fn panels(view: &View) -> Vec<Panel> {
    let made: Vec<(&'static str, &Character)> = SHEETS
        .into_iter()
        .zip(&view.party)
        .filter_map(|(id, character)| character.as_ref().map(|it| (id, it)))
        .collect();
    let mut panels: Vec<Panel> = made.iter().map(|(id, it)| sheet(id, it)).collect();
    if !made.is_empty() {
        let crew = made.iter().map(|(_, it)| Fact::new(&it.name, marks(it))).collect();
        panels.push(Panel::new("crew", "Crew", Body::Facts(crew)));
        let past = (0..).map(SeatId::at).zip(&view.party).filter_map(|(seat, character)| {
            let it = character.as_ref()?;
            let player = view.seats.get(seat.index()).map_or("somebody", |seat| &seat.name);
            let who = format!("{} ({}), {}, played by {player}", it.name, it.pronouns, it.archetype);
            let cards = it.cards.join(", ");
            Some(Entry::new(who).note(format!("{} Cards: {cards}.", sentence(&it.background))))
        });
        panels.push(Panel::new("characters", "Characters", Body::List(past.collect())).folded());
    }
    panels
}

fn sheet(id: &'static str, it: &Character) -> Panel {
    let meter = |name: &str, value: u8, of: u8, note: String| Meter {
        name: name.to_owned(),
        value: value.min(of).into(),
        of: of.into(),
        note,
    };
    let faces: Vec<String> = it.dice.iter().map(ToString::to_string).collect();
    let faces = if faces.is_empty() { "none left".to_owned() } else { faces.join(" ") };
    let pool = POOL_MAX.max(it.dice.len()) as u32;
    let meters = vec![
        meter("Stress", it.stress, STRESS_MAX, format!("breaks at {STRESS_MAX}")),
        meter("Heat", it.heat, HEAT_MAX, String::new()),
        meter("Wanted", it.wanted, WANTED_MAX, if it.hunted { "hunted" } else { "" }.to_owned()),
        Meter { name: "Dice".to_owned(), value: it.dice.len() as u32, of: pool, note: faces },
    ];
    Panel::new(id, format!("{}, {}", it.name, it.archetype), Body::Meters(meters))
}

/// What is to be said of somebody besides the figures.
fn marks(it: &Character) -> String {
    let mut marks = vec![format!("coin {}", it.coin), format!("{} ({})", it.precarity(), it.points())];
    if !it.trauma.is_empty() {
        marks.push(format!("trauma: {}", it.trauma.join(", ")));
    }
    marks.extend(it.marks().map(str::to_owned));
    marks.join("; ")
}

/// How the characters were at the end.
pub(super) fn became(party: &[Character]) -> Vec<Fact> {
    let figures = |it: &Character| {
        let (stress, heat) = (it.stress, it.heat);
        format!("{}; stress {stress}/{STRESS_MAX}; heat {heat}/{HEAT_MAX}; {}", it.archetype, marks(it))
    };
    party.iter().map(|it| Fact::new(&it.name, figures(it))).collect()
}
