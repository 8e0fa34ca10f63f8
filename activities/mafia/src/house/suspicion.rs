//! Suspicion: an integer score of each other seat, from the record and from what the seat itself knows.

use std::cmp::Reverse;

use crate::view::Role;
use engine::limits::SEATS_MAX;
use engine::{Dice, SeatId, SeatSet};

use super::facts::{Observation, walk};
use super::lines::Ground;
use super::memory::Memory;
use super::temper::Temper;
use kit::deck::Pool as _;

/// More than any sum of facts: what a seat knows and does not guess.
pub(super) const CERTAIN: i32 = 10_000;

/// More than any sum of small facts: a claim that cannot be so.
const NEARLY_CERTAIN: i32 = 400;

/// How much each other seat is suspected. Zero is a stranger; below zero is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Suspicion {
    score: [i32; SEATS_MAX],
    /// The score of the average seat, of those that are guessed at.
    average: i32,
}

/// What kind of thing a fact is, for a character that weighs some kinds more than others.
enum Kind {
    Record,
    Claims,
    Talk,
    Personal,
}

/// What facts weigh to a character by their ground, worked out once.
pub(super) struct Weights([i32; Ground::ALL.len()]);

/// Before they are worked out.
impl Default for Weights {
    fn default() -> Weights {
        Weights([0; Ground::ALL.len()])
    }
}

impl Temper {
    /// What facts weigh to it by their ground.
    pub(super) fn weigh_grounds(&self) -> Weights {
        Weights(std::array::from_fn(|at| self.weigh_anew(Observation::of(Ground::ALL[at], 0))))
    }

    /// How much a fact weighs to it. Of a few the ground does not tell.
    fn weigh(&self, fact: Observation) -> i32 {
        match fact.what {
            Ground::Crowd | Ground::SoleClaim => self.weigh_anew(fact),
            what => self.weights.0[what as usize],
        }
    }

    fn weigh_anew(&self, fact: Observation) -> i32 {
        let (kind, weight) = weigh(fact);
        let percent = match kind {
            Kind::Record => self.record,
            Kind::Claims => self.claims,
            Kind::Talk => self.talk,
            Kind::Personal => self.personal,
        };
        weight * percent / 100
    }
}

impl Suspicion {
    /// What any townsperson of this temper would make of the record.
    fn public(memory: &Memory<'_>, temper: &Temper, dice: &mut Dice) -> Suspicion {
        let mut score = [0; SEATS_MAX];
        // One draw is enough for first impressions: each seat gets its own share of it.
        let mut draw = dice.below(u32::MAX);
        for seat in memory.others().iter() {
            draw = draw.wrapping_mul(0x915f_77f5).wrapping_add(0x3c6e_f35f);
            score[seat.index()] = ((u64::from(draw) * u64::from(temper.noise)) >> 32) as i32;
        }
        walk(memory, memory.others(), |seat, fact| {
            score[seat.index()] += temper.weigh(fact);
        });
        Suspicion { score, average: 0 }
    }

    /// What the seat makes of it: a townsperson with what it knows itself, the mafia as a townsperson would,
    /// because that is what they want to be taken for.
    pub(super) fn of_seat(memory: &Memory<'_>, temper: &Temper, dice: &mut Dice) -> Suspicion {
        let mut own = Suspicion::public(memory, temper, dice);
        let rivals = match memory.role {
            Role::Sheriff => memory.claims.sheriffs,
            Role::Doctor => memory.claims.doctors,
            Role::Villager | Role::Mafia => SeatSet::EMPTY,
        };
        for seat in rivals.and(memory.others()).iter() {
            own.score[seat.index()] += NEARLY_CERTAIN;
        }
        for finding in memory.view.own.iter().flat_map(|own| &own.findings) {
            own.score[finding.target.index()] = if finding.is_mafia { CERTAIN } else { -CERTAIN };
        }
        if memory.role != Role::Mafia {
            // I know what I am: who has called me mafia as sheriff has lied.
            for said in memory.as_sheriff_against_me() {
                own.score[said.seat.index()] += NEARLY_CERTAIN / 2;
            }
        }
        let (mut sum, mut count) = (0, 0);
        for score in
            memory.others().iter().map(|seat| own.of(seat)).filter(|score| score.abs() < NEARLY_CERTAIN)
        {
            (sum, count) = (sum + score, count + 1);
        }
        own.average = sum / count.max(1);
        own
    }

