//! What a viewer may know. Players know everything that was told to all; the game master's notes are its own.

use crate::view::{Mood, Notes, Outcome, ProgressClock, Roll, View};
use engine::Viewer;

use crate::state::{Phase, State};

/// What all may know.
impl From<State> for View {
    fn from(state: State) -> View {
        view(&state, Viewer::Public)
    }
}

/// What a viewer may know, built up from what it has been told.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    let knows = match viewer {
        Viewer::Host => true,
        Viewer::Seat(seat) => seat == state.gm,
        Viewer::Public | Viewer::Observer => false,
    };
    let world = &state.world;
    let (mut scene, mut mood) = (state.scene.clone(), state.mood().cloned());
    if knows {
        scene.kind = state.meant.clone().unwrap_or(scene.kind);
    } else if let Some(Mood::Action { roll: Roll::Open { refused }, .. }) = &mut mood {
        // How often endings were turned back, players were not told.
        *refused = 0;
    }
    View {
        seats: state.seats.clone(),
        gm: state.gm,
        phase: state.phase_name(),
        turn: state.turn,
        seed_hash: state.seed_hash,
        party: state.party.clone(),
        spotlight: state.spotlight,
        story: state.story.clone(),
        scene,
        mood,
        style: state.style.clone(),
        said: state.said.clone(),
        narration: state.narration.clone(),
        clocks: clocks(state, true),
        places: world.places.clone(),
        people: world.people.clone(),
        factions: world.factions.clone(),
        threads: world.threads.clone(),
        rumors: world.rumors.clone(),
        known: world.known.clone(),
        past: state.memory.past.clone(),
        campaign: state.campaign.clone().map(Box::new),
        facts: state.facts.clone(),
        leaving: state.leaving.iter().filter(|(_, ends)| *ends).map(|(seat, _)| *seat).collect(),
        lines: state.lines.clone(),
        veils: state.veils.clone(),
        epilogue: state.epilogue.clone(),
        outcome: outcome(state),
        notes: knows.then(|| Box::new(notes(state))),
    }
}

/// How it ended, once it has.
pub(crate) fn outcome(state: &State) -> Option<Outcome> {
    match &state.phase {
        Phase::Ended(outcome) => Some((**outcome).clone()),
        Phase::Creation | Phase::Opening { .. } | Phase::Playing(_) | Phase::Closing { .. } => None,
    }
}

fn clocks(state: &State, visible: bool) -> Vec<ProgressClock> {
    let clocks = state.world.clocks.iter().map(|wound| &wound.clock);
    clocks.filter(|clock| clock.visible == visible).cloned().collect()
}

fn notes(state: &State) -> Notes {
    let (world, memory) = (&state.world, &state.memory);
    let consequence =
        |wound: &crate::state::RunningClock| (wound.clock.name.clone(), wound.consequence.clone());
    Notes {
        hidden: clocks(state, false),
        consequences: world.clocks.iter().map(consequence).collect(),
        people: world.portraits.clone(),
        truths: world.truths.clone(),
        goals: world.goals.clone(),
        costs: memory.costs.clone(),
        threats: memory.threats.clone(),
        seeds: memory.seeds.clone(),
        interrupt: state.interrupt.clone(),
        passed: state.passed.clone(),
        fired: memory.fired.clone(),
        card: state.card.clone(),
        turned_back: state.turned_back.clone(),
        sealed: state.sealed.iter().map(|(ending, _)| ending.clone()).collect(),
    }
}
