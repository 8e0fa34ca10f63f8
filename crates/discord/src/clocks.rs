//! Dials as one picture, for a message that cannot draw, and the same in words for who cannot see it.

mod canvas;
mod label;
mod letters;

use std::f32::consts::{FRAC_PI_2, TAU};
use std::fmt::Write as _;

use crate::says;
use canvas::{Canvas, Colour, Outline, arc};
use engine::board::Dial;
use letters::{Font, Fonts};

/// The most clocks of one picture.
const MOST: usize = 6;
/// The longest description that Discord takes.
const WORDS_MAX: usize = 1024;

/// The place of one clock, in pixels.
const WIDTH: usize = 240;
const HEIGHT: usize = 280;
/// The middle of the dial in it, and how far the slices go from there.
const MIDDLE: (f32, f32) = (120.0, 100.0);
const OUTER: f32 = 72.0;
const INNER: f32 = 30.0;
/// Half of what is left between two slices.
const GAP: f32 = 2.5;
/// How thick the line round an open slice is.
const LINE: f32 = 1.5;
/// How far from the middle the ring round a full clock is, and how thick.
const FULL: f32 = OUTER + 9.0;
const FULL_LINE: f32 = 3.0;
/// Where the first of two lines of the name stands, how far the next is from it, and the note from the last.
const NAME_TOP: usize = 206;
const NAME_STEP: usize = 22;
const NOTE_STEP: usize = 27;
/// The most characters of a note.
const NOTE_CHARS: usize = 20;

/// A ground of its own, so that it reads on light and on dark.
const GROUND: Colour = [0x1c, 0x21, 0x29];
const EDGE: Colour = [0x36, 0x3d, 0x48];
/// What it counts towards stands below it in words.
const FILLED: Colour = [0xd7, 0xa6, 0xff];
const OPEN: Colour = [0x2b, 0x32, 0x3d];
const OPEN_EDGE: Colour = [0x56, 0x60, 0x6f];
const TEXT: Colour = [0xe8, 0xea, 0xee];
const QUIET: Colour = [0xa9, 0xb1, 0xbd];

/// The first clocks as a PNG, three in a row. There is none if there are no clocks.
pub(crate) fn picture(clocks: &[Dial]) -> Option<Vec<u8>> {
    drawing(&clocks[..clocks.len().min(MOST)])?.png()
}

/// The same clocks in words: "Bluecoats arrive 3 of 4. Crack the vault 2 of 6."
pub(crate) fn alt(clocks: &[Dial]) -> String {
    let mut out = String::new();
    for clock in clocks.iter().take(MOST) {
        let (filled, segments) = figures(clock);
        let full = if filled == segments { says::FULL } else { "" };
        // Each has the same room, so that none is lost behind another.
        let figures = says::filled_of(filled, segments, full);
        let room = WORDS_MAX / MOST - figures.len() - 1;
        let name = label::cut(&label::plain(&clock.name), |name| name.encode_utf16().count() <= room);
        let space = if out.is_empty() { "" } else { " " };
        let _ = write!(out, "{space}{name}{figures}");
    }
    out
}

/// What is full and of how many, whatever a clock says.
fn figures(clock: &Dial) -> (u8, u8) {
    let segments = clock.segments.max(1);
    (clock.filled.min(segments), segments)
}

fn drawing(clocks: &[Dial]) -> Option<Canvas> {
    let fonts = Fonts::get()?;
    let columns = match clocks.len() {
        0 => return None,
        // Two and two, rather than three and one.
        4 => 2,
        count => count.min(3),
    };
    let (width, height) = (columns * WIDTH, clocks.len().div_ceil(columns) * HEIGHT);
    let mut canvas = Canvas::new(width, height);
    ground(width, height, &mut canvas);
    for (at, clock) in clocks.iter().enumerate() {
        // The clocks of a row that is not full stand in its middle.
        let row = at / columns;
        let in_row = (clocks.len() - row * columns).min(columns);
        canvas.origin = ((columns - in_row) * WIDTH / 2 + at % columns * WIDTH, row * HEIGHT);
        dial(clock, fonts, &mut canvas);
        caption(clock, fonts, &mut canvas);
    }
    Some(canvas)
}

