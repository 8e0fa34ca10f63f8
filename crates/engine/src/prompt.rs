//! What a model reads if the machine says nothing of its own: enough to play well by.

use std::fmt::Write;

use crate::{Ask, Machine, Prompt, raw};

/// The rules and the phases first, the same each time; then how things stand, and what is asked.
pub(crate) fn plain<M: Machine>(view: &M::View, ask: &Ask<M::Question>) -> Prompt {
    let mut fixed =
        format!("# {}\n\n{}\n\nYou have {}.\n\n## The phases\n\n", M::CARD.title, M::CARD.rules, ask.seat);
    for card in M::PHASES {
        // Writing to a string cannot fail.
        let _ = writeln!(fixed, "- {}: {}", card.title, card.persona);
    }
    let form = M::form(view, ask);
    let mut now = format!(
        "\n# Now\n\nHow things stand, as far as you may know it:\n\n{}\n\n{}\n\nLegal now:\n",
        raw(view).get(),
        form.title
    );
    for tool in &form.tools {
        let _ = writeln!(now, "- {}: {}", tool.name, tool.about);
    }
    Prompt { fixed, now, photos: Vec::new() }
}
