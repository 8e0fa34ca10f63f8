//! The tools: every command that answers a question, as a form has it and as a model reads it.

use engine::{Field, FieldKind, SeatId, Tool, Voice};
use protocol::tidying::{Mode, Offer, View};
use serde_json::json;

use super::ask::{Turn, What};
use super::command::Verb;
use super::limits::{
    ANCHORS_MAX, BRANCHES, CHOICES, GROUP_ITEMS_MAX, GROUPS_MAX, LINE_CHARS_MAX, NAME_CHARS_MAX, NOTED_MAX,
    RESPONSE_CHARS_MAX, SAID_CHARS_MAX, SORTING_WORDS_MAX, WINDING_WORDS_MAX,
};
use crate::fields::{choice, field, number, rows, text, words};

/// Everything that the person may ever do.
pub const OF_PERSON: &[&str] = &[
    "say",
    "choose",
    "write",
    "skip",
    "whats_that",
    "stuck",
    "yes",
    "no",
    "choose_function",
    "split",
    "keep_whole",
    "resume_sorting",
    "undo",
    "stop",
    "delete_photos",
    "end_session",
];

/// Everything that the coach may ever do.
pub const OF_COACH: &[&str] = &[
    "note_items",
    "ask_space_function",
    "survey",
    "begin_sorting",
    "propose_disposition",
    "sort",
    "offer_split",
    "need_to_clarify",
    "user_seems_stuck",
    "time_to_wrap",
    "describe",
    "skip_item",
    "reframe",
    "resume_sorting",
    "sum_up",
    "end_session",
];

/// What the fields of tools may hold now.
#[derive(Default)]
pub(super) struct Scope {
    /// In whose voice the coach is heard.
    voice: Option<Voice>,
    /// The choices of the proposal, in words; any number where they are not to be told.
    choices: Option<Vec<String>>,
    /// The answers to what the space is for.
    branches: Option<Vec<String>>,
    /// The things that can be named; any where there is no list.
    things: Option<Vec<String>>,
    /// May the coach bring a decision of the person along?
    decides: bool,
}

impl Scope {
    /// What they may hold in answer to a question.
    pub(super) fn now(view: &View, what: &What) -> Scope {
        let mut scope = Scope { voice: Some(Voice::Seat(view.coach)), ..Scope::default() };
        match (what, &view.mode) {
            (What::Turn(Turn { things, decides, .. }), _) => {
                (scope.things, scope.decides) = (things.clone(), *decides);
            }
            (_, Some(Mode::Surveying { survey: Some(survey) })) => {
                scope.branches = Some(survey.branches.iter().map(|branch| branch.function.clone()).collect());
            }
            (_, Some(Mode::Sorting { offer: Some(Offer::Proposal(proposal)), .. })) => {
                scope.choices = Some(proposal.choices.iter().map(ToString::to_string).collect());
            }
            _ => {}
        }
        scope
    }

    /// What they may ever hold for a seat.
    pub(super) fn ever(view: &View, seat: SeatId) -> Scope {
        let voice = Some(Voice::Seat(view.coach));
        Scope { voice, decides: seat == view.coach, ..Scope::default() }
    }
}

