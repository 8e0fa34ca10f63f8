//! The crates and the arrows between them: the one table, and the check that no manifest leaves it.

use serde_json::Value;

use crate::tidy::{Finding, Report};

/// One crate of the workspace.
pub(crate) struct Room {
    /// Its folder: a short name stands in `crates/`, any other is a path from the root.
    pub(crate) name: &'static str,
    /// Its name as a package.
    pub(crate) package: &'static str,
    /// What it is, for docs/ARCHITECTURE.md.
    what: &'static str,
    /// The rooms that it may use.
    arrows: &'static [&'static str],
    /// The rooms that its tests may use besides; `testkit` always is one.
    tests: &'static [&'static str],
}

/// The room that only tests may use.
const TESTS_ONLY: &str = "testkit";

/// The room that has every activity: for tests, benches and fuzz targets, and for no library.
const ALL_ACTIVITIES: &str = "activities/all";

/// Every crate. An arrow that is not here fails `cargo xtask tidy`: change the map here, on purpose.
pub(crate) const ROOMS: &[Room] = &[
    Room {
        name: "derive",
        package: "parlor-derive",
        what: "the derives by which a command says once what can be asked: used through `engine`",
        arrows: &[],
        tests: &[],
    },
    Room {
        name: "engine",
        package: "parlor-engine",
        what: "the contract: machine, record, log, replay, command, ask, audience, dice, time, limits",
        arrows: &["derive"],
        tests: &[],
    },
    Room {
        name: "protocol",
        package: "parlor-protocol",
        what: "what goes over the wire, in the engine's words; how it is made for one viewer",
        arrows: &["engine"],
        tests: &[],
    },
    Room {
        name: "kit",
        package: "parlor-kit",
        what: "what activities are written with, and nothing of one activity: words from outside, what plain ones say, quotations, templates of prompts, lines that do not repeat, lists",
        arrows: &["engine"],
        tests: &[],
    },
    Room {
        name: "table",
        package: "parlor-table",
        what: "the machine that stands round every activity",
        arrows: &["engine", "protocol", "kit"],
        tests: &[],
    },
    Room {
        name: "activities/mafia",
        package: "parlor-mafia",
        what: "an activity: rules, words, house and prompts of Mafia",
        arrows: &["engine", "protocol", "kit"],
        tests: &[],
    },
    Room {
        name: "activities/dm",
        package: "parlor-dm",
        what: "an activity: the story and its game master",
        arrows: &["engine", "protocol", "kit"],
        tests: &[],
    },
    Room {
        name: "activities/tidying",
        package: "parlor-tidying",
        what: "an activity: a person, a space and a coach",
        arrows: &["engine", "protocol", "kit"],
        tests: &[],
    },
    Room {
        name: ALL_ACTIVITIES,
        package: "parlor-activities",
        what: "`ALL`, the one list, for what tries them all",
        arrows: &["engine", "table", "activities/mafia", "activities/dm", "activities/tidying"],
        tests: &[],
    },
    Room {
        name: "activities/tests",
        package: "parlor-rules",
        what: "the rules of the machines, as tests, and nothing else",
        arrows: &[],
        tests: &[
            "engine",
            "protocol",
            "kit",
            "table",
            "activities/mafia",
            "activities/dm",
            "activities/tidying",
            ALL_ACTIVITIES,
        ],
    },
    Room {
        name: "archive",
        package: "parlor-archive",
        what: "a session as it was saved: read, checked, verified, exported, imported, forked",
        arrows: &["engine", "protocol", "table"],
        // What is saved was played by real rules.
        tests: &["activities/dm", "activities/tidying", ALL_ACTIVITIES],
    },
    Room {
        name: "arena",
        package: "parlor-arena",
        what: "many sessions of an activity between players of the house, counted",
        arrows: &["engine"],
        // A game is counted by real rules.
        tests: &["activities/mafia"],
    },
    Room {
        name: "store",
        package: "parlor-store",
        what: "the log on SQLite",
        arrows: &["engine"],
        tests: &[],
    },
    Room {
        name: "photos",
        package: "parlor-photos",
        what: "photos of strangers, made harmless: checked, stripped of all but the picture, scaled",
        arrows: &[],
        tests: &[],
    },
    Room {
        name: "llm",
        package: "parlor-llm",
        what: "one port to every model; wrappers (retry, budget, timeout, record, replay); providers",
        arrows: &["engine"],
        tests: &["fakes"],
    },
    Room {
        name: "host",
        package: "parlor-host",
        what: "runs sessions: asks, timers, log, audiences",
        arrows: &["engine", "llm", "store", "photos", "protocol"],
        // A session needs real rules to run.
        tests: &["activities/mafia", "activities/dm", "activities/tidying", ALL_ACTIVITIES],
    },
    Room {
        name: "server",
        package: "parlor-server",
        what: "the browser's face: HTTP, server-sent events, the OpenAPI document, the pages",
        arrows: &["engine", "protocol", "store", "host"],
        // A table needs real rules to be played at.
        tests: &[ALL_ACTIVITIES],
    },
    Room {
        name: "discord",
        package: "parlor-discord",
        what: "Discord's face: a card, a thread and a panel for every seat",
        arrows: &["engine", "protocol", "store", "host"],
        // A table needs real rules to be played at, Discord cannot be reached, and files are fetched as in earnest.
        tests: &[ALL_ACTIVITIES, "fakes", "llm"],
    },
    Room {
        name: "tui",
        package: "parlor-tui",
        what: "the terminal face",
        arrows: &["protocol"],
        // What is drawn are the boards of real rules.
        tests: &["engine", "activities/mafia", "activities/dm", "activities/tidying"],
    },
    Room {
        name: "mcp",
        package: "parlor-mcp",
        what: "an agent's face: a seat over the Model Context Protocol",
        arrows: &["engine", "protocol", "host"],
        tests: &[],
    },
    Room {
        name: "parlor",
        package: "parlor",
        what: "Parlor as a library: every verb and every face, for the activities that a program names",
        arrows: &[
            "engine", "protocol", "table", "archive", "arena", "llm", "store", "host", "server", "discord",
            "tui", "mcp", // Behind a feature, for the tests of those who write an activity.
            TESTS_ONLY,
        ],
        // What is laid are tables of real rules.
        tests: &[ALL_ACTIVITIES],
    },
    Room {
        name: "app",
        package: "parlor-app",
        what: "the one binary, `parlor`: the list of its activities, with the tests and the figures of the whole",
        arrows: &["parlor", "activities/mafia", "activities/dm", "activities/tidying"],
        tests: &["engine", "protocol", "table", "llm", "store", "host", "server", "fakes", ALL_ACTIVITIES],
    },
    Room {
        name: TESTS_ONLY,
        package: "parlor-testkit",
        what: "conformance, simulation, checks; for tests only",
        arrows: &["engine"],
        tests: &[],
    },
    Room {
        name: "fakes",
        package: "parlor-fakes",
        what: "strict stand-ins on loopback for what tests cannot reach; for tests only",
        arrows: &[],
        tests: &[],
    },
    Room {
        name: "targets",
        package: "parlor-targets",
        what: "the fuzz targets, each a function over bytes of a stranger; for tests only",
        arrows: &["engine", "protocol", ALL_ACTIVITIES, "archive"],
        tests: &[],
    },
    Room {
        name: "examples/least",
        package: "least",
        what: "the least activity that plays everywhere, in a package of its own, as a stranger's would be",
        arrows: &["parlor"],
        tests: &["fakes"],
    },
    Room {
        name: "examples/interview",
        package: "interview",
        what: "a practice interview with unseen scores, in a package of its own",
        arrows: &["parlor"],
        tests: &[],
    },
    Room { name: "xtask", package: "xtask", what: "one command for every chore", arrows: &[], tests: &[] },
];

