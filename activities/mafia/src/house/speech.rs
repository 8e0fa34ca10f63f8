//! Finds the words for a plan: an opening that answers the morning or the table, a reason from the record,
//! and what it comes to.

use engine::{Dice, SeatId, SeatSet};
use protocol::mafia::Role;

use super::character::Character;
use super::facts::{Fact, walk};
use super::lines::voices::Voice;
use super::lines::{Gaps, Rota, Writer, claims, openings, reasons};
use super::memory::{Fate, Memory};
use super::opening::{self, Opening};
use super::plan::Plan;
use super::suspicion::plain_weight;

/// Longer than this, and a statement gets no further sentence.
const ENOUGH_WORDS: usize = 26;

/// From this weight on a reason leaves little doubt: a sheriff's word, a claim that cannot be so.
const SURE_FROM: i32 = 40;

/// Words that may stand before a reason to trust somebody.
const KIND_LEADS: &[&str] = &[
    "",
    "I noticed that ",
    "",
    "Remember that ",
    "",
    "Credit where it is due: ",
    "",
    "One thing is good to know: ",
    "",
];

/// Says what is planned. What there were no words for is taken out of the plan.
pub(super) fn say(
    memory: &Memory<'_>,
    character: Character,
    top: Option<SeatId>,
    plan: &mut Plan,
    dice: &mut Dice,
) -> String {
    let mut speech = Speaker {
        memory,
        voice: Voice::of(character),
        character,
        rota: Rota::of(memory.view, memory.me),
        writer: Writer::new(memory.view),
    };
    let opening = opening::choose(memory, plan, dice);
    if let Some(opening) = &opening {
        speech.sentence(opening.table, &opening.gaps);
    }
    match *plan {
        Plan { claim: Some(role), .. } => {
            speech.claim(role, plan);
            plan.vouch = plan.vouch.filter(|_| plan.report.is_some_and(|report| !report.is_mafia));
        }
        Plan { accuse: Some(x), vouch, .. } => {
            speech.accuse(x, opening.as_ref(), dice);
            let room = speech.writer.words() < ENOUGH_WORDS - 2;
            let kind = if character == Character::Social { 2 } else { 1 };
            plan.vouch = vouch.filter(|_| room && dice.chance(kind, 3));
            if let Some(friend) = plan.vouch {
                speech.voiced(speech.voice.vouch, &about(friend));
            }
        }
        Plan { vouch: Some(x), .. } => {
            if let Some(fact) = speech.fact(x, false, opening.as_ref(), dice) {
                speech.reason(x, fact, KIND_LEADS);
            }
            speech.voiced(speech.voice.vouch, &about(x));
        }
        Plan { .. } => speech.wait(top, opening.as_ref(), dice),
    }
    speech.writer.finish()
}

fn about(seat: SeatId) -> Gaps {
    Gaps { x: Some(seat), ..Gaps::default() }
}

struct Speaker<'a> {
    memory: &'a Memory<'a>,
    voice: &'static Voice,
    character: Character,
    rota: Rota,
    writer: Writer<'a>,
}

