//! What a view tells, laid out by seat: fates, claims, and whom they leave to be believed.

use crate::view::{Cause, Day, Role, Said, View};
use engine::limits::SEATS_MAX;
use engine::{SeatId, SeatSet};

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

/// What there is of the first round before it begins.
static BEFORE_THE_FIRST: Day =
    Day { number: 1, killed: None, saved: false, said: Vec::new(), votes: Vec::new(), verdict: None };

/// The view by seat. Everything here but `me`, `role`, `team` and what `standing` leaves out is public.
pub(super) struct Memory<'a> {
    pub(super) view: &'a View,
    /// The present round.
    pub(super) today: &'a Day,
    pub(super) me: SeatId,
    pub(super) role: Role,
    pub(super) living: SeatSet,
    /// The living mafia besides me, if I am mafia.
    pub(super) team: SeatSet,
    pub(super) fate: [Fate; SEATS_MAX],
    /// The dead who were mafia.
    pub(super) dead_mafia: SeatSet,
    /// The dead who were town.
    pub(super) dead_town: SeatSet,
    pub(super) claim: [Option<Claim>; SEATS_MAX],
    /// All who ever said that they were the sheriff.
    pub(super) sheriffs: SeatSet,
    /// All who ever said that they were the doctor.
    pub(super) doctors: SeatSet,
    /// Claims of sheriff that nothing I know speaks against. One alone is believed; two contest each other.
    pub(super) standing: SeatSet,
    /// Claims that the public record has shown to be false.
    pub(super) refuted: SeatSet,
    /// Who as sheriff has called me mafia.
    against_me: SeatSet,
    /// Who has accused a seat today.
    pub(super) accusers: [SeatSet; SEATS_MAX],
    /// Who accused nobody on either of the two days before.
    pub(super) quiet: SeatSet,
}

