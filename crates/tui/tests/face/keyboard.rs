//! Everything by keys alone: a vote takes two presses, a turn may carry more than words, a line goes where its first
//! signs say.

use crate::evening;
use crate::evening::{drawn, press, type_words};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use parlor_tui::{Effect, Screen};
use protocol::Request;
use serde_json::{Value, json};

/// The one answer that was sent.
#[track_caller]
fn answer(effects: Vec<Effect>) -> Value {
    match effects.as_slice() {
        [Effect::Send(Request::Answer { command, .. })] => {
            serde_json::from_str(command.get()).expect("a command")
        }
        other => panic!("no answer: {other:?}"),
    }
}

#[track_caller]
fn line(effects: Vec<Effect>) -> String {
    match effects.as_slice() {
        [Effect::Send(Request::Line { text })] => text.clone(),
        other => panic!("no line: {other:?}"),
    }
}

#[track_caller]
fn says(screen: &mut Screen, words: &str) -> Vec<Effect> {
    type_words(screen, words);
    press(screen, KeyCode::Enter)
}

#[test]
fn a_whole_vote() {
    let mut screen = evening::voting().screen(false);
    assert!(press(&mut screen, KeyCode::Enter).is_empty(), "one press does not vote");
    assert!(drawn(&screen, 80, 24).contains("! choose first"));
    assert!(press(&mut screen, KeyCode::Char('6')).is_empty(), "a number does not vote");
    assert!(drawn(&screen, 80, 24).contains("▶ 6 Finn"));
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Up);
    assert!(drawn(&screen, 80, 24).contains("▶ 3 Cole"));
    let vote = answer(press(&mut screen, KeyCode::Enter));
    assert_eq!(vote, json!({"type": "CastVote", "target": 3}));
    assert!(press(&mut screen, KeyCode::Enter).is_empty(), "nor does a second Enter");

    // The vote stands, may be changed, and the form says so.
    let mut voted = evening::voting();
    voted.asks[0].answered = true;
    let votes = voted.view["days"][0]["votes"].as_array_mut().expect("votes");
    votes.push(json!({"voterId": 4, "targetId": 3, "changed": false}));
    screen.update(voted.update());
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("✓ 3 Cole") && text.contains("✓ answered, may be changed"), "{text}");
    assert!(text.contains("4›Dee  → Cole"), "{text}");

    for _ in 0..8 {
        press(&mut screen, KeyCode::Down);
    }
    assert!(drawn(&screen, 80, 24).contains("▶ 0 Vote for nobody"));
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "Abstain"}));
    screen.refused("the vote is closed");
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("! the vote is closed") && text.contains("✓ 3 Cole"), "{text}");
}

#[test]
fn columns_of_choices_are_crossed_sideways() {
    let mut screen = evening::voting().screen(false);
    drawn(&screen, 80, 24);
    press(&mut screen, KeyCode::Right);
    press(&mut screen, KeyCode::Right);
    assert!(drawn(&screen, 80, 24).contains("▶ 5 Eli"), "three rows on");
    press(&mut screen, KeyCode::Left);
    assert!(drawn(&screen, 80, 24).contains("▶ 1 Ana"));
    press(&mut screen, KeyCode::Esc);
    assert!(!drawn(&screen, 80, 24).contains("▶ 1"));
}

#[test]
fn a_turn_of_words_alone_is_a_line() {
    let mut screen = evening::discussion().screen(false);
    assert_eq!(line(says(&mut screen, "2 of us saw it, 10 did not.")), "2 of us saw it, 10 did not.");
    let mut screen = evening::discussion().screen(false);
    press(&mut screen, KeyCode::Char('2'));
    screen.tick(5_000);
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "Pass"}));
}

#[test]
fn a_turn_may_carry_a_claim_and_a_thought() {
    let mut screen = evening::discussion().screen(false);
    type_words(&mut screen, "I looked at Cole.");
    press(&mut screen, KeyCode::Tab);
    for _ in 0..3 {
        press(&mut screen, KeyCode::Down);
    }
    assert!(drawn(&screen, 80, 24).contains("claim ‹sheriff›"));
    press(&mut screen, KeyCode::Tab);
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Tab);
    press(&mut screen, KeyCode::Tab);
    type_words(&mut screen, "risky");
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("thought > risky") && text.contains("accuse Ivy"), "{text}");
    let said = answer(press(&mut screen, KeyCode::Enter));
    let should = json!({"type": "Say", "text": "I looked at Cole.", "claim": "sheriff", "accuse": 9,
        "thought": "risky"});
    assert_eq!(said, should);
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("claim -") && !text.contains("I looked"), "{text}");
}

