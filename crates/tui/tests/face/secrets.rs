//! What only the viewer may know is on the screen while its key is held, and at no other time. What others wrote
//! reaches the terminal as words and as nothing else.

use crate::evening;
use crate::evening::{DEE, Moment, drawn, frame, host, press, seat};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use parlor_tui::{Plain, Screen};
use protocol::{Update, Viewer, Voice};
use serde_json::json;

/// Words that would give Dee away: her role, what she did, what she found.
const GIVEAWAYS: [&str; 4] = ["sheriff", "look into", "is mafia", "CANARY"];

#[track_caller]
fn hides(screen: &Screen) {
    for size in [(80, 24), (120, 40), (60, 20), (200, 60), (40, 12)] {
        let text = drawn(screen, size.0, size.1);
        for word in GIVEAWAYS {
            assert!(!text.to_lowercase().contains(&word.to_lowercase()), "{word:?} is on\n{text}");
        }
    }
}

/// The sheriff has looked, and has thought about it.
fn after_the_look() -> Moment {
    let mut moment = evening::night();
    moment.view["own"]["findings"] = json!([{"night": 1, "target": 3, "is_mafia": true}]);
    moment.view["own"]["choices"] = json!([{"seat": 4, "target": 3}]);
    moment.frames.extend([
        host("NIGHT_ACTION_SUBMITTED", "You look into Cole."),
        host("INVESTIGATION_RESULT", "Cole is mafia."),
        frame(json!({"type": "AGENT_THOUGHT"}), Some((Voice::Thought(seat(DEE)), "CANARY-THINK-4"))),
        host("SOMETHING_NEW", "CANARY: an event that this face has never heard of."),
    ]);
    moment
}

#[test]
fn the_role_is_in_no_pane() {
    hides(&after_the_look().screen(false));
    hides(&after_the_look().screen(true));
    let mut dead = after_the_look();
    dead.view["living"] = json!([1, 2]);
    dead.view["deaths"] = json!([{"seat": 4, "day": 1, "cause": "night"}]);
    hides(&dead.screen(false));
}

#[test]
fn how_many_secrets_there_were_is_one_too() {
    let marks = |moment: Moment| drawn(&moment.screen(false), 120, 40).matches("private: hold r").count();
    assert_eq!(
        (marks(evening::night()), marks(after_the_look())),
        (1, 1),
        "one for the role, and none for the night: when it came would tell"
    );
}

#[test]
fn it_is_shown_while_the_key_is_held_and_then_no_more() {
    let mut screen = after_the_look().screen(false);
    press(&mut screen, KeyCode::Char('r'));
    hides(&screen);
    screen.tick(250);
    for (size, shown) in [
        ((80, 24), &["sheriff", "Cole is mafia", "one look"][..]),
        (
            (120, 40),
            &["You are the sheriff", "Cole is mafia", "You look into Cole", "CANARY-THINK-4", "one look"],
        ),
    ] {
        let text = drawn(&screen, size.0, size.1);
        for words in shown {
            assert!(text.contains(words), "no {words} in\n{text}");
        }
    }
    screen.tick(1_600);
    assert!(drawn(&screen, 80, 24).contains("sheriff"));
    screen.tick(1_800);
    hides(&screen);
}

#[test]
fn a_terminal_that_tells_of_releases_hides_at_once() {
    let mut screen = after_the_look().screen(false);
    let key = |kind| KeyEvent { kind, ..KeyEvent::new(KeyCode::Char('r'), KeyModifiers::NONE) };
    screen.key(key(KeyEventKind::Press));
    screen.tick(300);
    assert!(drawn(&screen, 80, 24).contains("sheriff"));
    screen.key(key(KeyEventKind::Release));
    hides(&screen);
    screen.key(key(KeyEventKind::Press));
    screen.tick(5_000);
    assert!(drawn(&screen, 80, 24).contains("sheriff"), "as long as it is held");
}

#[test]
fn a_word_that_begins_with_the_key_shows_nothing_and_loses_nothing() {
    let mut screen = evening::discussion().screen(false);
    evening::type_words(&mut screen, "really?");
    assert!(drawn(&screen, 80, 24).contains("> really?"));
    screen.tick(600);
    hides(&screen);
}

#[test]
fn on_a_shared_screen_it_is_never_shown() {
    let mut setup = evening::setup(Viewer::Seat(seat(DEE)), evening::text_theme(false));
    setup.no_secrets = true;
    let mut screen = Screen::new(setup.clone());
    screen.update(after_the_look().update());
    press(&mut screen, KeyCode::Char('r'));
    screen.tick(300);
    hides(&screen);
    assert!(drawn(&screen, 80, 24).contains("> r"), "the key is a letter like any other");

    let mut plain = Plain::new(setup, Vec::new());
    let mut update = after_the_look().update();
    update.scene = None;
    plain.update(&update).expect("a line");
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert!(GIVEAWAYS.iter().all(|word| !text.contains(word)), "{text}");
}

#[test]
fn one_who_only_watches_has_no_such_key() {
    let mut screen = Screen::new(evening::setup(Viewer::Public, evening::text_theme(false)));
    let mut moment = evening::voting();
    moment.view["own"] = json!(null);
    moment.asks.clear();
    screen.update(moment.update());
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("You watch.") && !text.contains("(hold)"), "{text}");
}

#[test]
fn hostile_words_are_only_words() {
    let hostile = "\x1b[2J\x1b]0;owned\x07\u{9b}31m\u{202e}dlrow\u{200f} \u{7}hello\r\nsecond\u{1b}";
    let mut moment = evening::discussion();
    moment.frames = vec![frame(json!({"type": "STATEMENT_MADE"}), Some((Voice::Seat(seat(1)), hostile)))];
    moment.asks[0].form.title = hostile.to_owned();
    moment.asks[0].form.tools[0].about = hostile.to_owned();
    moment.asks[0].form.tools[0].fields[1].name = hostile.to_owned();
    let mut setup = evening::setup(Viewer::Seat(seat(DEE)), evening::text_theme(false));
    let mut seats = setup.seats.to_vec();
    seats[0].name = hostile.to_owned();
    setup.seats = seats.into();
    let mut update = moment.update();
    let scene = update.scene.as_mut().expect("a scene");
    scene.table.title = hostile.to_owned();
    scene.phase = hostile.to_owned();
    let mut screen = Screen::new(setup.clone());
    screen.update(update.clone());
    screen.notice(hostile);
    screen.paste(hostile);
    for size in [(80, 24), (60, 20), (40, 12)] {
        only_words(&drawn(&screen, size.0, size.1));
    }
    let mut plain = Plain::new(setup, Vec::new()).columns(40);
    plain.update(&update).expect("a line");
    plain.notice(hostile).expect("a line");
    only_words(&String::from_utf8(plain.into_inner()).expect("text"));
}

#[track_caller]
fn only_words(text: &str) {
    let turns = |letter| matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    let bad = |letter: char| (letter.is_control() && letter != '\n') || turns(letter);
    assert!(!text.contains(bad), "{text:?}");
    assert!(!text.contains("owned") && text.contains("hello"), "{text}");
}

#[test]
fn a_flood_of_words_is_held() {
    let mut screen = evening::discussion().screen(false);
    for _ in 0..3_000 {
        let words = "all work and no play ".repeat(300);
        let said = frame(json!({"type": "STATEMENT_MADE"}), Some((Voice::Seat(seat(1)), &words)));
        screen.update(Update {
            frames: vec![said],
            scene: None,
            chunks: Vec::new(),
            now: protocol::TableTime(0),
        });
    }
    drawn(&screen, 80, 24);
}
