//! Whom to vote against, with the running tally in sight.

use crate::view::Role;
use engine::{Dice, SeatId, SeatSet};

use super::memory::Memory;
use super::suspicion::{CERTAIN, Suspicion};
use super::temper::Temper;

/// With so few left every vote decides, and nobody keeps out of it.
const FEW: usize = 5;

/// Why a vote was cast as it was: what the thought says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ballot {
    /// Against the one it knows or suspects most.
    Suspect(SeatId),
    /// Against the one it accused today, though others are suspected as much.
    Named(SeatId),
    /// Against one of the leaders, so that the votes do not split.
    Joined(SeatId),
    /// A mafioso, against a townsperson.
    Cover(SeatId),
    /// A mafioso, against a teammate who is lost.
    Bus(SeatId),
    /// Nobody: there is nothing to go by.
    Nobody,
}

/// Votes.
pub(super) fn cast(
    memory: &Memory<'_>,
    temper: &Temper,
    scores: &Suspicion,
    legal: SeatSet,
    dice: &mut Dice,
) -> Ballot {
    match memory.role {
        Role::Mafia => hide(memory, temper, scores, legal, dice),
        Role::Doctor | Role::Sheriff | Role::Villager => hunt(memory, temper, scores, legal),
    }
}

fn hunt(memory: &Memory<'_>, temper: &Temper, scores: &Suspicion, legal: SeatSet) -> Ballot {
    let swayed = swayed(memory, temper, scores, legal, temper.follow);
    match swayed.most(legal) {
        Some(target)
            if swayed.above_average(target) < vote_from(memory, temper) && scores.of(target) < CERTAIN =>
        {
            Ballot::Nobody
        }
        Some(target) if scores.most(legal) == Some(target) => Ballot::Suspect(target),
        Some(target) if memory.my_accusation() == Some(target) => Ballot::Named(target),
        Some(target) => Ballot::Joined(target),
        None => Ballot::Nobody,
    }
}

/// The mafia vote as a townsperson might, but not against their own; unless one of them is lost anyway.
fn hide(memory: &Memory<'_>, temper: &Temper, scores: &Suspicion, legal: SeatSet, dice: &mut Dice) -> Ballot {
    let tally = memory.tally();
    let majority = i32::from(memory.view.majority);
    for seat in memory.team.iter() {
        let lost = i32::from(tally[seat.index()]) + 1 >= majority || doomed(memory, seat);
        if lost && dice.chance(temper.bus, 100) {
            return Ballot::Bus(seat);
        }
    }
    let in_danger = memory.team.with(memory.me).iter().any(|seat| tally[seat.index()] >= 2);
    let pull = if in_danger { temper.follow + 4 } else { temper.follow };
    let public = swayed(memory, temper, scores, legal, pull);
    match public.most(legal.minus(memory.team)) {
        Some(target) if public.above_average(target) < vote_from(memory, temper) => Ballot::Nobody,
        Some(target) => Ballot::Cover(target),
        None => Ballot::Nobody,
    }
}

/// The scores with the votes so far in them, each of which pulls so much, and what was said today.
fn swayed(memory: &Memory<'_>, temper: &Temper, scores: &Suspicion, legal: SeatSet, pull: i32) -> Suspicion {
    let (mut swayed, tally) = (*scores, memory.tally());
    for seat in legal.iter() {
        swayed.add(seat, pull * i32::from(tally[seat.index()]));
    }
    if let Some(named) = memory.my_accusation().filter(|&named| legal.contains(named)) {
        swayed.add(named, temper.stick);
    }
    swayed
}

/// The score from which to vote at all. Not to vote is a luxury of the first day.
fn vote_from(memory: &Memory<'_>, temper: &Temper) -> i32 {
    if memory.living.len() <= FEW {
        return i32::MIN;
    }
    temper.vote_from - 3 * i32::from(memory.view.day.saturating_sub(1))
}

/// Has a sheriff whom the table believes called this seat mafia?
pub(super) fn doomed(memory: &Memory<'_>, seat: SeatId) -> bool {
    memory.believed().is_some_and(|sheriff| memory.claims.named[seat.index()].contains(sheriff))
}
