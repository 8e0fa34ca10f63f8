//! An evening with the game master, through plain lines, from its characters to its story on paper.

use crate::mcp::client::Client;
use crate::stage::Home;

/// The lines that make a character.
const ADA: &str = "Ada Quillan\nshe\n1\nClerk of the Landing Office\n\n\n";

const PLAY: [&str; 8] = ["play", "story", "--as", "Kim", "--seed", "7", "--speed", "instant"];

#[test]
fn a_script_makes_a_character_plays_and_leaves_and_somebody_goes_on() {
    let home = Home::new();
    let ran = home.run_with(&PLAY, &format!("{ADA}1\n/sheet\nI look for the back door.\n"));
    assert!(ran.err.contains("you are Kim") && ran.err.contains("it is left where it is"), "{}", ran.err);
    assert!(ran.err.contains("is paused") && ran.err.contains("parlor resume"), "{}", ran.err);
    let out = ran.fine();
    for words in [
        "? Who do you play?",
        "Kim plays Ada Quillan (she)",
        "Scene 1: ",
        "? Ada Quillan, what do you do?",
        "for you alone",
        "stress ▢▢▢▢▢▢▢▢▢ 0/9",
        "Ada Quillan ▸ I look for the back door.",
    ] {
        assert!(out.contains(words), "no {words:?} in\n{out}");
    }
    assert!(!out.contains("The House:"), "the game master's voice has no name before it:\n{out}");
    assert!(!out.contains("No answer: nobody is there"), "nobody answers for a player who has left:\n{out}");

    let id = home.newest();
    home.run(&["verify", &id]).fine();
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "PAUSED");
    let out = home.run_with(&["resume", "--speed", "instant"], "I wait, and listen.\n").fine();
    assert!(out.contains("Ada Quillan ▸ I wait, and listen."), "{out}");
    assert!(!out.contains("Who do you play?"), "a character is made once:\n{out}");
    home.run(&["verify", &id]).fine();
}

#[test]
fn a_person_is_left_out_of_session_zero_until_the_character_is_made() {
    let home = Home::new();
    home.run_with(&PLAY, "Ada Quillan\n").fine();
    let out = home.run_with(&["resume", "--speed", "instant"], ADA).fine();
    assert!(out.contains("? Who do you play?") && out.contains("Scene 1: "), "{out}");
}

#[test]
fn what_happened_is_told_again_in_short_and_as_a_story() {
    let home = Home::new();
    let input = format!("{ADA}1\nI climb up to the roof, quietly.\n/undo\nI knock, and wait.\n");
    home.run_with(&PLAY, &input).fine();
    let id = home.newest();

    let recap = home.run(&["recap", &id]).fine();
    assert!(recap.contains("Ada Quillan: I knock, and wait.") && !recap.contains("roof"), "{recap}");
    assert!(!recap.contains("For the game master alone"), "{recap}");
    let host = home.run(&["recap", &id, "--as", "host"]).fine();
    assert!(host.contains("For the game master alone"), "{host}");
    assert_eq!(home.run(&["recap", &id, "--json"]).json()["recap"], recap.trim_end());

    let story = home.run(&["export", &id, "--format", "md"]).fine();
    for words in [
        "## The cast",
        "- **Ada Quillan (she), The Steps-Reader**: Clerk of the Landing Office. Played by Kim.",
        "## Scene 1: ",
        "> **Ada Quillan:** I knock, and wait.",
        "## How it stands",
        "To be continued: 1 scene.",
    ] {
        assert!(story.contains(words), "no {words:?} in\n{story}");
    }
    assert!(!story.contains("roof"), "what was taken back is not told:\n{story}");
    assert!(story.starts_with("# ") && !story.contains("**The House:**"), "{story}");
    let again = home.run(&["replay", &id]).fine();
    assert!(again.contains("roof") && again.contains("stress"), "a replay has all of it:\n{again}");
}

/// What ends an evening sooner or later: an option, a yes, or leaving.
const LEAVES: &str = "3\nyes\nI leave, this is not worth it.\n";

