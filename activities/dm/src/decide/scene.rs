//! Talk: scenes are opened, told and answered.

use crate::view::{
    Domain, Effect, Engaged, Floor, Invitation, Mood, Place, Position, SceneKind, Stand, Urgency,
};
use engine::{Draft, SeatId};

use super::{action, between, course, sheet};
use crate::Dm;
use crate::ask::What;
use crate::command::{Landed, Narration, NewScene, SceneName};
use crate::event::Event;
use crate::heard::{self, Answer};
use crate::limits::BEATS_HELD;
use kit::words::same;

/// Opens a scene.
pub(super) fn open(draft: &mut Draft<Dm>, new: &NewScene) {
    let NewScene { title, place, catch, narration, suggested, .. } = new.clone();
    let known = draft.state().world.places.iter().find(|known| same(&known.name, &place));
    let is_new = known.is_none();
    let place = known.map_or(place, |known| known.name.clone());
    let what = new.what.clone().unwrap_or_else(|| title.clone());
    let mut kind = of_kind(new.kind, what, catch);
    if let SceneKind::Encounter { urgency, escapable, .. } = &mut kind {
        *urgency = new.urgency.unwrap_or(*urgency);
        *escapable = new.escapable.unwrap_or(*escapable);
    } else if let SceneKind::Opportunity { offered_by, .. } = &mut kind {
        offered_by.clone_from(&new.person);
    }
    let state = draft.state();
    let (number, from) = (state.scene.number + 1, state.scene.place.clone());
    if is_new {
        let about = format!("where “{title}” begins");
        draft.tell(Event::PlaceFound { place: Place { name: place.clone(), about } });
    }
    if from != place {
        draft.tell(Event::LocationChanged { from, to: place.clone() });
    }
    let card = draft.state().card.clone();
    draft.tell(Event::SceneOpened { number, title, kind: as_seen(&kind), place, card });
    draft.tell(Event::SceneMeant { kind });
    if let Some(person) = new.person.clone() {
        draft.tell(Event::PresenceChanged { person, here: true });
    }
    draft.tell(Event::NarrationGiven { narration, connector: None, auto: false });
    course::mend_spotlight(draft);
    if let Some(Mood::Scene { .. }) = draft.state().mood() {
        draft.tell(Event::FloorGiven { floor: Floor::Player(Invitation::Free { suggested }) });
    }
}

/// A scene of a kind: an encounter presses a little, and one can walk away.
fn of_kind(kind: SceneName, what: String, catch: Option<String>) -> SceneKind {
    match kind {
        SceneName::Encounter => {
            SceneKind::Encounter { source: what, urgency: Urgency::Medium, escapable: true }
        }
        SceneName::Opportunity => SceneKind::Opportunity {
            offered_by: None,
            nature: what,
            catch: catch.unwrap_or_else(|| "nobody has said yet".to_owned()),
        },
        SceneName::Discovery => SceneKind::Discovery { what, implications: catch.into_iter().collect() },
        SceneName::Open => SceneKind::Open,
    }
}

/// The scene is about something else now (D23).
pub(super) fn turn(draft: &mut Draft<Dm>, kind: SceneName, what: Option<String>, catch: Option<String>) {
    let what = what.unwrap_or_else(|| draft.state().scene.title.clone());
    let kind = of_kind(kind, what, catch);
    draft.tell(Event::SceneTurned { kind: as_seen(&kind) });
    draft.tell(Event::SceneMeant { kind });
}

/// A scene as its players see it: what is wrong with an offer, and what a find may mean, is the game master's to tell.
fn as_seen(kind: &SceneKind) -> SceneKind {
    match kind.clone() {
        SceneKind::Opportunity { offered_by, nature, .. } => {
            SceneKind::Opportunity { offered_by, nature, catch: String::new() }
        }
        SceneKind::Discovery { what, .. } => SceneKind::Discovery { what, implications: Vec::new() },
        other @ (SceneKind::Encounter { .. } | SceneKind::Open) => other,
    }
}

pub(super) fn ask_player(draft: &mut Draft<Dm>, question: &str) {
    let question = question.to_owned();
    draft.tell(Event::PlayerAsked { question: question.clone() });
    if !course::threshold(draft) {
        draft.tell(Event::FloorGiven { floor: Floor::Player(Invitation::Question { question }) });
    }
}

pub(super) fn choose(draft: &mut Draft<Dm>, narration: &str, options: &[String]) {
    draft.tell(Event::NarrationGiven { narration: narration.to_owned(), connector: None, auto: false });
    course::after_narration(draft, true, Invitation::Options { options: options.to_vec() });
}

pub(super) fn engage(
    draft: &mut Draft<Dm>,
    position: Position,
    (effect, domain, helped): (Effect, Option<Domain>, bool),
    (gain, danger): (String, String),
    (clock, against): (Option<String>, Option<String>),
) {
    let stand = match position {
        Position::Controlled => Stand::Controlled { advantage: gain, risk: danger },
        Position::Risky => Stand::Risky { threat: danger, opportunity: gain },
        Position::Desperate => Stand::Desperate { why: gain, stakes: danger },
    };
    let engaged = Engaged { domain, helped, clock, against, ..Engaged::of(stand, effect) };
    course::enter_action(draft, engaged, false);
}

