//! What a game master reads of other evenings: what is to be remembered and bears on the scene, and what they came to (D29).

use serde_json::{Value, json};

use super::context::Room;
use super::quoted::Cut;
use crate::limits::EVENING_CHARS_MAX;
use crate::view::View;

/// Bytes of all that is to be remembered, and of the evenings before.
const FACTS: usize = 2_400;
const EVENINGS: usize = 2_000;
/// So many evenings are shown where a scene is made up.
const SHOWN: usize = 3;

/// What is to be remembered, as far as it bears on the scene.
pub(super) fn facts(view: &View, wide: bool, room: Room) -> Cut<Value> {
    let all = view.bearing(wide);
    let most = all.len();
    let one = |fact: &crate::view::Fact| json!({ "kind": fact.kind, "text": room.line(&fact.text) });
    Cut::of(all.into_iter().map(one), most, room.of(FACTS))
}

/// The evenings before, the newest first, where a scene is made up.
pub(super) fn evenings(view: &View, wide: bool, room: Room) -> Cut<Value> {
    let campaign = view.campaign.iter().filter(|_| wide);
    let all = campaign.flat_map(|campaign| campaign.evenings.iter().rev());
    let one = |evening: &crate::view::Evening| json!({ "number": evening.number, "words": room.cut(&evening.words, EVENING_CHARS_MAX) });
    Cut::of(all.map(one), SHOWN, room.of(EVENINGS))
}
