//! What is not in a build says so, and how to have it; what is in it is there.

use crate::stage::Home;

/// The verbs that a feature is for: its name, whether it is in this build, and how they are called.
const FACES: [(&str, bool, &[&[&str]]); 2] = [
    (
        "discord",
        cfg!(feature = "discord"),
        &[&["discord", "run"], &["discord", "register"], &["discord", "doctor"], &["serve", "--discord"]],
    ),
    ("mcp", cfg!(feature = "mcp"), &[&["mcp"]]),
];

#[test]
fn a_verb_whose_face_is_not_in_this_build_says_in_one_line_how_to_have_it() {
    let home = Home::new();
    for (name, is_in, verbs) in FACES {
        for verb in verbs {
            assert!(home.run(&[*verb, &["--help"]].concat()).fine().contains("Usage:"), "{verb:?}");
            let ran = home.run(verb);
            let line = format!(
                "error: {name} is not in this build\n  → build it in: cargo run --release --features {name} -- {}; or take a \
                 released file, which has everything\n",
                verb.join(" ")
            );
            assert_eq!(ran.err == line, !is_in, "{}", ran.err);
            assert!(is_in || (ran.code == 3 && ran.out.is_empty()), "{}", ran.err);
        }
    }
}

#[test]
fn the_doctor_says_what_is_in_this_build() {
    let home = Home::new();
    let text = home.run(&["doctor", "--model", "house:any"]).out;
    let line = text.lines().find(|line| line.starts_with("build")).expect("a line");
    for (name, is_in, _) in FACES {
        let with = if is_in { "with" } else { "without" };
        assert!(line.contains(&format!("{with} {name}")), "{line}");
    }
}
