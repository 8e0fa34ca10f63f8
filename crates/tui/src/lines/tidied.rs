//! What a tidying session adds to a question in lines: names for what can be done, ideas for an answer, and one more
//! question before what cannot be undone.

use protocol::tidying::{Branch, Mode, View};
use protocol::{Form, Scene};
use serde_json::{Value, json};

use super::filling::Ideas;

/// What of the view a question needs.
#[derive(Debug, Default)]
pub(super) struct Tidied {
    branches: Vec<Branch>,
    photos: usize,
}

impl Tidied {
    /// Nothing for other activities.
    pub(super) fn of(scene: &Scene) -> Option<Tidied> {
        let is_one = scene.machine == "tidying";
        let view: View = serde_json::from_value(scene.view.clone()).ok().filter(|_| is_one)?;
        let branches = match view.mode {
            Some(Mode::Surveying { survey: Some(survey) }) => survey.branches,
            _ => Vec::new(),
        };
        Some(Tidied { branches, photos: view.pending.len() })
    }

    /// What is asked after the answer with this number: what stays, with ideas (Y7).
    pub(super) fn ideas(&self, number: u64) -> Option<Ideas> {
        let branch = self.branches.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        Some(Ideas { question: branch.follow_up.clone(), ideas: branch.anchors.clone() })
    }

    /// What waits to be said.
    pub(super) fn pending(&self) -> String {
        match self.photos {
            0 => String::new(),
            1 => " (1 photo goes with your next words; an empty line sends it alone)".to_owned(),
            many => format!(" ({many} photos go with your next words; an empty line sends them alone)"),
        }
    }

    /// What an empty line says: the photos need no words.
    pub(super) fn empty(&self, form: &Form, line: &str) -> Option<Value> {
        let offered = |name: &&str| form.tools.iter().any(|tool| tool.name == *name);
        let says = ["say", "write"].into_iter().find(offered)?;
        (line.is_empty() && self.photos > 0).then(|| json!({"type": says, "text": ""}))
    }
}

/// Does a line name what a command does, in plain words?
pub(super) fn names(command: &Value, line: &str) -> bool {
    let words: &[&str] = match command["type"].as_str().unwrap_or_default() {
        "skip" => &["skip", "later", "not now"],
        "whats_that" => &["what", "what's that", "whats that", "what is that", "what is it"],
        "stuck" => &["stuck", "i'm stuck", "im stuck", "help"],
        "yes" => &["yes"],
        "no" => &["no"],
        "split" => &["split", "yes"],
        "keep_whole" => &["keep", "no"],
        "resume_sorting" => &["go on", "resume"],
        "undo" => &["undo"],
        "stop" => &["stop", "wrap up"],
        "delete_photos" => &["delete photos"],
        "end_session" => &["end"],
        _ => &[],
    };
    let line = line.trim_end_matches(['.', '!', '?']);
    words.iter().any(|word| word.eq_ignore_ascii_case(line))
}

/// Can what a command does not be undone? Then it is asked for twice.
pub(super) fn is_final(command: &Value) -> bool {
    matches!(command["type"].as_str(), Some("delete_photos" | "end_session"))
}

/// What a final command does, in a sentence.
pub(super) fn what(command: &Value, label: &str) -> String {
    match command["type"].as_str() {
        Some("delete_photos") => {
            "This deletes every photo of this session from the disk; the words stay.".to_owned()
        }
        Some("end_session") => "This ends the session here, for good.".to_owned(),
        _ => format!("{label}."),
    }
}
