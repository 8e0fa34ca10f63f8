//! Why the table says no, in words that the asker can act on.

use engine::{CallId, SeatId, limits};
use protocol::table::{COMMANDS, TableState};

use super::roll::BadRoll;
use super::words::words;
use super::{SessionVerb, lines, talk};

/// What is allowed, or why the table says no.
pub type Ruling<T = ()> = Result<T, Rejection>;

/// Why the table says no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, engine::Reason)]
pub enum Rejection {
    /// The state is what it should become.
    #[error("the table is {} already: nothing was changed", .0.name())]
    Already(TableState),
    /// Not one of those who may change the state.
    #[error("only {0} may change the table's state: ask there")]
    NotSteward(String),
    /// A seat that no person holds.
    #[error("seat {0} is held by no person, and the table listens to people alone")]
    BotIgnored(SeatId),
    /// The clock.
    #[error("the table has no deadline, and the clock has no say at it")]
    ClockIgnored,
    /// A seat that is not there.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(SeatId),
    /// Talk or play while the table rests.
    #[error("{}", words(*.0).resting)]
    #[code("table-not-live")]
    NotLive(TableState),
    /// Feedback outside DEBRIEF.
    #[error("the table is {}, and feedback is for DEBRIEF: /session end begins it", .0.name())]
    NotDebrief(TableState),
    /// Feedback by the host.
    #[error("feedback is kept for each seat, and the host has none: speak out of character, // like this")]
    NoSeat,
    /// Text that starts with `/` and is no command.
    #[error("{0} is no command of the table; there is: {known}", known = known_commands())]
    UnknownCommand(String),
    /// `/session` with another word, or none.
    #[error("/session needs one of these words: {words}{got}", words = SessionVerb::ALL.map(SessionVerb::name).join(", "), got = but_got(.0))]
    UnknownVerb(String),
    /// No words.
    #[error("there are no words in it: nothing was said")]
    Empty,
    /// Too many words.
    #[error("{0} characters, and {most} is the limit: say it in parts", most = limits::TEXT_CHARS_MAX)]
    TooLong(usize),
    /// A character that is not to be seen.
    #[error("it holds the control character U+{0:04X}: write one line of plain text")]
    ControlCharacter(u32),
    /// Too many `((…))` in one line.
    #[error("more than {} remarks ((like this)) in one line: say it in parts", talk::ASIDES_PER_LINE_MAX)]
    TooManyAsides,
    /// A seat in which a person sits.
    #[error("a person sits in seat {0}: choose a seat that the house or a model plays")]
    SeatHeld(SeatId),
    /// Somebody who has held another seat of this session.
    #[error(
        "whoever sits down in {0}'s seat has seen what it sees: nobody takes a second seat of one session; give it back and watch, or go on in it"
    )]
    OneSeat(String),
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
    #[error("nobody has sat down in seat {0} since the opening: whoever held it then holds it still")]
    NotTaken(SeatId),
    /// A command that names a seat, without one.
    #[error("{0} needs the number of a seat, as in {0} 3")]
    WhichSeat(&'static str),
    /// Nothing was suggested, or not what somebody agrees to.
    #[error("nothing is suggested just now: /session with a word sets the state")]
    NothingSuggested,
    /// A suggestion that was made too long ago.
    #[error("that was suggested more than a minute ago and has lapsed: /session {} does it", .0.name())]
    Lapsed(SessionVerb),
    /// A change from a state to itself.
    #[error("from {name} to {name} nothing is changed: name two states", name = .0.name())]
    NoChange(TableState),
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
    /// A knock while nobody is asked anything.
    #[error("the table is {}: nobody is waited for", .0.name())]
    NobodyAsked(TableState),
    /// A knock right after another.
    #[error("somebody has just knocked: knock again in {seconds} s")]
    KnockedAlready {
        /// How long it is too soon.
        seconds: i64,
    },
    /// A note of the host's by somebody else.
    #[error("this is for the host alone: ask whoever runs the table")]
    NotHost,
    /// A stop while nobody plays.
    #[error("the table is {}: nobody plays, so there is nothing to stop", .0.name())]
    NothingToStop(TableState),
    /// `/line` or `/veil` with no words behind it.
    #[error("name a subject to keep out, as in /line spiders")]
    NoSubject,
    /// A subject that is too long.
    #[error(
        "{0} characters, and {most} is the limit of a subject: name it shorter",
        most = lines::SUBJECT_CHARS_MAX
    )]
    LongSubject(usize),
    /// A subject that is kept out as it is.
    #[error("that is kept out already: /lines lists what is")]
    DrawnAlready,
    /// Too many of them.
    #[error("{} of them are the limit: /lines lists them", lines::LINES_MAX)]
    TooManyLines,
    /// The answer of a model that may not answer, or has.
    #[error("the model of seat {0} is not asked anything now, or has answered")]
    NotAsked(SeatId),
    /// A note of a call of a seat that no model holds.
    #[error("seat {0} is held by no model")]
    NoModel(SeatId),
    /// A call that is not the next to begin, or is not open.
    #[error("call {} is not the next to begin, or is settled already", .0.0)]
    NoSuchCall(CallId),
}

pub(super) fn known_commands() -> String {
    COMMANDS.iter().map(|command| format!("/{}", command.name)).collect::<Vec<_>>().join(", ")
}

fn but_got(given: &str) -> String {
    if given.is_empty() { String::new() } else { format!("; {given:?} is none of them") }
}
