//! A night looks the same for every role, before the answer and after it, until the key is held.

use crossterm::event::KeyCode;
use parlor_tui::{Effect, Plain, Screen};
use protocol::{Request, Viewer, Voice};
use serde_json::{Value, json};

use crate::evening;
use crate::evening::{DEE, Moment, barred, drawn, frame, host, names, press, seat, type_words};

const ROLES: [&str; 4] = ["doctor", "sheriff", "mafia", "villager"];

/// Dee in a role, in the first night.
fn night(role: &str, answered: bool) -> Moment {
    let mut moment = evening::night();
    let (about, legal): (&str, &[u8]) = match role {
        "doctor" => {
            ("Choose whom you protect tonight; yourself is allowed.", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        }
        "sheriff" => {
            ("Choose whom you look into tonight; one look, and it is final.", &[1, 2, 3, 5, 6, 7, 8, 9, 10])
        }
        "mafia" => ("Choose whom the mafia kill tonight.", &[1, 2, 5, 7, 8, 9, 10]),
        _ => {
            ("Choose whom you suspect; it changes nothing and nobody sees it.", &[1, 2, 3, 5, 6, 7, 8, 9, 10])
        }
    };
    moment.view["own"]["role"] = json!(role);
    moment.view["roles"] = json!([{"seat": 4, "role": role}]);
    moment.frames[1] = host("ROLE_ASSIGNED", &format!("You are the {role}."));
    moment.asks[0].form.title = format!("Night 1: {about}");
    moment.asks[0].form.tools[0].about = about.to_owned();
    let others = |legal: &[u8]| (1..=10).filter(|number| !legal.contains(number)).collect::<Vec<u8>>();
    moment.asks[0].form.tools[0].fields[0].kind = names(legal);
    moment.asks[0].form.tools[0].manner = barred(&others(legal));
    if role == "mafia" {
        // The team acts when it likes, and tells its own.
        moment.view["roles"] =
            json!([{"seat": 3, "role": role}, {"seat": 4, "role": role}, {"seat": 6, "role": role}]);
        moment.view["own"]["choices"] = json!([{"seat": 3, "target": 1}]);
        moment.frames.push(host("NIGHT_ACTION_SUBMITTED", "Cole chooses Ana."));
    }
    moment.frames.push(evening::aside(2, "brb, pizza"));
    if answered {
        moment.asks[0].answered = true;
        moment.frames.push(host("NIGHT_ACTION_SUBMITTED", "You choose Ben."));
        moment.view["own"]["choices"] = json!([{"seat": 4, "target": 2}]);
        if role == "sheriff" {
            moment.asks[0].form.tools[0].fields[0].kind = names(&[]);
            moment.asks[0].form.tools[0].manner = barred(&others(&[]));
            moment.frames.push(host("INVESTIGATION_RESULT", "Ben is mafia."));
            moment.view["own"]["findings"] = json!([{"night": 1, "target": 2, "is_mafia": true}]);
        }
    }
    moment
}

fn opened(role: &str, no_secrets: bool, ascii: bool) -> Screen {
    let mut setup = evening::setup(Viewer::Seat(seat(DEE)), evening::text_theme(ascii));
    setup.no_secrets = no_secrets;
    let mut screen = Screen::new(setup);
    screen.update(night(role, false).update());
    screen
}

/// The same keys in every role: the screens after each of them must be the same.
#[track_caller]
fn same_for_all(what: &str, no_secrets: bool, keys: impl Fn(&str, &mut Screen)) -> String {
    for ascii in [false, true] {
        for size in [(80, 24), (120, 40), (60, 20), (48, 14)] {
            let mut seen: Vec<String> = Vec::new();
            for role in ROLES {
                let mut screen = opened(role, no_secrets, ascii);
                keys(role, &mut screen);
                seen.push(drawn(&screen, size.0, size.1));
            }
            for (role, text) in ROLES.iter().zip(&seen) {
                assert_eq!(*text, seen[0], "{what}: the {role} looks different from the doctor");
            }
        }
    }
    let mut screen = opened("doctor", no_secrets, false);
    keys("doctor", &mut screen);
    drawn(&screen, 80, 24)
}

/// Answers with Ben, whom every role may choose.
fn answer(role: &str, screen: &mut Screen) {
    press(screen, KeyCode::Char('2'));
    let sent = press(screen, KeyCode::Enter);
    assert!(matches!(sent.as_slice(), [Effect::Send(Request::Answer { .. })]), "{role}: {sent:?}");
    let mut after = night(role, true).update();
    after.frames.drain(..night(role, false).frames.len());
    screen.update(after);
}

#[test]
fn a_night_looks_the_same_for_every_role_before_the_answer_and_after_it() {
    for no_secrets in [false, true] {
        let before = same_for_all("before", no_secrets, |_, _| {});
        assert!(before.contains("The night asks you to choose."), "{before}");
        for name in evening::NAMES {
            assert!(before.contains(name), "{name} lives, and is not listed:\n{before}");
        }
        let after = same_for_all("after", no_secrets, answer);
        assert!(after.contains("✓ You have chosen.") && !after.contains("changed"), "{after}");
        same_for_all("a pick", no_secrets, |_, screen| {
            press(screen, KeyCode::Down);
        });
        same_for_all("a pick after the answer", no_secrets, |role, screen| {
            answer(role, screen);
            press(screen, KeyCode::Char('7'));
        });
        let words = same_for_all("words", no_secrets, |_, screen| {
            type_words(screen, "I saw Cole");
            assert!(press(screen, KeyCode::Enter).is_empty(), "the host would say what is asked");
        });
        assert!(words.contains("Nothing is said now"), "{words}");
    }
}

#[test]
fn a_session_that_is_come_back_to_looks_the_same_too() {
    let again: Vec<String> =
        ROLES.iter().map(|role| drawn(&night(role, true).screen(false), 80, 24)).collect();
    assert!(again.iter().all(|text| *text == again[0]), "{}\n{}", again[0], again[1]);
}

#[test]
fn a_name_that_may_not_be_chosen_is_refused_in_the_same_words() {
    for (no_secrets, hint) in [(false, "! That cannot be chosen now. Hold r to see why."), (true, "now.")] {
        // The mafioso may not choose Cole, the sheriff not Dee, and nobody may after a look.
        for (role, digit, first) in [("mafia", '3', false), ("sheriff", '4', false), ("sheriff", '2', true)] {
            let mut screen = opened(role, no_secrets, false);
            if first {
                answer(role, &mut screen);
            }
            press(&mut screen, KeyCode::Char(digit));
            assert!(press(&mut screen, KeyCode::Enter).is_empty(), "{role} {digit}");
            let text = drawn(&screen, 80, 24);
            assert!(text.contains(hint), "{text}");
            assert_eq!(text.contains("Hold r"), !no_secrets, "{text}");
        }
    }
    // What the host says of a choice is a secret too.
    let mut screen = opened("doctor", false, false);
    press(&mut screen, KeyCode::Char('2'));
    press(&mut screen, KeyCode::Enter);
    screen.refused("the doctor protected Ben last night");
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("! That cannot be chosen now") && !text.contains("doctor"), "{text}");
    // What is refused besides is said as it is.
    press(&mut screen, KeyCode::Char('+'));
    screen.refused("ten times is enough");
    assert!(drawn(&screen, 80, 24).contains("! ten times is enough"));
}

