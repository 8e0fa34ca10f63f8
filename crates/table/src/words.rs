//! What is said of each state, out of `words.toml`, and when a table goes from one to another.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use protocol::table::{TableState, utc_text};
use serde::Deserialize;

use super::Earlier;

/// What is said of a state; what each is for stands at the head of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StateWords {
    voice: String,
    pub(super) now: String,
    pub(super) resting: String,
    pub(super) offer: String,
    pub(super) meaning: String,
    to: BTreeMap<TableState, String>,
}

static WORDS: LazyLock<BTreeMap<TableState, StateWords>> = LazyLock::new(|| {
    kit::data::read(include_str!("words.toml")).unwrap_or_else(|why| panic!("words.toml: {why}"))
});

/// What is said of a state.
pub(super) fn words(state: TableState) -> &'static StateWords {
    &WORDS[&state]
}

/// What a model that speaks for the table is told to be in a state (T7).
pub fn system_prompt(state: TableState) -> &'static str {
    &words(state).voice
}

/// The words for a change. `earlier` is what was played at the table before: a session that follows another asks for
/// a recap.
pub fn message(from: TableState, to: TableState, earlier: Option<Earlier>) -> String {
    if let (TableState::Idle, TableState::Active, Some(Earlier { sessions, closed_at })) = (from, to, earlier)
    {
        return format!(
            "Session {} begins; the last one was closed at {}. Where did we leave off? /recap tells it, or somebody who remembers.",
            u64::from(sessions) + 1,
            utc_text(closed_at),
        );
    }
    words(from).to.get(&to).map_or("Nothing has changed.", String::as_str).to_owned()
}
