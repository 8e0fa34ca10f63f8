//! A file has one subject: look hard at 500 lines of code.

use super::{Finding, Report};
use crate::tree::Tree;

/// Lines of code in one Rust file, without comments and empty lines.
const CODE_LINES_MAX: usize = 500;

/// Longer files, each with the reason why it is not two.
const LONG: &[(&str, &str)] = &[];

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut longest = (0, "");
    for file in &tree.rust {
        let lines = file.source.code_lines();
        longest = longest.max((lines, file.path.as_str()));
        let excused = LONG.iter().any(|(path, _)| *path == file.path);
        if lines > CODE_LINES_MAX && !excused {
            let what = format!(
                "{lines} lines of code, and {CODE_LINES_MAX} are the most: split it by subject, or say in LONG in \
                 xtask/src/tidy/size.rs why not"
            );
            findings.push(Finding::of(&file.path, what));
        }
        if lines <= CODE_LINES_MAX && excused {
            findings.push(Finding::of(
                &file.path,
                "is short again: take it out of LONG in xtask/src/tidy/size.rs",
            ));
        }
    }
    for (path, _) in LONG.iter().filter(|(path, _)| !tree.has(path)) {
        findings.push(Finding::of(path, "is gone: take it out of LONG in xtask/src/tidy/size.rs"));
    }
    Report::new(format!("the longest has {} lines of code: {}", longest.0, longest.1), findings)
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
    }
}
