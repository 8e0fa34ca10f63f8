//! Finds the words for a plan: an opening that answers the morning or the table, a reason from the record,
//! and what it comes to.

use std::sync::Arc;

use crate::view::Role;
use engine::{Dice, SeatId, SeatSet};
use kit::deck::Deck;

use super::character::Character;
use super::facts::{Observation, walk};
use super::lines::{Gaps, Ground, Pool, Spoken, Writer, turns};
use super::memory::Memory;
use super::opening::{self, Beginning};
use super::past::Fate;
use super::plan::Plan;
use super::suspicion::plain_weight;

/// Longer than this, and a statement gets no further sentence.
const ENOUGH_WORDS: usize = 26;

/// From this weight on a reason leaves little doubt: a sheriff's word, a claim that cannot be so.
const SURE_FROM: i32 = 40;

/// Says what is planned. What there were no words for is taken out of the plan.
pub(super) fn say(
    memory: &Memory<'_>,
    character: Character,
    top: Option<SeatId>,
    plan: &mut Plan,
    writer: &mut Writer,
    dice: &mut Dice,
) -> Arc<str> {
    let (turns, turns_in_voice) = turns(memory.view, memory.me);
    let mut speech = Speaker { memory, character, turns, turns_in_voice, writer };
    let opening = opening::choose(memory, plan, dice);
    if let Some(opening) = &opening {
        speech.sentence(opening.pool, &opening.gaps);
    }
    match *plan {
        Plan { claim: Some(role), .. } => {
            speech.claim(role, plan);
            plan.vouch = plan.vouch.filter(|_| plan.report.is_some_and(|report| !report.is_mafia));
        }
        Plan { accuse: Some(x), vouch, .. } => {
            speech.accuse(x, opening.as_ref(), dice);
            let kind = if character == Character::Social { 2 } else { 1 };
            plan.vouch = vouch.filter(|_| speech.writer.words() < ENOUGH_WORDS - 2 && dice.chance(kind, 3));
            if let Some(friend) = plan.vouch {
                speech.voiced(Spoken::Vouch, friend);
            }
        }
        Plan { vouch: Some(x), .. } => {
            if let Some(fact) = speech.fact(x, false, opening.as_ref(), dice) {
                speech.reason(x, fact, Pool::KindLeads.deck());
            }
            speech.voiced(Spoken::Vouch, x);
        }
        Plan { .. } => speech.wait(top, opening.as_ref(), dice),
    }
    speech.writer.finish()
}

struct Speaker<'a> {
    memory: &'a Memory<'a>,
    character: Character,
    /// Turns of all so far: what anybody might say goes round by them.
    turns: u64,
    /// Turns of those who speak in the same voice.
    turns_in_voice: u64,
    writer: &'a mut Writer,
}

