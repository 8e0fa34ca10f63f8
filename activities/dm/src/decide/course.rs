//! What moves a session from mood to mood. No model enters or leaves one: it asks for it, and the rules do it (D1).

use std::cmp::Reverse;

use crate::view::{
    ClockKind, Effect, EndReason, Engaged, Floor, Invitation, Landing, Mood, Outcome, Pause, Rest, Roll,
    SceneKind, Stand, Thread, Urgency,
};
use engine::{Draft, Purpose, SeatId};

use super::{between, clocks, sheet};
use crate::Dm;
use crate::event::Event;
use crate::limits::{DAYS, SCENES_MAX};
use crate::setting::setting;
use crate::state::{Phase, State};

const CARD: Purpose = Purpose { code: 1, name: "a card" };

fn enter(draft: &mut Draft<Dm>, mood: Mood) {
    let (from, to) = (draft.state().phase_name(), mood.name());
    draft.tell(Event::MoodChanged { from, to, mood: Box::new(mood) });
}

/// A scene that is to be opened. A card is drawn for it.
pub(super) fn enter_new_scene(draft: &mut Draft<Dm>, hook: Option<String>) {
    enter(draft, Mood::Scene { framed: false, hook, floor: Floor::Gm });
    draw_card(draft);
}

/// Draws a card for the game master.
pub(super) fn draw_card(draft: &mut Draft<Dm>) {
    if let Some(card) = draft.dice(CARD).pick(&setting().deck.cards) {
        draft.tell(Event::CardDrawn { card: card.name.clone() });
    }
}

/// Back in the scene that is being played. A threat that broke in comes first (D17).
fn enter_scene(draft: &mut Draft<Dm>, floor: Floor) {
    enter(draft, Mood::Scene { framed: true, hook: None, floor });
    if is_gm_next(draft.state()) {
        interrupt(draft);
    }
}

fn is_gm_next(state: &State) -> bool {
    matches!(state.mood(), Some(Mood::Scene { framed: true, floor: Floor::Gm, .. }))
}

/// A clock that filled forces the turn into an action, if one has and the game master is to speak (D17).
pub(super) fn interrupt(draft: &mut Draft<Dm>) {
    let state = draft.state();
    let Some(clock) = state.interrupt.clone().filter(|_| is_gm_next(state)) else { return };
    let stand = if state.scene.kind.is_pressing() {
        Stand::Desperate {
            why: "getting clear of it".to_owned(),
            stakes: format!("what “{clock}” leaves of you"),
        }
    } else {
        Stand::Risky { threat: clock.clone(), opportunity: "getting clear of it".to_owned() }
    };
    draft.tell(Event::InterruptMet { clock });
    enter_action(draft, Engaged::of(stand, Effect::Standard), true);
}

/// An action needs a die; without one the city makes an offer (D13). What no clock forces, the player may let pass (D27).
pub(super) fn enter_action(draft: &mut Draft<Dm>, engaged: Engaged, forced: bool) {
    let is_drained = draft.state().pool().is_empty();
    let roll = if forced || is_drained { Roll::Open { refused: 0 } } else { Roll::Asked };
    enter(draft, Mood::Action { engaged: engaged.clone(), forced, roll });
    if is_drained {
        let state = draft.state();
        let drained = state
            .said
            .as_ref()
            .map_or_else(|| engaged.stand.danger().to_owned(), |said| crate::state::brief(&said.text));
        let can_retreat = !matches!(engaged.stand, Stand::Desperate { .. });
        enter(draft, Mood::Bargain { drained, can_retreat, deals: Vec::new(), back_to: engaged, forced });
    }
}

/// The player lets it pass: it costs the moment and nothing else, and the game master tells what that leaves (D27).
pub(super) fn let_pass(draft: &mut Draft<Dm>, player_id: SeatId) {
    draft.tell(Event::MomentPassed { player_id });
    enter_scene(draft, Floor::Gm);
}

/// The player said something else than whether they risk it: it is not on the dice any more, and the word is the game master's.
pub(super) fn take_back(draft: &mut Draft<Dm>) {
    enter_scene(draft, Floor::Gm);
}

