//! One line a tool, for the list of those that are legal now: when it is the right one. What each does in full, and
//! within which limits, stands in the fixed part and in the tool's own schema.

use engine::{Field, FieldKind, Tool};

/// When to use a tool.
pub(super) fn when(tool: &str, is_coach: bool) -> &'static str {
    let list = if is_coach { OF_COACH } else { OF_PERSON };
    list.iter().find(|(name, _)| *name == tool).map_or("as its name says", |(_, when)| *when)
}

/// Does a tool leave the turn with the coach?
pub fn is_step(tool: &str) -> bool {
    tool == "note_items"
}

/// Does a tool take the coach to another mode?
pub(super) fn leads(tool: &str) -> bool {
    const LEADS: &[&str] = &[
        "begin_sorting",
        "need_to_clarify",
        "user_seems_stuck",
        "time_to_wrap",
        "resume_sorting",
        "skip_item",
    ];
    LEADS.contains(&tool)
}

/// The fields of a tool, the optional ones with a question mark: the schema of a reply in short.
pub(super) fn fields(tool: &Tool) -> String {
    let field = |field: &Field| {
        let rows = match &field.kind {
            FieldKind::Rows { fields, .. } => format!(" of {{{}}}", listed(fields)),
            FieldKind::Choice(_)
            | FieldKind::Text { .. }
            | FieldKind::Each { .. }
            | FieldKind::Number { .. }
            | FieldKind::Texts { .. } => String::new(),
        };
        format!("{}{rows}", named(field))
    };
    format!("{{{}}}", tool.fields.iter().map(field).collect::<Vec<_>>().join(", "))
}

fn named(field: &Field) -> String {
    format!("{}{}", field.name, if field.required { "" } else { "?" })
}

fn listed(fields: &[Field]) -> String {
    fields.iter().map(named).collect::<Vec<_>>().join(", ")
}

/// Every tool of the coach's.
pub const OF_COACH: &[(&str, &str)] = &[
    ("note_items", "things were named or shown that are not noted yet"),
    ("ask_space_function", "what the space is for is not known: one question with answers"),
    ("survey", "say or ask something else, and keep what you found out"),
    ("begin_sorting", "enough is known to take the first thing"),
    ("propose_disposition", "one specific thing, and choices for it"),
    ("sort", "words only: ask for the next thing, or answer a question"),
    ("offer_split", "the unsure pile by kind, each thing under one"),
    ("need_to_clarify", "it is not clear which thing it is, or what"),
    ("user_seems_stuck", "they cannot decide, or it is too much"),
    ("time_to_wrap", "they want to stop, or nothing is left to take"),
    ("describe", "say how it looks and where it lies"),
    ("skip_item", "it stays unclear: put it aside and go on"),
    ("reframe", "another question, without pressure"),
    ("resume_sorting", "back to the things, as soon as it helps"),
    ("sum_up", "what was done, what is left, what comes first next time"),
    ("end_session", "the person wants to end here: for good"),
];

/// Every tool of the person's.
pub const OF_PERSON: &[(&str, &str)] = &[
    ("say", "say something in your own words"),
    ("choose", "take one of these, by its number"),
    ("write", "where it belongs, or what becomes of it, in your own words"),
    ("skip", "not now: put it aside"),
    ("whats_that", "you do not know which thing is meant, or what it is"),
    ("stuck", "you cannot decide"),
    ("yes", "yes"),
    ("no", "no"),
    ("choose_function", "one of these, by its number, and what has to stay for it"),
    ("split", "yes, one kind after the other"),
    ("keep_whole", "no, leave the pile as it is"),
    ("resume_sorting", "go on with the sorting"),
    ("undo", "the last decision was a mistake"),
    ("stop", "you have had enough"),
    ("delete_photos", "have every photo of this session deleted"),
    ("end_session", "end it here and now"),
];
