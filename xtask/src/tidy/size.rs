//! A file has one subject: look hard at 500 lines of code, in Rust as in scripts. And what the activities take together has a most, so that
//! a rule more is looked at for what it makes simpler, too.

use super::{Finding, Report};
use crate::tree::Tree;

/// Lines of code in one file, without comments and empty lines.
const CODE_LINES_MAX: usize = 500;

/// Longer files, each with the reason why it is not two.
const LONG: &[(&str, &str)] = &[];

/// Lines of Rust of all activities together, as they stand in their files, with their comments. 27,000 are wanted: lower this with every
/// hundred that goes.
const ACTIVITY_LINES_MAX: usize = 28_500;

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let activities = lines_below(tree, |path| path.starts_with("activities/") && path.contains("/src/"));
    let table = lines_below(tree, |path| path.starts_with("crates/table/src/"));
    if activities > ACTIVITY_LINES_MAX {
        let what = format!(
            "{activities} lines in activities/*/src, and {ACTIVITY_LINES_MAX} are the most: say once what two of them say, or move what is of none \
             into crates/kit"
        );
        findings.push(Finding::of("activities", what));
    }
    let mut longest = (0, "");
    let rust = tree.rust.iter().map(|file| (file.path.as_str(), file.source.code_lines()));
    let scripts = tree.files.iter().filter(|file| file.path.ends_with(".js") || file.path.ends_with(".mjs"));
    let scripts = scripts.map(|file| (file.path.as_str(), script_lines(&file.text)));
    for (path, lines) in rust.chain(scripts) {
        longest = longest.max((lines, path));
        let excused = LONG.iter().any(|(excused, _)| *excused == path);
        if lines > CODE_LINES_MAX && !excused {
            let what = format!(
                "{lines} lines of code, and {CODE_LINES_MAX} are the most: split it by subject, or say in LONG in \
                 xtask/src/tidy/size.rs why not"
            );
            findings.push(Finding::of(path, what));
        }
        if lines <= CODE_LINES_MAX && excused {
            findings.push(Finding::of(path, "is short again: take it out of LONG in xtask/src/tidy/size.rs"));
        }
    }
    for (path, _) in LONG.iter().filter(|(path, _)| !tree.has(path)) {
        findings.push(Finding::of(path, "is gone: take it out of LONG in xtask/src/tidy/size.rs"));
    }
    let says = format!(
        "the longest has {} lines of code: {}; activities/*/src has {activities} lines, of {ACTIVITY_LINES_MAX}, and {} with the table",
        longest.0,
        longest.1,
        activities + table
    );
    Report::new(says, findings)
}

/// All lines of the files of Rust that are looked for.
fn lines_below(tree: &Tree, is_one: impl Fn(&str) -> bool) -> usize {
    let files = tree.rust.iter().filter(|file| is_one(&file.path));
    files.map(|file| tree.text(&file.path).map_or(0, |text| text.lines().count())).sum()
}

/// Lines of a script that are neither empty nor a comment of their own.
fn script_lines(text: &str) -> usize {
    let is_code = |line: &&str| !line.is_empty() && !["//", "/*", "*"].iter().any(|it| line.starts_with(it));
    text.lines().map(str::trim).filter(is_code).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_counts() {
        let code = "let x = 1;\n".repeat(CODE_LINES_MAX);
        let fits = format!("//! Doc.\n\n{code}");
        let over = format!("{code}let y = 2;\n");
        assert!(check(&Tree::of(&[("crates/a/src/a.rs", &fits)])).findings.is_empty());
        assert_eq!(check(&Tree::of(&[("crates/a/src/a.rs", &over)])).findings.len(), 1);
        let script = "/** Doc.\n * More. */\nf();\n".repeat(CODE_LINES_MAX);
        assert!(check(&Tree::of(&[("web/a.js", &script)])).findings.is_empty());
        assert_eq!(check(&Tree::of(&[("web/a.js", &format!("{script}g();\n"))])).findings.len(), 1);
    }

    #[test]
    fn all_lines_of_the_activities_count_together_and_those_of_the_table_are_told() {
        let half = "// A line.\n".repeat(ACTIVITY_LINES_MAX / 2);
        let more = format!("{half}// One more.\n");
        let of = |second: &str| {
            check(&Tree::of(&[
                ("activities/a/src/a.rs", &half),
                ("activities/b/src/b.rs", second),
                ("activities/tests/a.rs", &half),
                ("crates/table/src/a.rs", "// One.\n"),
            ]))
        };
        assert!(of(&half).findings.is_empty());
        assert_eq!(of(&more).findings.len(), 1);
        assert!(of(&half).says.ends_with(&format!("and {} with the table", ACTIVITY_LINES_MAX + 1)));
    }
}