impl<'a> Memory<'a> {
    pub(super) fn of(view: &'a View, me: SeatId) -> Memory<'a> {
        let role = view.own.as_ref().map_or(Role::Villager, |own| own.role);
        let mut memory = Memory {
            view,
            today: view.today().unwrap_or(&BEFORE_THE_FIRST),
            me,
            role,
            living: view.living,
            team: SeatSet::EMPTY,
            fate: [Fate::Lives; SEATS_MAX],
            dead_mafia: SeatSet::EMPTY,
            dead_town: SeatSet::EMPTY,
            claim: [None; SEATS_MAX],
            sheriffs: SeatSet::EMPTY,
            doctors: SeatSet::EMPTY,
            standing: SeatSet::EMPTY,
            refuted: SeatSet::EMPTY,
            against_me: SeatSet::EMPTY,
            accusers: [SeatSet::EMPTY; SEATS_MAX],
            quiet: if view.days.len() > 2 { view.living } else { SeatSet::EMPTY },
        };
        for death in view.deaths.iter() {
            memory.fate[death.seat.index()] = match death.cause {
                Cause::Night => Fate::Killed(death.day),
                Cause::Vote => Fate::VotedOut(view.role(death.seat).unwrap_or(Role::Villager)),
            };
            match memory.fate[death.seat.index()] {
                Fate::VotedOut(Role::Mafia) => memory.dead_mafia = memory.dead_mafia.with(death.seat),
                Fate::Lives | Fate::VotedOut(_) | Fate::Killed(_) => {
                    memory.dead_town = memory.dead_town.with(death.seat);
                }
            }
        }
        if role == Role::Mafia {
            memory.team = view.roles.mafia().and(view.living).without(me);
        }
        memory.hear();
        memory.judge();
        memory
    }

    /// The round before, if there was one.
    pub(super) fn yesterday(&self) -> Option<&Day> {
        self.view.days.len().checked_sub(2).and_then(|at| self.view.days.get(at)).map(AsRef::as_ref)
    }

    /// The rounds.
    pub(super) fn days(&self) -> impl Iterator<Item = &Day> {
        self.view.days.iter().map(AsRef::as_ref)
    }

    /// What was said by those who claimed to be the sheriff with the same words.
    pub(super) fn as_sheriff(&self) -> impl Iterator<Item = &Said> {
        self.days().flat_map(|day| &day.said).filter(|said| said.claims == Some(Role::Sheriff))
    }

    /// Of that, what called me mafia.
    pub(super) fn as_sheriff_against_me(&self) -> impl Iterator<Item = &Said> {
        let against_me = |said: &&Said| said.accuses == Some(self.me);
        // Mostly there is none, and the record need not be read again.
        let record = (!self.against_me.is_empty()).then(|| self.as_sheriff());
        record.into_iter().flatten().filter(against_me)
    }

    /// The living besides me.
    pub(super) fn others(&self) -> SeatSet {
        self.living.without(self.me)
    }

    /// The dead.
    pub(super) fn dead(&self) -> SeatSet {
        self.dead_mafia.or(self.dead_town)
    }

    /// The one sheriff to believe, living or dead.
    pub(super) fn believed(&self) -> Option<SeatId> {
        if self.standing.len() == 1 { self.standing.nth(0) } else { None }
    }

    /// Whom I have accused today.
    pub(super) fn my_accusation(&self) -> Option<SeatId> {
        self.today.said.iter().find(|said| said.seat == self.me).and_then(|said| said.accuses)
    }

    /// Votes so far today.
    pub(super) fn tally(&self) -> [u8; SEATS_MAX] {
        let mut tally = [0; SEATS_MAX];
        for target in self.today.votes.iter().filter_map(|vote| vote.target_id) {
            tally[target.index()] += 1;
        }
        tally
    }

    fn hear(&mut self) {
        let last = self.view.days.len();
        for (at, day) in self.view.days.iter().enumerate() {
            let mut named_nobody = SeatSet::EMPTY;
            for said in &day.said {
                if let Some(role) = said.claims {
                    let claim = &mut self.claim[said.seat.index()];
                    if claim.is_none_or(|old| old.role != role) {
                        *claim = Some(Claim { role, day: day.number });
                    }
                    match role {
                        Role::Sheriff => self.hear_sheriff(said),
                        Role::Doctor => self.doctors = self.doctors.with(said.seat),
                        Role::Mafia | Role::Villager => {}
                    }
                }
                match said.accuses {
                    None => named_nobody = named_nobody.with(said.seat),
                    Some(target) if at + 1 == last => {
                        let accusers = &mut self.accusers[target.index()];
                        *accusers = accusers.with(said.seat);
                    }
                    Some(_) => {}
                }
            }
            if at + 1 < last && at + 3 >= last {
                self.quiet = self.quiet.and(named_nobody);
            }
        }
    }

    /// Hears what somebody says as sheriff. Who calls a dead townsperson mafia, or a dead mafioso innocent, lies.
    fn hear_sheriff(&mut self, said: &Said) {
        self.sheriffs = self.sheriffs.with(said.seat);
        if said.accuses == Some(self.me) {
            self.against_me = self.against_me.with(said.seat);
        }
        if said.accuses.is_some_and(|target| self.dead_town.contains(target))
            || said.vouches.is_some_and(|target| self.dead_mafia.contains(target))
        {
            self.refuted = self.refuted.with(said.seat);
        }
    }

    /// Which claims of sheriff still stand.
    fn judge(&mut self) {
        if self.sheriffs.is_empty() {
            return;
        }
        let was = |fate: Fate, role| fate == Fate::VotedOut(role);
        let shown = self
            .dead()
            .iter()
            .find(|seat| was(self.fate[seat.index()], Role::Sheriff) || self.shown_sheriff_at_night(*seat));
        let killed = self.sheriffs.iter().find(|seat| matches!(self.fate[seat.index()], Fate::Killed(_)));
        let proven = shown.or(killed);
        for seat in self.sheriffs.iter() {
            let lied = match (proven, self.fate[seat.index()]) {
                (Some(proven), _) => proven != seat,
                (None, Fate::VotedOut(role)) => role != Role::Sheriff,
                (None, Fate::Lives | Fate::Killed(_)) => self.view.dealt[2] == 0,
            };
            if lied {
                self.refuted = self.refuted.with(seat);
            }
        }
        // What only I know: my own role, and my own side.
        let known_false = match self.role {
            Role::Mafia => SeatSet::EMPTY,
            Role::Sheriff => self.sheriffs.without(self.me),
            Role::Doctor | Role::Villager => self.against_me.with(self.me),
        };
        self.standing = self.sheriffs.minus(self.refuted).minus(known_false);
    }

    fn shown_sheriff_at_night(&self, seat: SeatId) -> bool {
        seat != self.me
            && matches!(self.fate[seat.index()], Fate::Killed(_))
            && self.view.role(seat) == Some(Role::Sheriff)
    }
}
