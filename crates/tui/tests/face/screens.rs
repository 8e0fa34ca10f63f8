//! Screens as a person sees them, compared with the text in `snapshots/`. `PARLOR_UPDATE=1` writes them anew.

use crate::evening;
use std::path::Path;

use crate::evening::{drawn, moments};
use parlor_tui::Screen;

/// Compares a screen with its file.
#[track_caller]
pub(crate) fn check(name: &str, screen: &Screen, (columns, rows): (u16, u16)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/face/snapshots/{name}.{columns}x{rows}.txt"));
    let is = drawn(screen, columns, rows);
    if std::env::var_os("PARLOR_UPDATE").is_some() {
        std::fs::write(&path, &is).expect("the file can be written");
    }
    let should = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(is == should, "{name} at {columns}x{rows} is now\n{is}\nand was\n{should}");
}

#[test]
fn every_moment_at_80_by_24() {
    for (name, moment) in moments() {
        check(name, &moment.screen(false), (80, 24));
        check(&format!("{name}.ascii"), &moment.screen(true), (80, 24));
    }
}

#[test]
fn the_vote_on_wide_narrow_and_tiny_screens() {
    for size in [(120, 40), (60, 20), (40, 12)] {
        check("voting", &evening::voting().screen(false), size);
    }
}

#[test]
fn what_only_the_sheriff_knows() {
    let mut screen = evening::discussion().screen(false);
    evening::press(&mut screen, crossterm::event::KeyCode::Char('r'));
    screen.tick(300);
    check("private", &screen, (80, 24));
}

#[test]
fn the_keys() {
    let mut screen = evening::discussion().screen(false);
    evening::press(&mut screen, crossterm::event::KeyCode::Char('?'));
    check("help", &screen, (80, 24));
}

#[test]
fn ascii_means_ascii() {
    for (name, moment) in moments() {
        let text = drawn(&moment.screen(true), 120, 40);
        assert!(text.is_ascii(), "{name} is not\n{text}");
    }
}
