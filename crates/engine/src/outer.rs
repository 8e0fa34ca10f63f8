//! The machine that stands round another: what it is asked by the engine and by whoever runs sessions.

use serde::{Deserialize, Serialize};

use crate::{Accounts, Actor, CallNote, Machine, SeatId, SeatSet};

/// The machine that stands round another: the table. Every input for the activity passes it first.
pub trait Outer: Machine {
    /// Does table time run?
    fn live(state: &Self::State) -> bool;

    /// May this input go on to the activity?
    fn gate(state: &Self::State, by: Actor) -> Gate;

    /// Takes a line of talk apart: what is for the table itself, and what goes on to the activity.
    ///
    /// `utc` is now, in milliseconds since 1970. Whoever answers questions about the activity may look into the `book`.
    fn hear(
        state: &Self::State,
        by: Actor,
        text: &str,
        utc: i64,
        book: Book<'_>,
    ) -> Result<Heard<Self::Command>, Self::Rejection>;

    /// The command by which somebody's undo, redo or retry is told to all, in that one's name. The host tells by it of
    /// what a stop took back.
    fn took_back(wish: Wish) -> Self::Command;

    /// The command by which the host stops play for somebody who is not named.
    fn stop() -> Self::Command;

    /// The command by which the host pauses a table that nobody attends: so many answers in a row were automatic.
    fn unattended(_answers: u32) -> Option<Self::Command> {
        None
    }

    /// What every model at the table reads before what it is asked: the table's own words, with those of people in
    /// quotation marks.
    fn brief(_state: &Self::State) -> String {
        String::new()
    }

    /// What nobody wants to hear of at this table.
    fn kept_out(_state: &Self::State) -> &[String] {
        &[]
    }

    /// What of that some words would tell of.
    fn crossed<'a>(_state: &'a Self::State, _words: &str) -> Option<&'a str> {
        None
    }

    /// What nobody wants to hear much of at this table.
    fn veiled(_state: &Self::State) -> &[String] {
        &[]
    }

    /// What of that some words would tell too much of.
    fn too_close<'a>(_state: &'a Self::State, _words: &str) -> Option<&'a str> {
        None
    }

    /// What models read while the table plans and its activity has nothing of its own to prepare.
    fn planning(_state: &Self::State) -> Option<String> {
        None
    }

    /// The command by which the host lets play begin once nothing is left to prepare, if this table is in session zero.
    fn prepared(state: &Self::State) -> Option<Self::Command>;

    /// What the host does with a table whose activity has ended and at which people sit: the command, and how many milliseconds
    /// nothing happens before it.
    fn after_end(_state: &Self::State) -> Option<(u64, Self::Command)> {
        None
    }

    /// The seats whose models may be asked about such a matter now.
    fn askable(_state: &Self::State, _matter: Matter) -> SeatSet {
        SeatSet::EMPTY
    }

    /// The command by which the host tells somebody what a model answered.
    fn answered(_matter: Matter, _to: SeatId, _by: SeatId, _text: String) -> Option<Self::Command> {
        None
    }

    /// What a model may be asked about the talk now, if this table wants to know what it suggests.
    fn judgement(_state: &Self::State, _utc: i64) -> Option<Judgement> {
        None
    }

    /// The command by which the host tells what a model found in somebody's words; none if it found nothing.
    fn judged(_by: Actor, _words: &str, _found: &str) -> Option<Self::Command> {
        None
    }

    /// The command by which the host notes a model call.
    fn note(call: CallNote) -> Self::Command;

    /// The accounts of all model calls.
    fn accounts(state: &Self::State) -> &Accounts;

    /// The seats of the house or of models in which people have sat down since the opening.
    fn taken(_state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// The seats whose people said that they are away: the rules answer for them.
    fn away(_state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }
}

/// What everybody may be told of the activity, a sentence each: how it stands for all, and its rules.
pub type Book<'a> = &'a dyn Fn() -> Vec<String>;

/// What a model is asked about the talk at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What it is to look for, and how it answers.
    pub about: String,
    /// What it may answer.
    pub choices: Vec<&'static str>,
}

/// Why a model of the table is asked something beside its own turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Matter {
    /// Somebody has asked the referee.
    Referee,
    /// Somebody looks back.
    Feedback,
}

/// What a model of the table is asked for somebody, who alone is told what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<C> {
    /// Why.
    pub matter: Matter,
    /// What the model is, and what all may know. What the asker sees is put behind it.
    pub about: String,
    /// The asker's words.
    pub words: String,
    /// The command for when no model answers.
    pub otherwise: Option<C>,
}

/// What the table does with an input for the activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Lets it through.
    Pass,
    /// Keeps it until the table is live again.
    Hold,
    /// Turns it away, and says why.
    Drop(String),
}

/// A line of talk, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard<C> {
    /// Commands for the table, in order.
    pub table: Vec<C>,
    /// What is left for the activity.
    pub activity: Option<String>,
    /// What the host is to do about what was played.
    pub wish: Option<Wish>,
    /// What follows from the words, for the table, once all else is recorded. It is no part of the line: if it is lost,
    /// nobody misses it.
    pub then: Option<C>,
    /// A command for the table that nobody is named for, in the log neither: it is recorded as the host's. Nothing else is
    /// in its line.
    pub unnamed: Option<C>,
    /// What a model is asked, once all else is recorded.
    pub questions: Vec<Question<C>>,
}

/// Nothing.
impl<C> Default for Heard<C> {
    fn default() -> Self {
        let (table, questions) = (Vec::new(), Vec::new());
        Heard { table, activity: None, wish: None, then: None, unnamed: None, questions }
    }
}

/// What somebody at the table may want of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Take back the last thing that a person did.
    Undo,
    /// Bring back what was taken back last.
    Redo,
    /// Take back what came after the last thing that a person did.
    Retry,
    /// Stop play at once, and let nobody know who wanted it.
    Stop,
}
