//! What a viewer may know: everything. The view is the state in the words of the wire.

use crate::view::{Outcome, View};

use crate::state::{Phase, State};

impl From<State> for View {
    fn from(state: State) -> View {
        view(&state)
    }
}

/// What anybody may know.
pub(crate) fn view(state: &State) -> View {
    View {
        seats: state.seats.clone(),
        person: state.person(),
        coach: state.coach,
        phase: state.phase_name(),
        seed_hash: state.seed_hash,
        space: state.space.clone(),
        coach_sees: state.coach_sees,
        function: state.function.clone(),
        anchors: state.anchors.clone(),
        items: state.items.clone(),
        groups: state.groups.clone(),
        kept_whole_at: state.kept_whole_at,
        mode: state.mode().cloned(),
        floor: state.floor,
        said: state.said.clone(),
        pending: state.pending.clone(),
        photos: state.photos.clone(),
        coach_said: state.coach_said.clone(),
        last_decided: state.history.last().map(|decision| decision.item),
        turn: state.turn,
        begun_at: state.begun_at,
        before: state.before.clone(),
        things: state.things.clone(),
        outcome: outcome(state),
    }
}

/// How it ended, once it has.
pub(crate) fn outcome(state: &State) -> Option<Outcome> {
    match &state.phase {
        Phase::Ended(outcome) => Some((**outcome).clone()),
        Phase::At(_) => None,
    }
}
