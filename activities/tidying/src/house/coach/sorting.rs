//! Sorting: one thing, and the next.

use super::super::desk::{Desk, cut};
use super::super::lines::Pool;
use super::super::naming::{listed, the};
use super::super::things::{is_hazard, is_held_dear, is_weapon};
use super::super::words::place;
use super::proposal::{How, propose};
use crate::command::{Command, CommandName, NewGroup};
use crate::heard::{self, Meaning};
use crate::limits::{
    GROUP_ITEMS_MAX, GROUPS_MAX, LINE_CHARS_MAX, NAME_CHARS_MAX, SORTING_WORDS_MAX, UNSURE_FULL,
};
use crate::piles::{Item, ItemId, Pile, Verb};

/// The pools of the other modes: what was said in answer to one of these has been heard there.
const CLARIFYING: &[Pool] = &[Pool::Clarifying, Pool::ClarifyingPlace, Pool::ClarifyingNamed];
const SUPPORT: &[Pool] = &[Pool::SupportGentle];
const WINDING: &[Pool] = &[Pool::Winding, Pool::WindingLeft, Pool::WindingNothing, Pool::WindingClose];
const BEGINNING: &[Pool] =
    &[Pool::SurveyingFirst, Pool::SurveyingAgain, Pool::SurveyingMore, Pool::FollowUp, Pool::SupportStart];

/// Where the person's last word was heard first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Nothing was said: something was decided.
    Decision,
    /// Here.
    Here,
    /// Where it began, or began again.
    Beginning,
    Clarifying,
    Elsewhere,
}

fn from(desk: &Desk<'_>) -> Origin {
    if desk.said.is_none() {
        Origin::Decision
    } else if desk.came_from(CLARIFYING) {
        Origin::Clarifying
    } else if desk.came_from(SUPPORT) || desk.came_from(WINDING) {
        Origin::Elsewhere
    } else if desk.came_from(BEGINNING) {
        Origin::Beginning
    } else {
        Origin::Here
    }
}

pub(super) fn turn(desk: &Desk<'_>) -> Command {
    let from = from(desk);
    let heard = desk.said.filter(|_| from == Origin::Here).and_then(|said| heard(desk, said));
    heard.unwrap_or_else(|| go_on(desk, from))
}

/// What the person's words ask for, if they ask for something.
fn heard(desk: &Desk<'_>, said: &str) -> Option<Command> {
    let (message, in_hand) = (&desk.message, desk.in_hand());
    let meant = desk.meant();
    if let Some(answer) = desk.fact() {
        return Some(answered(desk, cut(&answer, LINE_CHARS_MAX)));
    }
    if message.is_change()
        && let Some(item) = meant.or_else(|| desk.last().filter(|_| message.is_about_the_last()))
    {
        let first = message.verdict().or(Some(Verb::Place));
        return Some(again(desk, item, first, desk.line(Pool::SortingChanged, &[], SORTING_WORDS_MAX)));
    }
    let new = desk.new_things();
    // While something is in hand, words are about that, unless they plainly name more.
    if (in_hand.is_none() || message.adds() || new.len() > 1)
        && let Some(note) = desk.note(new)
    {
        return Some(note);
    }
    if desk.has_photos() && desk.may(CommandName::Sort) {
        return Some(say(desk, Pool::SortingPhoto));
    }
    if message.is_what()
        && let Some(item) = meant.or(in_hand).filter(|item| desk.may_take(item))
    {
        return Some(clarify(item));
    }
    match in_hand {
        Some(item) => Some(about(desk, item, meant)),
        None => at_large(desk, said, meant),
    }
}

/// A question is answered, and the thing in hand is put to them again (Y17).
fn answered(desk: &Desk<'_>, answer: String) -> Command {
    match desk.in_hand().filter(|item| desk.may(CommandName::ProposeDisposition) && desk.may_take(item)) {
        Some(item) => propose(desk, item, &How { answer: Some(answer), ..How::default() }),
        None if desk.may(CommandName::Sort) => {
            Command::Sort { response: answer, current_item: None, item_location: None }
        }
        None => split(desk),
    }
}

