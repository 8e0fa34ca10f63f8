//! A made-up room: what lies in it, drawn from the seed alone, so that it is the same each time it is looked at.

use std::collections::BTreeSet;

use engine::{Dice, DiceBox, Purpose, Seed};
use kit::deck::{lot, session};
use kit::plain::lists;
use kit::plural::plural;

use super::things;
use crate::heard::key;
use crate::state::State;

lists! { "room.txt":
    /// Things that nobody's list knows.
    ODD
    /// The kinds whose things can be counted, nearly all of them.
    COUNTED
    /// What is said before a name.
    BEFORE
}

/// The fewest things, and how many more there may be.
const FEWEST: u32 = 8;
const MORE: u32 = 18;

/// The things in the room that were not named yet, as the person calls them, in the order in which they come to mind.
pub(super) fn unnamed(view: &State) -> Vec<String> {
    let seed = lot(session(&view.seed_hash), "room", 0);
    let mut dice = DiceBox::new(Seed(seed), "a made-up room").rules(0, Purpose { code: 1, name: "room" });
    let size = FEWEST + dice.below(MORE);
    let items = view.items.iter().map(|item| &item.name);
    let mut named: BTreeSet<String> = items.chain(&view.anchors).map(|name| key(name)).collect();
    (0..size).map(|_| thing(&mut dice)).filter(|name| named.insert(key(name))).collect()
}

fn thing(dice: &mut Dice) -> String {
    if dice.chance(1, 12) {
        return dice.pick(&ODD).map_or_else(String::new, |name| format!("a {name}"));
    }
    let Some(thing) = dice.pick(things::all()) else { return "an old box".to_owned() };
    let name = thing.name.as_str();
    // What is already said with a plural, a possessive or a condition is left as it is.
    let is_plain = !name.ends_with('s') && !name.contains(['\'', '-']) && !name.contains(" that ");
    let counts = is_plain && COUNTED.contains(&thing.kind.as_str());
    match dice.below(10) {
        0 if counts => format!("two {}", plural(name)),
        1 if counts => format!("three {}", plural(name)),
        2 if counts => format!("some {}", plural(name)),
        3 if counts => {
            let before = dice.pick(&BEFORE).copied().unwrap_or("old");
            if before == "my" { format!("my {name}") } else { format!("{} {before} {name}", article(before)) }
        }
        4 | 5 if thing.kind == "keepsakes" && is_plain => format!("grandma's {name}"),
        4 | 5 if counts => format!("{} {name}", article(name)),
        _ => name.to_owned(),
    }
}

fn article(next: &str) -> &'static str {
    if next.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