#[test]
fn d29_an_evening_goes_on_from_another_and_all_are_listed_and_one_book() {
    let home = Home::new();
    let play = |name: &str, input: &str| home.run_with(&[&PLAY[..], &["--campaign", name]].concat(), input);
    let first = play("The Long Winter", &format!("{ADA}{}", LEAVES.repeat(30)));
    assert!(first.err.contains("--campaign 'The Long Winter'"), "how to go on: {}", first.err);
    let told = first.fine();
    assert!(
        told.contains("The first evening of “The Long Winter”.") && told.contains("The evening is over"),
        "{told}"
    );
    let one = home.newest();

    let second = play("the long winter", &LEAVES.repeat(30));
    assert!(
        second.err.contains(&format!("goes on from what was done in session {one}: evening 1")),
        "{}",
        second.err
    );
    let told = second.fine();
    assert!(told.contains("evening 2") && told.contains("Last time: "), "a recap opens it:\n{told}");
    assert!(!told.contains("Who do you play?") && told.contains("Ada Quillan, what do you do?"), "{told}");
    assert!(!told.contains("Scene 1: ") && told.contains("Scene 2: "), "{told}");
    let two = home.newest();
    home.run(&["verify", &two]).fine();
    let opened = home.export(&two);
    let head = home.run(&["sessions", "--json"]).json();
    let head = head["sessions"]
        .as_array()
        .and_then(|all| all.iter().find(|it| it["session"] == one.as_str()).cloned());
    let head = head.expect("the first evening")["head"].as_str().map(str::to_owned).expect("its last hash");
    assert!(
        opened.contains(&format!("\"after\":{{\"session\":\"{one}\",\"head\":\"{head}\"}}")),
        "it names the evening before"
    );

    let other = play("The Short Summer", ADA);
    assert!(
        !other.err.contains("goes on from") && other.out.contains("The first evening of “The Short Summer”.")
    );

    let listed = home.run(&["sessions", "--campaigns"]).fine();
    let line = listed.lines().find(|line| line.starts_with("the long winter")).expect("it is listed");
    assert!(line.contains("  2  ") && line.contains(&two), "{listed}");
    let json = home.run(&["sessions", "--campaigns", "--json"]).json();
    assert_eq!(json["campaigns"][1]["sessions"].as_array().map(Vec::len), Some(2), "{json}");
    let recap = home.run(&["recap", &two]).fine();
    assert!(recap.contains("“the long winter”, evening 2.") && recap.contains("Evening 1: "), "{recap}");

    let book = home.run(&["export", "--campaign", "The Long Winter"]).fine();
    let (first, second) = book.split_once("\n# the long winter, evening 2\n").expect("two evenings");
    assert!(first.contains("## Scene 1: ") && first.contains(&one), "{first}");
    assert!(second.contains("## Scene 2: ") && second.contains(&two), "{second}");
    let page = home.run(&["export", "--campaign", "The Long Winter", "--format", "html"]).fine();
    assert!(page.starts_with("<!doctype html>") && page.contains("<h1>the long winter</h1>"), "{page}");
    for (number, id) in [(1, &one), (2, &two)] {
        let chapter = page.split(&format!("<article id=\"evening-{number}\">")).nth(1).expect("a chapter");
        assert!(
            chapter.contains(&format!("<h3>Scene {number}: ")) && chapter.contains(id.as_str()),
            "{chapter}"
        );
    }
    let records = home.run(&["export", "--campaign", "The Long Winter", "--format", "jsonl"]);
    assert!(records.code == 2 && records.err.contains("--format html"), "{}", records.err);
    // An agent goes on from the last evening that is over, too, and reads what was before.
    let args = ["--machine", "dm", "--seat", "Kim", "--set", "campaign=The Long Winter"];
    let mut agent = Client::new(&home, &args);
    let began = agent.wait();
    assert!(began.contains("evening 3") && began.contains("Last time: "), "{began}");
    assert!(began.contains("Ada Quillan, what do you do?"), "{began}");
    assert!(agent.resource("parlor://seat/board").contains("Ada Quillan"), "what they are called is known");
    assert_eq!(agent.close().0, 0);
    let nothing = home.run(&["export", "--campaign", "The Lost Spring"]);
    assert_eq!(nothing.code, 1, "{}", nothing.err);
    assert!(nothing.err.contains("parlor sessions --campaigns"), "{}", nothing.err);
}

#[test]
fn the_house_plays_an_evening_that_can_be_watched() {
    let home = Home::new();
    let out = home.run(&["demo", "dm", "--seed", "3", "--speed", "instant", "-q"]).fine();
    assert!(out.starts_with("A story in Overlow. The house plays every seat."), "{out}");
    assert!(out.contains("Scene 1: ") && out.contains("; seed 3, session demo-"), "{out}");
    let story = home.run(&["export", "demo", "--format", "md"]).fine();
    assert!(story.contains("## How it ended") && story.contains("The end: "), "{story}");
    let dice = ["⚀ 1", "⚁ 2", "⚂ 3", "⚃ 4", "⚄ 5", "⚅ 6"];
    assert!(dice.iter().any(|die| story.contains(&format!("{die} spent, "))), "somebody rolled:\n{story}");
    home.run(&["verify", "demo"]).fine();
}

