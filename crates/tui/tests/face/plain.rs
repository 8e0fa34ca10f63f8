//! The evening as plain lines.

use crate::evening;
use crate::evening::{frame, seat};
use parlor_tui::{ColourMode, Plain, Theme};
use protocol::{Update, Viewer, Voice};
use serde_json::json;

fn printed(viewer: Viewer, theme: Theme, columns: Option<u16>, updates: &[Update]) -> String {
    let mut plain = Plain::new(evening::setup(viewer, theme), Vec::new());
    if let Some(columns) = columns {
        plain = plain.columns(columns);
    }
    for update in updates {
        plain.update(update).expect("a line");
    }
    String::from_utf8(plain.into_inner()).expect("text")
}

#[test]
fn one_line_a_telling_and_a_head_for_each_phase() {
    let updates = [evening::discussion().update(), evening::voting().update(), evening::voting().update()];
    let mut updates = updates.to_vec();
    updates[2].frames.clear();
    let text = printed(Viewer::Public, evening::text_theme(false), None, &updates);
    let should = "\
☼ Morning 2
· Morning. Ivy was killed in the night.

☀ Discussion 2
· Day 2. The table talks.
Ana: I don't like how quiet Cole is. Two days now, and not one name from that chair.
· Ben says nothing.
Cole: I was watching Dee, ask her. And why is nobody looking at Finn?
((Ben)) brb, pizza
Gus: Cole or Finn. I could live with either.
Hal: Then I vote for neither.

⚖ Voting 2
· The table votes.
· Ana votes against Cole.
· Ben votes against Finn.
· Cole votes against Ana.
· Eli votes against Cole.
· Hal votes for nobody.
· Cole now votes against Finn.
";
    assert_eq!(text, should);
}

#[test]
fn thoughts_are_told_as_thoughts_and_long_lines_are_wrapped() {
    let thought = frame(
        json!({"type": "AGENT_THOUGHT"}),
        Some((Voice::Thought(seat(1)), "Cole looks away too often.")),
    );
    let update =
        Update { frames: vec![thought], scene: None, chunks: Vec::new(), now: protocol::TableTime(0) };
    let text = printed(Viewer::Observer, evening::text_theme(false), Some(30), &[update]);
    assert_eq!(text, "Ana thinks: Cole looks away\n  too often.\n");
}

#[test]
fn colour_is_added_and_nothing_else() {
    let update = [evening::discussion().update()];
    let theme = Theme { colour: ColourMode::TrueColor, ..Theme::default() };
    let bare = printed(Viewer::Public, Theme::default(), None, &update);
    let coloured = printed(Viewer::Public, theme, None, &update);
    assert!(!bare.contains('\x1b'));
    assert!(coloured.contains("\x1b[1;38;2;138;180;255m☀ Discussion 2\x1b[0m"), "{coloured}");
    assert_eq!(protocol::clean(&coloured), bare);
}
