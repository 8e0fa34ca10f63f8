//! What stands first in every prompt of a seat, the same each time: the rules, the voices, the city, the seats.
//!
//! It may hold only what never changes once a seat has been asked for the first time. Characters, lines and the story
//! are made in play, so they are not here.

use crate::view::{Position, Tier, View};
use engine::{Command as _, SeatId, Tool};
use serde_json::{Value, json};

use super::quoted::Quoted;
use super::templates;
use crate::command::{Command, CommandName};
use crate::dice::{self, range};
use crate::limits;
use crate::scope::Scope;
use crate::setting::setting;

/// The fixed part of a seat's prompts.
pub(super) fn fixed(view: &View, seat: SeatId) -> String {
    let template = if seat == view.gm { "gm.jinja" } else { "player.jinja" };
    let mut text = templates::fill(template, &context(view, seat)).unwrap_or_default();
    // The record follows.
    text.push('\n');
    text
}

/// Every tool of the game master in words, for one that is asked by a schema; a player's ways are named as they come up.
pub(super) fn tools(view: &View, seat: SeatId) -> String {
    let of_gm = seat == view.gm;
    let text = of_gm.then(|| templates::fill("tools.jinja", &context(view, seat))).flatten();
    // The rest follows.
    text.map_or_else(String::new, |text| text + "\n")
}

/// What it is filled in from.
pub fn context(view: &View, seat: SeatId) -> Value {
    let city = &setting().city;
    let chair = |seat: SeatId| {
        let name = view.seats.get(seat.index()).map_or("nobody", |seat| &seat.name);
        json!({ "number": seat, "name": Quoted::name(name) })
    };
    let fields = |tool: &Tool| tool.fields.iter().map(|field| &*field.name).collect::<Vec<&str>>().join(", ");
    let tool = |tool: &Tool| json!({ "name": tool.name, "about": tool.about, "fields": fields(tool) });
    let of_gm: Vec<CommandName> = CommandName::ALL.iter().copied().filter(|name| name.is_of_gm()).collect();
    // The story is proposed once: what comes after it reads nothing of that.
    let is_end = |name: &CommandName| !name.is_step() && *name != CommandName::OpenStory;
    let ends: Vec<CommandName> = of_gm.iter().copied().filter(is_end).collect();
    let district = |it: &crate::setting::District| json!({ "name": it.name, "line": it.line });
    json!({
        "limits": {
            "steps": limits::STEPS_MAX,
            "stress": limits::STRESS_MAX,
            "heat": limits::HEAT_MAX,
            "wanted": limits::WANTED_MAX,
            "hunted": limits::HUNTED_AT,
            "pool": limits::POOL_MAX,
            "scars_word": ordinal(limits::TRAUMA_MAX),
            "days": limits::DAYS,
            "recover_dice": limits::RECOVER_DICE,
        },
        "costs": DICE.iter().map(|(die, tier, position)| row(die, *tier, *position)).collect::<Vec<Value>>(),
        "city": {
            "name": city.name,
            "about": city.about.trim(),
            "strange": city.strange.trim(),
            "watch": city.watch,
            "watch_line": city.watch_line.trim(),
            "districts": city.district.iter().map(district).collect::<Vec<Value>>(),
        },
        "tools": Command::tools(&of_gm, seat, &Scope::default()).iter().map(tool).collect::<Vec<Value>>(),
        "ends": Command::listed(&ends),
        "seats": (0..view.seats.len()).map(SeatId::at).map(chair).collect::<Vec<Value>>(),
        "gm": chair(view.gm),
        "me": chair(seat),
    })
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

/// What a die is worth, and what it may cost.
fn row(die: &str, tier: Tier, position: Position) -> Value {
    let [stress, heat] = dice::costs(tier, position);
    json!({
        "die": die,
        "tier": tier,
        "stress": range(stress),
        "heat": range(heat),
        "coin": range(dice::coin(tier, position)),
        "verdict": dice::verdict(tier),
    })
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
