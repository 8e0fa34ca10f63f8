//! A tidying session: Kim sorts the spare room, as Kim sees it and by the keys that Kim has.

mod moments;

use crossterm::event::KeyCode;
use parlor_tui::{Effect, Plain, Screen};
use protocol::{Request, TableTime, Update, Viewer};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use serde_json::{Value, json};

use self::moments::{
    Moment, clarifying, ended, moments, setup, sorting, split, support, survey, talk, thinking, winding_down,
};
use crate::evening::{drawn, press, type_words};
use crate::screens::check;
use crate::sizes::draw_at_all_sizes;

#[test]
fn y13_every_moment_of_tidying_on_three_sizes() {
    for (name, moment) in moments() {
        for size in [(120, 36), (80, 24), (48, 14)] {
            check(&format!("tidying.{name}"), &moment.screen(false), size);
        }
    }
}

#[test]
fn tidying_in_ascii() {
    for (name, moment) in moments() {
        let text = drawn(&moment.screen(true), 120, 36);
        assert!(text.is_ascii(), "{name} is not\n{text}");
    }
    check("tidying.sorting.ascii", &sorting().screen(true), (80, 24));
}

#[test]
fn any_size_is_drawn_of_tidying() {
    for (_, moment) in moments() {
        draw_at_all_sizes(&moment.screen(false));
    }
    let mut screen = survey().screen(false);
    press(&mut screen, KeyCode::Char('1'));
    type_words(&mut screen, &"a very long thing, ".repeat(40));
    draw_at_all_sizes(&screen);
}

#[test]
fn without_colour_nothing_is_painted_and_the_mode_is_still_marked() {
    let screen = sorting().screen(false);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("a drawing");
    let buffer = terminal.backend().buffer();
    assert!(buffer.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("ACTIVE · ⇄ Sorting"), "{text}");
}

#[test]
fn y13_each_mode_is_lit_in_the_diagram() {
    for (moment, lit) in [
        (survey(), "▶ ◎ Surveying"),
        (sorting(), "▶ ⇄ Sorting"),
        (clarifying(), "▶ ? Clarifying"),
        (support(), "▶ ♡ Decision support"),
        (winding_down(), "▶ ☾ Winding down"),
    ] {
        let text = drawn(&moment.screen(false), 120, 36);
        assert!(text.contains(lit), "no {lit} in\n{text}");
    }
}

#[test]
fn no_clock_runs_down_before_the_last_minute() {
    let mut screen = sorting().screen(false);
    let text = drawn(&screen, 120, 36);
    assert!(text.contains("7 of 9 sorted") && !text.contains(":00"), "{text}");
    screen.tick(241_000);
    let text = drawn(&screen, 120, 36);
    assert!(text.contains("00:59"), "{text}");
}

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
fn said(effects: Vec<Effect>) -> String {
    match effects.as_slice() {
        [Effect::Send(Request::Line { text })] => text.clone(),
        other => panic!("nothing said: {other:?}"),
    }
}

#[track_caller]
fn by_key(moment: Moment, key: char, command: Value) {
    let mut screen = moment.screen(false);
    assert!(press(&mut screen, KeyCode::Char(key)).is_empty(), "{key} alone does nothing");
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), command, "{key}");
}

#[test]
fn y13_a_choice_takes_one_key() {
    let mut screen = sorting().screen(false);
    assert!(press(&mut screen, KeyCode::Char('2')).is_empty(), "it may be the beginning of a word");
    assert!(screen.tick(299).is_empty());
    assert_eq!(answer(screen.tick(300)), json!({"type": "choose", "choice": 2}));
    assert!(screen.tick(900).is_empty(), "once");
}

#[test]
fn everything_else_takes_a_letter_and_enter() {
    for (key, tool) in [
        ('s', "skip"),
        ('w', "whats_that"),
        ('k', "stuck"),
        ('u', "undo"),
        ('x', "stop"),
        ('d', "delete_photos"),
        ('e', "end_session"),
    ] {
        by_key(sorting(), key, json!({"type": tool}));
    }
    by_key(support(), 'y', json!({"type": "yes"}));
    by_key(support(), 'n', json!({"type": "no"}));
    by_key(split(), 'y', json!({"type": "split"}));
    by_key(split(), 'n', json!({"type": "keep_whole"}));
    by_key(winding_down(), 'g', json!({"type": "resume_sorting"}));
    by_key(thinking(), 'x', json!({"type": "stop"}));
    by_key(thinking(), 'u', json!({"type": "undo"}));
}

