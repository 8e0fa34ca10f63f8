//! Clocks: they are started, they go on, and when one is full its consequence happens once (D15 to D17).

use std::collections::VecDeque;

use crate::view::{ClockKind, Consequence, Mood, PhaseName, ProgressClock, Tension, Thread};
use engine::{Draft, SeatId};

use super::sheet;
use crate::Dm;
use crate::event::Event;
use crate::state::State;
use kit::words::same;

/// What the name of a clock against a threat begins with.
pub(crate) const STOP: &str = "Stop: ";

/// Starts a clock. What it leads to is for the game master alone.
pub(super) fn start(draft: &mut Draft<Dm>, clock: ProgressClock, consequence: Consequence, by: &str) {
    if clock.visible {
        draft.tell(Event::ClockStarted { clock: clock.clone(), by: by.to_owned() });
    }
    draft.tell(Event::ClockWound { clock, consequence });
}

/// Moves a clock on, and lets everything happen that follows.
pub(super) fn tick(draft: &mut Draft<Dm>, name: &str, ticks: u8, why: &str) {
    tick_all(draft, &[(name.to_owned(), ticks)], why);
}

/// Moves several clocks on, in order, and then lets everything happen that follows, in the order of filling.
pub(super) fn tick_all(draft: &mut Draft<Dm>, ticks: &[(String, u8)], why: &str) {
    let mut full = VecDeque::new();
    for (name, ticks) in ticks {
        move_on(draft, name, *ticks, why, &mut full);
    }
    // Every firing takes a clock away, and none starts one: this ends.
    while let Some(name) = full.pop_front() {
        fire(draft, &name, &mut full);
    }
}

/// A clock goes without doing what it was for, and with it the one that counts what is done against it (D23).
pub(super) fn remove(draft: &mut Draft<Dm>, name: &str) {
    for name in [name.to_owned(), format!("{STOP}{name}")] {
        let Some(wound) = draft.state().clock(&name) else { continue };
        let (clock, visible) = (wound.clock.name.clone(), wound.clock.visible);
        draft.tell(if visible { Event::ClockRemoved { clock } } else { Event::HiddenClockRemoved { clock } });
    }
}

/// Every clock of a kind, by one.
pub(super) fn tick_kind(draft: &mut Draft<Dm>, kind: ClockKind, why: &str) {
    let clocks = draft.state().world.clocks.iter().filter(|wound| wound.clock.kind == kind);
    let ticks: Vec<(String, u8)> = clocks.map(|wound| (wound.clock.name.clone(), 1)).collect();
    tick_all(draft, &ticks, why);
}

fn move_on(draft: &mut Draft<Dm>, name: &str, ticks: u8, why: &str, full: &mut VecDeque<String>) {
    let Some(wound) = draft.state().clock(name) else { return };
    let clock = wound.clock.clone();
    let (from, to) = (clock.filled, clock.filled.saturating_add(ticks).min(clock.segments));
    if from == to {
        return;
    }
    let why = why.to_owned();
    draft.tell(if clock.visible {
        Event::ClockTicked { clock: clock.name.clone(), from, to, why }
    } else {
        Event::HiddenClockTicked { clock: clock.name.clone(), from, to, why }
    });
    if to == clock.segments {
        full.push_back(clock.name);
    }
}

/// A clock that is full does what it was wound for, and leaves (D16).
fn fire(draft: &mut Draft<Dm>, name: &str, full: &mut VecDeque<String>) {
    let Some(wound) = draft.state().clock(name).cloned() else { return };
    let (clock, consequence) = (wound.clock, wound.consequence);
    let interrupts = clock.kind == ClockKind::Threat && in_scene(draft.state());
    let acting = draft.state().spotlight;
    draft.tell(Event::ClockCompleted { clock: clock.clone(), consequence: consequence.clone() });
    // Its own consequence may be that of a clock against something.
    remove(draft, &format!("{STOP}{}", clock.name));
    happen(draft, acting, consequence, full);
    if interrupts && draft.state().interrupt.is_none() {
        draft.tell(Event::InterruptRaised { clock: clock.name });
    }
}

fn happen(draft: &mut Draft<Dm>, acting: SeatId, consequence: Consequence, full: &mut VecDeque<String>) {
    match consequence {
        Consequence::FactionMoves { faction, what } => {
            draft.tell(Event::FactionMoved { faction: faction.clone(), what });
            attitude(draft, &faction, -1, "it has made its move");
        }
        Consequence::RevealSecret { person, what } => draft.tell(Event::SecretRevealed { person, what }),
        Consequence::Escalate { what } => {
            draft.tell(Event::Escalated { what });
            if let Some(worst) = fullest_threat(draft.state(), |_| true) {
                move_on(draft, &worst, 1, "it gets worse", full);
            }
        }
        Consequence::SpawnThread { what } => {
            let thread = Thread { hook: what, tension: Tension::Active, deadline: None };
            draft.tell(Event::ThreadSpawned { thread });
        }
        Consequence::GainCoin { amount } => sheet::coin(draft, acting, i32::from(amount), "a clock filled"),
        Consequence::Reputation { faction, steps } => {
            attitude(draft, &faction, i64::from(steps), "a clock filled");
        }
        Consequence::RemoveThreat { clock } => {
            // It may be gone already: then another that all see goes.
            let stands = |clock: &&ProgressClock| {
                clock.visible && clock.kind == ClockKind::Threat && clock.filled < clock.segments
            };
            let named = draft.state().clock(&clock).map(|wound| &wound.clock).filter(stands);
            let named = named.map(|clock| clock.name.clone());
            let gone = named.or_else(|| fullest_threat(draft.state(), |clock| clock.visible));
            if let Some(clock) = gone {
                remove(draft, &clock);
            }
        }
        Consequence::OpenOpportunity { what } => draft.tell(Event::OpportunityOpened { what }),
        Consequence::GainAsset { what } => draft.tell(Event::AssetGained { player_id: acting, what }),
        Consequence::None => {}
    }
}

/// A faction thinks better or worse of the party by so many steps.
pub(super) fn attitude(draft: &mut Draft<Dm>, faction: &str, steps: i64, why: &str) {
    let known = draft.state().world.factions.iter().find(|known| same(&known.name, faction));
    let Some((name, from)) = known.map(|known| (known.name.clone(), known.attitude)) else { return };
    let to = from.moved(steps);
    if from != to {
        draft.tell(Event::FactionAttitudeChanged { faction: name, from, to, why: why.to_owned() });
    }
}

/// The threat that is nearest to being full and can still move, of some; the first of equals.
pub(super) fn fullest_threat(state: &State, which: impl Fn(&ProgressClock) -> bool) -> Option<String> {
    let threats = state.world.clocks.iter().map(|wound| &wound.clock);
    threats
        .filter(|clock| clock.kind == ClockKind::Threat && clock.filled < clock.segments && which(clock))
        .min_by_key(|clock| clock.segments - clock.filled.min(clock.segments))
        .map(|clock| clock.name.clone())
}

/// Is a scene being played, so that a threat can break into it (D17)?
fn in_scene(state: &State) -> bool {
    match state.phase_name() {
        PhaseName::Scene | PhaseName::Action | PhaseName::Aftermath | PhaseName::Bargain => true,
        PhaseName::Trauma => matches!(state.mood(), Some(Mood::Trauma { adrenaline: true, .. })),
        PhaseName::Creation | PhaseName::Opening | PhaseName::Downtime => false,
        PhaseName::BetweenScenes | PhaseName::Epilogue | PhaseName::Ended => false,
    }
}
