//! Events in words, for whoever was told them.

use engine::{Phases as _, Telling, Tone, Voice};

use super::event::{Decider, Event};
use super::mode::Group;
use super::outcome::Outcome;
use super::piles::Pile;
use super::report::about_space;
use super::state::State;
use kit::words::{capital, counted, listed, sentence};

/// The event in words.
pub(super) fn telling(state: &State, event: &Event) -> Option<Telling> {
    let told = match event {
        Event::SpaceOpened { space, before, .. } => {
            let next = before.as_ref().and_then(|before| before.next_time.as_ref());
            Telling::host(match next {
                Some(next) => format!("{} again. First, from last time: {}", capital(space), sentence(next)),
                None => format!("{}: a tidying session begins.", capital(space)),
            })
        }
        Event::ModeChanged { to, .. } => {
            let title = to.card().title;
            Telling::host(format!("{title}.")).tone(Tone::Heading).words(title)
        }
        Event::PhotoAdded { photo } => {
            Telling::host(format!("A photo was added ({} × {}).", photo.width, photo.height))
                .mark("▣", "a photo")
        }
        Event::PersonSaid { text, photos } => {
            let text = match (text.is_empty(), photos.len()) {
                (false, 0) => text.clone(),
                (true, count) => format!("({})", counted(count, "photo")),
                (false, count) => format!("{text} ({})", counted(count, "photo")),
            };
            Telling::new(Voice::Seat(state.person()), text)
        }
        Event::PhotosUnseen { count } => Telling::host(format!(
            "This coach cannot see: {} kept, and not looked at. Say in words what is there.",
            if *count == 1 { "the photo is".to_owned() } else { format!("{count} photos are") }
        )),
        Event::PhotosUnread { count, reason } => Telling::host(format!(
            "{} could not be looked at ({reason}). Nothing was read out of it.",
            capital(&counted((*count).into(), "photo"))
        )),
        Event::PhotosDeleted { count } => {
            Telling::host(format!("{} deleted from the disk.", capital(&counted((*count).into(), "photo"))))
                .mark("▢", "photos deleted")
        }
        Event::CoachSaid { response, auto: false } => Telling::new(Voice::Seat(state.coach), response),
        Event::CoachSaid { response, auto: true } => Telling::host(response.clone()),
        Event::FunctionAsked { survey } => {
            let answers = numbered(survey.branches.iter().map(|branch| &branch.function));
            Telling::host(format!("{} {answers}", survey.question)).asks(state.person())
        }
        Event::FunctionFound { function: None, anchors } if anchors.is_empty() => return None,
        Event::FunctionFound { function, anchors } => {
            Telling::host(about_space(function.as_deref(), anchors).join(" "))
        }
        Event::ItemsNoted { items } if !items.is_empty() => {
            let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
            Telling::host(format!("Noted: {}.", names.join(", ")))
        }
        // What is asked back was said just before it.
        Event::ItemsNoted { .. }
        | Event::ItemTaken { .. }
        | Event::StopAgreed {}
        | Event::HeldDear { .. }
        | Event::ProposalsQueued { .. }
        | Event::AskedBack { .. } => return None,
        Event::DispositionProposed { name, proposal } => {
            let choices = numbered(&proposal.choices);
            Telling::host(format!("{}: {choices}", capital(name))).asks(state.person())
        }
        Event::ItemDecided { name, to, by, .. } => decided(name, to, *by),
        Event::DecisionUndone { name, .. } => {
            Telling::host(format!("Undone: {name}, in hand again.")).tone(Tone::Mark).mark("↶", "undone")
        }
        Event::ItemRenamed { from, to, .. } => {
            Telling::host(format!("{} is called {to} now.", capital(from)))
        }
        Event::ItemSplit { name, into, .. } => {
            let names = listed(into.iter().map(|part| part.name.as_str()));
            Telling::host(format!("{}: now {names}.", capital(name)))
        }
        Event::ItemDescribed { spatial_refs, traits } => {
            let known: Vec<&str> = traits.iter().chain(spatial_refs).map(String::as_str).collect();
            Telling::host(format!("Known of it: {}.", known.join("; ")))
        }
        Event::Reframed { question, .. } => Telling::host(question.as_ref()?).asks(state.person()),
        Event::SummaryNoted { summary, next_time } => {
            let mut parts = Vec::new();
            parts.extend(summary.as_deref().map(sentence));
            parts.extend(next_time.as_ref().map(|next| format!("First next time: {}", sentence(next))));
            Telling::host(parts.join(" "))
        }
        Event::SplitOffered { groups } => {
            Telling::host(format!("The unsure pile in parts: {}.", parts_words(state, groups)))
        }
        Event::PileSplit { groups } => {
            let first = groups.first().map_or("the rest", |group| &group.kind);
            Telling::host(format!("The pile is split. First: {first}.")).mark("⋔", "split")
        }
        Event::PileKeptWhole { .. } => Telling::host("The pile stays as it is."),
        Event::GroupDone { kind } => Telling::host(format!("Done: {kind}.")),
        Event::AnsweredFor { player_id, reason } => {
            Telling::host(format!("{} could not answer: {reason}.", state.who(*player_id)))
        }
        Event::TurnSettled {} => Telling::host("Enough back and forth: the word is yours."),
        Event::SessionEnded(outcome) => {
            Telling::host(ended_words(outcome)).tone(Tone::Turn).mark("■", "the end")
        }
    };
    Some(told)
}

/// What can be chosen, by number.
fn numbered<T: std::fmt::Display>(choices: impl IntoIterator<Item = T>) -> String {
    let choices = (1..).zip(choices).map(|(at, choice)| format!("{at} {choice}"));
    choices.collect::<Vec<String>>().join(" · ")
}

fn decided(name: &str, to: &Pile, by: Decider) -> Telling {
    let (late, in_short) = match by {
        Decider::Person | Decider::Coach => ("", ""),
        Decider::Clock => (" Nobody answered in time.", " (no answer in time)"),
    };
    let (text, words, sign) = match to {
        Pile::Belongs { at } => (format!("kept, {at}"), at.as_str(), "✓"),
        Pile::Out { way } => (format!("out ({})", way.word()), way.word(), "▸"),
        Pile::HandIn { at } => (format!("out (hand in: {at})"), at.as_str(), "▸"),
        Pile::ToDo { what } => (format!("to do ({what})"), what.as_str(), "✎"),
        Pile::Unsure => ("put aside".to_owned(), "later", "?"),
        Pile::Waiting => ("to be sorted".to_owned(), "to be sorted", "·"),
    };
    Telling::host(format!("{}: {text}.{late}", capital(name)))
        .tone(Tone::Mark)
        .words(format!("{name} → {words}{in_short}"))
        .mark(sign, "decided")
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
    if !outcome.left.to_do.is_empty() {
        let to_do = outcome.left.to_do.iter().map(|(name, what)| format!("{name} ({what})"));
        text.push_str(&format!(" To do: {}.", to_do.collect::<Vec<_>>().join(", ")));
    }
    if let Some(next) = &outcome.left.next_time {
        text.push_str(&format!(" First next time: {}", sentence(next)));
    }
    text
}
