//! Facts of the public record that speak for or against a seat: what suspicion counts, and what speech gives
//! as its reasons. One walk feeds both, so that a reason that is given is always one that is so.

use engine::limits::SEATS_MAX;
use engine::{SeatId, SeatSet};
use protocol::mafia::{Day, Role, Vote};

use super::memory::{Fate, Memory};

/// Something about a seat `x` that everybody at the table could look up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    // Against: the record of votes and words, read by what the dead turned out to be.
    /// `x` voted against one who was shown to be town.
    VotedTown(SeatId, u8),
    /// `x` voted against one whom the mafia killed later.
    VotedKilled(SeatId, u8),
    /// `x` cast the last of the votes that put a townsperson out.
    LastVote(SeatId, u8),
    /// `x` voted elsewhere on the day when this mafioso went out.
    SparedMafia(SeatId, u8),
    /// `x` accused one who was shown to be town.
    AccusedTown(SeatId, u8),
    /// `x` vouched for one who was shown to be mafia.
    VouchedMafia(SeatId, u8),
    /// `x` cast the same vote as one who was shown to be mafia.
    WithMafia(SeatId, u8),
    /// One who was shown to be mafia vouched for `x`.
    VouchedByMafia(SeatId, u8),
    /// `x` was accused by one who was killed in the night after.
    DeadSuspected(SeatId, u8),
    /// `x` accused one and voted against another on the same day.
    Turncoat(SeatId, u8),
    /// `x` abstained.
    Abstained(u8),
    /// `x` named nobody on the last two days.
    Quiet,
    // Against: claims.
    /// The one sheriff whom nobody contradicts calls `x` mafia.
    SheriffNamed(SeatId),
    /// One of several who claim to be the sheriff calls `x` mafia.
    ClaimantNamed(SeatId),
    /// `x` and another claim the same role, of which there is one.
    Rival(SeatId, Role),
    /// `x` claimed to be the sheriff only when another, who claimed it first, had called `x` mafia.
    ClaimedWhenNamed(SeatId),
    /// `x` has claimed what cannot be so.
    CaughtLying(Role),
    /// `x` claims to be the sheriff and has been left alive for two nights.
    LeftAlive(u8),
    // Against: today's talk.
    /// So many have accused `x` today.
    Crowd(u8),
    /// `x` accuses me.
    AccusesMe,
    /// `x` was the first today to accuse anybody.
    FirstStone(SeatId),
    /// `x` accuses one whom another has accused before today.
    JoinedIn(SeatId),
    /// `x` spoke today and accused nobody.
    NoName,
    /// `x` passed its turn on this day.
    Passed(u8),
    // For.
    /// `x` voted against one who was shown to be mafia.
    VotedMafia(SeatId, u8),
    /// `x` accused one who was shown to be mafia.
    AccusedMafia(SeatId, u8),
    /// One who was shown to be mafia accused `x`.
    AccusedByMafia(SeatId, u8),
    /// One who was shown to be mafia voted against `x`.
    VotedByMafia(SeatId, u8),
    /// `x` voted otherwise on the day when this townsperson went out.
    StoodAside(SeatId, u8),
    /// The one sheriff whom nobody contradicts calls `x` innocent.
    SheriffCleared(SeatId),
    /// One of several who claim to be the sheriff calls `x` innocent.
    ClaimantCleared(SeatId),
    /// `x` alone claims this role.
    SoleClaim(Role),
    /// `x` claimed to be the sheriff and called one mafia who was.
    RightCall(SeatId),
    /// `x` vouches for me.
    VouchesForMe,
}

