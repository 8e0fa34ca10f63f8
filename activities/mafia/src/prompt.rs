//! What a model reads before it answers, besides what its seat has been told.
//!
//! `fixed` comes first and never changes for a seat: what is the same for every seat stands before what is the seat's
//! own. `now` comes last and is short, because it is read anew each time. Names are untrusted text: wherever one
//! stands, it stands in quotation marks that it cannot close.

mod fixed;
mod now;
mod persona;
mod quoted;

use crate::view::View;
use engine::{Ask, Prompt};

use super::ask::Question;

pub use persona::persona;

/// The prompt for an ask, from the view of the seat that is asked.
pub(super) fn prompt(view: &View, ask: &Ask<Question>) -> Prompt {
    Prompt { fixed: fixed::fixed(view, ask.seat), now: now::now(view, ask), ..Prompt::default() }
}
