//! `--things FILE`: what a household knows, in the form of the house's own list.

use std::path::Path;

use protocol::clean_line;
use protocol::tidying::Thing;
use serde::Deserialize;
use tidying::Verb;
use tidying::limits::THINGS_MAX;
use toml::Spanned;

use crate::exit::Failure;

/// The largest file that is read: bytes. The house's own list has about 200,000.
const BYTES_MAX: u64 = 1024 * 1024;

/// How a thing is written.
const EXAMPLE: &str = "write [[thing]] with name, kind, usually and home, such as usually = [\"place\", \"donate\"]; also and ask may be left out";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    thing: Vec<Spanned<Thing>>,
}

/// Reads a file of things.
pub(super) fn read(path: &Path) -> Result<Vec<Thing>, Failure> {
    let name = path.display();
    let failed = |error: std::io::Error| {
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => format!("--things: there is no file {name}"),
            std::io::ErrorKind::PermissionDenied => format!("--things: {name} may not be read"),
            std::io::ErrorKind::InvalidData => format!("--things: {name} is not text"),
            _ => format!("--things: {name} cannot be read: {error}"),
        };
        Failure::usage(what, EXAMPLE)
    };
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(Failure::usage(format!("--things: {name} is a directory"), "name a file in it"));
    }
    if about.len() > BYTES_MAX {
        let what = format!("--things: {name} has {} bytes, and {BYTES_MAX} are the most", about.len());
        return Err(Failure::usage(what, format!("keep to {THINGS_MAX} things")));
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    parse(&text).map_err(|why| Failure::usage(format!("--things: {name}{why}"), EXAMPLE))
}

/// The things in a text; the error names the line.
fn parse(text: &str) -> Result<Vec<Thing>, String> {
    let line = |at: usize| 1 + text.get(..at).unwrap_or(text).matches('\n').count();
    let file: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(String::new(), |span| format!(", line {}", line(span.start)));
        format!("{at}: {}", clean_line(error.message()))
    })?;
    if file.thing.is_empty() {
        return Err(": there is no [[thing]] in it".to_owned());
    }
    if file.thing.len() > THINGS_MAX {
        return Err(format!(": {} things, and {THINGS_MAX} are the most", file.thing.len()));
    }
    let mut things = Vec::new();
    for thing in file.thing {
        let at = line(thing.span().start);
        let thing = thing.into_inner();
        let called = clean_line(&thing.name);
        let wrong = |what: String| Err(format!(", line {at}: {called:?}: {what}"));
        for (field, words) in [("name", &thing.name), ("kind", &thing.kind), ("home", &thing.home)] {
            if words.trim().is_empty() {
                return wrong(format!("{field} is empty"));
            }
        }
        let verbs: Vec<&str> = Verb::DECIDING.iter().map(|verb| verb.word()).collect();
        if thing.usually.is_empty() {
            return wrong(format!("usually is empty: give some of {}", verbs.join(", ")));
        }
        if let Some(other) = thing.usually.iter().find(|word| !verbs.contains(&word.as_str())) {
            return wrong(format!("usually has {:?}: it is some of {}", clean_line(other), verbs.join(", ")));
        }
        things.push(thing);
    }
    Ok(things)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_the_form_of_the_houses_own_is_read() {
        let text = "\
# ours
[[thing]]
name = \"loom\"
also = [\"weaving frame\"]
kind = \"hobby and craft\"
usually = [\"place\", \"donate\"]
home = \"by the north window\"
ask = [\"Is there yarn on it?\"]

[[thing]]
name = \"yarn\"
kind = \"hobby and craft\"
usually = [\"place\"]
home = \"the basket\"
";
        let things = parse(text).expect("two things");
        assert_eq!(things.iter().map(|thing| thing.name.as_str()).collect::<Vec<_>>(), ["loom", "yarn"]);
        let own = include_str!("../../../../../activities/tidying/src/house/things.toml");
        let own: File = toml::from_str(own).expect("the house's own list has the same form");
        assert!(own.thing.len() > 100);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let thing = |rest: &str| format!("\n[[thing]]\nname = \"loom\"\nkind = \"craft\"\n{rest}");
        for (text, words) in [
            (thing("usually = [\"place\"]\n"), "line 2"),
            (
                thing("usually = [\"burn\"]\nhome = \"here\"\n"),
                "line 2: \"loom\": usually has \"burn\": it is some of place",
            ),
            (thing("usually = []\nhome = \"here\"\n"), "usually is empty"),
            (thing("usually = [\"place\"]\nhome = \" \"\n"), "home is empty"),
            (thing("usually = [\"place\"]\nhome = 7\n"), "line 6"),
            (thing("usually = [\"place\"]\nhome = \"here\"\ncolour = \"red\"\n"), "colour"),
            ("[[thing\n".to_owned(), "line 1"),
            ("[[item]]\nname = \"x\"\n".to_owned(), "item"),
            (String::new(), "there is no [[thing]] in it"),
        ] {
            let why = parse(&text).expect_err("it is wrong");
            assert!(why.contains(words), "{words:?} is not in {why:?}");
        }
    }
}
