//! How to begin a turn, so that the talk hangs together: with the morning, with yesterday, or with what was
//! just said.

use crate::view::{Role, Side};
use engine::{Dice, SeatId};

use super::lines::{Gaps, Pool};
use super::memory::Memory;
use super::past::Fate;
use super::plan::Plan;

/// A first sentence.
pub(super) struct Beginning<'a> {
    pub(super) pool: Pool,
    pub(super) gaps: Gaps<'a>,
}

impl<'a> Beginning<'a> {
    fn about(memory: &Memory<'a>, pool: Pool, x: SeatId) -> Option<Beginning<'a>> {
        Some(Beginning { pool, gaps: Gaps::about(memory.view, x) })
    }

    /// Does it answer an accusation of this seat against the speaker?
    pub(super) fn answers_accusation(&self, by: SeatId) -> bool {
        self.pool == Pool::Defence && self.gaps.x == Some(by)
    }

    /// Does it say that two claim the same role?
    pub(super) fn weighs_two_claims(&self) -> bool {
        self.pool == Pool::ClaimsClash
    }
}

/// The opening that fits the moment best, if one does.
pub(super) fn choose<'a>(memory: &Memory<'a>, plan: &Plan, dice: &mut Dice) -> Option<Beginning<'a>> {
    let place = memory.today.said.len();
    let accuser = memory.today.said.iter().rev().find(|said| said.accuses == Some(memory.me));
    if let Some(said) = accuser.filter(|_| dice.chance(3, 4)) {
        return Beginning::about(memory, Pool::Defence, said.seat);
    }
    if plan.claim.is_some() {
        return None;
    }
    if place == 0 {
        return morning(memory, dice).or_else(|| yesterday(memory));
    }
    if let Some(opening) = claim(memory, plan).filter(|_| dice.chance(1, 2)) {
        return Some(opening);
    }
    if place <= 3 && dice.chance(1, 2) || dice.chance(1, 10) {
        let about = if dice.chance(1, 2) { morning(memory, dice) } else { yesterday(memory) };
        if about.is_some() {
            return about;
        }
    }
    answer(memory, plan, dice)
}

fn morning<'a>(memory: &Memory<'a>, dice: &mut Dice) -> Option<Beginning<'a>> {
    let today = memory.today;
    if today.saved {
        return Some(Beginning { pool: Pool::Saved, gaps: Gaps::none(memory.view) });
    }
    if today.number > 1 && dice.chance(1, 3) {
        return yesterday(memory);
    }
    let pool = if today.number == 1 { Pool::FirstDeath } else { Pool::Death };
    Beginning::about(memory, pool, today.killed?)
}

fn yesterday<'a>(memory: &Memory<'a>) -> Option<Beginning<'a>> {
    let verdict = memory.yesterday()?.verdict?;
    let Some(out) = verdict.eliminated else {
        return Some(Beginning { pool: Pool::NobodyWent, gaps: Gaps::none(memory.view) });
    };
    let Fate::VotedOut(role) = memory.past.fate[out.index()] else { return None };
    let pool = match role.side() {
        Side::Mafia => Pool::Caught,
        Side::Town => Pool::Wronged,
    };
    Some(Beginning { pool, gaps: Gaps { role: Some(role), ..Gaps::about(memory.view, out) } })
}

/// Somebody claimed a role of which there is one.
fn claim<'a>(memory: &Memory<'a>, plan: &Plan) -> Option<Beginning<'a>> {
    let others = memory.others();
    for (role, seats) in [(Role::Sheriff, memory.claims.sheriffs), (Role::Doctor, memory.claims.doctors)] {
        let today = |seat: SeatId| {
            memory.claims.of[seat.index()]
                .is_some_and(|claim| claim.role == role && claim.day == memory.view.day)
        };
        let Some(x) = seats.and(others).iter().find(|&seat| today(seat)) else { continue };
        let gaps = Gaps { role: Some(role), ..Gaps::about(memory.view, x) };
        match seats.without(x).and(others).nth(0) {
            Some(y) => {
                return Some(Beginning { pool: Pool::ClaimsClash, gaps: Gaps { y: Some(y), ..gaps } });
            }
            None if seats.len() == 1 && plan.accuse != Some(x) && memory.role != role => {
                return Some(Beginning { pool: Pool::ClaimHeard, gaps });
            }
            None => {}
        }
    }
    None
}

/// A word to those who have just spoken.
fn answer<'a>(memory: &Memory<'a>, plan: &Plan, dice: &mut Dice) -> Option<Beginning<'a>> {
    let last = memory.today.said.last()?;
    let with =
        |pool, x, y| Some(Beginning { pool, gaps: Gaps { y: Some(y), ..Gaps::about(memory.view, x) } });
    if last.vouches == Some(memory.me) && dice.chance(2, 3) && plan.accuse != Some(last.seat) {
        return Beginning::about(memory, Pool::Thanks, last.seat);
    }
    if last.passed {
        return Beginning::about(memory, Pool::Silence, last.seat).filter(|_| dice.chance(1, 2));
    }
    let named = last.accuses.filter(|&named| named != memory.me);
    match (named, plan.accuse) {
        // Who speaks as sheriff is answered as such.
        (Some(_), _) if last.claims.is_some() => None,
        (Some(named), Some(mine)) if named == mine => {
            with(Pool::Agree, last.seat, mine).filter(|_| dice.chance(2, 3))
        }
        (Some(named), Some(mine)) if mine != last.seat && plan.vouch != Some(last.seat) => {
            with(Pool::Differ, last.seat, named).filter(|_| dice.chance(1, 2))
        }
        (_, Some(mine)) => {
            let before = dice.pick_seat(memory.accusers[mine.index()].without(memory.me))?;
            with(Pool::Agree, before, mine).filter(|_| dice.chance(1, 3))
        }
        (Some(_) | None, None) => None,
    }
}
