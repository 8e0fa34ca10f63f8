//! Phases as they are told: which one it is, what it is called, and when a new one begins.

use protocol::{Frame, PhaseCard, Scene};
use serde_json::Value;

use crate::theme::Theme;
use crate::tidying;

/// The card of a phase.
pub(crate) fn card(phases: &'static [PhaseCard], name: &str) -> Option<&'static PhaseCard> {
    phases.iter().find(|card| card.name == name)
}

/// The phase that an event says has begun, with the number of the round if it tells one: an event with a field
/// `to` that names a phase.
pub(crate) fn begun(
    phases: &'static [PhaseCard],
    frame: &Frame,
) -> Option<(&'static PhaseCard, Option<u64>)> {
    let event: Value = serde_json::from_str(frame.event.get()).ok()?;
    let card = card(phases, event.get("to")?.as_str()?)?;
    if is_unframed(&event) || is_quiet(&frame.machine) {
        return None;
    }
    let round = ["day", "day_number", "dayNumber", "round"].into_iter().find_map(|name| event.get(name));
    // The first night is announced with the number 0 of the setup before it.
    Some((card, round.and_then(Value::as_u64).map(|round| round.max(1))))
}

/// Is this, an event or a view, about a scene of a story that has not been opened? Its own heading will come.
pub(crate) fn is_unframed(value: &Value) -> bool {
    value["mood"]["framed"] == false
}

/// Does a machine change its phases too often for headings? They are marks in the talk then.
pub(crate) fn is_quiet(machine: &str) -> bool {
    machine == tidying::MACHINE
}

/// Does the table tell that play is taken back or stopped, or that a person has sat down in a seat? Then what somebody was
/// saying will not be said.
pub(crate) fn takes_back(frame: &Frame) -> bool {
    let is = |kind: &str| frame.event.get().contains(&format!("\"type\":\"{kind}\""));
    frame.machine == "table" && (is("TAKEN_BACK") || is("X_CALLED") || is("SEAT_TAKEN"))
}

/// Is the phase that was last headed a night?
pub(crate) fn is_night(headed: Option<(&'static str, Option<u64>)>) -> bool {
    headed.is_some_and(|(name, _)| name.starts_with("NIGHT"))
}

/// The number of the round that a scene is in, if its view has one.
pub(crate) fn round(scene: &Scene) -> Option<u64> {
    scene.view.get("day").and_then(Value::as_u64)
}

/// A phase in words: its sign, its title, its round.
pub(crate) fn words(theme: &Theme, card: &PhaseCard, round: Option<u64>) -> String {
    let title = card.title;
    let sign = theme.sign(card);
    match round.filter(|round| *round > 0) {
        // A night has its own number: it comes before the day of the same number.
        Some(round) if is_night(Some((card.name, None))) => format!("{sign} {title} {round}"),
        Some(round) => format!("{sign} {title} {} day {round}", theme.signs().dot),
        None => format!("{sign} {title}"),
    }
}
