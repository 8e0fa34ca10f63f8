//! What a model reads last that holds the person's seat, which it does in simulations: what stands, what the coach
//! said, what is asked, and the choices.

use crate::view::{Mode, Offer, View};
use engine::{Ask, Choice, FieldKind};
use serde::Serialize;

use super::context::{Room, Space, space};
use crate::ask::{self, Question, What};
use crate::command::CommandName;
use kit::quoted::{Cut, Quoted};

/// The one template.
pub(super) const TEMPLATE: &str = "person/now.jinja";

#[derive(Serialize)]
pub(super) struct Now {
    #[serde(flatten)]
    space: Space,
    waiting: Cut<Quoted>,
    unsure: Cut<Quoted>,
    coach_said: Option<Quoted>,
    matter: Matter,
    ways: Vec<Way>,
}

/// What is asked.
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Matter {
    Function { question: Quoted, branches: Vec<Branch> },
    Thing { name: Quoted, look: Option<Quoted>, place: Option<Quoted> },
    Parts { kinds: Cut<Quoted> },
    Support { stuck: Quoted, question: Option<Quoted> },
    Closing { summary: Option<Quoted>, next_time: Option<Quoted> },
    Waiting,
    Talk,
}

#[derive(Serialize)]
struct Branch {
    number: usize,
    function: Quoted,
    follow_up: Quoted,
    anchors: Cut<Quoted>,
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
    number: u64,
    words: Quoted,
}

/// The context for an ask.
pub(super) fn now(view: &View, ask: &Ask<Question>, room: Room) -> Now {
    Now {
        space: space(view, room),
        waiting: room.things(view.waiting()),
        unsure: room.things(view.unsure()),
        coach_said: view.coach_said.as_ref().map(|said| Quoted::of(said, room.of(2_402))),
        matter: matter(view, &ask.question.what, room),
        ways: ways(view, ask, room),
    }
}

fn matter(view: &View, what: &What, room: Room) -> Matter {
    let line = |text: &Option<String>| text.as_ref().map(|text| room.line(text));
    if let What::Waiting | What::Turn(_) = what {
        return Matter::Waiting;
    }
    let Some(mode) = &view.mode else { return Matter::Talk };
    match mode {
        Mode::Surveying { survey: Some(survey) } => Matter::Function {
            question: room.line(&survey.question),
            branches: (1..)
                .zip(&survey.branches)
                .map(|(number, branch)| Branch {
                    number,
                    function: room.name(&branch.function),
                    follow_up: room.line(&branch.follow_up),
                    anchors: room.names(&branch.anchors, 5, 300),
                })
                .collect(),
        },
        Mode::Sorting { offer: Some(Offer::Proposal(proposal)), place, .. } => {
            match view.item(proposal.item) {
                Some(item) => Matter::Thing {
                    name: room.name(&item.name),
                    look: line(&item.look),
                    place: place.as_ref().or(item.place.as_ref()).map(|place| room.line(place)),
                },
                None => Matter::Talk,
            }
        }
        Mode::Sorting { offer: Some(Offer::Split { groups }), .. } => {
            Matter::Parts { kinds: room.names(groups.iter().map(|group| &group.kind), 9, 900) }
        }
        Mode::DecisionSupport { stuck_item, reframe, .. } => {
            Matter::Support { stuck: room.name(stuck_item), question: line(reframe) }
        }
        Mode::WindingDown { summary, next_time, .. } => {
            Matter::Closing { summary: line(summary), next_time: line(next_time) }
        }
        Mode::Surveying { survey: None } | Mode::Sorting { offer: None, .. } | Mode::Clarifying { .. } => {
            Matter::Talk
        }
    }
}

/// The ways to answer. What may be chosen is read from the form, so that both say the same.
fn ways(view: &View, ask: &Ask<Question>, room: Room) -> Vec<Way> {
    let form = ask::form(view, ask);
    let way = |name: &CommandName| {
        let tool = form.tools.iter().find(|tool| tool.name == name.word());
        let choices = tool.and_then(|tool| {
            let FieldKind::Choice(choices) = &tool.fields.first()?.kind else { return None };
            Some(choices.as_slice())
        });
        let door = |choice: &Choice| {
            Some(Door { number: choice.value.as_u64()?, words: Quoted::of(&choice.label, room.of(320)) })
        };
        let choices = choices.unwrap_or_default().iter().filter_map(door).collect();
        Way { name: name.word(), when: name.when_for(false), choices }
    };
    ask.question.tools.iter().map(way).collect()
}
