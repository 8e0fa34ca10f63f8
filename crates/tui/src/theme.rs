//! How the face looks: colours, signs, and what the environment says about both.
//!
//! Colour is never the only mark. Whatever has a colour also has a sign and a word, so that a terminal without
//! colour, and an eye without it, lose nothing.

use crate::says;
use protocol::PhaseCard;
use ratatui::style::{Color, Modifier, Style};

/// What `--color` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// Colour where it is wanted and can be shown.
    #[default]
    Auto,
    /// Colour in any case.
    Always,
    /// No colour.
    Never,
}

/// How many colours there are to paint with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourMode {
    /// None: bold and reverse only.
    #[default]
    None,
    /// The sixteen that the terminal chose.
    Ansi16,
    /// The fixed palette of 256.
    Ansi256,
    /// 24 bits.
    TrueColor,
}

/// How the face looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// The colours.
    pub colour: ColourMode,
    /// Signs and lines from ASCII alone.
    pub ascii: bool,
    /// Is the ground light?
    pub light: bool,
}

/// The signs of the face.
pub(crate) struct Signs {
    pub(crate) dead: &'static str,
    pub(crate) speaking: &'static str,
    pub(crate) now: &'static str,
    pub(crate) to: &'static str,
    pub(crate) dot: &'static str,
    pub(crate) more: &'static str,
    pub(crate) done: &'static str,
    pub(crate) stopped: &'static str,
    pub(crate) bar: &'static str,
    pub(crate) arrows: &'static str,
    pub(crate) less_more: (&'static str, &'static str),
    /// A box that is ticked, and one that is not; a segment of a clock that is full, and one that is not.
    pub(crate) boxes: (&'static str, &'static str),
    pub(crate) segments: (&'static str, &'static str),
    /// Quotation marks.
    pub(crate) quotes: (&'static str, &'static str),
    /// Somebody does something.
    pub(crate) does: &'static str,
    /// Horizontal, vertical, then the corners and joints row by row.
    pub(crate) lines: [&'static str; 2],
    pub(crate) top: [&'static str; 3],
    pub(crate) middle: [&'static str; 3],
    pub(crate) bottom: [&'static str; 2],
}

const UNICODE: Signs = Signs {
    dead: "†",
    speaking: "●",
    now: "▶",
    to: "→",
    dot: "·",
    more: "…",
    done: "✓",
    stopped: "‖",
    bar: "█",
    arrows: "↑↓",
    less_more: ("‹", "›"),
    boxes: ("▣", "▢"),
    segments: ("▰", "▱"),
    quotes: ("“", "”"),
    does: "▸",
    lines: ["─", "│"],
    top: ["┌", "┬", "┐"],
    middle: ["├", "┴", "┤"],
    bottom: ["└", "┘"],
};

const ASCII: Signs = Signs {
    dead: "x",
    speaking: "*",
    now: ">",
    to: "->",
    dot: "-",
    more: "~",
    done: "+",
    stopped: "||",
    bar: "#",
    arrows: says::UP_DOWN,
    less_more: ("<", ">"),
    boxes: ("#", "."),
    segments: ("#", "."),
    quotes: ("\"", "\""),
    does: ">",
    lines: ["-", "|"],
    top: ["+", "+", "+"],
    middle: ["+", "+", "+"],
    bottom: ["+", "+"],
};

/// The grounds that the colours are made for: dark and light.
const GROUND: [[u8; 3]; 2] = [[0x14, 0x17, 0x1c], [0xff, 0xff, 0xff]];

/// Hints and whatever else steps back, on dark and on light. Still at a contrast of 6 and more.
const QUIET: [[u8; 3]; 2] = [[0x9a, 0xa4, 0xb2], [0x5b, 0x64, 0x72]];

impl Theme {
    /// Reads the flags and the environment. `NO_COLOR` is a wish of the person and goes before everything but
    /// a flag; `CLICOLOR_FORCE` stands in for a terminal where there is none. A terminal that says that it has no other
    /// letters gets ASCII.
    pub fn detect(
        flag: ColorChoice,
        ascii: bool,
        light: Option<bool>,
        env: &impl Fn(&str) -> Option<String>,
        is_tty: bool,
    ) -> Theme {
        let set = |name: &str| env(name).is_some_and(|value| !value.is_empty());
        let term = env("TERM").unwrap_or_default();
        let forced = env("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
        let off = env("CLICOLOR").is_some_and(|value| value == "0");
        let wanted = match flag {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => !set("NO_COLOR") && (forced || (is_tty && !off && term != "dumb")),
        };
        let depth = match env("COLORTERM").as_deref() {
            Some("truecolor" | "24bit") => ColourMode::TrueColor,
            _ if term.contains("direct") => ColourMode::TrueColor,
            _ if term.contains("256color") => ColourMode::Ansi256,
            _ => ColourMode::Ansi16,
        };
        // COLORFGBG is `foreground;background`, by the numbers of the sixteen.
        let ground = env("COLORFGBG").and_then(|value| value.rsplit(';').next().map(str::to_owned));
        let light = light.unwrap_or(matches!(ground.as_deref(), Some("7" | "15")));
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| set(name)).and_then(env);
        let is_plain = term == "linux" || matches!(locale.as_deref(), Some("C" | "POSIX"));
        let colour = if wanted { depth } else { ColourMode::None };
        Theme { colour, ascii: ascii || is_tty && is_plain, light }
    }

    pub(crate) fn signs(&self) -> &'static Signs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// A die as it lies: its face and its value.
    pub(crate) fn die(&self, value: u64) -> String {
        const FACES: [&str; 6] = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
        let face = value.checked_sub(1).and_then(|at| usize::try_from(at).ok()).and_then(|at| FACES.get(at));
        match face.filter(|_| !self.ascii) {
            Some(face) => format!("{face} {value}"),
            None => format!("[{value}]"),
        }
    }

    /// The sign of a phase.
    pub(crate) fn sign(&self, card: &PhaseCard) -> &'static str {
        if self.ascii { card.sign.1 } else { card.sign.0 }
    }

    /// Words in the colour of a phase.
    pub(crate) fn phase(&self, card: &PhaseCard) -> Style {
        self.fg(self.tone(card)).add_modifier(Modifier::BOLD)
    }

    /// The phase that is now: its colour as the ground.
    pub(crate) fn lit(&self, card: &PhaseCard) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match self.colour {
            ColourMode::None => bold.add_modifier(Modifier::REVERSED),
            ColourMode::Ansi16 => bold.fg(self.paint(self.tone(card))).add_modifier(Modifier::REVERSED),
            ColourMode::Ansi256 | ColourMode::TrueColor => {
                bold.bg(self.paint(self.tone(card))).fg(self.paint(GROUND[usize::from(self.light)]))
            }
        }
    }

    /// What steps back.
    pub(crate) fn quiet(&self) -> Style {
        match self.colour {
            ColourMode::None | ColourMode::Ansi16 => Style::new(),
            _ => self.fg(QUIET[usize::from(self.light)]),
        }
    }

    /// What was taken back.
    pub(crate) fn gone(&self) -> Style {
        self.quiet().add_modifier(Modifier::CROSSED_OUT)
    }

    /// What stands out.
    pub(crate) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is chosen.
    pub(crate) fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// The same style as the bytes of a terminal, for plain lines.
    pub(crate) fn bytes(&self, style: Style, words: &str) -> String {
        if self.colour == ColourMode::None || words.is_empty() {
            return words.to_owned();
        }
        let mut codes = Vec::new();
        if style.add_modifier.contains(Modifier::BOLD) {
            codes.push("1".to_owned());
        }
        match style.fg {
            Some(Color::Rgb(r, g, b)) => codes.push(format!("38;2;{r};{g};{b}")),
            Some(Color::Indexed(index)) => codes.push(format!("38;5;{index}")),
            _ => {}
        }
        if codes.is_empty() { words.to_owned() } else { format!("\x1b[{}m{words}\x1b[0m", codes.join(";")) }
    }

    fn tone(&self, card: &PhaseCard) -> [u8; 3] {
        if self.light { card.colour.on_light() } else { card.colour.on_dark() }
    }

    fn fg(&self, tone: [u8; 3]) -> Style {
        if self.colour == ColourMode::None { Style::new() } else { Style::new().fg(self.paint(tone)) }
    }

    fn paint(&self, tone: [u8; 3]) -> Color {
        match self.colour {
            ColourMode::TrueColor => Color::Rgb(tone[0], tone[1], tone[2]),
            ColourMode::Ansi256 => Color::Indexed(cube(tone)),
            ColourMode::None | ColourMode::Ansi16 => Color::Indexed(sixteen(tone, self.light)),
        }
    }
}

/// The nearest colour of the 6×6×6 cube, whose levels every terminal shares.
fn cube(tone: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest =
        |part: u8| (0u8..6).min_by_key(|&at| LEVELS[usize::from(at)].abs_diff(part)).unwrap_or_default();
    let [r, g, b] = tone.map(nearest);
    16 + 36 * r + 6 * g + b
}

/// The colour of the sixteen with the same hue: the bright one on a dark ground, the dark one on a light. Plain
/// blue and magenta cannot be read on black.
fn sixteen([r, g, b]: [u8; 3], light: bool) -> u8 {
    let most = r.max(g).max(b);
    let least = r.min(g).min(b);
    if most - least < 0x30 {
        return if light { 8 } else { 7 };
    }
    let middle = least + (most - least) / 2;
    let hue = u8::from(r > middle) | u8::from(g > middle) << 1 | u8::from(b > middle) << 2;
    if light { hue } else { 8 + hue }
}
