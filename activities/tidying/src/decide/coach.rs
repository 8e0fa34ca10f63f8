//! What the coach does.

use crate::view::{Branch, Disposition, Group, ItemId, Mode, Pile, Proposal, Survey};
use engine::Draft;

use super::course::{self, coach_is_asked};
use super::{fallback, items, line, name, several, some};
use crate::Tidying;
use crate::command::{Command, NewGroup, NewItem, NewProposal, NewSurvey, Verb};
use crate::event::{Decider, Event};
use crate::heard::key;
use crate::limits::{
    ANCHORS_MAX, BRANCHES, BREAKS_MAX, CHOICES, GROUP_ITEMS_MAX, GROUPS_MAX, IDEAS_MAX, NOTED_MAX, REFS_MAX,
    RESPONSE_CHARS_MAX, TRAITS_MAX,
};
use crate::rejection::Rejection;
use kit::words;

/// A command of the coach's that may answer what it is asked. Too many changes of mode without a word of the person, and
/// they get the word (Y3).
pub(super) fn act(draft: &mut Draft<Tidying>, command: &Command) -> Result<(), Rejection> {
    match command {
        Command::NoteItems { items } => note_items(draft, items),
        Command::AskSpaceFunction(survey) => ask_space_function(draft, survey),
        Command::Survey { response, discovered_function, discovered_anchors } => {
            survey(draft, response, discovered_function.as_ref(), discovered_anchors)
        }
        Command::BeginSorting => {
            course::enter(draft, Mode::sorting());
            Ok(())
        }
        Command::ProposeDisposition(proposal) => propose(draft, proposal),
        Command::Sort { response, current_item, item_location } => {
            sort(draft, response, current_item.as_ref(), item_location.as_ref())
        }
        Command::OfferSplit { response, groups } => offer_split(draft, response, groups),
        Command::NeedToClarify { item, photo_context, reason } => {
            let (context, reason) = (line("what can be seen", photo_context)?, line("the reason", reason)?);
            let item = take(draft, item)?;
            course::to_clarifying(draft, item, context, reason);
            Ok(())
        }
        Command::UserSeemsStuck { stuck_item } => {
            let stuck = name("what they are stuck with", stuck_item)?;
            let item = draft.state().named(&stuck).map(|item| item.id);
            course::enter(draft, Mode::DecisionSupport { stuck_item: stuck, item, reframe: None });
            Ok(())
        }
        Command::TimeToWrap => {
            course::to_winding_down(draft, false);
            Ok(())
        }
        Command::Describe { response, describing_item, spatial_refs, physical_traits } => {
            describe(draft, response, describing_item.as_ref(), spatial_refs, physical_traits)
        }
        Command::SkipItem => {
            // What the person has decided stays as it is.
            if let Some(item) = draft.state().in_hand().filter(|id| items::is_open(draft, *id)) {
                items::decide(draft, item, Pile::Unsure, Decider::Coach);
            }
            course::enter(draft, Mode::sorting());
            Ok(())
        }
        Command::Reframe { response, stuck_item, reframe_question } => {
            reframe(draft, response, stuck_item.as_ref(), reframe_question.as_ref())
        }
        Command::ResumeSorting { decision, place } => resume(draft, *decision, place.as_ref()),
        Command::SumUp { response, session_summary, next_time } => {
            let response = words_of(response)?;
            let summary = some(line, "the summary", session_summary.as_ref())?;
            let next_time = some(line, "what comes first next time", next_time.as_ref())?;
            if summary.is_some() || next_time.is_some() {
                draft.tell(Event::SummaryNoted { summary, next_time });
            }
            speak(draft, response);
            Ok(())
        }
        Command::EndSession => {
            course::end(draft);
            Ok(())
        }
        // The question that this seat is asked offers none of these.
        Command::Say { .. }
        | Command::Choose { .. }
        | Command::Write { .. }
        | Command::Skip
        | Command::WhatsThat
        | Command::Stuck
        | Command::Yes
        | Command::No
        | Command::ChooseFunction { .. }
        | Command::Split
        | Command::KeepWhole
        | Command::Undo
        | Command::Stop
        | Command::DeletePhotos
        | Command::AddPhoto { .. } => Err(Rejection::NotYours { who: "the person" }),
    }?;
    if draft.state().breaks >= BREAKS_MAX && coach_is_asked(draft.state()) {
        draft.tell(Event::TurnSettled {});
        fallback::unread(draft, "the coach did not come to it");
        fallback::plain_word(draft);
    }
    Ok(())
}