#[test]
fn talk_beside_the_game_and_commands_are_lines() {
    let mut screen = evening::discussion().screen(false);
    assert_eq!(line(says(&mut screen, "((brb")), "((brb");
    assert_eq!(line(says(&mut screen, "//brb")), "//brb");
    assert_eq!(line(says(&mut screen, "OOC: brb")), "OOC: brb");
    assert_eq!(line(says(&mut screen, "ooc:brb")), "ooc:brb");
    // Such a line is no answer, whatever is chosen.
    let mut screen = evening::voting().screen(false);
    screen.paste("ooc: brb");
    press(&mut screen, KeyCode::Down);
    assert_eq!(line(press(&mut screen, KeyCode::Enter)), "ooc: brb");
    assert_eq!(line(says(&mut screen, "/session pause")), "/session pause");
    assert_eq!(line(says(&mut screen, ":session pause")), "/session pause");
    assert_eq!(line(says(&mut screen, ":)")), ":)");
}

#[test]
fn while_paused_the_line_is_open_and_the_form_is_not() {
    let mut screen = evening::paused().screen(false);
    press(&mut screen, KeyCode::Down);
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert_eq!(line(says(&mut screen, "3 slices left")), "3 slices left");
    assert_eq!(line(says(&mut screen, ":session resume")), "/session resume");
}

#[test]
fn words_that_were_refused_come_back() {
    let mut screen = evening::voting().screen(false);
    line(says(&mut screen, "It was Finn, listen"));
    screen.refused("it is not your turn to speak");
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("! it is not your turn to speak") && text.contains("> It was Finn, listen"));
}

#[test]
fn more_time_is_one_key_while_a_clock_runs() {
    let mut screen = evening::voting().screen(false);
    screen.tick(40_000);
    assert!(drawn(&screen, 80, 24).contains("+ more time"));
    let effects = press(&mut screen, KeyCode::Char('+'));
    assert!(matches!(effects.as_slice(), [Effect::Send(Request::Do { .. })]));
    let mut screen = evening::discussion().screen(false);
    assert!(press(&mut screen, KeyCode::Char('+')).is_empty(), "it may be the beginning of words");
    assert!(matches!(screen.tick(300).as_slice(), [Effect::Send(Request::Do { .. })]));
    let mut screen = evening::paused().screen(false);
    assert_eq!(line(says(&mut screen, "+1")), "+1");
}

#[test]
fn a_game_that_waits_for_the_host_goes_on_with_an_empty_line() {
    let mut setup = evening::setup(protocol::Viewer::Public, evening::text_theme(false));
    let open = |setup: &parlor_tui::Setup, moment: evening::Moment| {
        let mut screen = Screen::new(setup.clone());
        screen.update(moment.update());
        screen
    };
    let mut still = open(&setup, evening::voting());
    assert!(press(&mut still, KeyCode::Enter).is_empty(), "a game that goes by itself does not");
    setup.steps = true;
    let mut watched = open(&setup, evening::voting());
    assert!(drawn(&watched, 80, 24).contains("Enter goes on"));
    assert!(matches!(press(&mut watched, KeyCode::Enter).as_slice(), [Effect::Advance]));
    // One who is asked answers first; one who has answered goes on.
    setup.viewer = protocol::Viewer::Seat(evening::seat(evening::DEE));
    let mut asked = open(&setup, evening::voting());
    assert!(!drawn(&asked, 80, 24).contains("Enter goes on"));
    assert!(press(&mut asked, KeyCode::Enter).is_empty());
    let mut voted = evening::voting();
    voted.asks[0].answered = true;
    asked.update(voted.update());
    assert!(matches!(press(&mut asked, KeyCode::Enter).as_slice(), [Effect::Advance]));
    let mut paused = open(&setup, evening::paused());
    assert!(press(&mut paused, KeyCode::Enter).is_empty());
    let mut over = open(&setup, evening::ended());
    assert!(press(&mut over, KeyCode::Enter).is_empty());
}

#[test]
fn leaving() {
    let leaves = |effects: Vec<Effect>| matches!(effects.as_slice(), [Effect::Quit]);
    let mut screen = evening::voting().screen(false);
    assert!(leaves(says(&mut screen, ":q")));
    assert!(leaves(says(&mut screen, "/quit")));
    let mut screen = evening::voting().screen(false);
    press(&mut screen, KeyCode::Char('?'));
    assert!(drawn(&screen, 80, 24).contains("Esc closes"));
    assert!(leaves(screen.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))));
    press(&mut screen, KeyCode::Esc);
    assert!(!drawn(&screen, 80, 24).contains("Esc closes"));
}

#[test]
fn the_clock_counts_down_warns_and_stands_still() {
    let mut screen = evening::voting().screen(false);
    assert!(drawn(&screen, 80, 24).contains("· 00:58 "));
    assert_eq!(screen.changes_in_ms(), Some(1_000));
    screen.tick(40_500);
    assert!(drawn(&screen, 80, 24).contains("! 00:18 "));
    screen.tick(90_000);
    assert!(drawn(&screen, 80, 24).contains("! 00:00 "));
    let mut screen = evening::paused().screen(false);
    screen.tick(40_000);
    assert!(drawn(&screen, 80, 24).contains("‖ 00:58 "));
    assert_eq!(screen.changes_in_ms(), None);
}

