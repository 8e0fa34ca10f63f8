//! The templates of the game master's table, which are part of the program. The tests of the prompts render all of them
//! with everything that can stand in a context, so none fails in play.

use std::sync::LazyLock;

use serde_json::Value;

use kit::templates::{Templates, texts};

/// Every template by its path, a folder a line.
pub const ALL: &[(&str, &str)] = texts![
    "gm.jinja" "player.jinja" "tools.jinja"
    "shared/belief.jinja" "shared/city.jinja" "shared/costs.jinja" "shared/writing.jinja"
    "context/acting.jinja" "context/ahead.jinja" "context/card.jinja" "context/clocks.jinja" "context/elsewhere.jinja"
    "context/engaged.jinja" "context/facts.jinja" "context/factions.jinja" "context/fired.jinja" "context/memory.jinja"
    "context/message.jinja" "context/own.jinja" "context/party.jinja" "context/passed.jinja" "context/past.jinja"
    "context/people.jinja" "context/places.jinja" "context/public.jinja" "context/rumours.jinja" "context/scene.jinja"
    "context/seeds.jinja" "context/story.jinja" "context/table.jinja" "context/threads.jinja"
    "context/tools.jinja" "context/ways.jinja"
    "creation/persona.jinja" "creation/player.jinja"
    "opening/persona.jinja" "opening/now.jinja" "opening/player.jinja"
    "scene/persona.jinja" "scene/now.jinja" "scene/player.jinja"
    "action/persona.jinja" "action/now.jinja" "action/player.jinja"
    "aftermath/persona.jinja" "aftermath/now.jinja" "aftermath/player.jinja"
    "downtime/persona.jinja" "downtime/now.jinja" "downtime/player.jinja"
    "trauma/persona.jinja" "trauma/now.jinja"
    "bargain/persona.jinja" "bargain/now.jinja" "bargain/player.jinja"
    "between/persona.jinja" "between/now.jinja" "between/player.jinja"
    "epilogue/persona.jinja" "epilogue/now.jinja"
];

/// Fills one of them in. That none fails is held by tests; if one did, it would say nothing.
pub(super) fn fill(name: &str, context: &Value) -> Option<String> {
    static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(ALL));
    TEMPLATES.fill(name, context)
}
