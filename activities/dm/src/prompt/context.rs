//! What a template may see of a view: quoted, and cut to what there is room for.
//!
//! These are the parts that both the game master and players may know; `gm.rs` and `player.rs` put them together.

use std::cmp::Reverse;

use crate::view::{Character, ClockKind, Engaged, Faction, ProgressClock, SceneKind, View};
use engine::SeatId;
use serde_json::{Value, json};

use super::quoted::{Cut, Quoted};
use crate::limits::{ASSETS_MAX, LINE_CHARS_MAX};

/// How much room there is: each step halves what may be said about anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(pub(super) u32);

impl Room {
    /// So many bytes where there is room, and less where there is not.
    pub(super) const fn of(self, bytes: usize) -> usize {
        bytes >> self.0
    }

    /// A name, which is cut only where there is hardly any room left.
    pub(super) fn name(self, name: &str) -> Quoted {
        if self.0 < 3 { Quoted::name(name) } else { Quoted::of(name, 64) }
    }

    /// A name, if there is one.
    pub(super) fn some_name(self, name: Option<&String>) -> Option<Quoted> {
        name.map(|name| self.name(name))
    }

    /// Is there room for what one could do without?
    pub(super) const fn is_ample(self) -> bool {
        self.0 == 0
    }

    /// A line of others' words, which the text around it ends.
    pub(super) fn line(self, text: &str) -> Quoted {
        self.cut(text, LINE)
    }

    /// A line of others' words, of so many bytes where there is room.
    pub(super) fn cut(self, text: &str, bytes: usize) -> Quoted {
        Quoted::of(text.trim().trim_end_matches('.'), self.of(bytes))
    }

    /// As many lines as there is room for.
    pub(super) fn lines<'a>(self, lines: impl IntoIterator<Item = &'a String>, most: usize) -> Cut<Quoted> {
        Cut::of(lines.into_iter().map(|line| self.line(line)), most, self.of(LINES))
    }
}

/// Bytes of one line, which is shown as long as a form lets it be (D20), and of a list of lines.
const LINE: usize = 4 * LINE_CHARS_MAX;
const LINES: usize = 3 * LINE;

/// What is shown of any character.
fn known(view: &View, seat: SeatId, it: &Character, room: Room) -> Value {
    let scars = it.trauma.iter().map(|scar| room.name(scar));
    json!({
        "name": room.name(&it.name),
        "pronouns": room.name(&it.pronouns),
        "archetype": room.name(&it.archetype),
        "player": seat_name(view, seat, room),
        "stress": it.stress,
        "heat": it.heat,
        "coin": it.coin,
        "hunted": it.hunted,
        "recovering": it.recovering,
        "scars": Cut::of(scars, 4, room.of(700)),
    })
}

/// The sheet of a character.
pub(super) fn sheet(view: &View, seat: SeatId, room: Room) -> Option<Value> {
    let it = view.character(seat)?;
    let assets = it.assets.iter().rev().map(|asset| room.line(asset));
    let pool: Vec<String> = it.dice.iter().map(u8::to_string).collect();
    let mut sheet = known(view, seat, it, room);
    sheet["wanted"] = it.wanted.into();
    sheet["pool"] = if pool.is_empty() { "empty".into() } else { pool.join(" ").into() };
    sheet["assets"] = json!(Cut::of(assets, ASSETS_MAX, room.of(1_600)));
    sheet["skills"] = json!(Cut::of(it.skills().map(|skill| room.name(skill)), 3, room.of(300)));
    sheet["points"] = it.points().into();
    sheet["level"] = it.precarity().word().into();
    Some(sheet)
}

/// Those of the party who still play, but for one.
pub(super) fn fellows(view: &View, besides: Option<SeatId>, room: Room) -> Cut<Value> {
    let others = (0..view.party.len()).map(SeatId::at).filter(|seat| Some(*seat) != besides);
    let fellow = |seat: SeatId| {
        let it = view.character(seat).filter(|it| !it.retired)?;
        let mut fellow = known(view, seat, it, room);
        fellow["dice"] = it.dice.len().into();
        Some(fellow)
    };
    Cut::of(others.filter_map(fellow), 6, room.of(1_200))
}