#[test]
fn a_number_that_cannot_be_chosen_says_why_and_clears_the_line() {
    let mut moment = evening::voting();
    let choice = protocol::Choice { value: 4.into(), label: "Dee".to_owned() };
    let barred = protocol::Barred { choice, why: "yourself".to_owned() };
    moment.asks[0].form.tools[0].manner.barred = vec![barred];
    let mut screen = moment.screen(false);
    for (number, why) in [("4", "! Dee cannot be chosen: yourself"), ("9", "! there is no 9 to choose")] {
        assert!(says(&mut screen, number).is_empty(), "{number}");
        let text = drawn(&screen, 80, 24);
        assert!(
            text.contains(why) && text.contains("│ >") && !text.contains(&format!("> {number}")),
            "{text}"
        );
    }
    press(&mut screen, KeyCode::Char('3'));
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "CastVote", "target": 3}));
}

#[test]
fn an_error_goes_when_its_reason_has_gone() {
    let refused = "it is not your turn to speak";
    let mut moment = evening::discussion();
    let asks = std::mem::take(&mut moment.asks);
    let mut screen = moment.screen(false);
    screen.refused(refused);
    screen.update(moment.update());
    assert!(drawn(&screen, 80, 24).contains(refused), "nothing has changed");
    moment.asks = asks;
    screen.update(moment.update());
    assert!(!drawn(&screen, 80, 24).contains(refused), "it is her turn now");
    let mut screen = evening::paused().screen(false);
    screen.refused("the table is paused");
    screen.update(evening::voting().update());
    assert!(!drawn(&screen, 80, 24).contains("the table is paused"), "it goes on");
}

#[test]
fn a_command_that_was_refused_is_not_in_the_way_of_the_next_line() {
    let mut screen = evening::voting().screen(false);
    line(says(&mut screen, "/undo"));
    screen.refused("nothing can be taken back here");
    press(&mut screen, KeyCode::Char('3'));
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "CastVote", "target": 3}));
    line(says(&mut screen, "/roll 2d6+1 for the door"));
    screen.refused("there is no die");
    assert!(drawn(&screen, 80, 24).contains("> /roll 2d6+1 for the door"), "what was long to type stays");
}

#[test]
fn words_typed_where_something_is_chosen_begin_the_line() {
    let mut screen = evening::discussion().screen(false);
    press(&mut screen, KeyCode::Tab);
    assert!(drawn(&screen, 80, 24).contains("type to say it"));
    press(&mut screen, KeyCode::Char('3'));
    let said = says(&mut screen, "really, Jo is clean");
    assert_eq!(answer(said), json!({"type": "Say", "text": "really, Jo is clean", "claim": "sheriff"}));
}

#[test]
fn a_plus_or_a_question_mark_may_be_the_beginning_of_words() {
    let mut screen = evening::discussion().screen(false);
    assert_eq!(line(says(&mut screen, "+1 for Ana")), "+1 for Ana");
    assert!(screen.tick(1_000).is_empty(), "no time was asked for");
    assert_eq!(line(says(&mut screen, "? what")), "? what");
    press(&mut screen, KeyCode::Char('?'));
    screen.tick(5_000);
    press(&mut screen, KeyCode::Char('w'));
    assert!(!drawn(&screen, 80, 24).contains("?w"), "whoever has read the keys closes them");
}

#[test]
fn the_keys_are_whole_on_a_small_screen_and_can_be_read_on() {
    let mut screen = evening::discussion().screen(false);
    press(&mut screen, KeyCode::Char('?'));
    let mut read = String::new();
    for _ in 0..4 {
        let text = drawn(&screen, 48, 14);
        assert!(text.contains("Keys") && text.contains("Esc closes"), "{text}");
        read.push_str(&text);
        press(&mut screen, KeyCode::PageDown);
    }
    let read = read.replace(['│', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for words in ["Ctrl-C leave", "or the next pane", "/session pause, /roll 2d6"] {
        assert!(read.contains(words), "no {words:?} in\n{read}");
    }
}

#[test]
fn with_nothing_asked_a_wheel_reads_back() {
    let mut screen = evening::discussion().screen(false);
    let mut quiet = evening::discussion();
    quiet.asks.clear();
    screen.update(quiet.update());
    let before = drawn(&screen, 80, 24);
    press(&mut screen, KeyCode::Up);
    let after = drawn(&screen, 80, 24);
    assert_ne!(before, after);
    press(&mut screen, KeyCode::Down);
    assert_eq!(drawn(&screen, 80, 24), before);
}
