//! The state: a sum type over phases, and how events change it.

use std::sync::Arc;

use crate::view::{
    Cause, Day, Death, Deaths, Finding, Floor, Line, Outcome, PhaseName, Role, Rounds, Said, Side, Verdict,
    Vote,
};
use engine::{Hash, Holder, Phases as _, Seat, SeatId, SeatSet, TableTime};
use serde::{Deserialize, Serialize};

use super::command::CommandName;
use super::discussion::Discussion;
use super::event::Event;
use super::setup::{Ballot, Counts, Pace};

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
    /// Rounds of talk a day.
    #[serde(default)]
    pub rounds: u8,
    /// How it is voted.
    #[serde(default)]
    pub ballot: Ballot,
    /// Is a team that differs asked once more?
    #[serde(default)]
    pub team_agrees: bool,
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
    /// Who died, in order.
    pub deaths: Deaths,
    /// Whom the doctor protected in the last night that ended.
    pub protected_last: Option<SeatId>,
    /// What the sheriff found.
    pub findings: Vec<Finding>,
    /// The rounds so far, as all know them; the last is the present one. They are shared with every view.
    pub days: Arc<Rounds>,
    /// The first line of today against each who was accused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accusals: Vec<Line>,
    /// Of those of days before, the one that most votes followed; of several, the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_line: Option<Line>,
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
    /// Everybody votes.
    #[phase(name = "DAY_VOTING", sign("⚖", "[VOTE]"), colour = Purple, exits(Resolution))]
    #[phase(
        asks(CastVote, Abstain),
        lasts = "15 s and 2 s a voter",
        persona = "The teller, who counts aloud."
    )]
    Voting(Voting),
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
    /// Who of the team is asked once more (M18).
    #[serde(default)]
    pub again: SeatSet,
    /// How often that was done tonight.
    #[serde(default)]
    pub asked_again: u8,
}