pub(super) fn seat_name(view: &View, seat: SeatId, room: Room) -> Quoted {
    room.name(view.seats.get(seat.index()).map_or("nobody", |seat| &seat.name))
}

/// The name of a seat's character, or of the seat.
pub(super) fn who(view: &View, seat: SeatId, room: Room) -> Quoted {
    view.character(seat).map_or_else(|| seat_name(view, seat, room), |it| room.name(&it.name))
}

pub(super) fn story(view: &View, room: Room) -> Option<Value> {
    let story = view.story.as_ref()?;
    Some(json!({ "title": room.name(&story.title), "stakes": room.line(&story.stakes) }))
}

/// The scene, where it is, and how it feels. What is wrong with it, and what it may mean, is for the game master to bring
/// out.
pub(super) fn scene(view: &View, is_gm: bool, room: Room) -> Value {
    let scene = &view.scene;
    let place = view.places.iter().find(|place| place.name == scene.place);
    let kind = match &scene.kind {
        SceneKind::Encounter { source, urgency, escapable } => json!({
            "is": "encounter", "source": room.line(source), "urgency": urgency, "escapable": escapable,
        }),
        SceneKind::Opportunity { offered_by, nature, catch } => json!({
            "is": "opportunity",
            "offered_by": room.some_name(offered_by.as_ref()),
            "nature": room.line(nature),
            "catch": is_gm.then(|| room.line(catch)),
        }),
        SceneKind::Discovery { what, implications } => {
            let implications = if is_gm { implications.as_slice() } else { &[] };
            json!({ "is": "discovery", "what": room.line(what), "implications": room.lines(implications, 3) })
        }
        SceneKind::Open => json!({ "is": "open" }),
    };
    json!({
        "number": scene.number,
        "title": room.name(&scene.title),
        "kind": kind,
        "place": room.name(&scene.place),
        "about": place.map(|place| room.line(&place.about)),
        "atmosphere": room.line(&view.style.atmosphere),
        "pressure": view.style.pressure,
        "class": view.style.class,
    })
}

/// An action.
pub(super) fn stake(engaged: &Engaged, room: Room) -> Value {
    json!({
        "position": engaged.stand.position(),
        "effect": engaged.effect,
        "domain": engaged.domain,
        "gain": room.line(engaged.stand.gain()),
        "danger": room.line(engaged.stand.danger()),
        "clock": room.some_name(engaged.clock.as_ref()),
        "against": room.some_name(engaged.against.as_ref()),
    })
}

/// The clocks, those that matter most first: threats before others, and the fullest before the rest.
pub(super) fn by_urgency(clocks: &[ProgressClock]) -> Vec<&ProgressClock> {
    let mut clocks: Vec<&ProgressClock> = clocks.iter().collect();
    let left = |clock: &ProgressClock| clock.segments.saturating_sub(clock.filled);
    clocks.sort_by_key(|clock| (clock.kind != ClockKind::Threat, left(clock)));
    clocks
}

/// The factions, those with the strongest opinions first.
pub(super) fn by_opinion(factions: &[Faction]) -> Vec<&Faction> {
    let mut factions: Vec<&Faction> = factions.iter().collect();
    factions.sort_by_key(|faction| Reverse((faction.attitude as i32 - 3).abs()));
    factions
}

/// What the table keeps out of the story.
pub(super) fn table(view: &View, room: Room) -> Value {
    // These are kept even where there is little room.
    let words =
        |words: &[String]| Cut::of(words.iter().map(|word| Quoted::of(word, room.of(120))), 24, room.of(700));
    json!({ "lines": words(&view.lines), "veils": words(&view.veils) })
}
