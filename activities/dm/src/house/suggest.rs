//! What a player could do next: two or three ideas that fit the scene, by name.

use crate::view::{ClockKind, Domain, SceneKind};

use super::desk::Desk;
use super::intent;
use super::lines::{Pool, sentence};
use crate::limits::LINE_CHARS_MAX;

/// What the player said besides what is answered now, in their own words: it is not dropped (D30).
pub(super) fn open(desk: &Desk<'_>) -> Vec<String> {
    let said = desk.view.said.as_ref().map_or("", |said| said.text.as_str());
    let left = intent::heard(desk.view, said).left.into_iter().map(|part| sentence(&part.written));
    left.filter(|words| words.chars().count() <= LINE_CHARS_MAX && desk.allowed(words)).collect()
}

/// Three ideas: what the player has said themselves and is still open comes first.
pub(super) fn ideas(desk: &Desk<'_>) -> Vec<String> {
    let nth = 3 * desk.scene() + desk.inputs();
    let mut ideas = open(desk);
    let talk = desk.person().is_some() && desk.chance("suggest talk", 3, 4);
    ideas.push(idea(desk, if talk { Domain::Talk } else { Domain::Look }, nth));
    let others: &[Domain] = match &desk.view.scene.kind {
        SceneKind::Encounter { .. } => {
            &[Domain::Force, Domain::Sneak, Domain::Travel, Domain::Craft, Domain::Talk]
        }
        SceneKind::Opportunity { .. } => &[Domain::Sneak, Domain::Look, Domain::Craft, Domain::Force],
        SceneKind::Discovery { .. } => &[Domain::Look, Domain::Occult, Domain::Craft, Domain::Sneak],
        SceneKind::Open => &[Domain::Look, Domain::Travel, Domain::Occult, Domain::Sneak, Domain::Craft],
    };
    let domain = desk.dealt("idea", nth, others).copied().unwrap_or(Domain::Look);
    ideas.push(idea(desk, domain, nth + 1));
    ideas.push(last(desk, nth));
    distinct(desk, ideas, nth)
}

/// The third idea: the goal, what threatens, or to go.
fn last(desk: &Desk<'_>, nth: usize) -> String {
    let tired = desk.inputs() >= 4 && desk.chance("suggest leave", 1, 2);
    let goal = desk.nearest(ClockKind::Goal).filter(|_| !tired && desk.chance("suggest goal", 3, 5));
    let threat = desk.nearest(ClockKind::Threat).filter(|_| !tired);
    let of = |pool: Pool, clock: &str| desk.glue(pool, nth, &[("clock", clock)]);
    let clock = match (goal, threat) {
        (Some(goal), _) => of(Pool::ForGoal, &goal.name),
        (None, Some(threat)) => of(Pool::AgainstThreat, &threat.name),
        (None, None) => None,
    };
    clock.unwrap_or_else(|| desk.at(Pool::SuggestLeave, nth, LINE_CHARS_MAX, &desk.slots()))
}

/// An idea in a manner.
pub(super) fn idea(desk: &Desk<'_>, domain: Domain, nth: usize) -> String {
    let mut slots = desk.slots();
    if domain == Domain::Travel {
        slots.set(desk, "place", elsewhere(desk, nth));
    }
    desk.at(intent::of(domain).suggest, nth, LINE_CHARS_MAX, &slots)
}

/// A place that is known and is not here.
pub(super) fn elsewhere<'a>(desk: &Desk<'a>, nth: usize) -> Option<&'a str> {
    let here = &desk.view.scene.place;
    let known = desk.view.places.iter().map(|place| place.name.as_str());
    let places: Vec<&str> = known.filter(|name| *name != here && desk.allowed(name)).collect();
    desk.dealt("elsewhere", nth, &places).copied()
}

/// No idea twice, and at least two.
fn distinct(desk: &Desk<'_>, ideas: Vec<String>, nth: usize) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let more = [Domain::Look, Domain::Talk, Domain::Craft].map(|domain| idea(desk, domain, nth + 5));
    for idea in ideas.into_iter().chain(more).chain([desk.plain(), "…".to_owned()]) {
        if kept.len() < 3 && !kept.contains(&idea) && (kept.len() < 2 || !idea.starts_with('…')) {
            kept.push(idea);
        }
    }
    kept
}
