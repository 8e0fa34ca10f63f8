//! What the game master reads last: who speaks, what stands, what is asked.

use std::collections::BTreeSet;

use crate::view::{Landing, Mood, Notes, Person, Rest, Roll, SceneKind, View};
use engine::{Ask, SeatId};
use serde::Serialize;

use super::context::{
    Fellow, Room, Sheet, Stage, Stake, Table, Tale, by_opinion, by_urgency, character, fellows, seat_name,
    sheet, stage, stake, table, tale, who,
};
use super::fixed::range;
use super::quoted::{Cut, Quoted};
use crate::ask::{Question, What};
use crate::command::CommandName;
use crate::dice;
use crate::limits::{PARTY_MAX, TRAUMA_MAX};
use crate::setting::{Card as Card78, Faction, setting};
use crate::telling::consequence_words;
use kit::plain::Plain;
use kit::words::same;

/// Bytes of the words that are to be answered. They are never cut further.
const SAID: usize = 1_400;

#[derive(Serialize)]
pub(super) struct Now {
    voice: &'static str,
    matter: Matter,
    acting: Option<Sheet>,
    party: Cut<Fellow>,
    story: Option<Tale>,
    scene: Stage,
    people: Cut<Someone>,
    others: Cut<Acquaintance>,
    clocks: Cut<Hand>,
    hidden: Cut<Hand>,
    threads: Cut<Strand>,
    rumours: Cut<Hearsay>,
    factions: Cut<Power>,
    known: Cut<Quoted>,
    costs: Cut<Quoted>,
    threats: Cut<Quoted>,
    seeds: Cut<Quoted>,
    past: Cut<Before>,
    table: Table,
    interrupt: Option<Quoted>,
    fired: Cut<Quoted>,
    card: Option<Card>,
    turned_back: Option<Quoted>,
    steps: Vec<Way>,
    ends: Vec<Way>,
    said: Option<Said>,
}

/// What belongs to the question and to the mood.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Matter {
    Opening { cast: Cut<Cast>, powers: Vec<Line> },
    Framing { hook: Option<Quoted>, number: u32 },
    Scene,
    Endings { stake: Stake, forced: bool, dice: Vec<Die>, count: usize },
    Verdict { stake: Stake, forced: bool, value: u8, tier: &'static str, verdict: &'static str },
    Aftermath { stake: Stake, landing: Landed, landed: bool },
    Downtime { rest: &'static str, hunted: Option<Quoted> },
    Trauma { who: Quoted, what: Quoted, trigger: Quoted, adrenaline: bool, last: bool },
    Bargain { stake: Stake, drained: Quoted, can_retreat: bool },
    Summing { over: bool, stress: i16, coin: i16 },
}

#[derive(Serialize)]
struct Cast {
    name: Quoted,
    pronouns: Quoted,
    archetype: Quoted,
    player: Quoted,
    background: Quoted,
    past: Meaning,
    present: Meaning,
    future: Meaning,
}

#[derive(Serialize)]
struct Meaning {
    card: Quoted,
    means: Option<&'static str>,
}

#[derive(Serialize)]
struct Line {
    name: &'static str,
    line: &'static str,
}

#[derive(Serialize)]
struct Die {
    number: usize,
    value: u8,
    tier: &'static str,
    stress: String,
    heat: String,
    coin: String,
}

#[derive(Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Landed {
    Clean { what: Quoted },
    Costly { what: Quoted, costs: Cut<Quoted>, complications: Cut<Quoted> },
    Setback { what: Quoted, danger: Quoted, escape: Quoted },
    Disaster { what: Quoted, changes: Cut<Quoted> },
}

#[derive(Serialize)]
struct Someone {
    name: Quoted,
    role: Quoted,
    faction: Option<Quoted>,
    disposition: &'static str,
    present: bool,
    voice: Option<Quoted>,
    wants: Cut<Quoted>,
    secrets: Cut<Quoted>,
}

