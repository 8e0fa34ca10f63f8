//! What one viewer of a Mafia game may know.

mod made;

use std::cmp::Reverse;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::house::Past;
use crate::setup::Ballot;
use engine::limits::SEATS_MAX;
use engine::{Chance, Hash, Salt, Seat, SeatId, SeatSet, Seed, TableTime};
use kit::closed::closed;
use serde::{Deserialize, Serialize};

pub(crate) use made::view;

closed! {
    /// A role.
    Role {
        /// Kills at night; knows its team.
        Mafia = "mafia",
        /// Protects one player a night.
        Doctor = "doctor",
        /// Learns one player's side a night.
        Sheriff = "sheriff",
        /// Has only a voice and a vote.
        Villager = "villager",
    }

    /// The two sides.
    Side {
        /// Everybody else.
        Town = "town",
        /// The mafia.
        Mafia = "mafia",
    }
}

impl Role {
    /// The side it plays for.
    pub const fn side(self) -> Side {
        match self {
            Role::Mafia => Side::Mafia,
            Role::Doctor | Role::Sheriff | Role::Villager => Side::Town,
        }
    }

    /// What somebody is who has it.
    pub const fn with_article(self) -> &'static str {
        match self {
            Role::Mafia => "mafia",
            Role::Doctor => "the doctor",
            Role::Sheriff => "the sheriff",
            Role::Villager => "a villager",
        }
    }
}

/// The phases, by their names on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the phase cards of the machine describe them")]
pub enum PhaseName {
    #[default]
    Setup,
    NightActions,
    MorningReveal,
    DayDiscussion,
    DayVoting,
    Resolution,
    End,
}

/// What died of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// Killed by the mafia.
    Night,
    /// Voted out.
    Vote,
}

/// A death, as all know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    /// Who.
    pub seat: SeatId,
    /// In which round.
    pub day: u8,
    /// Of what.
    pub cause: Cause,
}

/// Who died, in order; as they are written, a list. Nobody dies twice, so it has room for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Death>", into = "Vec<Death>")]
pub struct Deaths([Option<Death>; SEATS_MAX]);

impl Deaths {
    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Death> {
        self.0.iter().map_while(Option::as_ref)
    }

    /// One more.
    pub(crate) fn add(&mut self, death: Death) {
        if let Some(free) = self.0.iter_mut().find(|place| place.is_none()) {
            *free = Some(death);
        }
    }
}

impl From<Vec<Death>> for Deaths {
    fn from(list: Vec<Death>) -> Deaths {
        let mut deaths = Deaths::default();
        list.into_iter().for_each(|death| deaths.add(death));
        deaths
    }
}

impl From<Deaths> for Vec<Death> {
    fn from(deaths: Deaths) -> Vec<Death> {
        deaths.iter().copied().collect()
    }
}

/// A role that the viewer knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownRole {
    /// Whose.
    pub seat: SeatId,
    /// What.
    pub role: Role,
}

/// The roles that a viewer knows, by seat; as they are written, a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<KnownRole>", into = "Vec<KnownRole>")]
pub struct KnownRoles([Option<Role>; SEATS_MAX]);

impl KnownRoles {
    /// That of a seat, if it is known.
    pub fn of(&self, seat: SeatId) -> Option<Role> {
        self.0[seat.index()]
    }

    /// All that are known, in the order of the seats.
    pub fn iter(&self) -> impl Iterator<Item = KnownRole> {
        let known =
            |(at, role): (usize, &Option<Role>)| role.map(|role| KnownRole { seat: SeatId::at(at), role });
        self.0.iter().enumerate().filter_map(known)
    }

    /// The known mafia.
    pub fn mafia(&self) -> SeatSet {
        self.iter().filter(|known| known.role == Role::Mafia).map(|known| known.seat).collect()
    }
}

impl FromIterator<KnownRole> for KnownRoles {
    fn from_iter<I: IntoIterator<Item = KnownRole>>(known: I) -> KnownRoles {
        let mut roles = KnownRoles::default();
        for KnownRole { seat, role } in known {
            roles.0[seat.index()] = Some(role);
        }
        roles
    }
}

impl From<Vec<KnownRole>> for KnownRoles {
    fn from(known: Vec<KnownRole>) -> KnownRoles {
        known.into_iter().collect()
    }
}

impl From<KnownRoles> for Vec<KnownRole> {
    fn from(roles: KnownRoles) -> Vec<KnownRole> {
        roles.iter().collect()
    }
}

