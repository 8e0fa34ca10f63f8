//! One port to every language model: providers behind it, wrappers round it.
//!
//! - [`Request`], [`Delta`], [`Reply`] and [`Failed`] are the port; [`Provider`] is what is behind it.

mod port;

pub use port::{
    Calling, Delta, Exchange, Failed, Fault, Hear, Limits, Prompt, Provider, Reply, Request, Stop, Style,
    ToolCall, ToolResult, ToolSpec,
};
