//! One port to every language model: providers behind it, wrappers round it.
//!
//! - [`Request`], [`Delta`], [`Reply`] and [`Failed`] are the port; [`Provider`] is what is behind it.

mod models;
mod not_ready;
mod port;
mod scripted;
mod spec;

pub use models::{Connected, Models};
pub use not_ready::NotReady;
pub use port::{
    Calling, Delta, Exchange, Failed, Fault, Hear, Limits, Prompt, Provider, Reply, Request, Stop, Style,
    ToolCall, ToolResult, ToolSpec,
};
pub use scripted::{SCRIPTS, Script, Scripted};
pub use spec::{Options, Spec, SpecError};
