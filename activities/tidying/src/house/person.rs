//! The made-up person of demonstrations and simulations: has a room, names what lies in it, decides, hesitates, changes
//! their mind, and stops at some point. How often they do what depends on their temper.

use engine::{Ask, Dice, Holder};
use kit::deck::{lot, session};

use super::lines::Pool;
use super::naming::the;
use super::room::unnamed;
use super::spaces;
use super::things::is_dear;
use crate::ask::{Question, What};
use crate::command::{Command, CommandName};
use crate::mode::Mode;
use crate::piles::{Item, Pile};
use crate::state::State;

/// How somebody is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Temper {
    Keen,
    Hesitant,
    Sentimental,
    Mixed,
}

/// The fewest turns after which somebody has had enough, and how many more it may take.
const TURNS: u32 = 24;
const MORE_TURNS: u64 = 90;
/// After so many nobody goes on.
const TURNS_MAX: u32 = 260;

struct Person<'a, 'd> {
    view: &'a State,
    tools: &'a [CommandName],
    temper: Temper,
    dice: &'d mut Dice,
}

/// The person's answer.
pub(super) fn answer(view: &State, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    let character = match view.seats.get(view.person().index()).map(|seat| &seat.holder) {
        Some(Holder::House(character)) => character.as_str(),
        _ => "",
    };
    let temper = match character {
        "keen" => Temper::Keen,
        "hesitant" => Temper::Hesitant,
        "sentimental" => Temper::Sentimental,
        _ => Temper::Mixed,
    };
    let mut person = Person { view, tools: &ask.question.tools, temper, dice };
    if view.turn > TURNS_MAX {
        return Command::EndSession;
    }
    if person.may(CommandName::DeletePhotos) && person.dice.chance(1, 40) {
        return Command::DeletePhotos;
    }
    if !matches!(ask.question.what, What::Closing) && person.has_had_enough() {
        return person.stop();
    }
    match ask.question.what {
        What::Function { branches } => person.function(branches),
        What::Thing { choices } => person.thing(choices),
        What::Parts => person.parts(),
        What::Back => person.back(),
        What::Support => person.support(),
        What::Closing => person.closing(),
        What::Talk => person.talk(),
        // Nobody has to answer these.
        What::Waiting | What::Turn(_) => Command::EndSession,
    }
}

impl Person<'_, '_> {
    fn may(&self, tool: CommandName) -> bool {
        self.tools.contains(&tool)
    }

    /// A line of a pool, without slots.
    fn line(&mut self, pool: Pool) -> String {
        self.dice.pick(&pool.deck().lines).map_or_else(String::new, |line| line.text().to_owned())
    }

    /// A line about a thing.
    fn line_about(&mut self, pool: Pool, item: &Item) -> String {
        // "the old lamp", as its owner says it.
        let name = the(&item.name).replace("your ", "my ");
        let line = self.dice.pick(&pool.deck().lines);
        line.and_then(|line| line.fill(&[("item", name.as_str())])).unwrap_or(name)
    }

    fn say(text: String) -> Command {
        Command::Say { text }
    }

    fn has_had_enough(&mut self) -> bool {
        let patience = TURNS + (lot(session(&self.view.seed_hash), "patience", 0) % MORE_TURNS) as u32;
        self.view.turn > patience && self.dice.chance(1, 4) || self.dice.chance(1, 150)
    }

    fn stop(&mut self) -> Command {
        match self.dice.below(5) {
            0 => Command::EndSession,
            1 | 2 => Command::Stop,
            _ if self.may(CommandName::Write) => Command::Write { text: self.line(Pool::PersonStop) },
            _ if self.may(CommandName::Say) => Self::say(self.line(Pool::PersonStop)),
            _ => Command::Stop,
        }
    }

    /// Names a few things of the room, if there are any left.
    fn names(&mut self) -> Option<String> {
        let left = unnamed(self.view);
        let line = self.dice.pick(&Pool::PersonItems.deck().lines)?;
        let slots: Vec<(&str, &str)> =
            ["a", "b", "c"].into_iter().zip(left.iter().map(String::as_str)).collect();
        line.fill(slots.as_slice()).or_else(|| left.first().cloned())
    }

    /// Some thing that was decided.
    fn decided(&mut self) -> Option<Item> {
        let decided: Vec<&Item> = self.view.items.iter().filter(|item| item.pile != Pile::Waiting).collect();
        self.dice.pick(&decided).map(|item| (*item).clone())
    }

    fn function(&mut self, branches: u8) -> Command {
        match self.dice.below(20) {
            0..=12 => {
                let branch = 1 + self.dice.below(u32::from(branches.max(1))) as u8;
                let ideas: &[String] = match self.view.mode() {
                    Some(Mode::Surveying { survey: Some(survey) }) => {
                        &survey.branches[usize::from(branch) - 1].anchors
                    }
                    _ => &[],
                };
                let count = self.dice.below(3) as usize;
                Command::ChooseFunction { branch, anchors: ideas.iter().take(count).cloned().collect() }
            }
            13..=16 => Self::say(self.line(Pool::PersonSpace)),
            17 => Self::say(self.line(Pool::PersonOverwhelmed)),
            18 if self.dice.chance(1, 2) => self.stop(),
            18 => Self::say("hello".to_owned()),
            _ => Self::say(self.names().unwrap_or_else(|| "a box".to_owned())),
        }
    }

