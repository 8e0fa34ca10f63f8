//! Decision support: another question, and no pressure. First one of the thing's own, then one about what the space is for;
//! after that it may wait.

use super::super::desk::{Desk, WORDS_MAX, cut};
use super::super::lines::Pool;
use super::super::naming::the;
use super::super::things::{is_careful, is_disposal, is_held_dear};
use super::proposal::{How, choices};
use crate::command::{Command, NewChoice};
use crate::heard::{HERE, Heard, decisions};
use crate::limits::{LINE_CHARS_MAX, NAME_CHARS_MAX};
use crate::piles::{Disposition, Item, Verb};

pub(super) fn turn(desk: &Desk<'_>, reframe: Option<&str>) -> Command {
    match desk.in_hand() {
        Some(item) => stuck(desk, item, reframe),
        None => start(desk),
    }
}

/// Where to begin: something small, and then on.
fn start(desk: &Desk<'_>) -> Command {
    if !desk.came_from(&[Pool::SupportStart]) || desk.said.is_none() {
        let line = desk.line(Pool::SupportStart, &[], WORDS_MAX);
        let response = line.unwrap_or_else(|| "One thing, any thing. What is it?".to_owned());
        return Command::Reframe { response, stuck_item: None, reframe_question: None };
    }
    desk.note(desk.new_things()).unwrap_or_else(|| resume(desk, None))
}

fn resume(desk: &Desk<'_>, decision: Option<NewChoice>) -> Command {
    let decision = decision.filter(|_| desk.turn.decides);
    let (decision, place) = decision.map(|it| (it.disposition, it.at)).unzip();
    Command::ResumeSorting { decision, place: place.flatten(), response: None, then: Vec::new() }
}

/// What was decided, with the place that the list has for a thing that simply stays.
fn chosen(becomes: &Disposition, home: Option<String>) -> NewChoice {
    let chosen = NewChoice::from(becomes);
    let is_here = chosen.disposition == Verb::Place && chosen.at.as_deref() == Some(HERE);
    if is_here { NewChoice { at: home, ..chosen } } else { chosen }
}

/// What a yes to a question means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Yes {
    Keeps,
    Goes,
    Waits,
    /// What was asked back.
    Is(Verb),
}

fn stuck(desk: &Desk<'_>, item: &Item, reframe: Option<&str>) -> Command {
    let known = desk.about(item);
    let Some(question) = reframe else {
        // Nobody who mourns is asked whether it fits (Y19).
        let own = known.filter(|_| !is_held_dear(&desk.view.things, item));
        let own = own.and_then(|thing| pick(desk, &thing.ask));
        return match own {
            Some(question) => ask(desk, question),
            None => second(desk, item),
        };
    };
    let Some(said) = desk.said else { return resume(desk, None) };
    // What is asked in passing is answered, and the question stands (Y17).
    if let Some(response) = desk.fact() {
        return Command::Reframe { response, stuck_item: None, reframe_question: None };
    }
    // Whoever names other things has moved on.
    let new = desk.new_things();
    let moves_on = desk.message.adds() || new.len() > 1;
    if moves_on {
        return desk.note(new).unwrap_or_else(|| resume(desk, None));
    }
    let choices = choices(desk, item, known, &How::default());
    let home = known.map(|thing| cut(&thing.home, NAME_CHARS_MAX)).map(|home| {
        // What is kept is not kept in a bin.
        if is_disposal(&home) { HERE.to_owned() } else { home }
    });
    let careful = is_held_dear(&desk.view.things, item) || is_careful(&item.name, desk.kind(item));
    let of = |verb: Verb| {
        let known = choices.iter().find(|choice| choice.disposition == verb).cloned();
        let at = home.clone().filter(|_| verb == Verb::Place);
        known.unwrap_or(NewChoice { disposition: verb, at })
    };
    let best_to_go = || {
        let goes = |choice: &&NewChoice| !matches!(choice.disposition, Verb::Place | Verb::Skip);
        // What is dear or does harm goes out by the person's own words, or not at all.
        let best = choices.iter().find(goes).filter(|_| !careful);
        best.cloned().unwrap_or_else(|| of(Verb::Skip))
    };
    let verdict =
        || desk.message.verdict().filter(|verb| !careful || *verb == Verb::Place || desk.message.says_how());
    // What is said in plain words is decided (Y15); whatever only sounds like it is asked back (Y14).
    let (decided, half) = match decisions(desk.view, said) {
        Some(Heard::Decided(all)) => (Some(all.things), None),
        Some(Heard::Half(id, becomes, _)) => (None, Some(becomes.verb()).filter(|_| id == item.id)),
        None => (None, None),
    };
    if let Some(all) = decided {
        let this = all.into_iter().find(|(id, _)| *id == item.id);
        return resume(desk, this.map(|(_, becomes)| chosen(&becomes, home)));
    }
    let half = half.or_else(verdict);
    let doubtful = desk.message.is_doubtful();
    let (yes, no) = (desk.message.is_yes() && !doubtful, desk.message.is_no() && !doubtful);
    // Words about something else decide nothing about this.
    let other = desk.meant().is_some_and(|meant| meant.id != item.id && !desk.is_named(item));
    if other && (half.is_some() || yes || no) {
        return resume(desk, None);
    }
    if let Some(verb) = half {
        return back(desk, item, verb);
    }
    match meaning(desk, item, question) {
        Some(Yes::Is(verb)) if yes => resume(desk, Some(of(verb))),
        Some(Yes::Waits) if no || doubtful => resume(desk, None),
        Some(Yes::Waits) => resume(desk, Some(of(Verb::Skip))),
        Some(Yes::Keeps) if yes => resume(desk, Some(of(Verb::Place))),
        Some(Yes::Keeps) if no => resume(desk, Some(best_to_go())),
        Some(Yes::Goes) if yes => resume(desk, Some(best_to_go())),
        Some(Yes::Goes) if no => resume(desk, Some(of(Verb::Place))),
        Some(_) => last(desk, item),
        // A question of the thing's own opens the matter; its answer does not settle it.
        None => second(desk, item),
    }
}

