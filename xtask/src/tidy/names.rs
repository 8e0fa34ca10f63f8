//! File names that say something, and crates that begin by saying what they are.

use super::{Finding, Report};
use crate::tree::Tree;

/// Names for a place where things are put that nobody has thought about.
const SAY_NOTHING: &[&str] = &["utils", "util", "helpers", "helper", "misc", "common"];

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut roots = 0;
    for file in &tree.files {
        for part in file.path.split('/') {
            let stem = part.split('.').next().unwrap_or(part);
            if SAY_NOTHING.contains(&stem.to_lowercase().as_str()) {
                let what = format!("`{stem}` says nothing: name it for what is in it");
                findings.push(Finding::of(&file.path, what));
            }
        }
        if is_crate_root(&file.path) {
            roots += 1;
            if !file.text.starts_with("//! ") {
                findings.push(Finding::at(&file.path, 1, "a crate begins with `//!` and what it is for"));
            }
        }
    }
    Report::new(format!("{} files, {roots} crates begin by saying what they are", tree.files.len()), findings)
}

fn is_crate_root(path: &str) -> bool {
    path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).findings.len()
    }

    #[test]
    fn names_that_say_nothing_are_found() {
        assert_eq!(found("crates/a/src/utils.rs", ""), 1);
        assert_eq!(found("crates/a/tests/common/mod.rs", ""), 1);
        assert_eq!(found("crates/a/src/commons.rs", ""), 0);
    }

    #[test]
    fn a_crate_begins_with_its_doc() {
        assert_eq!(found("crates/a/src/lib.rs", "//! A room.\n"), 0);
        assert_eq!(found("crates/a/src/lib.rs", "pub mod x;\n"), 1);
        assert_eq!(found("crates/a/src/other.rs", "pub mod x;\n"), 0);
    }
}
