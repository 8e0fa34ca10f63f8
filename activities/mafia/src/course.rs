//! The course of a game: when a phase closes, what it comes to, and what comes next.
//!
//! `Setup → Night → Morning → Discussion → Voting → Resolution → (Night | End)`, and straight from Morning to
//! Resolution and End when the night has decided the game (M9).

use crate::view::{Cause, Day, Outcome, PhaseName, Role, Side, Vote, VoteReason};
use engine::{Draft, Holder, Purpose, SeatId, SeatSet, TableTime};

use super::Mafia;
use super::decide::{cast, pass, submit};
use super::discussion::Discussion;
use super::event::{Auto, Event, VoteCount};
use super::limits::{NAMED_ADDS, TEAM_ASKED_AGAIN_MAX};
use super::setup::{Ballot, Pace, Times};
use super::state::{Phase, PhaseClock, State};

const NIGHT_LENGTH: Purpose = Purpose { code: 2, name: "how long the night lasts" };
const MAFIA_TARGET: Purpose = Purpose { code: 3, name: "whom the mafia kill when they do not agree" };
const TIE: Purpose = Purpose { code: 4, name: "who goes when votes are tied" };

const FLOOR: Purpose = Purpose { code: 5, name: "who speaks first of those who want to as much" };

/// The clock of the present phase that people may have extended.
pub(super) fn clock(state: &State) -> Option<PhaseClock> {
    match &state.phase {
        Phase::Night(night) => Some(night.clock),
        Phase::Discussion(discussion) => Some(discussion.clock),
        Phase::Voting(voting) => Some(voting.clock),
        Phase::Setup | Phase::Morning { .. } | Phase::Resolution | Phase::End(_) => None,
    }
}

/// When the clock acts: the phase's limit, or the night's least length once all have chosen.
pub(super) fn deadline(state: &State) -> Option<TableTime> {
    match &state.phase {
        Phase::Night(night) if all_chosen(state) && night.again.is_empty() => {
            night.not_before.or(night.clock.closes)
        }
        Phase::Morning { ends } => *ends,
        Phase::Setup
        | Phase::Night(_)
        | Phase::Discussion(_)
        | Phase::Voting(_)
        | Phase::Resolution
        | Phase::End(_) => clock(state).and_then(|clock| clock.closes),
    }
}

/// Goes into the night (M3, M8).
pub(super) fn enter_night(draft: &mut Draft<Mafia>, from: PhaseName, day_number: u8) {
    let state = draft.state();
    let (mut closes_at, mut not_before) = (None, None);
    if let Pace::Timed(times) = state.pace {
        let limit = with_seats(times.night_ms, times.night_per_seat_ms, state.living);
        closes_at = Some(draft.now() + limit);
        if state.hides_night_length(draft.taken()) {
            let third = u32::try_from(limit / 3).unwrap_or(u32::MAX - 1);
            let more = draft.dice(NIGHT_LENGTH).below(third + 1);
            not_before = Some(draft.now() + (u64::from(third) + u64::from(more)));
        }
    }
    change(draft, from, PhaseName::NightActions, day_number, closes_at, not_before);
}

/// After a choice at night: every living seat is asked, so every living seat is waited for (M8).
pub(super) fn after_choice(draft: &mut Draft<Mafia>, chooser: SeatId) {
    ask_team_again(draft, chooser);
    let state = draft.state();
    let Phase::Night(night) = &state.phase else { return };
    let long_enough = match night.not_before {
        Some(least) => least <= draft.now(),
        // People have sat down since it began, when it had nothing to hide: it is as long as it may be.
        None => night.clock.closes.is_none() || !state.hides_night_length(draft.taken()),
    };
    if all_chosen(state) && night.again.is_empty() && long_enough && state.pace != Pace::Step {
        close_night(draft, &Auto::Deadline);
    }
}

