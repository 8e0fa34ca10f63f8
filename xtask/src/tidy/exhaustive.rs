//! A machine says of each variant what it does: no `_ =>`, and no name that catches all, where an enum is matched. So a new
//! variant is looked at wherever it matters. A house plays by taste, and may pass over what it has no taste for.

use super::{Finding, Report};
use crate::tree::Tree;

/// The machines, and what they are written with.
const MACHINES: &[&str] = &["activities/", "crates/table/", "crates/kit/"];

const WHAT: &str = "this catches all variants that are not named: name them, or let a method of the enum say what they have in \
                    common; where one of them alone matters, `if let`, `let … else` or `matches!` says so";

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let is_held = |path: &str| MACHINES.iter().any(|at| path.starts_with(at)) && !path.contains("/house/");
    let (mut findings, mut count) = (Vec::new(), 0);
    for file in tree.rust.iter().filter(|file| is_held(&file.path)) {
        for arms in matches(&file.source.live) {
            count += usize::from(arms.iter().any(|arm| names_variant(&arm.pattern)));
            findings.extend(catch_alls(&arms).map(|line| Finding::at(&file.path, line, WHAT)));
        }
    }
    Report::new(format!("{count} times a machine says what it does with each variant of an enum"), findings)
}

/// One alternative of an arm: `A::B` of `A::B | A::C if x => …`.
struct Arm {
    line: usize,
    pattern: String,
    /// One with a condition leaves the rest to others.
    is_guarded: bool,
}

/// The lines of what takes all variants that the others leave.
fn catch_alls(arms: &[Arm]) -> impl Iterator<Item = usize> {
    let is_caught = |wild: &Arm| {
        // `Some(_)` leaves `Some` to the others as `_` leaves everything.
        let (around, pattern) = unwrapped(&wild.pattern);
        let names = |other: &Arm| unwrapped(&other.pattern).0 == around && names_variant(&other.pattern);
        let any = |other: &Arm| around.is_empty() && names_variant(&other.pattern);
        !wild.is_guarded && is_wild(pattern) && arms.iter().any(|other| names(other) || any(other))
    };
    arms.iter().filter(move |arm| is_caught(arm)).map(|arm| arm.line)
}

/// `Some(x)` as `Some` and `x`.
fn unwrapped(pattern: &str) -> (&str, &str) {
    let parts = pattern.split_once('(').zip(pattern.strip_suffix(')'));
    let parts = parts.filter(|((around, _), _)| ["Some", "Ok", "Err"].contains(around));
    parts.map_or(("", pattern), |((around, _), _)| (around, &pattern[around.len() + 1..pattern.len() - 1]))
}

/// `_`, a name, or a tuple of those.
fn is_wild(pattern: &str) -> bool {
    match pattern.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inside) => split(inside, ',').iter().all(|(_, part)| is_wild(part.trim())),
        None => {
            let name = pattern.trim_start_matches("ref ").trim_start_matches("mut ");
            name == ".."
                || name.starts_with(|c: char| c == '_' || c.is_lowercase())
                    && name.chars().all(is_word)
                    && !["true", "false"].contains(&name)
        }
    }
}

