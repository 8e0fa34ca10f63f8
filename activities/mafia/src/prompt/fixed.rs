//! What stands first in every prompt of a seat, the same each time: the table, its rules, how to answer and how to play, which
//! are the same for every seat, and then who the seat is and what it was dealt.

use std::sync::LazyLock;

use crate::setup::Ballot;
use crate::view::View;
use engine::{Seat, SeatId};
use kit::templates::{Templates, texts};
use serde::Serialize;

use super::persona::persona;
use super::quoted::{quoted, quoted_all};
use crate::telling::dealt;

static TABLE: LazyLock<Templates> = LazyLock::new(|| Templates::new(texts!["table.jinja"]));

/// What it is filled in from.
#[derive(Serialize)]
struct Fixed {
    seats: usize,
    dealt: String,
    turns: u8,
    rounds: u8,
    ballot: Ballot,
    team_agrees: bool,
    night_roles: bool,
    names: String,
    name: String,
    number: u8,
    persona: &'static str,
    role: Option<&'static str>,
    /// The others, for one of the mafia. They were told all of them at the deal, so no death adds one.
    team: String,
}

/// The fixed part of a seat's prompts: from what all know and what the seat was dealt.
pub(super) fn fixed(view: &View, seat: SeatId) -> String {
    let own = view.own.as_ref();
    let numbered = |(at, seat): (usize, &Seat)| format!("{} {}\n", at + 1, quoted(&seat.name));
    let table = Fixed {
        seats: view.seats.len(),
        dealt: dealt(view.dealt),
        turns: view.turns,
        rounds: view.rounds.max(1),
        ballot: view.ballot,
        team_agrees: view.team_agrees,
        night_roles: view.reveal_night_roles,
        names: view.seats.iter().enumerate().map(numbered).collect(),
        name: quoted(view.name(seat)),
        number: seat.number(),
        persona: persona(view.seed_hash, seat),
        role: own.map(|own| own.role.word()),
        team: own.map_or(String::new(), |own| quoted_all(view.names(view.team(own)))),
    };
    TABLE.fill("table.jinja", &table).unwrap_or_default() + "\n"
}
