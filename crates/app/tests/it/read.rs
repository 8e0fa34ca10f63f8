//! Sessions that were played: listed, exported, imported, verified, read again, forked.

use serde_json::{Value, json};

use crate::stage::Home;

#[test]
fn a_session_goes_round_through_a_file() {
    let (home, id) = Home::with_demo(7);
    let file = home.path("game.jsonl").display().to_string();
    home.run(&["export", &id, "-o", &file]).fine();
    let there = Home::new();
    assert_eq!(there.run(&["import", &file]).fine().trim(), id);
    assert_eq!(there.export(&id), home.export(&id), "the same bytes");
    let verified = there.run(&["verify", &id, &file]).fine();
    assert_eq!(verified.matches("verified ").count(), 2, "{verified}");
    for viewer in ["public", "observer", "host", "seat:3"] {
        let here = home.run(&["replay", &id, "--as", viewer]).fine();
        assert_eq!(here, there.run(&["replay", &id, "--as", viewer]).fine());
        assert_eq!(here, home.run(&["replay", &file, "--as", viewer]).fine());
    }
    // An ended game can be forked where it was imported, and comes to an end again.
    let fork = there.run(&["fork", &id, "--at", "20"]).fine().trim().to_owned();
    there.run(&["resume", &fork, "--speed", "instant"]).fine();
    there.run(&["verify", &fork]).fine();
}

#[test]
fn a_second_import_changes_nothing_and_says_so() {
    let (home, id) = Home::with_demo(7);
    let before = home.run(&["sessions"]).fine();
    let file = home.file("game.jsonl", home.export(&id));
    let ran = home.run(&["import", &file]);
    assert!(ran.err.contains("here already"), "{}", ran.err);
    assert_eq!(home.run(&["import", &file, "--json"]).json()["new"], false);
    assert_eq!(home.run(&["sessions"]).fine(), before);
}

#[test]
fn an_export_is_a_header_the_stored_lines_and_a_footer() {
    let (home, id) = Home::with_demo(7);
    let text = home.export(&id);
    let lines: Vec<&str> = text.lines().collect();
    let parse = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    let (header, footer) = (parse(lines[0]), parse(lines[lines.len() - 1]));
    assert_eq!(
        (&header["schema"], &header["session"], &header["seed"]),
        (&"parlor.v1".into(), &id.into(), &7.into())
    );
    assert_eq!(header["seats"].as_array().map(Vec::len), Some(10));
    assert_eq!(footer["records"], lines.len() - 2);
    assert_eq!(footer["result"]["seed"], 7);
    let entries = engine::replay::read(lines[1..lines.len() - 1].iter().copied()).expect("a chain");
    assert_eq!(footer["head"], entries.last().expect("records").1.hash.to_string());
}

#[test]
fn what_one_viewer_saw_is_numbered_for_that_viewer() {
    let (home, id) = Home::with_demo(7);
    for viewer in ["public", "seat:1", "host"] {
        let text = home.run(&["export", &id, "--as", viewer]).fine();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let (header, footer) = (&lines[0], &lines[lines.len() - 1]);
        assert_eq!(header["viewer"], viewer);
        assert_eq!(footer["records"], lines.len() - 2);
        assert!(footer.get("head").is_none());
        for (number, frame) in lines[1..lines.len() - 1].iter().enumerate() {
            assert_eq!(frame["number"], number);
        }
    }
}

#[test]
fn a_transcript_has_the_seats_the_phases_and_the_words() {
    let (home, id) = Home::with_demo(7);
    let text = home.run(&["export", &id, "--format", "md"]).fine();
    for part in [
        "# An evening of Mafia",
        "| 1 |",
        "## ☾ Night",
        "## ☀ Discussion 1",
        "## ⚖ Voting 1",
        ":** ",
        " wins\n\nOn day ",
        "### Roles",
        "Seed 7",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    let file = home.path("game.md").display().to_string();
    home.run(&["export", &id, "--format", "md", "-o", &file]).fine();
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), text);
}

#[test]
fn a_replay_stops_where_it_is_told_and_shows_how_things_stood() {
    let (home, id) = Home::with_demo(7);
    let whole = home.run(&["replay", &id]).fine();
    let part = home.run(&["replay", &id, "--at", "16"]).fine();
    let (told, stood) = part.split_once("\nafter record 16 of ").expect("how things stood");
    assert!(whole.starts_with(told.trim_end()), "a beginning of the whole:\n{told}");
    assert!(stood.contains("as public") && stood.contains("alive"), "{stood}");
    let table = home.run(&["table", "show", &id]).fine();
    assert!(table.contains("DEBRIEF") || table.contains("ACTIVE"), "{table}");
    assert!(
        table.contains("Roles") && table.contains("What happened"),
        "how it stands, from its board:\n{table}"
    );
    let json = home.run(&["replay", &id, "--at", "16", "--json"]).json();
    assert_eq!((&json["at"], &json["viewer"]), (&16.into(), &"public".into()));
    assert!(json["frames"].as_array().is_some_and(|frames| !frames.is_empty()));
    assert_eq!(json["scene"]["machine"], "mafia");
}

