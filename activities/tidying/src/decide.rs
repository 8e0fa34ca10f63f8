//! The rules: what each command does, and what follows from it.
//!
//! Whether a seat may give a command at all, and whether what it says is in range, is held by the form that it is asked with (Y2). What
//! is checked here is what no form can say. What moves the session from mode to mode is in `course`.

mod coach;
mod course;
pub(super) mod fallback;
mod items;
mod person;
mod photos;

use std::sync::Arc;

use engine::{Actor, Draft, Fault, Seat, SeatId};

use super::Tidying;
use super::command::{Command, NewItem};
use super::event::Event;
use super::limits::LINE_CHARS_MAX;
use super::mode::Mode;
use super::outcome::Left;
use super::rejection::Rejection;
use super::setup::Setup;

/// Opens a session, with what the last one in the same space left (Y10).
pub(super) fn open(draft: &mut Draft<Tidying>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
    let faults = setup.faults(seats);
    if !faults.is_empty() {
        return Err(faults);
    }
    draft.tell(Event::SpaceOpened {
        players: seats.clone(),
        coach_id: SeatId::at(seats.len() - 1),
        seed_hash: draft.seed_hash(),
        space: setup.space.trim().to_owned(),
        coach_sees: setup.coach_sees,
        answer_ms: setup.answer_ms,
        before: setup.before.clone(),
        things: setup.things.clone(),
        begun_at: draft.utc(),
    });
    if let Some(Left { function, anchors, things, to_do, .. }) = &setup.before {
        if function.is_some() || !anchors.is_empty() {
            draft.tell(Event::FunctionFound { function: function.clone(), anchors: anchors.clone() });
        }
        // What was to be done with a thing is known of it, and where it goes is to be said (Y17).
        let done = to_do.iter().map(|(name, what)| {
            let look = format!("to do, from last time: {what}");
            NewItem { look: Some(look.chars().take(LINE_CHARS_MAX).collect()), ..NewItem::of(name) }
        });
        let things: Vec<NewItem> = things.iter().map(|name| NewItem::of(name)).chain(done).collect();
        if !things.is_empty() {
            items::note(draft, &things);
        }
    }
    Ok(())
}

/// Decides a command.
pub(super) fn decide(draft: &mut Draft<Tidying>, by: Actor, command: &Command) -> Result<(), Rejection> {
    let is_coach = by == Actor::Seat(draft.state().coach);
    match command {
        Command::Say { text } => person::say(draft, text)?,
        Command::Choose { choice } => person::choose(draft, *choice)?,
        Command::Write { text } => person::write(draft, text)?,
        Command::Skip => person::skip(draft),
        Command::WhatsThat => person::whats_that(draft, None),
        Command::Stuck => person::stuck(draft),
        Command::Yes => person::yes(draft),
        Command::No => person::no(draft),
        Command::ChooseFunction { branch, anchors } => person::choose_function(draft, *branch, anchors),
        Command::Split => drop(person::split(draft)),
        Command::KeepWhole => person::keep_whole(draft),
        Command::Undo => person::undo(draft)?,
        Command::Stop => person::stop(draft, "I'm done."),
        Command::DeletePhotos => photos::delete(draft),
        Command::ResumeSorting { .. } if !is_coach => person::go_on(draft),

        Command::NoteItems { items } => {
            items::replace(draft, items)?;
            items::note(draft, items);
        }
        Command::AskSpaceFunction(survey) => coach::ask_space_function(draft, survey),
        Command::Survey { response, discovered_function: function, discovered_anchors: anchors } => {
            coach::talk(draft, coach::found(function, anchors), response);
        }
        Command::BeginSorting(new) => coach::begin(draft, new),
        Command::ProposeDisposition(proposal) => coach::propose(draft, proposal)?,
        Command::Sort { response, current_item, item_location } => {
            coach::sort(draft, response, current_item.as_ref(), item_location.clone())?;
        }
        Command::OfferSplit { response, groups } => coach::offer_split(draft, response, groups),
        Command::NeedToClarify { item, photo_context, reason } => {
            let item = items::named_or_new(draft, NewItem::of(item))?;
            course::to_clarifying(draft, item, photo_context.clone(), reason.clone());
        }
        Command::UserSeemsStuck { stuck_item } => {
            let item = draft.state().named(stuck_item).map(|item| item.id);
            let stuck_item = stuck_item.clone();
            course::enter(draft, Mode::DecisionSupport { stuck_item, item, reframe: None });
        }
        Command::TimeToWrap => course::to_winding_down(draft, false),
        Command::Describe { response, describing_item, spatial_refs: refs, physical_traits: traits } => {
            coach::rename(draft, describing_item.as_ref())?;
            let known = Event::ItemDescribed { spatial_refs: refs.clone(), traits: traits.clone() };
            coach::talk(draft, (!refs.is_empty() || !traits.is_empty()).then_some(known), response);
        }
        Command::SkipItem => coach::skip(draft),
        Command::Reframe { response, stuck_item, reframe_question } => {
            coach::reframe(draft, response, stuck_item.as_ref(), reframe_question.as_ref());
        }
        Command::ResumeSorting { decision, place, response, then } => {
            coach::resume(draft, (*decision, place.as_deref()), response.as_ref(), then);
        }
        Command::SumUp { response, session_summary: summary, next_time } => {
            let noted = Event::SummaryNoted { summary: summary.clone(), next_time: next_time.clone() };
            coach::talk(draft, (summary.is_some() || next_time.is_some()).then_some(noted), response);
        }
        Command::EndSession => course::end(draft),

        Command::AddPhoto { seat, photo } => photos::add(draft, by, *seat, *photo)?,
    }
    match is_coach {
        true => coach::settle(draft),
        false => coach::go_on(draft),
    }
    Ok(())
}
