//! Facts of the public record that speak for or against a seat: what suspicion counts, and what speech gives
//! as its reasons. One walk feeds both, so that a reason that is given is always one that is so.

use crate::view::{Day, Role, Vote};
use engine::limits::SEATS_MAX;
use engine::{SeatId, SeatSet};

use super::lines::Reason;
use super::memory::{Fate, Memory};

/// Something about a seat that everybody at the table could look up. What it says of the seat stands over its clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) what: Reason,
    /// The other seat that it names.
    pub(super) y: Option<SeatId>,
    /// The day, or how many.
    pub(super) n: u8,
    /// The role that is claimed.
    pub(super) role: Option<Role>,
}

impl Fact {
    /// A fact about the seat alone.
    const fn of(what: Reason, n: u8) -> Fact {
        Fact { what, y: None, n, role: None }
    }

    /// A fact about the seat and another.
    const fn with(what: Reason, y: SeatId, n: u8) -> Fact {
        Fact { what, y: Some(y), n, role: None }
    }

    /// A fact about a claim.
    const fn claim(what: Reason, y: Option<SeatId>, role: Role) -> Fact {
        Fact { what, y, n: 0, role: Some(role) }
    }
}

/// Shows every fact about some of the living other than me to `see`.
pub(super) fn walk(memory: &Memory<'_>, about: SeatSet, mut see: impl FnMut(SeatId, Fact)) {
    for day in memory.days() {
        words(memory, day, about, &mut see);
        if day.verdict.is_some() {
            votes(memory, day, about, &mut see);
        }
    }
    if !memory.sheriffs.is_empty() || !memory.doctors.is_empty() {
        claims(memory, about, &mut see);
    }
    today(memory, about, &mut see);
}

fn one(seat: Option<SeatId>) -> SeatSet {
    seat.map_or(SeatSet::EMPTY, SeatSet::only)
}

fn words(memory: &Memory<'_>, day: &Day, about: SeatSet, see: &mut impl FnMut(SeatId, Fact)) {
    let n = day.number;
    let dead = memory.dead_mafia.or(memory.dead_town);
    for said in &day.said {
        let x = said.seat;
        let named = one(said.accuses).or(one(said.vouches)).with(x);
        // Of the words of the living about the living only a claim counts, or that there were none.
        if named.and(dead).is_empty() && said.claims.is_none() && !said.passed || named.and(about).is_empty()
        {
            continue;
        }
        let as_sheriff = said.claims == Some(Role::Sheriff) && memory.standing.contains(x);
        let alone = memory.standing.len() == 1;
        if about.contains(x) {
            if let Some(y) = said.accuses {
                if memory.dead_mafia.contains(y) {
                    see(x, Fact::with(Reason::AccusedMafia, y, n));
                    if said.claims == Some(Role::Sheriff) && !memory.refuted.contains(x) {
                        see(x, Fact::with(Reason::RightCall, y, 0));
                    }
                } else if matches!(memory.fate[y.index()], Fate::VotedOut(_)) {
                    see(x, Fact::with(Reason::AccusedTown, y, n));
                }
            }
            if let Some(y) = said.vouches.filter(|&y| memory.dead_mafia.contains(y)) {
                see(x, Fact::with(Reason::VouchedMafia, y, n));
            }
            if said.passed {
                see(x, Fact::of(Reason::Passed, n));
            }
        }
        if let Some(y) = said.accuses.filter(|&y| about.contains(y)) {
            if memory.dead_mafia.contains(x) {
                see(y, Fact::with(Reason::AccusedByMafia, x, n));
            } else if memory.fate[x.index()] == Fate::Killed(n + 1) {
                see(y, Fact::with(Reason::DeadSuspected, x, n));
            }
            if as_sheriff {
                see(
                    y,
                    if alone {
                        Fact::with(Reason::SheriffNamed, x, 0)
                    } else {
                        Fact::with(Reason::ClaimantNamed, x, 0)
                    },
                );
            }
        }
        if let Some(y) = said.vouches.filter(|&y| about.contains(y)) {
            if memory.dead_mafia.contains(x) {
                see(y, Fact::with(Reason::VouchedByMafia, x, n));
            }
            if as_sheriff {
                see(
                    y,
                    if alone {
                        Fact::with(Reason::SheriffCleared, x, 0)
                    } else {
                        Fact::with(Reason::ClaimantCleared, x, 0)
                    },
                );
            }
        }
    }
}

