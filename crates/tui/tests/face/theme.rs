//! Colours that can be read, signs that stand without them, and an environment that is listened to.

use crate::evening;
use crate::evening::{PHASES, voting};
use parlor_tui::{ColorChoice, ColourMode, Screen, Theme};
use protocol::Colour;
use protocol::Viewer;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

const COLOURS: [Colour; 7] =
    [Colour::Slate, Colour::Red, Colour::Yellow, Colour::Blue, Colour::Purple, Colour::Grey, Colour::Green];

/// The contrast of two colours, as WCAG 2.2 computes it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let luminance = |colour: [u8; 3]| {
        let [r, g, b] = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_colour_can_be_read_on_its_ground() {
    for colour in COLOURS {
        let (dark, light) =
            (contrast(colour.on_dark(), [0x14, 0x17, 0x1c]), contrast(colour.on_light(), [255; 3]));
        assert!(dark >= 4.5 && light >= 4.5, "{colour:?}: {dark:.1} on dark, {light:.1} on light");
    }
}

fn painted(theme: Theme) -> Buffer {
    let mut screen = Screen::new(evening::setup(Viewer::Public, theme));
    screen.update(voting().update());
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("a drawing");
    terminal.backend().buffer().clone()
}

/// What the terminal would make of a colour; nothing for its own.
fn rgb(colour: Color) -> Option<[u8; 3]> {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match colour {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index @ 16..=231) => {
            let level = |part: u8| LEVELS[usize::from(part % 6)];
            Some([level((index - 16) / 36), level((index - 16) / 6), level(index - 16)])
        }
        _ => None,
    }
}

#[test]
fn every_cell_can_be_read() {
    for colour in [ColourMode::TrueColor, ColourMode::Ansi256] {
        for (light, ground) in [(false, [0x14, 0x17, 0x1c]), (true, [255; 3])] {
            let buffer = painted(Theme { colour, ascii: false, light });
            for cell in buffer.content().iter().filter(|cell| cell.symbol() != " ") {
                let (fg, bg) = (rgb(cell.fg), rgb(cell.bg));
                if fg.is_none() && bg.is_none() {
                    continue;
                }
                let own = if light { [0; 3] } else { [255; 3] };
                let ratio = contrast(fg.unwrap_or(own), bg.unwrap_or(ground));
                assert!(ratio >= 4.5, "{:?} in {colour:?}: {ratio:.1}", cell);
            }
        }
    }
}

#[test]
fn the_present_phase_is_lit_in_its_colour() {
    let card = PHASES.iter().find(|card| card.name == "DAY_VOTING").expect("a card");
    let [r, g, b] = card.colour.on_dark();
    let theme = Theme { colour: ColourMode::TrueColor, ..Theme::default() };
    let lit = painted(theme).content().iter().filter(|cell| cell.bg == Color::Rgb(r, g, b)).count();
    assert_eq!(lit, 16, "one row of the machine's pane");
}

#[test]
fn without_colour_no_cell_has_any() {
    let buffer = painted(Theme::default());
    assert!(buffer.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
}

#[track_caller]
fn detects(flag: ColorChoice, vars: &[(&str, &str)], is_tty: bool, should: ColourMode) {
    let env = |name: &str| vars.iter().find(|(var, _)| *var == name).map(|(_, value)| (*value).to_owned());
    assert_eq!(Theme::detect(flag, false, None, &env, is_tty).colour, should, "{flag:?} {vars:?} {is_tty}");
}

#[test]
fn the_environment_is_listened_to() {
    use ColorChoice::{Always, Auto, Never};
    use ColourMode::{Ansi16, Ansi256, None, TrueColor};
    let xterm = ("TERM", "xterm-256color");
    detects(Auto, &[xterm], true, Ansi256);
    detects(Auto, &[xterm], false, None);
    detects(Auto, &[xterm, ("COLORTERM", "truecolor")], true, TrueColor);
    detects(Auto, &[("TERM", "linux")], true, Ansi16);
    detects(Auto, &[("TERM", "dumb")], true, None);
    detects(Auto, &[xterm, ("NO_COLOR", "1")], true, None);
    detects(Auto, &[xterm, ("NO_COLOR", "")], true, Ansi256);
    detects(Auto, &[xterm, ("CLICOLOR_FORCE", "1")], false, Ansi256);
    detects(Auto, &[xterm, ("CLICOLOR_FORCE", "0")], false, None);
    detects(Auto, &[xterm, ("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], true, None);
    detects(Auto, &[xterm, ("CLICOLOR", "0")], true, None);
    detects(Always, &[xterm, ("NO_COLOR", "1")], false, Ansi256);
    detects(Never, &[xterm, ("CLICOLOR_FORCE", "1")], true, None);
}

#[test]
fn a_light_ground_is_seen() {
    let light = |ground: &str, said| {
        let ground = ground.to_owned();
        let env = move |name: &str| (name == "COLORFGBG").then(|| ground.clone());
        Theme::detect(ColorChoice::Auto, false, said, &env, true).light
    };
    assert!(light("0;15", None) && light("0;default;7", None));
    assert!(!light("15;0", None) && !light("", None) && !light("7;8", None));
    assert!(light("15;0", Some(true)) && !light("0;15", Some(false)), "a flag goes first");
}

#[test]
fn a_terminal_that_has_no_other_letters_gets_ascii() {
    let ascii = |vars: &[(&str, &str)], is_tty| {
        let env =
            |name: &str| vars.iter().find(|(var, _)| *var == name).map(|(_, value)| (*value).to_owned());
        Theme::detect(ColorChoice::Auto, false, None, &env, is_tty).ascii
    };
    assert!(ascii(&[("TERM", "linux")], true) && ascii(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")], true));
    assert!(
        ascii(&[("LANG", "POSIX")], true) && !ascii(&[("LANG", "POSIX")], false),
        "a pipe is no terminal"
    );
    assert!(!ascii(&[("LC_ALL", "C.UTF-8")], true) && !ascii(&[], true));
}