impl Fact {
    /// The other seat that it names, and the day.
    pub(super) fn names(self) -> (Option<SeatId>, u8) {
        match self {
            Fact::VotedTown(y, day)
            | Fact::VotedKilled(y, day)
            | Fact::LastVote(y, day)
            | Fact::SparedMafia(y, day)
            | Fact::AccusedTown(y, day)
            | Fact::VouchedMafia(y, day)
            | Fact::WithMafia(y, day)
            | Fact::VouchedByMafia(y, day)
            | Fact::DeadSuspected(y, day)
            | Fact::Turncoat(y, day)
            | Fact::VotedMafia(y, day)
            | Fact::AccusedMafia(y, day)
            | Fact::AccusedByMafia(y, day)
            | Fact::VotedByMafia(y, day)
            | Fact::StoodAside(y, day) => (Some(y), day),
            Fact::SheriffNamed(y)
            | Fact::ClaimantNamed(y)
            | Fact::Rival(y, _)
            | Fact::ClaimedWhenNamed(y)
            | Fact::FirstStone(y)
            | Fact::JoinedIn(y)
            | Fact::SheriffCleared(y)
            | Fact::ClaimantCleared(y)
            | Fact::RightCall(y) => (Some(y), 0),
            Fact::Abstained(day) | Fact::Passed(day) | Fact::LeftAlive(day) => (None, day),
            Fact::Quiet
            | Fact::CaughtLying(_)
            | Fact::Crowd(_)
            | Fact::AccusesMe
            | Fact::NoName
            | Fact::SoleClaim(_)
            | Fact::VouchesForMe => (None, 0),
        }
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

fn words(memory: &Memory<'_>, day: &Day, about: SeatSet, see: &mut impl FnMut(SeatId, Fact)) {
    let n = day.number;
    let dead = memory.dead_mafia.or(memory.dead_town);
    for said in &day.said {
        let x = said.seat;
        let named = [said.accuses, said.vouches].into_iter().flatten().fold(SeatSet::only(x), SeatSet::with);
        // Of the words of the living about the living only a claim counts, or that there were none.
        if named.and(dead).is_empty() && said.claims.is_none() && !said.passed {
            continue;
        }
        let as_sheriff = said.claims == Some(Role::Sheriff) && memory.standing.contains(x);
        let alone = memory.standing.len() == 1;
        if about.contains(x) {
            if let Some(y) = said.accuses {
                if memory.dead_mafia.contains(y) {
                    see(x, Fact::AccusedMafia(y, n));
                    if said.claims == Some(Role::Sheriff) && !memory.refuted.contains(x) {
                        see(x, Fact::RightCall(y));
                    }
                } else if matches!(memory.fate[y.index()], Fate::VotedOut(_)) {
                    see(x, Fact::AccusedTown(y, n));
                }
            }
            if let Some(y) = said.vouches.filter(|&y| memory.dead_mafia.contains(y)) {
                see(x, Fact::VouchedMafia(y, n));
            }
            if said.passed {
                see(x, Fact::Passed(n));
            }
        }
        if let Some(y) = said.accuses.filter(|&y| about.contains(y)) {
            if memory.dead_mafia.contains(x) {
                see(y, Fact::AccusedByMafia(x, n));
            } else if memory.fate[x.index()] == Fate::Killed(n + 1) {
                see(y, Fact::DeadSuspected(x, n));
            }
            if as_sheriff {
                see(y, if alone { Fact::SheriffNamed(x) } else { Fact::ClaimantNamed(x) });
            }
        }
        if let Some(y) = said.vouches.filter(|&y| about.contains(y)) {
            if memory.dead_mafia.contains(x) {
                see(y, Fact::VouchedByMafia(x, n));
            }
            if as_sheriff {
                see(y, if alone { Fact::SheriffCleared(x) } else { Fact::ClaimantCleared(x) });
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
                see(x, Fact::Abstained(n));
            }
            continue;
        };
        if out == Some(y) {
            last = Some(x);
        }
        if about.contains(x) {
            match memory.fate[y.index()] {
                Fate::VotedOut(Role::Mafia) => see(x, Fact::VotedMafia(y, n)),
                Fate::VotedOut(_) => see(x, Fact::VotedTown(y, n)),
                Fate::Killed(_) => see(x, Fact::VotedKilled(y, n)),
                Fate::Lives => {}
            }
            if let Some(out) = out.filter(|&out| out != y) {
                let spared = memory.dead_mafia.contains(out);
                see(x, if spared { Fact::SparedMafia(out, n) } else { Fact::StoodAside(out, n) });
            }
            if let Some(named) = accused[x.index()].filter(|&named| named != y) {
                see(x, Fact::Turncoat(named, n));
            }
        } else if memory.dead_mafia.contains(x) && !memory.dead_mafia.contains(y) {
            if about.contains(y) {
                see(y, Fact::VotedByMafia(x, n));
            }
            let with = |vote: &&Vote| vote.target_id == Some(y) && about.contains(vote.voter_id);
            for other in day.votes.iter().filter(with) {
                see(other.voter_id, Fact::WithMafia(x, n));
            }
        }
    }
    // A changed vote keeps its place in the list, so the order tells nothing on a day with one.
    if let (Some(x), Some(out)) = (last.filter(|&x| about.contains(x)), out)
        && memory.dead_town.contains(out)
        && day.votes.iter().all(|vote| !vote.changed)
    {
        see(x, Fact::LastVote(out, n));
    }
}

fn claims(memory: &Memory<'_>, about: SeatSet, see: &mut impl FnMut(SeatId, Fact)) {
    for (role, seats) in [(Role::Sheriff, memory.sheriffs), (Role::Doctor, memory.doctors)] {
        for x in seats.and(about).iter() {
            if role == Role::Sheriff && memory.refuted.contains(x) {
                see(x, Fact::CaughtLying(role));
                continue;
            }
            let shown = |y: SeatId| memory.fate[y.index()] == Fate::VotedOut(role);
            if role == Role::Doctor && SeatSet::first(memory.view.seats.len()).iter().any(shown) {
                see(x, Fact::CaughtLying(role));
                continue;
            }
            let rivals = seats.without(x).minus(memory.refuted);
            match rivals.nth(0) {
                Some(y) => {
                    see(x, Fact::Rival(y, role));
                    if role == Role::Sheriff && named_first(memory, y, x) {
                        see(x, Fact::ClaimedWhenNamed(y));
                    }
                }
                None => see(x, Fact::SoleClaim(role)),
            }
            if let Some(claim) = memory.claim[x.index()]
                && role == Role::Sheriff
                && memory.view.day >= claim.day + 2
            {
                see(x, Fact::LeftAlive(claim.day));
            }
        }
    }
}

/// Did `y`, as sheriff, call `x` mafia before `x` claimed to be the sheriff?
fn named_first(memory: &Memory<'_>, y: SeatId, x: SeatId) -> bool {
    let mut claims =
        memory.days().flat_map(|day| &day.said).filter(|said| said.claims == Some(Role::Sheriff));
    claims
        .find(|said| said.seat == x || said.seat == y && said.accuses == Some(x))
        .is_some_and(|said| said.seat == y)
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
            Some(y) if y == memory.me => see(Fact::AccusesMe),
            Some(y) if named.is_empty() => see(Fact::FirstStone(y)),
            Some(y) if named.contains(y) => see(Fact::JoinedIn(y)),
            None if !said.passed && said.claims.is_none() => see(Fact::NoName),
            Some(_) | None => {}
        }
        if let Some(y) = said.accuses {
            named = named.with(y);
        }
        if said.vouches == Some(memory.me) {
            see(Fact::VouchesForMe);
        }
    }
    for x in about.iter() {
        let accusers = memory.accusers[x.index()].without(memory.me).len() as u8;
        if accusers >= 2 {
            see(x, Fact::Crowd(accusers));
        }
    }
    let mut over = memory.view.days.iter().rev().skip(1);
    if let (Some(one), Some(two)) = (over.next(), over.next()) {
        let quiet = |day: &Day| -> SeatSet {
            day.said.iter().filter(|said| said.accuses.is_none()).map(|said| said.seat).collect()
        };
        for x in quiet(one).and(quiet(two)).and(about).iter() {
            see(x, Fact::Quiet);
        }
    }
}