/// One of the thing's own questions that can be answered with yes or no, another one each time.
fn pick<'a>(desk: &Desk<'_>, questions: &'a [String]) -> Option<&'a String> {
    let fitting: Vec<&String> = questions.iter().filter(|question| is_yes_or_no(question)).collect();
    fitting.get(desk.view.turn as usize / 2 % fitting.len().max(1)).copied()
}

/// Words by which a question for yes or no begins.
const ASKS: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "would", "could", "can", "will",
    "should", "may",
];

fn is_yes_or_no(question: &str) -> bool {
    let first = question.split_whitespace().next().unwrap_or_default().to_lowercase();
    ASKS.contains(&first.as_str()) && !question.contains(" or ")
}

/// What is put into the questions about a thing, and into one that asks whether this is to become of it.
fn with_slots<T>(desk: &Desk<'_>, item: &Item, verb: Verb, with: impl Fn(&[(&str, &str)]) -> T) -> T {
    let way = match verb {
        Verb::Place => "stay",
        Verb::Trash => "go in the trash",
        Verb::Donate => "be given away",
        Verb::Recycle => "be recycled",
        Verb::HandIn => "be handed in",
        Verb::ToDo => "be seen to first",
        Verb::Skip | Verb::NeedInfo => "wait",
    };
    let (name, function) = (the(&item.name), desk.view.function.as_deref().unwrap_or_default());
    with(&[("item", &name), ("function", function), ("way", way)])
}

/// The pools of questions whose answer settles the matter.
const SETTLING: &[(Pool, Yes)] = &[
    (Pool::SupportFunction, Yes::Keeps),
    (Pool::SupportFunctionGo, Yes::Goes),
    (Pool::Support, Yes::Keeps),
    (Pool::SupportGo, Yes::Goes),
    (Pool::SupportAgain, Yes::Waits),
];

/// What a yes to this question means, if it is one of ours.
fn meaning(desk: &Desk<'_>, item: &Item, question: &str) -> Option<Yes> {
    let ours = |pool: Pool, verb: Verb| {
        with_slots(desk, item, verb, |slots| {
            let mut asked = pool.deck().lines.iter().filter_map(|line| line.fill(slots));
            asked.any(|line| cut(&line, LINE_CHARS_MAX) == question)
        })
    };
    let settled = SETTLING.iter().find(|(pool, _)| ours(*pool, Verb::Skip)).map(|(_, yes)| *yes);
    let is = || Verb::DECIDING.iter().find(|verb| ours(Pool::SupportBack, **verb)).copied().map(Yes::Is);
    settled.or_else(is)
}

/// Asks back what was half said: nothing is moved by it (Y14).
fn back(desk: &Desk<'_>, item: &Item, verb: Verb) -> Command {
    match with_slots(desk, item, verb, |slots| desk.line(Pool::SupportBack, slots, WORDS_MAX)) {
        Some(question) => ask(desk, &question),
        None => last(desk, item),
    }
}

/// A question by what the space is for, or a plain one. What is dear is not weighed against a space: it may wait.
fn second(desk: &Desk<'_>, item: &Item) -> Command {
    if is_held_dear(&desk.view.things, item) {
        return last(desk, item);
    }
    let goes = (desk.view.turn / 2).is_multiple_of(3);
    let (about_space, plain) = if goes {
        (Pool::SupportFunctionGo, Pool::SupportGo)
    } else {
        (Pool::SupportFunction, Pool::Support)
    };
    let line = with_slots(desk, item, Verb::Skip, |slots| {
        desk.line(about_space, slots, WORDS_MAX).or_else(|| desk.line(plain, slots, WORDS_MAX))
    });
    ask(desk, &line.unwrap_or_else(|| "Would you miss it?".to_owned()))
}

/// Still stuck: it may wait.
fn last(desk: &Desk<'_>, item: &Item) -> Command {
    match with_slots(desk, item, Verb::Skip, |slots| desk.line(Pool::SupportAgain, slots, WORDS_MAX)) {
        Some(question) => ask(desk, &question),
        None => resume(desk, Some(NewChoice { disposition: Verb::Skip, at: None })),
    }
}

/// The question stands by itself, for yes and no; a few words go before it.
fn ask(desk: &Desk<'_>, question: &str) -> Command {
    let line = desk.line(Pool::SupportGentle, &[], WORDS_MAX);
    Command::Reframe {
        response: line.unwrap_or_else(|| "No hurry.".to_owned()),
        stuck_item: None,
        reframe_question: Some(cut(question, LINE_CHARS_MAX)),
    }
}
