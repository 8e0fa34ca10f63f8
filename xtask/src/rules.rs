//! The rules of the machines, and the check that each has a test that bears its number.

use crate::rust_source::test_functions;
use crate::tidy::{Finding, Report};
use crate::tree::Tree;

/// A machine, and the number of its last rule: they begin with 1.
struct Rules {
    machine: &'static str,
    letter: char,
    last: u8,
}

/// A test of rule M5 has a name that starts with `m5_`.
const RULES: &[Rules] = &[
    Rules { machine: "mafia", letter: 'm', last: 23 },
    Rules { machine: "table", letter: 't', last: 15 },
    Rules { machine: "dm", letter: 'd', last: 30 },
    Rules { machine: "tidying", letter: 'y', last: 20 },
];

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let ours = |path: &str| path.starts_with("crates/") || path.starts_with("activities/");
    let in_crates = tree.rust.iter().filter(|file| ours(&file.path));
    let tests: Vec<String> = in_crates.flat_map(|file| test_functions(&file.source.tests)).collect();
    let mut findings = Vec::new();
    let mut all = 0;
    for rules in RULES {
        for number in 1..=rules.last {
            all += 1;
            let start = format!("{}{number}_", rules.letter);
            if !tests.iter().any(|name| name.starts_with(&start)) {
                let rule = format!("{}{number}", rules.letter.to_ascii_uppercase());
                let what =
                    format!("rule {rule} of {} has no test: write one named `{start}…`", rules.machine);
                findings.push(Finding::of("activities/tests", what));
            }
        }
    }
    Report::new(format!("{} of {all} have a test", all - findings.len()), findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_counts_when_a_test_bears_its_number() {
        let tree = Tree::of(&[
            (
                "activities/tests/mafia/main.rs",
                "#[test]\nfn m1_setup() {}\nfn m2_no_test() {}\n#[test]\nfn m17() {}\n",
            ),
            ("crates/host/src/lib.rs", "#[cfg(test)]\nmod tests {\n#[test]\nfn t3_survives() {}\n}\n"),
            ("docs/x.rs", "#[test]\nfn m4_elsewhere() {}\n"),
        ]);
        let report = check(&tree);
        assert_eq!(report.says, "2 of 88 have a test");
        assert!(
            report.findings.iter().any(|finding| finding.what.starts_with("rule M2 of mafia has no test"))
        );
        assert!(!report.findings.iter().any(|finding| finding.what.starts_with("rule M1 ")));
    }
}
