//! Clocks as one picture, for a message that cannot draw, and the same in words for who cannot see it.

mod label;

use std::f64::consts::{FRAC_PI_2, TAU};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use protocol::dm::{Clock, ClockKind};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The most clocks of one picture.
const MOST: usize = 6;
/// The longest description that Discord takes.
const WORDS_MAX: usize = 1024;

/// The place of one clock, in pixels.
const WIDTH: usize = 240;
const HEIGHT: usize = 280;
/// The middle of the dial in it, and how far the slices go from there.
const MIDDLE: (f64, f64) = (120.0, 100.0);
const OUTER: f64 = 72.0;
const INNER: f64 = 30.0;
/// Half of what is left between two slices.
const GAP: f64 = 2.5;
/// Where the first of two lines of the name stands, how far the next is from it, and the note from the last.
const NAME_TOP: usize = 206;
const NAME_STEP: usize = 22;
const NOTE_STEP: usize = 27;

/// A ground of its own, so that it reads on light and on dark.
const GROUND: &str = "#1c2129";
const EDGE: &str = "#363d48";
const OPEN: &str = "#2b323d";
const OPEN_EDGE: &str = "#56606f";
const TEXT: &str = "#e8eaee";
const QUIET: &str = "#a9b1bd";

/// The one family that there is; without a name, no letter would be drawn.
const FAMILY: &str = "DejaVu Sans";
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../font/DejaVuSans.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../font/DejaVuSans-Bold.ttf").to_vec());
    Arc::new(fonts)
});

/// The first clocks as a PNG, three in a row. There is none if there are no clocks.
pub(crate) fn picture(clocks: &[Clock]) -> Option<Vec<u8>> {
    let clocks = &clocks[..clocks.len().min(MOST)];
    let tree = read(&drawing(clocks)?)?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// The same clocks in words: "Bluecoats arrive 3 of 4. Crack the vault 2 of 6."
pub(crate) fn alt(clocks: &[Clock]) -> String {
    let mut out = String::new();
    for clock in clocks.iter().take(MOST) {
        let (filled, segments) = figures(clock);
        let full = if filled == segments { ", full" } else { "" };
        // Each has the same room, so that none is lost behind another.
        let figures = format!(" {filled} of {segments}{full}.");
        let room = WORDS_MAX / MOST - figures.len() - 1;
        let name = label::cut(&label::plain(&clock.name), |name| name.encode_utf16().count() <= room);
        let space = if out.is_empty() { "" } else { " " };
        let _ = write!(out, "{space}{name}{figures}");
    }
    out
}

/// What is full and of how many, whatever a clock says.
fn figures(clock: &Clock) -> (u8, u8) {
    let segments = clock.segments.max(1);
    (clock.filled.min(segments), segments)
}

fn colour(kind: ClockKind) -> &'static str {
    match kind {
        ClockKind::Threat => "#ff8a80",
        ClockKind::Goal => "#8fe08f",
        ClockKind::Faction => "#d7a6ff",
    }
}

/// Reads a drawing, with our fonts and no others.
fn read(svg: &str) -> Option<Tree> {
    let options =
        Options { font_family: FAMILY.to_owned(), fontdb: Arc::clone(&FONTS), ..Options::default() };
    Tree::from_str(svg, &options).ok()
}

fn drawing(clocks: &[Clock]) -> Option<String> {
    let columns = match clocks.len() {
        0 => return None,
        // Two and two, rather than three and one.
        4 => 2,
        count => count.min(3),
    };
    let (width, height) = (columns * WIDTH, clocks.len().div_ceil(columns) * HEIGHT);
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' font-family='{FAMILY}' \
         text-anchor='middle'><rect x='1' y='1' width='{}' height='{}' rx='18' fill='{GROUND}' stroke='{EDGE}' \
         stroke-width='2'/>",
        width - 2,
        height - 2
    );
    for (at, clock) in clocks.iter().enumerate() {
        // The clocks of a row that is not full stand in its middle.
        let row = at / columns;
        let in_row = (clocks.len() - row * columns).min(columns);
        let left = (columns - in_row) * WIDTH / 2 + at % columns * WIDTH;
        let _ = write!(out, "<g transform='translate({left} {})'>", row * HEIGHT);
        dial(clock, &mut out);
        caption(clock, &mut out);
        out.push_str("</g>");
    }
    out.push_str("</svg>");
    Some(out)
}

