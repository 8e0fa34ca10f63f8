//! What a template may see of a view: typed, quoted, and cut to what there is room for.
//!
//! These are the parts that both the game master and players may know; `gm.rs` and `player.rs` put them together.

use std::cmp::Reverse;

use crate::view::{Character, Clock, ClockKind, Engaged, Faction, SceneKind, Stand, View};
use engine::SeatId;
use serde::Serialize;

use super::quoted::{Cut, Quoted};

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

/// Bytes of one line, and of a list of lines.
const LINE: usize = 130;
const LINES: usize = 340;

/// The sheet of a character.
#[derive(Serialize)]
pub(super) struct Sheet {
    name: Quoted,
    pronouns: Quoted,
    archetype: Quoted,
    player: Quoted,
    stress: u8,
    heat: u8,
    wanted: u8,
    coin: u8,
    scars: Cut<Quoted>,
    recovering: bool,
    hunted: bool,
    pool: String,
    assets: Cut<Quoted>,
    points: u32,
    level: &'static str,
}

pub(super) fn sheet(view: &View, seat: SeatId, room: Room) -> Option<Sheet> {
    let it = character(view, seat)?;
    Some(Sheet {
        name: room.name(&it.name),
        pronouns: Quoted::of(&it.pronouns, room.of(60)),
        archetype: room.name(&it.archetype),
        player: seat_name(view, seat, room),
        stress: it.stress,
        heat: it.heat,
        wanted: it.wanted,
        coin: it.coin,
        scars: Cut::of(it.trauma.iter().map(|scar| Quoted::of(scar, room.of(60))), 4, room.of(200)),
        recovering: it.recovering,
        hunted: it.hunted,
        pool: pool(&it.dice),
        assets: Cut::of(it.assets.iter().rev().map(|asset| Quoted::of(asset, room.of(80))), 3, room.of(200)),
        points: it.points(),
        level: it.precarity().word(),
    })
}

fn pool(dice: &[u8]) -> String {
    let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
    if dice.is_empty() { "empty".to_owned() } else { dice.join(" ") }
}

/// A character besides the one that matters most.
#[derive(Serialize)]
pub(super) struct Fellow {
    name: Quoted,
    pronouns: Quoted,
    archetype: Quoted,
    player: Quoted,
    stress: u8,
    heat: u8,
    coin: u8,
    dice: usize,
    hunted: bool,
    recovering: bool,
}

/// Those of the party who still play, but for one.
pub(super) fn fellows(view: &View, besides: Option<SeatId>, room: Room) -> Cut<Fellow> {
    let others = (0..view.party.len()).map(SeatId::at).filter(|seat| Some(*seat) != besides);
    let fellow = |seat: SeatId| {
        let it = character(view, seat).filter(|it| !it.retired)?;
        Some(Fellow {
            name: room.name(&it.name),
            pronouns: Quoted::of(&it.pronouns, room.of(60)),
            archetype: room.name(&it.archetype),
            player: seat_name(view, seat, room),
            stress: it.stress,
            heat: it.heat,
            coin: it.coin,
            dice: it.dice.len(),
            hunted: it.hunted,
            recovering: it.recovering,
        })
    };
    Cut::of(others.filter_map(fellow), 6, room.of(1_200))
}

pub(super) fn character(view: &View, seat: SeatId) -> Option<&Character> {
    view.party.get(seat.index())?.as_ref()
}

pub(super) fn seat_name(view: &View, seat: SeatId, room: Room) -> Quoted {
    room.name(view.seats.get(seat.index()).map_or("nobody", |seat| &seat.name))
}

/// The name of a seat's character, or of the seat.
pub(super) fn who(view: &View, seat: SeatId, room: Room) -> Quoted {
    character(view, seat).map_or_else(|| seat_name(view, seat, room), |it| room.name(&it.name))
}

#[derive(Serialize)]
pub(super) struct Tale {
    title: Quoted,
    stakes: Quoted,
}

pub(super) fn tale(view: &View, room: Room) -> Option<Tale> {
    let story = view.story.as_ref()?;
    Some(Tale { title: room.name(&story.title), stakes: room.line(&story.stakes) })
}

/// The scene, where it is, and how it feels.
#[derive(Serialize)]
pub(super) struct Stage {
    number: u32,
    title: Quoted,
    kind: Kind,
    place: Quoted,
    about: Option<Quoted>,
    atmosphere: Quoted,
    pressure: &'static str,
    class: &'static str,
}

#[derive(Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Kind {
    Encounter { source: Quoted, urgency: &'static str, escapable: bool },
    Opportunity { offered_by: Option<Quoted>, nature: Quoted, catch: Option<Quoted> },
    Discovery { what: Quoted, implications: Cut<Quoted> },
    Open,
}

/// The scene. What is wrong with it, and what it may mean, is for the game master to bring out.
pub(super) fn stage(view: &View, is_gm: bool, room: Room) -> Stage {
    let scene = &view.scene;
    let place = view.places.iter().find(|place| place.name == scene.place);
    Stage {
        number: scene.number,
        title: room.name(&scene.title),
        kind: match &scene.kind {
            SceneKind::Encounter { source, urgency, escapable } => {
                Kind::Encounter { source: room.line(source), urgency: urgency.word(), escapable: *escapable }
            }
            SceneKind::Opportunity { offered_by, nature, catch } => Kind::Opportunity {
                offered_by: offered_by.as_deref().map(|name| room.name(name)),
                nature: room.line(nature),
                catch: is_gm.then(|| room.line(catch)),
            },
            SceneKind::Discovery { what, implications } => {
                let implications = if is_gm { implications.as_slice() } else { &[] };
                Kind::Discovery { what: room.line(what), implications: room.lines(implications, 3) }
            }
            SceneKind::Open => Kind::Open,
        },
        place: room.name(&scene.place),
        about: place.map(|place| room.cut(&place.about, 110)),
        atmosphere: Quoted::of(&view.style.atmosphere, room.of(100)),
        pressure: view.style.pressure.word(),
        class: view.style.class.word(),
    }
}

/// An action.
#[derive(Serialize)]
pub(super) struct Stake {
    position: &'static str,
    effect: &'static str,
    domain: Option<&'static str>,
    gain: Quoted,
    danger: Quoted,
}

pub(super) fn stake(engaged: &Engaged, room: Room) -> Stake {
    let (gain, danger) = match &engaged.stand {
        Stand::Controlled { advantage, risk } => (advantage, risk),
        Stand::Risky { threat, opportunity } => (opportunity, threat),
        Stand::Desperate { why, stakes } => (why, stakes),
    };
    Stake {
        position: engaged.stand.position().word(),
        effect: engaged.effect.word(),
        domain: engaged.domain.map(|domain| domain.word()),
        gain: room.line(gain),
        danger: room.line(danger),
    }
}

/// The clocks, those that matter most first: threats before others, and the fullest before the rest.
pub(super) fn by_urgency(clocks: &[Clock]) -> Vec<&Clock> {
    let mut clocks: Vec<&Clock> = clocks.iter().collect();
    let left = |clock: &Clock| clock.segments.saturating_sub(clock.filled);
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
#[derive(Serialize)]
pub(super) struct Table {
    lines: Cut<Quoted>,
    veils: Cut<Quoted>,
}

pub(super) fn table(view: &View, room: Room) -> Table {
    // These are kept even where there is little room.
    let words =
        |words: &[String]| Cut::of(words.iter().map(|word| Quoted::of(word, room.of(120))), 24, room.of(700));
    Table { lines: words(&view.lines), veils: words(&view.veils) }
}
