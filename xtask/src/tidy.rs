//! `cargo xtask tidy`: what the tree must look like. Each check reads files and says what it found, where, and
//! what to do; none of them builds anything.

use crate::binary::metadata;
use crate::shell::root;
use crate::step::Outcome;
use crate::tree::Tree;
use crate::{Failed, arrows, generate, no_arguments, rules};

mod catalogues;
mod exhaustive;
mod islands;
mod links;
mod manifests;
mod names;
mod purity;
mod shipped;
mod size;
mod tests_only;
mod text;

/// What the checks look at.
struct Seen {
    tree: Tree,
    packages: Vec<arrows::Package>,
}

/// A check, with the name under which its line is printed.
struct Check {
    name: &'static str,
    look: fn(&Seen) -> Report,
}

/// Every check. To add one, add a line.
const CHECKS: &[Check] = &[
    Check { name: "arrows", look: |seen| arrows::check(&seen.packages) },
    Check { name: "islands", look: |seen| islands::check(&seen.tree) },
    Check { name: "catalogues", look: |seen| catalogues::check(&seen.tree) },
    Check { name: "purity", look: |seen| purity::check(&seen.tree) },
    Check { name: "clippy.toml", look: |seen| clippy_toml(&seen.tree) },
    Check { name: "rules", look: |seen| rules::check(&seen.tree) },
    Check { name: "tests", look: |seen| tests_only::check(&seen.tree) },
    Check { name: "variants", look: |seen| exhaustive::check(&seen.tree) },
    Check { name: "size", look: |seen| size::check(&seen.tree) },
    Check { name: "names", look: |seen| names::check(&seen.tree) },
    Check { name: "text", look: |seen| text::check(&seen.tree) },
    Check { name: "links", look: |seen| links::check(&seen.tree) },
    Check { name: "manifests", look: |seen| manifests::check(&seen.tree) },
    Check { name: "shipped", look: |seen| shipped::check(&seen.tree) },
];

/// Something that is not as it must be.
pub(crate) struct Finding {
    path: String,
    /// From 1; 0 means the whole file.
    line: usize,
    pub(crate) what: String,
}

impl Finding {
    /// About a whole file.
    pub(crate) fn of(path: &str, what: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line: 0, what: what.into() }
    }

    /// About a line, counted from 1.
    pub(crate) fn at(path: &str, line: usize, what: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line, what: what.into() }
    }
}

/// What a check says in one line, and what it found.
pub(crate) struct Report {
    pub(crate) says: String,
    pub(crate) findings: Vec<Finding>,
}

impl Report {
    pub(crate) fn new(says: impl Into<String>, findings: Vec<Finding>) -> Report {
        Report { says: says.into(), findings }
    }
}

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    no_arguments("tidy", args)?;
    step()?;
    Ok(())
}

/// The step of `ci`.
pub(crate) fn step() -> Result<Outcome, String> {
    let seen = Seen { tree: Tree::load(&root())?, packages: arrows::packages(&metadata()?)? };
    let mut found = 0;
    for check in CHECKS {
        let report = (check.look)(&seen);
        println!("{}: {}", check.name, report.says);
        for finding in &report.findings {
            let place = if finding.line == 0 { String::new() } else { format!(":{}", finding.line) };
            println!("  {}{place}: {}", finding.path, finding.what.trim_end().replace('\n', "\n    "));
        }
        found += report.findings.len();
    }
    match found {
        0 => Ok(Outcome::Passed),
        1 => Err("one thing is not tidy; it is named above".into()),
        _ => Err(format!("{found} things are not tidy; they are named above")),
    }
}

/// The derived `clippy.toml` files are what the one list says.
fn clippy_toml(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut count = 0;
    for (path, want) in generate::clippy_files() {
        count += 1;
        let have = tree.text(&path).unwrap_or("");
        if have != want {
            let diff = crate::diff::diff(have, &want);
            findings.push(Finding::of(
                &path,
                format!("is not what xtask/src/bans.rs says: run `cargo xtask generate`\n{diff}"),
            ));
        }
    }
    Report::new(format!("{count} files from one list"), findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_clippy_toml_is_found_with_its_difference() {
        let mut files = generate::clippy_files();
        let last = files.len() - 1;
        files[last].1.push_str("cognitive-complexity-threshold = 1\n");
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let report = clippy_toml(&Tree::of(&files));
        assert_eq!(report.findings.len(), 1);
        assert!(
            report.findings[0].what.contains("- cognitive-complexity-threshold = 1"),
            "{}",
            report.findings[0].what
        );
    }
}
