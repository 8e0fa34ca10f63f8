//! Winding down: what was done, what is left, what comes first next time.

use super::super::desk::{Desk, count};
use super::super::lines::Pool;
use super::super::naming::the;
use crate::command::{Command, CommandName};
use crate::heard::{Meaning, meaning};
use crate::limits::WINDING_WORDS_MAX;
use crate::report;

pub(super) fn turn(desk: &Desk<'_>, summed_up: bool) -> Command {
    if !summed_up || desk.said.is_none() {
        return sum_up(desk);
    }
    let message = &desk.message;
    // What is named now is noted, and is there when it goes on; only what is surely a thing, for this is where people talk.
    let new = desk.new_things().into_iter().filter(|item| item.kind.is_some());
    if let Some(note) = desk.note(new.collect()) {
        return note;
    }
    if let Some(fact) = desk.fact() {
        let room = WINDING_WORDS_MAX.saturating_sub(count(&fact));
        let close =
            desk.line(Pool::WindingClose, &[], room).map_or_else(String::new, |line| format!(" {line}"));
        return Command::SumUp { response: fact + &close, session_summary: None, next_time: None };
    }
    let asked = desk.view.coach_said.as_ref().is_some_and(|said| said.ends_with('?'));
    let stops =
        matches!(meaning(desk.said.unwrap_or_default()), Meaning::Stop | Meaning::Leaving | Meaning::Agreed);
    if !stops && (message.is_more() || (message.is_no() && asked)) {
        return Command::ResumeSorting { decision: None, place: None, response: None, then: Vec::new() };
    }
    if desk.may(CommandName::EndSession) && (stops || message.is_bye()) {
        return Command::EndSession;
    }
    // It may be a goodbye, and the rules want a plain word for it.
    let close = desk.line(Pool::WindingClose, &[], WINDING_WORDS_MAX).filter(|_| message.is_bye());
    match close {
        Some(response) => Command::SumUp { response, session_summary: None, next_time: None },
        None => sum_up(desk),
    }
}

pub(super) fn sum_up(desk: &Desk<'_>) -> Command {
    let done = report::done_so_far(desk.view);
    let next = desk.view.waiting().next().or_else(|| desk.view.unsure().next()).map(|item| item.name.clone());
    let named = next.as_deref().map(the).unwrap_or_default();
    let slots = [("done", done.as_str()), ("next", named.as_str())];
    let line = |pool: Pool| desk.line(pool, &slots, WINDING_WORDS_MAX);
    let response = match (desk.view.processed(), &next) {
        (0, _) => line(Pool::WindingNothing),
        (_, Some(_)) => line(Pool::WindingLeft).or_else(|| line(Pool::Winding)),
        (_, None) => line(Pool::Winding),
    };
    Command::SumUp {
        response: response.unwrap_or_else(|| "A good moment to stop. Everything is noted.".to_owned()),
        session_summary: Some(done),
        next_time: next,
    }
}
