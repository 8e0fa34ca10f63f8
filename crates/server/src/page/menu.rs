//! The menu of a table: what can be done with it, who else may come, where else to go, and where its machines stand.

use engine::{Nanos, PhaseCard, SessionId, Spent, Viewer};
use protocol::table::TableState;
use protocol::{Actor, Scene};

use super::form::hidden;
use super::head::viewer_words;
use super::html::{El, Html, el};
use super::stage::Stage;
use super::{invitation, rights};
use crate::says;
use crate::wire::Guest;

/// What a menu is made with.
pub(super) struct Menu<'a> {
    pub(super) stage: &'a Stage,
    pub(super) scene: &'a Scene,
    /// The eyes through which the visitor may look.
    pub(super) eyes: &'a [Viewer],
    /// What its models have cost, where that may be known.
    pub(super) spent: Option<Spent>,
    pub(super) guests: &'a [Guest],
}

impl Menu<'_> {
    /// The menu. `controls` and `strips` are the parts of these names.
    pub(super) fn drawn(&self, controls: Html, strips: Html) -> El {
        let Menu { stage, scene, eyes, guests, .. } = *self;
        let (id, viewer) = (&stage.id, stage.viewer);
        let link = |path: String, title: &str| el("a").class("button").attr("href", path).text(title);
        let of_table = |path: &str, title: &str| link(format!("/t/{id}/{path}?as={viewer}"), title);
        let cost = self.spent.and_then(cost).map(|cost| {
            el("span").attr("title", says::WHAT_THE_MODELS_OF_THIS_TABLE).text(format!(" · {cost}"))
        });
        sheet("menu", says::MENU, "☰").add(
            el("div")
                .class("sheet")
                .add(controls)
                .add(
                    el("nav")
                        .class("ways")
                        .attr("aria-label", says::THIS_TABLE)
                        .add(stage.runs.then(|| invitation::menu(stage, scene)))
                        .add(stage.runs.then(|| rights::menu(stage, scene, guests)))
                        .add((eyes.len() > 1).then(|| see_as(stage, eyes)))
                        .add(of_table("replay", says::REPLAY))
                        // It shows everything, and so leads nowhere for others.
                        .add(eyes.contains(&Viewer::Host).then(|| of_table("machine", says::MACHINE)))
                        .add(link("/help".to_owned(), says::HELP))
                        .add(hold())
                        .add(stage.owns.then(|| delete(stage))),
                )
                .add(strips)
                .add(el("p").class("quiet").text(format!("#{id}")).add(cost)),
        )
    }
}

/// A menu that opens by a sign in the head.
pub(super) fn sheet(id: &str, name: &str, sign: &str) -> El {
    el("details").class("menu main-menu").id(id).add(
        el("summary")
            .class("button")
            .add(el("span").attr("aria-hidden", "true").text(sign))
            .add(el("span").class("name").text(name)),
    )
}

/// What deletes the table for good, for the owner: it is asked about first.
fn delete(stage: &Stage) -> El {
    let form = el("form").attr("method", "post").attr("action", format!("/t/{}/delete", stage.id));
    el("details")
        .class("menu sure")
        .id("delete")
        .add(el("summary").class("button").text(says::DELETE_ASKS))
        .add(
            el("div")
                .class("sheet")
                .add(el("p").text(says::IT_IS_DELETED_WITH_ALL_THAT))
                .add(form.add(el("button").attr("type", "submit").text(says::DELETE_FOR_GOOD))),
        )
}

/// What holds the talk still, for those who read slowly. A script shows it.
fn hold() -> El {
    el("button")
        .id("hold")
        .attr("type", "button")
        .flag("hidden", true)
        .attr("aria-pressed", "false")
        .text(says::PAUSE_FEED)
}

/// Through whose eyes to look: those that the visitor may, and no others.
fn see_as(stage: &Stage, eyes: &[Viewer]) -> El {
    let option = |viewer: &Viewer| {
        el("option")
            .attr("value", viewer.to_string())
            .flag("selected", *viewer == stage.viewer)
            .text(viewer_words(stage, *viewer))
    };
    el("details").class("menu").id("see-as").add(el("summary").class("button").text(says::SEE_AS)).add(
        el("form")
            .class("sheet")
            .attr("method", "get")
            .attr("action", format!("/t/{}", stage.id))
            .add(el("label").attr("for", "eyes").text(says::LOOK_THROUGH_THE_EYES_OF))
            .add(el("select").id("eyes").attr("name", "as").add_all(eyes.iter().map(option)))
            .add(el("button").attr("type", "submit").text(says::LOOK)),
    )
}

/// What was spent, if anything was.
fn cost(spent: Spent) -> Option<String> {
    let Nanos(nanos) = spent.cost;
    let cents = nanos.div_ceil(10_000_000);
    let more = if spent.unpriced > 0 { says::AND_MORE } else { "" };
    match (spent.calls, nanos, spent.unpriced) {
        (0, ..) => None,
        (_, 0, 0) => Some("$0".to_owned()),
        (_, 0, _) => Some(says::COST_UNKNOWN.to_owned()),
        _ => Some(format!("${}.{:02}{more}", cents / 100, cents % 100)),
    }
}