/// One slice a segment, from the top on.
fn dial(clock: &Clock, out: &mut String) {
    let (filled, segments) = figures(clock);
    let colour = colour(clock.kind);
    let (x, y) = MIDDLE;
    for at in 0..segments {
        let outline = slice(at, segments);
        let _ = if at < filled {
            write!(out, "<path d='{outline}' fill='{colour}'/>")
        } else {
            write!(
                out,
                "<path d='{outline}' fill='{OPEN}' stroke='{OPEN_EDGE}' stroke-width='1.5' stroke-linejoin='round'/>"
            )
        };
    }
    if filled == segments {
        let _ = write!(
            out,
            "<circle cx='{x}' cy='{y}' r='{}' fill='none' stroke='{colour}' stroke-width='3'/>",
            OUTER + 9.0
        );
    }
    let _ = write!(
        out,
        "<text x='{x}' y='{}' font-size='19' font-weight='bold' fill='{TEXT}'>{filled}/{segments}</text>",
        y + 7.0
    );
}

/// The name, and under it the kind. That it is full is said in a word too.
fn caption(clock: &Clock, out: &mut String) {
    let x = MIDDLE.0;
    let lines = label::lines(&clock.name);
    // One line stands nearly where two have their middle.
    let mut y = NAME_TOP + if lines.len() == 1 { NAME_STEP / 2 } else { 0 };
    for (at, line) in lines.iter().enumerate() {
        y += if at == 0 { 0 } else { NAME_STEP };
        let _ = write!(
            out,
            "<text x='{x}' y='{y}' font-size='{}' font-weight='bold' fill='{TEXT}'>{}</text>",
            label::SIZE,
            label::escape(line)
        );
    }
    y += NOTE_STEP;
    let (filled, segments) = figures(clock);
    let kind = clock.kind;
    let _ = if filled == segments {
        let (left, top) = (x - 58.0, y - 15);
        let colour = colour(kind);
        write!(
            out,
            "<rect x='{left}' y='{top}' width='116' height='21' rx='10.5' fill='{colour}'/>\
             <text x='{x}' y='{y}' font-size='13' font-weight='bold' fill='{GROUND}'>{kind} · full</text>"
        )
    } else {
        write!(out, "<text x='{x}' y='{y}' font-size='13' fill='{QUIET}'>{kind}</text>")
    };
}

/// The outline of one of so many equal slices of a ring, with a gap to the next that is as wide inside as outside.
fn slice(at: u8, of: u8) -> String {
    let turn = |part: f64| TAU * part / f64::from(of) - FRAC_PI_2;
    // Where they are many, the gaps must not eat them.
    let gap = if of > 1 { GAP.min(TAU * INNER / f64::from(of) / 6.0) } else { 0.0 };
    let point = |angle: f64, radius: f64, side: f64| {
        let angle = angle + side * gap / radius;
        format!("{:.3} {:.3}", MIDDLE.0 + radius * angle.cos(), MIDDLE.1 + radius * angle.sin())
    };
    // An arc of a whole turn would be none: each half has its own.
    let (from, middle, to) = (turn(f64::from(at)), turn(f64::from(at) + 0.5), turn(f64::from(at) + 1.0));
    format!(
        "M{} A{OUTER} {OUTER} 0 0 1 {} A{OUTER} {OUTER} 0 0 1 {} L{} A{INNER} {INNER} 0 0 0 {} A{INNER} {INNER} 0 0 0 {} Z",
        point(from, OUTER, 1.0),
        point(middle, OUTER, 0.0),
        point(to, OUTER, -1.0),
        point(to, INNER, -1.0),
        point(middle, INNER, 0.0),
        point(from, INNER, 1.0)
    )
}

#[cfg(test)]
mod tests;
