//! To where play was taken back: an island for a story, whose view says what was told last and what was done last. Other
//! activities are told that something is taken back, and their talk stays as it is.

use protocol::{Scene, clean};

/// What was last told, and what a player last did.
pub(crate) fn last(scene: &Scene) -> Option<(String, String)> {
    let words = |at: &serde_json::Value| clean(at.as_str().unwrap_or_default());
    (scene.machine == "dm").then(|| (words(&scene.view["narration"]), words(&scene.view["said"]["text"])))
}
