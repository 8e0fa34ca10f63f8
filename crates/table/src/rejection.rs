//! Why the table says no, in words that the asker can act on.

use engine::{CallId, Reason, SeatId, limits};
use protocol::table::{COMMANDS, TableState};

use super::roll::BadRoll;
use super::{SessionVerb, lines, talk};

/// Why the table says no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The state is what it should become.
    #[error("the table is {} already: nothing was changed", state.name())]
    Already {
        /// The state.
        state: TableState,
    },
    /// Not one of those who may change the state.
    #[error("only {who} may change the table's state: ask there")]
    NotSteward {
        /// Those who may, in words.
        who: String,
    },
    /// A seat that no person holds.
    #[error("seat {seat} is held by no person, and the table listens to people alone")]
    BotIgnored {
        /// The seat.
        seat: SeatId,
    },
    /// The clock.
    #[error("the table has no deadline, and the clock has no say at it")]
    ClockIgnored,
    /// A seat that is not there.
    #[error("there is no seat {seat} at this table")]
    NoSuchSeat {
        /// The seat.
        seat: SeatId,
    },
    /// Talk or play while the table rests.
    #[error("{}", resting(*state))]
    NotLive {
        /// The state.
        state: TableState,
    },
    /// Feedback outside DEBRIEF.
    #[error("the table is {}, and feedback is for DEBRIEF: /session end begins it", state.name())]
    NotDebrief {
        /// The state.
        state: TableState,
    },
    /// Feedback by the host.
    #[error("feedback is kept for each seat, and the host has none: speak out of character, // like this")]
    NoSeat,
    /// Text that starts with `/` and is no command.
    #[error("{given} is no command of the table; there is: {}", known_commands())]
    UnknownCommand {
        /// What was typed.
        given: String,
    },
    /// `/session` with another word, or none.
    #[error("/session needs one of these words: {}{}", verbs(), but_got(given))]
    UnknownVerb {
        /// What was typed.
        given: String,
    },
    /// No words.
    #[error("there are no words in it: nothing was said")]
    Empty,
    /// Too many words.
    #[error("{chars} characters, and {} is the limit: say it in parts", limits::TEXT_CHARS_MAX)]
    TooLong {
        /// How many characters.
        chars: usize,
    },
    /// A character that is not to be seen.
    #[error("it holds the control character U+{code:04X}: write one line of plain text")]
    ControlCharacter {
        /// Its code point.
        code: u32,
    },
    /// Too many `((…))` in one line.
    #[error("more than {} remarks ((like this)) in one line: say it in parts", talk::ASIDES_PER_LINE_MAX)]
    TooManyAsides,
    /// A seat in which a person sits.
    #[error("a person sits in seat {seat}: choose a seat that the house or a model plays")]
    SeatHeld {
        /// The seat.
        seat: SeatId,
    },
    /// Somebody who has held another seat of this session.
    #[error(
        "whoever sits down in {held}'s seat has seen what it sees: nobody takes a second seat of one session; give it back and watch, or go on in it"
    )]
    OneSeat {
        /// Whose seat it was.
        held: String,
    },
    /// Sitting down where the table does not allow it, or no longer.
    #[error("at this table nobody sits down in a seat of the house or of a model{}", if *late { " once play has begun" } else { "" })]
    SeatsClosed {
        /// Was it allowed before?
        late: bool,
    },
    /// What a face knows somebody by is too long, or empty.
    #[error("a person is known by 1 to {} characters", super::Person::CHARS_MAX)]
    BadPerson,
    /// `/stewards` with other words, or none.
    #[error("/stewards takes everyone, host, or numbers of seats, as in /stewards 1 3")]
    BadStewards,
    /// `/fair` with other words, or none.
    #[error("/fair takes on, on with the number of your seat, or off, as in /fair on 1")]
    BadFair,
    /// Fair play that stands as it is.
    #[error("that is how it is already: nothing was changed")]
    Unchanged,
    /// A seat in which nobody has sat down, so that nobody can leave it.
    #[error("nobody has sat down in seat {seat} since the opening: whoever held it then holds it still")]
    NotTaken {
        /// The seat.
        seat: SeatId,
    },
    /// A command that names a seat, without one.
    #[error("{command} needs the number of a seat, as in {command} 3")]
    WhichSeat {
        /// The command.
        command: &'static str,
    },
    /// Nothing was suggested, or not what somebody agrees to.
    #[error("nothing is suggested just now: /session with a word sets the state")]
    NothingSuggested,
    /// A suggestion that was made too long ago.
    #[error("that was suggested more than a minute ago and has lapsed: /session {} does it", verb.name())]
    Lapsed {
        /// The word that does it.
        verb: SessionVerb,
    },
    /// A change from a state to itself.
    #[error("from {0} to {0} nothing is changed: name two states", state.name())]
    NoChange {
        /// The state.
        state: TableState,
    },
    /// `/suggest` with other words, or none.
    #[error(
        "/suggest takes a word of /session and auto, ask or never, as in /suggest pause never; or a state before them, as in /suggest active pause auto"
    )]
    BadPolicy,
    /// A roll that cannot be thrown.
    #[error("/roll: {0}")]
    BadRoll(BadRoll),
    /// The host, away.
    #[error("only a seat can be away, and the host has none: /session pause gives all a break")]
    NotSeated,
    /// Away, and away again.
    #[error("you are away already: /back when you are back")]
    AwayAlready,
    /// Back without having been away.
    #[error("you are here: /away when you have to go")]
    NotAway,
    /// A note of the host's by somebody else.
    #[error("this is for the host alone: ask whoever runs the table")]
    NotHost,
    /// A stop while nobody plays.
    #[error("the table is {}: nobody plays, so there is nothing to stop", state.name())]
    NothingToStop {
        /// The state.
        state: TableState,
    },
    /// `/line` or `/veil` with no words behind it.
    #[error("name a subject to keep out, as in /line spiders")]
    NoSubject,
    /// A subject that is too long.
    #[error(
        "{chars} characters, and {} is the limit of a subject: name it shorter",
        lines::SUBJECT_CHARS_MAX
    )]
    LongSubject {
        /// How many characters.
        chars: usize,
    },
    /// A subject that is kept out as it is.
    #[error("that is kept out already: /lines lists what is")]
    DrawnAlready,
    /// Too many of them.
    #[error("{} of them are the limit: /lines lists them", lines::LINES_MAX)]
    TooManyLines,
    /// A note of a call of a seat that no model holds.
    #[error("seat {seat} is held by no model")]
    NoModel {
        /// The seat.
        seat: SeatId,
    },
    /// A call that is not the next to begin, or is not open.
    #[error("call {} is not the next to begin, or is settled already", call.0)]
    NoSuchCall {
        /// The call.
        call: CallId,
    },
}

