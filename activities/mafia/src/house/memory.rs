//! What a view tells, laid out by seat: the rounds before, what is said today, and whom that leaves to be believed.

use std::borrow::Cow;

use crate::view::{Day, Role, Said, View};
use engine::limits::SEATS_MAX;
use engine::{SeatId, SeatSet};

use super::facts::Observation;
use super::lines::Ground;
use super::past::{Claims, Fate, Past};

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
    /// The rounds before this one.
    pub(super) past: &'a Past,
    /// What was claimed, today too.
    pub(super) claims: Cow<'a, Claims>,
    /// Claims that the public record has shown to be false.
    pub(super) refuted: SeatSet,
    /// Claims of sheriff that nothing I know speaks against. One alone is believed; two contest each other.
    pub(super) standing: SeatSet,
    /// Who has accused a seat today.
    pub(super) accusers: [SeatSet; SEATS_MAX],
}

impl<'a> Memory<'a> {
    pub(super) fn of(view: &'a View, me: SeatId) -> Memory<'a> {
        let role = view.own.as_ref().map_or(Role::Villager, |own| own.role);
        let today = view.today().unwrap_or(&BEFORE_THE_FIRST);
        let past = view.days.past(|| Past::of(view));
        let mafia = if role == Role::Mafia { view.roles.mafia() } else { SeatSet::EMPTY };
        let mut claims = Cow::Borrowed(&past.claims);
        let mut accusers = [SeatSet::EMPTY; SEATS_MAX];
        for said in &today.said {
            if said.claims.is_some() {
                claims.to_mut().hear(said, today.number, past);
            }
            if let Some(target) = said.accuses {
                let accusers = &mut accusers[target.index()];
                *accusers = accusers.with(said.seat);
            }
        }
        let (refuted, standing) = judge(view, past, &claims, (me, role));
        Memory {
            view,
            today,
            me,
            role,
            living: view.living,
            team: mafia.and(view.living).without(me),
            past,
            claims,
            refuted,
            standing,
            accusers,
        }
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
        let record = (!self.claims.named[self.me.index()].is_empty()).then(|| self.as_sheriff());
        record.into_iter().flatten().filter(against_me)
    }

    /// The living besides me.
    pub(super) fn others(&self) -> SeatSet {
        self.living.without(self.me)
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

    /// A fact as it is for me: words that somebody said as sheriff count by whether I can believe them.
    pub(super) fn weighed(&self, seat: SeatId, fact: Observation) -> Option<Observation> {
        let what = match fact.what {
            Ground::RightCall if self.refuted.contains(seat) => return None,
            Ground::SheriffNamed | Ground::SheriffCleared
                if !fact.y.is_some_and(|by| self.standing.contains(by)) =>
            {
                return None;
            }
            Ground::SheriffNamed if self.standing.len() > 1 => Ground::ClaimantNamed,
            Ground::SheriffCleared if self.standing.len() > 1 => Ground::ClaimantCleared,
            what => what,
        };
        Some(Observation { what, ..fact })
    }
}

/// Which claims of sheriff the public record has shown to be false, and which still stand for whoever has this seat and role.
fn judge(view: &View, past: &Past, claims: &Claims, (me, role): (SeatId, Role)) -> (SeatSet, SeatSet) {
    let sheriffs = claims.sheriffs;
    if sheriffs.is_empty() {
        return (SeatSet::EMPTY, SeatSet::EMPTY);
    }
    let fate = |seat: SeatId| past.fate[seat.index()];
    let killed = |seat: &SeatId| matches!(fate(*seat), Fate::Killed(_));
    let shown_at_night = |seat| seat != me && killed(&seat) && view.role(seat) == Some(Role::Sheriff);
    let shown = |seat: &SeatId| fate(*seat) == Fate::VotedOut(Role::Sheriff) || shown_at_night(*seat);
    let proven = past.dead().iter().find(shown).or(sheriffs.iter().find(killed));
    let lied = |seat: &SeatId| match (proven, fate(*seat)) {
        (Some(proven), _) => proven != *seat,
        (None, Fate::VotedOut(role)) => role != Role::Sheriff,
        (None, Fate::Lives | Fate::Killed(_)) => view.dealt[2] == 0,
    };
    let refuted = claims.refuted.or(sheriffs.iter().filter(lied).collect());
    // What only I know: my own role, and my own side.
    let known_false = match role {
        Role::Mafia => SeatSet::EMPTY,
        Role::Sheriff => sheriffs.without(me),
        Role::Doctor | Role::Villager => claims.named[me.index()].with(me),
    };
    (refuted, sheriffs.minus(refuted).minus(known_false))
}
