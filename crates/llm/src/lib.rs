//! One port to every language model: providers behind it, wrappers round it.
//!
//! **The port.** A [`ModelRequest`] goes in, [`Delta`]s are heard, and a [`ModelReply`] or a [`Failed`] comes out. [`Provider`] is
//! whatever is behind it, and [`CallFault`] is every way in which it can come to nothing.
//!
//! **The way in.** [`Models`] gives the [`Connected`] model of a [`Spec`], `provider:model@key=value`, or says why it is
//! [`NotReady`] and what to do. [`Config`] is what `config.toml` says about models; [`Env`] and [`WallClock`] are what comes
//! from outside.
//!
//! **Behind the port.** [`connect`] gives models over HTTP, in every [`Wire`] format that is known. [`Scripted`] models do what their name says, for
//! tests and for showing failures. [`Replay`] plays a cassette.
//!
//! **Round the port**, from the outside in, each a provider itself:
//!
//! - [`Budgeted`]: no call without a budget for it. The [`Ledger`] has the accounts, a [`Price`] makes tokens money, and
//!   [`most`] and [`cut_short`] estimate what nobody counted.
//! - [`Timed`]: no call longer than its time.
//! - [`Recorded`]: every call on a cassette, if one is wanted.
//! - [`Retried`]: a call that came to nothing is made again.
//! - [`Limited`]: not too many calls at once.

mod budget;
mod cassette;
mod config;
mod estimate;
mod keys;
mod known;
mod ledger;
mod limit;
mod models;
mod money;
mod not_ready;
mod port;
mod prices;
mod providers;
mod retry;
mod scripted;
mod spec;
mod surroundings;
mod timeout;

pub use budget::Budgeted;
pub use cassette::{Cassette, CassetteError, Recorded, Replay};
pub use config::{Config, ConfigError, PriceSource, ProviderConfig};
pub use estimate::{Gauge, bytes_of, cut_short, most, tokens};
pub use keys::Origin;
pub use ledger::{Budgets, Ledger, Payer, Reservation, Used};
pub use limit::Limited;
pub use models::{Checked, Connected, Models, ProviderStanding};
pub use money::{dollars, nanos};
pub use not_ready::NotReady;
pub use port::{
    CallFault, Calling, Delta, Exchange, Failed, Hear, Image, Limits, ModelPrompt, ModelReply, ModelRequest,
    Provider, Stop, Style, ToolCall, ToolResult, ToolSpec,
};
pub use prices::{Price, PricedBy};
pub use providers::{Context, Http, Key, Settings, Target, Wire, connect, look};
pub use retry::{Jitter, Retried};
pub use scripted::{SCRIPTS, Script, Scripted};
pub use spec::{Spec, SpecError, SpecOptions};
pub use surroundings::{Env, WallClock};
pub use timeout::Timed;
