//! What stands first in every prompt of a seat, the same each time: the rules, the voices, the city, the seats.
//!
//! It may hold only what never changes once a seat has been asked for the first time. Characters, lines and the story
//! are made in play, so they are not here.

use crate::view::{Position, Precarity, Tier, View};
use engine::SeatId;
use serde::Serialize;

use super::quoted::Quoted;
use super::templates;
use crate::setting::{Tones, setting};
use crate::{dice, limits};

/// The fixed part of a seat's prompts.
pub(super) fn fixed(view: &View, seat: SeatId) -> String {
    let template = if seat == view.gm { "gm.jinja" } else { "player.jinja" };
    let mut text = templates::fill(template, &context(view, seat)).unwrap_or_default();
    // The record follows.
    text.push('\n');
    text
}

#[derive(Serialize)]
pub(super) struct Fixed {
    limits: Limits,
    costs: Vec<Row>,
    city: City,
    tones: Vec<Tone>,
    seats: Vec<Place>,
    gm: Place,
    me: Place,
}

/// The figures that the rules name.
#[derive(Serialize)]
struct Limits {
    steps: u8,
    stress: u8,
    heat: u8,
    wanted: u8,
    hunted: u8,
    pool: usize,
    scars_word: &'static str,
    days: u8,
    recover_dice: usize,
    time_dice: String,
}

/// What a die is worth, and what it may cost.
#[derive(Serialize)]
struct Row {
    die: &'static str,
    tier: &'static str,
    stress: String,
    heat: String,
    coin: String,
    verdict: &'static str,
}

#[derive(Serialize)]
struct City {
    name: &'static str,
    about: &'static str,
    strange: &'static str,
    watch: &'static str,
    watch_line: &'static str,
    districts: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    name: &'static str,
    line: &'static str,
}

#[derive(Serialize)]
struct Tone {
    level: &'static str,
    words: &'static str,
}

#[derive(Serialize)]
struct Place {
    number: u8,
    name: Quoted,
}

pub(super) fn context(view: &View, seat: SeatId) -> Fixed {
    let city = &setting().city;
    let place = |seat: SeatId| Place {
        number: seat.number(),
        name: Quoted::name(view.seats.get(seat.index()).map_or("nobody", |seat| &seat.name)),
    };
    Fixed {
        limits: Limits {
            steps: limits::STEPS_MAX,
            stress: limits::STRESS_MAX,
            heat: limits::HEAT_MAX,
            wanted: limits::WANTED_MAX,
            hunted: limits::HUNTED_AT,
            pool: limits::POOL_MAX,
            scars_word: ordinal(limits::TRAUMA_MAX),
            days: limits::DAYS,
            recover_dice: limits::RECOVER_DICE,
            time_dice: format!("{} to {}", limits::TIME_DICE.start(), limits::TIME_DICE.end()),
        },
        costs: DICE.iter().map(|(die, tier, position)| row(die, *tier, *position)).collect(),
        city: City {
            name: &city.name,
            about: city.about.trim(),
            strange: city.strange.trim(),
            watch: &city.watch,
            watch_line: city.watch_line.trim(),
            districts: city
                .district
                .iter()
                .map(|district| Line { name: &district.name, line: &district.line })
                .collect(),
        },
        tones: Precarity::ALL.iter().map(|level| tone(*level, &city.tones)).collect(),
        seats: (0..view.seats.len()).map(SeatId::at).map(place).collect(),
        gm: place(view.gm),
        me: place(seat),
    }
}

/// Every worth of a die, with a position in which it has it.
const DICE: &[(&str, Tier, Position)] = &[
    ("6 while another 6 is in the pool", Tier::Critical, Position::Risky),
    ("6", Tier::Success, Position::Risky),
    ("4 or 5", Tier::Partial, Position::Risky),
    ("1 to 3, controlled", Tier::Bad, Position::Controlled),
    ("1 to 3, risky", Tier::Bad, Position::Risky),
    ("1 to 3, desperate", Tier::Disaster, Position::Desperate),
];

fn row(die: &'static str, tier: Tier, position: Position) -> Row {
    let [stress, heat] = dice::costs(tier, position);
    Row {
        die,
        tier: tier.word(),
        stress: range(stress),
        heat: range(heat),
        coin: range(dice::coin(tier, position)),
        verdict: dice::verdict(tier).word(),
    }
}

/// A range of figures in words.
pub(super) fn range((from, to): (i8, i8)) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

fn tone(level: Precarity, tones: &'static Tones) -> Tone {
    let words = match level {
        Precarity::Strength => &tones.operating_from_strength,
        Precarity::Room => &tones.room_to_manoeuvre,
        Precarity::Walls => &tones.walls_closing_in,
        Precarity::Thread => &tones.hanging_by_a_thread,
    };
    Tone { level: level.word(), words: words.trim() }
}

const fn ordinal(number: usize) -> &'static str {
    match number {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        _ => "last",
    }
}