/// Dice were bought: the action goes on.
pub(super) fn back_to_action(draft: &mut Draft<Dm>) {
    if let Some(Mood::Bargain { back_to, forced, .. }) = draft.state().mood().cloned() {
        enter(draft, Mood::Action { engaged: back_to, forced, roll: Roll::Open { refused: 0 } });
    }
}

pub(super) fn enter_aftermath(draft: &mut Draft<Dm>, landing: Landing, from: Engaged) {
    enter(draft, Mood::Aftermath { landing, from, floor: Floor::Gm });
}

/// What landed was answered, or nobody tells how: the scene goes on. Who is at the end of their strength breaks first (D3).
pub(super) fn leave_aftermath(draft: &mut Draft<Dm>) {
    if !threshold(draft) {
        enter_scene(draft, Floor::Gm);
    }
}

/// Somebody whose stress is at 9 breaks, before anything else happens (D3). Says whether somebody did.
pub(super) fn threshold(draft: &mut Draft<Dm>) -> bool {
    breaks(draft, true)
}

/// The same for somebody who lies where they fell: no adrenaline gets them up again (D13).
pub(super) fn fallen(draft: &mut Draft<Dm>) -> bool {
    breaks(draft, false)
}

fn breaks(draft: &mut Draft<Dm>, on_their_feet: bool) -> bool {
    let state = draft.state();
    let Some(player) = state.broken() else { return false };
    let (pressing, trigger) = if let Some(Mood::Bargain { drained, .. }) = state.mood() {
        (true, drained.clone())
    } else if let Some(Mood::Aftermath { from, landing, .. }) = state.mood() {
        (matches!(from.stand, Stand::Desperate { .. }), landing.what().to_owned())
    } else {
        (
            state.scene.kind.is_pressing(),
            state.scene.beats.last().map_or_else(String::new, |beat| beat.text.clone()),
        )
    };
    let adrenaline = on_their_feet && (pressing || state.interrupt.is_some());
    let what = format!("{} has had nine kinds of too much", state.who(player));
    enter(draft, Mood::Trauma { player, what, trigger, adrenaline });
    true
}

/// A scar from a bargain is cut at once (D13).
pub(super) fn enter_trauma(draft: &mut Draft<Dm>, player: SeatId, trigger: String) {
    let what = format!("{} sells a piece", draft.state().who(player));
    enter(draft, Mood::Trauma { player, what, trigger, adrenaline: true });
}

/// There is no time to fall: the scene goes on, and there is no way out of it.
pub(super) fn adrenaline(draft: &mut Draft<Dm>, source: String, suggested: Vec<String>) {
    let kind = SceneKind::Encounter { source, urgency: Urgency::High, escapable: false };
    draft.tell(Event::SceneTurned { kind });
    enter_scene(draft, Floor::Player(Invitation::Free { suggested }));
}

/// The scene is over: threats go on and the law may come (D15, D18).
pub(super) fn end_scene(draft: &mut Draft<Dm>) {
    forget_interrupt(draft);
    enter(draft, Mood::BetweenScenes { pause: Pause::Choosing });
    clocks::tick_kind(draft, ClockKind::Threat, "the scene is over");
    between::knock(draft);
}

/// What broke in has nothing left to break into (D17).
fn forget_interrupt(draft: &mut Draft<Dm>) {
    if let Some(clock) = draft.state().interrupt.clone() {
        draft.tell(Event::InterruptMet { clock });
    }
}

/// On to the next scene, if there is one.
pub(super) fn next_scene(draft: &mut Draft<Dm>, hook: Option<String>) {
    if draft.state().is_unsummed() {
        between::sum_up(draft);
    }
    // What comes to a head is not put off by what was said or by a rest.
    let hook = match (hook, climax(draft.state())) {
        (Some(hook), Some(climax)) => Some(format!("{climax}. And: {hook}")),
        (hook, climax) => hook.or(climax),
    };
    if draft.state().scene.number >= SCENES_MAX {
        end(draft, EndReason::Limit);
    } else {
        enter_new_scene(draft, hook);
    }
}

