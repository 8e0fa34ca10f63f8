//! Text for Discord: what somebody wrote made plain, and what is long cut into messages.

mod escape;
mod marks;
mod split;

pub use escape::escape;
pub use split::split;
