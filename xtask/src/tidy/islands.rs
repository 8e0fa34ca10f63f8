//! Faces draw boards, forms and tellings of any activity. What one draws better than that is an island: here is the one list of their files, and
//! there is a most for all of them. What plays any activity names none; what still does is listed, file by file, and becomes less.

use super::{Finding, Report};
use crate::arrows::{ROOMS, folder};
use crate::tree::{RustFile, Tree};

/// Lines of all islands together, as they stand in their files.
const LINES_MAX: usize = 1_000;

/// Every file that is about a panel by its id or by the kind of its body, or about what goes with one.
const ISLANDS: &[&str] = &[
    "crates/server/src/page/islands.rs",
    "crates/server/src/page/islands/hand.rs",
    "crates/server/src/page/islands/piles.rs",
    "crates/server/src/page/islands/ring.rs",
    "crates/server/src/page/islands/sealed.rs",
    "crates/server/src/page/islands/ticks.rs",
    "crates/server/src/page/islands/voice.rs",
    "crates/server/src/page/photos.rs",
    "crates/server/src/page/tools.rs",
    "crates/server/src/page/upload.rs",
    "crates/tui/src/draw/dice.rs",
    "crates/tui/src/seals.rs",
];

/// The rooms that play any activity.
const ANY: &[&str] =
    &["host", "server", "tui", "discord", "mcp", "parlor", "archive", "protocol", "arena", "targets"];

/// Files of theirs that name an activity, with the number of lines that do.
const NAMING: &[(&str, usize)] = &[("crates/targets/src/standings.rs", 7)];

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut named = naming_any(tree);
    let mut lines = 0;
    for path in ISLANDS {
        match tree.text(path) {
            Some(text) => lines += text.lines().count(),
            None => {
                named.findings.push(Finding::of(path, "is gone: take it out of xtask/src/tidy/islands.rs"))
            }
        }
    }
    if lines > LINES_MAX {
        let what = format!(
            "{lines} lines of islands, and {LINES_MAX} are the most: say it on the board, or in a command"
        );
        named.findings.push(Finding::of("xtask/src/tidy/islands.rs", what));
    }
    Report::new(format!("{lines} lines in all faces, of {LINES_MAX}; {}", named.says), named.findings)
}

/// Names in code and in texts, but neither in tests nor in comments.
fn naming_any(tree: &Tree) -> Report {
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
        let listed = NAMING.iter().find(|(path, _)| *path == file.path).map_or(0, |(_, count)| *count);
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
    for (path, _) in NAMING.iter().filter(|(path, _)| !tree.has(path)) {
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

    #[test]
    fn islands_have_a_most() {
        let of = |lines: usize| {
            let long = "x\n".repeat(lines);
            let mut files: Vec<(&str, &str)> = ISLANDS.iter().map(|path| (*path, "")).collect();
            files[0].1 = &long;
            let found = check(&Tree::of(&files)).findings.into_iter().map(|finding| finding.what);
            found.filter(|what| what.contains("lines of islands")).count()
        };
        assert_eq!((of(LINES_MAX), of(LINES_MAX + 1)), (0, 1));
    }
}
