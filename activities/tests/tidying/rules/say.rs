//! What the coach and the person say and do on the stage.

use engine::{Hash, Photo};
use tidying::{Command, NewBranch, NewChoice, NewGroup, NewItem, NewProposal, NewSurvey, Verb};

pub(crate) fn s(text: &str) -> String {
    text.to_owned()
}

pub(crate) fn all(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| s(text)).collect()
}

/// A photo that differs from every other by its number.
pub(crate) fn photo(number: u32) -> Photo {
    Photo { hash: Hash::of(&number.to_le_bytes()), width: 1200 + number, height: 900 }
}

pub(crate) fn say(text: &str) -> Command {
    Command::Say { text: s(text) }
}

pub(crate) fn write(text: &str) -> Command {
    Command::Write { text: s(text) }
}

pub(crate) fn choose(choice: u8) -> Command {
    Command::Choose { choice }
}

pub(crate) fn note(names: &[&str]) -> Command {
    let item = |name: &&str| NewItem { name: s(name), ..NewItem::default() };
    Command::NoteItems { items: names.iter().map(item).collect() }
}

pub(crate) fn survey() -> Command {
    Command::Survey { response: s("What lies there?"), discovered_function: None, discovered_anchors: vec![] }
}

pub(crate) fn new_survey() -> NewSurvey {
    let branch = |function: &str, follow_up: &str, anchors: &[&str]| NewBranch {
        function: s(function),
        follow_up: s(follow_up),
        anchors: all(anchors),
    };
    NewSurvey {
        response: s("Let me ask."),
        question: s("What is this room for?"),
        branches: vec![
            branch("work", "What do you work with?", &["desk", "lamp"]),
            branch("rest", "What do you rest on?", &["sofa"]),
            branch("storage", "What is kept here?", &[]),
        ],
    }
}

pub(crate) fn ask_function() -> Command {
    Command::AskSpaceFunction(Box::new(new_survey()))
}

pub(crate) fn choice(disposition: Verb) -> NewChoice {
    NewChoice { disposition, at: None }
}

pub(crate) fn place_at(at: &str) -> NewChoice {
    NewChoice { disposition: Verb::Place, at: Some(s(at)) }
}

pub(crate) fn new_proposal(item: &str) -> NewProposal {
    NewProposal {
        response: s("Next."),
        item: s(item),
        choices: vec![
            place_at("the shelf"),
            choice(Verb::Donate),
            choice(Verb::Trash),
            choice(Verb::NeedInfo),
        ],
        ..NewProposal::default()
    }
}

/// The shelf, donate, trash, or what is it?
pub(crate) fn propose(item: &str) -> Command {
    Command::ProposeDisposition(Box::new(new_proposal(item)))
}

pub(crate) fn propose_with(item: &str, change: impl FnOnce(&mut NewProposal)) -> Command {
    let mut proposal = new_proposal(item);
    change(&mut proposal);
    Command::ProposeDisposition(Box::new(proposal))
}

pub(crate) fn sort() -> Command {
    Command::Sort { response: s("Go on."), current_item: None, item_location: None }
}

pub(crate) fn sort_about(item: &str, location: Option<&str>) -> Command {
    Command::Sort { response: s("This one."), current_item: Some(s(item)), item_location: location.map(s) }
}

pub(crate) fn group(kind: &str, items: &[&str]) -> NewGroup {
    NewGroup { kind: s(kind), items: all(items) }
}

pub(crate) fn offer_split(groups: Vec<NewGroup>) -> Command {
    Command::OfferSplit { response: s("Kind by kind?"), groups }
}

pub(crate) fn clarify(item: &str) -> Command {
    Command::NeedToClarify {
        item: s(item),
        photo_context: s("under the desk"),
        reason: s("it is dark there"),
    }
}

pub(crate) fn stuck(item: &str) -> Command {
    Command::UserSeemsStuck { stuck_item: s(item) }
}

pub(crate) fn describe() -> Command {
    Command::Describe {
        response: s("The green one."),
        describing_item: None,
        spatial_refs: vec![],
        physical_traits: vec![],
    }
}

pub(crate) fn reframe() -> Command {
    Command::Reframe { response: s("Another way."), stuck_item: None, reframe_question: None }
}

pub(crate) fn resume() -> Command {
    Command::ResumeSorting { decision: None, place: None, response: None, then: vec![] }
}

pub(crate) fn resume_with(decision: Verb) -> Command {
    Command::ResumeSorting { decision: Some(decision), place: None, response: None, then: vec![] }
}

pub(crate) fn sum_up() -> Command {
    Command::SumUp { response: s("A good stop."), session_summary: None, next_time: None }
}

/// Everything that the coach may ever do, by its name.
pub(crate) fn of_coach() -> Vec<(&'static str, Command)> {
    vec![
        ("note_items", note(&["a kettle"])),
        ("ask_space_function", ask_function()),
        ("survey", survey()),
        ("begin_sorting", Command::BeginSorting(Box::default())),
        ("propose_disposition", propose("the lamp")),
        ("sort", sort()),
        ("offer_split", offer_split(vec![group("paper", &["letter", "bill"])])),
        ("need_to_clarify", clarify("the lamp")),
        ("user_seems_stuck", stuck("the lamp")),
        ("time_to_wrap", Command::TimeToWrap),
        ("describe", describe()),
        ("skip_item", Command::SkipItem),
        ("reframe", reframe()),
        ("resume_sorting", resume()),
        ("sum_up", sum_up()),
        ("end_session", Command::EndSession),
    ]
}

/// Everything that the person may ever do, by its name.
pub(crate) fn of_person() -> Vec<(&'static str, Command)> {
    vec![
        ("say", say("Some words.")),
        ("choose", choose(1)),
        ("write", write("the cellar")),
        ("skip", Command::Skip),
        ("whats_that", Command::WhatsThat),
        ("stuck", Command::Stuck),
        ("yes", Command::Yes),
        ("no", Command::No),
        ("choose_function", Command::ChooseFunction { branch: 1, anchors: vec![] }),
        ("split", Command::Split),
        ("keep_whole", Command::KeepWhole),
        ("resume_sorting", resume()),
        ("undo", Command::Undo),
        ("stop", Command::Stop),
        ("delete_photos", Command::DeletePhotos),
        ("end_session", Command::EndSession),
    ]
}
