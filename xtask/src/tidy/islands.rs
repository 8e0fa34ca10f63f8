//! What plays any activity names none. What still does is listed, file by file, and becomes less.

use super::{Finding, Report};
use crate::arrows::{ROOMS, folder};
use crate::tree::{RustFile, Tree};

/// The rooms that play any activity.
const ANY: &[&str] = &["host", "server", "tui", "discord", "mcp", "parlor", "archive", "arena", "targets"];

/// Files of theirs that name an activity, with the number of lines that do.
const ISLANDS: &[(&str, usize)] = &[
    ("crates/archive/src/export/checklist.rs", 1),
    ("crates/archive/src/export/story.rs", 1),
    ("crates/discord/src/face.rs", 2),
    ("crates/discord/src/face/mafia.rs", 3),
    ("crates/server/src/page/assets.rs", 3),
    ("crates/server/src/page/dm.rs", 3),
    ("crates/server/src/page/dm/ask.rs", 1),
    ("crates/server/src/page/dm/sealed.rs", 2),
    ("crates/server/src/page/face.rs", 4),
    ("crates/server/src/page/mafia.rs", 2),
    ("crates/server/src/page/mod.rs", 4),
    ("crates/server/src/page/tidying.rs", 3),
    ("crates/server/src/page/tidying/card.rs", 1),
    ("crates/server/src/page/tidying/photos.rs", 1),
    ("crates/server/src/page/tidying/piles.rs", 1),
    ("crates/targets/src/standings.rs", 7),
    ("crates/tui/src/back.rs", 1),
    ("crates/tui/src/draw/bottom.rs", 2),
    ("crates/tui/src/draw/help.rs", 2),
    ("crates/tui/src/enter.rs", 7),
    ("crates/tui/src/keys.rs", 3),
    ("crates/tui/src/lib.rs", 2),
    ("crates/tui/src/lines/asked.rs", 1),
    ("crates/tui/src/lines/filling.rs", 1),
    ("crates/tui/src/screen.rs", 1),
    ("crates/tui/src/seals.rs", 1),
    ("crates/tui/src/tidying.rs", 2),
];

/// The check: names in code and in texts, but neither in tests nor in comments.
pub(crate) fn check(tree: &Tree) -> Report {
    let activities = activities();
    let folders: Vec<String> = ROOMS
        .iter()
        .filter(|room| ANY.contains(&room.name))
        .map(|room| format!("{}/src/", folder(room)))
        .collect();
    let mut findings = Vec::new();
    let mut all = 0;
    for file in tree.rust.iter().filter(|file| folders.iter().any(|folder| file.path.starts_with(folder))) {
        let lines = naming(file, tree.text(&file.path).unwrap_or(""), &activities);
        let listed = ISLANDS.iter().find(|(path, _)| *path == file.path).map_or(0, |(_, count)| *count);
        all += lines.len();
        if lines.len() > listed {
            let what = "names an activity, where any is played: its card, custom, board or telling has what is wanted";
            findings.extend(lines.iter().skip(listed).map(|line| Finding::at(&file.path, *line, what)));
        } else if lines.len() < listed {
            let what =
                format!("names activities in {} lines: write that in xtask/src/tidy/islands.rs", lines.len());
            findings.push(Finding::of(&file.path, what));
        }
    }
    for (path, _) in ISLANDS.iter().filter(|(path, _)| !tree.has(path)) {
        findings.push(Finding::of(path, "is gone: take it out of xtask/src/tidy/islands.rs"));
    }
    Report::new(format!("{all} lines of {} name one of {}", ANY.join(", "), activities.join(", ")), findings)
}

/// The activities, as their folders are called.
fn activities() -> Vec<&'static str> {
    let names = ROOMS.iter().filter_map(|room| room.name.strip_prefix("activities/"));
    names.filter(|name| !["all", "tests"].contains(name)).collect()
}

/// The lines, counted from 1, in which an activity is named.
fn naming(file: &RustFile, text: &str, activities: &[&str]) -> Vec<usize> {
    let lines = file.source.live.lines().zip(text.lines()).enumerate();
    let names = |(live, raw): &(&str, &str)| {
        // Comments and tests are blank in what is live, and texts are not.
        let shown = live.chars().zip(raw.chars()).map(|(live, raw)| if live == ' ' { ' ' } else { raw });
        let shown: String = shown.collect::<String>().to_lowercase();
        shown.split(|letter: char| !letter.is_alphanumeric()).any(|word| activities.contains(&word))
    };
    lines.filter(|(_, line)| names(line)).map(|(index, _)| index + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let report = check(&Tree::of(&[(path, text)]));
        let here = report.findings.into_iter().filter(|finding| finding.line > 0);
        here.map(|finding| format!("{}:{}", finding.path, finding.line)).collect()
    }

    #[test]
    fn a_name_in_code_and_in_a_text_is_found_and_in_comments_and_tests_it_is_not() {
        let text = "//! As Mafia has it.\nuse protocol::mafia::View;\nconst A: &str = \"an evening of Mafia\"; // dm\n\
                    fn madman() {}\n#[cfg(test)]\nmod tests { const DM: &str = \"dm\"; }\n";
        assert_eq!(found("crates/host/src/a.rs", text), ["crates/host/src/a.rs:2", "crates/host/src/a.rs:3"]);
        assert!(found("crates/app/src/main.rs", text).is_empty());
        assert!(found("crates/host/tests/a.rs", text).is_empty());
    }
}
