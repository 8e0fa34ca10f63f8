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
        assert!(out.contains("You are") && out.contains("won on day"), "{out}");
        home.run(&["verify", &home.newest()]).fine();
    }
}

#[test]
fn a_wrong_line_costs_nothing_and_is_answered_in_words() {
    let home = Home::new();
    let input = "99\nnobody at all\n\n{\"type\":\"CastVote\"}\n(( just looking ))\n";
    let args = ["play", "mafia", "--seed", "5", "--speed", "instant", "--seats", "7"];
    let out = home.run_with(&args, input).fine();
    assert_eq!(out.matches("! Give a number.").count(), 3, "{out}");
    assert!(out.contains("cannot answer this"), "{out}");
    assert!(out.contains("just looking"), "{out}");
}

#[test]
fn the_end_of_input_leaves_the_seat_and_says_so() {
    let home = Home::new();
    let ran = home.run(&["play", "mafia", "--seed", "5", "--speed", "instant"]);
    assert!(ran.err.contains("no more input"), "{}", ran.err);
    assert!(ran.fine().contains("won on day"));
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
