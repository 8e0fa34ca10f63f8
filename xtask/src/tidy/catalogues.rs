//! Every sentence that a face shows of itself stands in its catalogue, and nowhere else: who translates a face reads one
//! place, and misses nothing. A sentence is a text with two words, or one that begins with a capital; one word in small
//! letters may be a name of ours, and is not looked for.

use super::{Finding, Report};
use crate::tree::{RustFile, Tree};

/// The faces, with the module that is the catalogue of each.
const FACES: &[&str] = &["crates/server/src/", "crates/tui/src/", "crates/discord/src/"];

/// The catalogue of a face, as a file or as a folder of it.
const CATALOGUE: &str = "says";

/// Where the scripts of the pages are, and their own catalogue.
const SCRIPTS: &str = "crates/server/web/";
const SCRIPTS_CATALOGUE: &str = "crates/server/web/says.js";

/// Files that say nothing to who plays, each with why.
const APART: &[(&str, &str)] = &[
    ("crates/server/src/api/machines.rs", "figures for a monitor, in its own format"),
    ("crates/server/src/figures.rs", "figures for a monitor, in its own format"),
    ("crates/server/src/health.rs", "for a monitor, which reads JSON"),
    ("crates/server/src/openapi.rs", "the document of the interface, for who writes programs"),
    ("crates/server/src/page/assets.rs", "kinds of files"),
    ("crates/server/src/page/html.rs", "markup"),
    ("crates/server/src/routes.rs", "the document of the interface, for who writes programs"),
    ("crates/server/src/sse.rs", "the format of a stream"),
    ("crates/server/src/wire.rs", "the document of the interface, for who writes programs"),
];

/// Texts that are no sentences, though they look like some: names of classes, headers, commands, shapes. One that ends with
/// `…` is the beginning of some.
const NAMES: &[&str] = &[
    "/session pause",
    "/session {}",
    "/undo /retry",
    "; Secure",
    " filename=…",
    " name=…",
    "--{boundary}…",
    ": this could not be written…",
    "Bot {}",
    "Georgia, serif",
    "M12 9h16…",
    "M20 8m…",
    "M{x} {y}…",
    "Parlor",
    "Token(…)",
    "ask dock",
    "attachment; filename…",
    "choice ",
    "columns led",
    "default-src…",
    "field yes-no",
    "host offer",
    "multipart/form-data; boundary…",
    "nobody reads",
    "parlor new",
    "parlor serve --bind…",
    "phase now",
    "plain {heading}",
    "proof broken",
    "seat join",
    "seat leave",
    "seats ring",
    "seats ring round",
    "session close",
    "session pause",
    "session start",
    "session zero",
    "system message",
    "text/html; charset…",
    "text/markdown; charset…",
    "text/plain; charset…",
    "way last",
    "{COOKIE}{name}…",
];

/// The same in scripts: what they look for in a page, and names of their own.
const SCRIPT_NAMES: &[&str] = &[
    " ? 10 : event.key}",
    "(prefers-reduced-motion: reduce)",
    "a, button",
    "a, button, summary",
    "again ${chunk.ask}.${chunk.seat}",
    "input, select, textarea",
    "parlor ${files}",
];

/// What a text stands behind that is for machines: names of elements, classes and attributes, and what is said of a bug.
const BEFORE: &[&str] = &[
    "el(",
    ".class(",
    ".id(",
    ".flag(",
    "\"class\",",
    "\"d\",",
    "\"viewBox\",",
    "\"content\",",
    "\"transform\",",
    "\"style\",",
    "\"role\",",
    "\"type\",",
    "hidden(",
    ".expect(",
    "panic!(",
    "assert!(",
    "unreachable!(",
    "concat!(",
    "include_str!(",
    "include_bytes!(",
    "starts_with(",
    "strip_prefix(",
    "contains(",
    ".get(",
];

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut sentences = 0;
    for file in &tree.rust {
        let Some(face) = FACES.iter().find(|face| file.path.starts_with(*face)) else { continue };
        let texts = texts(file, tree.text(&file.path).unwrap_or_default());
        if is_catalogue(&file.path[face.len()..]) {
            sentences += texts.len();
        } else if !APART.iter().any(|(path, _)| *path == file.path) {
            let stray = texts.iter().filter(|text| is_sentence(&text.words) && !text.is_for_machines);
            let stray = stray.filter(|text| !is_name(&text.words));
            findings.extend(stray.map(|text| {
                let what = format!("{:?} stands outside of the catalogue: name it in {face}says", text.words);
                Finding::at(&file.path, text.line, what)
            }));
        }
    }
    let scripts =
        tree.files.iter().filter(|file| file.path.starts_with(SCRIPTS) && file.path.ends_with(".js"));
    for file in scripts.filter(|file| file.path != SCRIPTS_CATALOGUE) {
        for (index, line) in file.text.lines().enumerate() {
            if let Some(words) = shown_by(line) {
                let what =
                    format!("{words:?} stands outside of the catalogue: name it in {SCRIPTS_CATALOGUE}");
                findings.push(Finding::at(&file.path, index + 1, what));
            }
        }
    }
    for (path, _) in APART.iter().filter(|(path, _)| !tree.has(path)) {
        findings.push(Finding::of(path, "is gone: take it out of xtask/src/tidy/catalogues.rs"));
    }
    Report::new(format!("{sentences} sentences in the catalogues of {} faces", FACES.len()), findings)
}

fn is_name(words: &str) -> bool {
    NAMES.iter().any(|name| match name.strip_suffix('…') {
        Some(begins) => words.starts_with(begins),
        None => words == *name,
    })
}

