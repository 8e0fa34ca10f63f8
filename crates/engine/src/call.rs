//! Model calls, as the log knows them: noted before they are made and settled after, so that every figure about tokens
//! and money comes from the log, and a crash between the two is settled once.

use serde::{Deserialize, Serialize};

use crate::{AskId, SeatId};

/// The number of a call within its session, dense from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub u32);

/// Money: billionths of a US dollar, so that one token of the cheapest model is a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nanos(pub u64);

/// What a call used, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Read by the model, the cached ones among them.
    pub input: u64,
    /// Read from the provider's cache.
    pub cached: u64,
    /// Written by the model.
    pub output: u64,
}

impl Usage {
    /// All tokens.
    pub const fn tokens(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// How much may be used. No limit where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Tokens, read and written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Nanos>,
}

/// What is noted of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNote {
    /// It is about to be made.
    Begun {
        /// Its number.
        call: CallId,
        /// For which seat.
        seat: SeatId,
        /// For which ask.
        ask: AskId,
        /// Which model, as `provider:model@key=value`.
        model: String,
        /// The most that it can use: what a call that was lost in a crash is taken to have used.
        most: Usage,
        /// What that would cost, if the price is known.
        most_cost: Option<Nanos>,
    },
    /// It is over.
    Settled {
        /// Its number.
        call: CallId,
        /// How it ended.
        end: CallEnd,
        /// What it used.
        usage: Usage,
        /// What that cost, if the price is known.
        cost: Option<Nanos>,
        /// How long it took, in milliseconds.
        took_ms: u64,
        /// What the model said, word for word, as far as it is kept.
        reply: String,
    },
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallEnd {
    /// With an answer.
    Answered,
    /// The model would not.
    Refused,
    /// The answer was longer than it may be.
    CutOff,
    /// The answer could not be read.
    Malformed,
    /// The provider had too many requests.
    RateLimited,
    /// It took too long.
    TimedOut,
    /// The provider could not be reached, or broke off.
    Unreachable,
    /// The provider did not accept the request: a wrong key, an unknown model.
    Denied,
    /// There was no budget left for it.
    OverBudget,
    /// Nobody waited for it any more.
    Cancelled,
    /// The process ended before the call did. It is taken to have used the most that it could.
    Lost,
}

/// A call that was begun and is not settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenCall {
    /// Its number.
    pub call: CallId,
    /// For which seat.
    pub seat: SeatId,
    /// The most that it can use.
    pub most: Usage,
    /// What that would cost, if the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_cost: Option<Nanos>,
}

/// What was used, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Calls that are settled.
    pub calls: u64,
    /// Tokens.
    pub usage: Usage,
    /// What the calls cost whose price is known.
    pub cost: Nanos,
    /// Calls whose price is not known.
    pub unpriced: u64,
    /// Calls that were lost in a crash: counted with the most that they could use.
    pub lost: u64,
}

impl Spent {
    /// One more call.
    pub fn add(&mut self, end: CallEnd, usage: Usage, cost: Option<Nanos>) {
        self.calls = self.calls.saturating_add(1);
        self.usage.input = self.usage.input.saturating_add(usage.input);
        self.usage.cached = self.usage.cached.saturating_add(usage.cached);
        self.usage.output = self.usage.output.saturating_add(usage.output);
        self.lost = self.lost.saturating_add(u64::from(end == CallEnd::Lost));
        match cost {
            Some(Nanos(cost)) => self.cost = Nanos(self.cost.0.saturating_add(cost)),
            None => self.unpriced = self.unpriced.saturating_add(1),
        }
    }

    /// The two together.
    #[must_use]
    pub fn and(self, other: Spent) -> Spent {
        Spent {
            calls: self.calls.saturating_add(other.calls),
            usage: Usage {
                input: self.usage.input.saturating_add(other.usage.input),
                cached: self.usage.cached.saturating_add(other.usage.cached),
                output: self.usage.output.saturating_add(other.usage.output),
            },
            cost: Nanos(self.cost.0.saturating_add(other.cost.0)),
            unpriced: self.unpriced.saturating_add(other.unpriced),
            lost: self.lost.saturating_add(other.lost),
        }
    }
}

/// The accounts of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accounts {
    /// What the session may use.
    pub budget: Budget,
    /// How many calls were begun.
    pub begun: u32,
    /// Calls that are not settled.
    pub open: Vec<OpenCall>,
    /// What each seat used, by its position. Shorter than the table where the last seats used nothing.
    pub seats: Vec<Spent>,
}

impl Accounts {
    /// What the whole session used.
    pub fn total(&self) -> Spent {
        self.seats.iter().copied().fold(Spent::default(), Spent::and)
    }

    /// A call is begun.
    pub fn begin(&mut self, open: OpenCall) {
        self.begun = open.call.0;
        self.open.push(open);
    }

    /// A call is settled; one that is not open changes nothing.
    pub fn settle(&mut self, call: CallId, end: CallEnd, usage: Usage, cost: Option<Nanos>) {
        let Some(at) = self.open.iter().position(|open| open.call == call) else { return };
        let seat = self.open.remove(at).seat;
        if self.seats.len() <= seat.index() {
            self.seats.resize(seat.index() + 1, Spent::default());
        }
        self.seats[seat.index()].add(end, usage, cost);
    }
}
