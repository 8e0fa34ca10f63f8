//! What to say in a turn, before any words: whom to accuse, whom to vouch for, what to claim.

use crate::view::{Finding, Role};
use engine::{Dice, SeatId, SeatSet};

use super::memory::Memory;
use super::suspicion::{CERTAIN, Suspicion};
use super::temper::Temper;
use super::vote::doomed;

/// What a turn is to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The role to claim, true or not.
    pub(super) claim: Option<Role>,
    /// What a sheriff, true or not, says it found.
    pub(super) report: Option<Finding>,
    /// Whom to call mafia.
    pub(super) accuse: Option<SeatId>,
    /// Whom to call innocent.
    pub(super) vouch: Option<SeatId>,
}

/// Plans a turn.
pub(super) fn plan(memory: &Memory<'_>, temper: &Temper, own: &Suspicion, dice: &mut Dice) -> Plan {
    match memory.role {
        Role::Sheriff => sheriff(memory, temper, own, dice),
        Role::Doctor => doctor(memory, temper, own),
        Role::Villager => villager(memory, temper, own, dice),
        Role::Mafia => mafia(memory, temper, own, dice),
    }
}

/// Accuses and vouches by the scores: whom they set apart, and nobody of whom it was said before.
fn by_scores(memory: &Memory<'_>, temper: &Temper, scores: &Suspicion, not: SeatSet) -> Plan {
    let accuse = scores
        .most(memory.others().minus(not))
        .filter(|&seat| scores.above_average(seat) >= temper.accuse_from);
    let said = &memory.today.said;
    let praised: SeatSet = said.iter().filter_map(|said| said.vouches).collect();
    let hostile = memory.accusers[memory.me.index()];
    let vouch = scores
        .least(memory.others().minus(praised).minus(hostile))
        .filter(|&seat| scores.above_average(seat) <= temper.vouch_to && accuse != Some(seat));
    Plan { accuse, vouch, ..Plan::default() }
}

/// Called mafia by a sheriff, or by so many that the vote may follow.
fn in_danger(memory: &Memory<'_>) -> bool {
    let accusers = memory.accusers[memory.me.index()];
    accusers.len() * 3 >= memory.living.len().max(6) || named_by_sheriff(memory).is_some()
}

/// A living claimed sheriff who has called me mafia.
fn named_by_sheriff(memory: &Memory<'_>) -> Option<SeatId> {
    let stands = |seat: &SeatId| !memory.refuted.contains(*seat);
    memory.as_sheriff_against_me().map(|said| said.seat).find(stands)
}

fn has_claimed(memory: &Memory<'_>, role: Role) -> bool {
    memory.claims.of[memory.me.index()].is_some_and(|claim| claim.role == role)
}

fn sheriff(memory: &Memory<'_>, temper: &Temper, own: &Suspicion, dice: &mut Dice) -> Plan {
    let findings = memory.view.own.as_ref().map_or(&[][..], |own| &own.findings);
    let living = |is_mafia| {
        findings
            .iter()
            .rev()
            .find(move |finding| finding.is_mafia == is_mafia && memory.living.contains(finding.target))
    };
    let guilty = living(true);
    let cleared: SeatSet =
        findings.iter().filter(|finding| !finding.is_mafia).map(|finding| finding.target).collect();
    let rivals = memory.claims.sheriffs.and(memory.others()).minus(cleared);
    let late = memory.living.len() <= 5 || findings.len() >= 3;
    let speak_up = has_claimed(memory, Role::Sheriff)
        || !rivals.is_empty()
        || in_danger(memory)
        || late
        || guilty.is_some() && (findings.len() >= 2 || dice.chance(temper.reveal, 100));
    let mut plan = by_scores(memory, temper, own, SeatSet::EMPTY);
    if !speak_up {
        // A finding in hand is too much certainty to show: vouch by the record alone.
        plan.vouch = plan.vouch.filter(|&seat| own.of(seat) > -CERTAIN / 2);
        return plan;
    }
    plan.claim = Some(Role::Sheriff);
    plan.report = guilty.or_else(|| living(false)).copied();
    match plan.report {
        Some(Finding { target, is_mafia: true, .. }) => (plan.accuse, plan.vouch) = (Some(target), None),
        Some(Finding { target, is_mafia: false, .. }) => {
            plan.vouch = Some(target);
            plan.accuse = rivals.nth(0);
        }
        None => (plan.accuse, plan.vouch) = (rivals.nth(0), None),
    }
    plan
}

fn doctor(memory: &Memory<'_>, temper: &Temper, own: &Suspicion) -> Plan {
    let mut plan = by_scores(memory, temper, own, SeatSet::EMPTY);
    let rivals = memory.claims.doctors.without(memory.me).and(memory.living);
    if in_danger(memory) || !rivals.is_empty() {
        plan.claim = Some(Role::Doctor);
    }
    plan
}

fn villager(memory: &Memory<'_>, temper: &Temper, own: &Suspicion, dice: &mut Dice) -> Plan {
    let mut plan = by_scores(memory, temper, own, SeatSet::EMPTY);
    if in_danger(memory) && dice.chance(1, 2) {
        plan.claim = Some(Role::Villager);
    }
    plan
}

/// The mafia speak as a townsperson would who had seen the same; their own are left out, or given up when
/// lost.
fn mafia(memory: &Memory<'_>, temper: &Temper, public: &Suspicion, dice: &mut Dice) -> Plan {
    let lost = memory.team.iter().find(|&seat| doomed(memory, seat));
    if let Some(lost) = lost.filter(|_| dice.chance(temper.bus, 100)) {
        return Plan { accuse: Some(lost), ..Plan::default() };
    }
    let mut plan = by_scores(memory, temper, public, memory.team);
    plan.accuse =
        plan.accuse.filter(|&seat| public.above_average(seat) >= temper.accuse_from + 3 || dice.chance(2, 3));
    let ours_claimed = !memory.claims.sheriffs.and(memory.team.with(memory.me)).is_empty();
    let called = named_by_sheriff(memory).filter(|&seat| memory.living.contains(seat));
    let first = memory.claims.sheriffs.is_empty()
        && memory.view.day >= 2
        && memory.view.dealt[2] > 0
        && dice.chance(temper.bluff, 1_000);
    if has_claimed(memory, Role::Sheriff) && !memory.refuted.contains(memory.me) {
        return false_sheriff(memory, public, plan);
    }
    if !ours_claimed && (called.is_some() && dice.chance(temper.bluff, 100) || first) {
        return false_sheriff(memory, public, plan);
    }
    if in_danger(memory) {
        let free = memory.claims.doctors.is_empty() && memory.view.dealt[1] > 0;
        plan.claim = match dice.below(10) {
            0..2 if free => Some(Role::Doctor),
            2..7 => Some(Role::Villager),
            _ => None,
        };
    }
    plan
}

/// Says to be the sheriff and to have found a rival, or whom the town suspects already.
fn false_sheriff(memory: &Memory<'_>, public: &Suspicion, plan: Plan) -> Plan {
    let vouched: SeatSet = memory
        .days()
        .flat_map(|day| &day.said)
        .filter(|said| said.seat == memory.me)
        .filter_map(|said| said.vouches)
        .collect();
    let open = memory.others().minus(memory.team).minus(vouched);
    let rivals = memory.standing.without(memory.me).and(open);
    let Some(target) = public.most(if rivals.is_empty() { open } else { rivals }) else { return plan };
    Plan {
        claim: Some(Role::Sheriff),
        report: Some(Finding { target, night: memory.view.day, is_mafia: true }),
        accuse: Some(target),
        vouch: None,
    }
}
