//! Surveying: what is the space for, what stays, and what lies there?

use super::super::desk::{Desk, WORDS_MAX, cut};
use super::super::lines::Pool;
use super::super::naming::the;
use super::super::purpose;
use super::super::spaces::{self, Space};
use super::super::words::named;
use crate::command::{Command, NewItem, NewSurvey};
use crate::limits::{ANCHORS_MAX, BRANCHES, NAME_CHARS_MAX};
use crate::outcome::Left;

/// After so many turns nothing more is asked: sorting shows what there is.
const PATIENCE: u32 = 6;
/// After so many where nothing came of it.
const FRUITLESS: u32 = 4;

pub(super) fn turn(desk: &Desk<'_>) -> Command {
    let Some(said) = desk.said else { return open(desk) };
    let function_is_asked = desk.view.function.is_none() && desk.came_from(&[Pool::SurveyingFirst]);
    if desk.came_from(&[Pool::FollowUp]) {
        return anchors(desk, said);
    }
    let things = desk.new_things();
    let asked =
        function_is_asked.then(|| purpose::purpose(&desk.view.things, &desk.view.space, said)).flatten();
    if let Some(function) = asked {
        // What is named after it, in a sentence of its own, is not lost.
        let (_, rest) = said.split_once(['.', '!', ';', '\n']).unwrap_or_default();
        let rest = named(&desk.view.things, rest);
        let mentioned = |item: &NewItem| item.kind.is_some() && rest.iter().any(|it| it.name == item.name);
        if let Some(note) = desk.note(things.into_iter().filter(mentioned).collect()) {
            return note;
        }
        return more(desk, &function, Some(function.clone()), Vec::new());
    }
    if let Some(note) = desk.note(things) {
        return note;
    }
    if desk.has_photos() && desk.view.turn < PATIENCE {
        return survey(desk.line(Pool::SortingPhoto, &[], WORDS_MAX), None, Vec::new());
    }
    let something = desk.view.waiting().next().is_some();
    let limit = if desk.view.function.is_some() { PATIENCE } else { FRUITLESS };
    if something || desk.view.turn >= limit || (desk.message.is_more() && !function_is_asked) {
        return Command::BeginSorting(Box::default());
    }
    match &desk.view.function {
        Some(function) if desk.view.anchors.is_empty() && desk.view.turn < FRUITLESS => {
            let slots = [("function", function.as_str())];
            survey(desk.line(Pool::FollowUp, &slots, WORDS_MAX), None, Vec::new())
        }
        Some(function) => more(desk, function, None, Vec::new()),
        // It was asked once; what lies there says as much.
        None => survey(desk.line(Pool::SurveyingThings, &[], WORDS_MAX), None, Vec::new()),
    }
}

/// The first words.
fn open(desk: &Desk<'_>) -> Command {
    let space = the(&desk.view.space);
    if let Some(Left { things, next_time, function, .. }) = &desk.view.before {
        if let Some(next) = next_time.as_ref().or_else(|| things.first()) {
            let next = the(next);
            let slots = [("space", space.as_str()), ("next", next.as_str())];
            return survey(desk.line(Pool::SurveyingAgain, &slots, WORDS_MAX), None, Vec::new());
        }
        if let Some(function) = function {
            return more(desk, function, None, Vec::new());
        }
    }
    if let Some(function) = desk.view.function.clone() {
        return more(desk, &function, None, Vec::new());
    }
    let response = desk.line(Pool::SurveyingFirst, &[("space", &space)], WORDS_MAX);
    match spaces::of(&desk.view.space).filter(|space| BRANCHES.contains(&space.branch.len())) {
        Some(Space { question, branch, .. }) => {
            let response = response.unwrap_or_else(|| question.clone());
            let (question, branches) = (question.clone(), branch.clone());
            Command::AskSpaceFunction(Box::new(NewSurvey { response, question, branches }))
        }
        None => survey(response, None, Vec::new()),
    }
}

/// What stays was asked: what is named now stays, and is not sorted.
fn anchors(desk: &Desk<'_>, said: &str) -> Command {
    let names = named(&desk.view.things, said).into_iter().map(|it| it.name).take(ANCHORS_MAX).collect();
    match desk.view.function.clone() {
        Some(function) => more(desk, &function, None, names),
        None => Command::BeginSorting(Box::default()),
    }
}

/// It is known what the space is for: what lies there?
fn more(desk: &Desk<'_>, function: &str, discovered: Option<String>, anchors: Vec<String>) -> Command {
    let line = desk.line(Pool::SurveyingMore, &[("function", function)], WORDS_MAX);
    survey(line.or_else(|| desk.line(Pool::SortingAsk, &[], WORDS_MAX)), discovered, anchors)
}

fn survey(response: Option<String>, function: Option<String>, anchors: Vec<String>) -> Command {
    Command::Survey {
        response: response.unwrap_or_else(|| "What is there?".to_owned()),
        discovered_function: function.map(|function| cut(&function, NAME_CHARS_MAX)),
        discovered_anchors: anchors,
    }
}