#[test]
fn a_letter_that_begins_a_word_is_that_letter() {
    let mut screen = sorting().screen(false);
    type_words(&mut screen, "shelf by the door");
    assert_eq!(said(press(&mut screen, KeyCode::Enter)), "shelf by the door");
    let mut screen = support().screen(false);
    type_words(&mut screen, "yes, but not today");
    assert_eq!(said(press(&mut screen, KeyCode::Enter)), "yes, but not today");
    let mut screen = talk().screen(false);
    type_words(&mut screen, "3 mugs, xylophone");
    assert_eq!(said(press(&mut screen, KeyCode::Enter)), "3 mugs, xylophone");
    let mut screen = talk().screen(false);
    press(&mut screen, KeyCode::Char('k'));
    press(&mut screen, KeyCode::Backspace);
    type_words(&mut screen, "kettle");
    assert_eq!(said(press(&mut screen, KeyCode::Enter)), "kettle", "what was picked is let go");
}

#[test]
fn what_cannot_be_undone_says_so_first() {
    for (key, words) in [('d', "Enter deletes every photo"), ('e', "Enter ends the session here, for good")] {
        let mut screen = sorting().screen(false);
        press(&mut screen, KeyCode::Char(key));
        let text = drawn(&screen, 120, 36);
        assert!(text.contains(words), "no {words:?} in\n{text}");
        press(&mut screen, KeyCode::Esc);
        assert!(!drawn(&screen, 120, 36).contains(words));
        assert!(press(&mut screen, KeyCode::Enter).is_empty(), "nothing is picked any more");
    }
    // Typed before it could be picked, it still has to be confirmed.
    let mut screen = sorting().screen(false);
    screen.paste("e");
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "end_session"}));
}

#[test]
fn what_the_space_is_for_and_what_stays_is_one_answer() {
    let mut screen = survey().screen(false);
    assert!(press(&mut screen, KeyCode::Char('1')).is_empty());
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("What has to stay for it?") && text.contains("Ideas: 1 easel · 2 lamp"), "{text}");
    type_words(&mut screen, "1, a chair,2");
    assert_eq!(
        answer(press(&mut screen, KeyCode::Enter)),
        json!({"type": "choose_function", "branch": 1, "anchors": ["easel", "a chair", "lamp"]})
    );
    let mut screen = survey().screen(false);
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Down);
    assert!(press(&mut screen, KeyCode::Enter).is_empty(), "it asks what stays");
    assert_eq!(
        answer(press(&mut screen, KeyCode::Enter)),
        json!({"type": "choose_function", "branch": 2}),
        "and nothing has to"
    );
    let mut screen = survey().screen(false);
    type_words(&mut screen, "it is for sewing");
    assert_eq!(said(press(&mut screen, KeyCode::Enter)), "it is for sewing");
}

#[test]
fn while_the_coach_thinks_a_word_can_be_added_and_keys_pressed_too_early_are_kept() {
    let mut screen = thinking().screen(false);
    assert!(drawn(&screen, 80, 24).contains("The Coach is thinking…"));
    type_words(&mut screen, "and a lamp");
    assert_eq!(said(press(&mut screen, KeyCode::Enter)), "and a lamp");
    let mut screen = thinking().screen(false);
    type_words(&mut screen, "1");
    assert!(press(&mut screen, KeyCode::Enter).is_empty(), "a number is not said");
    assert!(drawn(&screen, 80, 24).contains("The coach is thinking."));
    screen.update(sorting().update());
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "choose", "choice": 1}));
}

#[test]
fn photos_are_for_the_host_to_read() {
    let files = |screen: &mut Screen| match press(screen, KeyCode::Enter).as_slice() {
        [Effect::Photos(files)] => files.clone(),
        other => panic!("no photos: {other:?}"),
    };
    let mut screen = talk().screen(false);
    type_words(&mut screen, "/photo \"my desk.jpg\" -- the left half");
    assert_eq!(files(&mut screen), "\"my desk.jpg\" -- the left half");
    screen.refused("there is no file my desk.jpg");
    let text = drawn(&screen, 80, 24);
    assert!(
        text.contains("! there is no file") && text.contains("> /photo \"my desk.jpg\""),
        "nothing is lost\n{text}"
    );

    let mut screen = talk().screen(false);
    screen.paste("file:///pictures/desk.png\n");
    assert_eq!(files(&mut screen), "file:///pictures/desk.png");

    let mut screen = talk().screen(false);
    type_words(&mut screen, "/photo");
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert!(drawn(&screen, 80, 24).contains("! name a file"));

    let mut pending = talk();
    pending.view.pending = pending.view.photos.clone();
    let mut screen = pending.screen(false);
    assert!(drawn(&screen, 80, 24).contains("2 photos go with your next words"));
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "say", "text": ""}));

    let mut screen = sorting().screen(false);
    type_words(&mut screen, "/delete-photos");
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "delete_photos"}));
    let mut none = sorting();
    none.view.photos.clear();
    none.offers_no("delete_photos");
    let mut screen = none.screen(false);
    type_words(&mut screen, "/delete-photos");
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert!(drawn(&screen, 80, 24).contains("! there are no photos"));
}

