//! A tidying session, through plain lines, from what the space is for to its list on paper.

use crate::stage::Home;

const PLAY: [&str; 9] = ["play", "tidying", "--space", "the desk", "--as", "Kim", "--seed", "7", "--speed"];

fn play(home: &Home, input: &str) -> crate::stage::Ran {
    home.run_with(&[&PLAY[..], &["instant"]].concat(), input)
}

/// What the space is for and what stays, then three things: one is kept, one is put elsewhere, one is left.
const SESSION: &str = "1\n1, a lamp\nold chargers, mugs, letters\n1\non the hook by the door\nskip\n";

#[test]
fn y13_a_script_sorts_to_the_end_and_the_list_can_be_ticked_off() {
    let home = Home::new();
    let ran = play(&home, &format!("{SESSION}stop\nend\nend\n"));
    assert!(ran.err.contains("you are Kim"), "{}", ran.err);
    assert!(
        ran.err.contains("--format md") && ran.err.contains("parlor play tidying --space 'the desk'"),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("parlor photos"), "there are none: {}", ran.err);
    let out = ran.fine();
    for words in [
        "numbers or words, with commas between",
        "a lamp",
        "Noted: old chargers",
        "? Next: ",
        "Give a number or a letter, or say it in words.",
        "→ on the hook by the door",
        "Give it once more to do it",
        "✓ Done for today. 3 things sorted, 1 of them unsure. It took ",
    ] {
        assert!(out.contains(words), "no {words:?} in\n{out}");
    }
    assert!(!out.contains("lamps are lit"), "{out}");

    let id = home.newest();
    home.run(&["verify", &id]).fine();
    let list = home.run(&["export", &id, "--format", "md"]).fine();
    assert!(list.starts_with("# the desk, 20") && list.contains("3 things sorted"), "{list}");
    assert!(list.contains("## Belongs") && list.contains(" → on the hook by the door"), "{list}");
    assert!(list.contains("## Unsure") && list.contains("## First next time"), "{list}");
    let standing = home.run(&["replay", &id]).fine();
    assert!(standing.contains("Belongs ██ 2") && standing.contains("Unsure  █ 1"), "{standing}");
    assert!(home.run(&["recap", &id]).fine().contains("3 things sorted"));
    assert!(home.run(&["sessions"]).fine().contains("Tidying the desk"));
    assert!(home.run(&["watch", &id, "--speed", "instant"]).fine().contains("on the hook by the door"));
    let shown = home.run(&["machine", "show", "tidying"]).fine();
    assert!(shown.contains("Sorting") && shown.contains("Winding down"), "{shown}");
}

#[test]
fn what_is_undone_is_not_on_the_list() {
    let home = Home::new();
    play(&home, &format!("{SESSION}undo\n")).fine();
    let id = home.newest();
    let list = home.run(&["export", &id, "--format", "md"]).fine();
    assert!(!list.contains("## Unsure") && list.contains("## Left to sort"), "{list}");
    assert!(list.contains("2 things sorted") && list.contains("it has not ended"), "{list}");
}

#[test]
fn y10_the_next_session_in_a_space_begins_with_what_the_last_one_left() {
    let home = Home::new();
    play(&home, &format!("{SESSION}stop\nend\nend\n")).fine();
    let first = home.newest();
    // The name counts, whatever is around it.
    let args = ["play", "tidying", "--space", " The DESK ", "--speed", "instant"];
    let ran = home.run_with(&args, "");
    assert!(ran.err.contains(&format!("in session {first}: 1 thing was left")), "{}", ran.err);
    let out = ran.fine();
    assert!(out.contains("again. First, from last time:") && out.contains("a lamp"), "{out}");
    let left = home.newest();

    // That one is not finished: it is named, and the one before it counts.
    let ran = home.run_with(&args, "");
    let words =
        format!("session {left} is about the same and not finished: parlor resume {left} goes on with it");
    assert!(ran.err.contains(&words) && ran.err.contains(&first), "{}", ran.err);
    assert!(ran.fine().contains("again. First, from last time:"));

    let ran = home.run_with(&["play", "tidying", "--space", "attic", "--speed", "instant"], "");
    assert!(!ran.err.contains("goes on from") && !ran.err.contains("not finished"), "{}", ran.err);
    let out = home.run_with(&["resume", &left, "--speed", "instant"], "stop\nend\nend\n").fine();
    assert!(out.contains(" The DESK ".trim()), "{out}");
}

