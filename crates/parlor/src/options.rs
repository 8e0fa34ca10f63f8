//! Options of a setup: as the command line says them, and as the form for a new table has them.

mod rows;

use std::path::Path;

use engine::{Fault, FieldKind, Knob, Seed};
use serde_json::{Map, Value};
use server::wire::{OptionKind, SetupOption};

use self::rows::Rows;
use crate::activity::Activity;
use crate::exit::Failure;
use crate::seating::{Manner, Wanted};

/// The largest file that is read: bytes.
const BYTES_MAX: u64 = 1024 * 1024;

/// The flag for an option, without its dashes: `roles.cook` is `--roles-cook`.
pub(crate) fn flag(path: &str) -> String {
    path.replace(['.', '_'], "-")
}

/// What was said of a setup, and out of which files.
#[derive(Debug)]
pub(crate) struct Said {
    /// What is said, where it stands in the setup.
    pub(crate) setup: Value,
    files: Vec<(String, Rows)>,
}

impl Said {
    /// Reads what was given: flags with the paths of their options, and `KEY=VALUE`, which counts more.
    pub(crate) fn read(
        activity: Activity,
        flags: &[(String, String)],
        sets: &[String],
    ) -> Result<Said, Failure> {
        let options = activity.options();
        let mut said = Said { setup: Value::Object(Map::new()), files: Vec::new() };
        for (path, value) in flags {
            let flag = flag(path);
            let knob = options.iter().find(|knob| knob.path == *path);
            let knob = knob.ok_or_else(|| no_meaning(&flag, activity))?;
            said.take(knob, &format!("--{flag}"), value)?;
        }
        let paths: Vec<&str> = options.iter().map(|knob| knob.path.as_str()).collect();
        let todo = match paths.is_empty() {
            true => "leave --set out: there is nothing to set".to_owned(),
            false => format!("say --set KEY=VALUE with one of: {}", paths.join(", ")),
        };
        for set in sets {
            let Some((key, value)) = set.split_once('=') else {
                return Err(Failure::usage(format!("--set {set}: there is no = in it"), &todo));
            };
            let called = activity.called();
            let knob = options.iter().find(|knob| knob.path == key.trim());
            let knob = knob
                .ok_or_else(|| Failure::usage(format!("--set {key}: {called} has no such option"), &todo))?;
            said.take(knob, &format!("--set {}", knob.path), value)?;
        }
        Ok(said)
    }

    fn take(&mut self, knob: &Knob, flag: &str, text: &str) -> Result<(), Failure> {
        let value = match &knob.kind {
            FieldKind::Rows { fields, .. } => {
                let path = Path::new(text.strip_prefix('@').unwrap_or(text));
                let (row, form) = rows::form(knob, fields);
                let todo = format!("write [[{row}]] for each, with {form}");
                let file = file(path).map_err(|why| Failure::usage(format!("{flag}: {why}"), &todo))?;
                let (rows, value) = Rows::parse(knob, fields, path, &file)
                    .map_err(|why| Failure::usage(format!("{flag}: {}{why}", path.display()), &todo))?;
                self.files.push((knob.path.clone(), rows));
                value
            }
            _ => match text.strip_prefix('@') {
                Some(path) => {
                    let file = file(Path::new(path)).map_err(|why| {
                        Failure::usage(
                            format!("{flag}: {why}"),
                            "name a file with the value in it, or leave @ out",
                        )
                    })?;
                    typed(knob, file.trim_end())
                }
                None => typed(knob, text),
            },
        };
        knob.check(&value).map_err(|why| {
            let (why, label) = (why.strip_prefix(&knob.path).unwrap_or(&why), &knob.label);
            Failure::usage(format!("{flag}{why}"), format!("parlor play --help says more of {label:?}"))
        })?;
        knob.put(&mut self.setup, value);
        Ok(())
    }

    /// What the rules find wrong: what came out of a file, with its line there.
    pub(crate) fn placed(&self, faults: Vec<Fault>) -> Vec<Fault> {
        let placed = |fault: Fault| {
            let place =
                self.files.iter().find_map(|(path, rows)| rows.place(fault.field.strip_prefix(path)?));
            place.map_or(fault.clone(), |place| Fault::new(place, fault.problem))
        };
        faults.into_iter().map(placed).collect()
    }
}

/// A flag was given that says nothing about this activity.
pub(crate) fn no_meaning(flag: &str, activity: Activity) -> Failure {
    Failure::usage(
        format!("--{flag} has no meaning for {}", activity.called()),
        format!("leave --{flag} out; parlor play --help says which flags are for what"),
    )
}