#[test]
fn the_numbers_that_a_fork_wants_stand_before_what_was_told() {
    let (home, id) = Home::with_demo(7);
    let numbered = home.run(&["replay", &id, "--numbers"]).fine();
    let marked = |line: &str| -> Option<(u64, String)> {
        let (number, words) = line.strip_prefix('[')?.split_once("] ")?;
        Some((number.parse().ok()?, words.to_owned()))
    };
    let numbers: Vec<(u64, String)> = numbered.lines().filter_map(marked).collect();
    assert!(numbers.len() > 20 && numbers.is_sorted(), "{numbered}");
    // Up to the number of a line, that line is the last that is told.
    let (number, words) = &numbers[numbers.len() / 2];
    let part = home.run(&["replay", &id, "--at", &number.to_string()]).fine();
    let (told, _) = part.split_once("\nafter record ").expect("how things stood");
    assert!(told.contains(words.as_str()), "{words:?}\n{told}");
    let before = home.run(&["replay", &id, "--at", &(number - 1).to_string()]).fine();
    assert!(!before.split("\nafter record ").next().is_some_and(|told| told.ends_with(words.as_str())));
    // Without them the lines are the same.
    let plain = home.run(&["replay", &id]).fine();
    let bare = |line: &str| marked(line).map_or_else(|| line.to_owned(), |(_, words)| words);
    let told = |text: &str| text.split("\nafter record ").next().map(str::to_owned).unwrap_or_default();
    assert_eq!(
        told(&numbered).lines().map(bare).collect::<Vec<_>>(),
        told(&plain).lines().collect::<Vec<_>>()
    );
    let json = home.run(&["replay", &id, "--json"]).json();
    assert_eq!(json["records"].as_array().map(Vec::len), json["frames"].as_array().map(Vec::len));
    // While it is played, how many records there are is nobody's to know.
    let fork = home.run(&["fork", &id, "--at", "20"]).fine().trim().to_owned();
    let ran = home.run(&["replay", &fork, "--numbers"]);
    assert!(ran.code == 2 && ran.err.contains("secret until the session has ended"), "{}", ran.err);
    assert!(home.run(&["replay", &fork, "--json"]).json().get("records").is_none());
    home.run(&["replay", &fork, "--numbers", "--as", "host"]).fine();
}

#[test]
fn thoughts_stand_beside_speech_for_those_who_may_read_them() {
    let (home, id) = Home::with_demo(7);
    let without = home.run(&["replay", &id, "--as", "host"]).fine();
    let with = home.run(&["replay", &id, "--as", "host", "--thoughts"]).fine();
    assert!(!without.contains(" thinks: ") && with.contains(" thinks: "));
    assert!(home.run(&["replay", &id, "--as", "observer", "--thoughts"]).fine().contains(" thinks: "));
}

#[test]
fn a_fork_shares_its_beginning_knows_its_parent_and_waits() {
    let (home, id) = Home::with_demo(7);
    let forked = home.run(&["fork", &id, "--at", "20", "--json"]).json();
    let fork = forked["session"].as_str().expect("an id").to_owned();
    assert_eq!((&forked["parent"]["session"], &forked["parent"]["at"]), (&id.clone().into(), &20.into()));
    let (parent_log, fork_log) = (home.export(&id), home.export(&fork));
    let records = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(records(&parent_log)[..=20], records(&fork_log)[..=20]);
    assert!(
        fork_log
            .lines()
            .next()
            .is_some_and(|header| header.contains(&format!("\"parent\":{{\"session\":\"{id}\"")))
    );
    assert_eq!(home.run(&["table", "show", &fork, "--json"]).json()["state"], "PAUSED");
    // The newest unfinished is the fork.
    let ran = home.run(&["resume", "--speed", "instant"]);
    assert!(ran.err.contains(&fork), "{}", ran.err);
    let out = ran.fine();
    assert!(out.contains(&format!("session {fork}")), "{out}");
    home.run(&["verify", &fork, &id]).fine();
}

