//! The rules: what each command does, and what follows from it.
//!
//! Every function checks first and tells afterwards. What moves the game from phase to phase is in `course`.

use std::sync::Arc;

use crate::view::{PhaseName, Role, Vote};
use engine::{Actor, Draft, Fault, Holder, Phases as _, Purpose, Seat, SeatId, SeatSet, limits};

use super::Mafia;
use super::command::{Command, Speech};
use super::course;
use super::event::{Auto, Belief, Created, Event, NightAction};
use super::limits::{EXTENSION_MS, EXTENSIONS_MAX};
use super::rejection::{Rejection, why_not};
use super::setup::Setup;
use super::state::{Phase, PhaseClock, State};

const DEAL: Purpose = Purpose { code: 1, name: "the deal" };

/// Opens a game (M1, M2).
pub(super) fn open(draft: &mut Draft<Mafia>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
    let faults = setup.faults(seats);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut roles: Vec<Role> = Role::ALL
        .iter()
        .flat_map(|&role| std::iter::repeat_n(role, usize::from(setup.roles.of(role))))
        .collect();
    draft.dice(DEAL).shuffle(&mut roles);
    let mafia: SeatSet = (0..roles.len()).filter(|&at| roles[at] == Role::Mafia).map(SeatId::at).collect();
    draft.tell(Event::GameCreated(Box::new(Created {
        players: seats.clone(),
        roles: setup.roles,
        pace: setup.pace(seats),
        turns: setup.turns,
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
pub(super) fn decide(draft: &mut Draft<Mafia>, by: Actor, command: &Command) -> Result<(), Rejection> {
    if let Phase::End(_) = draft.state().phase {
        return Err(Rejection::Over);
    }
    match command {
        Command::ChooseTarget { target, thought, beliefs } => {
            let seat = living_seat(draft, by)?;
            choose(draft, seat, *target, thought, beliefs)
        }
        Command::Say(speech) => say(draft, living_seat(draft, by)?, speech),
        Command::Pass { thought, beliefs } => {
            let seat = living_seat(draft, by)?;
            let turn_id = my_turn(draft.state(), seat)?;
            tell_thought(draft, seat, thought, beliefs)?;
            draft.tell(Event::TurnPassed { player_id: seat, turn_id, auto: None });
            course::after_turn(draft);
            Ok(())
        }
        Command::CastVote { target, thought, beliefs } => {
            let seat = living_seat(draft, by)?;
            vote(draft, seat, Some(*target), thought, beliefs)
        }
        Command::Abstain { thought, beliefs } => {
            let seat = living_seat(draft, by)?;
            vote(draft, seat, None, thought, beliefs)
        }
        Command::Extend => extend(draft, by),
        Command::Advance => {
            host_only(by)?;
            course::close_phase(draft, &Auto::Advanced);
            Ok(())
        }
    }
}

/// M4, M5, M6 and the villagers' decoy (M8): one command for every role.
fn choose(
    draft: &mut Draft<Mafia>,
    seat: SeatId,
    target: SeatId,
    thought: &Option<String>,
    beliefs: &[(SeatId, Role)],
) -> Result<(), Rejection> {
    let state = draft.state();
    let Phase::Night(_) = state.phase else { return Err(wrong_phase(state)) };
    let role = state.role(seat);
    let legal = state.night_targets(seat);
    if role == Role::Sheriff && state.chosen(seat).is_some() {
        return Err(Rejection::Final);
    }
    if !legal.contains(target) {
        let why = if target.index() >= state.seats.len() {
            "there is no such seat"
        } else {
            why_not(role, !state.living.contains(target))
        };
        return Err(illegal(state, target, why, legal));
    }
    tell_thought(draft, seat, thought, beliefs)?;
    submit(draft, seat, target, None);
    course::after_choice(draft);
    Ok(())
}

/// Notes a choice at night, and tells a sheriff what it shows.
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
fn say(draft: &mut Draft<Mafia>, seat: SeatId, speech: &Speech) -> Result<(), Rejection> {
    let state = draft.state();
    let turn_id = my_turn(state, seat)?;
    let text = check_text("what you say", &speech.text)?;
    for target in [speech.accuse, speech.vouch].into_iter().flatten() {
        let others = state.others(seat);
        if !others.contains(target) {
            return Err(illegal(state, target, "accuse or vouch for another seat", others));
        }
    }
    let actual_role = state.role(seat);
    tell_thought(draft, seat, &speech.thought, &speech.beliefs)?;
    if let Some(claimed_role) = speech.claim {
        draft.tell(Event::RoleClaimed { player_id: seat, claimed_role });
        draft.tell(Event::RoleClaimChecked { player_id: seat, claimed_role, actual_role });
    }
    draft.tell(Event::StatementMade {
        player_id: seat,
        turn_id,
        public_statement: text,
        accuses: speech.accuse,
        vouches: speech.vouch,
        cut_off: speech.cut_off,
    });
    course::after_turn(draft);
    Ok(())
}

/// M12: a vote, a change of vote, or an abstention.
fn vote(
    draft: &mut Draft<Mafia>,
    seat: SeatId,
    target: Option<SeatId>,
    thought: &Option<String>,
    beliefs: &[(SeatId, Role)],
) -> Result<(), Rejection> {
    let state = draft.state();
    let Phase::Voting { .. } = state.phase else { return Err(wrong_phase(state)) };
    let legal = state.vote_targets(seat);
    if let Some(target) = target.filter(|&target| !legal.contains(target)) {
        let why = if target == seat { "nobody votes against themself" } else { "not among the living" };
        return Err(illegal(state, target, why, legal));
    }
    tell_thought(draft, seat, thought, beliefs)?;
    cast(draft, seat, target, None);
    course::after_vote(draft);
    Ok(())
}

/// Notes a vote; casting the same one again is no change.
pub(super) fn cast(draft: &mut Draft<Mafia>, seat: SeatId, target: Option<SeatId>, auto: Option<Auto>) {
    let before: Option<Vote> = draft
        .state()
        .today()
        .and_then(|today| today.votes.iter().find(|vote| vote.voter_id == seat).copied());
    let changed = before.is_some_and(|vote| vote.changed || vote.target_id != target);
    draft.tell(Event::VoteCast { voter_id: seat, target_id: target, changed, auto });
}

/// M17: any person at the table may ask for more time.
fn extend(draft: &mut Draft<Mafia>, by: Actor) -> Result<(), Rejection> {
    let state = draft.state();
    let seat = by.seat().ok_or(Rejection::NotYours { who: "a person at the table" })?;
    let own = state.seats.get(seat.index()).ok_or(Rejection::NoSuchSeat(seat))?;
    if own.holder != Holder::Person && !draft.taken().contains(seat) {
        return Err(Rejection::NotYours { who: "a person at the table" });
    }
    let clock = course::clock(state).ok_or(Rejection::NoDeadline)?;
    let PhaseClock { closes: Some(closes), extensions } = clock else { return Err(Rejection::NoDeadline) };
    if extensions >= EXTENSIONS_MAX {
        return Err(Rejection::ExtensionsUsedUp(extensions));
    }
    draft.tell(Event::TimeExtended {
        player_id: seat,
        closes_at: closes + EXTENSION_MS,
        extensions_left: EXTENSIONS_MAX - extensions - 1,
    });
    Ok(())
}

/// M7: what happens when a seat could not answer at all.
pub(super) fn absent(draft: &mut Draft<Mafia>, seat: SeatId, reason: &str) -> Result<(), Rejection> {
    let state = draft.state();
    let auto = Auto::Failed(check_text("the reason", reason)?);
    match &state.phase {
        Phase::Night(_) => {
            course::choose_for(draft, seat, auto);
            course::after_choice(draft);
        }
        Phase::Discussion(discussion) => {
            let turn_id = discussion.done as u8 + 1;
            draft.tell(Event::TurnPassed { player_id: seat, turn_id, auto: Some(auto) });
            course::after_turn(draft);
        }
        Phase::Voting { .. } => {
            cast(draft, seat, None, Some(auto));
            course::after_vote(draft);
        }
        Phase::Setup | Phase::Morning { .. } | Phase::Resolution | Phase::End(_) => {}
    }
    Ok(())
}

fn host_only(by: Actor) -> Result<(), Rejection> {
    match by {
        Actor::Host => Ok(()),
        Actor::Seat(_) | Actor::Clock => Err(Rejection::NotYours { who: "the host" }),
    }
}

fn living_seat(draft: &Draft<Mafia>, by: Actor) -> Result<SeatId, Rejection> {
    let state = draft.state();
    let seat = by.seat().ok_or(Rejection::NotYours { who: "a seat" })?;
    if seat.index() >= state.seats.len() {
        Err(Rejection::NoSuchSeat(seat))
    } else if !state.living.contains(seat) {
        Err(Rejection::Dead(seat))
    } else {
        Ok(seat)
    }
}

/// The number of the seat's turn, if it is its turn.
fn my_turn(state: &State, seat: SeatId) -> Result<u8, Rejection> {
    let Phase::Discussion(discussion) = &state.phase else { return Err(wrong_phase(state)) };
    match discussion.speaker() {
        Some(speaker) if speaker == seat => Ok(discussion.done as u8 + 1),
        Some(speaker) => Err(Rejection::NotYourTurn { speaker: name(state, speaker) }),
        None => Err(wrong_phase(state)),
    }
}

/// What a seat keeps to itself when it answers: a thought, and what it takes others for.
fn tell_thought(
    draft: &mut Draft<Mafia>,
    seat: SeatId,
    thought: &Option<String>,
    beliefs: &[(SeatId, Role)],
) -> Result<(), Rejection> {
    let thought = thought.as_deref().map(|thought| check_text("your thought", thought)).transpose()?;
    check_beliefs(draft.state(), seat, beliefs)?;
    if let Some(thought) = thought {
        draft.tell(Event::AgentThought { player_id: seat, thought });
    }
    if !beliefs.is_empty() {
        let beliefs = beliefs.iter().map(|&(seat, role)| Belief { seat, role }).collect();
        draft.tell(Event::BeliefsHeld { player_id: seat, beliefs });
    }
    Ok(())
}

/// One belief at most about each of the others, the living and the dead.
fn check_beliefs(state: &State, seat: SeatId, beliefs: &[(SeatId, Role)]) -> Result<(), Rejection> {
    let mut left = state.others(seat);
    for &(target, _) in beliefs {
        if !left.contains(target) {
            return Err(illegal(state, target, "a belief is about another seat, and one about each", left));
        }
        left = left.without(target);
    }
    Ok(())
}

/// Words of a player: some, not too many, and nothing that a terminal would obey.
fn check_text(what: &str, text: &str) -> Result<String, Rejection> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Rejection::Text(format!("{what} is empty: say something, or pass")));
    }
    let most = limits::TEXT_CHARS_MAX;
    // No text has more characters than bytes: most are not worth counting.
    if text.len() > most && text.chars().count() > most {
        let chars = text.chars().count();
        return Err(Rejection::Text(format!(
            "{what} has {chars} characters, and {most} is the limit: say it shorter"
        )));
    }
    let obeyed = |c: char| c.is_control() && c != '\n';
    // Looked at whole, with no early way out: that goes many bytes at a time.
    let odd = text.bytes().fold(false, |odd, byte| odd | !(b' '..0x7f).contains(&byte));
    if odd && text.chars().any(obeyed) {
        return Err(Rejection::Text(format!("{what} holds a control character: use plain text")));
    }
    Ok(text.to_owned())
}

fn wrong_phase(state: &State) -> Rejection {
    let card = state.card();
    let legal = if card.tools.is_empty() { "nothing".to_owned() } else { card.tools.join(", ") };
    Rejection::WrongPhase { phase: card.title, legal }
}

fn illegal(state: &State, target: SeatId, why: &str, legal: SeatSet) -> Rejection {
    let legal = legal.iter().map(|seat| name(state, seat)).collect::<Vec<_>>().join(", ");
    Rejection::IllegalTarget { target: name(state, target), why: why.to_owned(), legal }
}

/// `3 Cole`, as seats are called in messages.
pub(super) fn name(state: &State, seat: SeatId) -> String {
    match state.seats.get(seat.index()) {
        Some(own) => format!("{seat} {}", own.name),
        None => format!("seat {seat}"),
    }
}
