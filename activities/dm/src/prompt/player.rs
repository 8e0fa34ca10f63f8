//! What a player's model reads last: its own character, the scene, what is offered and what is asked. It is made of
//! what all know; the game master's notes have no place in it.

use crate::view::{Invitation, Mood, Pause, Position, Roll, View};
use engine::{Ask, Choice, Field, FieldKind};
use serde_json::{Value, json};

use super::context::{Room, by_opinion, by_urgency, fellows, scene, sheet, stake, story, table, who};
use super::quoted::{Cut, Quoted};
use crate::ask::{self, Question, What};
use crate::command::CommandName;
use crate::telling::risks;

/// The template for an ask, and its context.
pub(super) fn now(view: &View, ask: &Ask<Question>, room: Room) -> (&'static str, Value) {
    let (template, matter) = matter(view, ask, room);
    let own = view.character(ask.seat);
    let cards = own.map(|it| {
        let [past, present, future] = it.cards.each_ref().map(|card| room.name(card));
        json!({ "past": past, "present": present, "future": future })
    });
    // Between two scenes nobody stands in the way any more.
    let in_scene = matches!(ask.question.what, What::Act { .. } | What::Risk | What::Die | What::Deal);
    let here = view.people.iter().rev().filter(|person| in_scene && person.present).map(|person| {
        let (name, role) = (room.name(&person.name), Quoted::of(&person.role, room.of(70)));
        json!({ "name": name, "role": role, "disposition": person.disposition })
    });
    let clocks = by_urgency(&view.clocks).into_iter().map(|clock| {
        json!({
            "name": room.name(&clock.name),
            "kind": clock.kind,
            "filled": clock.filled,
            "segments": clock.segments,
        })
    });
    let factions = by_opinion(&view.factions)
        .into_iter()
        .map(|faction| json!({ "name": room.name(&faction.name), "attitude": faction.attitude }));
    let context = json!({
        "matter": matter,
        "own": sheet(view, ask.seat, room),
        "background": own.map(|it| room.line(&it.background)),
        "cards": cards,
        "party": fellows(view, Some(ask.seat), room),
        "story": story(view, room),
        "scene": in_scene.then(|| scene(view, false, room)),
        "people": Cut::of(here, 5, room.of(600)),
        "clocks": Cut::of(clocks, 6, room.of(600)),
        "factions": Cut::of(factions, 4, room.of(400)),
        "table": table(view, room),
        "ways": ways(view, ask, room),
    });
    (template, context)
}

/// What belongs to the question, after its template.
fn matter(view: &View, ask: &Ask<Question>, room: Room) -> (&'static str, Value) {
    let Some(mood) = &view.mood else {
        let taken = view.party.iter().flatten().map(|other| room.name(&other.name));
        let taken = Cut::of(taken, 6, room.of(600));
        return if ask.question.what == What::Failed {
            ("opening/player.jinja", json!({ "is": "failed" }))
        } else {
            ("creation/player.jinja", json!({ "is": "character", "taken": taken }))
        };
    };
    if ask.question.what == What::Leave {
        let who = view.leaving.first().map(|seat| who(view, *seat, room));
        return ("between/player.jinja", json!({ "is": "leave", "who": who }));
    }
    match mood {
        Mood::Scene { .. } | Mood::Aftermath { .. } => {
            let echo = matches!(mood, Mood::Aftermath { .. });
            let (question, only) = match mood.offer() {
                Some(Invitation::Question { question }) => (Some(Quoted::of(question, room.of(400))), false),
                Some(Invitation::Options { .. }) => (None, true),
                Some(Invitation::Free { .. }) | None => (None, false),
            };
            let matter = json!({ "is": "act", "question": question, "only": only, "echo": echo });
            (if echo { "aftermath/player.jinja" } else { "scene/player.jinja" }, matter)
        }
        Mood::Action { engaged, roll: Roll::Asked, .. } => {
            let risk =
                |(position, costs): (Position, String)| json!({ "position": position, "costs": costs });
            let risks: Vec<Value> = risks(view.pool()).map(risk).collect();
            ("action/player.jinja", json!({ "is": "risk", "stake": stake(engaged, room), "risks": risks }))
        }
        Mood::Action { engaged, roll: Roll::Offered { situation, .. }, .. } => {
            let (stake, situation) = (stake(engaged, room), room.line(situation));
            ("action/player.jinja", json!({ "is": "die", "stake": stake, "situation": situation }))
        }
        Mood::Bargain { back_to, drained, .. } => {
            let (stake, drained) = (stake(back_to, room), room.line(drained));
            ("bargain/player.jinja", json!({ "is": "deal", "stake": stake, "drained": drained }))
        }
        Mood::Downtime { .. } => {
            let left = mood.days_of(ask.seat).unwrap_or(0);
            ("downtime/player.jinja", json!({ "is": "day", "left": left }))
        }
        Mood::BetweenScenes { pause: Pause::Entangled(it) } => {
            let text = Quoted::of(&it.text, room.of(400));
            ("between/player.jinja", json!({ "is": "way_out", "kind": it.kind, "text": text }))
        }
        Mood::BetweenScenes { .. } | Mood::Action { .. } | Mood::Trauma { .. } => {
            ("between/player.jinja", json!({ "is": "next" }))
        }
    }
}

/// The ways to answer, each with what may be chosen in it. That is read from the form, so that both say the same.
fn ways(view: &View, ask: &Ask<Question>, room: Room) -> Vec<Value> {
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
        let door = |choice: &Choice| {
            let mark = choice.value.as_u64().filter(|_| is_numbered).map(|it| format!("{it}: "));
            json!({ "mark": mark.unwrap_or_default(), "words": Quoted::of(&choice.label, room.of(320)) })
        };
        let choices: Vec<Value> = choices.unwrap_or_default().iter().map(door).collect();
        json!({ "name": name.word(), "when": name.when(), "choices": choices })
    };
    ask.question.tools.iter().map(way).collect()
}
