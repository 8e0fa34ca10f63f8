//! `docs/errors.md`: every message that a verb of `parlor` can end with, and what to do about it, read out of the source.
//!
//! A failure is made by a constructor that takes both, what happened and what to do. Their calls are found in the text of
//! `parlor` and `archive`; words that are not written in the call are followed to where they are: a `const`, a `let` of the
//! same function, or the `#[error("…")]` of the errors that the arm of a `match` names. What cannot be followed is an
//! error of this check, so that no message is missing without a word.

mod reading;

use std::collections::BTreeSet;

use crate::errors::reading::Reading;
use crate::shell::root;
use crate::tree::Tree;

/// Where failures are made.
const MADE_IN: [&str; 2] = ["crates/parlor/src/", "crates/archive/src/"];

/// The types that a failure is made as.
const TYPES: [&str; 2] = ["Failure", "ArchiveError"];

/// The constructors, with the exit code of each.
const CONSTRUCTORS: [(&str, &str); 6] = [
    ("failed", "Failed"),
    ("bug", "Failed"),
    ("usage", "Usage"),
    ("configuration", "Configuration"),
    ("unreachable", "Unreachable"),
    ("mismatch", "Mismatch"),
];

/// Where the exit codes are, with a comment each that says what it means.
const EXIT: &str = "crates/parlor/src/exit.rs";

/// What a bug is answered with.
const REPORT: &str = "REPORT";

const HEAD: &str = "\
# Errors, and what to do

Every error message that a verb of `parlor` ends with, by its exit code (exit status). It is printed to standard error, and below it, after
an arrow, what to do. `{a word in braces}` stands for a name or a number that the message fills in, and `…` for other text.

Not listed: what the rules of a game refuse (the refusal says what is legal), misspelt flags (the message shows the usage), and the answers of
the HTTP interface ([openapi.json](openapi.json)). A message of exit code 2 about a model comes with 1 where a saved session
names that model, not the command line.

<!-- Written by `cargo xtask generate` from the source: change the messages there, not here. -->
";

/// A message: the name of its exit code, what happened, and what to do.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    code: &'static str,
    what: String,
    todo: String,
}

/// The document.
pub(crate) fn markdown() -> Result<String, String> {
    let tree = Tree::load(&root())?;
    let rows = rows(&tree)?;
    let mut out = String::from(HEAD);
    for (name, number, means) in codes(&tree)? {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.code == name).collect();
        out.push_str(&format!("\n## {number}: {means}\n"));
        if !rows.is_empty() {
            out.push_str("\n| message | what to do |\n|---|---|\n");
        }
        for row in rows {
            out.push_str(&format!("| {} | {} |\n", code_span(&row.what), plain(&row.todo)));
        }
    }
    Ok(out)
}

/// The exit codes: name, number, and what the comment says.
fn codes(tree: &Tree) -> Result<Vec<(String, String, String)>, String> {
    let text = tree.text(EXIT).unwrap_or_default();
    let body = text.split_once("enum Code {").and_then(|(_, rest)| rest.split_once("\n}"));
    let Some((body, _)) = body else { return Err(format!("{EXIT} has no `enum Code`")) };
    let mut codes = Vec::new();
    let mut means = Vec::new();
    for line in body.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("///") {
            means.push(words.trim());
        } else if let Some((name, number)) = line.trim_end_matches(',').split_once(" = ") {
            let said = std::mem::take(&mut means).join(" ");
            codes.push((name.to_owned(), number.to_owned(), said.trim_end_matches('.').to_owned()));
        }
    }
    Ok(codes)
}

/// Every message; or where one is without words, or without a thing to do.
fn rows(tree: &Tree) -> Result<BTreeSet<Row>, String> {
    let reading = Reading::new(tree);
    let mut rows = BTreeSet::new();
    let mut problems = Vec::new();
    for file in reading.files(&MADE_IN) {
        for call in reading.calls(file, &TYPES, &CONSTRUCTORS.map(|(name, _)| name)) {
            let at = format!("{}:{}", file.path, call.line);
            let constructor = CONSTRUCTORS.iter().find(|(name, _)| *name == call.name);
            let Some((name, code)) = constructor else { continue };
            let [what, todo] = match (&call.arguments[..], *name) {
                ([what], "bug") => [what.clone(), reading.constant(file, REPORT)],
                ([what, todo], _) => [what.clone(), todo.clone()],
                _ => {
                    problems.push(format!("{at}: write both in the call: what happened, and what to do"));
                    continue;
                }
            };
            match reading.said(file, &call, &what, &todo) {
                Ok(said) => rows.extend(said.into_iter().map(|(what, todo)| Row { code, what, todo })),
                Err(why) => problems.push(format!("{at}: {why}")),
            }
        }
    }
    if problems.is_empty() { Ok(rows) } else { Err(problems.join("\n")) }
}