#[derive(Serialize)]
struct Acquaintance {
    name: Quoted,
    role: Option<Quoted>,
    disposition: &'static str,
}

#[derive(Serialize)]
struct Hand {
    name: Quoted,
    kind: &'static str,
    filled: u8,
    segments: u8,
    then: Option<Quoted>,
}

#[derive(Serialize)]
struct Strand {
    hook: Quoted,
    tension: &'static str,
    deadline: Option<Quoted>,
}

#[derive(Serialize)]
struct Hearsay {
    text: Quoted,
    truth: &'static str,
}

#[derive(Serialize)]
struct Power {
    name: Quoted,
    attitude: &'static str,
    goal: Option<Quoted>,
}

#[derive(Serialize)]
struct Before {
    scene: u32,
    title: Quoted,
    summary: Quoted,
}

#[derive(Serialize)]
struct Card {
    name: Quoted,
    scene: Option<&'static str>,
    person: Option<&'static str>,
}

#[derive(Serialize)]
struct Way {
    name: &'static str,
    when: &'static str,
}

#[derive(Serialize)]
struct Said {
    player: Quoted,
    character: Quoted,
    text: Quoted,
}

impl Matter {
    /// The folder of its templates, and the voice that speaks. A scene is put into words by the ledger, in any mood.
    const fn spoken(&self) -> (&'static str, &'static str) {
        match self {
            Matter::Opening { .. } => ("opening/now.jinja", "the game master, before the first scene"),
            Matter::Framing { .. } | Matter::Scene => ("scene/now.jinja", "The Weaver"),
            Matter::Endings { .. } | Matter::Verdict { .. } => ("action/now.jinja", "The Crucible"),
            Matter::Aftermath { .. } => ("aftermath/now.jinja", "The Echo"),
            Matter::Downtime { .. } => ("downtime/now.jinja", "The Tide"),
            Matter::Trauma { .. } => ("trauma/now.jinja", "The Crack"),
            Matter::Bargain { .. } => ("bargain/now.jinja", "The Hungry City"),
            Matter::Summing { .. } => ("between/now.jinja", "the ledger"),
        }
    }
}

