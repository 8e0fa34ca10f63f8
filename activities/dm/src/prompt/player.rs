//! What a player's model reads last: its own character, the scene, what is offered and what is asked. It is made of
//! what all know; the game master's notes have no place in it.

use crate::view::{Mood, Offer, Pause, Roll, View};
use engine::{Ask, Choice, Field, FieldKind};
use serde::Serialize;

use super::context::{
    Fellow, Room, Sheet, Stage, Stake, Table, Tale, by_opinion, by_urgency, character, fellows, sheet, stage,
    stake, table, tale,
};
use super::quoted::{Cut, Quoted};
use crate::ask::{self, Question, What};
use crate::command::CommandName;

#[derive(Serialize)]
pub(super) struct Now {
    matter: Matter,
    own: Option<Sheet>,
    background: Option<Quoted>,
    cards: Option<Cards>,
    party: Cut<Fellow>,
    story: Option<Tale>,
    scene: Option<Stage>,
    people: Cut<Someone>,
    clocks: Cut<Hand>,
    factions: Cut<Power>,
    table: Table,
    ways: Vec<Way>,
}

/// What belongs to the question.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Matter {
    Character { taken: Cut<Quoted> },
    Failed,
    Act { question: Option<Quoted>, only: bool, echo: bool },
    Die { stake: Stake, situation: Quoted },
    Deal { stake: Stake, drained: Quoted },
    WayOut { kind: &'static str, text: Quoted },
    Next,
    Day { left: u8 },
}

impl Matter {
    const fn template(&self) -> &'static str {
        match self {
            Matter::Character { .. } => "creation/player.jinja",
            Matter::Failed => "opening/player.jinja",
            Matter::Act { echo: false, .. } => "scene/player.jinja",
            Matter::Act { echo: true, .. } => "aftermath/player.jinja",
            Matter::Die { .. } => "action/player.jinja",
            Matter::Deal { .. } => "bargain/player.jinja",
            Matter::WayOut { .. } | Matter::Next => "between/player.jinja",
            Matter::Day { .. } => "downtime/player.jinja",
        }
    }
}

#[derive(Serialize)]
struct Cards {
    past: Quoted,
    present: Quoted,
    future: Quoted,
}

#[derive(Serialize)]
struct Someone {
    name: Quoted,
    role: Quoted,
    disposition: &'static str,
}

#[derive(Serialize)]
struct Hand {
    name: Quoted,
    kind: &'static str,
    filled: u8,
    segments: u8,
}

#[derive(Serialize)]
struct Power {
    name: Quoted,
    attitude: &'static str,
}

/// A way to answer, with what may be chosen in it.
#[derive(Serialize)]
struct Way {
    name: &'static str,
    when: &'static str,
    choices: Vec<Door>,
}

#[derive(Serialize)]
struct Door {
    /// Its number, if it is chosen by one.
    mark: String,
    words: Quoted,
}

/// The template for an ask, and its context.
pub(super) fn now(view: &View, ask: &Ask<Question>, room: Room) -> (&'static str, Now) {
    let matter = matter(view, ask, room);
    let own = character(view, ask.seat);
    // Between two scenes nobody stands in the way any more.
    let in_scene = matches!(matter, Matter::Act { .. } | Matter::Die { .. } | Matter::Deal { .. });
    let here = view.people.iter().rev().filter(|person| in_scene && person.present);
    let context = Now {
        own: sheet(view, ask.seat, room),
        background: own.map(|it| room.line(&it.background)),
        cards: own.map(|it| {
            let [past, present, future] = it.cards.each_ref().map(|card| room.name(card));
            Cards { past, present, future }
        }),
        party: fellows(view, Some(ask.seat), room),
        story: tale(view, room),
        scene: in_scene.then(|| stage(view, false, room)),
        people: Cut::of(
            here.map(|person| Someone {
                name: room.name(&person.name),
                role: Quoted::of(&person.role, room.of(70)),
                disposition: person.disposition.word(),
            }),
            5,
            room.of(600),
        ),
        clocks: Cut::of(
            by_urgency(&view.clocks).into_iter().map(|clock| Hand {
                name: room.name(&clock.name),
                kind: clock.kind.word(),
                filled: clock.filled,
                segments: clock.segments,
            }),
            6,
            room.of(600),
        ),
        factions: Cut::of(
            by_opinion(&view.factions)
                .into_iter()
                .map(|faction| Power { name: room.name(&faction.name), attitude: faction.attitude.word() }),
            4,
            room.of(400),
        ),
        table: table(view, room),
        ways: ways(view, ask, room),
        matter,
    };
    (context.matter.template(), context)
}

