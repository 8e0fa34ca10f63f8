//! What a model reads last that holds the person's seat, which it does in simulations: what stands, what the coach
//! said, what is asked, and the choices.

use engine::{Ask, Choice, FieldKind};
use serde_json::{Value, json};

use super::context::{Room, hand, with_space};
use crate::ask::{self, Question, What};
use crate::mode::{Branch, Mode, Suggestion};
use crate::state::State;
use kit::quoted::Quoted;

/// The one template.
pub(super) const TEMPLATE: &str = "person/now.jinja";

/// The context for an ask.
pub(super) fn now(view: &State, ask: &Ask<Question>, room: Room) -> Value {
    let now = json!({
        "unsure": room.things(view.unsure()),
        "coach_said": view.coach_said.as_ref().map(|said| Quoted::of(said, room.of(2_402))),
        "matter": matter(view, &ask.question.what, room),
        "ways": ways(view, ask, room),
    });
    with_space(view, room, now)
}

/// What is asked.
fn matter(view: &State, what: &What, room: Room) -> Value {
    if let What::Waiting | What::Turn(_) = what {
        return json!({ "is": "waiting" });
    }
    match view.mode() {
        Some(Mode::Surveying { survey: Some(survey) }) => {
            let branch = |(number, branch): (usize, &Branch)| {
                json!({
                    "number": number,
                    "function": room.name(&branch.function),
                    "follow_up": room.line(&branch.follow_up),
                    "anchors": room.names(&branch.anchors, 5, 300),
                })
            };
            let branches: Vec<Value> = (1..).zip(&survey.branches).map(branch).collect();
            json!({ "is": "function", "question": room.line(&survey.question), "branches": branches })
        }
        Some(Mode::Sorting { offer: Some(Suggestion::Proposal(proposal)), place, .. }) => {
            let mut matter = hand(view, proposal.item, place.as_ref(), room).unwrap_or_else(|| json!({}));
            matter["is"] = if matter.get("name").is_some() { "thing".into() } else { "talk".into() };
            matter
        }
        // It is what the coach said last.
        Some(Mode::Sorting { offer: Some(Suggestion::Back(_)), .. }) => json!({ "is": "talk" }),
        Some(Mode::Sorting { offer: Some(Suggestion::Split { groups }), .. }) => {
            let kinds = room.names(groups.iter().map(|group| &group.kind), 9, 900);
            json!({ "is": "parts", "kinds": kinds })
        }
        Some(Mode::DecisionSupport { stuck_item, reframe, .. }) => {
            let (stuck, question) = (room.name(stuck_item), room.some(reframe.as_ref()));
            json!({ "is": "support", "stuck": stuck, "question": question })
        }
        Some(Mode::WindingDown { summary, next_time, .. }) => {
            let (summary, next_time) = (room.some(summary.as_ref()), room.some(next_time.as_ref()));
            json!({ "is": "closing", "summary": summary, "next_time": next_time })
        }
        Some(
            Mode::Surveying { survey: None } | Mode::Sorting { offer: None, .. } | Mode::Clarifying { .. },
        )
        | None => json!({ "is": "talk" }),
    }
}

/// The ways to answer. What may be chosen is read from the form, so that both say the same.
fn ways(view: &State, ask: &Ask<Question>, room: Room) -> Vec<Value> {
    let form = ask::form(view, ask);
    let door = |choice: &Choice| {
        let number = choice.value.as_u64()?;
        Some(json!({ "number": number, "words": Quoted::of(&choice.label, room.of(320)) }))
    };
    let way = |(name, tool): (&crate::CommandName, &engine::Tool)| {
        let mut choices = Vec::new();
        if let Some(FieldKind::Choice(all)) = tool.fields.first().map(|field| &field.kind) {
            choices.extend(all.iter().filter_map(door));
        }
        json!({ "name": tool.name, "when": name.when_for(false), "choices": choices })
    };
    ask.question.tools.iter().zip(&form.tools).map(way).collect()
}