fn votes(memory: &Memory<'_>, day: &Day, about: SeatSet, see: &mut impl FnMut(SeatId, Fact)) {
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
                see(x, Fact::of(Reason::Abstained, n));
            }
            continue;
        };
        if out == Some(y) {
            last = Some(x);
        }
        if about.contains(x) {
            match memory.fate[y.index()] {
                Fate::VotedOut(Role::Mafia) => see(x, Fact::with(Reason::VotedMafia, y, n)),
                Fate::VotedOut(_) => see(x, Fact::with(Reason::VotedTown, y, n)),
                Fate::Killed(_) => see(x, Fact::with(Reason::VotedKilled, y, n)),
                Fate::Lives => {}
            }
            if let Some(out) = out.filter(|&out| out != y) {
                let spared = memory.dead_mafia.contains(out);
                see(
                    x,
                    if spared {
                        Fact::with(Reason::SparedMafia, out, n)
                    } else {
                        Fact::with(Reason::StoodAside, out, n)
                    },
                );
            }
            if let Some(named) = accused[x.index()].filter(|&named| named != y) {
                see(x, Fact::with(Reason::Turncoat, named, n));
            }
        } else if memory.dead_mafia.contains(x) && !memory.dead_mafia.contains(y) {
            if about.contains(y) {
                see(y, Fact::with(Reason::VotedByMafia, x, n));
            }
            let with = |vote: &&Vote| vote.target_id == Some(y) && about.contains(vote.voter_id);
            for other in day.votes.iter().filter(with) {
                see(other.voter_id, Fact::with(Reason::WithMafia, x, n));
            }
        }
    }
    // A changed vote keeps its place in the list, so the order tells nothing on a day with one.
    if let (Some(x), Some(out)) = (last.filter(|&x| about.contains(x)), out)
        && memory.dead_town.contains(out)
        && day.votes.iter().all(|vote| !vote.changed)
    {
        see(x, Fact::with(Reason::LastVote, out, n));
    }
}

fn claims(memory: &Memory<'_>, about: SeatSet, see: &mut impl FnMut(SeatId, Fact)) {
    for (role, seats) in [(Role::Sheriff, memory.sheriffs), (Role::Doctor, memory.doctors)] {
        for x in seats.and(about).iter() {
            if role == Role::Sheriff && memory.refuted.contains(x) {
                see(x, Fact::claim(Reason::CaughtLying, None, role));
                continue;
            }
            let shown = |y: SeatId| memory.fate[y.index()] == Fate::VotedOut(role);
            if role == Role::Doctor && SeatSet::first(memory.view.seats.len()).iter().any(shown) {
                see(x, Fact::claim(Reason::CaughtLying, None, role));
                continue;
            }
            let rivals = seats.without(x).minus(memory.refuted);
            match rivals.nth(0) {
                Some(y) => {
                    see(x, Fact::claim(Reason::Rival, Some(y), role));
                    if role == Role::Sheriff && named_first(memory, y, x) {
                        see(x, Fact::with(Reason::ClaimedWhenNamed, y, 0));
                    }
                }
                None => see(x, Fact::claim(Reason::SoleClaim, None, role)),
            }
            if let Some(claim) = memory.claim[x.index()]
                && role == Role::Sheriff
                && memory.view.day >= claim.day + 2
            {
                see(x, Fact::of(Reason::LeftAlive, claim.day));
            }
        }
    }
}

/// Did `y`, as sheriff, call `x` mafia before `x` claimed to be the sheriff?
fn named_first(memory: &Memory<'_>, y: SeatId, x: SeatId) -> bool {
    let first = memory.as_sheriff().find(|said| said.seat == x || said.seat == y && said.accuses == Some(x));
    first.is_some_and(|said| said.seat == y)
}

fn today(memory: &Memory<'_>, about: SeatSet, see: &mut impl FnMut(SeatId, Fact)) {
    let others = memory.others();
    let mut named = SeatSet::EMPTY;
    for said in memory.today().said.iter().filter(|said| others.contains(said.seat)) {
        let x = said.seat;
        let mut see = |fact: Fact| {
            if about.contains(x) {
                see(x, fact);
            }
        };
        match said.accuses {
            Some(y) if y == memory.me => see(Fact::of(Reason::AccusesMe, 0)),
            Some(y) if named.is_empty() => see(Fact::with(Reason::FirstStone, y, 0)),
            Some(y) if named.contains(y) => see(Fact::with(Reason::JoinedIn, y, 0)),
            None if !said.passed && said.claims.is_none() => see(Fact::of(Reason::NoName, 0)),
            Some(_) | None => {}
        }
        if let Some(y) = said.accuses {
            named = named.with(y);
        }
        if said.vouches == Some(memory.me) {
            see(Fact::of(Reason::VouchesForMe, 0));
        }
    }
    for x in about.iter() {
        let accusers = memory.accusers[x.index()].without(memory.me).len() as u8;
        if accusers >= 2 {
            see(x, Fact::of(Reason::Crowd, accusers));
        }
    }
    let mut over = memory.view.days.iter().rev().skip(1);
    if let (Some(one), Some(two)) = (over.next(), over.next()) {
        let quiet = |day: &Day| -> SeatSet {
            day.said.iter().filter(|said| said.accuses.is_none()).map(|said| said.seat).collect()
        };
        for x in quiet(one).and(quiet(two)).and(about).iter() {
            see(x, Fact::of(Reason::Quiet, 0));
        }
    }
}