/// The template for an ask, and its context.
pub(super) fn now(view: &View, ask: &Ask<Question>, room: Room) -> (&'static str, Now) {
    let notes = view.notes.as_deref().unwrap_or(&NO_NOTES);
    let matter = matter(view, &ask.question.what, room);
    let (template, voice) = matter.spoken();
    let acting = if let Matter::Downtime { .. } = matter {
        None
    } else if let Some(Mood::Trauma { player, .. }) = &view.mood {
        Some(*player)
    } else {
        Some(view.spotlight)
    };
    let (in_play, elsewhere) = people(view);
    // Where a new scene grows from, more of the world matters than in the middle of one.
    let wide = matches!(matter, Matter::Framing { .. } | Matter::Downtime { .. });
    let few = |near, far| if wide { far } else { near };
    let hand = |clock: &crate::view::Clock| Hand {
        name: room.name(&clock.name),
        kind: clock.kind.word(),
        filled: clock.filled,
        segments: clock.segments,
        then: notes
            .consequences
            .iter()
            .find(|(name, _)| *name == clock.name)
            .map(|(_, then)| room.cut(&consequence_words(then), 90)),
    };
    let hands = |clocks, most, bytes| Cut::of(by_urgency(clocks).into_iter().map(hand), most, room.of(bytes));
    let way = |name: &CommandName| Way { name: name.word(), when: name.when() };
    let (steps, ends): (Vec<CommandName>, Vec<CommandName>) =
        ask.question.tools.iter().partition(|name| name.is_step());
    let context = Now {
        voice,
        matter,
        acting: acting.and_then(|seat| sheet(view, seat, room)),
        party: fellows(view, acting, room),
        story: tale(view, room),
        scene: stage(view, true, room),
        people: Cut::of(in_play.iter().map(|person| someone(person, notes, room)), few(2, 3), room.of(1_000)),
        others: Cut::of(
            elsewhere.iter().map(|person| Acquaintance {
                name: room.name(&person.name),
                role: wide.then(|| room.cut(&person.role, 60)),
                disposition: person.disposition.word(),
            }),
            4,
            room.of(460),
        ),
        clocks: hands(&view.clocks, 6, 800),
        hidden: hands(&notes.hidden, 4, 500),
        threads: strands(view, few(2, 3), room),
        rumours: Cut::of(
            view.rumors.iter().rev().map(|rumor| hearsay(rumor, notes, room)),
            few(1, 3),
            room.of(420),
        ),
        factions: Cut::of(
            by_opinion(&view.factions).into_iter().map(|faction| Power {
                name: room.name(&faction.name),
                attitude: faction.attitude.word(),
                goal: notes
                    .goals
                    .iter()
                    .find(|(name, _)| wide && *name == faction.name)
                    .map(|(_, goal)| room.cut(goal, 90)),
            }),
            4,
            room.of(560),
        ),
        known: room.lines(view.known.iter().rev(), few(1, 2)),
        costs: room.lines(notes.costs.iter().rev(), few(2, 3)),
        threats: Cut::of(
            // They are called by their words, which are not cut while there is room.
            notes.threats.iter().rev().map(|threat| Quoted::of(threat, room.of(260))),
            5,
            room.of(600),
        ),
        seeds: room.lines(notes.seeds.iter().rev(), 3),
        past: Cut::of(
            view.past.iter().rev().map(|scene| Before {
                scene: scene.scene,
                title: room.name(&scene.title),
                summary: room.cut(&scene.summary, 160),
            }),
            2,
            room.of(600),
        ),
        table: table(view, room),
        interrupt: notes.interrupt.as_deref().map(|name| room.name(name)),
        fired: room.lines(&notes.fired, 4),
        card: notes.card.as_deref().map(|name| card(name, room)),
        turned_back: notes.turned_back.as_deref().map(|why| Quoted::of(why, room.of(500))),
        steps: steps.iter().map(way).collect(),
        ends: ends.iter().map(way).collect(),
        said: view.said.as_ref().map(|said| Said {
            player: seat_name(view, said.by, room),
            character: who(view, said.by, room),
            text: Quoted::of(&said.text, SAID),
        }),
    };
    (template, context)
}

static NO_NOTES: Notes = Notes {
    hidden: Vec::new(),
    consequences: Vec::new(),
    people: Vec::new(),
    truths: Vec::new(),
    goals: Vec::new(),
    costs: Vec::new(),
    threats: Vec::new(),
    seeds: Vec::new(),
    interrupt: None,
    fired: Vec::new(),
    card: None,
    turned_back: None,
    sealed: Vec::new(),
};

