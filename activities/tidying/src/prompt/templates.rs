//! The templates of the coach's table, which are part of the program. `tests.rs` renders all of them with everything
//! that can stand in a context, so none fails in play.

use std::sync::LazyLock;

use serde::Serialize;

use kit::templates::{Templates, texts};

/// Every template by its path.
pub const ALL: &[(&str, &str)] = texts![
    "coach.jinja"
    "person.jinja"
    "shared/belief.jinja"
    "context/message.jinja"
    "context/piles.jinja"
    "context/space.jinja"
    "context/tools.jinja"
    "surveying/persona.jinja"
    "surveying/now.jinja"
    "sorting/persona.jinja"
    "sorting/now.jinja"
    "clarifying/persona.jinja"
    "clarifying/now.jinja"
    "decision_support/persona.jinja"
    "decision_support/now.jinja"
    "winding_down/persona.jinja"
    "winding_down/now.jinja"
    "person/now.jinja"
];

/// Fills one of them in. That none fails is held by tests; if one did, it would say nothing.
pub(super) fn fill(name: &str, context: &impl Serialize) -> Option<String> {
    static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(ALL));
    TEMPLATES.fill(name, context)
}