impl Speaker<'_> {
    /// A sentence that anybody might say.
    fn sentence(&mut self, pool: Pool, gaps: &Gaps<'_>) {
        self.writer.sentence(pool.deck(), self.turns, gaps);
    }

    /// The same, about a seat.
    fn about(&mut self, pool: Pool, x: SeatId) {
        self.sentence(pool, &Gaps::about(self.memory.view, x));
    }

    /// A sentence about a seat, in the speaker's own voice.
    fn voiced(&mut self, voice: Spoken, x: SeatId) {
        let gaps = Gaps::about(self.memory.view, x);
        self.writer.sentence(voice.deck(self.character), self.turns_in_voice, &gaps);
    }

    /// The speaker's own role, and what goes with it.
    fn claim(&mut self, role: Role, plan: &Plan) {
        let again = self.memory.claims.of[self.memory.me.index()].is_some_and(|claim| claim.role == role);
        match (role, plan.report) {
            (Role::Sheriff, Some(report)) => {
                let pool = match (report.is_mafia, again) {
                    (true, false) => Pool::Guilty,
                    (true, true) => Pool::GuiltyAgain,
                    (false, false) => Pool::Clear,
                    (false, true) => Pool::ClearAgain,
                };
                let about = Gaps::about(self.memory.view, report.target);
                self.sentence(pool, &Gaps { n: report.night, ..about });
                if let Some(rival) = plan.accuse.filter(|&seat| self.memory.claims.sheriffs.contains(seat)) {
                    self.about(Pool::RivalLies, rival);
                }
            }
            (Role::Sheriff, None) => {
                self.sentence(Pool::EmptyHanded, &Gaps::none(self.memory.view));
                if let Some(rival) = plan.accuse {
                    self.about(Pool::RivalLies, rival);
                }
            }
            (Role::Doctor, _) => self.own_role_and_suspect(Pool::Doctor, plan),
            (Role::Villager | Role::Mafia, _) => self.own_role_and_suspect(Pool::Villager, plan),
        }
    }

    fn own_role_and_suspect(&mut self, pool: Pool, plan: &Plan) {
        self.sentence(pool, &Gaps::none(self.memory.view));
        if let Some(x) = plan.accuse {
            let rival = self.memory.claims.doctors.contains(x) && plan.claim == Some(Role::Doctor);
            self.about(if rival { Pool::RivalLies } else { Pool::Rather }, x);
        }
    }

    /// Calls a seat mafia: for a reason, or on a first impression.
    fn accuse(&mut self, x: SeatId, opening: Option<&Beginning<'_>>, dice: &mut Dice) {
        match self.fact(x, true, opening, dice) {
            Some(fact) => {
                self.reason(x, fact, Spoken::Leads.deck(self.character));
                let sure = plain_weight(fact) >= SURE_FROM;
                self.voiced(if sure { Spoken::Sure } else { Spoken::Accuse }, x);
            }
            None if opening.is_some_and(|opening| opening.answers_accusation(x)) => {
                self.about(Pool::TurnedRound, x);
            }
            None => {
                self.voiced(Spoken::Hunches, x);
                // Who counts does not make more of a guess than it is.
                let more = self.character != Character::Analytical && self.writer.words() < ENOUGH_WORDS;
                if more && dice.chance(2, 5) {
                    self.voiced(Spoken::Accuse, x);
                }
            }
        }
    }

    /// Concludes nothing: an observation perhaps, a question to somebody who has still to speak, or patience.
    fn wait(&mut self, top: Option<SeatId>, opening: Option<&Beginning<'_>>, dice: &mut Dice) {
        if let Some(x) = top.filter(|_| dice.chance(1, 2))
            && let Some(fact) = self.fact(x, true, opening, dice)
        {
            self.reason(x, fact, Spoken::Leads.deck(self.character));
        }
        let turn = self.memory.view.turn;
        let all_speak = turn.is_some_and(|turn| usize::from(turn.of) >= self.memory.living.len());
        let spoken = self.memory.today.said.iter().map(|said| said.seat).collect();
        let silent = self.memory.others().minus(spoken);
        match dice.pick_seat(silent) {
            Some(x) if all_speak && dice.chance(2, 5) => self.voiced(Spoken::Ask, x),
            Some(_) | None => {
                let (deck, gaps) = (Spoken::Wait.deck(self.character), Gaps::none(self.memory.view));
                self.writer.sentence(deck, self.turns_in_voice, &gaps);
            }
        }
    }

    /// Gives a fact as the reason.
    fn reason(&mut self, x: SeatId, fact: Observation, leads: &Deck) {
        let shown = |y: SeatId| match self.memory.past.fate[y.index()] {
            Fate::VotedOut(role) => Some(role),
            Fate::Lives | Fate::Killed(_) => None,
        };
        let is_dead = fact.y.is_some_and(|y| !self.memory.living.contains(y));
        let reason = match fact.what {
            Ground::SheriffNamed if is_dead => Ground::DeadSheriffNamed,
            Ground::SheriffCleared if is_dead => Ground::DeadSheriffCleared,
            Ground::SheriffNamed if self.memory.claims.sheriffs.len() > 1 => Ground::ClaimantNamed,
            Ground::SheriffCleared if self.memory.claims.sheriffs.len() > 1 => Ground::ClaimantCleared,
            reason => reason,
        };
        let Observation { y, n, role, .. } = fact;
        let role = role.or(y.and_then(shown));
        let gaps = Gaps { y, n, role, ..Gaps::about(self.memory.view, x) };
        self.writer.clause((leads, self.turns_in_voice), (reason.deck(), self.turns), &gaps);
    }

    /// A fact against a seat, or for it: mostly the weightiest, at times the next.
    fn fact(
        &self,
        x: SeatId,
        against: bool,
        opening: Option<&Beginning<'_>>,
        dice: &mut Dice,
    ) -> Option<Observation> {
        let mut found: [(i32, Option<Observation>); 3] = [(-1, None); 3];
        walk(self.memory, self.memory.others().and(SeatSet::only(x)), |_, fact| {
            let weight = plain_weight(fact);
            if (weight >= 0) != against || !self.sayable(x, fact, opening) {
                return;
            }
            let mut next = (weight.abs(), Some(fact));
            for place in &mut found {
                if next.0 > place.0 {
                    std::mem::swap(place, &mut next);
                }
            }
        });
        let count = found.iter().filter(|(_, fact)| fact.is_some()).count();
        let roll = [0, 0, 0, 1, 1, 2][dice.below(6) as usize];
        found[roll.min(count.checked_sub(1)?)].1
    }

    /// Whether a fact can be put in the words there are for it: they speak of others, and of the living as
    /// living.
    fn sayable(&self, x: SeatId, fact: Observation, opening: Option<&Beginning<'_>>) -> bool {
        if fact.y == Some(self.memory.me) {
            return false;
        }
        match fact.what {
            Ground::SoleClaim if fact.role == Some(Role::Sheriff) => self.memory.claims.sheriffs.len() == 1,
            Ground::SoleClaim => self.memory.claims.doctors.len() == 1,
            Ground::Rival => {
                fact.y.is_some_and(|y| self.memory.living.contains(y))
                    && !opening.is_some_and(Beginning::weighs_two_claims)
            }
            Ground::AccusesMe => opening.is_none_or(|opening| opening.gaps.x != Some(x)),
            _ => true,
        }
    }
}