/// M18: where the team differs once all of it that is no person has chosen, those are asked once more; and again where a person of it
/// chooses otherwise afterwards. People are not held up: they may change all night.
fn ask_team_again(draft: &mut Draft<Mafia>, chooser: SeatId) {
    let state = draft.state();
    let Phase::Night(night) = &state.phase else { return };
    if !state.team_agrees || night.asked_again >= TEAM_ASKED_AGAIN_MAX {
        return;
    }
    let team = state.holders(Role::Mafia);
    if !team.contains(chooser) {
        return;
    }
    let people = people(draft);
    let others = team.minus(people);
    let seats: SeatSet = if people.contains(chooser) {
        let differs =
            |seat: &SeatId| state.chosen(*seat).is_some_and(|target| Some(target) != state.chosen(chooser));
        others.iter().filter(differs).collect()
    } else {
        let chosen: SeatSet = team.iter().filter_map(|seat| state.chosen(seat)).collect();
        let differs = chosen.len() > 1 && unchosen(state, others).is_empty();
        if differs && night.asked_again == 0 { others } else { SeatSet::EMPTY }
    };
    if !seats.is_empty() {
        draft.tell(Event::TeamAskedAgain { seats });
    }
}

/// The seats that people hold, or have sat down in.
fn people(draft: &Draft<Mafia>) -> SeatSet {
    let seats = draft.state().seats.iter().enumerate();
    let held = seats.filter(|(_, seat)| seat.holder == Holder::Person).map(|(at, _)| SeatId::at(at));
    held.collect::<SeatSet>().or(draft.taken())
}

/// After a turn: the next speaker, another round, or the vote.
pub(super) fn after_turn(draft: &mut Draft<Mafia>) {
    if let Phase::Discussion(discussion) = &draft.state().phase
        && discussion.speaker().is_none()
        && let Some(round) = next_round(draft, discussion)
    {
        draft.tell(round);
    }
    let state = draft.state();
    let Phase::Discussion(discussion) = &state.phase else { return };
    match (discussion.speaker(), state.pace) {
        (Some(player_id), Pace::Timed(times)) => {
            let closes_at = draft.now() + times.turn_ms;
            draft.tell(Event::TurnClockStarted { player_id, closes_at });
        }
        (Some(_), Pace::Step | Pace::Instant) | (None, Pace::Step) => {}
        (None, Pace::Timed(_) | Pace::Instant) => enter_voting(draft),
    }
}

/// M20: who speaks once all of a round have, if anybody does. In the last round those who want to most, and whoever was accused; after
/// it whoever was accused since, once; and, once a day, all who have not had the floor since a role was claimed so late: whoever really
/// has it may say so, and nobody is told apart by being asked.
fn next_round(draft: &Draft<Mafia>, discussion: &Discussion) -> Option<Event> {
    let state = draft.state();
    if state.rounds <= 1 {
        return None;
    }
    let accused = discussion.accused.and(state.living);
    if discussion.round >= state.rounds {
        let unheard = if discussion.claim_answered { SeatSet::EMPTY } else { discussion.unheard };
        let order: Vec<SeatId> =
            accused.minus(discussion.replied).or(unheard.and(state.living)).iter().collect();
        return (!order.is_empty()).then_some(Event::RoundBegun { order, round: None });
    }
    let round = discussion.round + 1;
    if round < state.rounds {
        return Some(Event::RoundBegun { order: state.turn_order(state.day), round: Some(round) });
    }
    let bid = |seat: SeatId| discussion.bids.iter().find(|(by, _)| *by == seat).map_or(0, |(_, bid)| *bid);
    let mut order: Vec<SeatId> =
        state.living.iter().filter(|seat| bid(*seat) > 0 || accused.contains(*seat)).collect();
    draft.dice(FLOOR).shuffle(&mut order);
    let wants = |seat: SeatId| bid(seat) + if discussion.named.contains(seat) { NAMED_ADDS } else { 0 };
    order.sort_by_key(|seat| std::cmp::Reverse(wants(*seat)));
    order.truncate(usize::from(state.turns));
    // Where nobody wants to speak, none was accused: there is nothing to answer either.
    (!order.is_empty()).then_some(Event::RoundBegun { order, round: Some(round) })
}

/// After a vote: closes when all living seats have voted (M12), and those who have seen the lead change since, and are no people, have
/// been asked once more (M19).
pub(super) fn after_vote(draft: &mut Draft<Mafia>) {
    let state = draft.state();
    let Phase::Voting(voting) = &state.phase else { return };
    if !state.unvoted().is_empty() || state.pace == Pace::Step {
        return;
    }
    if state.ballot == Ballot::Open && !voting.asked_again {
        let now = state.today().map_or(SeatSet::EMPTY, Day::leaders);
        let changed = voting.led.iter().filter(|(_, led)| *led != now).map(|(seat, _)| *seat);
        let seats = changed.collect::<SeatSet>().minus(people(draft));
        if !seats.is_empty() {
            return draft.tell(Event::VotersAskedAgain { seats });
        }
    }
    if voting.again.is_empty() {
        close_voting(draft);
    }
}

