//! A file has one subject: look hard at 500 lines of code, in Rust as in scripts.

use super::{Finding, Report};
use crate::tree::Tree;

/// Lines of code in one file, without comments and empty lines.
const CODE_LINES_MAX: usize = 500;

/// Longer files, each with the reason why it is not two.
const LONG: &[(&str, &str)] = &[];

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
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
    Report::new(format!("the longest has {} lines of code: {}", longest.0, longest.1), findings)
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
}
