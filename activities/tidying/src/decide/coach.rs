//! What the coach does.

use engine::Draft;

use super::course::{self, coach_is_asked};
use super::{fallback, items};
use crate::Tidying;
use crate::command::{NewBeginning, NewChoice, NewGroup, NewItem, NewNext, NewProposal, NewSurvey};
use crate::event::{Decider, Event};
use crate::heard::{has_said, key};
use crate::house::things::{hand_in, with_care};
use crate::limits::{BREAKS_MAX, CHOICES, GROUPS_MAX};
use crate::mode::{Branch, Choices, Group, Mode, Next, Survey};
use crate::piles::{Disposition, ItemId, Pile, Verb};
use crate::rejection::Rejection;
use kit::words;

/// Too many changes of mode without a word of the person, and they get the word (Y3).
pub(super) fn settle(draft: &mut Draft<Tidying>) {
    if draft.state().breaks >= BREAKS_MAX && coach_is_asked(draft.state()) {
        draft.tell(Event::TurnSettled {});
        fallback::unread(draft, "the coach did not come to it");
        fallback::plain_word(draft);
    }
}

/// The coach's own words, with what it says in them of the mode's own data (Y4).
pub(super) fn talk(draft: &mut Draft<Tidying>, found: Option<Event>, response: &str) {
    found.into_iter().for_each(|event| draft.tell(event));
    speak(draft, response);
}

fn speak(draft: &mut Draft<Tidying>, response: &str) {
    draft.tell(Event::CoachSaid { response: response.to_owned(), auto: false });
}

/// What is the space for (Y7)?
pub(super) fn ask_space_function(draft: &mut Draft<Tidying>, new: &NewSurvey) {
    let branches = new.branches.iter().cloned().map(Branch::from).collect();
    speak(draft, &new.response);
    draft.tell(Event::FunctionAsked { survey: Survey { question: new.question.clone(), branches } });
}

/// What becomes of one thing (Y6).
pub(super) fn propose(draft: &mut Draft<Tidying>, new: &NewProposal) -> Result<(), Rejection> {
    let (look, place) = (new.look.clone(), new.place.clone());
    let item = items::named_or_new(draft, NewItem { look, place: place.clone(), ..NewItem::of(&new.item) })?;
    let first = proposal(draft, &new.response, item, &new.choices);
    let mut later = proposals(draft, &new.then, Some(item));
    if first.is_said {
        note_said(draft, std::iter::once(&first).chain(&later));
        line_up(draft, Vec::new(), later);
        next(draft);
        return Ok(());
    }
    note_said(draft, &later);
    later.retain(|new| !new.is_said);
    speak(draft, &new.response);
    if place.is_some() {
        draft.tell(Event::ItemTaken { item: Some(item), place });
    }
    put(draft, item, first.next.choices);
    line_up(draft, Vec::new(), later);
    Ok(())
}

/// What the coach proposes for one thing.
struct Proposed {
    next: Next,
    /// Is it one choice, and what the person has just said (Y15)? Then it is decided.
    is_said: bool,
}

fn proposal(draft: &Draft<Tidying>, response: &str, item: ItemId, new: &[NewChoice]) -> Proposed {
    let choices = choices(draft, item, new);
    let is_said = match (new, choices.as_slice()) {
        ([_], [one]) => one.pile().is_some() && has_said(draft.state(), item, one),
        _ => false,
    };
    Proposed { next: Next { response: response.to_owned(), item, choices }, is_said }
}

/// Notes what the person has said of things, each with the coach's words for it.
fn note_said<'a>(draft: &mut Draft<Tidying>, proposed: impl IntoIterator<Item = &'a Proposed>) {
    for Proposed { next: Next { response, item, choices }, .. } in
        proposed.into_iter().filter(|new| new.is_said)
    {
        speak(draft, response);
        if let Some(pile) = choices.first().and_then(Disposition::pile) {
            items::decide(draft, *item, pile, Decider::Coach);
        }
    }
}

/// What may become of a thing, with what the rules know of it (Y19).
fn choices(draft: &Draft<Tidying>, item: ItemId, new: &[NewChoice]) -> Vec<Disposition> {
    let known = &draft.state().things;
    let Some(item) = draft.state().item(item) else { return Vec::new() };
    let chosen = new.iter().map(|NewChoice { disposition, at }| {
        let taken = at.as_deref().or_else(|| hand_in(known, item).filter(|_| *disposition == Verb::HandIn));
        Disposition::of(*disposition, taken)
    });
    with_care(known, item, chosen)
}