/// Why one room has all that reads and writes pictures.
const PICTURES: &str = "a stranger's picture is decoded, and encoded anew, in one place, behind its limits";

/// Why nobody else has an HTTP client.
const OUTSIDE: &str = "only `llm` and `discord` talk to the world outside";

/// Who answers HTTP by hyper; `llm` asks by it, and `discord` does both.
const LISTENERS: &[&str] = &["llm", "fakes", "server", "discord"];

/// Dependencies from outside that have their place: (crate, the rooms that may use it, why). Tests may use any.
const PLACES: &[(&str, &[&str], &str)] = &[
    ("anyhow", &["parlor"], "a library has an error type of its own, made with `thiserror`"),
    (
        "tokio",
        &["llm", "fakes", "host", "server", "discord", "tui", "mcp", "parlor"],
        "there is no `async` below `llm` and `host`",
    ),
    ("rusqlite", &["store"], "only `store` knows how the log is stored"),
    ("ratatui", &["tui", "parlor"], "the terminal has one face"),
    ("crossterm", &["tui", "parlor"], "the terminal has one face"),
    ("rand", &[], "chance comes from the engine's dice"),
    ("rmcp", &["mcp"], "an agent has one face"),
    ("base64", &["llm", "fakes"], "bytes become text where a provider wants it so, and nowhere else"),
    (
        "ttf-parser",
        &["discord"],
        "letters become pixels only where a message cannot draw; the other faces send text",
    ),
    ("image-webp", &["photos"], PICTURES),
    ("jpeg-encoder", &["photos"], PICTURES),
    ("png", &["photos", "discord"], PICTURES),
    ("zune-jpeg", &["photos"], PICTURES),
    ("axum", &["server"], "the browser has one face"),
    ("qrcodegen", &["server"], "an invitation is drawn where it is made"),
    ("hyper", LISTENERS, OUTSIDE),
    ("hyper-util", LISTENERS, OUTSIDE),
    ("http-body-util", &["llm", "discord"], OUTSIDE),
    ("hyper-rustls", &["llm", "discord"], OUTSIDE),
    ("tower-service", &["llm"], OUTSIDE),
    ("reqwest", &[], OUTSIDE),
    ("minijinja", &["kit"], "prompts are a machine's own texts; what a face shows is no template"),
    (
        "getrandom",
        &["llm", "store", "host", "server", "tui", "parlor"],
        "chance comes from the engine's dice",
    ),
    ("jiff", &["store", "host", "tui", "parlor"], "time is an argument of a machine"),
    ("uuid", &["store", "host", "tui", "parlor"], "an id that is not in the log cannot be replayed"),
];

