//! The house player: five characters that play each role from their own view alone.
//!
//! An answer depends on the view of the seat, the ask and the dice, and on nothing else. `memory` lays the
//! view out by seat, `facts` reads the record, `suspicion` adds it up; `night`, `vote` and `plan` decide;
//! `speech` finds the words, and `thought` says what is behind them.

mod character;
mod facts;
pub mod lines;
mod memory;
mod night;
mod opening;
mod past;
mod plan;
mod speech;
mod suspicion;
mod temper;
mod thought;
mod vote;
mod whim;

use crate::view::View;
use engine::{Ask, Dice, Holder, SeatId};

use super::ask::{Question, random};
use super::command::{Command, Speech};
use lines::Writer;
use memory::Memory;
use plan::Plan;
use suspicion::Suspicion;
use temper::Temper;
use vote::Ballot;

pub use character::Character;
pub(crate) use past::Past;

/// The house's answer to an ask.
pub(super) fn answer(view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    let character = character_of(view, ask.seat);
    let Some(temper) = Temper::of(character) else { return whim::answer(view, ask, dice) };
    let memory = Memory::of(view, ask.seat);
    let scores = Suspicion::of_seat(&memory, temper, dice);
    let mut writer = Writer::new(view);
    match ask.question {
        Question::Night { action, legal } => {
            let chosen = night::choose(&memory, &scores, action, legal, dice);
            let Some((target, motive)) = chosen else { return random(ask, dice) };
            let thought = Some(thought::at_night(&memory, &scores, action, target, motive, &mut writer));
            Command::ChooseTarget { target, word: None, thought, beliefs: Vec::new() }
        }
        Question::Turn => {
            let mut plan = plan::plan(&memory, temper, &scores, dice);
            let top = scores.most(memory.others().minus(memory.team));
            let text = speech::say(&memory, character, top, &mut plan, &mut writer, dice);
            let thought = Some(thought::at_turn(&memory, &scores, &plan, &mut writer));
            let Plan { claim, accuse, vouch, .. } = plan;
            // Once said is said, unless there is something to answer.
            let accused = !memory.accusers[ask.seat.index()].is_empty();
            let bid = view.bids.then_some(if accused { 2 } else { 0 });
            Command::Say(Speech { text, claim, accuse, vouch, bid, thought, ..Speech::default() })
        }
        Question::Vote { legal } => {
            let ballot = vote::cast(&memory, temper, &scores, legal, dice);
            let thought = Some(thought::at_vote(&memory, &scores, ballot, &mut writer));
            match ballot {
                Ballot::Suspect(target)
                | Ballot::Named(target)
                | Ballot::Joined(target)
                | Ballot::Cover(target)
                | Ballot::Bus(target) => Command::CastVote { target, thought, beliefs: Vec::new() },
                Ballot::Nobody => Command::Abstain { thought, beliefs: Vec::new() },
            }
        }
    }
}

/// The character of a seat. The house may stand in for another holder: then it counts.
fn character_of(view: &View, seat: SeatId) -> Character {
    match view.seats.get(seat.index()).map(|seat| &seat.holder) {
        Some(Holder::House(name)) => name.parse().unwrap_or(Character::Analytical),
        Some(Holder::Person | Holder::Model(_)) | None => Character::Analytical,
    }
}