/// What is proposed besides one thing (Y18): things that are not decided, or of which the person has just said something else, each
/// once. What the list has no room for is passed over.
fn proposals(draft: &mut Draft<Tidying>, new: &[NewNext], besides: Option<ItemId>) -> Vec<Proposed> {
    let mut all: Vec<Proposed> = Vec::new();
    for NewNext { response, item, choices } in new {
        let Ok(item) = items::named_or_new(draft, NewItem::of(item)) else { continue };
        let known = all.iter().map(|new| new.next.item).chain(besides).any(|known| known == item);
        let new = proposal(draft, response, item, choices);
        if !known && (new.is_said || items::is_open(draft, item)) {
            all.push(new);
        }
    }
    all
}

/// Puts to the person what is not said yet, after what stands now, one after the other.
fn line_up(draft: &mut Draft<Tidying>, mut first: Vec<Next>, then: Vec<Proposed>) {
    first.extend(then.into_iter().filter(|new| !new.is_said).map(|new| new.next));
    if first != draft.state().queue {
        draft.tell(Event::ProposalsQueued { proposals: first });
    }
}

/// The rules put something to the person before anything else: what was lined up comes after it, and what stood before that.
pub(super) fn ask_first(draft: &mut Draft<Tidying>, mut asked: Vec<Next>, stood: Option<Choices>) {
    if asked.is_empty() {
        return;
    }
    let Next { response: first, item, choices } = asked.remove(0);
    let is_new = |next: &Next| next.item != item && asked.iter().all(|asked| asked.item != next.item);
    let response = draft.state().coach_said.clone().unwrap_or_default();
    let stood = stood.map(|Choices { item, choices, .. }| Next { response, item, choices });
    let queue = &draft.state().queue;
    let stood = stood.filter(|stood| !queue.is_empty() && queue.iter().all(|next| next.item != stood.item));
    let lined_up = stood.iter().chain(queue);
    let later: Vec<Next> = lined_up.filter(|next| is_new(next)).cloned().collect();
    fallback::told(draft, first);
    put(draft, item, choices);
    asked.extend(later);
    line_up(draft, asked, Vec::new());
}

/// The next of what was proposed at once, if the person has decided and said nothing else (Y18). A pile that is to be split goes first.
pub(super) fn go_on(draft: &mut Draft<Tidying>) {
    let state = draft.state();
    let sorts = matches!(state.mode(), Some(Mode::Sorting { offer: None, .. }));
    if sorts && coach_is_asked(state) && state.said.is_none() {
        next(draft);
    }
}

fn next(draft: &mut Draft<Tidying>) {
    let state = draft.state();
    let next = state.queue.iter().find(|next| items::is_open(draft, next.item)).cloned();
    if let Some(Next { response, item, choices }) = next.filter(|_| !state.split_is_due()) {
        speak(draft, &response);
        put(draft, item, choices);
    }
}

/// The sorting begins, with what is known of the space and the first words of it (Y18).
pub(super) fn begin(draft: &mut Draft<Tidying>, new: &NewBeginning) {
    let NewBeginning { response, discovered_function: function, discovered_anchors: anchors, then } = new;
    found(function, anchors).into_iter().for_each(|event| draft.tell(event));
    course::enter(draft, Mode::sorting());
    open(draft, response.as_ref(), Vec::new(), then);
}

/// What was found out of a space, if something was.
pub(super) fn found(function: &Option<String>, anchors: &[String]) -> Option<Event> {
    let found = || Event::FunctionFound { function: function.clone(), anchors: anchors.to_vec() };
    (function.is_some() || !anchors.is_empty()).then(found)
}

/// The words with which sorting is entered, and what is proposed with them: with neither, the word stays the coach's.
fn open(draft: &mut Draft<Tidying>, response: Option<&String>, first: Vec<Next>, then: &[NewNext]) {
    let then = proposals(draft, then, None);
    response.into_iter().for_each(|response| speak(draft, response));
    note_said(draft, &then);
    line_up(draft, first, then);
    next(draft);
}

/// Puts choices for a thing to the person; there are never fewer than two.
pub(super) fn put(draft: &mut Draft<Tidying>, item: ItemId, mut choices: Vec<Disposition>) {
    for more in [Disposition::Skip, Disposition::NeedInfo] {
        if choices.len() < *CHOICES.start() && !choices.contains(&more) {
            choices.push(more);
        }
    }
    let name = draft.state().item(item).map_or_else(String::new, |item| item.name.clone());
    let until = draft.state().answer_ms.map(|ms| draft.now() + ms);
    draft.tell(Event::DispositionProposed { name, proposal: Choices { item, choices, until } });
}