#[test]
fn a_wrong_line_costs_nothing() {
    let home = Home::new();
    let out =
        play(&home, "9\n\n{\"type\":\"choose\",\"choice\":1}\n((hello))\n/piles\n/delete-photos\n/photo\n")
            .fine();
    assert_eq!(out.matches("! Give a number or a letter, or say it in words.").count(), 1, "{out}");
    assert!(out.contains("! \"9\" is none of them. Give a number or a letter, or say it in words."), "{out}");
    assert!(out.contains("cannot answer this") && out.contains("((Kim)) hello"), "{out}");
    assert!(out.contains("To sort (0): nothing"), "{out}");
    assert!(out.contains("! there are no photos in this session") && out.contains("! name a file"), "{out}");
    // What cannot be undone takes the same word twice, with nothing between.
    let out = home.run_with(&["resume", "--speed", "instant"], "end\n/piles\ne\n").fine();
    assert!(!out.contains("it has ended") && !out.contains("is over"), "{out}");
}

#[test]
fn the_house_sorts_a_room_that_can_be_watched() {
    let home = Home::new();
    let out = home.run(&["demo", "tidying", "--seed", "3", "--speed", "instant", "-q"]).fine();
    assert!(out.starts_with("A tidying session. The house plays every seat."), "{out}");
    assert!(out.contains("⇄ Sorting") && out.contains("; seed 3, session demo-"), "{out}");
    home.run(&["verify", "demo"]).fine();
    home.run(&["export", "demo", "--format", "md"]).fine();
    // What the house sorted is nothing to go on with.
    let ran = home.run_with(&["play", "tidying", "--space", "the study", "--speed", "instant"], "");
    assert!(!ran.err.contains("goes on from"), "{}", ran.err);
}

#[test]
fn a_household_knows_things_of_its_own() {
    let home = Home::new();
    let loom = "[[thing]]\nname = \"loom\"\nkind = \"craft\"\nusually = [\"place\", \"donate\"]\nhome = \"by the north window\"\n";
    let file = home.file("ours.toml", loom);
    let args = [&PLAY[..], &["instant", "--things", &file]].concat();
    let out = home.run_with(&args, "1\n1\nloom\n").fine();
    assert!(out.contains("keep it: by the north window"), "{out}");
}

#[test]
fn what_makes_no_sense_for_tidying_is_said_in_words_before_anything_is_made() {
    let home = Home::new();
    let bad = home.file(
        "bad.toml",
        "[[thing]]\nname = \"loom\"\nkind = \"craft\"\nusually = [\"burn\"]\nhome = \"here\"\n",
    );
    let broken = home.file("broken.toml", "[[thing]]\nname = \n");
    let bytes = home.file("bytes.toml", [0xff, 0xfe, 0x00]);
    let none = home.path("none.toml").display().to_string();
    let here = home.path("").display().to_string();
    let cases: &[(&[&str], &[&str])] = &[
        (&["play", "tidying", "--seats", "4"], &["--seats", "--model SPEC"]),
        (&["play", "tidying", "--party", "2"], &["--party has no meaning for tidying"]),
        (&["play", "tidying", "--lines", "rot"], &["--lines has no meaning for tidying"]),
        (&["play", "tidying", "--space", " "], &["space"]),
        (&["play", "tidying", "--space", &"x".repeat(61)], &["space"]),
        (&["play", "tidying", "--things", &none], &["there is no file", "[[thing]]"]),
        (&["play", "tidying", "--things", &here], &["is a directory"]),
        (&["play", "tidying", "--things", &bytes], &["is not text"]),
        (&["play", "tidying", "--things", &bad], &["bad.toml, line 4: usually: give some of", "donate"]),
        (&["play", "tidying", "--things", &broken], &["broken.toml, line 2"]),
        (&["play", "tidying", "--model", "3=x:y"], &["no seat 3", "the coach"]),
        (&["play", "tidying", "--model", "x:y"], &["no provider \"x\""]),
        (&["play", "tidying", "--model", "1=scripted:a", "--as", "Kim"], &["none is left for \"Kim\""]),
        (&["play", "tidying", "--as", "The Coach"], &["taken"]),
        (&["play", "tidying", "--budget", "1usd"], &["none has a seat"]),
        (&["play", "mafia", "--space", "desk"], &["--space has no meaning for mafia"]),
        (&["play", "dm", "--things", &none], &["--things has no meaning for story"]),
        (&["play", "tidying", "--speed", "step"], &["--speed step has no meaning for tidying"]),
        (&["play", "tidying", "--set", "space=@nowhere"], &["--set space: there is no file nowhere"]),
        #[cfg(feature = "mcp")]
        (&["mcp", "--machine", "tidying", "--seat", "2"], &["no seat 2"]),
    ];
    for (args, words) in cases {
        let ran = home.run(args);
        assert_eq!(ran.code, 2, "{args:?}\n{}{}", ran.out, ran.err);
        assert!(ran.err.starts_with("error: ") && ran.err.contains('→'), "{args:?}\n{}", ran.err);
        for word in *words {
            assert!(ran.err.contains(word), "{word:?} is missing: {args:?}\n{}", ran.err);
        }
        assert!(!home.store().exists(), "something was made: {args:?}");
    }
}

