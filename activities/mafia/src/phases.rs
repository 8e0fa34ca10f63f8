//! What stands over a phase. What else a phase declares stands over it in `state`.

use crate::view::PhaseName;
use engine::Phases as _;

use super::state::State;

/// A phase with the number of its night or day, where it has one.
pub(super) fn heading(state: &State) -> String {
    let (title, day) = (state.card().title, state.day);
    match state.phase.name() {
        PhaseName::Setup | PhaseName::End => title.to_owned(),
        PhaseName::NightActions
        | PhaseName::MorningReveal
        | PhaseName::DayDiscussion
        | PhaseName::DayVoting
        | PhaseName::Resolution => format!("{title} {day}"),
    }
}
