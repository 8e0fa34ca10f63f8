//! `cargo xtask generate`: files, and parts of files, that are derived from something else. With `--check` they
//! are compared instead of written.
//!
//! To add one, add a row to [`rows`]. A part of a document stands between two comments of its own line:
//!
//! ```text
//! <!-- generated:NAME -->
//! <!-- /generated -->
//! ```

use std::path::Path;
use std::process::Command;

use crate::bans::{self, PURE};
use crate::binary::built;
use crate::shell::{must, output, program, root, works};
use crate::step::Outcome;
use crate::{Failed, arrows, diff, errors, figures, interface, picture};

/// A log of this version that is kept: it must load for ever, and the README shows it.
const RECORDED_EVENING: &str = "docs/released/0.1.0/mafia.jsonl";

/// The machines: each has a document with its diagram and its phases.
const MACHINES: &[&str] = &["mafia", "dm", "tidying", "table"];

/// One derived text and the place that it is written to.
struct Row {
    path: String,
    place: Place,
    producer: Producer,
}

/// Where in the file.
enum Place {
    /// The whole file.
    File,
    /// Between the marks of this name.
    Block(&'static str),
    /// The same, in a code fence of this language.
    Fenced(&'static str, &'static str),
}

/// Where the text comes from.
enum Producer {
    /// A function of ours.
    Here(fn() -> String),
    /// The same, where what it reads can be wrong.
    Read(fn() -> Result<String, String>),
    /// What our own binary prints when it is called with these arguments.
    Parlor(Vec<&'static str>),
    /// The same, in colour, drawn as a picture of so many lines.
    Picture(&'static [&'static str], usize),
}

/// Everything that is derived.
fn rows() -> Vec<Row> {
    let row = |path: &str, place, producer| Row { path: path.into(), place, producer };
    let mut rows = vec![
        row("clippy.toml", Place::File, Producer::Here(bans::root_clippy_toml)),
        row("docs/ARCHITECTURE.md", Place::Block("arrows"), Producer::Here(arrows::markdown)),
        row("README.md", Place::Block("figures"), Producer::Here(figures::chosen)),
        row("docs/figures.md", Place::Block("figures"), Producer::Here(figures::markdown)),
        row("docs/errors.md", Place::File, Producer::Read(errors::markdown)),
        row("docs/interface/parlor.txt", Place::File, Producer::Read(interface::parlor)),
        row("docs/interface/engine.txt", Place::File, Producer::Read(interface::engine)),
        row("docs/openapi.json", Place::File, Producer::Parlor(vec!["openapi"])),
        row("docs/cli.md", Place::Fenced("help", "text"), Producer::Parlor(vec!["--help"])),
        row(
            "docs/evening.svg",
            Place::File,
            Producer::Picture(&["replay", RECORDED_EVENING, "--color", "always"], 40),
        ),
    ];
    for name in MACHINES {
        let path = format!("docs/machines/{name}.md");
        let shown = |format| Producer::Parlor(vec!["machine", "show", name, "--format", format]);
        rows.push(row(&path, Place::Fenced("diagram", "mermaid"), shown("mermaid")));
        rows.push(row(&path, Place::Fenced("phases", "text"), shown("text")));
    }
    rows.extend(PURE.iter().map(|folder| Row {
        path: format!("{folder}/clippy.toml"),
        place: Place::File,
        producer: Producer::Here(bans::pure_clippy_toml),
    }));
    rows
}

/// The derived `clippy.toml` files and what must be in them, for `tidy`.
pub(crate) fn clippy_files() -> Vec<(String, String)> {
    let is_clippy = |row: &Row| row.path.ends_with("clippy.toml");
    let text = |row: Row| match row.producer {
        Producer::Here(text) => Some((row.path, text())),
        Producer::Read(_) | Producer::Parlor(_) | Producer::Picture(..) => None,
    };
    rows().into_iter().filter(is_clippy).filter_map(text).collect()
}

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    match args {
        [] => {
            all(write)?;
            brotli()?;
        }
        [flag] if flag == "--check" => all(compare)?,
        _ => {
            return Err(
                format!("`cargo xtask generate` knows only `--check`, not `{}`", args.join(" ")).into()
            );
        }
    }
    Ok(())
}

/// Writes the styles and scripts of the pages as brotli, where there is a Node to do it. That they are as they should be is held
/// by a test of the server.
fn brotli() -> Result<(), String> {
    match works(program("node", &["--version"])) {
        true => must(program("node", &["browser/brotli.mjs"])),
        false => {
            println!("crates/server/web/br: left as it is, since there is no Node");
            Ok(())
        }
    }
}

/// The step of `ci`.
pub(crate) fn step() -> Result<Outcome, String> {
    all(compare).map(|()| Outcome::Passed)
}

/// Does the same to every row; a row that fails does not hide the others.
fn all(act: fn(&str, Option<&str>, &str) -> Result<&'static str, String>) -> Result<(), String> {
    let binary = built()?;
    let mut failures = Vec::new();
    for row in rows() {
        let path = root().join(&row.path);
        let have = std::fs::read_to_string(&path).ok();
        let done = produce(&row.producer, &binary)
            .and_then(|text| placed(&row, have.as_deref(), &text))
            .and_then(|want| act(&row.path, have.as_deref(), &want));
        match done {
            Ok(what) => println!("{}: {what}", row.path),
            Err(why) => {
                println!("{}: {why}", row.path);
                failures.push(row.path);
            }
        }
    }
    match failures[..] {
        [] => Ok(()),
        _ => Err(format!("{} not as generated; why is said above", failures.join(", "))),
    }
}

