//! A discussion: who speaks, how much each wants to speak again, and who may answer (M10, M20).

use engine::{SeatId, SeatSet};
use serde::{Deserialize, Serialize};

use super::state::PhaseClock;

/// A discussion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discussion {
    /// Who speaks, in order.
    pub order: Vec<SeatId>,
    /// How many have.
    pub done: usize,
    /// The clock of the present turn.
    pub clock: PhaseClock,
    /// Which round of talk it is, from 1.
    #[serde(default)]
    pub round: u8,
    /// How often the floor was given anew, for a round or for answers: who is asked again is asked something else.
    #[serde(default)]
    pub given_anew: u8,
    /// How much each seat that has spoken wants to speak again (M20).
    #[serde(default)]
    pub bids: Vec<(SeatId, u8)>,
    /// Who was named since its last statement.
    #[serde(default)]
    pub named: SeatSet,
    /// Who was accused since its last statement.
    #[serde(default)]
    pub accused: SeatSet,
    /// Who has been given the floor to answer.
    #[serde(default)]
    pub replied: SeatSet,
    /// Who has not had the floor since a role was claimed in the last round, or after it.
    #[serde(default)]
    pub unheard: SeatSet,
    /// Were those given the floor for it? They are once.
    #[serde(default)]
    pub claim_answered: bool,
}

impl Discussion {
    /// Whose turn it is.
    pub fn speaker(&self) -> Option<SeatId> {
        self.order.get(self.done).copied()
    }

    /// A role is claimed that was not before: where it is so late that not all speak after it, whoever has not may answer.
    pub(super) fn claimed(&mut self, by: SeatId, rounds: u8, living: SeatSet) {
        if self.round >= rounds {
            self.unheard = living.without(by);
        }
    }

    /// Somebody has said something, which names some and may accuse one.
    pub(super) fn said(&mut self, by: SeatId, named: SeatSet, accuses: Option<SeatId>) {
        self.named = self.named.without(by).or(named);
        self.accused = self.accused.without(by).or(accuses.into_iter().collect());
    }

    /// Somebody says how much they want to speak again.
    pub(super) fn bid(&mut self, by: SeatId, bid: u8) {
        self.bids.retain(|(seat, _)| *seat != by);
        self.bids.push((by, bid));
    }

    /// The floor is given anew: for another round, or for answers.
    pub(super) fn give_anew(&mut self, order: &[SeatId], round: Option<u8>) {
        self.order.extend(order);
        self.given_anew = self.given_anew.saturating_add(1);
        if let Some(round) = round {
            self.round = round;
        } else {
            self.replied = self.replied.or(self.accused.and(order.iter().copied().collect()));
            self.claim_answered |= !self.unheard.is_empty();
        }
    }

    /// A turn is over.
    pub(super) fn end_turn(&mut self, by: SeatId) {
        self.done += 1;
        self.unheard = self.unheard.without(by);
        self.clock = PhaseClock::default();
    }
}