impl Reason for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::Already { .. } => "already",
            Rejection::NotSteward { .. } => "not-steward",
            Rejection::BotIgnored { .. } => "bot-ignored",
            Rejection::ClockIgnored => "clock-ignored",
            Rejection::NoSuchSeat { .. } => "no-such-seat",
            Rejection::NotLive { .. } => "table-not-live",
            Rejection::NotDebrief { .. } => "not-debrief",
            Rejection::NoSeat => "no-seat",
            Rejection::UnknownCommand { .. } => "unknown-command",
            Rejection::UnknownVerb { .. } => "unknown-verb",
            Rejection::Empty => "empty",
            Rejection::TooLong { .. } => "too-long",
            Rejection::ControlCharacter { .. } => "control-character",
            Rejection::TooManyAsides => "too-many-asides",
            Rejection::SeatHeld { .. } => "seat-held",
            Rejection::OneSeat { .. } => "one-seat",
            Rejection::SeatsClosed { .. } => "seats-closed",
            Rejection::BadPerson => "bad-person",
            Rejection::BadStewards => "bad-stewards",
            Rejection::BadFair => "bad-fair",
            Rejection::Unchanged => "unchanged",
            Rejection::NotTaken { .. } => "not-taken",
            Rejection::WhichSeat { .. } => "which-seat",
            Rejection::NothingSuggested => "nothing-suggested",
            Rejection::Lapsed { .. } => "lapsed",
            Rejection::NoChange { .. } => "no-change",
            Rejection::BadPolicy => "bad-policy",
            Rejection::BadRoll(_) => "bad-roll",
            Rejection::NotSeated => "not-seated",
            Rejection::AwayAlready => "away-already",
            Rejection::NotAway => "not-away",
            Rejection::NotHost => "not-host",
            Rejection::NothingToStop { .. } => "nothing-to-stop",
            Rejection::NoSubject => "no-subject",
            Rejection::LongSubject { .. } => "long-subject",
            Rejection::DrawnAlready => "drawn-already",
            Rejection::TooManyLines => "too-many-lines",
            Rejection::NoModel { .. } => "no-model",
            Rejection::NoSuchCall { .. } => "no-such-call",
        }
    }
}

/// What happens to talk and play in a state, and what to type instead.
fn resting(state: TableState) -> &'static str {
    match state {
        TableState::Idle => {
            "the table is IDLE, between sessions, and this went nowhere: /session start begins, and ((words like these)) are heard out of character"
        }
        TableState::Paused => {
            "the table is PAUSED and this went nowhere: /session resume goes on, and ((words like these)) are heard out of character"
        }
        TableState::Debrief => {
            "the table is in DEBRIEF and nobody plays: type what was good (star: …) or what you wish for (wish: …), or /session start to play on"
        }
        TableState::SessionZero => "the table is in SESSION_ZERO and listens",
        TableState::Active => "the table is ACTIVE and listens",
    }
}

fn verbs() -> String {
    SessionVerb::ALL.map(SessionVerb::name).join(", ")
}

fn known_commands() -> String {
    COMMANDS.iter().map(|command| format!("/{}", command.name)).collect::<Vec<_>>().join(", ")
}

fn but_got(given: &str) -> String {
    if given.is_empty() { String::new() } else { format!("; {given:?} is none of them") }
}