#[test]
fn the_keys_of_tidying() {
    let mut screen = sorting().screen(false);
    press(&mut screen, KeyCode::Char('?'));
    let text = drawn(&screen, 120, 36);
    for words in [
        "1 2 3",
        "not now",
        "what is it?",
        "I'm stuck",
        "wrap up",
        "/photo FILE",
        "/delete-photos",
        "/piles",
        "/recap",
    ] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
    assert!(!text.contains("r (hold)"), "there is nothing to hide\n{text}");
    check("tidying.help", &screen, (80, 24));
}

#[test]
fn whoever_watches_sees_what_was_proposed_and_has_no_keys() {
    let mut screen = Screen::new(parlor_tui::Setup { viewer: Viewer::Public, ..setup(false) });
    let mut update = sorting().update();
    if let Some(scene) = &mut update.scene {
        scene.asks.clear();
    }
    screen.update(update);
    let text = drawn(&screen, 120, 36);
    assert!(text.contains("Green device: 1 keep it") && text.contains("Kim has the word."), "{text}");
    assert!(press(&mut screen, KeyCode::Char('1')).is_empty());
}

#[test]
fn where_photos_go_is_said_as_it_is() {
    let mut moment = sorting();
    assert!(drawn(&moment.screen(false), 120, 36).contains("kept here alone"));
    moment.view.coach_sees = true;
    let text = drawn(&moment.screen(false), 120, 36);
    assert!(text.contains("to the coach") && !text.contains("alone"), "{text}");
}

#[test]
fn the_end_says_what_was_done_and_what_comes_first() {
    let text = drawn(&ended().screen(false), 80, 24);
    let said = text.replace(['│', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for words in ["✓ Done for today", "It took 14 minutes", "First next time: the letters"] {
        assert!(said.contains(words), "no {words} in\n{text}");
    }
}

#[test]
fn what_is_said_twice_is_told_once() {
    let mut screen = support().screen(false);
    let text = drawn(&screen, 120, 36);
    assert_eq!(
        text.matches("Does this help you paint here?").count(),
        2,
        "in the talk and on the form\n{text}"
    );
    let frames = moments::opening();
    screen = Screen::new(setup(false));
    screen.update(Update { frames, scene: None, chunks: Vec::new(), now: TableTime(0) });
    screen.update(sorting().update());
    let text = drawn(&screen, 120, 36);
    assert!(text.contains("No hurry.") && !text.contains("What would you miss?"), "the form asks it\n{text}");
    assert_eq!(text.matches("It is for painting.").count(), 2, "once for each time it was said\n{text}");
}

#[test]
fn words_of_others_are_words() {
    let mut moment = sorting();
    moment.view.space = "room\x1b[2J\u{202e}".to_owned();
    for item in &mut moment.view.items {
        item.name = format!("{}\x1b]0;x\x07\n\u{200b}", item.name);
    }
    let text = drawn(&moment.screen(false), 120, 36);
    assert!(!text.contains('\x1b') && !text.contains('\u{202e}') && text.contains("green device"), "{text}");
}

#[test]
fn plain_lines_tell_it_in_short() {
    let mut plain = Plain::new(setup(false), Vec::new());
    plain.update(&sorting().update()).expect("lines");
    let none = Update { frames: Vec::new(), scene: None, chunks: Vec::new(), now: TableTime(0) };
    plain.update(&none).expect("lines");
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert_eq!(
        text,
        "\
· Spare room: a tidying session begins.
Kim: It is for painting. What stays: easel, lamp.
⇄ Sorting
Kim: brushes, three boxes, old letters
· Noted: brushes, three boxes, old letters.
✓ brushes → the jar by the window
▸ three boxes → recycle
? old letters → later
↶ Undone: old letters is in hand again.
? old letters → later (no answer in time)
The Coach: Next: the green device by the desk leg.
"
    );
}