/// The coach's own words.
fn words_of(response: &str) -> Result<String, Rejection> {
    words::clean("what you say", response, RESPONSE_CHARS_MAX).map_err(Rejection::Text)
}

fn speak(draft: &mut Draft<Tidying>, response: String) {
    draft.tell(Event::CoachSaid { response, auto: false });
}

fn note_items(draft: &mut Draft<Tidying>, new: &[NewItem]) -> Result<(), Rejection> {
    if !(1..=NOTED_MAX).contains(&new.len()) {
        return Err(Rejection::WrongCount { what: "things", given: new.len(), min: 1, max: NOTED_MAX });
    }
    let new = items::check(new)?;
    items::note(draft, &new);
    Ok(())
}

/// What is the space for (Y7)?
fn ask_space_function(draft: &mut Draft<Tidying>, new: &NewSurvey) -> Result<(), Rejection> {
    let (min, max) = (*BRANCHES.start(), *BRANCHES.end());
    if !BRANCHES.contains(&new.branches.len()) {
        return Err(Rejection::WrongCount { what: "answers", given: new.branches.len(), min, max });
    }
    let response = words_of(&new.response)?;
    let question = line("the question", &new.question)?;
    let mut branches = Vec::new();
    for branch in &new.branches {
        branches.push(Branch {
            function: name("what the space is for", &branch.function)?,
            follow_up: line("what is asked then", &branch.follow_up)?,
            anchors: several(name, "ideas of what may stay", &branch.anchors, (0, IDEAS_MAX))?,
        });
    }
    speak(draft, response);
    draft.tell(Event::FunctionAsked { survey: Survey { question, branches } });
    Ok(())
}

fn survey(
    draft: &mut Draft<Tidying>,
    response: &str,
    function: Option<&String>,
    anchors: &[String],
) -> Result<(), Rejection> {
    let response = words_of(response)?;
    let function = some(name, "what the space is for", function)?;
    let anchors = several(name, "what stays", anchors, (0, ANCHORS_MAX))?;
    if function.is_some() || !anchors.is_empty() {
        draft.tell(Event::FunctionFound { function, anchors });
    }
    speak(draft, response);
    Ok(())
}

/// The thing that the coach names, in the part of the unsure pile that is at hand, if there is one (Y9).
fn take(draft: &mut Draft<Tidying>, called: &str) -> Result<ItemId, Rejection> {
    take_item(draft, NewItem { name: name("the thing", called)?, ..NewItem::default() })
}

fn take_item(draft: &mut Draft<Tidying>, item: NewItem) -> Result<ItemId, Rejection> {
    let state = draft.state();
    if let Some(group) = state.groups.first() {
        let things = || group.items.iter().filter_map(|id| state.item(*id));
        return match things().find(|known| key(&known.name) == key(&item.name)) {
            Some(_) => items::named_or_new(draft, item),
            None => {
                let known: Vec<&str> = things().map(|item| item.name.as_str()).collect();
                Err(Rejection::OtherKind { kind: group.kind.clone(), known: known.join(", ") })
            }
        };
    }
    items::named_or_new(draft, item)
}