/// A workspace package as its manifest has it.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) uses: Vec<Use>,
}

/// One dependency of a package.
pub(crate) struct Use {
    pub(crate) name: String,
    /// For tests only?
    pub(crate) dev: bool,
}

/// Reads the packages out of `cargo metadata`.
pub(crate) fn packages(metadata: &Value) -> Result<Vec<Package>, String> {
    let strange = || {
        "`cargo metadata` printed something unexpected; does this cargo print format version 1?".to_owned()
    };
    let mut out = Vec::new();
    for package in metadata["packages"].as_array().ok_or_else(strange)? {
        let mut uses = Vec::new();
        for used in package["dependencies"].as_array().ok_or_else(strange)? {
            let name = used["name"].as_str().ok_or_else(strange)?.to_owned();
            uses.push(Use { name, dev: used["kind"].as_str() == Some("dev") });
        }
        out.push(Package { name: package["name"].as_str().ok_or_else(strange)?.to_owned(), uses });
    }
    Ok(out)
}

/// The check: every package has a row, every row a package, every arrow stands in the table.
pub(crate) fn check(packages: &[Package]) -> Report {
    const TABLE: &str = "xtask/src/arrows.rs";
    let mut findings = Vec::new();
    let mut arrows = 0;
    for package in packages {
        let Some(room) = ROOMS.iter().find(|room| room.package == package.name) else {
            let what = format!("the crate `{}` is not in the table: add a row to ROOMS", package.name);
            findings.push(Finding::of(TABLE, what));
            continue;
        };
        let mut found = |what: String| findings.push(Finding::of(&manifest(room), what));
        for used in &package.uses {
            match ROOMS.iter().find(|other| other.package == used.name) {
                Some(other) => {
                    arrows += 1;
                    if let Some(why) = forbidden(room, other, used.dev) {
                        found(format!("{} → {}: {why}", room.name, other.name));
                    }
                }
                None if used.dev => {}
                None => {
                    let place = PLACES
                        .iter()
                        .find(|(name, rooms, _)| *name == used.name && !rooms.contains(&room.name));
                    if let Some((name, _, why)) = place {
                        found(format!("`{}` must not use `{name}`: {why}", room.name));
                    }
                }
            }
        }
    }
    for room in ROOMS.iter().filter(|room| !packages.iter().any(|package| package.name == room.package)) {
        let what = format!("there is no crate `{}` any more: take its row out of ROOMS", room.package);
        findings.push(Finding::of(TABLE, what));
    }
    Report::new(format!("{} crates, {arrows} arrows", packages.len()), findings)
}

/// Why there may be no such arrow.
fn forbidden(from: &Room, to: &Room, dev: bool) -> Option<String> {
    let may = from.arrows.contains(&to.name);
    match dev {
        false if may => None,
        false if to.name == TESTS_ONLY => Some("only tests may use it: move it to [dev-dependencies]".into()),
        true if may || to.name == TESTS_ONLY || from.tests.contains(&to.name) => None,
        _ => Some(
            "this arrow is not in xtask/src/arrows.rs: move the code, or change the map on purpose".into(),
        ),
    }
}

fn manifest(room: &Room) -> String {
    format!("{}/Cargo.toml", folder(room))
}

/// Where a room is.
pub(crate) fn folder(room: &Room) -> String {
    let stands_alone = room.name == "xtask" || room.name.contains('/');
    if stands_alone { room.name.to_owned() } else { format!("crates/{}", room.name) }
}