fn write(path: &str, have: Option<&str>, want: &str) -> Result<&'static str, String> {
    if have == Some(want) {
        return Ok("as it was");
    }
    let full = root().join(path);
    if let Some(folder) = full.parent() {
        std::fs::create_dir_all(folder).map_err(|e| format!("cannot make its folder: {e}"))?;
    }
    std::fs::write(&full, want).map_err(|e| format!("cannot write it: {e}"))?;
    Ok("written")
}

fn compare(_: &str, have: Option<&str>, want: &str) -> Result<&'static str, String> {
    match have {
        Some(have) if have == want => Ok("up to date"),
        Some(have) => Err(format!("is out of date: run `cargo xtask generate`\n{}", diff::diff(have, want))),
        None => Err("is missing: run `cargo xtask generate`".into()),
    }
}

fn produce(producer: &Producer, binary: &Path) -> Result<String, String> {
    match producer {
        Producer::Here(text) => Ok(text()),
        Producer::Read(text) => text(),
        Producer::Parlor(args) => parlor(binary, args),
        Producer::Picture(args, lines) => Ok(picture::svg(&parlor(binary, args)?, *lines)),
    }
}

/// What our own binary prints.
fn parlor(binary: &Path, args: &[&str]) -> Result<String, String> {
    let mut command = Command::new(binary);
    command.args(args).current_dir(root()).env("COLORTERM", "truecolor").env_remove("NO_COLOR");
    output(command)
}

/// The whole file with the text in its place.
fn placed(row: &Row, have: Option<&str>, text: &str) -> Result<String, String> {
    let text = format!("{}\n", text.trim_end());
    let (name, body) = match row.place {
        Place::File => return Ok(text),
        Place::Block(name) => (name, text),
        Place::Fenced(name, language) => (name, format!("```{language}\n{text}```\n")),
    };
    let (open, close) = (format!("<!-- generated:{name} -->"), "<!-- /generated -->");
    let Some(have) = have else {
        return Err(format!(
            "does not exist: write it, with the lines `{open}` and `{close}` where the text goes"
        ));
    };
    let mut out = String::new();
    let mut lines = have.split_inclusive('\n');
    let mut found = false;
    while let Some(line) = lines.next() {
        out.push_str(line);
        if line.trim() == open {
            if found {
                return Err(format!("has `{open}` twice: take one out"));
            }
            found = true;
            let end = lines.by_ref().find(|line| line.trim_start().starts_with("<!-- "));
            match end {
                Some(end) if end.trim() == close => out.push_str(&format!("{body}{end}")),
                _ => return Err(format!("has no `{close}` after `{open}`: add it")),
            }
        }
    }
    if found {
        Ok(out)
    } else {
        Err(format!("has no line `{open}`: add it and `{close}` where the text goes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(place: Place, have: Option<&str>) -> Result<String, String> {
        let row = Row { path: "x.md".into(), place, producer: Producer::Here(String::new) };
        placed(&row, have, "new\n\n")
    }

    #[test]
    fn a_file_is_written_whole() {
        assert_eq!(place(Place::File, Some("old\n")), Ok("new\n".into()));
        assert_eq!(place(Place::File, None), Ok("new\n".into()));
    }

    #[test]
    fn a_block_leaves_the_rest_alone() {
        let have = "# A\n<!-- generated:a -->\nold\nold\n<!-- /generated -->\nrest\n\
                    <!-- generated:b -->\nb\n<!-- /generated -->\n";
        let want = have.replacen("old\nold\n", "new\n", 1);
        assert_eq!(place(Place::Block("a"), Some(have)), Ok(want.clone()));
        assert_eq!(place(Place::Block("a"), Some(&want)), Ok(want));
        let fenced = place(Place::Fenced("b", "mermaid"), Some(have));
        assert!(fenced.is_ok_and(|text| text.ends_with("-->\n```mermaid\nnew\n```\n<!-- /generated -->\n")));
    }

    #[test]
    fn marks_that_are_missing_are_named() {
        for have in [
            None,
            Some("no marks\n"),
            Some("<!-- generated:a -->\nopen\n"),
            Some("<!-- generated:a -->\n<!-- generated:b -->\n"),
        ] {
            let Err(why) = place(Place::Block("a"), have) else { panic!("{have:?} was taken") };
            assert!(why.contains("<!-- generated:a -->") && why.contains("<!-- /generated -->"), "{why}");
        }
        assert!(
            place(
                Place::Block("a"),
                Some("<!-- generated:a -->\n<!-- /generated -->\n<!-- generated:a -->\n")
            )
            .is_err()
        );
    }

    #[test]
    fn a_difference_comes_with_the_command_that_mends_it() {
        assert_eq!(compare("x", Some("a\n"), "a\n"), Ok("up to date"));
        let Err(why) = compare("x", Some("a\n"), "b\n") else { panic!("they differ") };
        assert!(why.contains("cargo xtask generate") && why.contains("- a\n+ b\n"), "{why}");
    }
}
