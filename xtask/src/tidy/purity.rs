//! No clock, no I/O, no chance of its own, no unordered maps and no floats in the pure crates.

use super::{Finding, Report};
use crate::bans::{BANS, PURE};
use crate::rust_source::{Name, names};
use crate::tree::Tree;

/// The check: names, paths and literals in the source outside of tests.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut files = 0;
    for room in PURE {
        let folder = format!("{room}/src/");
        for file in tree.rust.iter().filter(|file| file.path.starts_with(&folder)) {
            files += 1;
            for name in names(&file.source.live) {
                if let Some((what, reason)) = banned(&name) {
                    findings.push(Finding::at(&file.path, name.line, format!("`{what}`: {reason}")));
                }
            }
            for (index, line) in file.source.live.lines().enumerate() {
                if has_float(line) {
                    let what = "a literal with a decimal point is a float: use integers";
                    findings.push(Finding::at(&file.path, index + 1, what));
                }
            }
        }
    }
    Report::new(
        format!("{files} files of {} without clock, I/O, chance or floats", PURE.join(", ")),
        findings,
    )
}

fn banned(name: &Name) -> Option<(String, &'static str)> {
    for ban in BANS {
        if let Some(word) = ban.words.iter().find(|word| name.path.iter().any(|part| part == *word)) {
            return Some((word.to_string(), ban.reason));
        }
        let below = |path: &&&str| {
            let parts: Vec<&str> = path.split("::").collect();
            // A short name alone may be something else; `rand::` is the crate and `Instant::` the type.
            let long_enough = parts.len() > 1 || name.path.len() > 1;
            long_enough && parts.len() <= name.path.len() && parts.iter().zip(&name.path).all(|(a, b)| a == b)
        };
        if let Some(path) = ban.paths.iter().find(below) {
            return Some((path.to_string(), ban.reason));
        }
    }
    None
}

/// `1.5` is a float; `1..5` is a range and `pair.0.1` a field of a field.
fn has_float(line: &str) -> bool {
    let chars: Vec<char> = line.chars().collect();
    (1..chars.len().saturating_sub(1)).any(|dot| {
        if chars[dot] != '.' || !chars[dot - 1].is_ascii_digit() || !chars[dot + 1].is_ascii_digit() {
            return false;
        }
        let start =
            chars[..dot].iter().rposition(|c| !c.is_alphanumeric() && *c != '_').map_or(0, |at| at + 1);
        chars[start].is_ascii_digit() && (start == 0 || chars[start - 1] != '.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let report = check(&Tree::of(&[("crates/engine/src/x.rs", text)]));
        report.findings.into_iter().map(|finding| format!("{}: {}", finding.line, finding.what)).collect()
    }

    #[test]
    fn what_is_banned_is_found_with_its_line() {
        assert!(found("\nuse std::{fmt, fs};\n")[0].starts_with("2: `std::fs`: a machine does no I/O"));
        assert!(found("use std::collections::HashMap;\n")[0].starts_with("1: `HashMap`"));
        assert!(
            found("fn a() -> u64 { std::time::Instant::now() }\n")[0].starts_with("1: `std::time::Instant`")
        );
        assert!(found("let now = Instant::now();\n")[0].starts_with("1: `Instant`"));
        assert!(found("async fn a() {}\n")[0].starts_with("1: `async`"));
        assert!(found("let x = rand::random();\n")[0].starts_with("1: `rand`"));
        assert!(found("fn a(x: f64) {}\n")[0].starts_with("1: `f64`"));
        assert!(found("let x = 1.5;\n")[0].contains("a float"));
    }

    #[test]
    fn what_is_allowed_is_not() {
        let fine = "//! Not HashMap, not std::fs.\nuse std::{fmt, time::Duration};\nuse rand_core::Rng;\n\
                    fn rand(pair: ((u8, u8), u8)) { Speed::Instant; for i in 1..5 { let s = \"std::env 1.5\"; pair.0.1; } }\n";
        assert_eq!(found(fine), Vec::<String>::new());
    }

    #[test]
    fn tests_may_do_what_they_like() {
        assert!(found("#[cfg(test)]\nmod tests {\n use std::collections::HashSet;\n}\n").is_empty());
        let elsewhere = Tree::of(&[("crates/host/src/lib.rs", "use std::time::Instant;\n")]);
        assert!(check(&elsewhere).findings.is_empty());
    }
}
