//! Events in words, for whoever was told them.

use engine::{Telling, Voice};
use protocol::tidying::{Group, Item, Outcome, PhaseName, Pile};

use super::event::{Decider, Event};
use super::phases;
use super::state::State;
use crate::words::{capital, sentence};

/// The event in words.
pub(super) fn telling(state: &State, event: &Event) -> Option<Telling> {
    match event {
        Event::SpaceOpened { space, before, .. } => {
            let next = before.as_ref().and_then(|before| before.next_time.as_ref());
            Telling::host(match next {
                Some(next) => format!("{} again. First, from last time: {}", capital(space), sentence(next)),
                None => format!("{}: a tidying session begins.", capital(space)),
            })
        }
        Event::ModeChanged { to, .. } => mode_words(*to),
        Event::PhotoAdded { photo } => {
            Telling::host(format!("A photo was added ({} × {}).", photo.width, photo.height))
        }
        Event::PersonSaid { text, photos } => {
            let text = match (text.is_empty(), photos.len()) {
                (false, 0) => text.clone(),
                (true, count) => format!("({})", photos_word(count)),
                (false, count) => format!("{text} ({})", photos_word(count)),
            };
            Some(Telling { voice: Voice::Seat(state.person()), text })
        }
        Event::PhotosUnseen { count } => Telling::host(format!(
            "This coach cannot see: {} kept, and not looked at. Say in words what is there.",
            if *count == 1 { "the photo is".to_owned() } else { format!("{count} photos are") }
        )),
        Event::PhotosUnread { count, reason } => Telling::host(format!(
            "{} could not be looked at ({reason}). Nothing was read out of it.",
            capital(&photos_word(usize::from(*count)))
        )),
        Event::PhotosDeleted { count } => {
            Telling::host(format!("{} deleted from the disk.", capital(&photos_word(usize::from(*count)))))
        }
        Event::CoachSaid { response, auto: false } => {
            Some(Telling { voice: Voice::Seat(state.coach), text: response.clone() })
        }
        Event::CoachSaid { response, auto: true } => Telling::host(response.clone()),
        Event::FunctionAsked { survey } => {
            let answers: Vec<String> =
                (1..).zip(&survey.branches).map(|(at, branch)| format!("{at} {}", branch.function)).collect();
            Telling::host(format!("{} {}", survey.question, answers.join(" · ")))
        }
        Event::FunctionFound { function, anchors } => function_words(function.as_deref(), anchors),
        Event::ItemsNoted { items } => noted_words(items),
        Event::ItemTaken { .. } => None,
        Event::DispositionProposed { name, proposal } => {
            let choices: Vec<String> =
                (1..).zip(&proposal.choices).map(|(at, choice)| format!("{at} {choice}")).collect();
            Telling::host(format!("{}: {}", capital(name), choices.join(" · ")))
        }
        Event::ItemDecided { name, to, by, .. } => Telling::host(decided_words(name, to, *by)),
        Event::DecisionUndone { name, .. } => Telling::host(format!("Undone: {name}, in hand again.")),
        Event::ItemRenamed { from, to, .. } => {
            Telling::host(format!("{} is called {to} now.", capital(from)))
        }
        Event::ItemDescribed { spatial_refs, traits } => {
            let known: Vec<&str> = traits.iter().chain(spatial_refs).map(String::as_str).collect();
            Telling::host(format!("Known of it: {}.", known.join("; ")))
        }
        Event::Reframed { question, .. } => {
            question.as_ref().and_then(|question| Telling::host(question.clone()))
        }
        Event::SummaryNoted { summary, next_time } => {
            let mut parts = Vec::new();
            parts.extend(summary.as_deref().map(sentence));
            parts.extend(next_time.as_ref().map(|next| format!("First next time: {}", sentence(next))));
            Telling::host(parts.join(" "))
        }
        Event::StopAgreed {} => None,
        Event::SplitOffered { groups } => {
            Telling::host(format!("The unsure pile in parts: {}.", parts_words(state, groups)))
        }
        Event::PileSplit { groups } => {
            let first = groups.first().map_or("the rest", |group| &group.kind);
            Telling::host(format!("The pile is split. First: {first}."))
        }
        Event::PileKeptWhole { .. } => Telling::host("The pile stays as it is."),
        Event::GroupDone { kind } => Telling::host(format!("Done: {kind}.")),
        Event::AnsweredFor { player_id, reason } => {
            Telling::host(format!("{} could not answer: {reason}.", state.who(*player_id)))
        }
        Event::TurnSettled {} => Telling::host("Enough back and forth: the word is yours."),
        Event::SessionEnded(outcome) => Telling::host(ended_words(outcome)),
    }
}

fn mode_words(to: PhaseName) -> Option<Telling> {
    Telling::host(format!("{}.", phases::card(to).title))
}

fn photos_word(count: usize) -> String {
    if count == 1 { "1 photo".to_owned() } else { format!("{count} photos") }
}

fn function_words(function: Option<&str>, anchors: &[String]) -> Option<Telling> {
    let mut parts = Vec::new();
    parts.extend(function.map(|function| format!("It is for {function}.")));
    if !anchors.is_empty() {
        parts.push(format!("What stays: {}.", anchors.join(", ")));
    }
    if parts.is_empty() { None } else { Telling::host(parts.join(" ")) }
}

fn noted_words(items: &[Item]) -> Option<Telling> {
    if items.is_empty() {
        return None;
    }
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    Telling::host(format!("Noted: {}.", names.join(", ")))
}

fn decided_words(name: &str, to: &Pile, by: Decider) -> String {
    let name = capital(name);
    let what = match to {
        Pile::Belongs { at } => format!("{name}: kept, {at}."),
        Pile::Out { way } => format!("{name}: out ({}).", way.word()),
        Pile::Unsure => format!("{name}: put aside."),
        Pile::Waiting => format!("{name}: to be sorted."),
    };
    match by {
        Decider::Person | Decider::Coach => what,
        Decider::Clock => format!("{what} Nobody answered in time."),
    }
}

fn parts_words(state: &State, groups: &[Group]) -> String {
    let words = |group: &Group| {
        let names = group.items.iter().filter_map(|id| state.item(*id)).map(|item| item.name.as_str());
        format!("{} ({})", group.kind, names.collect::<Vec<_>>().join(", "))
    };
    groups.iter().map(words).collect::<Vec<_>>().join("; ")
}

fn ended_words(outcome: &Outcome) -> String {
    let mut text = format!("The session is over. {}", sentence(&outcome.summary));
    if !outcome.left.things.is_empty() {
        text.push_str(&format!(" Left: {}.", outcome.left.things.join(", ")));
    }
    if let Some(next) = &outcome.left.next_time {
        text.push_str(&format!(" First next time: {}", sentence(next)));
    }
    text
}