/// What is under all clocks, with a line round it.
fn ground(width: usize, height: usize, canvas: &mut Canvas) {
    let (width, height) = (width as f32, height as f32);
    canvas.fill(&Outline::round(0.0, 0.0, width, height, 19.0), EDGE);
    canvas.fill(&Outline::round(2.0, 2.0, width - 4.0, height - 4.0, 17.0), GROUND);
}

/// One slice a segment, from the top on.
fn dial(clock: &Dial, fonts: &Fonts, canvas: &mut Canvas) {
    let (filled, segments) = figures(clock);
    for at in 0..segments {
        if at < filled {
            canvas.fill(&slice(at, segments, 0.0), FILLED);
        } else {
            // A line of which one half is outside and one inside.
            canvas.fill(&slice(at, segments, LINE / 2.0), OPEN_EDGE);
            canvas.fill(&slice(at, segments, -LINE / 2.0), OPEN);
        }
    }
    if filled == segments {
        let mut ring = Outline::default();
        ring.add(arc(MIDDLE, FULL + FULL_LINE / 2.0, 0.0, TAU));
        ring.add(arc(MIDDLE, FULL - FULL_LINE / 2.0, TAU, 0.0));
        canvas.fill(&ring, FILLED);
    }
    write(&format!("{filled}/{segments}"), &fonts.bold, 19.0, MIDDLE.1 + 7.0, TEXT, canvas);
}

/// The name, and under it the note. That it is full is said in a word too.
fn caption(clock: &Dial, fonts: &Fonts, canvas: &mut Canvas) {
    let lines = label::lines(&clock.name, &fonts.bold);
    // One line stands nearly where two have their middle.
    let mut y = NAME_TOP + if lines.len() == 1 { NAME_STEP / 2 } else { 0 };
    for (at, line) in lines.iter().enumerate() {
        y += if at == 0 { 0 } else { NAME_STEP };
        write(line, &fonts.bold, label::SIZE, y as f32, TEXT, canvas);
    }
    let y = (y + NOTE_STEP) as f32;
    let (filled, segments) = figures(clock);
    let note = label::cut(&label::plain(&clock.note), |note| note.chars().count() <= NOTE_CHARS);
    if filled == segments {
        canvas.fill(&Outline::round(MIDDLE.0 - 58.0, y - 15.0, 116.0, 21.0, 10.5), FILLED);
        let words = if note.is_empty() { says::IS_FULL.to_owned() } else { says::noted_full(&note) };
        write(&words, &fonts.bold, 13.0, y, GROUND, canvas);
    } else {
        write(&note, &fonts.regular, 13.0, y, QUIET, canvas);
    }
}

/// Writes in the middle of a clock's place, on the line that is so far down.
fn write(text: &str, font: &Font, size: f32, y: f32, colour: Colour, canvas: &mut Canvas) {
    canvas.fill(&font.outline(text, size, (MIDDLE.0, y)), colour);
}

/// One of so many equal slices of a ring, with a gap to the next that is as wide inside as outside, and so much larger
/// on every side.
fn slice(at: u8, of: u8, larger: f32) -> Outline {
    let turn = TAU / f32::from(of);
    let (from, to) = (turn * f32::from(at) - FRAC_PI_2, turn * (f32::from(at) + 1.0) - FRAC_PI_2);
    // Where they are many, the gaps must not eat them, and neither must the lines.
    let gap = if of > 1 { GAP.min(turn * INNER / 6.0) } else { 0.0 };
    let side = |radius: f32| ((gap - larger) / radius).min(turn / 2.0);
    let (outer, inner) = (OUTER + larger, INNER - larger);
    let mut outline = Outline::default();
    let there = arc(MIDDLE, outer, from + side(outer), to - side(outer));
    outline.add(there.chain(arc(MIDDLE, inner, to - side(inner), from + side(inner))));
    outline
}

#[cfg(test)]
mod tests;