/// Closes the present phase without those who have not answered: at the deadline, or when the host goes on.
pub(super) fn close_phase(draft: &mut Draft<Mafia>, auto: &Auto) {
    let state = draft.state();
    match &state.phase {
        Phase::Night(_) => close_night(draft, auto),
        Phase::Morning { .. } => leave_morning(draft),
        Phase::Discussion(discussion) => match discussion.speaker() {
            Some(speaker) => pass(draft, speaker, Some(auto.clone())),
            None => enter_voting(draft),
        },
        Phase::Voting(_) => {
            for seat in state.unvoted().iter() {
                cast(draft, seat, None, Some(auto.clone()));
            }
            close_voting(draft);
        }
        Phase::Resolution => leave_resolution(draft),
        Phase::Setup | Phase::End(_) => {}
    }
}

/// Chooses at night in a seat's place (M4–M7). What it has chosen itself stands.
pub(super) fn choose_for(draft: &mut Draft<Mafia>, seat: SeatId, auto: Auto) {
    if let Some(target) = draft.state().chosen(seat) {
        return submit(draft, seat, target, Some(auto));
    }
    // One stream a seat, so that what is chosen for one does not depend on the others.
    let purpose = Purpose { code: 64 + u16::from(seat.number()), name: "a choice in a seat's place" };
    if let Some(target) = draft.dice(purpose).pick_seat(draft.state().night_targets(seat)) {
        submit(draft, seat, target, Some(auto));
    }
}

fn all_chosen(state: &State) -> bool {
    state.living.iter().all(|seat| state.chosen(seat).is_some())
}

fn close_night(draft: &mut Draft<Mafia>, auto: &Auto) {
    for role in [Role::Doctor, Role::Sheriff] {
        let late: Vec<SeatId> = unchosen(draft.state(), draft.state().holders(role)).iter().collect();
        for seat in late {
            choose_for(draft, seat, auto.clone());
        }
    }
    let killers = draft.state().holders(Role::Mafia);
    if unchosen(draft.state(), killers) == killers
        && let Some(first) = killers.nth(0)
    {
        choose_for(draft, first, auto.clone());
    }
    let state = draft.state();
    let choice = |role| state.holders(role).iter().find_map(|seat| state.chosen(seat));
    let (protected_id, investigated_id) = (choice(Role::Doctor), choice(Role::Sheriff));
    let Some((target_id, drawn)) = mafia_target(draft) else { return };
    let prevented = protected_id == Some(target_id);

    let day_number = draft.state().day;
    let ends = until(draft, |times| times.morning_ms);
    change(draft, PhaseName::NightActions, PhaseName::MorningReveal, day_number, ends, None);
    draft.tell(Event::NightResolvedInFull { target_id, protected_id, prevented, investigated_id, drawn });
    draft.tell(Event::NightResolved { killed: (!prevented).then_some(target_id), saved: prevented });
    if !prevented {
        eliminate(draft, target_id, Cause::Night);
    }
    if draft.state().winner().is_some() {
        change(draft, PhaseName::MorningReveal, PhaseName::Resolution, day_number, None, None);
        leave_resolution(draft);
    } else if draft.state().pace == Pace::Instant {
        leave_morning(draft);
    }
}

/// The strict majority of what the mafia chose, or else a draw among it (M4).
fn mafia_target(draft: &Draft<Mafia>) -> Option<(SeatId, bool)> {
    let state = draft.state();
    let killers = state.holders(Role::Mafia);
    let picks = || killers.iter().filter_map(|seat| state.chosen(seat));
    let total = picks().count();
    let distinct: SeatSet = picks().collect();
    let agreed = distinct.iter().find(|&target| picks().filter(|&pick| pick == target).count() * 2 > total);
    match agreed {
        Some(target) => Some((target, false)),
        None => draft.dice(MAFIA_TARGET).pick_seat(distinct).map(|target| (target, true)),
    }
}

fn unchosen(state: &State, seats: SeatSet) -> SeatSet {
    seats.iter().filter(|&seat| state.chosen(seat).is_none()).collect()
}