/// As code in a cell of a table.
fn code_span(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", text.replace('|', "\\|"))
}

/// As text in a cell of a table.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '<' | '*' | '[' | ']') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ERRORS: &str = r#"
        /// What to do about a bug.
        pub const REPORT: &str = "report it";
        pub enum Broken {
            /// Why.
            #[error("{what} broke \
                     in line {0}")]
            #[doc(hidden)]
            Line { what: String },
            #[error(transparent)]
            Inner(#[from] deep::Inner),
        }
        pub enum Inner {
            #[error("it is deep: {}", .0)]
            Deep(String),
        }
        impl Broken {
            pub fn todo(&self) -> String {
                match self {
                    Broken::Line { .. } => "mend the line".to_owned(),
                    Broken::Inner(_) => format!("dig for {x}"),
                }
            }
        }
        #[error("a struct")]
        pub struct Other { pub game: u64 }
    "#;

    fn read(app: &str) -> Result<Vec<String>, String> {
        let tree = Tree::of(&[("crates/parlor/src/a.rs", app), ("crates/deep/src/lib.rs", ERRORS)]);
        let said = |row: Row| format!("{} | {} | {}", row.code, row.what, row.todo);
        rows(&tree).map(|rows| rows.into_iter().map(said).collect())
    }

    fn check(app: &str, expected: &[&str]) {
        assert_eq!(read(app), Ok(expected.iter().map(|row| (*row).to_owned()).collect()), "{app}");
    }

    #[test]
    fn words_in_the_call_are_read_with_their_places() {
        check(
            r#"fn f() { Failure::usage("a \"b\"", format!("say {name:?}, or {}", x.join(", "))) }"#,
            &[r#"Usage | a "b" | say {name}, or …"#],
        );
    }

    #[test]
    fn names_are_followed_in_the_function_and_to_constants() {
        check(
            r#"
            const TODO: &str = "do \
                                that";
            fn other() { let what = "not this"; }
            fn f() {
                let home = "your home";
                let what = match x { Kind::A => format!("a in {home}"), Kind::B => "b".to_owned() };
                Failure::mismatch(what, TODO)
            }"#,
            &["Mismatch | a in your home | do that", "Mismatch | b | do that"],
        );
        let todos = r#"fn f() { let todo = if x { "one" } else { "two" }; Failure::failed("a", &todo) }"#;
        check(todos, &["Failed | a | one; or two"]);
    }

    #[test]
    fn errors_are_read_where_they_are_written() {
        let app = r#"fn f(e: Broken) { match e {
            Other::Line { a } => { g(a) }
            e @ (Broken::Line { .. } | Broken::Inner(_)) => Failure::configuration(e.to_string(), e.todo()),
        } }"#;
        let expected = &[
            "Configuration | it is deep: … | dig for {x}",
            "Configuration | {what} broke in line … | mend the line",
        ];
        check(app, expected);
        check(r#"fn f() { Failure::bug("a") }"#, &["Failed | a | report it"]);
    }

    #[test]
    fn a_message_without_a_thing_to_do_is_found() {
        for (app, expected) in [
            (
                r#"fn f() { Failure::failed("a", "") }"#,
                "crates/parlor/src/a.rs:1: nothing says what to do about \"a\"",
            ),
            ("\nfn f() { x.map_err(Failure::failed) }", "crates/parlor/src/a.rs:2: write both in the call"),
            (r#"fn f() { Failure::failed("a") }"#, "write both in the call"),
            (r#"fn f() { Failure::failed("", "b") }"#, "what it says cannot be read"),
            (r#"fn f(why: String) { Failure::failed(why, "b") }"#, "what it says cannot be read"),
            (
                r#"fn f() { match e { Broken::Line { .. } => Failure::failed(x, "b") } }"#,
                "what it says cannot be read",
            ),
            (
                r#"fn f() { match e { Broken::Line { .. } => Failure::failed(e.to_string(), x) } }"#,
                "nothing says what",
            ),
            (r#"fn f(todo: String) { Failure::failed("a", todo) }"#, "nothing says what to do about \"a\""),
        ] {
            let why = read(app).expect_err(app);
            assert!(why.contains(expected), "{app}: {why}");
        }
        check(r#"#[cfg(test)] mod tests { fn f() { Failure::failed("a") } }"#, &[]);
    }

    #[test]
    fn every_message_of_ours_is_read() {
        let tree = Tree::load(&root()).expect("the files");
        let rows = rows(&tree).expect("what to do about each");
        let known = |what: &str| rows.iter().any(|row| row.what == what);
        assert!(known("port {port} is in use{by}") && known("no key for {provider}"), "{rows:?}");
    }

    #[test]
    fn a_cell_holds_no_sign_of_the_table() {
        assert_eq!(
            (code_span("a|`b`"), plain("<x> | [y]")),
            ("``a\\|`b```".into(), "\\<x> \\| \\[y\\]".into())
        );
    }
}