#[test]
fn held_the_key_shows_what_is_really_asked() {
    let mut screen = opened("mafia", false, false);
    let held = |screen: &mut Screen, from: u64| {
        press(screen, KeyCode::Char('r'));
        screen.tick(from + 300);
        drawn(screen, 80, 24)
    };
    let text = held(&mut screen, 0);
    assert!(text.contains("mafia kill tonight") && text.contains("You may choose Ana, Ben, Eli"), "{text}");
    assert!(text.contains("Not Cole (not tonight)"), "why it cannot be chosen is said: {text}");
    screen.tick(5_000);
    answer("mafia", &mut screen);
    assert!(held(&mut screen, 5_000).contains("✓ You have chosen; it may be changed."));
    let mut screen = opened("sheriff", false, false);
    answer("sheriff", &mut screen);
    assert!(held(&mut screen, 0).contains("✓ You have chosen, and it is final."));
}

#[test]
fn a_thought_goes_along_with_the_choice() {
    let mut screen = opened("villager", false, false);
    press(&mut screen, KeyCode::Char('2'));
    press(&mut screen, KeyCode::Tab);
    type_words(&mut screen, "hm");
    let sent = press(&mut screen, KeyCode::Enter);
    let [Effect::Send(Request::Answer { command, .. })] = sent.as_slice() else { panic!("{sent:?}") };
    let command: Value = serde_json::from_str(command.get()).expect("a command");
    assert_eq!(command, json!({"type": "ChooseTarget", "target": 2, "thought": "hm"}));
}

#[test]
fn plain_lines_on_a_shared_screen_are_the_same_for_every_role() {
    let printed = |role: &str| {
        let mut setup = evening::setup(Viewer::Seat(seat(DEE)), evening::text_theme(false));
        setup.no_secrets = true;
        let mut plain = Plain::new(setup, Vec::new());
        plain.update(&night(role, true).update()).expect("lines");
        String::from_utf8(plain.into_inner()).expect("text")
    };
    for role in ROLES {
        assert_eq!(printed(role), printed("doctor"), "{role}");
    }
}

#[test]
fn private_marks_that_follow_each_other_are_one() {
    let mut setup = evening::setup(Viewer::Seat(seat(DEE)), evening::text_theme(false));
    setup.no_secrets = true;
    let mut plain = Plain::new(setup, Vec::new());
    let thought = || frame(json!({"type": "AGENT_THOUGHT"}), Some((Voice::Thought(seat(DEE)), "hm")));
    let mut update = evening::discussion().update();
    update.frames = vec![thought(), thought(), evening::says(1, "So."), thought()];
    plain.update(&update).expect("lines");
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert_eq!(text, "· private ·\nAna: So.\n· private ·\n☀ Discussion 2\n");
}
