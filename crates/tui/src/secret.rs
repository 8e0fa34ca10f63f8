//! Which of the things that a seat was told are for its eyes alone.
//!
//! They are kept out of the talk, where somebody who looks on would read them, and shown with the role.

use protocol::{Frame, Viewer, Voice};
use serde::Deserialize;

/// What everybody is told in Mafia. An event that is not in this list is taken for a secret: a new one is
/// hidden from a shared screen until it is listed.
const MAFIA_PUBLIC: &[&str] = &[
    "GAME_CREATED",
    "PHASE_CHANGED",
    "NIGHT_RESOLVED",
    "TURN_CLOCK_STARTED",
    "STATEMENT_MADE",
    "TURN_PASSED",
    "ROLE_CLAIMED",
    "VOTE_CAST",
    "VOTE_RESULT",
    "PLAYER_ELIMINATED",
    "TIME_EXTENDED",
    "GAME_ENDED",
];

/// What every event has.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    name: String,
}

/// Was this told to the viewer's seat, or its team, alone?
pub(crate) fn is_private(viewer: Viewer, frame: &Frame) -> bool {
    let (Viewer::Seat(_), Some(telling)) = (viewer, &frame.telling) else { return false };
    match telling.voice {
        Voice::Thought(_) => true,
        Voice::Aside(_) => false,
        Voice::Host | Voice::Seat(_) if frame.machine == "mafia" => {
            let kind = serde_json::from_str::<Kind>(frame.event.get());
            !kind.is_ok_and(|kind| MAFIA_PUBLIC.contains(&kind.name.as_str()))
        }
        Voice::Host | Voice::Seat(_) => false,
    }
}
