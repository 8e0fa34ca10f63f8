//! Texts that the viewer asked for, and what becomes of words when play is taken back.

use crate::evening::{self, drawn, frame, seat, setup, text_theme};
use parlor_tui::{Plain, Screen, Setup};
use protocol::{AskId, Chunk, Frame, TableTime, Update, Viewer, Voice};
use serde_json::json;

const SHEET: &str = "Harm     ▣▣▢\nStress   ▣▢▢▢\u{1b}[31m\n\nA cutter with a past.";

#[test]
fn a_report_stands_in_the_talk_with_its_own_lines_and_a_mark() {
    let mut screen = evening::discussion().screen(false);
    screen.report(SHEET);
    let text = drawn(&screen, 100, 30);
    for part in ["· for you alone ·", "  Harm     ▣▣▢", "  Stress   ▣▢▢▢", "  A cutter with a past."]
    {
        assert!(text.contains(part), "{part:?} is missing from\n{text}");
    }
    assert!(!text.contains("[31m"), "{text}");
    // All of a long one is there to be read.
    let mut screen = evening::discussion().screen(false);
    screen.report(&(0..200).map(|number| format!("line {number}.\n")).collect::<String>());
    assert!(drawn(&screen, 100, 30).contains("line 199."));
}

#[test]
fn a_report_is_printed_as_lines() {
    let mut plain = Plain::new(setup(Viewer::Seat(seat(4)), text_theme(false)), Vec::new()).columns(26);
    plain.report(SHEET).expect("lines");
    plain.report("A line that is longer than the terminal is wide.").expect("lines");
    let should = "\
· for you alone ·
  Harm     ▣▣▢
  Stress   ▣▢▢▢

  A cutter with a past.
· for you alone ·
  A line that is longer
  than the terminal is
  wide.
";
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert_eq!(text, should);
}

#[test]
fn a_screen_that_others_see_shows_no_report() {
    let shown = Setup { no_secrets: true, ..setup(Viewer::Seat(seat(4)), text_theme(false)) };
    let mut screen = Screen::new(shown.clone());
    screen.update(evening::discussion().update());
    screen.report(SHEET);
    let text = drawn(&screen, 100, 30);
    assert!(!text.contains("cutter") && text.contains("nothing that is for you alone"), "{text}");
    let mut plain = Plain::new(shown, Vec::new());
    plain.report(SHEET).expect("a line");
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert_eq!(text, "! this screen shows nothing that is for you alone\n");
}

#[test]
fn words_in_the_making_go_when_play_is_taken_back_or_stopped_and_when_a_person_sits_down() {
    for kind in ["TAKEN_BACK", "X_CALLED", "SEAT_TAKEN"] {
        let mut screen = evening::discussion().screen(false);
        let voice = Voice::Seat(seat(2));
        let chunk =
            Chunk { ask: AskId(4), attempt: 1, voice, text: "I have a feeling".to_owned(), tries: None };
        let mut update = Update { frames: Vec::new(), scene: None, chunks: vec![chunk], now: TableTime(0) };
        screen.update(update.clone());
        assert!(drawn(&screen, 100, 30).contains("I have a feeling"));
        update.chunks.clear();
        let told = frame(json!({ "type": kind }), Some((Voice::Host, "It is taken back.")));
        update.frames = vec![Frame { machine: "table".to_owned(), ..told }];
        screen.update(update);
        let text = drawn(&screen, 100, 30);
        assert!(!text.contains("feeling") && text.contains("It is taken back."), "{text}");
    }
}