    /// How far the score of a seat is above that of the average seat.
    pub(super) fn above_average(&self, seat: SeatId) -> i32 {
        self.of(seat) - self.average
    }

    /// The score of a seat.
    pub(super) fn of(&self, seat: SeatId) -> i32 {
        self.score[seat.index()]
    }

    /// Adds to the score of a seat.
    pub(super) fn add(&mut self, seat: SeatId, more: i32) {
        self.score[seat.index()] += more;
    }

    /// The most suspected of some seats; of equals the first.
    pub(super) fn most(&self, among: SeatSet) -> Option<SeatId> {
        among.iter().min_by_key(|&seat| Reverse(self.of(seat)))
    }

    /// The least suspected of some seats; of equals the first.
    pub(super) fn least(&self, among: SeatSet) -> Option<SeatId> {
        among.iter().min_by_key(|&seat| self.of(seat))
    }
}

/// How much a fact weighs, whoever weighs it.
pub(super) fn plain_weight(fact: Observation) -> i32 {
    weigh(fact).1
}

/// The plain weight of a fact: about ten times the logarithm of how much likelier it is of a mafioso than of
/// a townsperson, as games of the house against itself show it.
fn weigh(fact: Observation) -> (Kind, i32) {
    match fact.what {
        Ground::VotedTown => (Kind::Record, 4),
        Ground::VotedKilled => (Kind::Record, 3),
        Ground::LastVote => (Kind::Record, 2),
        Ground::SparedMafia => (Kind::Record, 6),
        Ground::AccusedTown => (Kind::Record, 3),
        Ground::VouchedMafia => (Kind::Record, 5),
        Ground::WithMafia => (Kind::Record, 3),
        Ground::VouchedByMafia => (Kind::Record, 2),
        Ground::DeadSuspected => (Kind::Record, 3),
        Ground::Turncoat => (Kind::Record, 1),
        Ground::Abstained => (Kind::Record, 1),
        Ground::Quiet => (Kind::Talk, 3),
        Ground::SheriffNamed | Ground::DeadSheriffNamed => (Kind::Claims, 60),
        Ground::ClaimantNamed => (Kind::Claims, 14),
        Ground::Rival => (Kind::Claims, 16),
        Ground::ClaimedWhenNamed => (Kind::Claims, 6),
        Ground::CaughtLying => (Kind::Claims, 80),
        Ground::LeftAlive => (Kind::Claims, 4),
        Ground::Crowd => (Kind::Talk, i32::from(fact.n)),
        Ground::AccusesMe => (Kind::Personal, 5),
        Ground::FirstStone => (Kind::Talk, 0),
        Ground::JoinedIn => (Kind::Talk, 1),
        Ground::NoName => (Kind::Talk, 1),
        Ground::Passed => (Kind::Talk, 2),
        Ground::VotedMafia => (Kind::Record, -10),
        Ground::AccusedMafia => (Kind::Record, -9),
        Ground::AccusedByMafia => (Kind::Record, -7),
        Ground::VotedByMafia => (Kind::Record, -6),
        Ground::StoodAside => (Kind::Record, -3),
        Ground::SheriffCleared | Ground::DeadSheriffCleared => (Kind::Claims, -40),
        Ground::ClaimantCleared => (Kind::Claims, -6),
        Ground::SoleClaim if fact.role == Some(Role::Sheriff) => (Kind::Claims, -30),
        Ground::SoleClaim => (Kind::Claims, -12),
        Ground::RightCall => (Kind::Claims, -40),
        Ground::VouchesForMe => (Kind::Personal, -3),
    }
}