#[test]
fn it_is_a_story_for_people_and_dm_for_programs_and_in_logs() {
    let home = Home::new();
    home.run(&["demo", "dm", "--seed", "3", "--speed", "instant", "-q"]).fine();
    let listed = home.run(&["sessions"]).fine();
    assert!(listed.contains("  story  ") && !listed.contains("  dm  "), "{listed}");
    assert_eq!(home.run(&["sessions", "--json"]).json()["sessions"][0]["machine"], "dm");
    let table = home.run(&["table", "show"]).fine();
    assert!(table.contains("story, ") && !table.contains("dm, "), "{table}");
    assert_eq!(home.run(&["table", "show", "--json"]).json()["machine"], "dm");
    let machines = home.run(&["machine", "list"]).fine();
    assert!(machines.contains("\nstory ") && !machines.contains("\ndm "), "{machines}");
    let shown = home.run(&["machine", "show", "dm"]).fine();
    assert!(shown.starts_with("story (dm in logs), rules v4"), "{shown}");
    assert_eq!(home.run(&["machine", "show", "story"]).fine(), shown);
    assert_eq!(home.run(&["machine", "show", "dm", "--json"]).json()["name"], "dm");
}

#[test]
fn a_party_sits_round_the_person_and_the_last_seat_is_the_game_masters() {
    let home = Home::new();
    let args = [
        "play",
        "dm",
        "--as",
        "Kim",
        "--party",
        "3",
        "--seed",
        "7",
        "--speed",
        "instant",
        "--lines",
        "spiders, rot",
    ];
    let out = home.run_with(&args, ADA).fine();
    assert!(out.contains("Never told at this table: spiders, rot."), "{out}");
    let header = home.export(&home.newest()).lines().next().map(str::to_owned).expect("a header");
    assert_eq!(header.matches("\"holder\":\"house:player\"").count(), 2, "{header}");
    assert!(header.contains("\"name\":\"The House\",\"holder\":\"house:narrator\""), "{header}");
}

#[test]
fn what_makes_no_sense_for_an_evening_is_said_in_words_before_anything_is_made() {
    let home = Home::new();
    let cases: &[(&[&str], &[&str])] = &[
        (
            &["play"],
            &["nothing was named to play", "say one of these:", "parlor play mafia", "parlor play story"],
        ),
        (&["play", "chess"], &["mafia", "story"]),
        (&["play", "dm", "--seats", "4"], &["--seats", "--party 1"]),
        (&["play", "dm", "--party", "0"], &["a party of 0", "--party 6"]),
        (&["play", "dm", "--party", "7"], &["a party of 7"]),
        (&["play", "dm", "--speed", "step"], &["--speed step", "no phase of it waits"]),
        (&["play", "dm", "--lines", &"x".repeat(300)], &["lines[0]"]),
        (&["play", "dm", "--model", "3=x:y"], &["no seat 3", "game master"]),
        (&["play", "dm", "--model", "x:y"], &["no provider \"x\""]),
        (&["play", "dm", "--model", "1=scripted:a", "--as", "Kim"], &["none is left for \"Kim\""]),
        (&["play", "dm", "--as", "The House"], &["taken"]),
        (&["play", "dm", "--budget", "1usd"], &["none has a seat"]),
        (&["play", "mafia", "--party", "2"], &["--party has no meaning for mafia"]),
        (&["play", "mafia", "--veils", "rain"], &["--veils has no meaning for mafia"]),
        (&["play", "mafia", "--set", "veils=rain"], &["mafia has no such option", "roles.mafia"]),
        (&["play", "dm", "--set", "veils"], &["there is no = in it", "lines, veils"]),
        (&["sim", "dm", "--seats", "9"], &["9 seats: story has 2 to 7 seats"]),
        (&["sim", "dm", "--players", "social"], &["the house of story has no such character", "player"]),
        (&["demo", "dm", "--speed", "step"], &["--speed step"]),
        #[cfg(feature = "mcp")]
        (&["mcp", "--machine", "dm", "--seat", "2"], &["no seat 2"]),
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
    home.run(&["demo", "--speed", "instant", "--seed", "7", "-q"]).fine();
    let recap = home.run(&["recap", "demo"]).fine();
    assert!(recap.contains(" won on day ") && recap.contains("Who was what: "), "{recap}");
}
