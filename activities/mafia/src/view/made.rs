//! Who may know what. A view is built up from what its viewer has been told, never cut down from the whole.

use std::sync::Arc;

use crate::view::{KnownRole, NightChoice, Own, Role, Rounds, View};
use engine::{Hash, SeatId, SeatSet, Viewer};

use crate::course;
use crate::setup::Ballot;
use crate::state::{Phase, State};

/// What all may know.
impl From<State> for View {
    fn from(state: State) -> View {
        view(&state, Viewer::Public)
    }
}

/// What a viewer may know.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    let (own, known) = match viewer {
        Viewer::Public | Viewer::Observer => (None, SeatSet::EMPTY),
        Viewer::Seat(seat) if seat.index() < state.seats.len() => {
            let known = told_roles(state, seat);
            (Some(own(state, seat, known)), known)
        }
        Viewer::Seat(_) => (None, SeatSet::EMPTY),
        Viewer::Host => (None, SeatSet::first(state.seats.len())),
    };
    let everyone = SeatSet::first(state.seats.len());
    let shown = if state.outcome().is_some() { everyone } else { known.or(state.revealed).and(everyone) };
    View {
        phase: state.phase.name(),
        day: state.day,
        seed_hash: state.seed_hash.unwrap_or(Hash::ZERO),
        seats: state.seats.clone(),
        dealt: state.counts.dealt(),
        turns: state.turns,
        rounds: state.rounds,
        ballot: state.ballot,
        team_agrees: state.team_agrees,
        reveal_night_roles: state.reveal_night_roles,
        bids: state.bids(),
        again: own.as_ref().is_some_and(|own| state.is_asked_again(own.seat)),
        living: state.living,
        deaths: state.deaths,
        roles: shown.iter().map(|seat| KnownRole { seat, role: state.role(seat) }).collect(),
        own,
        turn: state.turn(),
        days: days(state, viewer),
        majority: state.living.len() as u8 / 2 + 1,
        closes: course::clock(state).and_then(|clock| clock.closes),
        outcome: state.outcome().cloned(),
        best_line: state.outcome().and_then(|_| state.best_line.clone()),
    }
}

/// The rounds, and of a secret vote that is not counted yet only the viewer's own (M19).
fn days(state: &State, viewer: Viewer) -> Arc<Rounds> {
    let mut days = state.days.clone();
    let is_hidden = state.ballot == Ballot::Secret && matches!(state.phase, Phase::Voting(_));
    if is_hidden && viewer != Viewer::Host && !days.is_empty() {
        let own = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        Arc::make_mut(&mut days).today_mut().votes.retain(|vote| Some(vote.voter_id) == own);
    }
    days
}

/// The roles that a seat was dealt or told: its own, and for the mafia the mafia.
fn told_roles(state: &State, seat: SeatId) -> SeatSet {
    match state.role(seat) {
        Role::Mafia => state.mafia,
        Role::Doctor | Role::Sheriff | Role::Villager => SeatSet::only(seat),
    }
}

/// What only a seat knows, and the choices of those whose roles it was told.
fn own(state: &State, seat: SeatId, known: SeatSet) -> Own {
    let role = state.role(seat);
    let choice = |seat| state.chosen(seat).map(|target| NightChoice { seat, target });
    Own {
        seat,
        role,
        protected_last: state.protected_last.filter(|_| role == Role::Doctor),
        findings: if role == Role::Sheriff { state.findings.clone() } else { Vec::new() },
        choices: known.iter().filter_map(choice).collect(),
    }
}