impl Speaker<'_> {
    /// A sentence that anybody might say.
    fn sentence(&mut self, table: &[&str], gaps: &Gaps) {
        self.writer.sentence(self.rota.shared(table), gaps);
    }

    /// A sentence in the speaker's own voice.
    fn voiced(&mut self, table: &[&str], gaps: &Gaps) {
        self.writer.sentence(self.rota.voiced(table), gaps);
    }

    /// The speaker's own role, and what goes with it.
    fn claim(&mut self, role: Role, plan: &Plan) {
        let again = self.memory.claim[self.memory.me.index()].is_some_and(|claim| claim.role == role);
        match (role, plan.report) {
            (Role::Sheriff, Some(report)) => {
                let table = match (report.is_mafia, again) {
                    (true, false) => claims::GUILTY,
                    (true, true) => claims::GUILTY_AGAIN,
                    (false, false) => claims::CLEAR,
                    (false, true) => claims::CLEAR_AGAIN,
                };
                self.sentence(table, &Gaps { n: report.night, ..about(report.target) });
                if let Some(rival) = plan.accuse.filter(|&seat| self.memory.sheriffs.contains(seat)) {
                    self.sentence(claims::RIVAL_LIES, &about(rival));
                }
            }
            (Role::Sheriff, None) => {
                self.sentence(claims::EMPTY_HANDED, &Gaps::default());
                if let Some(rival) = plan.accuse {
                    self.sentence(claims::RIVAL_LIES, &about(rival));
                }
            }
            (Role::Doctor, _) => self.own_role_and_suspect(claims::DOCTOR, plan),
            (Role::Villager | Role::Mafia, _) => self.own_role_and_suspect(claims::VILLAGER, plan),
        }
    }

    fn own_role_and_suspect(&mut self, table: &[&str], plan: &Plan) {
        self.sentence(table, &Gaps::default());
        if let Some(x) = plan.accuse {
            let rival = self.memory.doctors.contains(x) && plan.claim == Some(Role::Doctor);
            self.sentence(if rival { claims::RIVAL_LIES } else { claims::RATHER }, &about(x));
        }
    }

    /// Calls a seat mafia: for a reason, or on a first impression.
    fn accuse(&mut self, x: SeatId, opening: Option<&Opening>, dice: &mut Dice) {
        match self.fact(x, true, opening, dice) {
            Some(fact) => {
                self.reason(x, fact, self.voice.leads);
                let sure = plain_weight(fact) >= SURE_FROM;
                self.voiced(if sure { self.voice.sure } else { self.voice.accuse }, &about(x));
            }
            None if opening.is_some_and(|opening| opening.answers_accusation(x)) => {
                self.sentence(openings::TURNED_ROUND, &about(x));
            }
            None => {
                self.voiced(self.voice.hunches, &about(x));
                // Who counts does not make more of a guess than it is.
                let more = self.character != Character::Analytical && self.writer.words() < ENOUGH_WORDS;
                if more && dice.chance(2, 5) {
                    self.voiced(self.voice.accuse, &about(x));
                }
            }
        }
    }

    /// Concludes nothing: an observation perhaps, a question to somebody who has still to speak, or patience.
    fn wait(&mut self, top: Option<SeatId>, opening: Option<&Opening>, dice: &mut Dice) {
        if let Some(x) = top.filter(|_| dice.chance(1, 2))
            && let Some(fact) = self.fact(x, true, opening, dice)
        {
            self.reason(x, fact, self.voice.leads);
        }
        let turn = self.memory.view.turn;
        let all_speak = turn.is_some_and(|turn| usize::from(turn.of) >= self.memory.living.len());
        let spoken = self.memory.today().said.iter().map(|said| said.seat).collect();
        let silent = self.memory.others().minus(spoken);
        match dice.pick_seat(silent) {
            Some(x) if all_speak && dice.chance(2, 5) => self.voiced(self.voice.ask, &about(x)),
            Some(_) | None => self.voiced(self.voice.wait, &Gaps::default()),
        }
    }

    /// Gives a fact as the reason.
    fn reason(&mut self, x: SeatId, fact: Fact, leads: &[&str]) {
        let (y, day) = fact.names();
        let role = match fact {
            Fact::Rival(_, role) | Fact::CaughtLying(role) | Fact::SoleClaim(role) => Some(role),
            _ => y.and_then(|y| match self.memory.fate[y.index()] {
                Fate::VotedOut(role) => Some(role),
                Fate::Lives | Fate::Killed(_) => None,
            }),
        };
        let n = if let Fact::Crowd(many) = fact { many } else { day };
        let table = match fact {
            Fact::SheriffNamed(y) if !self.memory.living.contains(y) => reasons::DEAD_SHERIFF_NAMED,
            Fact::SheriffCleared(y) if !self.memory.living.contains(y) => reasons::DEAD_SHERIFF_CLEARED,
            Fact::SheriffNamed(_) if self.memory.sheriffs.len() > 1 => reasons::of(Fact::ClaimantNamed(x)),
            Fact::SheriffCleared(_) if self.memory.sheriffs.len() > 1 => {
                reasons::of(Fact::ClaimantCleared(x))
            }
            fact => reasons::of(fact),
        };
        let gaps = Gaps { x: Some(x), y, n, role, day };
        self.writer.clause(self.rota.voiced(leads), self.rota.shared(table), &gaps);
    }

    /// A fact against a seat, or for it: mostly the weightiest, at times the next.
    fn fact(&self, x: SeatId, against: bool, opening: Option<&Opening>, dice: &mut Dice) -> Option<Fact> {
        let mut found: [Option<(i32, Fact)>; 3] = [None; 3];
        walk(self.memory, self.memory.others().and(SeatSet::only(x)), |_, fact| {
            let weight = plain_weight(fact);
            if (weight >= 0) != against || !self.sayable(x, fact, opening) {
                return;
            }
            let mut next = Some((weight.abs(), fact));
            for place in &mut found {
                if next.map(|(weight, _)| weight) > place.map(|(weight, _)| weight) {
                    std::mem::swap(place, &mut next);
                }
            }
        });
        let count = found.iter().flatten().count();
        let roll = [0, 0, 0, 1, 1, 2][dice.below(6) as usize];
        found[roll.min(count.checked_sub(1)?)].map(|(_, fact)| fact)
    }

    /// Whether a fact can be put in the words there are for it: they speak of others, and of the living as
    /// living.
    fn sayable(&self, x: SeatId, fact: Fact, opening: Option<&Opening>) -> bool {
        let (y, _) = fact.names();
        if y == Some(self.memory.me) {
            return false;
        }
        match fact {
            Fact::SoleClaim(Role::Sheriff) => self.memory.sheriffs.len() == 1,
            Fact::SoleClaim(_) => self.memory.doctors.len() == 1,
            Fact::Rival(y, _) => {
                self.memory.living.contains(y) && !opening.is_some_and(Opening::weighs_two_claims)
            }
            Fact::AccusesMe => opening.is_none_or(|opening| opening.gaps.x != Some(x)),
            _ => true,
        }
    }
}
