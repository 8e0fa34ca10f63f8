//! How to begin a turn, so that the talk hangs together: with the morning, with yesterday, or with what was
//! just said.

use engine::{Dice, SeatId};
use protocol::mafia::{Role, Side};

use super::lines::{Gaps, openings};
use super::memory::{Fate, Memory};
use super::plan::Plan;

/// A first sentence.
pub(super) struct Opening {
    pub(super) table: &'static [&'static str],
    pub(super) gaps: Gaps,
}

impl Opening {
    fn new(table: &'static [&'static str], x: SeatId) -> Option<Opening> {
        Some(Opening { table, gaps: Gaps { x: Some(x), ..Gaps::default() } })
    }

    /// Does it answer an accusation of this seat against the speaker?
    pub(super) fn answers_accusation(&self, by: SeatId) -> bool {
        self.table == openings::DEFENCE && self.gaps.x == Some(by)
    }

    /// Does it say that two claim the same role?
    pub(super) fn weighs_two_claims(&self) -> bool {
        self.table == openings::CLAIMS_CLASH
    }
}

/// The opening that fits the moment best, if one does.
pub(super) fn choose(memory: &Memory<'_>, plan: &Plan, dice: &mut Dice) -> Option<Opening> {
    let place = memory.today().said.len();
    let accuser = memory.today().said.iter().rev().find(|said| said.accuses == Some(memory.me));
    if let Some(said) = accuser.filter(|_| dice.chance(3, 4)) {
        return Opening::new(openings::DEFENCE, said.seat);
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

fn morning(memory: &Memory<'_>, dice: &mut Dice) -> Option<Opening> {
    let today = memory.today();
    if today.saved {
        return Some(Opening { table: openings::SAVED, gaps: Gaps::default() });
    }
    if today.number > 1 && dice.chance(1, 3) {
        return yesterday(memory);
    }
    let table = if today.number == 1 { openings::FIRST_DEATH } else { openings::DEATH };
    Opening::new(table, today.killed?)
}

fn yesterday(memory: &Memory<'_>) -> Option<Opening> {
    let verdict = memory.yesterday()?.verdict?;
    let Some(out) = verdict.eliminated else {
        return Some(Opening { table: openings::NOBODY_WENT, gaps: Gaps::default() });
    };
    let Fate::VotedOut(role) = memory.fate[out.index()] else { return None };
    let table = match role.side() {
        Side::Mafia => openings::CAUGHT,
        Side::Town => openings::WRONGED,
    };
    Some(Opening { table, gaps: Gaps { x: Some(out), role: Some(role), ..Gaps::default() } })
}

/// Somebody claimed a role of which there is one.
fn claim(memory: &Memory<'_>, plan: &Plan) -> Option<Opening> {
    let others = memory.others();
    for (role, seats) in [(Role::Sheriff, memory.sheriffs), (Role::Doctor, memory.doctors)] {
        let today = |seat: SeatId| {
            memory.claim[seat.index()].is_some_and(|claim| claim.role == role && claim.day == memory.view.day)
        };
        let Some(x) = seats.and(others).iter().find(|&seat| today(seat)) else { continue };
        let gaps = Gaps { x: Some(x), role: Some(role), ..Gaps::default() };
        match seats.without(x).and(others).nth(0) {
            Some(y) => {
                return Some(Opening { table: openings::CLAIMS_CLASH, gaps: Gaps { y: Some(y), ..gaps } });
            }
            None if seats.len() == 1 && plan.accuse != Some(x) && memory.role != role => {
                return Some(Opening { table: openings::CLAIM_HEARD, gaps });
            }
            None => {}
        }
    }
    None
}

/// A word to those who have just spoken.
fn answer(memory: &Memory<'_>, plan: &Plan, dice: &mut Dice) -> Option<Opening> {
    let last = memory.today().said.last()?;
    let with =
        |table, x, y| Some(Opening { table, gaps: Gaps { x: Some(x), y: Some(y), ..Gaps::default() } });
    if last.vouches == Some(memory.me) && dice.chance(2, 3) && plan.accuse != Some(last.seat) {
        return Opening::new(openings::THANKS, last.seat);
    }
    if last.passed {
        return Opening::new(openings::SILENCE, last.seat).filter(|_| dice.chance(1, 2));
    }
    let named = last.accuses.filter(|&named| named != memory.me);
    match (named, plan.accuse) {
        // Who speaks as sheriff is answered as such.
        (Some(_), _) if last.claims.is_some() => None,
        (Some(named), Some(mine)) if named == mine => {
            with(openings::AGREE, last.seat, mine).filter(|_| dice.chance(2, 3))
        }
        (Some(named), Some(mine)) if mine != last.seat && plan.vouch != Some(last.seat) => {
            with(openings::DIFFER, last.seat, named).filter(|_| dice.chance(1, 2))
        }
        (_, Some(mine)) => {
            let before = dice.pick_seat(memory.accusers[mine.index()].without(memory.me))?;
            with(openings::AGREE, before, mine).filter(|_| dice.chance(1, 3))
        }
        (Some(_) | None, None) => None,
    }
}
