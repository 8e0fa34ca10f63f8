//! A tidying session in a face: which letters pick what, and what asks once more.
//!
//! It reads the view, and knows no rules.

use protocol::clean_line;
use protocol::tidying::{Branch, Disposition, Mode, Offer, View};
use serde_json::Value;

use crate::form::{Answering, Habits, Way};

/// Choices have numbers; everything else has a letter, so that a list may begin with a number ("3 mugs").
pub(crate) const HABITS: Habits = Habits { letters, commas: true };

fn letters(tool: &str) -> Option<&'static str> {
    Some(match tool {
        "say" | "write" => "",
        "skip" => "s",
        "whats_that" => "w",
        "stuck" => "k",
        "yes" | "split" => "y",
        "no" | "keep_whole" => "n",
        "resume_sorting" => "g",
        "undo" => "u",
        "stop" => "x",
        "delete_photos" => "d",
        "end_session" => "e",
        _ => return None,
    })
}

/// The letters and what they do, for the help.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("1 2 3 4", "take that choice, at once; it can be undone"),
    ("words", "where it belongs, or what is there: old chargers, 3 mugs"),
    ("s w k", "not now, what's that?, I'm stuck; then Enter"),
    ("y n", "yes, no; then Enter"),
    ("u", "undo the last decision; then Enter"),
    ("x g", "wrap up, go on sorting; then Enter"),
    ("d e", "delete the photos, end the session; then Enter"),
    ("/photo FILE", "add photos: /photo desk.jpg \"my shelf.png\" -- words"),
    ("/delete-photos", "delete every photo of this session"),
    ("/piles /recap", "what is on each pile; what was done and what is left"),
];

/// A tool in a word or two; the machine's own words where this face has none.
pub(crate) fn label(view: &View, tool: &str) -> Option<String> {
    let last = view.last_decided.and_then(|last| view.item(last));
    match (tool, last) {
        ("undo", Some(item)) => Some(format!("undo {}", clean_line(&item.name))),
        _ => short_label(tool).map(str::to_owned),
    }
}

fn short_label(tool: &str) -> Option<&'static str> {
    Some(match tool {
        "skip" => "not now",
        "whats_that" => "what's that?",
        "stuck" => "I'm stuck",
        "yes" => "yes",
        "no" => "no",
        "split" => "yes, one kind after the other",
        "keep_whole" => "no, leave it as it is",
        "resume_sorting" => "go on sorting",
        "undo" => "undo",
        "stop" => "wrap up",
        "delete_photos" => "delete photos",
        "end_session" => "end",
        _ => return None,
    })
}

/// The letter that picks a tool of a tidying session and what it is called in short, for a face of one's own; none for
/// tools that are picked by number or answered in words.
pub(crate) fn tidying_key(tool: &str) -> Option<(&'static str, &'static str)> {
    letters(tool).filter(|letter| !letter.is_empty()).zip(short_label(tool))
}

/// Is a way the same as one of the choices? Then it need not be shown twice.
pub(crate) fn is_choice_too(view: &View, tool: &str) -> bool {
    let offered = |choice: &Disposition| view.proposal().is_some_and(|it| it.choices.contains(choice));
    match tool {
        "skip" => offered(&Disposition::Skip),
        "whats_that" => offered(&Disposition::NeedInfo),
        _ => false,
    }
}

/// What Enter would do that cannot be undone, for the ways that ask once more.
pub(crate) fn asks_once_more(form: &Answering) -> Option<&'static str> {
    match form.ask.form.tools.get(form.ways.get(form.picked?)?.tool)?.name.as_str() {
        "delete_photos" => {
            Some("Enter deletes every photo of this session from the disk; the words stay. Esc keeps them.")
        }
        "end_session" => Some("Enter ends the session here, for good. Esc goes on."),
        _ => None,
    }
}

/// Is the picked way one of several choices that can be undone? Then the number alone answers.
pub(crate) fn answers_at_once(view: &View, form: &Answering) -> bool {
    let is_choice = |way: &Way| way.choice.is_some();
    let picked = form.picked.and_then(|picked| form.ways.get(picked));
    view.proposal().is_some() && !form.ask.answered && picked.is_some_and(is_choice)
}

/// The answer to what the space is for that is picked, while it is asked (Y7).
pub(crate) fn branch<'a>(view: &'a View, form: &Answering) -> Option<&'a Branch> {
    let Some(Mode::Surveying { survey: Some(survey) }) = &view.mode else { return None };
    let (_, choice) = form.ways.get(form.picked?)?.choice?;
    survey.branches.get(choice)
}

