//! The rules: what each command does, and what follows from it.
//!
//! What a seat answers is what it is asked for now, and legal: the engine has held it to its form. What no form offers, more
//! time and the host's word to go on, is checked here. What moves the game from phase to phase is in `course`.

use std::sync::Arc;

use crate::view::{PhaseName, Role};
use engine::{Actor, Draft, Fault, Holder, Purpose, Refusal, Seat, SeatId, SeatSet, limits};
use kit::words;

use super::Mafia;
use super::command::{Beliefs, Command, Speech};
use super::course;
use super::event::{Auto, Belief, Created, Event, NightAction};
use super::limits::{EXTENSION_MS, EXTENSIONS_MAX};
use super::setup::Setup;
use super::state::Phase;

const DEAL: Purpose = Purpose { code: 1, name: "the deal" };

/// Opens a game (M1, M2).
pub(super) fn open(draft: &mut Draft<Mafia>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
    let faults = setup.faults(seats);
    if !faults.is_empty() {
        return Err(faults);
    }
    let dealt = Role::ALL.iter().zip(setup.roles.dealt());
    let mut roles: Vec<Role> =
        dealt.flat_map(|(role, count)| std::iter::repeat_n(*role, usize::from(count))).collect();
    draft.dice(DEAL).shuffle(&mut roles);
    let mafia: SeatSet = (0..roles.len()).filter(|&at| roles[at] == Role::Mafia).map(SeatId::at).collect();
    draft.tell(Event::GameCreated(Box::new(Created {
        players: seats.clone(),
        roles: setup.roles,
        pace: setup.pace(seats),
        turns: setup.turns,
        rounds: setup.rounds,
        ballot: setup.ballot,
        team_agrees: setup.team_agrees,
        reveal_night_roles: setup.reveal_night_roles,
        seed_hash: draft.seed_hash(),
        started_at: draft.now(),
    })));
    for (index, role) in roles.into_iter().enumerate() {
        let player_id = SeatId::at(index);
        let teammates = if role == Role::Mafia { mafia.without(player_id) } else { SeatSet::EMPTY };
        draft.tell(Event::RoleAssigned { player_id, role, teammates });
    }
    course::enter_night(draft, PhaseName::Setup, 0);
    Ok(())
}

/// Decides a command.
pub(super) fn decide(draft: &mut Draft<Mafia>, by: Actor, command: &Command) -> Result<(), Refusal> {
    if let Phase::End(_) = draft.state().phase {
        return Err(Refusal::over());
    }
    let asked = by.seat().ok_or_else(Refusal::not_yours);
    match command {
        Command::ChooseTarget { target, word, thought, beliefs } => {
            let seat = keep_to_oneself(draft, asked?, thought, beliefs);
            if let Some(word) = word {
                let team = draft.state().holders(Role::Mafia);
                if team.contains(seat) && team.len() > 1 {
                    draft.tell(Event::TeamWordSaid { player_id: seat, word: word.clone() });
                }
            }
            submit(draft, seat, *target, None);
            course::after_choice(draft, seat);
        }
        Command::Say(speech) => say(draft, asked?, speech),
        Command::Pass { bid, thought, beliefs } => {
            let seat = keep_to_oneself(draft, asked?, thought, beliefs);
            bids(draft, seat, bid.unwrap_or(0));
            pass(draft, seat, None);
        }
        Command::CastVote { target, thought, beliefs } => {
            let seat = keep_to_oneself(draft, asked?, thought, beliefs);
            cast(draft, seat, Some(*target), None);
            course::after_vote(draft);
        }
        Command::Abstain { thought, beliefs } => {
            let seat = keep_to_oneself(draft, asked?, thought, beliefs);
            cast(draft, seat, None, None);
            course::after_vote(draft);
        }
        Command::Extend => extend(draft, by)?,
        Command::Advance if by == Actor::Host => course::close_phase(draft, &Auto::Advanced),
        Command::Advance => return Err(Refusal::only("the host")),
    }
    Ok(())
}

/// M7: what happens when a seat could not answer at all.
pub(super) fn absent(draft: &mut Draft<Mafia>, seat: SeatId, reason: &str) {
    let auto = Auto::Failed(words::reason(reason, limits::TEXT_CHARS_MAX));
    match draft.state().phase {
        Phase::Night(_) => {
            course::choose_for(draft, seat, auto);
            course::after_choice(draft, seat);
        }
        Phase::Discussion(_) => pass(draft, seat, Some(auto)),
        Phase::Voting(_) => {
            // Whoever is asked once more has voted, and that stands.
            let voted = draft.state().today().and_then(|today| today.vote_of(seat));
            cast(draft, seat, voted.and_then(|vote| vote.target_id), Some(auto));
            course::after_vote(draft);
        }
        Phase::Setup | Phase::Morning { .. } | Phase::Resolution | Phase::End(_) => {}
    }
}

