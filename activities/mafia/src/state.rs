//! The state: a sum type over phases, and how events change it.

use std::sync::Arc;

use crate::view::{Cause, Day, Death, Finding, Floor, Outcome, PhaseName, Role, Said, Side, Verdict, Vote};
use engine::{Hash, Holder, Phases as _, Seat, SeatId, SeatSet, TableTime};
use serde::{Deserialize, Serialize};

use super::command::CommandName;
use super::event::Event;
use super::setup::{Counts, Pace};

/// Everything that is so in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Phases)]
pub struct State {
    /// What is so only in this phase.
    pub phase: Phase,
    /// The round, from 1.
    pub day: u8,
    /// Counts the phases: the name of this phase's asks.
    pub serial: u32,
    /// The seats.
    pub seats: Arc<[Seat]>,
    /// What was dealt.
    pub counts: Counts,
    /// What moves the game on.
    pub pace: Pace,
    /// Turns in one discussion, at most.
    pub turns: u8,
    /// Whether a night kill shows the role.
    pub reveal_night_roles: bool,
    /// The hash of the seed.
    pub seed_hash: Option<Hash>,
    /// When the game began.
    pub started: TableTime,
    /// The role of each seat.
    pub roles: Vec<Role>,
    /// Who was dealt mafia.
    pub mafia: SeatSet,
    /// Who lives.
    pub living: SeatSet,
    /// Whose role all know.
    pub revealed: SeatSet,
    /// Who died, in order: shared with every view, as the rounds are.
    pub deaths: Arc<Vec<Death>>,
    /// Whom the doctor protected in the last night that ended.
    pub protected_last: Option<SeatId>,
    /// What the sheriff found.
    pub findings: Vec<Finding>,
    /// The rounds so far, as all know them; the last is the present one.
    pub days: Arc<Vec<Arc<Day>>>,
}

/// The phases, each with its own data, in the order of play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Phases)]
pub enum Phase {
    /// Nothing has happened yet.
    #[default]
    #[phase(sign("◇", "[SETUP]"), colour = Slate, exits(Night), lasts = "no time")]
    #[phase(persona = "The dealer, who says who sits where and nothing more.")]
    Setup,
    /// All eyes closed.
    #[phase(name = "NIGHT_ACTIONS", sign("☾", "[NIGHT]"), colour = Red, exits(Morning), covered)]
    #[phase(asks(ChooseTarget), lasts = "30 s and 5 s a living seat")]
    #[phase(persona = "The night watch: hushed, and the same to every door.")]
    Night(Night),
    /// What the night did.
    #[phase(name = "MORNING_REVEAL", sign("☼", "[DAWN]"), colour = Yellow, exits(Discussion, Resolution))]
    #[phase(lasts = "3 s", persona = "The crier, who tells what was found and keeps the rest.")]
    Morning {
        /// When the day goes on.
        ends: Option<TableTime>,
    },
    /// One after the other.
    #[phase(name = "DAY_DISCUSSION", sign("☀", "[DAY]"), colour = Blue, exits(Voting))]
    #[phase(asks(Say, Pass), lasts = "15 s a turn", persona = "The chair, who gives everybody one turn.")]
    Discussion(Discussion),
    /// All at once.
    #[phase(name = "DAY_VOTING", sign("⚖", "[VOTE]"), colour = Purple, exits(Resolution))]
    #[phase(
        asks(CastVote, Abstain),
        lasts = "15 s and 2 s a voter",
        persona = "The teller, who counts aloud."
    )]
    Voting {
        /// The clock.
        clock: PhaseClock,
    },
    /// The vote is counted, and the game goes on or ends.
    #[phase(sign("▣", "[COUNT]"), colour = Grey, exits(Night, End), lasts = "no time")]
    #[phase(persona = "The teller, who says what the count comes to.")]
    Resolution,
    /// Over.
    #[phase(sign("✓", "[END]"), colour = Green, lasts = "for good")]
    #[phase(persona = "The dealer, who turns every card over.")]
    End(Outcome),
}

/// A night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Night {
    /// What each seat has chosen so far.
    pub choices: Vec<Option<SeatId>>,
    /// When it closes at the earliest, though all have chosen.
    pub not_before: Option<TableTime>,
    /// The clock.
    pub clock: PhaseClock,
}

