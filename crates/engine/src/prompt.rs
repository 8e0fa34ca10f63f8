//! What a model reads if the machine says nothing of its own: enough to play well by.

use std::fmt::Write;

use crate::{Ask, Card, Machine, Prompt, raw};

/// The rules and the phases first, the same each time; then how things stand, and what is asked.
pub(crate) fn plain<M: Machine>(view: &M::View, ask: &Ask<M::Question>) -> Prompt {
    let Card { title, about, rules, .. } = M::CARD;
    let rules = if rules.is_empty() { about } else { rules };
    let mut fixed = format!("# {title}\n\n{rules}\n\nYou have seat {}.\n\n## The phases\n\n", ask.seat);
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
    Prompt { fixed, now, ..Prompt::default() }
}