#[test]
fn an_unfinished_session_keeps_its_seed_to_itself() {
    let (home, id) = Home::with_demo(987_654_321);
    let fork = home.run(&["fork", &id, "--at", "20"]).fine().trim().to_owned();
    let text = home.export(&fork);
    assert!(!text.contains("987654321"));
    assert!(home.export(&id).contains("987654321"), "but an ended one tells it");
    // It can be imported and read, but neither verified nor played on.
    let there = Home::new();
    let file = home.file("half.jsonl", &text);
    let ran = there.run(&["import", &file]);
    assert!(ran.err.contains("sealed"), "{}", ran.err);
    ran.fine();
    there.run(&["replay", &fork]).fine();
    for (args, says) in [
        (["verify", &fork], "the random seed is secret until the game ends"),
        (["resume", &fork], "cannot be played on"),
    ] {
        let ran = there.run(&args);
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains(says) && ran.err.contains("→"), "{}", ran.err);
    }
}

#[test]
fn a_table_shows_its_state() {
    let (home, id) = Home::with_demo(7);
    let json = home.run(&["table", "show", "--json"]).json();
    assert_eq!(json["state"], "ACTIVE");
    assert!(json["last_updated"].as_str().is_some_and(|at| at.ends_with('Z')), "{json}");
    assert_eq!(json["session"], id);
    assert!(home.run(&["table", "show"]).fine().contains("state    ACTIVE"));
}

#[test]
fn machines_are_shown_from_their_cards() {
    let home = Home::new();
    let mafia = home.run(&["machine", "show", "mafia"]).fine();
    assert!(
        mafia.contains("☾ Night") && mafia.contains("ChooseTarget") && mafia.contains("15 s a turn"),
        "{mafia}"
    );
    assert!(home.run(&["machine", "show", "mafia", "--ascii"]).fine().contains("[NIGHT]"));
    let json = home.run(&["machine", "show", "mafia", "--format", "json"]).json();
    let mermaid = home.run(&["machine", "show", "mafia", "--format", "mermaid"]).fine();
    for phase in json["phases"].as_array().expect("phases") {
        for exit in phase["exits"].as_array().expect("exits") {
            let edge =
                format!("{} --> {}", phase["name"].as_str().expect("a name"), exit.as_str().expect("a name"));
            assert!(mermaid.contains(&edge), "{edge} is missing");
        }
    }
    let list = home.run(&["machine", "list", "--json"]).json();
    assert_eq!(list["machines"].as_array().map(Vec::len), Some(1 + activities::ALL.activities.len()));
    assert!(!home.store().exists(), "it needs no store");
}

#[test]
fn a_store_is_checked_and_damage_is_found() {
    let (home, _) = Home::with_demo(7);
    let json = home.run(&["store", "check", "--json"]).json();
    assert_eq!(
        (&json["whole"], &json["every_byte"], &json["sessions"]),
        (&true.into(), &true.into(), &1.into())
    );
    let path = home.store().join("parlor.db");
    let mut bytes = std::fs::read(&path).expect("the database");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("written");
    let ran = home.run(&["store", "check"]);
    assert_eq!(ran.code, 6, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("page") && ran.err.contains("→"), "{}{}", ran.out, ran.err);
    let ran = home.run(&["store", "check", "--json"]);
    assert!(ran.code == 6 && ran.out.contains("\"whole\":false"));
}

#[test]
fn completions_and_man_pages_are_there_for_every_verb() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(home.run(&["completions", shell]).fine().contains("replay"), "{shell}");
    }
    assert!(home.run(&["man"]).fine().contains("Exit codes"));
    let dir = home.path("man").display().to_string();
    home.run(&["man", &dir]).fine();
    for page in ["parlor.1", "parlor-demo.1", "parlor-machine-show.1", "parlor-store-check.1"] {
        let text = std::fs::read_to_string(home.path("man").join(page)).expect(page);
        assert!(text.contains("Examples"), "{page}");
    }
}

#[test]
fn words_name_the_newest_session() {
    let (home, first) = Home::with_demo(7);
    home.run(&["demo", "--speed", "instant", "--seed", "8", "-q"]).fine();
    let demo = home.newest();
    assert_ne!(demo, first);
    home.run(&["play", "mafia", "--seed", "9", "--speed", "instant", "-q"]).fine();
    let last = home.newest();
    let read = |what: &str| home.run(&["replay", what]).fine();
    assert_eq!(read("demo"), read(&demo));
    assert_eq!(read("last"), read(&last));
    assert_eq!(home.export("demo"), home.export(&demo));
    assert!(home.run(&["table", "show", "last"]).fine().contains(&last));
    assert!(home.run(&["verify", "demo", "last"]).fine().contains("verified "));
    home.run(&["watch", "demo", "--speed", "instant"]).fine();
    let ran = home.run(&["resume", "last"]);
    assert!(ran.err.contains(&format!("session {last} has ended")), "{}", ran.err);
    let ran = Home::new().run(&["replay", "last"]);
    assert!(ran.code == 1 && ran.err.contains("no session"), "{}", ran.err);
}

