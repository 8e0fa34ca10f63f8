//! Whom to choose at night, by role.

use crate::view::Role;
use engine::limits::SEATS_MAX;
use engine::{Dice, SeatId, SeatSet};

use super::memory::Memory;
use super::suspicion::Suspicion;
use crate::NightAction;

/// Why somebody was chosen at night: what the thought says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motive {
    /// A teammate has chosen the same.
    Team,
    /// It claims a role that is worth protecting, or killing.
    Claim(Role),
    /// The town trusts it.
    Trusted,
    /// It has gone after one of us.
    Hunter,
    /// Myself.
    Self_,
    /// It is suspected.
    Suspected,
    /// Nothing better is legal.
    Left,
}

/// Chooses.
pub(super) fn choose(
    memory: &Memory<'_>,
    scores: &Suspicion,
    action: NightAction,
    legal: SeatSet,
    dice: &mut Dice,
) -> Option<(SeatId, Motive)> {
    let choice = match action {
        NightAction::Kill => kill(memory, scores, legal),
        NightAction::Protect => protect(memory, scores, legal, dice),
        NightAction::Investigate => investigate(memory, scores, legal),
        NightAction::Suspect => scores.most(legal.without(memory.me)).map(|seat| (seat, Motive::Suspected)),
    };
    choice.or_else(|| dice.pick_seat(legal).map(|seat| (seat, Motive::Left)))
}

/// The mafia: what a teammate has chosen; else whom the town would miss most.
fn kill(memory: &Memory<'_>, scores: &Suspicion, legal: SeatSet) -> Option<(SeatId, Motive)> {
    let chosen: SeatSet = memory
        .view
        .own
        .iter()
        .flat_map(|own| &own.choices)
        .filter(|choice| choice.seat != memory.me)
        .map(|choice| choice.target)
        .collect();
    if let Some(target) = chosen.and(legal).nth(0) {
        return Some((target, Motive::Team));
    }
    let ours = memory.team.with(memory.me);
    let hunts = hunts(memory, ours);
    let mut best: Option<(i32, SeatId, Motive)> = None;
    for seat in legal.iter() {
        let mut worth = -scores.of(seat);
        let mut motive = Motive::Trusted;
        let hunted = hunts[seat.index()];
        if hunted > 0 {
            worth += 4 * hunted;
            motive = Motive::Hunter;
        }
        if memory.standing.contains(seat) {
            // To kill the rival of a teammate's claim would prove the rival right.
            let rivalled = !memory.claims.sheriffs.and(ours).is_empty();
            worth += if rivalled { -40 } else { 12 };
            motive = Motive::Claim(Role::Sheriff);
        } else if memory.claims.doctors.contains(seat) {
            worth += 8;
            motive = Motive::Claim(Role::Doctor);
        }
        if best.is_none_or(|(most, ..)| worth > most) {
            best = Some((worth, seat, motive));
        }
    }
    best.map(|(_, seat, motive)| (seat, motive))
}

/// How often each seat has accused or voted against one of us.
fn hunts(memory: &Memory<'_>, ours: SeatSet) -> [i32; SEATS_MAX] {
    let mut times = [0; SEATS_MAX];
    let ours = |target: &Option<SeatId>| target.is_some_and(|target| ours.contains(target));
    for day in memory.days() {
        for said in day.said.iter().filter(|said| ours(&said.accuses)) {
            times[said.seat.index()] += 1;
        }
        for vote in day.votes.iter().filter(|vote| ours(&vote.target_id)) {
            times[vote.voter_id.index()] += 1;
        }
    }
    times
}

/// The doctor: a sheriff who is believed, then one whom the mafia may want, at times itself.
fn protect(
    memory: &Memory<'_>,
    scores: &Suspicion,
    legal: SeatSet,
    dice: &mut Dice,
) -> Option<(SeatId, Motive)> {
    let sheriffs = memory.standing.and(legal);
    if let Some(sheriff) = scores.least(sheriffs).filter(|_| dice.chance(9, 10)) {
        return Some((sheriff, Motive::Claim(Role::Sheriff)));
    }
    let claimed = memory.claims.of[memory.me.index()].is_some_and(|claim| claim.role == Role::Doctor);
    if legal.contains(memory.me) && dice.chance(if claimed { 70 } else { 30 }, 100) {
        return Some((memory.me, Motive::Self_));
    }
    scores.least(legal.without(memory.me)).map(|seat| (seat, Motive::Trusted))
}

/// The sheriff: the most suspected of those who are still a question.
fn investigate(memory: &Memory<'_>, scores: &Suspicion, legal: SeatSet) -> Option<(SeatId, Motive)> {
    let seen: SeatSet =
        memory.view.own.iter().flat_map(|own| &own.findings).map(|finding| finding.target).collect();
    let open = legal.minus(seen).minus(memory.claims.sheriffs);
    scores.most(open).map(|seat| (seat, Motive::Suspected))
}
