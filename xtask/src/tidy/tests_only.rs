//! What only tests may do, and what tests must not.

use super::{Finding, Report};
use crate::rust_source::names;
use crate::tree::{File, Tree};

/// What no browser test does, and why.
const NOT_IN_A_BROWSER: &[(&str, &str)] = &[
    ("waitForTimeout", "a test that sleeps is slow and fails at times: wait for what is to happen"),
    ("networkidle", "a page with a stream is never idle: wait for what is to happen"),
    (".only(", "`only` leaves out the others: run one file with `cargo xtask browser NAME`"),
    (".skip(", "mend the test or delete it; a test that nobody runs proves nothing"),
    ("skip: true", "mend the test or delete it; a test that nobody runs proves nothing"),
    (".todo(", "mend the test or delete it; a test that nobody runs proves nothing"),
];

/// The check over all Rust files and all browser tests.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let scripts: Vec<&File> = tree.files.iter().filter(|file| file.path.ends_with(".mjs")).collect();
    for file in &scripts {
        for (index, line) in file.text.lines().enumerate() {
            for (_, why) in NOT_IN_A_BROWSER.iter().filter(|(what, _)| line.contains(what)) {
                findings.push(Finding::at(&file.path, index + 1, *why));
            }
        }
    }
    for file in &tree.rust {
        let mut found = |line: usize, what: &str| findings.push(Finding::at(&file.path, line, what));
        for name in names(&file.source.live) {
            match name.path.last().map(String::as_str) {
                Some("todo" | "unimplemented") if name.bang => {
                    found(name.line, "finish this, or return an error that says what is missing")
                }
                Some("dbg") if name.bang => found(name.line, "take `dbg!` out"),
                _ => {}
            }
        }
        for (index, line) in file.source.live.lines().enumerate() {
            if line.contains(".unwrap()") {
                found(index + 1, "`unwrap()` outside of tests: return an error, or `assert!` what must hold");
            }
        }
        for (index, line) in file.source.code.lines().enumerate() {
            if line.contains("#[ignore") {
                found(
                    index + 1,
                    "`#[ignore]`: mend the test or delete it; a test that nobody runs proves nothing",
                );
            }
        }
        for name in names(&file.source.tests) {
            if name.path.ends_with(&["thread".into(), "sleep".into()]) {
                found(
                    name.line,
                    "a test that sleeps is slow and fails at times: wait for the event, or use a made-up clock",
                );
            }
        }
    }
    Report::new(format!("{} Rust files, {} of browser tests", tree.rust.len(), scripts.len()), findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&Tree::of(&[(path, text)])).findings.into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn live_code_does_not_unwrap() {
        let text = "fn a() {\n b().unwrap();\n todo!();\n dbg!(1);\n c().unwrap_or(1);\n}\n// d.unwrap()\n";
        assert_eq!(lines("crates/a/src/lib.rs", text).len(), 3);
        assert!(lines("crates/a/tests/x.rs", text).is_empty());
    }

    #[test]
    fn browser_tests_do_not_sleep_and_leave_nothing_out() {
        let text = "test.only(\"a\");\nawait page.waitForTimeout(9);\ntest(\"b\", { skip: true });\nok();\n";
        assert_eq!(lines("browser/tests/a.test.mjs", text), [1, 2, 3]);
        assert!(lines("docs/a.md", text).is_empty());
    }

    #[test]
    fn tests_do_not_sleep_and_are_not_ignored() {
        let text = "#[test]\n#[ignore]\nfn a() {\n    std::thread::sleep(x);\n    thread::sleep(x);\n}\n";
        assert_eq!(lines("crates/a/tests/x.rs", text), [2, 4, 5]);
        assert!(lines("crates/a/src/lib.rs", "fn a() { std::thread::sleep(x); }\n").is_empty());
    }
}