/// The command with the ideas of what may stay that were named by their numbers.
pub(crate) fn with_ideas(ideas: &[String], mut command: Value) -> Value {
    let anchors = command.get_mut("anchors").and_then(Value::as_array_mut);
    for anchor in anchors.into_iter().flatten() {
        let number = anchor.as_str().and_then(|text| text.parse::<usize>().ok());
        if let Some(idea) = number.and_then(|number| ideas.get(number.checked_sub(1)?)) {
            *anchor = Value::from(idea.as_str());
        }
    }
    command
}

/// Is a split of the unsure pile offered (Y9)?
pub(crate) fn is_split(view: &View) -> bool {
    matches!(view.mode, Some(Mode::Sorting { offer: Some(Offer::Split { .. }), .. }))
}

/// What a line asks for that concerns photos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhotoLine<'a> {
    /// Add the files that are named here.
    Add(&'a str),
    /// Delete all of them.
    Delete,
}

/// Pictures by the end of their names. What cannot be read of these is refused in words.
const ENDINGS: [&str; 11] =
    [".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".gif", ".bmp", ".tif", ".tiff", ".avif"];

/// Does a line concern photos? A path or an address of a file that is alone on it does, as a terminal writes one that is
/// dropped on it.
pub fn photo_line(line: &str) -> Option<PhotoLine<'_>> {
    let line = line.trim();
    if line.eq_ignore_ascii_case("/delete-photos") {
        return Some(PhotoLine::Delete);
    }
    if let Some(rest) = line.strip_prefix("/photo") {
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        return (rest.is_empty() || rest.starts_with(char::is_whitespace))
            .then(|| PhotoLine::Add(rest.trim()));
    }
    let begins = ["/", "~/", "./", "../", "file://", "\"/", "'/", "\"~/", "'~/"];
    let bare = line.trim_end_matches(['"', '\'']).to_lowercase();
    let is_picture = ENDINGS.iter().any(|ending| bare.ends_with(ending));
    (is_picture && begins.iter().any(|begin| line.starts_with(begin))).then_some(PhotoLine::Add(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_concerns_photos_is_known() {
        let add = |rest| Some(PhotoLine::Add(rest));
        for (line, expected) in [
            ("/photo desk.jpg", add("desk.jpg")),
            ("/photos a.png b.png -- the shelf", add("a.png b.png -- the shelf")),
            ("/photo", add("")),
            ("/photograph", None),
            ("/pictures/My\\ Desk.JPG ", add("/pictures/My\\ Desk.JPG")),
            ("'/pictures/my desk.jpg'", add("'/pictures/my desk.jpg'")),
            ("file:///pictures/a%20b.png", add("file:///pictures/a%20b.png")),
            ("~/desk.webp", add("~/desk.webp")),
            ("/pictures/notes.txt", None),
            ("/recap", None),
            ("the frame with desk.jpg", None),
            ("/delete-photos", Some(PhotoLine::Delete)),
        ] {
            assert_eq!(photo_line(line), expected, "{line:?}");
        }
    }

    #[test]
    fn ideas_are_named_by_their_numbers() {
        let ideas = ["desk".to_owned(), "lamp".to_owned()];
        let command =
            serde_json::json!({"type": "choose_function", "branch": 1, "anchors": ["2", "a chair", "3"]});
        assert_eq!(with_ideas(&ideas, command)["anchors"], serde_json::json!(["lamp", "a chair", "3"]));
        let none = serde_json::json!({"type": "choose_function", "branch": 1});
        assert_eq!(with_ideas(&ideas, none.clone()), none, "nothing is added");
    }

    #[test]
    fn no_letter_picks_two_tools_of_one_form() {
        let forms: [&[&str]; 5] = [
            &[
                "choose",
                "write",
                "skip",
                "whats_that",
                "stuck",
                "undo",
                "stop",
                "delete_photos",
                "end_session",
            ],
            &["split", "keep_whole", "say", "undo", "stop", "delete_photos", "end_session"],
            &["say", "yes", "no", "skip", "undo", "stop", "delete_photos", "end_session"],
            &["say", "resume_sorting", "undo", "delete_photos", "end_session"],
            &["say", "skip", "stuck", "undo", "stop", "delete_photos", "end_session"],
        ];
        for tools in forms {
            let mut seen: Vec<&str> = tools.iter().filter_map(|tool| letters(tool)).collect();
            seen.retain(|letter| !letter.is_empty());
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "{tools:?}");
        }
    }
}