fn is_catalogue(path: &str) -> bool {
    path.strip_prefix(CATALOGUE).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// A text in the code of a file that is no test.
struct Text {
    line: usize,
    words: String,
    /// Does what stands before it make it a name?
    is_for_machines: bool,
}

fn texts(file: &RustFile, raw: &str) -> Vec<Text> {
    let (raw, live): (Vec<char>, Vec<char>) = (raw.chars().collect(), file.source.live.chars().collect());
    let mut texts = Vec::new();
    let mut line = 1;
    let mut at = 0;
    // The quotes of literals are all that is left of them in what is live; what stands between them is blanked.
    while let Some(open) = live.get(at..).and_then(|rest| rest.iter().position(|c| *c == '"')) {
        let open = at + open;
        let Some(long) = live[open + 1..].iter().position(|c| *c == '"') else { break };
        let close = open + 1 + long;
        line += live[at..open].iter().filter(|c| **c == '\n').count();
        let words: String = raw[open + 1..close].iter().collect();
        let before: String =
            raw[open.saturating_sub(200)..open].iter().filter(|c| !c.is_whitespace()).collect();
        let before = before.trim_end_matches("format!(").trim_end_matches('&');
        let is_for_machines = BEFORE.iter().any(|name| before.ends_with(name)) || is_in_attribute(before);
        texts.push(Text { line, words: joined(&words), is_for_machines });
        line += live[open..=close].iter().filter(|c| **c == '\n').count();
        at = close + 1;
    }
    texts
}

/// Does an attribute go on here, such as that of an error or of a field?
fn is_in_attribute(before: &str) -> bool {
    before.rfind("#[").is_some_and(|open| !before[open..].contains(']'))
}

/// A text that goes on in the next line, as one.
fn joined(words: &str) -> String {
    let mut parts = words.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.trim_start())
}

/// Is it a sentence, or a part of one? What fills a slot is nothing of ours, but a word may stand beside it.
fn is_sentence(words: &str) -> bool {
    let bare = without_slots(words).replace("\\n", "\n");
    let is_word = |part: &str| part.chars().filter(char::is_ascii_alphabetic).count() > 1;
    let pieces: Vec<&str> = bare.split(' ').collect();
    let begins = bare.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let mut letters = begins.chars();
    let has_capital = letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && !letters.any(|c| c.is_ascii_uppercase() || matches!(c, '-' | '_' | ':' | '/'));
    has_capital || (pieces.len() > 1 && pieces.iter().any(|piece| is_word(piece)))
}

/// The text with a sign for each slot.
fn without_slots(words: &str) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some((before, inside)) = rest.split_once('{') {
        out.push_str(before);
        out.push('\u{1}');
        rest = inside.split_once('}').map_or("", |(_, after)| after);
    }
    out + rest
}

/// What a line of a script shows by itself: words that it sets, announces or asks.
fn shown_by(line: &str) -> Option<&str> {
    if line.trim_start().starts_with("//") || line.trim_start().starts_with('*') {
        return None;
    }
    line.split(['"', '`']).skip(1).step_by(2).find(|words| {
        let is_prose = words.chars().all(|c| !matches!(c, '[' | '#' | '=' | '<' | '>' | '/'));
        is_prose
            && !words.starts_with('.')
            && !SCRIPT_NAMES.contains(words)
            && words.contains(' ')
            && is_sentence(words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let findings =
            check(&Tree::of(&[(path, text)])).findings.into_iter().filter(|finding| finding.line > 0);
        findings
            .map(|finding| {
                format!("{}: {}", finding.line, finding.what.split(" stands").next().unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn a_sentence_outside_of_the_catalogue_is_found_and_inside_it_is_not() {
        let text = "//! \"A comment.\"\nfn f() -> El {\n    el(\"p\").class(\"quiet words\").attr(\"title\", \"Send\")\n        .text(format!(\"{a}: so \\\n          it goes\"))\n}\n\
                    #[cfg(test)]\nmod tests { const A: &str = \"In a test.\"; }\n";
        let expected = ["3: \"Send\"", "4: \"{a}: so it goes\""];
        assert_eq!(found("crates/server/src/page/a.rs", text), expected);
        assert_eq!(found("crates/discord/src/a.rs", text), expected);
        for elsewhere in [
            "crates/server/src/says/table.rs",
            "crates/tui/src/says.rs",
            "crates/host/src/a.rs",
            "crates/tui/tests/a.rs",
        ] {
            assert!(found(elsewhere, text).is_empty(), "{elsewhere}");
        }
    }

    #[test]
    fn sentences_are_told_from_names() {
        for words in ["Vote", "☆ Looking back", "{who} waits", ", since ", "in a minute", "{a}\\n{b} is up"]
        {
            assert!(is_sentence(words), "{words}");
        }
        for words in
            ["vote", "SetFairPlay", "Content-Type", "{a} · {b}", "0 0 {width} {height}", "{a}\\n{b}", "x y"]
        {
            assert!(!is_sentence(words), "{words}");
        }
    }

    #[test]
    fn what_a_script_shows_is_found_and_what_it_looks_for_is_not() {
        let text = "// \"What it is.\"\nbox.textContent = \"Nothing was sent.\";\nconst news = document.querySelector(\"#talk .said b\");\n";
        assert_eq!(found("crates/server/web/live.js", text), ["2: \"Nothing was sent.\""]);
        assert!(found("crates/server/web/says.js", text).is_empty());
    }
}