/// What a seat did in its turn to speak. The words themselves are in the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Who.
    pub seat: SeatId,
    /// Said nothing.
    pub passed: bool,
    /// The role it claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<Role>,
    /// Whom it called mafia.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuses: Option<SeatId>,
    /// Whom it called innocent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vouches: Option<SeatId>,
}

impl Said {
    /// As a turn begins.
    pub const fn nothing(seat: SeatId) -> Said {
        Said { seat, passed: false, claims: None, accuses: None, vouches: None }
    }
}

/// A vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Vote {
    /// Who votes.
    pub voter_id: SeatId,
    /// Against whom; nobody is an abstention.
    pub target_id: Option<SeatId>,
    /// Was it changed before voting closed?
    pub changed: bool,
    /// Against whom it was before it was changed, as far as it was against anybody. Views have it, events do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<SeatId>,
}

/// Why a vote ended as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoteReason {
    /// One had the most votes.
    Plurality,
    /// Several had the most, and the table's dice drew one of them.
    TieDrawn,
    /// Every living player had exactly one vote.
    AllSingle,
    /// Nobody voted for anybody.
    NoVotes,
}

/// How a vote ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Who is out, if anybody.
    pub eliminated: Option<SeatId>,
    /// Why.
    pub reason: VoteReason,
}

/// One round as all know it: the night that ended in it, what was said, how it was voted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// Its number, from 1.
    pub number: u8,
    /// Who was found dead in the morning.
    pub killed: Option<SeatId>,
    /// Whether somebody was saved.
    pub saved: bool,
    /// Turns so far, in order.
    pub said: Vec<Said>,
    /// Votes as they stand.
    pub votes: Vec<Vote>,
    /// How it ended.
    pub verdict: Option<Verdict>,
}

impl Day {
    /// Who has the most votes against them so far; nobody, if nobody was voted against.
    pub fn leaders(&self) -> SeatSet {
        let against = |seat: &SeatId| self.votes.iter().filter(|vote| vote.target_id == Some(*seat)).count();
        let targets: SeatSet = self.votes.iter().filter_map(|vote| vote.target_id).collect();
        let most = targets.iter().map(|seat| against(&seat)).max();
        targets.iter().filter(|seat| Some(against(seat)) == most).collect()
    }

    /// How a seat votes, if it has voted.
    pub fn vote_of(&self, seat: SeatId) -> Option<&Vote> {
        self.votes.iter().find(|vote| vote.voter_id == seat)
    }

    /// The votes, by whom they are against: the most first, and last those against nobody, which count for nothing.
    pub fn counted(&self) -> Vec<(Option<SeatId>, Vec<Vote>)> {
        let mut counted: Vec<(Option<SeatId>, Vec<Vote>)> = Vec::new();
        for vote in &self.votes {
            match counted.iter_mut().find(|(target, _)| *target == vote.target_id) {
                Some((_, votes)) => votes.push(*vote),
                None => counted.push((vote.target_id, vec![*vote])),
            }
        }
        counted.sort_by_key(|(target, votes)| (target.is_none(), Reverse(votes.len()), *target));
        counted
    }
}

/// The rounds so far, the present one last; as they are written, a list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rounds {
    days: Vec<Arc<Day>>,
    /// What those before the present one come to: worked out when the house is first asked for it, and the same for all its seats.
    #[serde(skip)]
    past: OnceLock<Arc<Past>>,
}

impl Rounds {
    /// What those before the present one come to, as it is worked out from them and the dead.
    pub(crate) fn past(&self, work_out: impl FnOnce() -> Past) -> &Past {
        self.past.get_or_init(|| Arc::new(work_out()))
    }

    /// Another one begins.
    pub(crate) fn begin(&mut self, day: Day) {
        self.past = OnceLock::new();
        self.days.push(Arc::new(day));
    }

    /// Somebody has died, and what they did is seen in another light.
    pub(crate) fn died(&mut self) {
        self.past = OnceLock::new();
    }

    /// The present one, to be changed. Before the first night nothing is told of a round by any decision.
    pub(crate) fn today_mut(&mut self) -> &mut Day {
        if self.days.is_empty() {
            self.begin(Day::default());
        }
        let last = self.days.len() - 1;
        Arc::make_mut(&mut self.days[last])
    }
}

impl Deref for Rounds {
    type Target = [Arc<Day>];
    fn deref(&self) -> &[Arc<Day>] {
        &self.days
    }
}

impl FromIterator<Arc<Day>> for Rounds {
    fn from_iter<I: IntoIterator<Item = Arc<Day>>>(days: I) -> Rounds {
        Rounds { days: days.into_iter().collect(), past: OnceLock::new() }
    }
}