/// What the party came for is done: the next scene is made of what is open and presses most (D28).
fn climax(state: &State) -> Option<String> {
    const THREADS: usize = 2;
    let goal = state.climax.as_ref()?;
    let mut open: Vec<&Thread> = state.world.threads.iter().rev().collect();
    open.sort_by_key(|thread| Reverse(thread.tension));
    let open: Vec<&str> =
        open.into_iter().take(THREADS).map(|thread| thread.hook.trim_end_matches('.')).collect();
    let open = if open.is_empty() { "what it cost".to_owned() } else { open.join("; ") };
    Some(format!("“{goal}” is done, and now it comes to a head: {open}"))
}

/// Rest. What factions are up to goes on (D15).
pub(super) fn enter_downtime(draft: &mut Draft<Dm>) {
    forget_interrupt(draft);
    let state = draft.state();
    let sheets = || state.active().filter_map(|seat| state.character(seat));
    let rest = if let Some(hunted) = sheets().find(|sheet| sheet.hunted) {
        Rest::Entanglement { hunted: hunted.name.clone() }
    } else if sheets().any(|sheet| sheet.recovering || sheet.stress >= 5) {
        Rest::Recovery
    } else {
        Rest::Project
    };
    let days = |at: usize| if state.is_active(SeatId::at(at)) { DAYS } else { 0 };
    let left = (0..state.party.len()).map(days).collect();
    enter(draft, Mood::Downtime { rest, left });
    clocks::tick_kind(draft, ClockKind::Faction, "time passes");
}

/// A player would end the evening here, or would not: among people, most of them have to want it (D28).
pub(super) fn would_end(draft: &mut Draft<Dm>, player_id: SeatId, ends: bool) {
    if !draft.state().has_company(player_id) {
        return end(draft, EndReason::Chosen);
    }
    draft.tell(Event::EndWished { player_id, ends });
    let state = draft.state();
    if !state.undecided().is_empty() {
        return;
    }
    let agree = state.leaving.iter().filter(|(_, ends)| *ends).count();
    if 2 * agree > state.leaving.len() {
        end(draft, EndReason::Chosen);
    } else {
        draft.tell(Event::EndDropped {});
    }
}

/// Play is over: what became of everybody is told next (D28).
pub(super) fn end(draft: &mut Draft<Dm>, reason: EndReason) {
    draft.tell(Event::EveningClosed { reason });
}

/// A closing paragraph for each character, and the evening is over (D28).
pub(super) fn close(draft: &mut Draft<Dm>, epilogue: &[String], auto: bool) {
    let Phase::Closing { reason } = draft.state().phase else { return };
    for (at, words) in epilogue.iter().enumerate() {
        draft.tell(Event::EpilogueTold { player_id: SeatId::at(at), words: words.clone(), auto });
    }
    let state = draft.state();
    let party = state.party.iter().flatten().cloned().collect();
    let (seed, salt) = (draft.seed().0, draft.salt());
    let outcome = Outcome { reason, scenes: state.scene.number, party, seed, salt };
    draft.tell(Event::SessionEnded(Box::new(outcome)));
}

/// After a word of the game master in a scene or an aftermath: who is broken breaks, a scene that is over ends, and
/// else the word is the player's (D3).
pub(super) fn after_narration(draft: &mut Draft<Dm>, goes_on: bool, offer: Invitation) {
    if threshold(draft) {
        return;
    }
    // What breaks in is met here: nobody tells the scene away from under it (D25).
    if !goes_on && draft.state().interrupt.is_none() {
        return end_scene(draft);
    }
    draft.tell(Event::FloorGiven { floor: Floor::Player(offer) });
}

/// Gives the turn to a seat, if it is not its already.
pub(super) fn spotlight(draft: &mut Draft<Dm>, to: Option<SeatId>) {
    if let Some(to) = to.filter(|to| *to != draft.state().spotlight && draft.state().is_active(*to)) {
        draft.tell(Event::SpotlightMoved { to });
    }
}

/// Somebody who plays is in the spotlight again.
pub(super) fn mend_spotlight(draft: &mut Draft<Dm>) {
    let state = draft.state();
    if !state.is_active(state.spotlight) {
        spotlight(draft, state.next_active(state.spotlight));
    }
}

/// Rolls the pool anew: so many dice and nothing else.
pub(super) fn reroll(draft: &mut Draft<Dm>, player_id: SeatId, count: usize) {
    let dice = sheet::rolled(draft, player_id, count);
    draft.tell(Event::PoolRolled { player_id, dice });
}