/// `Mood::Scene { .. }`, wherever in the pattern.
fn names_variant(pattern: &str) -> bool {
    let is_type = |word: &str| word.starts_with(|c: char| c.is_uppercase());
    pattern.match_indices("::").any(|(at, _)| {
        let before = pattern[..at].rsplit(|c| !is_word(c)).next().unwrap_or_default();
        let after = pattern[at + 2..].split(|c| !is_word(c)).next().unwrap_or_default();
        is_type(before) && is_type(after) && after.contains(|c: char| c.is_lowercase())
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// All matches of some blanked code, each as its arms.
fn matches(code: &str) -> Vec<Vec<Arm>> {
    let mut all = Vec::new();
    for (at, _) in code.match_indices("match ") {
        if code[..at].ends_with(is_word) {
            continue;
        }
        let Some(open) = end(&code[at..], |c, _| c == '{').map(|open| at + open + 1) else { continue };
        let line = 1 + code[..open].matches('\n').count();
        all.push(arms(&code[open..], line));
    }
    all
}

/// The arms of a match, from inside its brace.
fn arms(code: &str, mut line: usize) -> Vec<Arm> {
    let (mut arms, mut rest) = (Vec::new(), code);
    while let Some(arrow) = end(rest, |c, after| c == '=' && after.starts_with('>')) {
        let (pattern, body) = (&rest[..arrow], &rest[arrow + 2..]);
        let guard = end(pattern, |c, after| c.is_whitespace() && after.starts_with("if "));
        let (pattern, is_guarded) = (&pattern[..guard.unwrap_or(pattern.len())], guard.is_some());
        for (at, pattern) in split(pattern, '|') {
            let begins = at + pattern.len() - pattern.trim_start().len();
            let line = line + rest[..begins].matches('\n').count();
            let pattern = pattern.split_whitespace().collect::<Vec<_>>().join(" ");
            if !pattern.is_empty() {
                arms.push(Arm { line, pattern, is_guarded });
            }
        }
        let block = body.trim_start().starts_with('{');
        let length = match block {
            true => end(body, |c, _| c == '{')
                .and_then(|open| Some(open + 1 + end(&body[open + 1..], |c, _| c == '}')? + 1)),
            false => end(body, |c, _| c == ',' || c == '}'),
        };
        let Some(length) = length else { break };
        let body = &body[length..];
        let next = body.trim_start().trim_start_matches(',');
        if !block && body.starts_with('}') || next.trim_start().starts_with('}') {
            break;
        }
        line += rest[..rest.len() - next.len()].matches('\n').count();
        rest = next;
    }
    arms
}

/// Where a sign is that stands in no bracket of this code.
fn end(code: &str, is: impl Fn(char, &str) -> bool) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        if depth == 0 && is(c, &code[at + c.len_utf8()..]) {
            return Some(at);
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// The parts between signs that stand in no bracket, each with where it begins.
fn split(code: &str, sign: char) -> Vec<(usize, &str)> {
    let (mut parts, mut from) = (Vec::new(), 0);
    while let Some(length) = end(&code[from..], |c, _| c == sign) {
        parts.push((from, &code[from..from + length]));
        from += length + sign.len_utf8();
    }
    parts.push((from, &code[from..]));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "activities/a/src/a.rs";

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&Tree::of(&[(path, text)])).findings.into_iter().map(|finding| finding.line).collect()
    }

    fn found(arms: &str) -> usize {
        lines(FILE, &format!("fn a() {{ b(match c {{ {arms} }}) }}\n")).len()
    }

    #[test]
    fn what_catches_all_variants_is_found_where_it_stands() {
        let text = "fn a(mood: Mood) -> u8 {
            match mood {
                Mood::Scene { x, .. } | Mood::Rest => {
                    x
                }
                _ => 1,
            }
        }";
        assert_eq!(lines(FILE, text), [6]);
        assert_eq!(lines("crates/table/src/a.rs", &text.replace("_ =>", "other =>")), [6]);
        assert_eq!(lines("crates/table/src/a.rs", &text.replace("_ =>", "Mood::Act |\n _ =>")), [7]);
        for elsewhere in ["activities/a/src/house/a.rs", "crates/server/src/a.rs", "activities/tests/a.rs"] {
            assert!(lines(elsewhere, text).is_empty(), "{elsewhere}");
        }
    }

    #[test]
    fn it_is_found_inside_of_what_is_round_it() {
        assert_eq!(found("Some(Mood::Act) => 1, Some(_) | None => 2"), 1);
        assert_eq!(found("(Mood::Act, 1) => 1, (_, _) => 2"), 1);
        assert_eq!(found("Some(what) => match what { Mood::Act => (1, 2), _ => (2, 3) }, None => (3, 4)"), 1);
    }

    #[test]
    fn what_leaves_nothing_out_is_sound() {
        for arms in [
            "Mood::Act => 1, Mood::Rest { .. } | Mood::Scene(_) => 2",
            "Mood::Act => 1, _ if sure => 2, Mood::Rest => 3",
            "Some(Mood::Act | Mood::Rest) => 1, None => 2",
            "Ok(Mood::Act) => 1, Ok(Mood::Rest) => 2, Err(why) => 3",
            "(Mood::Act, 1) => 1, (Mood::Act | Mood::Rest, _) => 2",
        ] {
            assert_eq!(found(arms), 0, "{arms}");
        }
        // Of words and figures there are always more.
        for arms in
            ["1 => 2, _ => 3", "\"one\" => 1, _ => 2", "MAX => Mood::Act, _ => 1", "[one, ..] => 1, _ => 2"]
        {
            assert_eq!(found(arms), 0, "{arms}");
        }
    }
}
