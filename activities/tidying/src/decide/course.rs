//! The course of a session: from mode to mode, and to its end.

use engine::Draft;

use crate::Tidying;
use crate::event::Event;
use crate::heard::key;
use crate::limits::ANCHORS_MAX;
use crate::mode::{Floor, Mode};
use crate::outcome::{Left, Outcome};
use crate::piles::{ItemId, Pile};
use crate::report;
use crate::state::State;

/// Enters a mode (Y1).
pub(super) fn enter(draft: &mut Draft<Tidying>, mode: Mode) {
    let (from, to) = (draft.state().phase_name(), mode.name());
    draft.tell(Event::ModeChanged { from, to, mode: Box::new(mode) });
}

/// Goes back to sorting, if that is not where the session is.
pub(super) fn to_sorting(draft: &mut Draft<Tidying>) {
    if !matches!(draft.state().mode(), Some(Mode::Sorting { .. })) {
        enter(draft, Mode::sorting());
    }
}

/// Somebody is stuck: by way of sorting, because that is where help is fetched from.
pub(super) fn to_support(draft: &mut Draft<Tidying>, stuck_item: String, item: Option<ItemId>) {
    to_sorting(draft);
    enter(draft, Mode::DecisionSupport { stuck_item, item, reframe: None });
}

/// It is not clear what a thing is.
pub(super) fn to_clarifying(draft: &mut Draft<Tidying>, item: ItemId, photo_context: String, reason: String) {
    let (spatial_refs, traits) = (Vec::new(), Vec::new());
    enter(draft, Mode::Clarifying { item, photo_context, reason, spatial_refs, traits });
}

/// Time to stop. `agreed` if the person wants it.
pub(super) fn to_winding_down(draft: &mut Draft<Tidying>, agreed: bool) {
    if !matches!(draft.state().mode(), Some(Mode::WindingDown { .. })) {
        enter(draft, Mode::WindingDown { summary: None, next_time: None, agreed });
    }
}

/// Ends the session (Y10).
pub(super) fn end(draft: &mut Draft<Tidying>) {
    to_winding_down(draft, true);
    let outcome = outcome(draft);
    draft.tell(Event::SessionEnded(Box::new(outcome)));
}

fn outcome(draft: &Draft<Tidying>) -> Outcome {
    let state = draft.state();
    let (mut belongs, mut out, mut hand_in) = (Vec::new(), Vec::new(), Vec::new());
    let (mut to_do, mut unsure, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
    for item in &state.items {
        let name = item.name.clone();
        match &item.pile {
            Pile::Belongs { at } => belongs.push((name, at.clone())),
            Pile::Out { way } => out.push((name, *way)),
            Pile::HandIn { at } => hand_in.push((name, at.clone())),
            Pile::ToDo { what } => to_do.push((name, what.clone())),
            Pile::Unsure => unsure.push(name),
            Pile::Waiting => waiting.push(name),
        }
    }
    let (summary, next_time) = if let Some(Mode::WindingDown { summary, next_time, .. }) = state.mode() {
        (summary.clone(), next_time.clone())
    } else {
        (None, None)
    };
    let summary = summary.unwrap_or_else(|| report::done_so_far(state));
    let things: Vec<String> = waiting.into_iter().chain(unsure.iter().cloned()).collect();
    let left = Left {
        function: state.function.clone(),
        anchors: state.anchors.iter().take(ANCHORS_MAX).cloned().collect(),
        next_time: next_time.or_else(|| first_next_time(state, &things)),
        things,
        to_do,
    };
    Outcome {
        space: state.space.clone(),
        processed: u16::try_from(state.processed()).unwrap_or(u16::MAX),
        belongs,
        out,
        hand_in,
        unsure,
        minutes: u32::try_from(draft.now().0 / 60_000).unwrap_or(u32::MAX),
        summary,
        left,
        seed: draft.seed().0,
        salt: draft.salt(),
    }
}

/// What comes first next time, if nobody said: what was in hand last, or what is first on the list. A session in which
/// nothing was decided leaves it as it was.
fn first_next_time(state: &State, things: &[String]) -> Option<String> {
    let before = state.before.as_ref().and_then(|before| before.next_time.clone());
    if let (Some(before), true) = (before, state.history.is_empty()) {
        return Some(before);
    }
    let last = state.history.last().and_then(|decision| state.item(decision.item));
    let last = last.filter(|item| things.iter().any(|name| key(name) == key(&item.name)));
    last.map(|item| item.name.clone()).or_else(|| things.first().cloned())
}

/// Is it the coach's turn?
pub(super) fn coach_is_asked(state: &State) -> bool {
    state.mode().is_some() && state.floor == Floor::Coach
}