fn leave_morning(draft: &mut Draft<Mafia>) {
    let day_number = draft.state().day;
    let closes_at = until(draft, |times| times.turn_ms);
    change(draft, PhaseName::MorningReveal, PhaseName::DayDiscussion, day_number, closes_at, None);
}

fn enter_voting(draft: &mut Draft<Mafia>) {
    let (day_number, living) = (draft.state().day, draft.state().living);
    let closes_at = until(draft, |times| with_seats(times.vote_ms, times.vote_per_seat_ms, living));
    change(draft, PhaseName::DayDiscussion, PhaseName::DayVoting, day_number, closes_at, None);
}

/// Counts the vote (M13, M14).
fn close_voting(draft: &mut Draft<Mafia>) {
    let state = draft.state();
    // What each was before stands in the events before this one.
    let last = |vote: &Vote| Vote { was: None, ..*vote };
    let votes: Vec<Vote> = state.today().map_or(Vec::new(), |today| today.votes.iter().map(last).collect());
    let mut counts = [0u8; engine::limits::SEATS_MAX];
    for target in votes.iter().filter_map(|vote| vote.target_id) {
        counts[target.index()] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    let leaders: SeatSet = state.living.iter().filter(|seat| counts[seat.index()] == most).collect();
    let all_single = state.living.iter().all(|seat| counts[seat.index()] == 1);
    let (eliminated, reason) = if most == 0 {
        (None, VoteReason::NoVotes)
    } else if all_single {
        (None, VoteReason::AllSingle)
    } else if leaders.len() == 1 {
        (leaders.nth(0), VoteReason::Plurality)
    } else {
        (draft.dice(TIE).pick_seat(leaders), VoteReason::TieDrawn)
    };
    let mut distribution = Vec::with_capacity(state.living.len());
    for target_id in state.living.iter().filter(|seat| counts[seat.index()] > 0) {
        distribution.push(VoteCount { target_id, count: counts[target_id.index()] });
    }
    let (tie, day_number) = (most > 0 && leaders.len() > 1, state.day);
    draft.tell(Event::VoteResult { eliminated, votes, distribution, tie, reason });
    change(draft, PhaseName::DayVoting, PhaseName::Resolution, day_number, None, None);
    if let Some(seat) = eliminated {
        eliminate(draft, seat, Cause::Vote);
    }
    if draft.state().pace != Pace::Step {
        leave_resolution(draft);
    }
}

/// On to the next night, or to the end (M15, M16).
fn leave_resolution(draft: &mut Draft<Mafia>) {
    let state = draft.state();
    let day_number = state.day;
    let Some(winner) = state.winner() else {
        return enter_night(draft, PhaseName::Resolution, day_number.saturating_add(1));
    };
    let everyone = SeatSet::first(state.seats.len());
    let winning_players = match winner {
        Side::Mafia => state.mafia,
        Side::Town => everyone.minus(state.mafia),
    };
    draft.tell(Event::GameEnded(Box::new(Outcome {
        winner,
        winning_players,
        day_number,
        duration_ms: draft.now().since(state.started),
        roles: state.roles.clone(),
        seed: draft.seed().0,
        salt: draft.salt(),
    })));
    change(draft, PhaseName::Resolution, PhaseName::End, day_number, None, None);
}

/// When so long a time from now is up, where there is a clock.
fn until(draft: &Draft<Mafia>, ms: impl Fn(Times) -> u64) -> Option<TableTime> {
    match draft.state().pace {
        Pace::Timed(times) => Some(draft.now() + ms(times)),
        Pace::Step | Pace::Instant => None,
    }
}

/// A time with something added for each seat.
fn with_seats(ms: u64, per_seat_ms: u64, seats: SeatSet) -> u64 {
    ms.saturating_add(per_seat_ms.saturating_mul(seats.len() as u64))
}

fn eliminate(draft: &mut Draft<Mafia>, seat: SeatId, cause: Cause) {
    let state = draft.state();
    let (day_number, role) = (state.day, state.shown_role(seat, cause));
    draft.tell(Event::PlayerEliminated { player_id: seat, cause, day_number, role });
}

fn change(
    draft: &mut Draft<Mafia>,
    from: PhaseName,
    to: PhaseName,
    day_number: u8,
    closes_at: Option<TableTime>,
    not_before: Option<TableTime>,
) {
    draft.tell(Event::PhaseChanged { from, to, day_number, closes_at, not_before });
}