/// What becomes of one thing (Y6).
fn propose(draft: &mut Draft<Tidying>, new: &NewProposal) -> Result<(), Rejection> {
    let (min, max) = (*CHOICES.start(), *CHOICES.end());
    if !CHOICES.contains(&new.choices.len()) {
        return Err(Rejection::WrongCount { what: "choices", given: new.choices.len(), min, max });
    }
    let response = words_of(&new.response)?;
    let look = some(line, "its look", new.look.as_ref())?;
    let place = some(line, "its place", new.place.as_ref())?;
    let mut choices: Vec<Disposition> = Vec::new();
    for choice in &new.choices {
        let choice = items::disposition(choice.disposition, choice.at.as_ref())?;
        if !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    let called = name("the thing", &new.item)?;
    let item = NewItem { name: called, look, place: place.clone(), kind: None };
    let item = take_item(draft, item)?;
    speak(draft, response);
    if place.is_some() {
        draft.tell(Event::ItemTaken { item: Some(item), place });
    }
    put(draft, item, choices);
    Ok(())
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
    draft.tell(Event::DispositionProposed { name, proposal: Proposal { item, choices, until } });
}

fn sort(
    draft: &mut Draft<Tidying>,
    response: &str,
    current: Option<&String>,
    location: Option<&String>,
) -> Result<(), Rejection> {
    let response = words_of(response)?;
    let current = some(name, "the thing", current)?;
    let place = some(line, "where it lies", location)?;
    if current.is_some() || place.is_some() {
        // A thing that is new is noted, so that nothing that was said of it is lost (Y4).
        let item = match current {
            Some(name) => {
                let item = NewItem { name, place: place.clone(), ..NewItem::default() };
                Some(items::named_or_new(draft, item)?)
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
fn offer_split(draft: &mut Draft<Tidying>, response: &str, groups: &[NewGroup]) -> Result<(), Rejection> {
    if !(1..=GROUPS_MAX).contains(&groups.len()) {
        return Err(Rejection::WrongCount { what: "kinds", given: groups.len(), min: 1, max: GROUPS_MAX });
    }
    let response = words_of(response)?;
    let mut wanted = Vec::new();
    for group in groups {
        let items = several(name, "the things", &group.items, (1, GROUP_ITEMS_MAX))?;
        wanted.push((name("the kind", &group.kind)?, items));
    }
    let groups = parts(draft, &wanted);
    speak(draft, response);
    draft.tell(Event::SplitOffered { groups });
    Ok(())
}

/// The parts that names make of the unsure pile.
pub(super) fn parts(draft: &Draft<Tidying>, wanted: &[(String, Vec<String>)]) -> Vec<Group> {
    let mut left: Vec<(ItemId, String)> =
        draft.state().unsure().map(|item| (item.id, key(&item.name))).collect();
    let mut groups: Vec<Group> = Vec::new();
    for (kind, names) in wanted {
        let keys: Vec<String> = names.iter().map(|name| key(name)).collect();
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

fn describe(
    draft: &mut Draft<Tidying>,
    response: &str,
    called: Option<&String>,
    spatial_refs: &[String],
    traits: &[String],
) -> Result<(), Rejection> {
    let response = words_of(response)?;
    let called = some(name, "its name", called)?;
    let spatial_refs = several(line, "what it lies next to", spatial_refs, (0, REFS_MAX))?;
    let traits = several(line, "what it is like", traits, (0, TRAITS_MAX))?;
    if let Some(to) = called {
        rename(draft, to)?;
    }
    if !spatial_refs.is_empty() || !traits.is_empty() {
        draft.tell(Event::ItemDescribed { spatial_refs, traits });
    }
    speak(draft, response);
    Ok(())
}

/// The thing in hand has a better name now.
fn rename(draft: &mut Draft<Tidying>, to: String) -> Result<(), Rejection> {
    let state = draft.state();
    let Some(item) = state.in_hand().and_then(|id| state.item(id)) else { return Ok(()) };
    if state.named(&to).is_some_and(|known| known.id != item.id) {
        return Err(Rejection::Taken { name: to });
    }
    if item.name != to {
        let (item, from) = (item.id, item.name.clone());
        draft.tell(Event::ItemRenamed { item, from, to });
    }
    Ok(())
}

fn reframe(
    draft: &mut Draft<Tidying>,
    response: &str,
    stuck: Option<&String>,
    question: Option<&String>,
) -> Result<(), Rejection> {
    let response = words_of(response)?;
    let stuck = some(name, "what they are stuck with", stuck)?;
    let question = some(line, "the question", question)?;
    if let Some(Mode::DecisionSupport { stuck_item, item, reframe }) = draft.state().mode() {
        let known = |stuck: &String| draft.state().named(stuck).map(|item| item.id);
        // A clearer word for it that is not its name does not lose the thing.
        let item = stuck.as_ref().and_then(known).or(*item);
        let question = question.or_else(|| reframe.clone());
        let stuck_item = stuck.unwrap_or_else(|| stuck_item.clone());
        draft.tell(Event::Reframed { stuck_item, item, question });
    }
    speak(draft, response);
    Ok(())
}

/// Back to sorting, with what the person decided in words, if they did.
fn resume(
    draft: &mut Draft<Tidying>,
    decision: Option<Verb>,
    place: Option<&String>,
) -> Result<(), Rejection> {
    // A place alone says that it stays there.
    let decision = decision.or(place.map(|_| Verb::Place));
    if let Some(verb) = decision {
        let answered = draft.state().may_bring_decision();
        let item = draft.state().in_hand().filter(|_| answered).ok_or(Rejection::NotDecided)?;
        let pile = items::disposition(verb, place)?.pile().ok_or(Rejection::NotDecided)?;
        items::decide(draft, item, pile, Decider::Coach);
    }
    course::enter(draft, Mode::sorting());
    Ok(())
}
