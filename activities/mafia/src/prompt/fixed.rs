//! What stands first in every prompt of a seat, the same each time.

use std::fmt::Write;
use std::sync::LazyLock;

use crate::view::{Role, View};
use engine::SeatId;
use kit::templates::{Templates, texts};
use serde::Serialize;

use super::persona::persona;
use super::quoted::{quote, quote_all};
use crate::telling::count;

/// The table, its rules, how to answer and how to play: the same for every seat.
static TABLE: LazyLock<Templates> = LazyLock::new(|| Templates::new(texts!["table.jinja"]));

/// What the table is filled in from.
#[derive(Serialize)]
struct Table {
    seats: usize,
    dealt: String,
    turns: u8,
    night_roles: bool,
}

/// The fixed part of a seat's prompts: from what all know and what the seat was dealt.
pub(super) fn fixed(view: &View, seat: SeatId) -> String {
    let dealt = Role::ALL.into_iter().zip(view.dealt).filter(|(_, number)| *number > 0);
    let dealt: Vec<String> = dealt.map(|(role, number)| count(number, role)).collect();
    let table = Table {
        seats: view.seats.len(),
        dealt: dealt.join(", "),
        turns: view.turns,
        night_roles: view.reveal_night_roles,
    };
    let mut out = TABLE.fill("table.jinja", &table).unwrap_or_default();
    out.push_str("\n# The seats\n\n");
    for (at, other) in view.seats.iter().enumerate() {
        number(&mut out, at + 1);
        out.push(' ');
        quote(&mut out, &other.name);
        out.push('\n');
    }
    out.push_str("\n# You\n\nYou are ");
    quote(&mut out, view.name(seat));
    out.push_str(", seat ");
    number(&mut out, usize::from(seat.number()));
    out.push_str(".\nYour temperament, whatever your role: ");
    out.push_str(persona(view.seed_hash, seat));
    out.push('\n');
    if let Some(role) = view.role(seat) {
        own(&mut out, view, seat, role);
    }
    out.push_str("\n# What you have been told\n\n");
    out
}

/// The role that the seat was dealt, its team, and how to play it.
fn own(out: &mut String, view: &View, seat: SeatId, role: Role) {
    out.push_str("Your role: ");
    out.push_str(role.name());
    out.push('.');
    if role == Role::Mafia {
        // The mafia were told all of them at the deal, so no death adds one.
        let mates = view.roles.iter().filter(|known| known.role == Role::Mafia && known.seat != seat);
        let mut mates = mates.map(|known| view.name(known.seat)).peekable();
        if mates.peek().is_none() {
            out.push_str(" You are the only one.");
        } else {
            out.push_str(" Your team: ");
            quote_all(out, mates);
            out.push('.');
        }
    }
    out.push('\n');
    out.push_str(match role {
        Role::Mafia => include_str!("roles/mafia.txt"),
        Role::Doctor => include_str!("roles/doctor.txt"),
        Role::Sheriff => include_str!("roles/sheriff.txt"),
        Role::Villager => include_str!("roles/villager.txt"),
    });
}

fn number(out: &mut String, number: usize) {
    // Formatting into a string cannot fail.
    let _ = write!(out, "{number}");
}
