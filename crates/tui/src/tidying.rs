//! A tidying session by keys: an island. What asks once more, and the ideas for what stays.
//!
//! The board says how things stand; all that is read of the view here are the ideas that no form holds, and how many photos
//! there are.

use protocol::tidying::{Branch, Mode, View};
use protocol::{Field, FieldKind, Form, Scene, Tool, clean_line};
use serde_json::{Value, json};

use crate::form::Answering;

/// The letters and what they do, for the help.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("1 2 3 4", "take that choice, at once; it can be undone"),
    ("words", "where it belongs, or what is there: old chargers, 3 mugs"),
    ("s w k", "not now, what is it?, I'm stuck; then Enter"),
    ("y n", "yes, no; then Enter"),
    ("u", "undo the last decision; then Enter"),
    ("x g", "wrap up, go on sorting; then Enter"),
    ("d e", "delete the photos, end the session; then Enter"),
    ("/photo FILE", "add photos: /photo desk.jpg \"my shelf.png\" -- words"),
    ("/delete-photos", "delete every photo of this session"),
];

/// What Enter would do that cannot be undone, for the ways that ask once more.
pub(crate) fn asks_once_more(form: &Answering) -> Option<String> {
    let tool = form.ask.form.tools.get(form.ways.get(form.picked?)?.tool)?;
    tool.manner.for_good.as_ref().map(|what| format!("Enter {}. Esc leaves it.", clean_line(what)))
}

/// Is the picked way one of several choices that can be undone? Then the number alone answers.
pub(crate) fn answers_at_once(form: &Answering) -> bool {
    let picked = form.picked.and_then(|picked| form.ways.get(picked));
    let tool = picked.filter(|way| way.choice.is_some()).and_then(|way| form.ask.form.tools.get(way.tool));
    is_at_once(form) && tool.is_some_and(is_one_choice)
}

/// Is one of the choices taken by its number alone? Where all else has letters, nobody means a number otherwise.
pub(crate) fn is_at_once(form: &Answering) -> bool {
    let tools = &form.ask.form.tools;
    let is_lettered = |tool: &Tool| is_one_choice(tool) || tool.manner.key.is_some();
    !form.ask.answered && tools.iter().any(is_one_choice) && tools.len() > 1 && tools.iter().all(is_lettered)
}

/// Is it one choice, and nothing else?
fn is_one_choice(tool: &Tool) -> bool {
    matches!(tool.fields.as_slice(), [Field { kind: FieldKind::Choice(_), required: true, .. }])
}

/// What the keys need that no form holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tidied {
    /// The ideas for what the space is for, each with what may stay (Y7).
    branches: Vec<Branch>,
    /// Photos that go with the next words, and all that there are.
    pub(crate) pending: usize,
    pub(crate) photos: usize,
}

impl Tidied {
    /// Nothing for other activities.
    pub(crate) fn of(scene: &Scene) -> Option<Tidied> {
        if scene.machine != "tidying" {
            return None;
        }
        let view: View = serde_json::from_value(scene.view.clone()).ok()?;
        let branches = match view.mode {
            Some(Mode::Surveying { survey: Some(survey) }) => survey.branches,
            _ => Vec::new(),
        };
        Some(Tidied { branches, pending: view.pending.len(), photos: view.photos.len() })
    }

    /// The answer to what the space is for that is picked, while it is asked.
    pub(crate) fn branch(&self, form: &Answering) -> Option<&Branch> {
        let (_, choice) = form.ways.get(form.picked?)?.choice?;
        self.branches.get(choice)
    }

    /// The answer of this number.
    pub(crate) fn branch_at(&self, number: u64) -> Option<&Branch> {
        self.branches.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// What waits to be said.
    pub(crate) fn pending_words(&self) -> Option<String> {
        match self.pending {
            0 => None,
            1 => Some("1 photo goes with your next words".to_owned()),
            many => Some(format!("{many} photos go with your next words")),
        }
    }

    /// What an empty line says: the photos need no words.
    pub(crate) fn empty(&self, form: &Form, line: &str) -> Option<Value> {
        let offered = |name: &&str| form.tools.iter().any(|tool| tool.name == *name);
        let says = ["say", "write"].into_iter().find(offered)?;
        (line.is_empty() && self.pending > 0).then(|| json!({"type": says, "text": ""}))
    }
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
}
