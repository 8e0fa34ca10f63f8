//! A proposal: which choices a thing gets, and the words for it (Y6).

use super::super::desk::{Desk, count, cut};
use super::super::lines::Pool;
use super::super::naming::the;
use super::super::things::{
    is_careful, is_damaged, is_disposal, is_hazard, is_held_dear, is_weapon, with_care,
};
use crate::command::{Command, NewChoice, NewProposal};
use crate::heard::HERE;
use crate::limits::{CHOICES, NAME_CHARS_MAX, SORTING_WORDS_MAX};
use crate::piles::{Disposition, Item, Verb};
use crate::setup::Thing;

/// How a thing is proposed.
#[derive(Default)]
pub(super) struct How {
    /// What is said before it, if there is room.
    pub(super) before: Option<String>,
    /// What was asked, which is answered before anything else (Y17).
    pub(super) answer: Option<String>,
    /// What the person seems to want for it.
    pub(super) first: Option<Verb>,
    /// Where they want it, if it is to stay.
    pub(super) at: Option<String>,
    /// The first choice was refused: another one, please.
    pub(super) other: bool,
    /// It was put aside, and comes up a second time.
    pub(super) once_more: bool,
}

/// Proposes what becomes of a thing.
pub(super) fn propose(desk: &Desk<'_>, item: &Item, how: &How) -> Command {
    let known = desk.about(item);
    let choices = choices(desk, item, known, how);
    let response = words(desk, item, known, &choices, how);
    Command::ProposeDisposition(Box::new(NewProposal {
        response,
        item: item.name.clone(),
        look: None,
        place: item.place.clone(),
        choices,
        then: Vec::new(),
    }))
}

/// May yes mean that somebody else gets it? Things that are not on the list are asked about in both ways.
fn asks_to_go(desk: &Desk<'_>) -> bool {
    (desk.view.turn / 2).is_multiple_of(4)
}

/// Two to four choices, the best first, and putting it aside last.
pub(super) fn choices(desk: &Desk<'_>, item: &Item, known: Option<&Thing>, how: &How) -> Vec<NewChoice> {
    let kind = known.map(|thing| thing.kind.as_str()).or(item.kind.as_deref());
    let dear = is_held_dear(&desk.view.things, item);
    let careful = dear || is_careful(&item.name, kind);
    let disposal = known.is_some_and(|thing| is_disposal(&thing.home));
    let mut verbs: Vec<Verb> = match known {
        Some(thing) => thing.usually.iter().filter_map(|word| Verb::of(word)).collect(),
        None if asks_to_go(desk) && !careful => vec![Verb::Donate, Verb::Place, Verb::Trash],
        None if is_hazard(&item.name) => vec![Verb::Place, Verb::Recycle],
        None => vec![Verb::Place, Verb::Donate, Verb::Trash],
    };
    verbs.retain(|verb| *verb != Verb::Skip && !(careful && *verb == Verb::Trash));
    let damaged = is_damaged(&item.name) || item.look.as_deref().is_some_and(is_damaged);
    if damaged && !dear {
        let goes = [Verb::Recycle, Verb::Trash].into_iter().find(|verb| verbs.contains(verb));
        if let Some(goes) = goes {
            verbs.retain(|verb| *verb != Verb::Donate);
            to_front(&mut verbs, goes);
        }
    }
    // Rubbish belongs in the bin: that is what the bin is for.
    if disposal && verbs.len() > 1 {
        verbs.retain(|verb| *verb != Verb::Place);
    }
    if dear || desk.is_anchor(&item.name) {
        to_front(&mut verbs, Verb::Place);
    }
    if how.other && verbs.len() > 1 {
        verbs.rotate_left(1);
    }
    // What the list sends to be recycled and never to the bin must not go there.
    let listed = |word: &str| known.is_some_and(|thing| thing.usually.iter().any(|verb| verb == word));
    match how.first {
        // The bin is never proposed first for what is dear or does harm in it; who means it can say so.
        Some(Verb::Trash) if careful || (listed("recycle") && !listed("trash")) => {
            let other = [Verb::Recycle, Verb::Donate].into_iter().find(|verb| verbs.contains(verb));
            other.into_iter().for_each(|verb| to_front(&mut verbs, verb));
        }
        Some(Verb::HandIn | Verb::ToDo | Verb::Skip | Verb::NeedInfo) | None => {}
        Some(verb) => to_front(&mut verbs, verb),
    }
    if is_weapon(&item.name) {
        verbs = vec![Verb::Place];
    }
    verbs.truncate(CHOICES.end() - 1);
    let home = match known {
        _ if how.at.is_some() => cut(how.at.as_deref().unwrap_or(HERE), NAME_CHARS_MAX),
        Some(thing) if !desk.is_anchor(&item.name) && !disposal => cut(&thing.home, NAME_CHARS_MAX),
        _ => HERE.to_owned(),
    };
    // As the rules would have it (Y19), so that the words are about what is first.
    let verbs = verbs.into_iter().chain([Verb::Skip]).map(|verb| Disposition::of(verb, Some(&home)));
    with_care(&desk.view.things, item, verbs).iter().map(NewChoice::from).collect()
}

fn to_front(verbs: &mut Vec<Verb>, verb: Verb) {
    verbs.retain(|other| *other != verb);
    verbs.insert(0, verb);
}

/// The first choice inside a sentence: for one thing and for many.
fn choice_words(choice: &NewChoice) -> String {
    match choice.disposition {
        Verb::Place => match choice.at.as_deref() {
            Some(HERE) | None => "keep here".to_owned(),
            Some(at) => at.to_owned(),
        },
        Verb::Trash => "the bin".to_owned(),
        Verb::Donate => "the donation box".to_owned(),
        Verb::HandIn | Verb::ToDo => choice.at.clone().unwrap_or_default(),
        Verb::Recycle => "recycling".to_owned(),
        Verb::Skip | Verb::NeedInfo => "later".to_owned(),
    }
}

fn words(desk: &Desk<'_>, item: &Item, known: Option<&Thing>, choices: &[NewChoice], how: &How) -> String {
    let choice = choices.first().map(choice_words).unwrap_or_default();
    let (name, place) = (the(&item.name), item.place.clone().unwrap_or_default());
    let slots = [("item", name.as_str()), ("choice", choice.as_str()), ("place", place.as_str())];
    let goes = choices.first().is_some_and(|first| first.disposition == Verb::Donate);
    let pools: &[Pool] = if how.once_more {
        &[Pool::SortingOnceMore]
    } else if is_held_dear(&desk.view.things, item) {
        &[Pool::SortingKeepsake, Pool::SortingPropose]
    } else if known.is_none() && how.first.is_none() && !how.other {
        if goes { &[Pool::SortingUnknownGo] } else { &[Pool::SortingUnknown] }
    } else if !place.is_empty() && (desk.view.turn / 2).is_multiple_of(2) {
        &[Pool::SortingProposePlace, Pool::SortingPropose]
    } else {
        &[Pool::SortingPropose]
    };
    let before = how.answer.as_deref().or(how.before.as_deref()).unwrap_or_default();
    let room = SORTING_WORDS_MAX - count(before).min(SORTING_WORDS_MAX);
    let with_before = pools.iter().find_map(|pool| desk.line(*pool, &slots, room));
    if let Some(line) = with_before {
        return format!("{before} {line}").trim().to_owned();
    }
    if let Some(answer) = &how.answer {
        return answer.clone();
    }
    let alone = pools.iter().find_map(|pool| desk.line(*pool, &slots, SORTING_WORDS_MAX));
    alone.unwrap_or_else(|| format!("Next: {name}."))
}