pub(super) fn sort(
    draft: &mut Draft<Tidying>,
    response: &str,
    current: Option<&String>,
    place: Option<String>,
) -> Result<(), Rejection> {
    if current.is_some() || place.is_some() {
        // A thing that is new is noted, so that nothing that was said of it is lost (Y4).
        let item = match current {
            Some(name) => {
                Some(items::named_or_new(draft, NewItem { place: place.clone(), ..NewItem::of(name) })?)
            }
            None => draft.state().in_hand(),
        };
        draft.tell(Event::ItemTaken { item, place });
    }
    speak(draft, response);
    Ok(())
}

/// The unsure pile in parts (Y9). Every thing of it is in exactly one: names that are not on it are passed over, and what
/// nobody named becomes a part of its own.
pub(super) fn offer_split(draft: &mut Draft<Tidying>, response: &str, wanted: &[NewGroup]) {
    let groups = parts(draft, wanted);
    speak(draft, response);
    draft.tell(Event::SplitOffered { groups });
}

/// The parts that names make of the unsure pile.
pub(super) fn parts(draft: &Draft<Tidying>, wanted: &[NewGroup]) -> Vec<Group> {
    let mut left: Vec<(ItemId, String)> =
        draft.state().unsure().map(|item| (item.id, key(&item.name))).collect();
    let mut groups: Vec<Group> = Vec::new();
    for NewGroup { kind, items } in wanted {
        let keys: Vec<String> = items.iter().map(|name| key(name)).collect();
        let (taken, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, name)| keys.contains(name));
        left = rest;
        let ids = taken.into_iter().map(|(id, _)| id);
        match groups.iter_mut().find(|group| words::same(&group.kind, kind)) {
            Some(group) => group.items.extend(ids),
            None => groups.push(Group { kind: kind.clone(), items: ids.collect() }),
        }
    }
    groups.retain(|group| !group.items.is_empty());
    let mut rest: Vec<ItemId> = left.into_iter().map(|(id, _)| id).collect();
    if !rest.is_empty() {
        let kind = "everything else";
        match groups.iter_mut().find(|group| words::same(&group.kind, kind)) {
            Some(group) => group.items.append(&mut rest),
            None => {
                while groups.len() >= GROUPS_MAX {
                    rest.splice(0..0, groups.pop().map(|group| group.items).unwrap_or_default());
                }
                groups.push(Group { kind: kind.to_owned(), items: rest });
            }
        }
    }
    groups
}

/// The thing in hand has a better name now, if there is one.
pub(super) fn rename(draft: &mut Draft<Tidying>, to: Option<&String>) -> Result<(), Rejection> {
    match (to, draft.state().in_hand()) {
        (Some(to), Some(item)) => items::becomes(draft, item, std::slice::from_ref(to)),
        (None, _) | (_, None) => Ok(()),
    }
}

/// It stays unclear. What the person has decided stays as it is.
pub(super) fn skip(draft: &mut Draft<Tidying>) {
    if let Some(item) = draft.state().in_hand().filter(|id| items::is_open(draft, *id)) {
        items::decide(draft, item, Pile::Unsure, Decider::Coach);
    }
    course::enter(draft, Mode::sorting());
}

pub(super) fn reframe(
    draft: &mut Draft<Tidying>,
    response: &str,
    stuck: Option<&String>,
    question: Option<&String>,
) {
    if let Some(Mode::DecisionSupport { stuck_item, item, reframe }) = draft.state().mode() {
        let known = |stuck: &String| draft.state().named(stuck).map(|item| item.id);
        // A clearer word for it that is not its name does not lose the thing.
        let item = stuck.and_then(known).or(*item);
        let (stuck_item, question) =
            (stuck.unwrap_or(stuck_item).clone(), question.or(reframe.as_ref()).cloned());
        draft.tell(Event::Reframed { stuck_item, item, question });
    }
    speak(draft, response);
}

/// Back to sorting, with what the person decided in words, if they did, and with what is said and proposed then.
pub(super) fn resume(
    draft: &mut Draft<Tidying>,
    (decision, place): (Option<Verb>, Option<&str>),
    response: Option<&String>,
    then: &[NewNext],
) {
    // A place alone says that it stays there.
    let decision = decision.or(place.map(|_| Verb::Place)).map(|verb| Disposition::of(verb, place));
    let decided = decision.zip(draft.state().in_hand());
    let own = decided.as_ref().and_then(|(becomes, item)| items::own_way(draft, *item, becomes));
    let pile = decided.filter(|_| own.is_none()).and_then(|(becomes, item)| Some((item, becomes.pile()?)));
    if let Some((item, pile)) = pile {
        items::decide(draft, item, pile, Decider::Coach);
    }
    course::enter(draft, Mode::sorting());
    open(draft, response, own.into_iter().collect(), then);
}
