//! The random character: it draws lots for everything, and has a line for every occasion.

use std::sync::Arc;

use crate::view::{Finding, Role, View};
use engine::{Ask, Dice};

use super::character::Character;
use super::lines::{Pool, Writer};
use super::memory::Memory;
use super::plan::Plan;
use super::speech;
use crate::ask::random;
use crate::{Command, Question, Speech};

/// Answers by lot.
pub(super) fn answer(view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    match (&ask.question, random(ask, dice)) {
        (Question::Turn, _) => turn(view, ask, dice),
        (Question::Night { .. } | Question::Vote { .. }, command) => thinking(command, dice),
    }
}

fn turn(view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    if dice.chance(1, 25) {
        return thinking(Command::pass(), dice);
    }
    let memory = Memory::of(view, ask.seat);
    let mut plan = Plan::default();
    let drawn = dice.pick_seat(memory.others());
    match dice.below(100) {
        0..60 => plan.accuse = drawn,
        60..76 => plan.vouch = drawn,
        76..78 => plan.claim = Some(Role::Villager),
        78..79 => plan.claim = Some(Role::Doctor),
        79..80 => {
            plan.claim = Some(Role::Sheriff);
            plan.accuse = drawn;
            plan.report = drawn.map(|target| Finding { target, night: view.day, is_mafia: true });
        }
        _ => {}
    }
    let text = speech::say(&memory, Character::Random, drawn, &mut plan, &mut Writer::new(view), dice);
    let thought = lot(dice);
    let Plan { claim, accuse, vouch, .. } = plan;
    Command::Say(Speech { text, claim, accuse, vouch, thought, ..Speech::default() })
}

fn thinking(mut command: Command, dice: &mut Dice) -> Command {
    if let Command::ChooseTarget { thought, .. }
    | Command::CastVote { thought, .. }
    | Command::Pass { thought, .. } = &mut command
    {
        *thought = lot(dice);
    }
    command
}

fn lot(dice: &mut Dice) -> Option<Arc<str>> {
    dice.pick(&Pool::Lots.deck().lines).map(|lot| lot.text().into())
}
