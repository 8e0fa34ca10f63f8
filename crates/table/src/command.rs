//! What somebody wants of the table.

use engine::{CallBegun, CallSettled, Matter, SeatId, SeatSet, Wish};
use protocol::table::{Drawn, FeedbackKind, TableState};
use serde::{Deserialize, Serialize};

/// What somebody wants of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", deny_unknown_fields)]
#[command(unasked)]
pub enum Command {
    /// Set the state, from whatever it is.
    SetSession {
        /// The word that names the new state.
        verb: SessionVerb,
    },
    /// Say something out of character.
    SayAside {
        /// What.
        text: String,
        /// Is the referee spoken to? It then answers.
        addressed: bool,
    },
    /// Ask the referee about the game, out of character.
    AskReferee {
        /// What was said.
        text: String,
        /// What the book of the game says of it.
        found: String,
    },
    /// Ask the referee, out of character, where a model may answer.
    AskModel {
        /// What was said.
        text: String,
    },
    /// Say in DEBRIEF what was good, or what would be.
    GiveFeedback {
        /// What.
        text: String,
        /// Which of the two, or neither.
        kind: FeedbackKind,
    },
    /// Ask how the table stands.
    AskStatus,
    /// Somebody's words suggest a change of state.
    Suggest {
        /// The words.
        words: String,
    },
    /// Do what was suggested.
    Agree,
    /// Say what words that suggest a change may do.
    SetPolicy {
        /// From which state; from any, if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<TableState>,
        /// To which state.
        to: TableState,
        /// What they may do.
        policy: Policy,
    },
    /// Throw dice.
    Roll {
        /// As it was typed.
        dice: String,
    },
    /// Be away, or be back.
    SetAway {
        /// Away?
        away: bool,
    },
    /// Call those who are waited for.
    Knock,
    /// A person sits down in a seat that the house or a model plays.
    TakeSeat {
        /// The seat.
        seat: SeatId,
        /// Who, as far as the face that lets them in knows: one person holds one seat of a session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<Person>,
    },
    /// The person who sat down in a seat gives it back to whoever played it.
    LeaveSeat {
        /// The seat.
        seat: SeatId,
    },
    /// The host: name who may change the state.
    SetStewards {
        /// These seats, besides the host, who alone may if there are none; everybody who is seated, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stewards: Option<SeatSet>,
    },
    /// The host: promise fair play, or lift it.
    SetFairPlay {
        /// Promise it?
        on: bool,
        /// The seat that the host plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
    /// Tell all that the activity was taken back, or brought back. Recorded after the rewind that it tells of.
    TellTakenBack {
        /// What was wanted.
        what: Wish,
    },
    /// The host: stop play for somebody who is not named.
    CallStop,
    /// The host: look back, since the activity has ended.
    LookBack,
    /// The host: answer for the referee, since no model did.
    AnswerReferee {
        /// Whom.
        to: SeatId,
        /// What was said.
        text: String,
        /// What the book of the game says of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        found: Option<String>,
    },
    /// The host: tell somebody what a model answered.
    TellAnswer {
        /// To what.
        matter: Matter,
        /// Whom.
        to: SeatId,
        /// The model's seat.
        by: SeatId,
        /// What it said.
        text: String,
    },
    /// The host: pause play that nobody attends.
    PauseUnattended {
        /// How many answers in a row were automatic.
        answers: u32,
    },
    /// The host: a model found in somebody's words what they suggest.
    SuggestFor {
        /// Whose words.
        seat: SeatId,
        /// What they suggest.
        verb: SessionVerb,
        /// The words.
        words: String,
    },
    /// The host: keep a subject out, for somebody who is not named.
    DrawLine {
        /// Out of play, or out of sight.
        kind: Drawn,
        /// The subject.
        subject: String,
    },
    /// The host: a model is about to be called.
    BeginCall(CallBegun),
    /// The host: a model call is over.
    SettleCall(CallSettled),
}

/// Somebody who sits down, as a face knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// What the face knows them by. It is in the log alone, and is told to nobody but the host.
    pub id: String,
    /// What all are told that they are called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Person {
    /// Characters of an id or of a name.
    pub const CHARS_MAX: usize = 64;
}

/// The words of `/session`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionVerb {
    /// Begin, or go on.
    Start,
    /// Prepare.
    Zero,
    /// Take a break.
    Pause,
    /// Go on, or begin.
    Resume,
    /// Stop playing and look back.
    End,
    /// Close the table.
    Close,
}

impl SessionVerb {
    /// Every word.
    pub const ALL: [SessionVerb; 6] = [
        SessionVerb::Start,
        SessionVerb::Zero,
        SessionVerb::Pause,
        SessionVerb::Resume,
        SessionVerb::End,
        SessionVerb::Close,
    ];

    /// The word itself.
    pub const fn name(self) -> &'static str {
        self.word().0
    }

    /// The state that it sets.
    pub const fn target(self) -> TableState {
        self.word().1
    }

    /// `start` and `resume` are two words for one thing: who comes back from a break does not look up which of them is meant.
    const fn word(self) -> (&'static str, TableState) {
        match self {
            SessionVerb::Start => ("start", TableState::Active),
            SessionVerb::Zero => ("zero", TableState::SessionZero),
            SessionVerb::Pause => ("pause", TableState::Paused),
            SessionVerb::Resume => ("resume", TableState::Active),
            SessionVerb::End => ("end", TableState::Debrief),
            SessionVerb::Close => ("close", TableState::Idle),
        }
    }

    /// A word that sets this state: of two, the one of those who come back.
    pub fn to(state: TableState) -> SessionVerb {
        let word = SessionVerb::ALL.into_iter().rfind(|verb| verb.target() == state);
        word.unwrap_or(SessionVerb::Close)
    }

    /// The word as somebody typed it, in any case.
    pub fn parse(word: &str) -> Option<SessionVerb> {
        SessionVerb::ALL.into_iter().find(|verb| verb.name().eq_ignore_ascii_case(word))
    }
}

/// What words that suggest a change of state may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// Change it.
    Auto,
    /// Suggest it; a person has to agree.
    #[default]
    Ask,
    /// Nothing.
    Never,
}

impl Policy {
    /// The word for it, in any case.
    pub fn parse(word: &str) -> Option<Policy> {
        let all = [("auto", Policy::Auto), ("ask", Policy::Ask), ("never", Policy::Never)];
        all.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, policy)| policy)
    }
}