/// A tool by its name.
pub(super) fn tool(name: &str, scope: &Scope) -> Tool {
    let (about, fields) = match name {
        "say" => ("Say something in your own words.", vec![said("text", "what you say")]),
        "choose" => {
            ("Take one of the choices.", vec![numbered("choice", "which", &scope.choices, *CHOICES.end())])
        }
        "write" => (
            "Write where it belongs, or what becomes of it.",
            vec![said("text", "a place, or: trash, donate, recycle, later")],
        ),
        "skip" => ("Not now: put it on the unsure pile.", Vec::new()),
        "whats_that" => ("What is that? Have it described.", Vec::new()),
        "stuck" => ("I'm stuck: help me decide.", Vec::new()),
        "yes" => ("Yes.", Vec::new()),
        "no" => ("No.", Vec::new()),
        "choose_function" => (
            "Say what this space is for, and what stays in it.",
            vec![
                numbered("branch", "what it is for", &scope.branches, *BRANCHES.end()),
                names("anchors", "what stays here, whatever is sorted", (0, ANCHORS_MAX)),
            ],
        ),
        "split" => ("Yes, one kind after the other.", Vec::new()),
        "keep_whole" => ("No, leave the pile as it is.", Vec::new()),
        "undo" => ("Undo the last decision.", Vec::new()),
        "stop" => ("I'm done: wrap up.", Vec::new()),
        "delete_photos" => ("Delete every photo of this session from the disk. The words stay.", Vec::new()),
        "note_items" => (
            "Note things that the person named, or that you can see in a photo of theirs. Those that are known are passed over.",
            vec![rows("items", "the things, each by a name of its own", true, (1, NOTED_MAX), noted())],
        ),
        "ask_space_function" => (
            "Ask what the space is for: one question with answers to choose from, and after each what has to stay for it.",
            vec![
                response(scope, None),
                line("question", "the question", true),
                rows(
                    "branches",
                    "two to five answers",
                    true,
                    (*BRANCHES.start(), *BRANCHES.end()),
                    vec![
                        short("function", "what the space is for, in a few words", true),
                        line("follow_up", "what you ask then: what has to stay for it?", true),
                        names("anchors", "ideas of what may stay", (0, 5)),
                    ],
                ),
            ],
        ),
        "survey" => (
            "Say something, and leave the word to the person.",
            vec![
                response(scope, None),
                short("discovered_function", "what the space is for, if you know it now", false),
                names("discovered_anchors", "what stays in it, as far as you know now", (0, ANCHORS_MAX)),
            ],
        ),
        "begin_sorting" => ("Enough is known: begin to sort.", Vec::new()),
        "propose_disposition" => (
            "Propose what becomes of one specific thing: two to four choices, the best first. The person decides.",
            vec![
                response(scope, Some(SORTING_WORDS_MAX)),
                thing("item", "the thing", &scope.things),
                line("look", "what it looks like", false),
                line("place", "where it lies", false),
                rows(
                    "choices",
                    "the choices, the best first",
                    true,
                    (*CHOICES.start(), *CHOICES.end()),
                    choices(),
                ),
            ],
        ),
        "sort" => (
            "Say something, and leave the word to the person.",
            vec![
                response(scope, Some(SORTING_WORDS_MAX)),
                short("current_item", "the thing that it is about", false),
                line("item_location", "where that lies", false),
            ],
        ),
        "offer_split" => (
            "The unsure pile is full: offer to sort it kind by kind.",
            vec![
                response(scope, Some(SORTING_WORDS_MAX)),
                rows(
                    "groups",
                    "the kinds, each with its things by name; what you leave out becomes a part of its own",
                    true,
                    (1, GROUPS_MAX),
                    vec![
                        short("kind", "what they have in common", true),
                        names("items", "the things", (1, GROUP_ITEMS_MAX)),
                    ],
                ),
            ],
        ),
        "need_to_clarify" => (
            "It is not clear what a thing is: go and find out.",
            vec![
                thing("item", "the thing", &scope.things),
                line("photo_context", "what can be seen of it, and where", true),
                line("reason", "why it is not clear", true),
            ],
        ),
        "user_seems_stuck" => (
            "The person cannot decide: go and help.",
            vec![short("stuck_item", "what they are stuck with", true)],
        ),
        "time_to_wrap" => ("It is a good moment to stop: go and wrap up.", Vec::new()),
        "describe" => (
            "Describe the thing so that the person knows which you mean.",
            vec![
                response(scope, None),
                short("describing_item", "a better name for it, if there is one now", false),
                lines("spatial_refs", "what it lies next to", (0, 4)),
                lines("physical_traits", "what it is like", (0, 6)),
            ],
        ),
        "skip_item" => ("It stays unclear: put it on the unsure pile, and go on.", Vec::new()),
        "reframe" => (
            "Ask in another way, without pressure.",
            vec![
                response(scope, None),
                short("stuck_item", "what they are stuck with, if that is clearer now", false),
                line("reframe_question", "a question that can be answered with yes or no", false),
            ],
        ),
        "resume_sorting" => ("Go on with the sorting.", resumed(scope)),
        "sum_up" => (
            "Say how it went, and leave the word to the person.",
            vec![
                response(scope, Some(WINDING_WORDS_MAX)),
                line("session_summary", "what was done, in a line", false),
                line("next_time", "what to begin with next time", false),
            ],
        ),
        _ => ("End the session here.", Vec::new()),
    };
    Tool { name: name.to_owned(), about: about.to_owned(), fields }
}

fn said(name: &str, label: &str) -> Field {
    text(name, label, true, SAID_CHARS_MAX, None)
}

fn line(name: &str, label: &str, required: bool) -> Field {
    text(name, label, required, LINE_CHARS_MAX, None)
}

fn short(name: &str, label: &str, required: bool) -> Field {
    text(name, label, required, NAME_CHARS_MAX, None)
}

fn names(name: &str, label: &str, (min, max): (usize, usize)) -> Field {
    field(name, label, min > 0, FieldKind::Texts { min, max, max_chars: NAME_CHARS_MAX })
}

fn lines(name: &str, label: &str, (min, max): (usize, usize)) -> Field {
    field(name, label, false, FieldKind::Texts { min, max, max_chars: LINE_CHARS_MAX })
}

/// What the coach says, with the most words that it should have (Y12).
fn response(scope: &Scope, words_max: Option<usize>) -> Field {
    let label = match words_max {
        Some(max) => format!("what you say: at most {max} words"),
        None => "what you say: one or two short sentences".to_owned(),
    };
    text("response", &label, true, RESPONSE_CHARS_MAX, scope.voice)
}

fn noted() -> Vec<Field> {
    vec![
        short("name", "what it is called", true),
        line("look", "what it looks like", false),
        line("place", "where it lies", false),
        short("kind", "what kind of thing it is", false),
    ]
}

fn choices() -> Vec<Field> {
    vec![
        words("disposition", "what becomes of it", true, Verb::ALL, Verb::word),
        short("at", "where it belongs, for place", false),
    ]
}

/// Only the coach brings decisions along, and only those that the person made.
fn resumed(scope: &Scope) -> Vec<Field> {
    if !scope.decides {
        return Vec::new();
    }
    vec![
        words("decision", "what the person decided just now, if they did", false, Verb::DECIDING, Verb::word),
        short("place", "where it belongs, for place", false),
    ]
}

fn thing(name: &str, label: &str, known: &Option<Vec<String>>) -> Field {
    match known {
        Some(known) => choice(name, label, true, known.iter().map(|it| (json!(it), it.clone()))),
        None => short(name, label, true),
    }
}

/// One of the numbered choices.
fn numbered(name: &str, label: &str, choices: &Option<Vec<String>>, max: usize) -> Field {
    match choices {
        Some(choices) => choice(
            name,
            label,
            true,
            (1..).zip(choices).map(|(number, words)| (json!(number), words.clone())),
        ),
        None => number(name, label, true, (1, max as i64)),
    }
}