/// What a question is about, as far as the mood says so.
fn matter(view: &View, what: &What, room: Room) -> Matter {
    match (what, &view.mood) {
        (What::Story, _) => Matter::Opening { cast: cast(view, room), powers: powers(room) },
        (What::Scene, mood) => Matter::Framing {
            hook: if let Some(Mood::Scene { hook: Some(hook), .. }) = mood {
                Some(room.line(hook))
            } else {
                None
            },
            number: view.scene.number + 1,
        },
        (What::Sum { stress, coin }, mood) => Matter::Summing {
            over: !matches!(mood, Some(Mood::Scene { .. } | Mood::Aftermath { .. })),
            stress: *stress,
            coin: *coin,
        },
        (What::Endings { position, tiers }, Some(Mood::Action { engaged, forced, .. })) => {
            let pool = character(view, view.spotlight).map_or(&[][..], |it| &it.dice);
            let die = |(at, tier): (usize, &crate::view::Tier)| {
                let [stress, heat] = dice::costs(*tier, *position);
                Die {
                    number: at + 1,
                    value: pool.get(at).copied().unwrap_or(0),
                    tier: tier.word(),
                    stress: range(stress),
                    heat: range(heat),
                    coin: range(dice::coin(*tier, *position)),
                }
            };
            Matter::Endings {
                stake: stake(engaged, room),
                forced: *forced,
                dice: tiers.iter().enumerate().map(die).collect(),
                count: tiers.len(),
            }
        }
        (What::Verdict(verdict), Some(Mood::Action { engaged, forced, roll: Roll::Spent(spent) })) => {
            Matter::Verdict {
                stake: stake(engaged, room),
                forced: *forced,
                value: spent.value,
                tier: spent.tier.word(),
                verdict: verdict.word(),
            }
        }
        (What::Turn, Some(Mood::Aftermath { landing, from, .. })) => {
            // Whoever spoke last says whether it has been told.
            let landed = view.scene.beats.last().is_some_and(|beat| beat.by != view.gm);
            Matter::Aftermath { stake: stake(from, room), landing: self::landed(landing, room), landed }
        }
        (What::Time, Some(Mood::Downtime { rest, .. })) => Matter::Downtime {
            rest: match rest {
                Rest::Recovery => "recovery",
                Rest::Project => "project",
                Rest::Entanglement { .. } => "entanglement",
            },
            hunted: match rest {
                Rest::Entanglement { hunted } => Some(room.name(hunted)),
                Rest::Recovery | Rest::Project => None,
            },
        },
        (What::Scar, Some(Mood::Trauma { player, what, trigger, adrenaline })) => {
            let had = character(view, *player).map_or(0, |it| it.trauma.len());
            Matter::Trauma {
                who: who(view, *player, room),
                what: room.line(what),
                trigger: room.line(trigger),
                adrenaline: *adrenaline,
                last: had + 1 >= TRAUMA_MAX,
            }
        }
        (What::Deals, Some(Mood::Bargain { drained, can_retreat, back_to, .. })) => Matter::Bargain {
            stake: stake(back_to, room),
            drained: room.line(drained),
            can_retreat: *can_retreat,
        },
        (
            What::Turn
            | What::Endings { .. }
            | What::Verdict(_)
            | What::Deals
            | What::Scar
            | What::Time
            | What::Character
            | What::Failed
            | What::Act { .. }
            | What::Die { .. }
            | What::Deal { .. }
            | What::WayOut
            | What::Next
            | What::Day { .. },
            _,
        ) => Matter::Scene,
    }
}

fn landed(landing: &Landing, room: Room) -> Landed {
    match landing {
        Landing::Clean { achieved } => Landed::Clean { what: room.line(achieved) },
        Landing::Costly { achieved, costs, complications } => Landed::Costly {
            what: room.line(achieved),
            costs: room.lines(costs, 3),
            complications: room.lines(complications, 3),
        },
        Landing::Setback { what, danger, escape } => {
            Landed::Setback { what: room.line(what), danger: room.line(danger), escape: room.line(escape) }
        }
        Landing::Disaster { what, world_changes } => {
            Landed::Disaster { what: room.line(what), changes: room.lines(world_changes, 3) }
        }
    }
}

