//! Who may know what of the table: nearly everything is everybody's.

use engine::{Actor, Audience, Viewer};
use protocol::table::{Given, Suggestion, Tally, View};

use super::suggest::LAPSES_MS;
use super::{Event, Phase, RefereeAnswer, State};

pub(super) fn audience(event: &Event) -> Audience {
    match event {
        Event::TableOpened { .. }
        | Event::StateChanged { .. }
        | Event::AsideSaid { .. }
        | Event::TakenBack { .. }
        | Event::SeatTaken { .. }
        | Event::SeatLeft { .. }
        | Event::StewardsSet { .. }
        | Event::FairPlaySet { .. }
        | Event::SuggestionMade { .. }
        | Event::PolicySet { .. }
        | Event::DiceRolled { .. }
        | Event::WentAway { .. }
        | Event::CameBack { .. }
        | Event::Knocked { .. }
        | Event::XCalled
        | Event::LeftUnattended { .. }
        | Event::DebriefBegun { .. }
        | Event::LineDrawn { .. } => Audience::Public,
        Event::RefereeAnswered { to, state: _, answer } => match answer {
            // It was made of what the asker sees.
            RefereeAnswer::Model { .. } => alone(*to),
            RefereeAnswer::Who { .. }
            | RefereeAnswer::Pause
            | RefereeAnswer::Rules
            | RefereeAnswer::Help
            | RefereeAnswer::Status
            | RefereeAnswer::Found { .. } => Audience::Public,
        },
        // Feedback is freer when the table does not read along.
        Event::FeedbackGiven { player_id, .. } => Audience::seat(*player_id),
        Event::FeedbackAnswered { to, .. } => Audience::seat(*to),
        Event::StatusTold { to, .. } => alone(*to),
        // When a seat is asked, and for how long it thinks, may tell what it is.
        Event::ModelCalled(_) | Event::ModelAnswered(_) => Audience::Host,
        // What a face knows somebody by is nobody else's business.
        Event::SeatHeld { .. } => Audience::Host,
    }
}

fn alone(who: Actor) -> Audience {
    match who {
        Actor::Seat(seat) => Audience::seat(seat),
        Actor::Host | Actor::Clock => Audience::Host,
    }
}

/// What all may know.
impl From<State> for View {
    fn from(state: State) -> View {
        view(&state, Viewer::Public)
    }
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let since = state.since();
    View {
        title: state.title.clone(),
        state: state.table_state(),
        since: since.at,
        by: since.by,
        stewards: state.stewards_now(),
        taken: state.taken,
        away: state.away,
        language: state.language,
        seats_closed: state.seats_closed(),
        fair: state.fair,
        suggestion: state.suggestion().map(|it| Suggestion {
            number: state.suggestions,
            to: it.to,
            by: it.by,
            heard: it.heard.clone(),
            lapses_at: it.at + LAPSES_MS,
        }),
        lines: state.lines.clone(),
        feedback: feedback(&state.phase, viewer),
        given: given(&state.given, viewer),
    }
}

fn given(given: &[Given], viewer: Viewer) -> Vec<Given> {
    let shown = |it: &&Given| match viewer {
        Viewer::Host => true,
        Viewer::Seat(seat) => it.player_id == seat,
        Viewer::Public | Viewer::Observer => false,
    };
    given.iter().filter(shown).cloned().collect()
}

fn feedback(phase: &Phase, viewer: Viewer) -> Option<Tally> {
    let Phase::Debrief { feedback, .. } = phase else { return None };
    Some(match viewer {
        Viewer::Seat(seat) => feedback.get(seat.index()).copied().unwrap_or_default(),
        Viewer::Host => feedback.iter().fold(Tally::default(), |sum, tally| Tally {
            stars: sum.stars.saturating_add(tally.stars),
            wishes: sum.wishes.saturating_add(tally.wishes),
            plain: sum.plain.saturating_add(tally.plain),
        }),
        Viewer::Public | Viewer::Observer => Tally::default(),
    })
}
