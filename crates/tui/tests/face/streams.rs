//! Words while they are being said.

use parlor_tui::Screen;
use protocol::{AskId, Chunk, TableTime, Update, Viewer, Voice};
use serde_json::json;

use crate::evening::{self, drawn, frame, seat, setup, text_theme};

fn chunk(attempt: u32, voice: Voice, text: &str) -> Update {
    let chunk = Chunk { ask: AskId(4), attempt, voice, text: text.to_owned(), tries: None };
    Update { frames: Vec::new(), scene: None, chunks: vec![chunk], now: TableTime(0) }
}

#[test]
fn m11_words_stand_on_the_screen_as_they_come_until_they_have_been_said() {
    let mut screen = evening::discussion().screen(false);
    let voice = Voice::Seat(seat(2));
    screen.update(chunk(1, voice, "I have a fee"));
    screen.update(chunk(1, voice, "ling about this"));
    assert!(drawn(&screen, 100, 30).contains("I have a feeling about this"));
    screen.update(chunk(2, voice, "Once more, then."));
    let again = drawn(&screen, 100, 30);
    assert!(again.contains("Once more, then.") && !again.contains("feeling"), "{again}");
    let said = frame(json!({"type": "STATEMENT_MADE"}), Some((voice, "Once more, then. It is Ben.")));
    screen.update(Update { frames: vec![said], scene: None, chunks: Vec::new(), now: TableTime(0) });
    let after = drawn(&screen, 100, 30);
    assert_eq!(after.matches("Once more, then.").count(), 1, "{after}");
}

#[test]
fn m11_a_thought_in_the_making_is_not_put_before_a_seat() {
    let mut screen = evening::discussion().screen(false);
    screen.update(chunk(1, Voice::Thought(seat(1)), "secretly"));
    assert!(!drawn(&screen, 100, 30).contains("secretly"));
    let mut screen = Screen::new(setup(Viewer::Observer, text_theme(false)));
    screen.update(evening::discussion().update());
    screen.update(chunk(1, Voice::Thought(seat(2)), "openly"));
    assert!(drawn(&screen, 100, 30).contains("openly"));
}

#[test]
fn a_stream_brings_no_control_characters() {
    let mut screen = evening::discussion().screen(false);
    for piece in ["hello \u{1b}", "]0;own", "ed\u{7}\u{202e}", "\u{1b}[31m"] {
        screen.update(chunk(1, Voice::Seat(seat(2)), piece));
    }
    let text = drawn(&screen, 100, 30);
    assert!(!text.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{text:?}");
}
