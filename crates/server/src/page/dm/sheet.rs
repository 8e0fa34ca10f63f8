//! The characters of the party: their figures, their dice, what they carry and what it has made of them.

use engine::{SeatId, Viewer};
use protocol::dm::{Character, Precarity, View};

use super::draw;
use crate::page::face::Seen;
use crate::page::html::{El, Html, el};

/// Stress at which somebody breaks, heat at which the law comes, and the most warrants and dice: what the boxes go to.
const STRESS: u8 = 9;
const HEAT: u8 = 10;
const WANTED: u8 = 4;
const DICE: usize = 6;

/// The party, the viewer's own character first.
pub(super) fn party(seen: Seen<'_>, view: &View) -> El {
    let own = |seat: SeatId| seen.viewer == Viewer::Seat(seat);
    let mut seats: Vec<SeatId> = (0..view.party.len()).map(SeatId::at).collect();
    seats.sort_by_key(|seat| !own(*seat));
    let alone = seats.len() == 1;
    let sheets = seats.into_iter().map(|seat| match view.party.get(seat.index()) {
        Some(Some(character)) => {
            let open = alone || own(seat) || (view.spotlight == seat && !is_player(seen, view));
            sheet(seen, view, seat, character, open)
        }
        _ if own(seat) => el("p").class("character quiet").text("You have no character yet."),
        _ => el("p").class("character quiet").text(format!("{} has no character yet.", seen.name(seat))),
    });
    el("section")
        .class("panel party")
        .attr("aria-label", "The crew")
        .add(el("h2").text("Crew"))
        .add_all(sheets)
}

/// Does the viewer play a character?
fn is_player(seen: Seen<'_>, view: &View) -> bool {
    matches!(seen.viewer, Viewer::Seat(seat) if seat != view.gm)
}

fn sheet(seen: Seen<'_>, view: &View, seat: SeatId, it: &Character, open: bool) -> El {
    let in_play = view.mood.is_some();
    let tags = [
        seen.guest(seat).map(str::to_owned),
        (seen.viewer == Viewer::Seat(seat)).then(|| "you".to_owned()),
        (in_play && view.spotlight == seat && view.outcome.is_none()).then(|| "is up".to_owned()),
        seen.away(seat).map(str::to_owned),
        it.recovering.then(|| "recovering".to_owned()),
        it.hunted.then(|| "hunted".to_owned()),
        it.retired.then(|| "retired".to_owned()),
    ];
    let tags = tags.into_iter().flatten().map(|tag| el("span").class("tag").text(tag));
    let name = el("span")
        .class("who")
        .add(el("b").text(&it.name))
        .text(format!(" {} ", it.archetype))
        .add_all(tags)
        .add(el("span").class("brief").text(format!(
            "stress {}/{STRESS} · heat {}/{HEAT} · dice {}",
            it.stress,
            it.heat,
            it.dice.len()
        )));
    let count = format!("{} of {DICE}", it.dice.len());
    let pool = el("div")
        .class("gauge")
        .add(el("span").class("gauge-name").text("Dice"))
        .add(draw::dice(&it.dice))
        .add(el("span").class("figure-of").text(count));
    let trauma = match it.trauma.as_slice() {
        [] => "none".to_owned(),
        scars => scars.join(", "),
    };
    let line = |name: &'static str, words: String| {
        el("div")
            .class("gauge")
            .add(el("span").class("gauge-name").text(name))
            .add(el("span").class("rest").text(words))
    };
    let has = (!it.assets.is_empty()).then(|| line("Has", it.assets.join(", ")));
    let seat_name = seen.name(seat);
    el("details")
        .class("character")
        .id(format!("sheet-{}", seat.number()))
        .attr("data-seat", seat.number().to_string())
        .flag("open", open)
        .add(el("summary").add(name))
        .add(draw::gauge("Stress", it.stress, STRESS, "breaks at 9"))
        .add(draw::gauge("Heat", it.heat, HEAT, ""))
        .add(draw::gauge("Wanted", it.wanted, WANTED, ""))
        .add(line("Coin", it.coin.to_string()))
        .add(line("Trauma", trauma))
        .add(has)
        .add(pool)
        .add(precarity(it))
        .add(el("p").class("quiet past").text(format!(
            "{} ({}), played by {seat_name}. {} Cards: {}.",
            it.name,
            it.pronouns,
            sentence(&it.background),
            it.cards.join(", ")
        )))
}

/// How close the walls are, with a sign where they are close.
fn precarity(it: &Character) -> El {
    let level = it.precarity();
    let sign = match level {
        Precarity::Strength | Precarity::Room => "",
        Precarity::Walls => "⚠ ",
        Precarity::Thread => "⚠⚠ ",
    };
    let rank = Precarity::ALL.iter().position(|known| *known == level).unwrap_or_default();
    el("p")
        .class("precarity")
        .attr("data-level", rank.to_string())
        .add(el("span").attr("aria-hidden", "true").text(sign))
        .text(format!("{} ({})", capital(level.word()), it.points()))
}

pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words with a full stop.
pub(super) fn sentence(words: &str) -> String {
    let words = capital(words.trim());
    if words.is_empty() || words.ends_with(['.', '!', '?', '…']) { words } else { format!("{words}.") }
}

/// What a viewer has before anything is made: nobody has a character, and what the table keeps out of the story.
pub(super) fn agreed(view: &View) -> Option<Html> {
    let list = |title: &str, words: &[String]| {
        (!words.is_empty()).then(|| el("p").add(el("b").text(title)).text(format!(" {}", words.join(", "))))
    };
    if view.lines.is_empty() && view.veils.is_empty() {
        return None;
    }
    let both = [list("Never told at this table:", &view.lines), list("Told only from afar:", &view.veils)];
    Some(Html::all(both.into_iter().flatten()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(stress: u8, heat: u8) -> Character {
        Character {
            name: "Ada".to_owned(),
            pronouns: "she".to_owned(),
            archetype: "Whisper".to_owned(),
            background: "docks".to_owned(),
            cards: [String::new(), String::new(), String::new()],
            stress,
            coin: 2,
            heat,
            wanted: 0,
            trauma: Vec::new(),
            recovering: false,
            hunted: false,
            dice: vec![6, 1],
            assets: Vec::new(),
            retired: false,
        }
    }

    #[test]
    fn b10_precarity_is_named_at_each_of_its_boundaries() {
        for (points, words, sign) in [
            (4, "Operating from strength (4)", ""),
            (5, "Room to manoeuvre (5)", ""),
            (9, "Room to manoeuvre (9)", ""),
            (10, "Walls closing in (10)", "⚠"),
            (14, "Walls closing in (14)", "⚠"),
            (15, "Hanging by a thread (15)", "⚠⚠"),
        ] {
            let heat = u8::min(points, 10);
            let html: Html = precarity(&character(points - heat, heat)).into();
            assert!(html.as_str().contains(words), "{points}: {}", html.as_str());
            assert_eq!(html.as_str().matches('⚠').count(), sign.chars().count(), "{points}");
        }
    }
}
