//! Facts of the public record that speak for or against a seat: what suspicion counts, and what speech gives
//! as its reasons. One walk feeds both, so that a reason that is given is always one that is so.

use crate::view::{Day, Role, Vote};
use engine::limits::SEATS_MAX;
use engine::{SeatId, SeatSet};

use super::lines::Ground;
use super::memory::Memory;
use super::past::{Fate, Past};

/// Something about a seat that everybody at the table could look up. What it says of the seat stands over its clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Observation {
    pub(super) what: Ground,
    /// The other seat that it names.
    pub(super) y: Option<SeatId>,
    /// The day, or how many.
    pub(super) n: u8,
    /// The role that is claimed.
    pub(super) role: Option<Role>,
}

impl Observation {
    /// A fact about the seat alone.
    pub(super) const fn of(what: Ground, n: u8) -> Observation {
        Observation { what, y: None, n, role: None }
    }

    /// A fact about the seat and another.
    const fn with(what: Ground, y: SeatId, n: u8) -> Observation {
        Observation { what, y: Some(y), n, role: None }
    }

    /// A fact about a claim.
    const fn claim(what: Ground, y: Option<SeatId>, role: Role) -> Observation {
        Observation { what, y, n: 0, role: Some(role) }
    }
}

/// Shows every fact about some of the living other than me to `see`.
pub(super) fn walk(memory: &Memory<'_>, about: SeatSet, mut see: impl FnMut(SeatId, Observation)) {
    let mut hear = |seat, fact| {
        if let Some(fact) = memory.weighed(seat, fact) {
            see(seat, fact);
        }
    };
    for &(seat, fact) in memory.past.facts.iter().filter(|(seat, _)| about.contains(*seat)) {
        hear(seat, fact);
    }
    of_round(memory.past, memory.today, about, &mut hear);
    if !memory.claims.sheriffs.is_empty() || !memory.claims.doctors.is_empty() {
        claims(memory, about, &mut see);
    }
    today(memory, about, &mut see);
}

/// Shows every fact about some of the living that a round has left.
pub(super) fn of_round(past: &Past, day: &Day, about: SeatSet, see: &mut dyn FnMut(SeatId, Observation)) {
    words(past, day, about, see);
    if day.verdict.is_some() {
        votes(past, day, about, see);
    }
}

/// What was said. Words of a sheriff are shown as if that were believed.
fn words(past: &Past, day: &Day, about: SeatSet, see: &mut dyn FnMut(SeatId, Observation)) {
    let n = day.number;
    let dead = past.dead();
    for said in &day.said {
        let x = said.seat;
        let named = SeatSet::from(said.accuses).or(said.vouches.into()).with(x);
        // Of the words of the living about the living only a claim counts, or that there were none.
        if named.and(dead).is_empty() && said.claims.is_none() && !said.passed || named.and(about).is_empty()
        {
            continue;
        }
        let as_sheriff = said.claims == Some(Role::Sheriff);
        if about.contains(x) {
            if let Some(y) = said.accuses {
                if past.dead_mafia.contains(y) {
                    see(x, Observation::with(Ground::AccusedMafia, y, n));
                    if as_sheriff {
                        see(x, Observation::with(Ground::RightCall, y, 0));
                    }
                } else if matches!(past.fate[y.index()], Fate::VotedOut(_)) {
                    see(x, Observation::with(Ground::AccusedTown, y, n));
                }
            }
            if let Some(y) = said.vouches.filter(|&y| past.dead_mafia.contains(y)) {
                see(x, Observation::with(Ground::VouchedMafia, y, n));
            }
            if said.passed {
                see(x, Observation::of(Ground::Passed, n));
            }
        }
        if let Some(y) = said.accuses.filter(|&y| about.contains(y)) {
            if past.dead_mafia.contains(x) {
                see(y, Observation::with(Ground::AccusedByMafia, x, n));
            } else if past.fate[x.index()] == Fate::Killed(n + 1) {
                see(y, Observation::with(Ground::DeadSuspected, x, n));
            }
            if as_sheriff {
                see(y, Observation::with(Ground::SheriffNamed, x, 0));
            }
        }
        if let Some(y) = said.vouches.filter(|&y| about.contains(y)) {
            if past.dead_mafia.contains(x) {
                see(y, Observation::with(Ground::VouchedByMafia, x, n));
            }
            if as_sheriff {
                see(y, Observation::with(Ground::SheriffCleared, x, 0));
            }
        }
    }
}

