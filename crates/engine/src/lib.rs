//! The engine: the contract that every machine keeps, and the log that every session is.
//!
//! Pure code. No clock, no I/O, no thread, no randomness but [`dice`](crate::Dice) that a log can repeat: what
//! comes from outside comes in as an argument, and what should happen outside goes out as a value. A lint and
//! `cargo xtask tidy` hold this.
//!
//! - [`Machine`] is the contract; [`Draft`] is how a decision is made; [`Phases`] is what each phase declares.
//! - [`Card`] is what an activity says of itself, [`Custom`] what is usual at its tables, [`Options`] what can be chosen there; [`Command`] declares what can be asked; [`Ask`], [`Offer`] and [`Form`] are
//!   questions to seats; [`Put`] is what comes back; [`Audience`] and [`Viewer`] are who knows what.
//! - [`Telling`] is an event in words; [`Board`] is how things stand, in shapes that every face draws.
//! - [`Record`] and [`Line`] are the log; [`Session`] runs a table and an activity on it; [`replay`] reads it again.
//! - [`Rules`] and [`Play`] are the erased face over all of it, for those who run any machine.

#![warn(clippy::float_arithmetic)]

mod ask;
mod audience;
pub mod batch;
pub mod board;
mod call;
mod card;
mod chain;
mod command;
mod count;
mod dice;
mod draw;
mod erased;
mod folds;
pub mod limits;
mod machine;
mod meta;
mod notice;
mod offer;
mod options;
mod outer;
mod pages;
mod phases;
mod photo;
mod playing;
mod prompt;
mod put;
mod record;
pub mod replay;
mod schema;
mod seat;
mod seating;
mod session;
mod telling;
mod time;
mod unruly;

pub use ask::{Ask, AskId, Barred, Choice, Field, FieldKind, Form, Manner, OpenAsk, Shown, Tool};
pub use audience::{Audience, Viewer};
pub use board::Board;
pub use call::{Accounts, Budget, CallBegun, CallEnd, CallId, CallNote, CallSettled, Nanos, Spent, Usage};
pub use card::{Card, Custom, Leader, Next, Written};
pub use chain::{After, Chain, Earlier};
pub use command::{Command, Fields, OneOf, Unasked, Wanted};
pub use count::{Count, Counted};
pub use derive::{Command, Fields, OneOf, Options, Phases, Reason, machine};
pub use dice::{Chance, DICE, Dice, DiceBox, Purpose, SALTED_DICE, Salt, Seed};
pub use erased::{Cast, Erased, OuterPlay, OuterRules, Play, Refusal, Rules, Step, raw};
pub use machine::{Draft, Machine, Prompt, Reason, Report, Told};
pub use meta::{BadSessionId, SessionId, SessionMeta};
pub use notice::{Begins, Notice};
pub use offer::{Offer, Offers};
pub use options::{Knob, Options};
pub use outer::{Book, Gate, Heard, Judgement, Matter, Outer, Question, Wish};
pub use pages::Pages;
pub use phases::{Colour, PhaseCard, Phases};
pub use photo::Photo;
pub use put::Put;
pub use record::{Damage, Hash, Line, LogEntry, Record, RewindCommand, ToldEvent};
pub use seat::{Actor, Fault, Holder, Seat, SeatId, SeatIter, SeatSet, seat_faults};
pub use seating::{Seating, Speed};
pub use session::{Catalog, Input, Opening, Part, Past, Proposal, Session, Stopped};
pub use telling::{Mark, Telling, Tone, Unsealed, Voice};
pub use time::{Moment, TableTime};
pub use unruly::is_unruly;
