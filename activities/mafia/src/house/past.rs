//! What the rounds that are over come to, laid out by seat: fates, claims, and facts that are the same for whoever looks.

use crate::view::{Cause, Role, Said, View};
use engine::limits::SEATS_MAX;
use engine::{SeatId, SeatSet};

use super::facts::{Observation, of_round};

/// What became of a seat, as all know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// At the table.
    Lives,
    /// Voted out, and shown to be this.
    VotedOut(Role),
    /// Killed in the night before this day. The mafia kill none of their own, so it was town.
    Killed(u8),
}

/// A role that a seat says it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) role: Role,
    /// Since when.
    pub(super) day: u8,
}

/// What is said about roles.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// The last of each seat.
    pub(super) of: [Option<Claim>; SEATS_MAX],
    /// All who ever said that they were the sheriff.
    pub(super) sheriffs: SeatSet,
    /// All who ever said that they were the doctor.
    pub(super) doctors: SeatSet,
    /// Of the sheriffs those whose words about the dead were false.
    pub(super) refuted: SeatSet,
    /// Who has as sheriff called a seat mafia.
    pub(super) named: [SeatSet; SEATS_MAX],
}

/// The rounds before the present one. It changes with who is dead and with the round, and not with what is said or voted today.
#[derive(Debug)]
pub(crate) struct Past {
    pub(super) fate: [Fate; SEATS_MAX],
    /// The dead who were mafia.
    pub(super) dead_mafia: SeatSet,
    /// The dead who were town.
    pub(super) dead_town: SeatSet,
    pub(super) claims: Claims,
    /// Who accused nobody on either of the two days before.
    pub(super) quiet: SeatSet,
    /// About the living, in the order in which they became known.
    pub(super) facts: Vec<(SeatId, Observation)>,
}

impl Past {
    /// That of a view.
    pub(super) fn of(view: &View) -> Past {
        let (fate, facts) = ([Fate::Lives; SEATS_MAX], Vec::with_capacity(64));
        let (dead_mafia, dead_town, quiet) = (SeatSet::EMPTY, SeatSet::EMPTY, SeatSet::EMPTY);
        let mut past = Past { fate, dead_mafia, dead_town, claims: Claims::default(), quiet, facts };
        for death in view.deaths.iter() {
            let fate = match death.cause {
                Cause::Night => Fate::Killed(death.day),
                Cause::Vote => Fate::VotedOut(view.role(death.seat).unwrap_or(Role::Villager)),
            };
            past.fate[death.seat.index()] = fate;
            match fate {
                Fate::VotedOut(Role::Mafia) => past.dead_mafia = past.dead_mafia.with(death.seat),
                Fate::Lives | Fate::VotedOut(_) | Fate::Killed(_) => {
                    past.dead_town = past.dead_town.with(death.seat);
                }
            }
        }
        let before = view.days.split_last().map_or(&[][..], |(_, before)| before);
        if let [.., first, second] = before {
            past.quiet = [first, second].into_iter().fold(view.living, |quiet, day| {
                let silent = day.said.iter().filter(|said| said.accuses.is_none());
                quiet.and(silent.map(|said| said.seat).collect())
            });
        }
        let (mut claims, mut facts) = (Claims::default(), std::mem::take(&mut past.facts));
        for day in before {
            day.said.iter().for_each(|said| claims.hear(said, day.number, &past));
            of_round(&past, day, view.living, &mut |seat, fact| facts.push((seat, fact)));
        }
        Past { claims, facts, ..past }
    }

    /// The dead.
    pub(super) fn dead(&self) -> SeatSet {
        self.dead_mafia.or(self.dead_town)
    }
}

impl Claims {
    /// Hears what is said on a day.
    pub(super) fn hear(&mut self, said: &Said, day: u8, past: &Past) {
        let Some(role) = said.claims else { return };
        let claim = &mut self.of[said.seat.index()];
        if claim.is_none_or(|old| old.role != role) {
            *claim = Some(Claim { role, day });
        }
        match role {
            Role::Sheriff => self.hear_sheriff(said, past),
            Role::Doctor => self.doctors = self.doctors.with(said.seat),
            Role::Mafia | Role::Villager => {}
        }
    }

    /// Hears what somebody says as sheriff. Who calls a dead townsperson mafia, or a dead mafioso innocent, lies.
    fn hear_sheriff(&mut self, said: &Said, past: &Past) {
        self.sheriffs = self.sheriffs.with(said.seat);
        if let Some(target) = said.accuses {
            let named = &mut self.named[target.index()];
            *named = named.with(said.seat);
        }
        if said.accuses.is_some_and(|target| past.dead_town.contains(target))
            || said.vouches.is_some_and(|target| past.dead_mafia.contains(target))
        {
            self.refuted = self.refuted.with(said.seat);
        }
    }
}