fn votes(past: &Past, day: &Day, about: SeatSet, see: &mut dyn FnMut(SeatId, Observation)) {
    let n = day.number;
    let out = day.verdict.and_then(|verdict| verdict.eliminated);
    let mut accused: [Option<SeatId>; SEATS_MAX] = [None; SEATS_MAX];
    for said in &day.said {
        accused[said.seat.index()] = said.accuses;
    }
    let mut last = None;
    for vote in &day.votes {
        let x = vote.voter_id;
        let Some(y) = vote.target_id else {
            if about.contains(x) {
                see(x, Observation::of(Ground::Abstained, n));
            }
            continue;
        };
        if out == Some(y) {
            last = Some(x);
        }
        if about.contains(x) {
            match past.fate[y.index()] {
                Fate::VotedOut(Role::Mafia) => see(x, Observation::with(Ground::VotedMafia, y, n)),
                Fate::VotedOut(_) => see(x, Observation::with(Ground::VotedTown, y, n)),
                Fate::Killed(_) => see(x, Observation::with(Ground::VotedKilled, y, n)),
                Fate::Lives => {}
            }
            if let Some(out) = out.filter(|&out| out != y) {
                let was_mafia = past.dead_mafia.contains(out);
                let what = if was_mafia { Ground::SparedMafia } else { Ground::StoodAside };
                see(x, Observation::with(what, out, n));
            }
            if let Some(named) = accused[x.index()].filter(|&named| named != y) {
                see(x, Observation::with(Ground::Turncoat, named, n));
            }
        } else if past.dead_mafia.contains(x) && !past.dead_mafia.contains(y) {
            if about.contains(y) {
                see(y, Observation::with(Ground::VotedByMafia, x, n));
            }
            let with = |vote: &&Vote| vote.target_id == Some(y) && about.contains(vote.voter_id);
            for other in day.votes.iter().filter(with) {
                see(other.voter_id, Observation::with(Ground::WithMafia, x, n));
            }
        }
    }
    // A changed vote keeps its place in the list, so the order tells nothing on a day with one.
    if let (Some(x), Some(out)) = (last.filter(|&x| about.contains(x)), out)
        && past.dead_town.contains(out)
        && day.votes.iter().all(|vote| !vote.changed)
    {
        see(x, Observation::with(Ground::LastVote, out, n));
    }
}

fn claims(memory: &Memory<'_>, about: SeatSet, see: &mut dyn FnMut(SeatId, Observation)) {
    for (role, seats) in [(Role::Sheriff, memory.claims.sheriffs), (Role::Doctor, memory.claims.doctors)] {
        for x in seats.and(about).iter() {
            if role == Role::Sheriff && memory.refuted.contains(x) {
                see(x, Observation::claim(Ground::CaughtLying, None, role));
                continue;
            }
            let shown = |y: SeatId| memory.past.fate[y.index()] == Fate::VotedOut(role);
            if role == Role::Doctor && memory.past.dead().iter().any(shown) {
                see(x, Observation::claim(Ground::CaughtLying, None, role));
                continue;
            }
            let rivals = seats.without(x).minus(memory.refuted);
            match rivals.nth(0) {
                Some(y) => {
                    see(x, Observation::claim(Ground::Rival, Some(y), role));
                    if role == Role::Sheriff && named_first(memory, y, x) {
                        see(x, Observation::with(Ground::ClaimedWhenNamed, y, 0));
                    }
                }
                None => see(x, Observation::claim(Ground::SoleClaim, None, role)),
            }
            if let Some(claim) = memory.claims.of[x.index()]
                && role == Role::Sheriff
                && memory.view.day >= claim.day + 2
            {
                see(x, Observation::of(Ground::LeftAlive, claim.day));
            }
        }
    }
}

/// Did `y`, as sheriff, call `x` mafia before `x` claimed to be the sheriff?
fn named_first(memory: &Memory<'_>, y: SeatId, x: SeatId) -> bool {
    let first = memory.as_sheriff().find(|said| said.seat == x || said.seat == y && said.accuses == Some(x));
    first.is_some_and(|said| said.seat == y)
}

fn today(memory: &Memory<'_>, about: SeatSet, see: &mut dyn FnMut(SeatId, Observation)) {
    let others = memory.others();
    let mut named = SeatSet::EMPTY;
    for said in memory.today.said.iter().filter(|said| others.contains(said.seat)) {
        let x = said.seat;
        let mut see = |fact: Observation| {
            if about.contains(x) {
                see(x, fact);
            }
        };
        match said.accuses {
            Some(y) if y == memory.me => see(Observation::of(Ground::AccusesMe, 0)),
            Some(y) if named.is_empty() => see(Observation::with(Ground::FirstStone, y, 0)),
            Some(y) if named.contains(y) => see(Observation::with(Ground::JoinedIn, y, 0)),
            None if !said.passed && said.claims.is_none() => see(Observation::of(Ground::NoName, 0)),
            Some(_) | None => {}
        }
        if let Some(y) = said.accuses {
            named = named.with(y);
        }
        if said.vouches == Some(memory.me) {
            see(Observation::of(Ground::VouchesForMe, 0));
        }
    }
    for x in about.iter() {
        let accusers = memory.accusers[x.index()].without(memory.me).len() as u8;
        if accusers >= 2 {
            see(x, Observation::of(Ground::Crowd, accusers));
        }
    }
    for x in memory.past.quiet.and(about).iter() {
        see(x, Observation::of(Ground::Quiet, 0));
    }
}
