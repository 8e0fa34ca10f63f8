//! What can be read at any time: the commands, what somebody said in debriefs, and how to keep what was told.

use engine::Report;
use protocol::table::{COMMANDS, FeedbackKind, TableCommand, View};

use super::lines;

/// Every report. Each viewer reads what that viewer said; the host reads what all said.
pub(super) const REPORTS: &[Report] = &[
    Report { name: "help", about: "what can be typed" },
    Report { name: "lines", about: "what is kept out, and out of sight" },
    Report { name: "stars", about: "what was good, as you said it in the debrief" },
    Report { name: "wishes", about: "what you wish for, as you said it in the debrief" },
    Report { name: "export", about: "what you were told so far, as a file to keep" },
];

pub(super) fn report(view: &View, name: &str) -> Option<String> {
    let lines: Vec<String> = match name {
        "help" => COMMANDS.iter().map(line).collect(),
        "lines" => lines::listed(&view.lines),
        "stars" => said(view, FeedbackKind::Star),
        "wishes" => said(view, FeedbackKind::Wish),
        // A view holds how things stand, not what was told on the way: whoever runs the table writes that down.
        "export" => vec!["What you were told so far, and nothing else, can be kept as text.".to_owned()],
        _ => Vec::new(),
    };
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn line(command: &TableCommand) -> String {
    let TableCommand { name, takes, about } = command;
    if takes.is_empty() { format!("/{name}: {about}") } else { format!("/{name} {takes}: {about}") }
}

fn said(view: &View, kind: FeedbackKind) -> Vec<String> {
    let of_kind = view.given.iter().filter(|it| it.kind == kind);
    of_kind.map(|it| format!("seat {}: {}", it.player_id, it.text)).collect()
}