/// The map for docs/ARCHITECTURE.md.
pub(crate) fn markdown() -> String {
    let listed = |names: &[&str]| match names {
        [] => "nothing".to_owned(),
        names => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    };
    let mut out = String::from("| crate | what it is | may use | its tests also |\n|---|---|---|---|\n");
    for room in ROOMS {
        let mut tests = room.tests.to_vec();
        if room.name != TESTS_ONLY && room.name != "xtask" {
            tests.push(TESTS_ONLY);
        }
        let folder = folder(room);
        let (uses, tests) = (listed(room.arrows), listed(&tests));
        out.push_str(&format!("| `{folder}` | {} | {uses} | {tests} |\n", room.what));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All crates without a dependency, but for one that uses `used`.
    fn findings(user: &str, used: &str, dev: bool) -> Vec<String> {
        let uses = |room: &Room| match room.name == user {
            true => vec![Use { name: used.into(), dev }],
            false => Vec::new(),
        };
        let all: Vec<Package> =
            ROOMS.iter().map(|room| Package { name: room.package.into(), uses: uses(room) }).collect();
        check(&all).findings.into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn arrows_of_the_table_pass() {
        assert!(findings("activities/mafia", "parlor-engine", false).is_empty());
        assert!(findings("activities/mafia", "parlor-testkit", true).is_empty());
        assert!(findings("host", "parlor-activities", true).is_empty());
    }

    #[test]
    fn other_arrows_fail_by_name() {
        assert!(findings("engine", "parlor-store", false)[0].starts_with("engine → store: this arrow"));
        assert!(findings("tui", "parlor-engine", false)[0].starts_with("tui → engine"));
        assert!(findings("host", "parlor-mafia", false)[0].starts_with("host → activities/mafia"));
        assert!(findings("store", "parlor-table", true)[0].starts_with("store → table"));
    }

    /// `app` is no library, and has the one list of activities; `targets` takes the list for tests.
    #[test]
    fn no_library_names_an_activity() {
        let is_activity = |name: &&str| name.starts_with("activities/") && *name != ALL_ACTIVITIES;
        let libraries =
            ROOMS.iter().filter(|room| !room.name.starts_with("activities/") && room.name != "app");
        let named = libraries.filter(|room| room.arrows.iter().any(is_activity)).map(|room| room.name);
        assert_eq!(named.collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn the_testkit_is_for_tests() {
        assert!(findings("server", "parlor-testkit", false)[0].contains("only tests may use it"));
    }

    #[test]
    fn dependencies_from_outside_have_their_place() {
        assert!(findings("store", "tokio", false)[0].contains("must not use `tokio`"));
        assert!(findings("host", "anyhow", false)[0].contains("thiserror"));
        assert!(findings("host", "tokio", false).is_empty());
        assert!(findings("store", "tokio", true).is_empty());
        assert!(findings("engine", "serde", false).is_empty());
        for client in ["reqwest", "hyper-rustls", "tower-service", "http-body-util"] {
            assert!(findings("server", client, false)[0].contains(OUTSIDE), "{client}");
        }
        assert!(findings("host", "hyper-util", false)[0].contains(OUTSIDE));
    }

    #[test]
    fn crates_and_rows_must_match() {
        let stray = [Package { name: "parlor-stray".into(), uses: Vec::new() }];
        let report = check(&stray);
        assert!(report.findings[0].what.contains("`parlor-stray` is not in the table"));
        assert_eq!(report.findings.len(), 1 + ROOMS.len());
    }

    #[test]
    fn the_table_names_only_rooms_that_it_has() {
        for room in ROOMS {
            for name in room.arrows.iter().chain(room.tests) {
                assert!(ROOMS.iter().any(|other| other.name == *name), "{} → {name}", room.name);
            }
        }
        for (_, rooms, _) in PLACES {
            assert!(rooms.iter().all(|name| ROOMS.iter().any(|room| room.name == *name)));
        }
    }

    #[test]
    fn metadata_is_read() {
        let metadata = serde_json::json!({"packages": [{"name": "a", "dependencies": [
            {"name": "b", "kind": null, "rename": "c"}, {"name": "d", "kind": "dev"}]}]});
        let Ok(all) = packages(&metadata) else { panic!("it is metadata") };
        assert_eq!(
            (all[0].name.as_str(), all[0].uses[0].name.as_str(), all[0].uses[0].dev),
            ("a", "b", false)
        );
        assert!(all[0].uses[1].dev);
        assert!(packages(&serde_json::json!({})).is_err());
    }
}