/// Words about the thing in hand: the person did not take a choice.
fn about(desk: &Desk<'_>, item: &Item, meant: Option<&Item>) -> Command {
    let message = &desk.message;
    let other = meant.filter(|other| other.id != item.id);
    if let Some(other) = other.filter(|_| !message.adds()) {
        return again(desk, other, message.verdict(), None);
    }
    if message.adds() || message.is_where() || message.is_yes() {
        return again(desk, item, None, None);
    }
    if let Some(verb) = message.verdict() {
        return again(desk, item, Some(verb), None);
    }
    // A no to our own question about something unknown is an answer to that.
    let refuses = message.is_no() && message.is_short() && !is_weapon(&item.name);
    if refuses {
        if desk.came_from(&[Pool::SortingUnknown]) {
            // What does harm is not given away: with the bin in mind it is proposed to the collection point.
            let goes = if is_hazard(&item.name) { Verb::Trash } else { Verb::Donate };
            return again(desk, item, Some(goes), None);
        }
        if desk.came_from(&[Pool::SortingUnknownGo]) {
            return again(desk, item, Some(Verb::Place), None);
        }
    }
    // One refusal gets another choice; after the next, help.
    let proposed = desk.came_from(&[Pool::SortingPropose, Pool::SortingProposePlace, Pool::SortingKeepsake]);
    if refuses && proposed && desk.may(CommandName::ProposeDisposition) && desk.may_take(item) {
        let second = How { other: true, ..How::default() };
        let another = propose(desk, item, &second);
        if said_choice(desk, &propose(desk, item, &How::default())) {
            return another;
        }
    }
    Command::UserSeemsStuck { stuck_item: item.name.clone() }
}

/// Was the first choice of this proposal what the coach just said?
fn said_choice(desk: &Desk<'_>, proposal: &Command) -> bool {
    let Command::ProposeDisposition(proposal) = proposal else { return false };
    let Some(said) = &desk.view.coach_said else { return false };
    let first = proposal.choices.first();
    first.is_some_and(|first| match (&first.at, first.disposition) {
        (Some(at), _) => said.contains(at.as_str()) || said.contains("keep here"),
        (None, Verb::Trash) => said.contains("the bin"),
        (None, Verb::Donate) => said.contains("the donation box"),
        (None, _) => said.contains("recycling"),
    })
}

/// Words where nothing is in hand.
fn at_large(desk: &Desk<'_>, said: &str, meant: Option<&Item>) -> Option<Command> {
    let message = &desk.message;
    if heard::meaning(said) == Meaning::Stuck {
        let stuck = desk.view.waiting().next().map_or("where to begin", |item| &item.name);
        return Some(Command::UserSeemsStuck { stuck_item: stuck.to_owned() });
    }
    let one = meant.filter(|_| !desk.names_several());
    if let Some(item) = one.filter(|item| item.pile == Pile::Waiting || message.verdict().is_some()) {
        return Some(again(desk, item, message.verdict(), None));
    }
    if desk.view.waiting().next().is_some() || !desk.view.groups.is_empty() {
        return None;
    }
    let asked = desk.came_from(&[Pool::SortingAsk]);
    let offered = desk.came_from(&[Pool::SortingWrap]);
    let enough =
        message.is_nothing_more() || (message.is_no() && (asked || offered)) || (message.is_yes() && offered);
    if enough && !message.is_more() || message.is_nothing_more() {
        let first = once_more(desk, None).filter(|_| !offered);
        return Some(match first {
            Some(item) => propose(desk, item, &How { once_more: true, ..How::default() }),
            None => Command::TimeToWrap,
        });
    }
    // Nothing came of the last question: another one.
    let ends = asked && !message.is_more() && desk.view.processed() > 0;
    Some(say(desk, if ends { Pool::SortingWrap } else { Pool::SortingAsk }))
}