/// A photo of one pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0,
    1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 12, b'I', b'D', b'A', b'T', 0x78, 0x9c, 0x63, 0xf8,
    0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0xc9, 0xfe, 0x92, 0xef, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42,
    0x60, 0x82,
];

#[test]
fn y11_photos_come_by_their_paths_stay_here_and_go_when_they_are_told_to() {
    let home = Home::new();
    let photo = home.file("my desk.png", PNG);
    let text = home.file("notes.txt", "old chargers, mugs");
    let big = home.path("big.jpg");
    std::fs::File::create(&big).and_then(|file| file.set_len(10 * 1024 * 1024 + 1)).expect("a file");
    let none = home.path("none.jpg").display().to_string();
    let input = format!(
        "/photo {none}\n/photo {text}\n/photo {}\n/photo '{photo}' -- my desk, with a mug\nfile://{}\n\n",
        big.display(),
        photo.replace(' ', "%20")
    );
    let out = play(&home, &input).fine();
    for words in [
        "! there is no file ",
        "notes.txt: this is text",
        "big.jpg has 10.1 MB, and 10 are the most",
        "Kim: my desk, with a mug (1 photo)",
        "This coach cannot see",
        "goes with your next words; an empty line: Add without words",
        "Kim: (1 photo)",
    ] {
        assert!(out.contains(words), "no {words:?} in\n{out}");
    }
    assert_eq!(out.matches("Photos stay on this machine, in ").count(), 1, "it is said once:\n{out}");
    let id = home.newest();
    let listed = home.run(&["photos", &id]);
    assert!(listed.out.contains("keeps 1 photo, 1 kB, in "), "{}", listed.out);
    assert!(listed.err.contains("--delete"), "{}", listed.err);
    let list = home.run(&["export", &id, "--format", "md"]).fine();
    assert!(list.contains("kept with this session, and not in this list"), "{list}");
    assert_eq!(home.run(&["photos", &id, "--json"]).json()["photos"], 1);
    assert!(home.run(&["photos", &id, "--delete"]).fine().starts_with("1 photo of session "));
    assert!(home.run(&["photos", &id]).err.contains("keeps no photos"));
    let kept = std::fs::read_dir(home.store().join("photos")).map_or(0, Iterator::count);
    assert_eq!(kept, 0, "nothing is on the disk");
    home.run(&["verify", &id]).fine();
    // The session goes on without them.
    home.run_with(&["resume", "--speed", "instant"], "mugs\n").fine();
}

#[test]
fn the_coach_deletes_photos_in_play_and_the_end_says_how_to() {
    let home = Home::new();
    let photo = home.file("desk.png", PNG);
    let out = play(&home, &format!("{photo}\nmy desk\n/delete-photos\n")).fine();
    assert!(out.contains("1 photo deleted from the disk."), "{out}");
    assert!(home.run(&["photos", "last"]).err.contains("keeps no photos"));
    let ran = play(&home, &format!("{photo}\nmy desk\nstop\nend\nend\n"));
    assert!(ran.err.contains("--delete"), "{}", ran.err);
    assert_eq!(home.run(&["photos", "nosuch"]).code, 1);
}

#[test]
fn a_model_in_the_coachs_seat_that_fails_is_answered_for_by_the_rules() {
    let home = Home::new();
    let args = [
        "play",
        "tidying",
        "--space",
        "desk",
        "--as",
        "Kim",
        "--model",
        "scripted:broken",
        "--speed",
        "instant",
    ];
    let ran = home.run_with(&args, "mugs\nstop\nend\nend\n");
    let out = ran.fine();
    assert!(out.contains("could not answer") && out.contains("✓ Done for today. "), "{out}");
    home.run(&["verify", &home.newest()]).fine();
}
