//! What the table says when its state changes: each of the twenty changes has its own words.

use protocol::table::{TableState, utc_text};

use super::Earlier;

/// The words for a change. `earlier` is what was played at the table before: a session that follows another asks for
/// a recap.
pub fn message(from: TableState, to: TableState, earlier: Option<Earlier>) -> String {
    use TableState::{Active, Debrief, Idle, Paused, SessionZero};
    let words = match (from, to) {
        (Idle, SessionZero) => {
            "The table is set for session zero. Before any story is told: what world is it, who lives in it, and which lines do we not cross?"
        }
        (Idle, Active) => return opening(earlier),
        (Idle, Paused) => {
            "The table is laid, but nobody plays yet. When all are here, /session start begins."
        }
        (Idle, Debrief) => {
            "No scene today, only a look back. What has stayed with you, and what do you wish for?"
        }
        (SessionZero, Idle) => {
            "Session zero rests here. What was agreed stays agreed; the table is closed for now."
        }
        (SessionZero, Active) => {
            "The groundwork is done. From here on it is the story, and the first scene is open."
        }
        (SessionZero, Paused) => {
            "A break in the planning. Keep hold of that idea; /session zero takes it up again."
        }
        (SessionZero, Debrief) => {
            "The planning ends here. Before we part: what do you look forward to, and what still worries you?"
        }
        (Active, Idle) => {
            "The curtain falls and the table is closed. Everything stands where it was left, ready for another day."
        }
        (Active, SessionZero) => {
            "We step out of the story for a while. Back to the drawing board: what should be settled, or settled differently?"
        }
        (Active, Paused) => {
            "Time stands still. The story waits where it is, and no clock runs until /session resume."
        }
        (Active, Debrief) => {
            "Here we leave the story for today. What shone (star: …), and what do you wish for next time (wish: …)?"
        }
        (Paused, Idle) => {
            "The break turns into a good night. The table is closed; nobody needs to hurry back."
        }
        (Paused, SessionZero) => {
            "Back from the break, but not yet into the story: first there is something to plan."
        }
        (Paused, Active) => {
            "Welcome back. The clocks run again, and the story goes on from the very moment it stopped."
        }
        (Paused, Debrief) => {
            "We do not go back in today. While it is fresh: one star (star: …) and one wish (wish: …)?"
        }
        (Debrief, Idle) => "Thank you for playing, and for your words. The table is closed until next time.",
        (Debrief, SessionZero) => "Enough of looking back. Let us look ahead and plan what comes next.",
        (Debrief, Active) => "One more scene, then. The notes are put away and the story goes on.",
        (Debrief, Paused) => {
            "The looking back takes a break. What was said so far is kept; /session end collects more."
        }
        (Idle, Idle)
        | (SessionZero, SessionZero)
        | (Active, Active)
        | (Paused, Paused)
        | (Debrief, Debrief) => "Nothing has changed.",
    };
    words.to_owned()
}

fn opening(earlier: Option<Earlier>) -> String {
    match earlier {
        None => "The lamps are lit and the chairs are drawn up. The session begins.".to_owned(),
        Some(Earlier { sessions, closed_at }) => format!(
            "Session {} begins. The last one was closed at {}; before the first scene, a recap: who says in a sentence where we left off?",
            u64::from(sessions) + 1,
            utc_text(closed_at),
        ),
    }
}