    /// What has to stay, if that is what was asked.
    fn what_stays(&mut self) -> Option<String> {
        let is_surveying = matches!(self.view.mode(), Some(Mode::Surveying { .. }));
        let function =
            self.view.function.as_ref().filter(|_| is_surveying && self.view.anchors.is_empty())?;
        let branch =
            spaces::of(&self.view.space)?.branch.iter().find(|branch| branch.function == *function)?;
        let stays = branch.anchors.get(..2)?.join(" and ");
        self.dice.chance(2, 3).then_some(stays)
    }

    fn talk(&mut self) -> Command {
        if let Some(Mode::Clarifying { .. }) = self.view.mode() {
            return match self.dice.below(12) {
                0 => Command::Skip,
                1 => Command::Stuck,
                2 => Self::say("no idea".to_owned()),
                3 if self.may(CommandName::Undo) => Command::Undo,
                4 => self.stop(),
                _ => Self::say(self.line(Pool::PersonAnswer)),
            };
        }
        if matches!(self.view.mode(), Some(Mode::Surveying { .. })) && self.dice.chance(1, 30) {
            return self.stop();
        }
        if let Some(stays) = self.what_stays() {
            return Self::say(stays);
        }
        match self.dice.below(40) {
            0 => Self::say(self.line(Pool::PersonOverwhelmed)),
            1 if self.may(CommandName::Stuck) => Command::Stuck,
            2 => Self::say(self.line(Pool::PersonMore)),
            3 | 4 => match self.decided() {
                Some(item) => Self::say(self.line_about(Pool::PersonContradict, &item)),
                None => Self::say("hm".to_owned()),
            },
            5 if self.may(CommandName::Undo) => Command::Undo,
            _ => match self.names() {
                Some(names) => Self::say(names),
                None if self.dice.chance(1, 6) => Self::say(self.line(Pool::PersonMore)),
                None => Self::say(self.line(Pool::PersonNothing)),
            },
        }
    }

    /// What becomes of the thing in hand?
    fn thing(&mut self, choices: u8) -> Command {
        let item = self.view.proposal().and_then(|proposal| self.view.item(proposal.item)).cloned();
        let dear = item.as_ref().is_some_and(|item| is_dear(&item.name, item.kind.as_deref()));
        let doubts: u32 = match self.temper {
            Temper::Keen => 2,
            // Some days are like this, and some like that.
            Temper::Mixed => 4 + (lot(session(&self.view.seed_hash), "temper", 0) % 4) as u32 * 9,
            Temper::Hesitant => 30,
            Temper::Sentimental => 6,
        };
        let doubts = if dear && self.temper != Temper::Keen { doubts + 30 } else { doubts };
        if self.dice.chance(doubts, 100) {
            return match self.dice.below(8) {
                0..=2 => Command::Skip,
                3 => Command::Stuck,
                4 => Command::Write { text: self.line(Pool::PersonOverwhelmed) },
                _ => Command::Write { text: self.line(Pool::PersonHesitate) },
            };
        }
        match self.dice.below(100) {
            0..=1 => Command::WhatsThat,
            2..=3 => match item {
                Some(item) => Command::Write { text: self.line_about(Pool::PersonQuestion, &item) },
                None => Command::WhatsThat,
            },
            4..=6 if self.may(CommandName::Undo) => Command::Undo,
            7..=9 => match self.decided() {
                Some(item) => Command::Write { text: self.line_about(Pool::PersonContradict, &item) },
                None => Command::Choose { choice: 1 },
            },
            10..=11 => match unnamed(self.view).first() {
                Some(name) => Command::Write { text: format!("also {name}") },
                None => Command::Write { text: "yes".to_owned() },
            },
            12..=20 => Command::Write { text: self.line(Pool::PersonPlace) },
            21..=23 => Command::Write { text: "no".to_owned() },
            24..=27 => Command::Write { text: "yes".to_owned() },
            28..=42 => Command::Choose { choice: 1 + self.dice.below(u32::from(choices.max(1))) as u8 },
            _ => Command::Choose { choice: 1 },
        }
    }

    fn parts(&mut self) -> Command {
        match self.dice.below(10) {
            0..=5 => Command::Split,
            6..=8 => Command::KeepWhole,
            _ => Self::say("ok".to_owned()),
        }
    }

    fn back(&mut self) -> Command {
        if self.dice.chance(4, 5) { Command::Yes } else { Command::No }
    }

    fn support(&mut self) -> Command {
        if !self.may(CommandName::Skip) {
            return match self.names() {
                Some(names) if self.dice.chance(3, 4) => Self::say(names),
                _ if self.dice.chance(1, 2) => Command::Yes,
                _ => Self::say(self.line(Pool::PersonMore)),
            };
        }
        match self.dice.below(12) {
            0..=3 => Command::Yes,
            4..=6 => Command::No,
            7 => Command::Skip,
            8 => Self::say("keep it".to_owned()),
            9 => Self::say("I'll donate it then".to_owned()),
            _ => Self::say(self.line(Pool::PersonHesitate)),
        }
    }

    fn closing(&mut self) -> Command {
        let left = self.view.waiting().next().is_some() || !unnamed(self.view).is_empty();
        let fresh = self.view.turn < TURNS + 20;
        if self.view.coach_said.as_ref().is_some_and(|said| said.ends_with('?')) && self.dice.chance(1, 2) {
            return Self::say("yes".to_owned());
        }
        match self.dice.below(20) {
            0..=1 if left && fresh => {
                Command::ResumeSorting { decision: None, place: None, response: None, then: Vec::new() }
            }
            2 if left && fresh => Self::say(self.line(Pool::PersonMore)),
            3 if self.may(CommandName::Undo) && fresh => Command::Undo,
            4 => Self::say("what is left?".to_owned()),
            5..=9 => Command::EndSession,
            _ => Self::say(self.line(Pool::PersonBye)),
        }
    }
}
