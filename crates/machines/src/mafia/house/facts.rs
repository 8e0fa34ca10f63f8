//! Facts of the public record that speak for or against a seat: what suspicion counts, and what speech gives as its
//! reasons. One walk feeds both, so that a reason that is given is always one that is so.

use engine::limits::SEATS_MAX;
use engine::{SeatId, SeatSet};
use protocol::mafia::{Day, Role, Side};

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

/// Shows every fact about a living seat other than mine to `see`.
pub(super) fn walk(memory: &Memory<'_>, mut see: impl FnMut(SeatId, Fact)) {
    let others = memory.others();
    let mut see = |seat: SeatId, fact: Fact| {
        if others.contains(seat) {
            see(seat, fact);
        }
    };
    for day in memory.days() {
        words(memory, day, &mut see);
        if day.verdict.is_some() {
            votes(memory, day, &mut see);
        }
    }
    claims(memory, &mut see);
    today(memory, &mut see);
}

fn words(memory: &Memory<'_>, day: &Day, see: &mut impl FnMut(SeatId, Fact)) {
    let n = day.number;
    for said in &day.said {
        let x = said.seat;
        let as_sheriff = said.claims == Some(Role::Sheriff) && memory.standing.contains(x);
        let alone = memory.standing.len() == 1;
        if let Some(y) = said.accuses {
            match (memory.side(y), memory.fate[y.index()]) {
                (Some(Side::Mafia), _) => {
                    see(x, Fact::AccusedMafia(y, n));
                    if said.claims == Some(Role::Sheriff) && !memory.refuted.contains(x) {
                        see(x, Fact::RightCall(y));
                    }
                }
                (Some(Side::Town), Fate::VotedOut(_)) => see(x, Fact::AccusedTown(y, n)),
                (Some(Side::Town), Fate::Lives | Fate::Killed(_)) | (None, _) => {}
            }
            if memory.side(x) == Some(Side::Mafia) {
                see(y, Fact::AccusedByMafia(x, n));
            } else if memory.fate[x.index()] == Fate::Killed(n + 1) {
                see(y, Fact::DeadSuspected(x, n));
            }
            if as_sheriff {
                see(y, if alone { Fact::SheriffNamed(x) } else { Fact::ClaimantNamed(x) });
            }
        }
        if let Some(y) = said.vouches {
            if memory.side(y) == Some(Side::Mafia) {
                see(x, Fact::VouchedMafia(y, n));
            }
            if memory.side(x) == Some(Side::Mafia) {
                see(y, Fact::VouchedByMafia(x, n));
            }
            if as_sheriff {
                see(y, if alone { Fact::SheriffCleared(x) } else { Fact::ClaimantCleared(x) });
            }
        }
        if said.passed {
            see(x, Fact::Passed(n));
        }
    }
}

fn votes(memory: &Memory<'_>, day: &Day, see: &mut impl FnMut(SeatId, Fact)) {
    let n = day.number;
    let out = day.verdict.and_then(|verdict| verdict.eliminated);
    let out_side = out.and_then(|seat| memory.side(seat));
    let mut accused: [Option<SeatId>; SEATS_MAX] = [None; SEATS_MAX];
    for said in &day.said {
        accused[said.seat.index()] = said.accuses;
    }
    let mut last = None;
    for vote in &day.votes {
        let x = vote.voter_id;
        let Some(y) = vote.target_id else {
            see(x, Fact::Abstained(n));
            continue;
        };
        match (memory.side(y), memory.fate[y.index()]) {
            (Some(Side::Mafia), _) => see(x, Fact::VotedMafia(y, n)),
            (Some(Side::Town), Fate::Killed(_)) => see(x, Fact::VotedKilled(y, n)),
            (Some(Side::Town), Fate::Lives | Fate::VotedOut(_)) => see(x, Fact::VotedTown(y, n)),
            (None, _) => {}
        }
        if out == Some(y) {
            last = Some(x);
        }
        match (out, out_side) {
            (Some(out), Some(Side::Mafia)) if out != y => see(x, Fact::SparedMafia(out, n)),
            (Some(out), Some(Side::Town)) if out != y => see(x, Fact::StoodAside(out, n)),
            (Some(_) | None, _) => {}
        }
        if memory.side(x) == Some(Side::Mafia) {
            see(y, Fact::VotedByMafia(x, n));
            if memory.side(y) != Some(Side::Mafia) {
                for other in day.votes.iter().filter(|other| other.target_id == Some(y)) {
                    see(other.voter_id, Fact::WithMafia(x, n));
                }
            }
        }
        if let Some(named) = accused[x.index()].filter(|&named| named != y) {
            see(x, Fact::Turncoat(named, n));
        }
    }
    // A changed vote keeps its place in the list, so the order tells nothing on a day with one.
    if let (Some(x), Some(out), Some(Side::Town)) = (last, out, out_side)
        && day.votes.iter().all(|vote| !vote.changed)
    {
        see(x, Fact::LastVote(out, n));
    }
}

fn claims(memory: &Memory<'_>, see: &mut impl FnMut(SeatId, Fact)) {
    for (role, seats) in [(Role::Sheriff, memory.sheriffs), (Role::Doctor, memory.doctors)] {
        for x in seats.iter() {
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
                Some(y) => see(x, Fact::Rival(y, role)),
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

fn today(memory: &Memory<'_>, see: &mut impl FnMut(SeatId, Fact)) {
    let mut named = SeatSet::EMPTY;
    for said in &memory.today().said {
        let x = said.seat;
        match said.accuses {
            Some(y) if y == memory.me => see(x, Fact::AccusesMe),
            Some(y) if named.is_empty() => see(x, Fact::FirstStone(y)),
            Some(y) if named.contains(y) => see(x, Fact::JoinedIn(y)),
            None if !said.passed && said.claims.is_none() => see(x, Fact::NoName),
            Some(_) | None => {}
        }
        if let Some(y) = said.accuses {
            named = named.with(y);
        }
        if said.vouches == Some(memory.me) {
            see(x, Fact::VouchesForMe);
        }
    }
    for x in memory.others().iter() {
        let accusers = memory.accusers[x.index()].without(memory.me).len() as u8;
        if accusers >= 2 {
            see(x, Fact::Crowd(accusers));
        }
    }
    let mut over = memory.view.days.iter().rev().skip(1);
    if let (Some(one), Some(two)) = (over.next(), over.next()) {
        let quiet =
            |day: &Day, x: SeatId| day.said.iter().any(|said| said.seat == x && said.accuses.is_none());
        for x in memory.others().iter().filter(|&x| quiet(one, x) && quiet(two, x)) {
            see(x, Fact::Quiet);
        }
    }
}