/// What a seat keeps to itself when it answers: a thought, and what it takes others for. The seat.
fn keep_to_oneself(
    draft: &mut Draft<Mafia>,
    seat: SeatId,
    thought: &Option<Arc<str>>,
    beliefs: &Beliefs,
) -> SeatId {
    if let Some(thought) = thought.clone() {
        draft.tell(Event::AgentThought { player_id: seat, thought });
    }
    if !beliefs.is_empty() {
        let beliefs = beliefs.iter().map(|&(seat, role)| Belief { seat, role }).collect();
        draft.tell(Event::BeliefsHeld { player_id: seat, beliefs });
    }
    seat
}

/// Notes a choice at night (M4, M5, M6 and the villagers' decoy, M8), and tells a sheriff what it shows.
pub(super) fn submit(draft: &mut Draft<Mafia>, seat: SeatId, target: SeatId, auto: Option<Auto>) {
    let state = draft.state();
    let role = state.role(seat);
    let changed = state.chosen(seat).is_some();
    let is_mafia = state.mafia.contains(target);
    draft.tell(Event::NightActionSubmitted {
        player_id: seat,
        action_type: NightAction::of(role),
        target_id: target,
        changed,
        auto,
    });
    if role == Role::Sheriff {
        draft.tell(Event::InvestigationResult { sheriff_id: seat, target_id: target, is_mafia });
    }
}

/// M10: a seat speaks in its turn, and may claim a role.
fn say(draft: &mut Draft<Mafia>, seat: SeatId, speech: &Speech) {
    keep_to_oneself(draft, seat, &speech.thought, &speech.beliefs);
    // Whoever does not say how much has said something, and may want to again.
    bids(draft, seat, speech.bid.unwrap_or(1));
    let state = draft.state();
    let (turn_id, actual_role) = (state.turn_id(), state.role(seat));
    if let Some(claimed_role) = speech.claim {
        draft.tell(Event::RoleClaimed { player_id: seat, claimed_role });
        draft.tell(Event::RoleClaimChecked { player_id: seat, claimed_role, actual_role });
    }
    draft.tell(Event::StatementMade {
        player_id: seat,
        turn_id,
        public_statement: speech.text.clone(),
        accuses: speech.accuse,
        vouches: speech.vouch,
        cut_off: speech.cut_off,
    });
    course::after_turn(draft);
}

/// M20: how much a seat wants to speak again, where that is asked.
fn bids(draft: &mut Draft<Mafia>, seat: SeatId, bid: u8) {
    if draft.state().bids() {
        draft.tell(Event::BidMade { player_id: seat, bid });
    }
}

/// M10: a seat says nothing in its turn.
pub(super) fn pass(draft: &mut Draft<Mafia>, seat: SeatId, auto: Option<Auto>) {
    let turn_id = draft.state().turn_id();
    draft.tell(Event::TurnPassed { player_id: seat, turn_id, auto });
    course::after_turn(draft);
}

/// M12: notes a vote, a change of vote, or an abstention; casting the same one again is no change.
pub(super) fn cast(draft: &mut Draft<Mafia>, seat: SeatId, target: Option<SeatId>, auto: Option<Auto>) {
    let before = draft.state().today().and_then(|today| today.vote_of(seat));
    let changed = before.is_some_and(|vote| vote.changed || vote.target_id != target);
    draft.tell(Event::VoteCast { voter_id: seat, target_id: target, changed, auto });
}

/// M17: any person at the table may ask for more time.
fn extend(draft: &mut Draft<Mafia>, by: Actor) -> Result<(), Refusal> {
    let state = draft.state();
    let is_person = |seat: &SeatId| {
        let held = state.seats.get(seat.index());
        draft.taken().contains(*seat) || held.is_some_and(|seat| seat.holder == Holder::Person)
    };
    let player_id = by.seat().filter(is_person).ok_or_else(|| Refusal::only("a person at the table"))?;
    let clock = course::clock(state).unwrap_or_default();
    let no_deadline = || Refusal::new("no-deadline", "no clock runs now: there is nothing to put off");
    let closes = clock.closes.ok_or_else(no_deadline)?;
    if clock.extensions >= EXTENSIONS_MAX {
        let message = format!("it has been extended {EXTENSIONS_MAX} times, and that is the limit");
        return Err(Refusal::new("extensions-used-up", message));
    }
    draft.tell(Event::TimeExtended {
        player_id,
        closes_at: closes + EXTENSION_MS,
        extensions_left: EXTENSIONS_MAX - clock.extensions - 1,
    });
    Ok(())
}