/// A discussion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discussion {
    /// Who speaks, in order.
    pub order: Vec<SeatId>,
    /// How many have.
    pub done: usize,
    /// The clock of the present turn.
    pub clock: PhaseClock,
}

impl Discussion {
    /// Whose turn it is.
    pub fn speaker(&self) -> Option<SeatId> {
        self.order.get(self.done).copied()
    }
}

/// A deadline, and how often it was put off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseClock {
    /// When time is up.
    pub closes: Option<TableTime>,
    /// Extensions so far.
    pub extensions: u8,
}

impl PhaseClock {
    const fn until(closes: Option<TableTime>) -> PhaseClock {
        PhaseClock { closes, extensions: 0 }
    }
}

impl Phase {
    /// Its name on the wire.
    pub const fn name(&self) -> PhaseName {
        match self {
            Phase::Setup => PhaseName::Setup,
            Phase::Night(_) => PhaseName::NightActions,
            Phase::Morning { .. } => PhaseName::MorningReveal,
            Phase::Discussion(_) => PhaseName::DayDiscussion,
            Phase::Voting { .. } => PhaseName::DayVoting,
            Phase::Resolution => PhaseName::Resolution,
            Phase::End(_) => PhaseName::End,
        }
    }
}

impl State {
    /// The role of a seat.
    pub fn role(&self, seat: SeatId) -> Role {
        self.roles.get(seat.index()).copied().unwrap_or(Role::Villager)
    }

    /// The living seats of a role.
    pub fn holders(&self, role: Role) -> SeatSet {
        self.living.iter().filter(|&seat| self.role(seat) == role).collect()
    }

    /// What stands over its phase: the title, with the number of its night or day, where it has one.
    pub fn heading(&self) -> String {
        let title = self.card().title;
        match self.phase {
            Phase::Setup | Phase::End(_) => title.to_owned(),
            Phase::Night(_)
            | Phase::Morning { .. }
            | Phase::Discussion(_)
            | Phase::Voting { .. }
            | Phase::Resolution => format!("{title} {}", self.day),
        }
    }

    /// Whose turn it is to speak.
    pub fn turn(&self) -> Option<Floor> {
        let Phase::Discussion(discussion) = &self.phase else { return None };
        let (number, of) = (discussion.done as u8 + 1, discussion.order.len() as u8);
        discussion.speaker().map(|seat| Floor { seat, number, of })
    }

    /// The number of that turn.
    pub fn turn_id(&self) -> u8 {
        self.turn().map_or(0, |turn| turn.number)
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        if let Phase::End(outcome) = &self.phase { Some(outcome) } else { None }
    }

    /// The present round as all know it.
    pub fn today(&self) -> Option<&Day> {
        self.days.last().map(Arc::as_ref)
    }

    /// Whom a seat has chosen tonight, if it is night and the seat has chosen.
    pub fn chosen(&self, seat: SeatId) -> Option<SeatId> {
        let Phase::Night(night) = &self.phase else { return None };
        night.choices.get(seat.index()).copied().flatten()
    }

    /// Who has not voted yet.
    pub fn unvoted(&self) -> SeatSet {
        let voted: SeatSet =
            self.today().into_iter().flat_map(|day| &day.votes).map(|vote| vote.voter_id).collect();
        self.living.minus(voted)
    }

    /// The side that has won, if one has (M15).
    pub fn winner(&self) -> Option<Side> {
        let mafia = self.living.and(self.mafia).len();
        let town = self.living.len() - mafia;
        if mafia == 0 {
            Some(Side::Town)
        } else if mafia >= town {
            Some(Side::Mafia)
        } else {
            None
        }
    }

    /// The role that all are shown at a death (M9, M14).
    pub fn shown_role(&self, seat: SeatId, cause: Cause) -> Option<Role> {
        let is_shown = cause == Cause::Vote || self.reveal_night_roles;
        is_shown.then(|| self.role(seat))
    }