fn matter(view: &View, ask: &Ask<Question>, room: Room) -> Matter {
    match (&ask.question.what, &view.mood) {
        (What::Character, _) => {
            let taken = view.party.iter().flatten().map(|other| room.name(&other.name));
            Matter::Character { taken: Cut::of(taken, 6, room.of(600)) }
        }
        (What::Failed, _) => Matter::Failed,
        (What::Die { .. }, Some(Mood::Action { engaged, roll: Roll::Offered { situation, .. }, .. })) => {
            Matter::Die { stake: stake(engaged, room), situation: room.line(situation) }
        }
        (What::Deal { .. }, Some(Mood::Bargain { back_to, drained, .. })) => {
            Matter::Deal { stake: stake(back_to, room), drained: room.line(drained) }
        }
        (What::WayOut, Some(Mood::BetweenScenes { pause: Pause::Entangled(it) })) => {
            Matter::WayOut { kind: it.kind.word(), text: Quoted::of(&it.text, room.of(400)) }
        }
        (What::Day { .. }, Some(Mood::Downtime { left, .. })) => {
            Matter::Day { left: left.get(ask.seat.index()).copied().unwrap_or(0) }
        }
        (What::Act { .. }, mood) => {
            let echo = matches!(mood, Some(Mood::Aftermath { .. }));
            match mood.as_ref().and_then(Mood::offer) {
                Some(offer) => act(offer, echo, room),
                None => Matter::Act { question: None, only: false, echo: false },
            }
        }
        (
            What::Next
            | What::Die { .. }
            | What::Deal { .. }
            | What::WayOut
            | What::Day { .. }
            | What::Story
            | What::Scene
            | What::Turn
            | What::Endings { .. }
            | What::Verdict(_)
            | What::Deals
            | What::Scar
            | What::Time
            | What::Sum { .. },
            _,
        ) => Matter::Next,
    }
}

fn act(offer: &Offer, echo: bool, room: Room) -> Matter {
    match offer {
        Offer::Free { .. } => Matter::Act { question: None, only: false, echo },
        Offer::Question { question } => {
            Matter::Act { question: Some(Quoted::of(question, room.of(400))), only: false, echo }
        }
        Offer::Options { .. } => Matter::Act { question: None, only: true, echo },
    }
}

/// The ways to answer. What may be chosen is read from the form, so that both say the same.
fn ways(view: &View, ask: &Ask<Question>, room: Room) -> Vec<Way> {
    let form = ask::form(view, ask);
    let way = |name: &CommandName| {
        let tool = form.tools.iter().find(|tool| tool.name == name.word());
        let choices = tool.and_then(|tool| {
            // The one field of a choice. A character has many, and the schema of the tool tells them all.
            let [Field { kind: FieldKind::Choice(choices), .. }] = tool.fields.as_slice() else {
                return None;
            };
            Some(choices.as_slice())
        });
        // A seat has a number too, and is chosen by its name.
        let is_numbered = *name != CommandName::GiveSpotlight;
        let door = |choice: &Choice| Door {
            mark: choice.value.as_u64().filter(|_| is_numbered).map_or(String::new(), |it| format!("{it}: ")),
            words: Quoted::of(&choice.label, room.of(320)),
        };
        Way {
            name: name.word(),
            when: name.when(),
            choices: choices.unwrap_or_default().iter().map(door).collect(),
        }
    };
    ask.question.tools.iter().map(way).collect()
}
