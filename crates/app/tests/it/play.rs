//! A person in a seat, through plain lines.

use crate::stage::Home;

#[test]
fn a_script_plays_to_the_end() {
    let home = Home::new();
    for seed in ["1", "2", "3"] {
        let args = ["play", "mafia", "--as", "Kim", "--seed", seed, "--speed", "instant"];
        let (code, out) = home.converse(&args, "Hello, I am Kim.");
        assert_eq!(code, 0, "{out}");
        assert!(out.contains("? Night 1") && out.contains("Give a number."), "numbered choices:\n{out}");
        assert!(out.contains("You are") && out.contains("wins. On day"), "{out}");
        home.run(&["verify", &home.newest()]).fine();
    }
}

#[test]
fn a_wrong_line_costs_nothing_and_is_answered_in_words() {
    let home = Home::new();
    let input = "99\nnobody at all\n\n{\"type\":\"CastVote\"}\n(( just looking ))\n";
    let args = ["play", "mafia", "--seed", "5", "--speed", "instant", "--seats", "7"];
    let out = home.run_with(&args, input).fine();
    assert!(out.contains("! \"99\" is none of them. Give a number."), "{out}");
    assert!(out.contains("! \"nobody at all\" is none of them. Give a number."), "{out}");
    assert_eq!(out.matches("! Give a number.").count(), 1, "{out}");
    assert!(out.contains("cannot answer this"), "{out}");
    assert!(out.contains("just looking"), "{out}");
}

#[test]
fn the_end_of_input_leaves_the_seat_and_says_so() {
    let home = Home::new();
    let ran = home.run(&["play", "mafia", "--seed", "5", "--speed", "instant"]);
    assert!(ran.err.contains("no more input"), "{}", ran.err);
    assert!(ran.fine().contains("wins. On day"));
}

#[test]
fn a_list_says_who_sits_where() {
    let home = Home::new();
    let list = "Ana=house:social,Ben=person,Cy=house,Dee=house:random,Eve=house:aggressive";
    let ran = home.run(&["play", "mafia", "--seats", list, "--speed", "instant"]);
    assert!(ran.err.contains("you are Ben"), "{}", ran.err);
    ran.fine();
    let header = home.export(&home.newest()).lines().next().map(str::to_owned).expect("a header");
    assert!(header.contains("\"name\":\"Dee\",\"holder\":\"house:random\""), "{header}");
    let own = home.run(&[
        "play",
        "mafia",
        "--seats",
        &list.replace("Ben=person", "Ben=house"),
        "--as",
        "dee",
        "--speed",
        "instant",
    ]);
    assert!(own.err.contains("you are Dee"), "{}", own.err);
}

#[test]
fn an_aside_or_a_command_on_ones_turn_costs_nothing() {
    let home = Home::new();
    let mut spoke = false;
    for seed in ["1", "2", "3"] {
        let args = ["play", "mafia", "--as", "Kim", "--seed", seed, "--speed", "instant"];
        let (code, out) = home.converse(&args, "((brb))\n/status\nooc: back\nHello, I am Kim.");
        assert_eq!(code, 0, "{out}");
        let turns = out.matches("it is your turn to speak").count();
        assert_eq!(out.matches("((Kim)) brb").count(), turns, "{out}");
        assert_eq!(out.matches("((Kim)) back").count(), turns, "{out}");
        assert_eq!(out.matches("Kim: Hello, I am Kim.").count(), turns, "{out}");
        spoke |= turns > 0;
    }
    assert!(spoke, "nobody lived to speak in three games");
}

#[test]
fn lines_typed_ahead_answer_what_is_asked_when_they_are_read() {
    let home = Home::new();
    for seed in ["1", "2", "3"] {
        let args = ["play", "mafia", "--as", "Kim", "--seats", "5", "--seed", seed, "--speed", "instant"];
        let ran = home.run_with(&args, "1\n2\n3\n((brb))\nHello there\n1\n2\n");
        assert!(ran.fine().contains("wins. On day"), "seed {seed}");
    }
}