/// What follows from them says nothing more.
impl PartialEq for Rounds {
    fn eq(&self, other: &Rounds) -> bool {
        self.days == other.days
    }
}

impl Eq for Rounds {}

/// What a sheriff found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// In which night.
    pub night: u8,
    /// Of whom.
    pub target: SeatId,
    /// Mafia?
    pub is_mafia: bool,
}

/// A choice at night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NightChoice {
    /// Who chose.
    pub seat: SeatId,
    /// Whom.
    pub target: SeatId,
}

/// What the holder of a seat knows besides what all know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Own {
    /// The seat.
    pub seat: SeatId,
    /// Its role.
    pub role: Role,
    /// A doctor: whom it protected last night, and may not protect again.
    pub protected_last: Option<SeatId>,
    /// A sheriff: what it found so far.
    pub findings: Vec<Finding>,
    /// Tonight's choices that it may know: its own, and its team's.
    pub choices: Vec<NightChoice>,
}

/// Whose turn it is to speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    /// Who.
    pub seat: SeatId,
    /// Its place in today's order, from 1.
    pub number: u8,
    /// Of how many turns.
    pub of: u8,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The side that won.
    pub winner: Side,
    /// Its seats, the dead ones too.
    pub winning_players: SeatSet,
    /// The last round.
    pub day_number: u8,
    /// How long it took, in table time.
    pub duration_ms: u64,
    /// Every role.
    pub roles: Vec<Role>,
    /// The seed of the dice, now that it can do no harm.
    pub seed: u64,
    /// Its salt, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

impl Outcome {
    /// The seed as it is written and typed.
    pub fn chance(&self) -> Chance {
        Chance { seed: Seed(self.seed), salt: self.salt }
    }
}

/// A line against somebody: the first of its day, so that whoever votes against them then votes after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Who said it.
    pub seat: SeatId,
    /// On which day.
    pub day: u8,
    /// Against whom.
    pub against: SeatId,
    /// The words.
    pub words: Arc<str>,
    /// How many others voted so at the end of that day.
    pub votes: u8,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The phase.
    pub phase: PhaseName,
    /// The round, from 1.
    pub day: u8,
    /// The hash of the seed.
    pub seed_hash: Hash,
    /// The seats.
    pub seats: Arc<[Seat]>,
    /// How many of each role were dealt, in the order of [`Role::ALL`].
    pub dealt: [u8; 4],
    /// Turns in one discussion, at most.
    #[serde(default)]
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
    #[serde(default)]
    pub reveal_night_roles: bool,
    /// Does the viewer's own seat say, with what it says now, how much it wants to speak again?
    #[serde(default)]
    pub bids: bool,
    /// Is the viewer's own seat asked once more?
    #[serde(default)]
    pub again: bool,
    /// Who lives.
    pub living: SeatSet,
    /// Who died, in order.
    pub deaths: Deaths,
    /// The roles that this viewer knows.
    pub roles: KnownRoles,
    /// What the viewer's own seat knows.
    pub own: Option<Own>,
    /// Whose turn it is.
    pub turn: Option<Floor>,
    /// The rounds so far; the last is the present one.
    pub days: Arc<Rounds>,
    /// Votes that would be a majority, for display.
    pub majority: u8,
    /// When the phase closes.
    pub closes: Option<TableTime>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Of a game that is over: the line that most votes followed, if any did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_line: Option<Line>,
}

impl View {
    /// The name of a seat.
    pub fn name(&self, seat: SeatId) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |seat| &seat.name)
    }

    /// The role of a seat, if the viewer knows it.
    pub fn role(&self, seat: SeatId) -> Option<Role> {
        self.roles.of(seat)
    }

    /// The name of a seat, where there may be none.
    pub fn name_or_nobody(&self, seat: Option<SeatId>) -> &str {
        seat.map_or("nobody", |seat| self.name(seat))
    }

    /// The names of some seats.
    pub fn names(&self, seats: SeatSet) -> impl Iterator<Item = &str> {
        seats.iter().map(|seat| self.name(seat))
    }

    /// The other mafia, for one of the mafia.
    pub fn team(&self, own: &Own) -> SeatSet {
        match own.role {
            Role::Mafia => self.roles.mafia().without(own.seat),
            Role::Doctor | Role::Sheriff | Role::Villager => SeatSet::EMPTY,
        }
    }

    /// The present round.
    pub fn today(&self) -> Option<&Day> {
        self.days.last().map(Arc::as_ref)
    }
}
