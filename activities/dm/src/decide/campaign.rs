//! An evening goes on from another (D29): what all know is told to all, the rest to the game master, and then play begins at once.

use std::cmp::Reverse;

use crate::view::{ClockKind, Consequence, FactKind, ProgressClock, Thread};
use engine::{Draft, SeatId};

use super::{clocks, course, sheet};
use crate::Dm;
use crate::event::Event;
use crate::limits::{CLOCKS_MAX, NAME_CHARS_MAX, POOL_START};
use crate::setup::Setup;
use crate::state::{Phase, State};
use crate::view::Fact;
use kit::kept_out::crossed;
use kit::words::same;

/// Segments of a goal that nobody has set.
const GOAL: u8 = 6;

/// An evening of a campaign begins: the first, or the next.
pub(super) fn open(draft: &mut Draft<Dm>, setup: &Setup) {
    let Some(chain) = setup.chain() else { return };
    let before = setup.before.as_deref().cloned().unwrap_or_default();
    let evening = before.evening.saturating_add(1);
    draft.tell(Event::EveningBegun { campaign: chain.name, evening, known: Box::new(before.known) });
    if setup.before.is_some() {
        draft.tell(Event::EveningRemembered { unseen: Box::new(before.unseen) });
        go_on(draft);
    }
}

/// Once everybody has a character, a story that there is already goes on with its next scene.
pub(super) fn go_on(draft: &mut Draft<Dm>) {
    let state = draft.state();
    if state.story.is_none() || !matches!(state.phase, Phase::Opening { failed: None }) {
        return;
    }
    let active: Vec<SeatId> = state.active().collect();
    for seat in active {
        let have = draft.state().character(seat).map_or(POOL_START, |sheet| sheet.dice.len());
        sheet::dice(draft, seat, POOL_START.saturating_sub(have), "the time between");
    }
    set_goal(draft);
    let hook = pressing(draft.state()).map(|thread| thread.hook.clone());
    course::enter_new_scene(draft, hook);
}

/// What presses most of what is open, and may be told here.
fn pressing(state: &State) -> Option<&Thread> {
    let told = |thread: &&Thread| crossed(&state.lines, &thread.hook).is_none();
    let mut threads: Vec<&Thread> = state.world.threads.iter().rev().filter(told).collect();
    threads.sort_by_key(|thread| Reverse(thread.tension));
    threads.first().copied()
}

/// What the party came for was done in another evening: what presses most is what they come for now.
fn set_goal(draft: &mut Draft<Dm>) {
    let state = draft.state();
    // What nobody sees must not show in whether there is one.
    let seen = || state.world.clocks.iter().map(|wound| &wound.clock).filter(|clock| clock.visible);
    if seen().count() >= CLOCKS_MAX || seen().any(|clock| clock.kind == ClockKind::Goal) {
        return;
    }
    let Some(thread) = pressing(state) else { return };
    let hook = thread.hook.trim_end_matches(['.', '?']);
    let end = hook
        .char_indices()
        .nth(NAME_CHARS_MAX)
        .map_or(hook.len(), |(end, _)| hook[..end].rfind(' ').unwrap_or(end));
    let name = hook[..end].to_owned();
    if name.is_empty() || seen().any(|clock| same(&clock.name, &name)) {
        return;
    }
    let consequence = Consequence::OpenOpportunity { what: thread.hook.clone() };
    let clock = ProgressClock { name, kind: ClockKind::Goal, segments: GOAL, filled: 0, visible: true };
    clocks::start(draft, clock, consequence, "the campaign");
}

/// Something is to be remembered.
pub(super) fn note(draft: &mut Draft<Dm>, kind: FactKind, what: &str, about: &[String]) {
    let evening = draft.state().campaign.as_ref().map_or(1, |campaign| campaign.evening);
    let fact = Fact { kind, text: what.trim().to_owned(), about: about.to_vec(), evening };
    draft.tell(Event::FactNoted { fact });
}