    /// Whom a seat may choose at night, by its role.
    pub fn night_targets(&self, seat: SeatId) -> SeatSet {
        match self.role(seat) {
            Role::Mafia => self.living.minus(self.mafia),
            Role::Doctor => match self.protected_last {
                Some(last) => self.living.without(last),
                None => self.living,
            },
            Role::Sheriff | Role::Villager => self.living.without(seat),
        }
    }

    /// Whom a seat may vote against.
    pub fn vote_targets(&self, seat: SeatId) -> SeatSet {
        self.living.without(seat)
    }

    /// Whether the length of a night could tell anything: where two or more seats are not played by the house,
    /// whose answering times are the same for every role. `taken` are those in which people have sat down.
    pub fn hides_night_length(&self, taken: SeatSet) -> bool {
        let outside = |(at, seat): &(usize, &Seat)| match seat.holder {
            Holder::Person | Holder::Model(_) => true,
            Holder::House(_) => taken.contains(SeatId::at(*at)),
        };
        self.seats.iter().enumerate().filter(outside).count() >= 2
    }

    /// The order of speaking on a day (M10): the start moves by two places a day, and the dead are skipped.
    pub fn turn_order(&self, day: u8) -> Vec<SeatId> {
        let seats = self.seats.len();
        let start = usize::from(day.saturating_sub(1)) * 2;
        (0..seats)
            .map(|step| SeatId::at((start + step) % seats))
            .filter(|&seat| self.living.contains(seat))
            .take(usize::from(self.turns))
            .collect()
    }

    /// The same, to be changed. Before the first night nothing is told of a round by any decision.
    fn today_mut(&mut self) -> &mut Day {
        let days = Arc::make_mut(&mut self.days);
        if days.is_empty() {
            days.push(Arc::default());
        }
        let last = days.len() - 1;
        Arc::make_mut(&mut days[last])
    }

    fn clock_mut(&mut self) -> Option<&mut PhaseClock> {
        match &mut self.phase {
            Phase::Night(night) => Some(&mut night.clock),
            Phase::Discussion(discussion) => Some(&mut discussion.clock),
            Phase::Voting { clock } => Some(clock),
            Phase::Setup | Phase::Morning { .. } | Phase::Resolution | Phase::End(_) => None,
        }
    }

    /// A seat is known to have a role.
    fn learn(&mut self, seat: SeatId, role: Role) {
        if let Some(own) = self.roles.get_mut(seat.index()) {
            *own = role;
        }
        if role == Role::Mafia {
            self.mafia = self.mafia.with(seat);
        }
    }
}