/// What was typed, as a value; what is none stays as it is, for the check to refuse.
fn typed(knob: &Knob, text: &str) -> Value {
    let trimmed = text.trim();
    match &knob.kind {
        FieldKind::Choice(_) if knob.is_flag() => match trimmed.to_lowercase().as_str() {
            "yes" | "true" | "on" => true.into(),
            "no" | "false" | "off" => false.into(),
            _ => trimmed.into(),
        },
        FieldKind::Choice(choices) => {
            let is_it = |value: &Value| match value {
                Value::String(word) => word.eq_ignore_ascii_case(trimmed),
                other => serde_json::from_str(trimmed).is_ok_and(|typed: Value| typed == *other),
            };
            let found = choices.iter().map(|choice| &choice.value).find(|value| is_it(value));
            found.cloned().unwrap_or_else(|| trimmed.into())
        }
        FieldKind::Number { .. } => {
            trimmed.parse::<i64>().map_or_else(|_| trimmed.into(), |number| number.into())
        }
        FieldKind::Text { .. } => trimmed.into(),
        FieldKind::Texts { .. } => text
            .split([',', '\n'])
            .map(str::trim)
            .filter(|words| !words.is_empty())
            .map(Value::from)
            .collect(),
        FieldKind::Each { .. } | FieldKind::Rows { .. } => {
            serde_json::from_str(trimmed).unwrap_or_else(|_| trimmed.into())
        }
    }
}

/// The text of a file, or why there is none.
fn file(path: &Path) -> Result<String, String> {
    let name = path.display();
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file {name}"),
        std::io::ErrorKind::PermissionDenied => format!("{name} may not be read"),
        std::io::ErrorKind::InvalidData => format!("{name} is not text"),
        _ => format!("{name} cannot be read: {error}"),
    };
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(format!("{name} is a directory, and a file is wanted"));
    }
    if about.len() > BYTES_MAX {
        return Err(format!("{name} has {} bytes, and {BYTES_MAX} are the most", about.len()));
    }
    std::fs::read_to_string(path).map_err(failed)
}

