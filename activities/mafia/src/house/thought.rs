//! What a seat thinks to itself: the true reason, and whom it suspects most.

use std::sync::Arc;

use crate::view::Role;
use engine::{SeatId, SeatSet};

use super::lines::{Gaps, Pool, Writer};
use super::memory::Memory;
use super::night::Motive;
use super::plan::Plan;
use super::suspicion::{CERTAIN, Suspicion};
use super::vote::Ballot;
use crate::NightAction;

/// Why somebody was chosen at night.
pub(super) fn at_night(
    memory: &Memory<'_>,
    scores: &Suspicion,
    action: NightAction,
    target: SeatId,
    motive: Motive,
    writer: &mut Writer,
) -> Arc<str> {
    let pool = match (action, motive) {
        (NightAction::Kill, Motive::Team) => Pool::KillTeam,
        (NightAction::Kill, Motive::Claim(Role::Sheriff)) => Pool::KillSheriff,
        (NightAction::Kill, Motive::Claim(_)) => Pool::KillDoctor,
        (NightAction::Kill, Motive::Hunter) => Pool::KillHunter,
        (NightAction::Kill, _) => Pool::KillTrusted,
        (NightAction::Protect, Motive::Claim(_)) => Pool::GuardClaim,
        (NightAction::Protect, Motive::Self_) => Pool::GuardMyself,
        (NightAction::Protect, _) => Pool::Guard,
        (NightAction::Investigate, _) => Pool::Look,
        (NightAction::Suspect, _) => Pool::Suspect,
    };
    write(memory, scores, pool, Some(target), writer)
}

/// Why a vote was cast.
pub(super) fn at_vote(
    memory: &Memory<'_>,
    scores: &Suspicion,
    ballot: Ballot,
    writer: &mut Writer,
) -> Arc<str> {
    let (pool, x) = match ballot {
        Ballot::Suspect(x) if scores.of(x) >= CERTAIN => (Pool::VoteCertain, Some(x)),
        Ballot::Suspect(x) => (Pool::VoteSuspect, Some(x)),
        Ballot::Named(x) => (Pool::VoteNamed, Some(x)),
        Ballot::Joined(x) => (Pool::VoteJoined, Some(x)),
        Ballot::Cover(x) => (Pool::VoteCover, Some(x)),
        Ballot::Bus(x) => (Pool::VoteBus, Some(x)),
        Ballot::Nobody if memory.role == Role::Mafia => (Pool::AbstainClean, None),
        Ballot::Nobody => (Pool::AbstainUnsure, None),
    };
    write(memory, scores, pool, x, writer)
}

/// What stands behind a turn.
pub(super) fn at_turn(memory: &Memory<'_>, scores: &Suspicion, plan: &Plan, writer: &mut Writer) -> Arc<str> {
    let mafia = memory.role == Role::Mafia;
    let (pool, x) = match *plan {
        Plan { claim: Some(Role::Sheriff), accuse, .. } if mafia => (Pool::TurnFalseBadge, accuse),
        Plan { claim: Some(_), accuse, .. } if mafia => (Pool::TurnLie, accuse),
        Plan { claim: Some(Role::Sheriff), .. } if memory.claims.sheriffs.contains(memory.me) => {
            (Pool::TurnKnown, None)
        }
        Plan { claim: Some(Role::Sheriff), .. } => (Pool::TurnReveal, None),
        Plan { claim: Some(_), .. } => (Pool::TurnDefend, None),
        Plan { accuse: Some(x), .. } if memory.team.contains(x) => (Pool::TurnPush, Some(x)),
        Plan { accuse: Some(x), .. } if mafia => (Pool::TurnInnocent, Some(x)),
        Plan { accuse: Some(x), .. } if scores.of(x) >= CERTAIN => (Pool::TurnCertain, Some(x)),
        Plan { accuse: Some(x), .. } => (Pool::TurnAccuse, Some(x)),
        Plan { vouch: Some(x), .. } if mafia => (Pool::TurnKind, Some(x)),
        Plan { vouch: Some(x), .. } => (Pool::TurnVouch, Some(x)),
        Plan { .. } if mafia => (Pool::TurnQuiet, None),
        Plan { .. } => (Pool::TurnWait, None),
    };
    write(memory, scores, pool, x, writer)
}

fn write(
    memory: &Memory<'_>,
    scores: &Suspicion,
    pool: Pool,
    x: Option<SeatId>,
    writer: &mut Writer,
) -> Arc<str> {
    writer.sentence(pool.deck(), 0, &Gaps { x, ..Gaps::none(memory.view) });
    let (heading, left) = if memory.role == Role::Mafia {
        (Pool::TownLooks, memory.others().minus(memory.team))
    } else {
        (Pool::MySuspects, memory.others())
    };
    writer.list(heading, top(scores, left).map(|(seat, score)| (memory.view.name(seat), score)));
    writer.finish()
}

/// The two most suspected, with how far they stand above the average, the most suspected first.
fn top(scores: &Suspicion, among: SeatSet) -> impl Iterator<Item = (SeatId, Option<i32>)> {
    let (mut first, mut second) = ((i32::MIN, None), (i32::MIN, None));
    for seat in among.iter() {
        let next = (scores.of(seat), Some(seat));
        if next.0 > first.0 {
            second = if first.0 > second.0 { first } else { second };
            first = next;
        } else if next.0 > second.0 {
            second = next;
        }
    }
    let doubted = |seat| Some(scores.above_average(seat)).filter(|&score| score < CERTAIN / 2);
    [first.1, second.1].into_iter().flatten().map(move |seat| (seat, doubted(seat)))
}
