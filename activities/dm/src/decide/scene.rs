//! Talk: scenes are opened, told and answered.

use crate::view::{Domain, Effect, Engaged, Floor, Mood, Offer, Place, Position, SceneKind, Stand, Urgency};
use engine::{Draft, SeatId};

use super::{course, sheet, world};
use crate::Dm;
use crate::command::{Landed, Narration, NewScene, SceneName};
use crate::event::Event;
use crate::limits::{NARRATED_COIN, NARRATED_HEAT, NARRATED_STRESS, OPTIONS, SUGGESTED};
use crate::rejection::Rejection;
use crate::words;
use kit::words::same;

/// Opens a scene.
pub(super) fn open(draft: &mut Draft<Dm>, new: &NewScene) -> Result<(), Rejection> {
    let title = words::name("the title", &new.title)?;
    let narration = words::prose("the narration", &new.narration)?;
    let suggested = words::lines("suggested", &new.suggested, SUGGESTED)?;
    let what = words::some_line("what", new.what.as_ref())?;
    let catch = words::some_line("the catch", new.catch.as_ref())?;
    let person = new.person.as_deref().map(|name| world::person(draft.state(), name)).transpose()?;
    let place = words::name("the place", &new.place)?;
    let known = draft.state().world.places.iter().find(|known| same(&known.name, &place));
    let is_new = known.is_none();
    let place = known.map_or(place, |known| known.name.clone());
    let what = what.unwrap_or_else(|| title.clone());
    let kind = match new.kind {
        SceneName::Encounter => SceneKind::Encounter {
            source: what,
            urgency: new.urgency.unwrap_or(Urgency::Medium),
            escapable: new.escapable.unwrap_or(true),
        },
        SceneName::Opportunity => SceneKind::Opportunity {
            offered_by: person.clone(),
            nature: what,
            catch: catch.unwrap_or_else(|| "nobody has said yet".to_owned()),
        },
        SceneName::Discovery => SceneKind::Discovery { what, implications: catch.into_iter().collect() },
        SceneName::Open => SceneKind::Open,
    };
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
    draft.tell(Event::NarrationGiven { narration, connector: None, auto: false });
    course::mend_spotlight(draft);
    if let Some(Mood::Scene { .. }) = draft.state().mood() {
        draft.tell(Event::FloorGiven { floor: Floor::Player(Offer::Free { suggested }) });
    }
    Ok(())
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

pub(super) fn speak(
    draft: &mut Draft<Dm>,
    person: &str,
    said: &str,
    manner: Option<&String>,
) -> Result<(), Rejection> {
    let person = world::person(draft.state(), person)?;
    let words = words::prose("what they say", said)?;
    let manner = words::some_line("the manner", manner)?;
    draft.tell(Event::NpcSpoke { person, words, manner });
    Ok(())
}

pub(super) fn ask_player(draft: &mut Draft<Dm>, question: &str) -> Result<(), Rejection> {
    let question = words::line("the question", question)?;
    draft.tell(Event::PlayerAsked { question: question.clone() });
    if !course::threshold(draft) {
        draft.tell(Event::FloorGiven { floor: Floor::Player(Offer::Question { question }) });
    }
    Ok(())
}

pub(super) fn choose(draft: &mut Draft<Dm>, narration: &str, options: &[String]) -> Result<(), Rejection> {
    let narration = words::prose("the narration", narration)?;
    let options = words::lines("options", options, OPTIONS)?;
    draft.tell(Event::NarrationGiven { narration, connector: None, auto: false });
    course::after_narration(draft, true, Offer::Options { options });
    Ok(())
}

pub(super) fn engage(
    draft: &mut Draft<Dm>,
    position: Position,
    effect: Effect,
    domain: Option<Domain>,
    (gain, danger): (&str, &str),
) -> Result<(), Rejection> {
    let gain = words::line("the gain", gain)?;
    let danger = words::line("the danger", danger)?;
    let stand = match position {
        Position::Controlled => Stand::Controlled { advantage: gain, risk: danger },
        Position::Risky => Stand::Risky { threat: danger, opportunity: gain },
        Position::Desperate => Stand::Desperate { why: gain, stakes: danger },
    };
    course::enter_action(draft, Engaged { stand, effect, domain }, false);
    Ok(())
}

/// What happens in a scene, with what it costs (D3, D4).
pub(super) fn narrate(draft: &mut Draft<Dm>, told: &Narration) -> Result<(), Rejection> {
    let narration = words::prose("the narration", &told.narration)?;
    let suggested = words::lines("suggested", &told.suggested, SUGGESTED)?;
    let cost = words::some_line("the cost", told.cost.as_ref())?;
    let threat = words::some_line("the threat", told.threat.as_ref())?;
    if let Some(to) = told.spotlight.filter(|to| !draft.state().is_active(*to)) {
        return Err(Rejection::NoSuchSeat(to));
    }
    words::figure("stress", told.stress.into(), NARRATED_STRESS)?;
    words::figure("coin", told.coin.into(), NARRATED_COIN)?;
    words::figure("heat", told.heat.into(), NARRATED_HEAT)?;
    let state = draft.state();
    let (acting, answered) = (state.spotlight, state.said.is_some());
    draft.tell(Event::NarrationGiven { narration, connector: told.connector, auto: false });
    sheet::stress(draft, acting, i32::from(told.stress), "what happened in the scene");
    sheet::heat(draft, acting, i32::from(told.heat), "what happened in the scene");
    sheet::coin(draft, acting, i32::from(told.coin), "what happened in the scene");
    remember(draft, cost, threat);
    course::after_narration(draft, told.continue_scene, Offer::Free { suggested });
    if is_players(draft) {
        let next = || draft.state().next_active(acting).filter(|_| answered);
        course::spotlight(draft, told.spotlight.or_else(next));
    }
    Ok(())
}

/// How an action lands. What it cost stood in the die (D9).
pub(super) fn land(draft: &mut Draft<Dm>, told: &Landed) -> Result<(), Rejection> {
    let narration = words::prose("the narration", &told.narration)?;
    let suggested = words::lines("suggested", &told.suggested, SUGGESTED)?;
    let cost = words::some_line("the cost", told.cost.as_ref())?;
    let threat = words::some_line("the threat", told.threat.as_ref())?;
    words::figure("coin", told.coin.into(), NARRATED_COIN)?;
    let acting = draft.state().spotlight;
    // A controlled failure does no other harm (D9).
    let coin = if draft.state().mood().is_some_and(Mood::is_harmless) { told.coin.max(0) } else { told.coin };
    draft.tell(Event::NarrationGiven { narration, connector: told.connector, auto: false });
    sheet::coin(draft, acting, i32::from(coin), "what came of it");
    remember(draft, cost, threat);
    course::after_narration(draft, told.continue_scene, Offer::Free { suggested });
    if is_players(draft) {
        course::spotlight(draft, draft.state().next_active(acting));
    }
    Ok(())
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

/// The player in the spotlight does something: a beat, and the game master's turn.
pub(super) fn act(draft: &mut Draft<Dm>, player_id: SeatId, text: &str) -> Result<(), Rejection> {
    let text = words::prose("what you do", text)?;
    draft.tell(Event::PlayerActed { player_id, text });
    draft.tell(Event::FloorGiven { floor: Floor::Gm });
    let state = draft.state();
    if state.interrupt.is_some() && matches!(state.mood(), Some(Mood::Aftermath { .. })) {
        // What breaks in does not wait for the aftermath to be over (D17).
        course::accept(draft);
    } else {
        course::interrupt(draft);
    }
    Ok(())
}

/// The player takes one of the ideas or options.
pub(super) fn take(draft: &mut Draft<Dm>, player_id: SeatId, option: u8) -> Result<(), Rejection> {
    let offered = draft.state().mood().and_then(Mood::offer).map_or(&[][..], Offer::options);
    let at = usize::from(option).checked_sub(1);
    let Some(text) = at.and_then(|at| offered.get(at)).cloned() else {
        return Err(Rejection::NoSuchNumber { what: "option", given: option, max: offered.len() });
    };
    act(draft, player_id, &text)
}

pub(super) fn give_spotlight(draft: &mut Draft<Dm>, to: SeatId) -> Result<(), Rejection> {
    let state = draft.state();
    if to == state.spotlight || !state.is_active(to) {
        return Err(Rejection::NoSuchSeat(to));
    }
    draft.tell(Event::SpotlightMoved { to });
    Ok(())
}

/// Is the word with the players?
fn is_players(draft: &Draft<Dm>) -> bool {
    draft.state().mood().and_then(Mood::offer).is_some()
}