/// The options as the form for a new table has them, each with what stands there at first: nothing, where that depends on how
/// many sit down. What takes a file is for the command line alone.
pub(crate) fn wire(activity: Activity) -> Vec<SetupOption> {
    let setup = |count: usize| -> Option<Value> {
        let seats = match activity.custom().leader {
            Some(_) => activity.seats(Seed(0), Wanted { others: Some(count - 1), ..Wanted::default() }),
            None => activity.seats(Seed(0), Wanted { seats: Some(&count.to_string()), ..Wanted::default() }),
        };
        serde_json::from_str(activity.laid(seats.ok()?, Manner::default()).setup.get()).ok()
    };
    let range = activity.card().seats;
    let (least, most) = (setup(*range.start()).unwrap_or_default(), setup(*range.end()).unwrap_or_default());
    let option = |knob: Knob| {
        let first = Some(knob.of(&least)).filter(|value| *value == knob.of(&most));
        let mut about = knob.about.clone();
        let kind = match &knob.kind {
            FieldKind::Choice(_) if knob.is_flag() => {
                OptionKind::Flag { value: first.and_then(Value::as_bool).unwrap_or_default() }
            }
            FieldKind::Choice(choices) => {
                let choices = choices.iter().map(|choice| (choice.value.clone(), choice.label.clone()));
                let value = first.cloned().unwrap_or_default();
                OptionKind::Choice { choices: choices.collect(), value }
            }
            FieldKind::Number { min, max } => OptionKind::Number {
                min: u64::try_from(*min).unwrap_or_default(),
                max: u64::try_from(*max).unwrap_or_default(),
                value: first.and_then(Value::as_u64),
            },
            FieldKind::Text { max_chars, .. } => {
                let value = first.and_then(Value::as_str).unwrap_or_default().to_owned();
                OptionKind::Text { value, max_chars: *max_chars }
            }
            FieldKind::Texts { .. } => {
                if !about.contains("one a line") {
                    about.push_str(", one a line");
                }
                OptionKind::Texts
            }
            FieldKind::Each { .. } | FieldKind::Rows { .. } => return None,
        };
        Some(SetupOption { path: knob.path, label: knob.label, about, kind })
    };
    activity.options().into_iter().filter_map(option).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::activity::{all, of};

    /// What each kind takes, as it is typed, and something that it does not.
    fn samples(knob: &Knob) -> (String, Value, Option<String>) {
        match &knob.kind {
            FieldKind::Choice(_) if knob.is_flag() => {
                ("yes".to_owned(), json!(true), Some("perhaps".to_owned()))
            }
            FieldKind::Choice(choices) => {
                let value = &choices.last().expect("a choice").value;
                let word = value.as_str().map_or_else(|| value.to_string(), str::to_lowercase);
                (word, value.clone(), Some("warp".to_owned()))
            }
            FieldKind::Number { min: _, max } => (max.to_string(), json!(max), Some((max + 1).to_string())),
            FieldKind::Text { max_chars, .. } => {
                (" the attic ".to_owned(), json!("the attic"), Some("x".repeat(max_chars + 1)))
            }
            FieldKind::Texts { max_chars, .. } => {
                ("rot, spiders".to_owned(), json!(["rot", "spiders"]), Some("x".repeat(max_chars + 1)))
            }
            FieldKind::Each { .. } | FieldKind::Rows { .. } => ("@".to_owned(), Value::Null, None),
        }
    }

    #[test]
    fn every_option_can_be_set_by_flag_and_by_set_and_is_refused_with_words_out_of_range() {
        let mut count = 0;
        for activity in all() {
            for knob in activity.options() {
                let (text, value, wrong) = samples(&knob);
                let Some(wrong) = wrong else { continue };
                let by_flag = |text: &str| Said::read(activity, &[(knob.path.clone(), text.to_owned())], &[]);
                let by_set = |text: &str| Said::read(activity, &[], &[format!("{}={text}", knob.path)]);
                for said in [by_flag(&text), by_set(&text)] {
                    let said = said.expect("it may be said");
                    assert_eq!(*knob.of(&said.setup), value, "{}", knob.path);
                }
                for refused in [by_flag(&wrong), by_set(&wrong)] {
                    let failure = refused.expect_err(&knob.path);
                    assert!(failure.what().starts_with("--"), "{}", failure.what());
                }
                count += 1;
            }
        }
        assert!(count >= 9, "{count}");
    }

    #[test]
    fn what_is_said_of_an_option_reaches_the_setup_and_the_table_is_one_that_can_be_played() {
        for activity in all() {
            for knob in activity.options() {
                let (text, value, wrong) = samples(&knob);
                if wrong.is_none() {
                    continue;
                }
                let said = Said::read(activity, &[(knob.path.clone(), text)], &[]).expect("it may be said");
                let seats = activity.seats(Seed(7), Wanted::default()).expect("seats");
                let setup = activity.laid(seats, Manner { said: &said.setup, ..Manner::default() }).setup;
                let setup: Value = serde_json::from_str(setup.get()).expect("a setup");
                assert_eq!(*knob.of(&setup), value, "{}", knob.path);
            }
        }
    }

    #[test]
    fn what_there_is_not_is_refused_with_what_there_is() {
        let mafia = of("mafia").expect("mafia");
        let no = Said::read(mafia, &[], &["space=desk".to_owned()]).expect_err("mafia has no space");
        assert!(
            no.to_string().contains("mafia has no such option") && no.to_string().contains("roles.mafia, "),
            "{no}"
        );
        let no = Said::read(mafia, &[], &["turns".to_owned()]).expect_err("no value");
        assert!(no.to_string().contains("there is no = in it"), "{no}");
        let no = Said::read(mafia, &[("space".to_owned(), "desk".to_owned())], &[]).expect_err("no space");
        assert_eq!(no.what(), "--space has no meaning for mafia");
    }

    #[test]
    fn the_form_has_what_stands_there_at_first_unless_it_depends_on_the_seats() {
        let kinds = |name: &str| {
            let options = wire(of(name).expect("an activity"));
            options
                .into_iter()
                .map(|it| (it.path, serde_json::to_value(it.kind).expect("JSON")))
                .collect::<Vec<_>>()
        };
        let mafia = kinds("mafia");
        let paths: Vec<&str> = mafia.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "speed",
                "roles.mafia",
                "roles.doctor",
                "roles.sheriff",
                "turns",
                "rounds",
                "ballot",
                "reveal_night_roles"
            ]
        );
        assert_eq!(mafia[1].1, json!({"kind": "number", "min": 0, "max": 10}));
        assert_eq!(mafia[4].1, json!({"kind": "number", "min": 1, "max": 20, "value": 10}));
        assert_eq!(mafia[7].1, json!({"kind": "flag"}));
        let space = json!({"kind": "text", "value": "my space", "max_chars": 60});
        assert_eq!(kinds("tidying"), [("space".to_owned(), space)]);
    }

    /// A file of things, read as `--things` reads it.
    fn things(text: &str) -> Result<Value, String> {
        let dir = tempfile::TempDir::new().expect("a directory");
        let path = dir.path().join("ours.toml");
        std::fs::write(&path, text).expect("a file");
        let said = Said::read(of("tidying").expect("tidying"), &[], &[format!("things=@{}", path.display())]);
        said.map(|mut said| said.setup["things"].take()).map_err(|failure| failure.what().to_owned())
    }

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
        let two = things(text).expect("two things");
        assert_eq!((&two[0]["name"], &two[1]["name"]), (&json!("loom"), &json!("yarn")));
        let own = include_str!("../../../activities/tidying/src/house/things.toml");
        let why = things(own).expect_err("the house's own list has the same form, and is longer");
        assert!(why.contains("is the limit"), "{why}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let thing = |rest: &str| format!("\n[[thing]]\nname = \"loom\"\nkind = \"craft\"\n{rest}");
        for (text, words) in [
            (thing("usually = [\"place\"]\n"), "line 2: home"),
            (thing("usually = []\nhome = \"here\"\n"), "line 5: usually: 0 in the list"),
            (thing("usually = [\"place\"]\nhome = \" \"\n"), "line 6: home: this is empty"),
            (thing("usually = [\"place\"]\nhome = 7\n"), "line 6"),
            (thing("usually = [\"place\"]\nhome = \"here\"\ncolour = \"red\"\n"), "colour"),
            ("[[thing\n".to_owned(), "line 1"),
            ("[[item]]\nname = \"x\"\n".to_owned(), "item"),
            (String::new(), "there is no [[thing]] in it"),
        ] {
            let why = things(&text).expect_err("it is wrong");
            assert!(why.contains(words), "{words:?} is not in {why:?}");
        }
    }
}
