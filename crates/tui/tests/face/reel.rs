//! A session shown again: at a reading pace, stopped, and stepped through on and back.

use crate::evening;
use crate::evening::{drawn, press, type_words};
use crossterm::event::KeyCode;
use parlor_tui::{Effect, Screen};
use protocol::{Update, Viewer};

/// Three moments, each record by record, as they are read out of a log.
fn updates() -> Vec<Update> {
    let moments = [evening::discussion(), evening::voting(), evening::ended()];
    let of = |moment: evening::Moment| {
        let frames = moment.frames.clone();
        frames.into_iter().map(move |frame| Update { frames: vec![frame], ..moment.update() })
    };
    moments.into_iter().flat_map(of).collect()
}

fn again(viewer: Viewer) -> Screen {
    let setup = evening::setup(viewer, evening::text_theme(false));
    Screen::again(setup, updates(), 100, "It ended here. q leaves.")
}

/// How far it says that it is.
#[track_caller]
fn at(screen: &Screen) -> usize {
    let text = drawn(screen, 80, 24);
    let (before, _) =
        text.split_once(" of 18 ·").unwrap_or_else(|| panic!("it does not say where it is:\n{text}"));
    before.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}

#[test]
fn it_goes_on_at_a_reading_pace_and_stops_where_it_is_told() {
    let mut screen = again(Viewer::Public);
    screen.tick(1);
    assert_eq!(at(&screen), 1);
    // Seven words were told.
    assert_eq!(screen.changes_in_ms(), Some(700));
    screen.tick(700);
    assert_eq!(at(&screen), 1);
    screen.tick(701);
    assert_eq!(at(&screen), 2);
    press(&mut screen, KeyCode::Char(' '));
    screen.tick(60_000);
    assert_eq!(at(&screen), 2);
    assert!(drawn(&screen, 80, 24).contains("Space plays on"));
    press(&mut screen, KeyCode::Char(' '));
    screen.tick(60_001);
    assert_eq!(at(&screen), 3);
}

#[test]
fn the_arrows_step_and_what_was_said_later_is_gone() {
    let mut screen = again(Viewer::Public);
    screen.tick(1);
    press(&mut screen, KeyCode::End);
    let end = drawn(&screen, 80, 24);
    assert!(end.contains("! It ended here. q leaves.") && end.contains("The town wins"), "{end}");
    press(&mut screen, KeyCode::Left);
    let before = drawn(&screen, 80, 24);
    assert!(!before.contains("It ended here") && !before.contains("on day 4. The mafia were"), "{before}");
    assert_eq!(at(&screen), 17);
    press(&mut screen, KeyCode::Right);
    assert_eq!(drawn(&screen, 80, 24), end);
    press(&mut screen, KeyCode::Home);
    assert_eq!(at(&screen), 1);
    press(&mut screen, KeyCode::Left);
    assert_eq!(at(&screen), 1, "there is nothing before it");
    for _ in 0..40 {
        press(&mut screen, KeyCode::Right);
    }
    assert_eq!(drawn(&screen, 80, 24), end);
    press(&mut screen, KeyCode::Char('['));
    press(&mut screen, KeyCode::Char('['));
    let voting = drawn(&screen, 80, 24);
    assert!(voting.contains("The table votes.") && !voting.contains("Ana votes against Cole."), "{voting}");
    press(&mut screen, KeyCode::Char(']'));
    assert!(drawn(&screen, 80, 24).contains("Cole now votes against Finn."));
}

#[test]
fn of_a_table_that_rests_nothing_is_promised_and_no_clock_runs() {
    let setup = evening::setup(Viewer::Public, evening::text_theme(false));
    let mut screen = Screen::again(setup.clone(), vec![evening::paused().update()], 0, "So far it has come.");
    screen.tick(1);
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("PAUSED") && !text.contains("/session resume goes on"), "{text}");
    assert!(text.contains("! So far it has come."), "{text}");
    let mut screen = Screen::again(setup, vec![evening::voting().update()], 0, "");
    screen.tick(1);
    let before = drawn(&screen, 80, 24);
    screen.tick(50_000);
    assert!(before.contains("‖ 00:58") && drawn(&screen, 80, 24) == before, "{before}");
}

#[test]
fn nothing_can_be_answered_or_said_and_q_leaves() {
    let mut screen = again(Viewer::Seat(evening::seat(evening::DEE)));
    screen.tick(1);
    press(&mut screen, KeyCode::End);
    press(&mut screen, KeyCode::Left);
    let before = drawn(&screen, 80, 24);
    type_words(&mut screen, "hello 3");
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert!(!before.contains("vote out") && !drawn(&screen, 80, 24).contains("hello"), "{before}");
    assert!(matches!(press(&mut screen, KeyCode::Char('q')).as_slice(), [Effect::Quit]));
    type_words(&mut screen, ":q");
    assert!(matches!(press(&mut screen, KeyCode::Enter).as_slice(), [Effect::Quit]));
}