/// The word that brings a state about, and what stands on its button.
fn verb(to: &str, from: TableState) -> Option<(&'static str, &'static str)> {
    let to = TableState::ALL.into_iter().find(|state| state.name() == to)?;
    Some(match (to, from) {
        (TableState::Active, TableState::Paused | TableState::Debrief) => ("resume", says::RESUME),
        (TableState::Active, _) => ("start", says::START),
        (TableState::SessionZero, _) => ("zero", says::SESSION_ZERO),
        (TableState::Paused, _) => ("pause", says::PAUSE),
        (TableState::Debrief, _) => ("end", says::END),
        (TableState::Idle, _) => ("close", says::CLOSE),
    })
}

/// What lets a phase go on that waits for whoever runs the table.
const ADVANCE: (&str, &str) = ("advance", says::NEXT_PHASE);

/// What somebody may do with the table now.
struct Verbs {
    /// As whom.
    by: Actor,
    /// What all wait for, if they do.
    first: Option<(&'static str, &'static str)>,
    others: Vec<(&'static str, &'static str)>,
}

impl Verbs {
    /// What its machine lets follow, for those who may.
    fn of(stage: &Stage, scene: &Scene) -> Option<Verbs> {
        let steward = stage.person(scene).filter(|seat| scene.table.stewards.contains(*seat));
        let by = steward.map(Actor::Seat).or(stage.runs.then_some(Actor::Host))?;
        let card = |cards: &'static [PhaseCard], name: &str| cards.iter().find(|card| card.name == name);
        let state = scene.table.state;
        let exits = card(stage.table.phases(), state.name()).map_or(&[][..], |card| card.exits);
        let prepares = card(stage.activity.phases(), &scene.phase).is_some_and(|card| card.prepares);
        let verbs = exits.iter().filter_map(|to| verb(to, state));
        // What is over is not begun or gone on with here.
        let verbs = verbs.filter(|(verb, _)| scene.outcome.is_none() || *verb == "close");
        let wanted = match state {
            TableState::Idle if scene.outcome.is_some() => None,
            TableState::Idle => Some(if prepares { "zero" } else { "start" }),
            TableState::Paused => Some("resume"),
            TableState::SessionZero | TableState::Active | TableState::Debrief => None,
        };
        let (first, others): (Vec<_>, Vec<_>) = verbs.partition(|(verb, _)| wanted == Some(*verb));
        if stage.runs && scene.clock.by_hand && scene.clock.running {
            return Some(Verbs { by: Actor::Host, first: Some(ADVANCE), others });
        }
        Some(Verbs { by, first: first.first().copied(), others })
    }
}

/// The button that does what all wait for, if whoever looks may press it.
pub(super) fn first(stage: &Stage, scene: &Scene) -> Option<El> {
    let Verbs { by, first, .. } = Verbs::of(stage, scene)?;
    Some(button((&stage.id, stage.viewer), by, first?, "main"))
}

/// Everything else that whoever looks may do with the table.
pub(super) fn controls(stage: &Stage, scene: &Scene) -> El {
    let verbs = Verbs::of(stage, scene);
    let all =
        verbs.into_iter().flat_map(|Verbs { by, others, .. }| others.into_iter().map(move |it| (by, it)));
    let button =
        |(by, it): (Actor, (&str, &str))| asked_first(it.0, button((&stage.id, stage.viewer), by, it, ""));
    el("div").class("controls").add_all(all.map(button))
}

/// A button that changes the state of a table, on the page that a viewer has of it.
pub(super) fn button(
    (id, viewer): (&SessionId, Viewer),
    by: Actor,
    (verb, title): (&str, &str),
    class: &str,
) -> El {
    el("form")
        .attr("method", "post")
        .attr("action", format!("/t/{id}/session"))
        .flag("data-send", true)
        .add(hidden("as", &by.to_string()))
        .add(hidden("look", &viewer.to_string()))
        .add(
            el("button")
                .attr("type", "submit")
                .id(format!("set-{verb}"))
                .class(class)
                .attr("name", "verb")
                .attr("value", verb)
                .text(title),
        )
}

/// What ends an evening for everybody is asked about first.
fn asked_first(verb: &str, form: El) -> El {
    let words = match verb {
        "end" => says::END_FOR_EVERYBODY,
        "close" => says::CLOSE_FOR_EVERYBODY,
        _ => return form,
    };
    el("details")
        .class("menu sure")
        .id(format!("sure-{verb}"))
        .add(el("summary").class("button").text(if verb == "end" {
            says::END_ASKS
        } else {
            says::CLOSE_ASKS
        }))
        .add(el("div").class("sheet").add(el("p").text(words)).add(form))
}