#[test]
fn a_replay_can_stop_at_the_very_first_record() {
    let (home, id) = Home::with_demo(7);
    let text = home.run(&["replay", &id, "--at", "0"]).fine();
    assert!(text.contains("after record 0 of ") && text.contains("nothing has begun"), "{text}");
    assert!(!text.contains("Night"), "{text}");
    let json = home.run(&["replay", &id, "--at", "0", "--json"]).json();
    assert_eq!((&json["at"], &json["scene"]), (&0.into(), &Value::Null));
    assert_eq!(json["frames"].as_array().map(Vec::len), Some(1));
    assert!(home.run(&["replay", "--help"]).fine().contains("the first being 0"));
}

#[test]
fn a_machine_is_json_by_either_flag() {
    let home = Home::new();
    let shown = home.run(&["machine", "show", "mafia", "--json"]).json();
    assert_eq!(shown, home.run(&["machine", "show", "mafia", "--format", "json"]).json());
    assert_eq!(home.run(&["machine", "show", "mafia", "--json", "--format", "mermaid"]).code, 2);
}

#[test]
fn what_was_last_played_comes_first_and_is_gone_on_with() {
    let home = Home::new();
    let left = |input: &str, args: &[&str]| {
        home.run_with(args, input).fine();
        home.newest()
    };
    let play = ["play", "mafia", "--as", "Kim", "--speed", "instant", "-q"];
    let first = left("/session pause\n", &play);
    let second = left("/session pause\n", &play);
    let (ended, _) = (home.run(&["demo", "--speed", "instant", "-q"]).fine(), ());
    assert!(ended.contains("wins. On day"));
    // One of nobody's is not what somebody comes back to.
    let fork = home.run(&["fork", "last", "--at", "20"]).fine().trim().to_owned();
    let ran = home.run_with(&["resume"], "/session pause\n");
    assert!(ran.err.contains(&format!("going on with {second}: you are Kim (seat ")), "{}", ran.err);
    assert!(ran.err.contains("2 more could be gone on with: parlor sessions lists them"), "{}", ran.err);
    ran.fine();
    home.run_with(&["resume", &first], "/session pause\n").fine();
    assert_eq!(home.newest(), first, "the last played is the first of the list");
    assert!(home.run(&["table", "show"]).fine().contains(&first));
    assert!(home.run(&["cost"]).fine().contains(&first));
    for id in [first, second] {
        let ran = home.run(&["resume", "--speed", "instant"]);
        assert!(ran.err.contains(&id), "{}", ran.err);
        ran.fine();
    }
    let ran = home.run(&["resume", "--speed", "instant"]);
    assert!(ran.err.contains(&fork) && !ran.err.contains("you are"), "{}", ran.err);
}

#[test]
fn of_several_people_one_sits_down_and_what_becomes_of_the_others_is_said() {
    let home = Home::new();
    let serving = crate::pace::serving(&home);
    let seat = |name: &str, holder: &str| json!({"name": name, "holder": holder});
    let house = ["Cy", "Dee", "Eve"].map(|name| seat(name, "house:cautious"));
    let seats = [vec![seat("Ann", "person"), seat("Bob", "person")], house.to_vec()].concat();
    crate::pace::begun(&serving, &json!({"machine": "mafia", "seats": seats}));
    drop(serving);
    let resume = |more: &[&str]| home.run_with(&[&["resume"], more].concat(), "/session pause\n");
    let said = resume(&[]).err;
    assert!(
        said.contains("you are Ann (seat 1); Bob's seat is left to the clock, and where none runs Bob is waited for (--seat takes it)"),
        "{said}"
    );
    for named in ["bob", "2"] {
        let said = resume(&["--seat", named]).err;
        assert!(said.contains("you are Bob (seat 2); Ann's seat is left to the clock"), "{said}");
    }
    let ran = resume(&["--seat", "Cy"]);
    assert!(
        ran.code == 1 && ran.err.contains("is not a person's") && ran.err.contains("1 (Ann), 2 (Bob)"),
        "{}",
        ran.err
    );
}
