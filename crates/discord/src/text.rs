//! Text for Discord: what somebody wrote made plain, and what is long cut into messages.

mod escape;
mod marks;
mod split;

pub(crate) use escape::escape;
pub(crate) use split::split;