/// The next of the things that were put aside, once before the end: not those that were offered in parts before.
fn once_more<'a>(desk: &Desk<'a>, after: Option<ItemId>) -> Option<&'a Item> {
    let fresh = after.is_some() || desk.view.unsure().count() > usize::from(desk.view.kept_whole_at);
    let mut unsure = desk.view.unsure().filter(|item| after.is_none_or(|after| item.id > after));
    unsure.next().filter(|_| fresh && desk.may(CommandName::ProposeDisposition))
}

/// A thing comes up again because the person wants it to.
fn again(desk: &Desk<'_>, item: &Item, first: Option<Verb>, before: Option<String>) -> Command {
    if !desk.may(CommandName::ProposeDisposition) {
        return split(desk);
    }
    if desk.may_take(item) {
        let at = desk.said.and_then(place).filter(|_| first == Some(Verb::Place));
        return propose(desk, item, &How { before, first, at, ..How::default() });
    }
    // Kind by kind, and it is another kind now (Y9).
    let kind = desk.view.groups.first().map_or("this kind", |group| &group.kind);
    let name = the(&item.name);
    let line = desk.line(Pool::SortingLocked, &[("item", &name), ("kind", kind)], SORTING_WORDS_MAX);
    let response = line.unwrap_or_else(|| "One kind at a time, please.".to_owned());
    Command::Sort { response, current_item: None, item_location: None }
}

fn clarify(item: &Item) -> Command {
    let context = match (&item.look, &item.place) {
        (Some(look), _) => look.clone(),
        (None, Some(place)) => format!("{}, {place}", item.name),
        (None, None) => item.name.clone(),
    };
    Command::NeedToClarify {
        item: item.name.clone(),
        photo_context: cut(&context, LINE_CHARS_MAX),
        reason: "the person asked what it is".to_owned(),
    }
}

/// The next thing: of the part at hand, then what waits, the easy ones first.
fn go_on(desk: &Desk<'_>, from: Origin) -> Command {
    if !desk.may(CommandName::ProposeDisposition) {
        return split(desk);
    }
    let before = before(desk, from);
    let group = desk.view.groups.first();
    let back = || desk.spoken_of().filter(|item| from == Origin::Clarifying && item.pile == Pile::Waiting);
    let of_group = group.and_then(|group| group.items.first()).and_then(|id| desk.view.item(*id));
    let next = of_group.or_else(|| desk.in_hand()).or_else(back).or_else(|| easiest(desk));
    if let Some(item) = next {
        return propose(desk, item, &How { before, ..How::default() });
    }
    if from == Origin::Decision && desk.came_from(&[Pool::SortingOnceMore]) {
        return match once_more(desk, desk.last().map(|last| last.id)) {
            Some(item) => propose(desk, item, &How { before, once_more: true, ..How::default() }),
            None => Command::TimeToWrap,
        };
    }
    let returns = matches!(from, Origin::Clarifying | Origin::Elsewhere) && desk.view.processed() > 0;
    let ends = returns && !desk.message.is_more();
    let pool = if ends { Pool::SortingWrap } else { Pool::SortingAsk };
    let before = before.filter(|_| !ends);
    let said = desk.line(pool, &[], SORTING_WORDS_MAX);
    let response = [before, said].into_iter().flatten().collect::<Vec<_>>().join(" ");
    Command::Sort { response: or_plain(response), current_item: None, item_location: None }
}

fn or_plain(response: String) -> String {
    if response.is_empty() { "What is next?".to_owned() } else { response }
}

/// What waits, the easy things first: what is dear comes last.
fn easiest<'a>(desk: &Desk<'a>) -> Option<&'a Item> {
    let mut waiting = desk.view.waiting();
    let first = waiting.next()?;
    let is_easy = |item: &&Item| !is_held_dear(&desk.view.things, item);
    std::iter::once(first).chain(waiting).find(is_easy).or(Some(first))
}

