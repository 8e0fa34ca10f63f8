//! A terminal may have any size, and may change it at any time.

use crate::evening;
use crate::evening::{drawn, moments, press, type_words};
use crossterm::event::KeyCode;
use parlor_tui::Screen;
use protocol::{Update, Viewer, Voice};
use serde_json::json;

pub(crate) fn draw_at_all_sizes(screen: &Screen) {
    for columns in (1..=20).chain([39, 40, 47, 48, 49, 60, 79, 80, 81, 95, 96, 117, 118, 120, 200, 400]) {
        for rows in (1..=26).chain([40, 100]) {
            drawn(screen, columns, rows);
        }
    }
}

#[test]
fn any_size_is_drawn() {
    for (_, moment) in moments() {
        draw_at_all_sizes(&moment.screen(false));
    }
    draw_at_all_sizes(&Screen::new(evening::setup(Viewer::Public, evening::text_theme(true))));
}

#[test]
fn any_size_is_drawn_with_everything_open() {
    let mut screen = evening::discussion().screen(false);
    screen.notice(&"refused ".repeat(90));
    type_words(&mut screen, &"日本 words ".repeat(90));
    press(&mut screen, KeyCode::Tab);
    press(&mut screen, KeyCode::PageUp);
    draw_at_all_sizes(&screen);
    let mut screen = evening::night().screen(false);
    press(&mut screen, KeyCode::Char('r'));
    screen.tick(500);
    draw_at_all_sizes(&screen);
    press(&mut screen, KeyCode::Char('?'));
    draw_at_all_sizes(&screen);
}

#[test]
fn twenty_seats_with_long_names_are_drawn() {
    let mut setup = evening::setup(Viewer::Public, evening::text_theme(false));
    let seat = |number: usize| protocol::Seat {
        id: number.to_string(),
        name: format!("Maximiliana 日本語 the {number}th"),
        holder: protocol::Holder::Person,
    };
    setup.seats = (1..=20).map(seat).collect();
    let mut screen = Screen::new(setup);
    screen.update(evening::voting().update());
    draw_at_all_sizes(&screen);
}

#[test]
fn long_names_and_manners_are_never_cut_in_a_word() {
    let name = "Maximiliana-Josephine Featherstonehaugh";
    let mut setup = evening::setup(Viewer::Public, evening::text_theme(false));
    let mut seats = setup.seats.to_vec();
    seats[0].name = "Maximiliana-Josephine".to_owned();
    setup.seats = seats.into();
    let mut screen = Screen::new(setup);
    let mut speech = evening::says(1, "It was Cole, and I can prove it.");
    let mut story = evening::says(2, "Come in.");
    if let Some(telling) = &mut story.telling {
        telling.who = Some(name.to_owned());
        telling.manner = Some("quietly, as though somebody were listening behind the door".to_owned());
    }
    speech.number = 1;
    let mut update = evening::discussion().update();
    update.frames = vec![speech, story];
    screen.update(update);
    for (columns, rows) in [(120, 40), (80, 24), (60, 20), (48, 14)] {
        let text = drawn(&screen, columns, rows);
        let words: Vec<&str> = text.split(|letter: char| letter == '│' || letter.is_whitespace()).collect();
        for whole in ["Maximiliana-Josephine", "Featherstonehaugh", "(quietly,", "listening", "door):"] {
            assert!(words.contains(&whole), "{whole:?} is not whole at {columns}x{rows}\n{text}");
        }
    }
}

#[test]
fn one_pane_at_a_time_where_there_is_no_room_for_three() {
    let mut screen = evening::paused().screen(false);
    assert!(drawn(&screen, 60, 20).contains("The table votes."));
    press(&mut screen, KeyCode::Tab);
    assert!(drawn(&screen, 60, 20).contains("† killed in night 2"));
    press(&mut screen, KeyCode::Tab);
    assert!(drawn(&screen, 60, 20).contains("the most votes decide"));
    press(&mut screen, KeyCode::BackTab);
    assert!(drawn(&screen, 60, 20).contains("† killed in night 2"));
    assert!(drawn(&screen, 80, 24).contains("The table votes."));
}

#[test]
fn a_reader_of_old_talk_is_left_in_peace() {
    let mut screen = evening::discussion().screen(false);
    let line = |number: u32| {
        let words = format!("line {number}.");
        evening::frame(json!({"type": "STATEMENT_MADE"}), Some((Voice::Seat(evening::seat(1)), &words)))
    };
    let say = |screen: &mut Screen, numbers: std::ops::Range<u32>| {
        let frames = numbers.map(line).collect();
        screen.update(Update { frames, scene: None, chunks: Vec::new(), now: protocol::TableTime(0) });
    };
    say(&mut screen, 0..60);
    assert!(drawn(&screen, 80, 24).contains("line 59."));
    press(&mut screen, KeyCode::PageUp);
    let before = drawn(&screen, 80, 24);
    assert!(!before.contains("line 59."));
    say(&mut screen, 60..62);
    let after = drawn(&screen, 80, 24);
    assert!(after.contains("2 new") && !after.contains("line 61."), "{after}");
    assert_eq!(before.lines().nth(6), after.lines().nth(6), "nothing has moved");
    press(&mut screen, KeyCode::Home);
    assert!(drawn(&screen, 80, 24).contains("Ivy was killed"));
    press(&mut screen, KeyCode::End);
    assert!(drawn(&screen, 80, 24).contains("line 61."));
}