/// A vote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voting {
    /// The clock.
    pub clock: PhaseClock,
    /// Who led right after each seat's vote, where that matters (M19).
    #[serde(default)]
    pub led: Vec<(SeatId, SeatSet)>,
    /// Who is asked once more.
    #[serde(default)]
    pub again: SeatSet,
    /// Was that done? It is done once.
    #[serde(default)]
    pub asked_again: bool,
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
            Phase::Voting(_) => PhaseName::DayVoting,
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
            | Phase::Voting(_)
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

    /// The name of what a seat is asked now. It counts phases, and in a phase how often it is asked anew: whoever is asked once more is
    /// asked something else, and stands in line for it again (M18, M19).
    pub fn ask_number(&self, seat: SeatId) -> u32 {
        let anew = match &self.phase {
            Phase::Discussion(discussion) => discussion.given_anew,
            Phase::Night(night) if night.again.contains(seat) => night.asked_again,
            Phase::Voting(voting) if voting.again.contains(seat) => 1,
            Phase::Setup
            | Phase::Night(_)
            | Phase::Morning { .. }
            | Phase::Voting(_)
            | Phase::Resolution
            | Phase::End(_) => 0,
        };
        self.serial | u32::from(anew) << 16
    }

    /// Do those who speak now say how much they want to speak again (M20)? What they say in the last round asks for no other.
    pub fn bids(&self) -> bool {
        matches!(&self.phase, Phase::Discussion(discussion) if discussion.round < self.rounds)
    }

    /// Is a seat asked once more, though it has answered (M18, M19)?
    pub fn is_asked_again(&self, seat: SeatId) -> bool {
        match &self.phase {
            Phase::Night(night) => night.again.contains(seat),
            Phase::Voting(voting) => voting.again.contains(seat),
            Phase::Setup
            | Phase::Morning { .. }
            | Phase::Discussion(_)
            | Phase::Resolution
            | Phase::End(_) => false,
        }
    }

    /// The place of a seat in a line that begins elsewhere at each game and moves on with the rounds. It comes from what all know, the
    /// hash of the seed and the number of the round, so it tells nothing.
    pub fn place(&self, seat: SeatId) -> u8 {
        let seats = self.seats.len().max(1);
        let start = usize::from(self.seed_hash.map_or(0, |hash| hash.0[0])) + usize::from(self.day);
        ((seat.index() + seats - start % seats) % seats) as u8
    }

    /// The same, to be changed.
    fn today_mut(&mut self) -> &mut Day {
        Arc::make_mut(&mut self.days).today_mut()
    }

    fn clock_mut(&mut self) -> Option<&mut PhaseClock> {
        match &mut self.phase {
            Phase::Night(night) => Some(&mut night.clock),
            Phase::Discussion(discussion) => Some(&mut discussion.clock),
            Phase::Voting(voting) => Some(&mut voting.clock),
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
            state.rounds = created.rounds;
            state.ballot = created.ballot;
            state.team_agrees = created.team_agrees;
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
                night.again = night.again.without(*player_id);
            }
        }
        Event::TeamAskedAgain { seats } => {
            if let Phase::Night(night) = &mut state.phase {
                night.again = night.again.or(*seats);
                night.asked_again = night.asked_again.saturating_add(1);
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
        Event::StatementMade { player_id, public_statement, accuses, vouches, .. } => {
            let (seat, accuses, vouches) = (*player_id, *accuses, *vouches);
            let done = if let Phase::Discussion(discussion) = &state.phase { discussion.done } else { 0 };
            let said = &mut state.today_mut().said;
            // The claim of this turn has been told just before.
            match said.get_mut(done..).and_then(|said| said.last_mut()) {
                Some(said) => (said.accuses, said.vouches) = (accuses, vouches),
                None => said.push(Said { accuses, vouches, ..Said::nothing(seat) }),
            }
            if state.rounds > 1 {
                let marked: SeatSet = accuses.into_iter().chain(vouches).collect();
                let named = named_in(&state.seats, public_statement).or(marked).without(seat);
                if let Phase::Discussion(discussion) = &mut state.phase {
                    discussion.said(seat, named, accuses);
                }
            }
            if let Some(against) = accuses
                && state.accusals.iter().all(|line| line.against != against)
            {
                let (day, words) = (state.day, Arc::clone(public_statement));
                state.accusals.push(Line { seat, day, against, words, votes: 0 });
            }
            end_turn(state, seat);
        }
        Event::BidMade { player_id, bid } => {
            if let Phase::Discussion(discussion) = &mut state.phase {
                discussion.bid(*player_id, *bid);
            }
        }
        Event::RoundBegun { order, round } => {
            if let Phase::Discussion(discussion) = &mut state.phase {
                discussion.give_anew(order, *round);
            }
        }
        Event::TurnPassed { player_id, .. } => {
            state.today_mut().said.push(Said { passed: true, ..Said::nothing(*player_id) });
            end_turn(state, *player_id);
        }
        Event::RoleClaimed { player_id, claimed_role } => {
            let claims = Some(*claimed_role);
            let is_known = |said: &Said| said.seat == *player_id && said.claims == claims;
            let is_new = !state.days.iter().flat_map(|day| &day.said).any(is_known);
            let (rounds, living) = (state.rounds, state.living);
            if let Phase::Discussion(discussion) = &mut state.phase
                && is_new
            {
                discussion.claimed(*player_id, rounds, living);
            }
            state.today_mut().said.push(Said { claims, ..Said::nothing(*player_id) });
        }
        Event::VoteCast { voter_id, target_id, changed, .. } => {
            let vote = Vote { voter_id: *voter_id, target_id: *target_id, changed: *changed, was: None };
            let votes = &mut state.today_mut().votes;
            match votes.iter_mut().find(|old| old.voter_id == vote.voter_id) {
                Some(old) => *old = Vote { was: old.target_id, ..vote },
                None => votes.push(vote),
            }
            if state.ballot == Ballot::Open {
                let leaders = state.today().map_or(SeatSet::EMPTY, Day::leaders);
                if let Phase::Voting(voting) = &mut state.phase {
                    voting.again = voting.again.without(*voter_id);
                    voting.led.retain(|(seat, _)| seat != voter_id);
                    voting.led.push((*voter_id, leaders));
                }
            }
        }
        Event::VotersAskedAgain { seats } => {
            if let Phase::Voting(voting) = &mut state.phase {
                (voting.again, voting.asked_again) = (*seats, true);
            }
        }
        Event::VoteResult { eliminated, votes, reason, .. } => {
            state.today_mut().verdict = Some(Verdict { eliminated: *eliminated, reason: *reason });
            note_best_line(state, votes);
        }
        Event::PlayerEliminated { player_id, cause, day_number, role } => {
            state.living = state.living.without(*player_id);
            Arc::make_mut(&mut state.days).died();
            state.deaths.add(Death { seat: *player_id, day: *day_number, cause: *cause });
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
        | Event::TeamWordSaid { .. }
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
            Arc::make_mut(&mut state.days).begin(Day { number: state.day, said, votes, ..Day::default() });
            let choices = vec![None; state.seats.len()];
            Phase::Night(Night { choices, not_before, clock, again: SeatSet::EMPTY, asked_again: 0 })
        }
        PhaseName::MorningReveal => {
            state.protected_last = state.holders(Role::Doctor).iter().find_map(|seat| state.chosen(seat));
            Phase::Morning { ends: closes }
        }
        PhaseName::DayDiscussion => {
            let order = state.turn_order(state.day);
            Phase::Discussion(Discussion { order, clock, round: 1, ..Discussion::default() })
        }
        PhaseName::DayVoting => Phase::Voting(Voting { clock, ..Voting::default() }),
        PhaseName::Resolution => Phase::Resolution,
        // GAME_ENDED has ended it already.
        PhaseName::End => return,
    };
    state.serial = state.serial.saturating_add(1);
}

fn end_turn(state: &mut State, seat: SeatId) {
    if let Phase::Discussion(discussion) = &mut state.phase {
        discussion.end_turn(seat);
    }
}

/// Which line of the day most votes followed, if more did than any line of a day before.
fn note_best_line(state: &mut State, votes: &[Vote]) {
    for line in std::mem::take(&mut state.accusals) {
        let follows = |vote: &&Vote| vote.target_id == Some(line.against) && vote.voter_id != line.seat;
        let votes = votes.iter().filter(follows).count() as u8;
        if votes > state.best_line.as_ref().map_or(0, |best| best.votes) {
            state.best_line = Some(Line { votes, ..line });
        }
    }
}

/// Whose names stand in some words, each as a word of its own.
fn named_in(seats: &[Seat], words: &str) -> SeatSet {
    let words = words.to_lowercase();
    let is_named = |name: &str| {
        let name = name.to_lowercase();
        let of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        words.match_indices(&name).any(|(at, _)| {
            !of_word(words[..at].chars().next_back()) && !of_word(words[at + name.len()..].chars().next())
        })
    };
    (0..seats.len()).filter(|at| is_named(&seats[*at].name)).map(SeatId::at).collect()
}