/// A few words before the next thing.
fn before(desk: &Desk<'_>, from: Origin) -> Option<String> {
    let line = |pool: Pool| desk.line(pool, &[], SORTING_WORDS_MAX);
    let last = desk.last();
    // Nobody is cheered on after what was dear to them (Y19).
    let grieves = last.is_some_and(|last| is_held_dear(&desk.view.things, last));
    if grieves && matches!(from, Origin::Decision | Origin::Elsewhere) {
        return None;
    }
    let skipped = || {
        let name = the(&last.filter(|last| last.pile == Pile::Unsure)?.name);
        desk.line(Pool::SortingSkipped, &[("item", &name)], SORTING_WORDS_MAX)
    };
    match from {
        Origin::Here | Origin::Beginning => None,
        Origin::Clarifying => {
            let put_aside = last.is_some_and(|last| Some(last.id) == desk.spoken_of().map(|item| item.id));
            if put_aside { skipped() } else { line(Pool::ClarifyingKnown) }
        }
        Origin::Elsewhere => line(Pool::SortingBack),
        Origin::Decision if desk.in_hand().is_some() => line(Pool::SortingBack),
        Origin::Decision => {
            let begins = desk.view.groups.first().filter(|group| {
                let begun = last.is_some_and(|last| kind(desk, last) == group.kind);
                !begun || desk.came_from(&[Pool::SortingSplit])
            });
            if let Some(group) = begins {
                return desk.line(Pool::SortingGroup, &[("kind", &group.kind)], SORTING_WORDS_MAX);
            }
            let out = matches!(last?.pile, Pile::Out { .. }) && (desk.view.turn / 2).is_multiple_of(3);
            skipped().or_else(|| line(if out { Pool::SortingOut } else { Pool::SortingDone }))
        }
    }
}

fn say(desk: &Desk<'_>, pool: Pool) -> Command {
    if !desk.may(CommandName::Sort) {
        return split(desk);
    }
    let response = desk.line(pool, &[], SORTING_WORDS_MAX).unwrap_or_default();
    Command::Sort { response: or_plain(response), current_item: None, item_location: None }
}

/// What is left over when the unsure pile is taken apart.
const REST: &str = "everything else";

/// The kind that a thing is put to, when the unsure pile is taken apart.
fn kind(desk: &Desk<'_>, item: &Item) -> String {
    let known = || desk.about(item).map(|thing| thing.kind.clone());
    cut(&item.kind.clone().or_else(known).unwrap_or_else(|| REST.to_owned()), NAME_CHARS_MAX)
}

/// The unsure pile in parts (Y9).
pub(super) fn split(desk: &Desk<'_>) -> Command {
    let mut groups = NewGroup::by_kind(desk.view.unsure().map(|item| (kind(desk, item), item)));
    // The largest part first; what is left over at the end.
    groups.sort_by_key(|group| (group.kind == REST, usize::MAX - group.items.len()));
    groups.truncate(GROUPS_MAX);
    groups.iter_mut().for_each(|group| group.items.truncate(GROUP_ITEMS_MAX));
    let kinds: Vec<String> = groups.iter().map(|group| group.kind.clone()).collect();
    let size = desk.view.unsure().count().to_string();
    let line = (1..=kinds.len().min(UNSURE_FULL)).rev().find_map(|count| {
        let mut some = kinds.get(..count)?.to_vec();
        if count < kinds.len() {
            some.push("more".to_owned());
        }
        desk.line(Pool::SortingSplit, &[("count", &size), ("kinds", &listed(&some))], SORTING_WORDS_MAX)
    });
    let response = line.unwrap_or_else(|| "Sort the unsure pile kind by kind?".to_owned());
    Command::OfferSplit { response, groups }
}
