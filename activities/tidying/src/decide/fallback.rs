//! The rules' own way out, where a seat could not answer or nobody did: plain, marked, and never a dead end.

use engine::{Draft, SeatId};

use super::{coach, course, items, person};
use crate::Tidying;
use crate::command::NewGroup;
use crate::event::{Decider, Event};
use crate::limits::{GROUPS_MAX, LINE_CHARS_MAX};
use crate::mode::{Mode, Suggestion};
use crate::piles::{Disposition, ItemId, Pile, Verb};
use kit::words;

/// Answers for a seat that is asked, and says so.
pub(crate) fn absent(draft: &mut Draft<Tidying>, seat: SeatId, reason: &str) {
    let reason = words::reason(reason, LINE_CHARS_MAX);
    draft.tell(Event::AnsweredFor { player_id: seat, reason: reason.clone() });
    if seat == draft.state().coach {
        unread(draft, &reason);
        plain_word(draft);
    } else {
        for_person(draft);
    }
}

/// Photos that the coach could see and did not look at are told as such (Y11).
pub(super) fn unread(draft: &mut Draft<Tidying>, reason: &str) {
    let photos = draft.state().said.as_ref().map_or(0, |said| said.photos.len());
    if photos > 0 && draft.state().coach_sees {
        let (count, reason) = (u8::try_from(photos).unwrap_or(u8::MAX), reason.to_owned());
        draft.tell(Event::PhotosUnread { count, reason });
    }
}

/// What the rules do for a person who is not there: the least that can be done.
fn for_person(draft: &mut Draft<Tidying>) {
    let Some(mode) = draft.state().mode() else { return };
    match mode {
        Mode::Sorting { offer: Some(Suggestion::Proposal(proposal)), .. } => {
            let item = proposal.item;
            put_aside(draft, item);
        }
        Mode::Sorting { offer: Some(Suggestion::Split { .. }), .. } => person::keep_whole(draft),
        Mode::Sorting { offer: Some(Suggestion::Back(back)), .. } => {
            let item = back.item;
            put_aside(draft, item);
        }
        Mode::WindingDown { .. } => course::end(draft),
        Mode::Surveying { .. }
        | Mode::Sorting { offer: None, .. }
        | Mode::Clarifying { .. }
        | Mode::DecisionSupport { .. } => person::stop(draft, "(nobody is there)"),
    }
}

/// Nobody answered in time (Y6).
pub(crate) fn time_up(draft: &mut Draft<Tidying>) {
    if let Some(proposal) = draft.state().proposal() {
        let item = proposal.item;
        put_aside(draft, item);
    }
}

/// The thing is put aside, and the word stays the person's: what is proposed next waits until they are back. What they had
/// decided before stays as it is.
fn put_aside(draft: &mut Draft<Tidying>, id: ItemId) {
    let Some(item) = draft.state().item(id) else { return };
    let (name, pile) = (item.name.clone(), item.pile.clone());
    let (to, what) = match items::is_open(draft, id) {
        true => (Pile::Unsure, "is put aside"),
        false => (pile, "stays where it is"),
    };
    items::decide(draft, id, to, Decider::Clock);
    told(draft, format!("No answer, so {name} {what}. Say when you want to go on."));
}

/// A plain word for the coach, after which the person has the word: choices for the next thing, if there is one.
pub(super) fn plain_word(draft: &mut Draft<Tidying>) {
    let state = draft.state();
    if let Some(Mode::Sorting { .. }) = state.mode() {
        if state.split_is_due() {
            return plain_split(draft);
        }
        let grouped = state.groups.first().and_then(|group| group.items.first().copied());
        let waiting = || state.waiting().next().map(|item| item.id);
        if let Some(item) = grouped.or(state.in_hand()).or_else(waiting) {
            let name = state.item(item).map_or_else(String::new, |item| item.name.clone());
            told(draft, format!("Next: {name}."));
            let verbs = [Verb::Place, Verb::Donate, Verb::Trash, Verb::Skip];
            return coach::put(draft, item, verbs.map(|verb| Disposition::of(verb, None)).into());
        }
    }
    let words = match draft.state().mode() {
        Some(Mode::Surveying { .. }) => "What is this space for, and what lies there?",
        Some(Mode::Sorting { .. }) => "Name the next thing that you see.",
        Some(Mode::Clarifying { .. }) => "Tell me more about it, or put it aside.",
        Some(Mode::DecisionSupport { .. }) => "Take your time. You can put it aside.",
        Some(Mode::WindingDown { .. }) | None => "A good moment to stop. Everything is noted.",
    };
    told(draft, words.to_owned());
}

/// The unsure pile by the kinds that are known.
fn plain_split(draft: &mut Draft<Tidying>) {
    let unsure = draft.state().unsure();
    let mut wanted = NewGroup::by_kind(unsure.filter_map(|item| Some((item.kind.clone()?, item))));
    wanted.truncate(GROUPS_MAX);
    let groups = coach::parts(draft, &wanted);
    told(draft, "The unsure pile is full. Sort it kind by kind?".to_owned());
    draft.tell(Event::SplitOffered { groups });
}

pub(super) fn told(draft: &mut Draft<Tidying>, response: String) {
    draft.tell(Event::CoachSaid { response, auto: true });
}
