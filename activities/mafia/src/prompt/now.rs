//! What stands last in a prompt: how things stand, and what is asked.

use std::fmt::{self, Write};

use crate::view::{Cause, Own, Role, View};
use engine::{Ask, SeatId, SeatSet};

use super::quoted::{quote, quote_all};
use crate::ask::{Question, title};

/// Room for ten seats.
const ROOM: usize = 1024;

/// The changing part of a prompt, a line for each thing.
pub(super) fn now(view: &View, ask: &Ask<Question>) -> String {
    let mut out = Lines(String::with_capacity(ROOM));
    // Formatting into a string cannot fail.
    let _ = out.write_all(view, ask);
    out.0
}

struct Lines(String);

impl Lines {
    fn write_all(&mut self, view: &View, ask: &Ask<Question>) -> fmt::Result {
        self.0.push_str("\n# Now\n\n");
        let others = view.living.without(ask.seat);
        let (tool, legal) = match ask.question {
            Question::Night { legal, .. } => ("ChooseTarget", Some(legal)),
            Question::Turn => ("Say", None),
            Question::Vote { legal } => ("CastVote", Some(legal)),
        };
        // One list is enough where all others may be chosen.
        if legal != Some(others) {
            self.named("Alive: you, ", view, others);
            self.0.push_str(".\n");
        }
        self.dead(view)?;
        if let Some(own) = &view.own {
            self.private(view, own, ask.question)?;
        }
        match ask.question {
            Question::Night { .. } => {}
            Question::Turn => {
                if let Some(turn) = view.turn {
                    writeln!(self.0, "Turn {} of {} today.", turn.number, turn.of)?;
                }
            }
            Question::Vote { .. } => self.votes(view, ask.seat)?,
        }
        writeln!(self.0, "You are asked: {}", title(view, ask))?;
        self.0.push_str(tool);
        if let Some(legal) = legal {
            let all = legal == others;
            self.named(if all { ", target (all alive but you): " } else { ", target: " }, view, legal);
        }
        self.0.push_str(match ask.question {
            Question::Night { .. } => ".\n",
            Question::Turn => " (accuse, vouch: anybody named above), or Pass.\n",
            Question::Vote { .. } => "; or Abstain.\n",
        });
        Ok(())
    }

    fn named(&mut self, label: &str, view: &View, seats: SeatSet) {
        self.0.push_str(label);
        quote_all(&mut self.0, seats.iter().map(|seat| view.name(seat)));
    }

    fn name(&mut self, view: &View, seat: SeatId) {
        quote(&mut self.0, view.name(seat));
    }

    /// A name, or another word where it is the seat's own.
    fn name_or(&mut self, own_word: &str, me: SeatId, view: &View, seat: SeatId) {
        if seat == me {
            self.0.push_str(own_word);
        } else {
            self.name(view, seat);
        }
    }

    fn dead(&mut self, view: &View) -> fmt::Result {
        for (at, death) in view.deaths.iter().enumerate() {
            self.0.push_str(if at == 0 { "Dead: " } else { ", " });
            self.name(view, death.seat);
            match death.cause {
                Cause::Night => write!(self.0, " (killed in night {}", death.day)?,
                Cause::Vote => write!(self.0, " (voted out on day {}", death.day)?,
            }
            if let Some(role) = view.role(death.seat) {
                write!(self.0, ", {role}")?;
            }
            self.0.push(')');
        }
        self.0.push_str(if view.deaths.is_empty() { "" } else { ".\n" });
        Ok(())
    }

    /// What only this seat knows, by its role.
    fn private(&mut self, view: &View, own: &Own, question: Question) -> fmt::Result {
        let night = matches!(question, Question::Night { .. });
        match own.role {
            Role::Sheriff => {
                for (at, finding) in own.findings.iter().enumerate() {
                    self.0.push_str(if at == 0 { "You found: " } else { ", " });
                    self.name(view, finding.target);
                    let not = if finding.is_mafia { "" } else { "not " };
                    write!(self.0, " is {not}mafia (night {})", finding.night)?;
                }
                self.0.push_str(if own.findings.is_empty() { "" } else { ".\n" });
            }
            Role::Doctor => {
                if let Some(last) = own.protected_last {
                    self.0.push_str("Last night you protected ");
                    self.name_or("yourself", own.seat, view, last);
                    self.0.push_str(if night { ": not again tonight.\n" } else { ".\n" });
                }
            }
            Role::Mafia | Role::Villager => {}
        }
        for (at, choice) in own.choices.iter().enumerate() {
            self.0.push_str(if at == 0 { "Chosen tonight: " } else { ", " });
            self.name_or("you", own.seat, view, choice.seat);
            self.0.push_str(" chose ");
            self.name_or("yourself", own.seat, view, choice.target);
        }
        self.0.push_str(if own.choices.is_empty() { "" } else { ".\n" });
        Ok(())
    }

    fn votes(&mut self, view: &View, me: SeatId) -> fmt::Result {
        let votes = view.today().map_or(&[][..], |today| &today.votes);
        let mut started = false;
        for target in view.living.iter() {
            let count = votes.iter().filter(|vote| vote.target_id == Some(target)).count();
            if count > 0 {
                self.0.push_str(if started { ", " } else { "Votes so far: " });
                self.name_or("you", me, view, target);
                write!(self.0, " {count}")?;
                started = true;
            }
        }
        self.0.push_str(if started { ".\n" } else { "No votes yet.\n" });
        if let Some(vote) = votes.iter().find(|vote| vote.voter_id == me) {
            self.0.push_str("You voted against ");
            match vote.target_id {
                Some(target) => self.name(view, target),
                None => self.0.push_str("nobody"),
            }
            self.0.push_str(", and may change it.\n");
        }
        Ok(())
    }
}