fn cast(view: &View, room: Room) -> Cut<Cast> {
    let one = |seat| {
        let it = character(view, seat)?;
        let meaning = |name: &String, means: fn(&'static Card78) -> &'static str| {
            let card = setting().deck.cards.iter().find(|card| card.name == *name);
            Meaning { card: room.name(name), means: card.map(means).filter(|_| room.is_ample()) }
        };
        let [past, present, future] = &it.cards;
        Some(Cast {
            name: room.name(&it.name),
            pronouns: room.cut(&it.pronouns, 60),
            archetype: room.name(&it.archetype),
            player: seat_name(view, seat, room),
            background: room.line(&it.background),
            past: meaning(past, |card| &card.past),
            present: meaning(present, |card| &card.present),
            future: meaning(future, |card| &card.future),
        })
    };
    Cut::of((0..view.party.len()).map(SeatId::at).filter_map(one), PARTY_MAX, room.of(8_000))
}

/// The city's factions, a line each, where there is room for them.
fn powers(room: Room) -> Vec<Line> {
    let first_sentence = |text: &'static str| text.find(". ").map_or(text, |end| &text[..=end]);
    let line = |faction: &'static Faction| Line { name: &faction.name, line: first_sentence(&faction.about) };
    setting().factions.iter().filter(|_| room.is_ample()).map(line).collect()
}

/// The people who matter now, and the others: those who are here, and those of whom somebody speaks. The newest come
/// first.
fn people(view: &View) -> (Vec<&Person>, Vec<&Person>) {
    let mut spoken: Vec<&str> = Vec::new();
    spoken.extend(view.said.as_ref().map(|said| said.text.as_str()));
    spoken.extend(view.narration.as_deref());
    match &view.scene.kind {
        SceneKind::Encounter { source, .. } => spoken.push(source),
        SceneKind::Opportunity { offered_by, nature, .. } => {
            spoken.extend(offered_by.as_deref());
            spoken.push(nature);
        }
        SceneKind::Discovery { what, .. } => spoken.push(what),
        SceneKind::Open => {}
    }
    if let Some(Mood::Scene { hook: Some(hook), .. }) = &view.mood {
        spoken.push(hook);
    }
    let spoken = Plain::split(&spoken.join(" "));
    let spoken: BTreeSet<&str> = spoken.words().collect();
    // A short word, such as a title, is nobody's name.
    let named = |person: &Person| {
        Plain::split(&person.name).words().any(|word| word.len() > 3 && spoken.contains(word))
    };
    let mut all: Vec<&Person> = view.people.iter().rev().collect();
    all.sort_by_key(|person| !person.present);
    all.into_iter().partition(|person| person.present || named(person))
}

fn someone(person: &Person, notes: &Notes, room: Room) -> Someone {
    let portrait = notes.people.iter().find(|portrait| same(&portrait.name, &person.name));
    let words = |words: &[String]| Cut::of(words.iter().map(|it| room.cut(it, 90)), 1, room.of(100));
    Someone {
        name: room.name(&person.name),
        role: room.cut(&person.role, 60),
        faction: person.faction.as_deref().map(|name| room.name(name)),
        disposition: person.disposition.word(),
        present: person.present,
        voice: portrait.map(|it| room.cut(&it.voice, 64)),
        wants: words(portrait.map_or(&[], |it| &it.wants)),
        secrets: words(portrait.map_or(&[], |it| &it.secrets)),
    }
}

fn hearsay(rumor: &crate::view::Rumor, notes: &Notes, room: Room) -> Hearsay {
    let truth = notes.truths.iter().find(|(text, _)| *text == rumor.text);
    Hearsay { text: room.line(&rumor.text), truth: truth.map_or("unknown", |(_, truth)| truth.word()) }
}

/// The threads, those that press most first, and the newest of them.
fn strands(view: &View, most: usize, room: Room) -> Cut<Strand> {
    let mut threads: Vec<&crate::view::Thread> = view.threads.iter().rev().collect();
    threads.sort_by_key(|thread| std::cmp::Reverse(thread.tension));
    let strand = |thread: &crate::view::Thread| Strand {
        hook: room.line(&thread.hook),
        tension: thread.tension.word(),
        deadline: thread.deadline.as_deref().map(|name| room.name(name)),
    };
    Cut::of(threads.into_iter().map(strand), most, room.of(420))
}

fn card(name: &str, room: Room) -> Card {
    let known = setting().deck.cards.iter().find(|card| card.name == name);
    Card {
        name: room.name(name),
        scene: known.map(|card| card.scene.trim_end_matches('.')),
        person: known.map(|card| card.person.trim_end_matches('.')),
    }
}