/// Applies an event.
pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        // More seats than there can be: told by no decision, and so nothing happens.
        Event::GameCreated(created) if created.players.len() > engine::limits::SEATS_MAX => {}
        Event::GameCreated(created) => {
            state.seats = created.players.clone();
            state.counts = created.roles;
            state.pace = created.pace;
            state.turns = created.turns;
            state.reveal_night_roles = created.reveal_night_roles;
            state.seed_hash = Some(created.seed_hash);
            state.started = created.started_at;
            state.roles = vec![Role::Villager; created.players.len()];
            state.living = SeatSet::first(created.players.len());
        }
        Event::RoleAssigned { player_id, role, teammates } => {
            state.learn(*player_id, *role);
            for mate in teammates.iter() {
                state.learn(mate, Role::Mafia);
            }
        }
        Event::PhaseChanged { to, day_number, closes_at, not_before, .. } => {
            enter(state, *to, *day_number, *closes_at, *not_before);
        }
        Event::TurnClockStarted { closes_at, .. } => {
            if let Some(clock) = state.clock_mut() {
                *clock = PhaseClock::until(Some(*closes_at));
            }
        }
        Event::TimeExtended { closes_at, .. } => {
            if let Some(clock) = state.clock_mut() {
                clock.closes = Some(*closes_at);
                clock.extensions = clock.extensions.saturating_add(1);
            }
        }
        Event::NightActionSubmitted { player_id, target_id, .. } => {
            if let Phase::Night(night) = &mut state.phase
                && let Some(choice) = night.choices.get_mut(player_id.index())
            {
                *choice = Some(*target_id);
            }
        }
        Event::InvestigationResult { target_id, is_mafia, .. } => {
            let finding = Finding { night: state.day, target: *target_id, is_mafia: *is_mafia };
            state.findings.push(finding);
        }
        Event::NightResolved { killed, saved } => {
            let today = state.today_mut();
            (today.killed, today.saved) = (*killed, *saved);
        }
        Event::StatementMade { player_id, accuses, vouches, .. } => {
            // The claim of this turn has been told just before.
            let (seat, accuses, vouches) = (*player_id, *accuses, *vouches);
            let said = &mut state.today_mut().said;
            match said.last_mut().filter(|said| said.seat == seat) {
                Some(said) => (said.accuses, said.vouches) = (accuses, vouches),
                None => said.push(Said { accuses, vouches, ..Said::nothing(seat) }),
            }
            end_turn(state);
        }
        Event::TurnPassed { player_id, .. } => {
            state.today_mut().said.push(Said { passed: true, ..Said::nothing(*player_id) });
            end_turn(state);
        }
        Event::RoleClaimed { player_id, claimed_role } => {
            let claims = Some(*claimed_role);
            state.today_mut().said.push(Said { claims, ..Said::nothing(*player_id) });
        }
        Event::VoteCast { voter_id, target_id, changed, .. } => {
            let vote = Vote { voter_id: *voter_id, target_id: *target_id, changed: *changed, was: None };
            let votes = &mut state.today_mut().votes;
            match votes.iter_mut().find(|old| old.voter_id == vote.voter_id) {
                Some(old) => *old = Vote { was: old.target_id, ..vote },
                None => votes.push(vote),
            }
        }
        Event::VoteResult { eliminated, reason, .. } => {
            state.today_mut().verdict = Some(Verdict { eliminated: *eliminated, reason: *reason });
        }
        Event::PlayerEliminated { player_id, cause, day_number, role } => {
            state.living = state.living.without(*player_id);
            Arc::make_mut(&mut state.deaths).push(Death {
                seat: *player_id,
                day: *day_number,
                cause: *cause,
            });
            if let Some(role) = role {
                state.learn(*player_id, *role);
                state.revealed = state.revealed.with(*player_id);
            }
        }
        Event::GameEnded(outcome) => {
            for (at, role) in outcome.roles.iter().enumerate().take(state.seats.len()) {
                state.learn(SeatId::at(at), *role);
            }
            state.serial = state.serial.saturating_add(1);
            state.phase = Phase::End(outcome.as_ref().clone());
        }
        Event::NightResolvedInFull { .. }
        | Event::AgentThought { .. }
        | Event::BeliefsHeld { .. }
        | Event::RoleClaimChecked { .. } => {}
    }
}

fn enter(
    state: &mut State,
    to: PhaseName,
    day_number: u8,
    closes: Option<TableTime>,
    not_before: Option<TableTime>,
) {
    let clock = PhaseClock::until(closes);
    state.phase = match to {
        PhaseName::Setup => Phase::Setup,
        PhaseName::NightActions => {
            // The step from Setup carries day 0, and night 1 precedes day 1 (M3).
            state.day = day_number.max(1);
            let (said, votes) =
                (Vec::with_capacity(state.living.len()), Vec::with_capacity(state.living.len()));
            Arc::make_mut(&mut state.days).push(Arc::new(Day {
                number: state.day,
                said,
                votes,
                ..Day::default()
            }));
            Phase::Night(Night { choices: vec![None; state.seats.len()], not_before, clock })
        }
        PhaseName::MorningReveal => {
            state.protected_last = state.holders(Role::Doctor).iter().find_map(|seat| state.chosen(seat));
            Phase::Morning { ends: closes }
        }
        PhaseName::DayDiscussion => {
            Phase::Discussion(Discussion { order: state.turn_order(state.day), done: 0, clock })
        }
        PhaseName::DayVoting => Phase::Voting { clock },
        PhaseName::Resolution => Phase::Resolution,
        // GAME_ENDED has ended it already.
        PhaseName::End => return,
    };
    state.serial = state.serial.saturating_add(1);
}

fn end_turn(state: &mut State) {
    if let Phase::Discussion(discussion) = &mut state.phase {
        discussion.done += 1;
        discussion.clock = PhaseClock::default();
    }
}