#[test]
fn the_end_of_input_leaves_a_table_that_stands_still_as_it_is() {
    for (line, state, says) in [
        ("/session pause", "PAUSED", "is paused"),
        ("/session end", "DEBRIEF", "is in debrief"),
        ("/session close", "IDLE", "is closed"),
    ] {
        let home = Home::new();
        let args = ["play", "mafia", "--seed", "5", "--speed", "instant"];
        let ran = home.run_with(&args, &format!("{line}\n"));
        assert!(ran.err.contains(says) && ran.err.contains("parlor resume"), "{line}: {}", ran.err);
        ran.fine();
        assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], state, "{line}");
        assert!(home.run(&["resume", "--speed", "instant"]).fine().contains("wins. On day"), "{line}");
    }
    let home = Home::new();
    let args = ["play", "mafia", "--seed", "5", "--speed", "instant"];
    let out = home.run_with(&args, "/session pause\n2\n((still here))\n/session resume\n").fine();
    assert!(out.contains("! the table is PAUSED") && out.contains(")) still here"), "{out}");
    assert_eq!(out.matches("? Night 1: ").count(), 2, "what is asked is said again:\n{out}");
    assert!(out.contains("wins. On day"), "{out}");
}

#[test]
fn on_a_shared_screen_the_night_asks_everybody_the_same() {
    let home = Home::new();
    let mut asked = std::collections::BTreeSet::new();
    for seed in 1..=8 {
        let list = "Kim=person,Ben=house,Ada=house,Eli=house,Noa=house";
        let seed = seed.to_string();
        let args = ["play", "mafia", "--seats", list, "--seed", &seed, "--speed", "instant", "--no-secrets"];
        // There is no seat 9, for no role.
        let out = home.run_with(&args, "{\"type\":\"ChooseTarget\",\"target\":9}\n1\n2\n").fine();
        let night = out.split("\n? ").nth(1).and_then(|rest| rest.split_once("Give a number."));
        asked.insert(night.expect("a night").0.to_owned());
        let before = out.split("wins. On day").next().expect("the game");
        for word in ["You are", "Choose whom", "sheriff", "doctor"] {
            let told: Vec<&str> =
                before.lines().filter(|line| line.starts_with('?') || line.starts_with('!')).collect();
            assert!(!told.iter().any(|line| line.contains(word)), "{word}: {told:?}");
        }
        assert!(out.contains("! That cannot be chosen now."), "{out}");
    }
    let all = "The night asks you to choose.\n   1  Kim\n   2  Ben\n   3  Ada\n   4  Eli\n   5  Noa\n  ";
    assert_eq!(asked.into_iter().collect::<Vec<_>>(), [all], "one question for every role");
}

#[test]
fn a_game_by_steps_asks_its_person_and_then_waits_for_the_host() {
    let home = Home::new();
    let args = ["play", "mafia", "--as", "Kim", "--seed", "2", "--speed", "step"];
    let ran = home.run(&args);
    assert_eq!(ran.err.matches("the game goes on by itself").count(), 1, "{}", ran.err);
    assert!(ran.err.contains("your seat"), "{}", ran.err);
    assert!(ran.fine().contains("wins. On day"));
    home.run(&["verify", &home.newest()]).fine();
}

#[test]
fn what_a_seat_was_told_so_far_is_written_to_a_file_and_nothing_else() {
    let home = Home::new();
    let args = ["play", "mafia", "--as", "Kim", "--seed", "5", "--speed", "instant", "--seats", "7"];
    let out = home.run_with(&args, "/export\n((a word between))\n/EXPORT\n").fine();
    let id = home.newest();
    let own = home.run(&["export", &id, "--as", "seat:1", "--format", "md"]).fine();
    let mut lengths = Vec::new();
    for name in [format!("{id}-seat-1.md"), format!("{id}-seat-1-2.md")] {
        assert!(out.contains(&format!("What you were told so far is in {name}.")), "{out}");
        let text = std::fs::read_to_string(home.path(&name)).expect("the file");
        let (told, foot) = text.split_once("\n---\n").expect("a foot");
        assert!(own.starts_with(told), "a part of what the seat saw of all of it:\n{text}");
        assert!(told.contains("You are") && told.contains("as seen by seat:1"), "{text}");
        assert!(foot.contains("Not ended yet") && !text.contains("Seed 5"), "{text}");
        lengths.push(told.len());
    }
    assert!(lengths[0] < lengths[1], "the second has the word between: {lengths:?}");
}
