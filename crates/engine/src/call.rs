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

impl Budget {
    /// Is there no limit at all?
    pub fn is_unlimited(&self) -> bool {
        self.tokens.is_none() && self.cost.is_none()
    }
}

/// What is noted of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNote {
    /// It is about to be made.
    Begun(CallBegun),
    /// It is over.
    Settled(CallSettled),
}

/// A call that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallBegun {
    /// Its number.
    pub call_id: CallId,
    /// For which seat.
    pub player_id: SeatId,
    /// For which ask.
    pub ask_id: AskId,
    /// Which model, as `provider:model@key=value`.
    pub model: String,
    /// The most that it can use: what a call that was lost in a crash is taken to have used.
    pub most: Usage,
    /// What that would cost, if the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_cost: Option<Nanos>,
}

/// A call that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallSettled {
    /// Its number.
    pub call_id: CallId,
    /// How it ended.
    pub end: CallEnd,
    /// What it used.
    pub usage: Usage,
    /// What that cost, if the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Nanos>,
    /// Is what it used an estimate, at least in part, because the provider did not say?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// What the model said, word for word, as far as it is kept.
    pub reply: String,
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
    /// The model thought for so long that there was no room left for its answer.
    ThoughtOut,
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
    pub open: Vec<CallBegun>,
    /// What each seat used, by its position. Shorter than the table where the last seats used nothing.
    pub seats: Vec<Spent>,
}

impl Accounts {
    /// What the whole session used.
    pub fn total(&self) -> Spent {
        self.seats.iter().copied().fold(Spent::default(), Spent::and)
    }

    /// The number of the next call.
    pub fn next(&self) -> CallId {
        CallId(self.begun.saturating_add(1))
    }

    /// A call is begun.
    pub fn begin(&mut self, call: &CallBegun) {
        self.begun = call.call_id.0;
        self.open.push(call.clone());
    }

    /// A call is settled; one that is not open changes nothing.
    pub fn settle(&mut self, call: &CallSettled) {
        let Some(at) = self.open.iter().position(|open| open.call_id == call.call_id) else { return };
        let seat = self.open.remove(at).player_id;
        if self.seats.len() <= seat.index() {
            self.seats.resize(seat.index() + 1, Spent::default());
        }
        self.seats[seat.index()].add(call.end, call.usage, call.cost);
    }
}