/// Position and effect with what of the character's own helps: once a scene, a thing raises position by a step, and what they
/// are good at raises effect (D26).
pub(super) fn with_edge(
    draft: &mut Draft<Dm>,
    edge: Option<&String>,
    position: Position,
    effect: Effect,
) -> (Position, Effect) {
    let (Some(what), player_id) = (edge, draft.state().spotlight) else { return (position, effect) };
    let skilled = draft.state().character(player_id).is_some_and(|it| it.skills().any(|skill| skill == what));
    draft.tell(Event::EdgeUsed { player_id, what: what.clone() });
    if skilled { (position, effect.moved(1)) } else { (position.moved(-1), effect) }
}

/// What happens in a scene, with what it costs (D3, D4).
pub(super) fn narrate(draft: &mut Draft<Dm>, told: &Narration) {
    let Narration { narration, cost, threat, suggested, .. } = told.clone();
    let state = draft.state();
    let (acting, answered) = (state.spotlight, state.said.is_some());
    draft.tell(Event::NarrationGiven { narration, connector: told.connector, auto: false });
    sheet::stress(draft, acting, i32::from(told.stress), "what happened in the scene");
    sheet::heat(draft, acting, i32::from(told.heat), "what happened in the scene");
    sheet::coin(draft, acting, i32::from(told.coin), "what happened in the scene");
    remember(draft, cost, threat);
    course::after_narration(draft, told.continue_scene, Invitation::Free { suggested });
    if is_players(draft) {
        let next = || draft.state().next_active(acting).filter(|_| answered);
        course::spotlight(draft, told.spotlight.or_else(next));
    }
}

/// How an action lands. What it cost stood in the die (D9).
pub(super) fn land(draft: &mut Draft<Dm>, told: &Landed) {
    // Logs of rules 2 may end with a die that was spent and has not landed.
    action::land(draft);
    let Landed { narration, cost, threat, suggested, .. } = told.clone();
    let acting = draft.state().spotlight;
    // A controlled failure does no other harm (D9).
    let coin = if draft.state().mood().is_some_and(Mood::is_harmless) { told.coin.max(0) } else { told.coin };
    draft.tell(Event::NarrationGiven { narration, connector: told.connector, auto: false });
    sheet::coin(draft, acting, i32::from(coin), "what came of it");
    remember(draft, cost, threat);
    course::after_narration(draft, told.continue_scene, Invitation::Free { suggested });
    if is_players(draft) {
        course::spotlight(draft, draft.state().next_active(acting));
    }
}

/// What later scenes remember (D19).
fn remember(draft: &mut Draft<Dm>, cost: Option<String>, threat: Option<String>) {
    if let Some(text) = cost {
        draft.tell(Event::CostNoted { text });
    }
    if let Some(text) = threat.filter(|threat| !draft.state().memory.threats.contains(threat)) {
        draft.tell(Event::ThreatNoted { text });
    }
}

/// A player says something. In a scene it is a beat, and the game master's turn; between two scenes it is what the next one
/// is about; and else the next prompt hears it (D22).
pub(super) fn say(draft: &mut Draft<Dm>, player_id: SeatId, text: String, what: &What) {
    match what {
        What::Risk => at_risk(draft, player_id, text),
        What::Day { .. } | What::Deal | What::WayOut => draft.tell(Event::PlayerActed { player_id, text }),
        What::Next => {
            draft.tell(Event::PlayerActed { player_id, text: text.clone() });
            course::next_scene(draft, Some(text));
        }
        What::Act { .. }
        | What::Leave
        | What::Character
        | What::Story
        | What::Failed
        | What::Scene
        | What::Turn
        | What::Endings { .. }
        | What::Deals
        | What::Scar
        | What::Time
        | What::Sum { .. }
        | What::Epilogue
        | What::Die => act(draft, player_id, text),
    }
}

/// Words at "do you risk it?": a plain yes or no answers it; anything else takes what was put at stake from the dice, and is the
/// game master's to answer (D22, D27).
fn at_risk(draft: &mut Draft<Dm>, player_id: SeatId, text: String) {
    match heard::answer(&text) {
        Answer::Risks => draft.tell(Event::RiskTaken { player_id }),
        Answer::RisksAnd => {
            draft.tell(Event::RiskTaken { player_id });
            draft.tell(Event::PlayerActed { player_id, text });
        }
        Answer::Passes => course::let_pass(draft, player_id),
        Answer::Else => {
            draft.tell(Event::PlayerActed { player_id, text });
            course::take_back(draft);
        }
    }
}

/// The player in the spotlight does something: a beat, and the game master's turn.
pub(super) fn act(draft: &mut Draft<Dm>, player_id: SeatId, text: String) {
    draft.tell(Event::PlayerActed { player_id, text });
    if draft.state().scene.beats.len() >= BEATS_HELD {
        between::sum_up(draft);
    }
    if let Some(Mood::Aftermath { .. }) = draft.state().mood() {
        return course::leave_aftermath(draft);
    }
    draft.tell(Event::FloorGiven { floor: Floor::Gm });
    course::interrupt(draft);
}

/// The player takes one of the ideas or options.
pub(super) fn take(draft: &mut Draft<Dm>, player_id: SeatId, option: u8) {
    let offered = draft.state().mood().and_then(Mood::offer).map_or(&[][..], Invitation::options);
    if let Some(text) = offered.get(usize::from(option) - 1).cloned() {
        act(draft, player_id, text);
    }
}

/// Is the word with the players?
fn is_players(draft: &Draft<Dm>) -> bool {
    draft.state().mood().and_then(Mood::offer).is_some()
}
