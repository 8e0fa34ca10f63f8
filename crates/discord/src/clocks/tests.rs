use std::io::Cursor;

use super::*;

/// The lines of pixels in which a name is that is not long.
const NAMES: std::ops::Range<usize> = NAME_TOP - 15..NAME_TOP + NAME_STEP;

/// A picture as whoever opens the file sees it.
struct Pixels {
    width: usize,
    rgba: Vec<[u8; 4]>,
}

impl Pixels {
    fn read(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let frame = reader.next_frame(&mut bytes).expect("pixels");
        assert_eq!((frame.color_type, frame.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
        let (pixels, []) = bytes.as_chunks::<4>() else { panic!("half a pixel") };
        Self { width: frame.width as usize, rgba: pixels.to_vec() }
    }

    fn dimensions(&self) -> (usize, usize) {
        (self.width, self.rgba.len() / self.width)
    }

    fn at(&self, x: f32, y: f32) -> Colour {
        let [red, green, blue, opaque] = self.rgba[y.round() as usize * self.width + x.round() as usize];
        assert_eq!(opaque, 255);
        [red, green, blue]
    }
}

fn clock(name: &str, note: &str, filled: u8, segments: u8) -> Dial {
    Dial { name: name.into(), note: note.into(), segments, filled }
}

fn pixels(clocks: &[Dial]) -> Pixels {
    Pixels::read(&picture(clocks).expect("a picture"))
}

/// The colour at so many turns from the top, in the middle of the ring of the first clock.
fn at_turn(picture: &Pixels, turn: f32) -> Colour {
    let (angle, radius) = (TAU * turn - FRAC_PI_2, f32::midpoint(OUTER, INNER));
    picture.at(MIDDLE.0 + radius * angle.cos(), MIDDLE.1 + radius * angle.sin())
}

/// How many pixels differ, in lines from here to there.
fn differing(one: &Pixels, other: &Pixels, lines: std::ops::Range<usize>) -> usize {
    assert_eq!(one.dimensions(), other.dimensions());
    let there = lines.start * one.width..lines.end * one.width;
    std::iter::zip(&one.rgba[there.clone()], &other.rgba[there]).filter(|(one, other)| one != other).count()
}

#[test]
fn a_name_is_drawn_in_letters() {
    let named = pixels(&[clock("Bluecoats arrive", "threat", 1, 4)]);
    let other = pixels(&[clock("Crack the vault", "threat", 1, 4)]);
    let nameless = pixels(&[clock("", "threat", 1, 4)]);
    assert!(differing(&named, &nameless, NAMES) > 300);
    assert!(differing(&named, &other, NAMES) > 300);
    assert_eq!(differing(&named, &nameless, 0..NAMES.start), 0);
    assert_eq!(differing(&named, &nameless, NAMES.end..HEIGHT), 0);
}

#[test]
fn every_alphabet_of_the_font_is_drawn() {
    let nameless = pixels(&[clock("", "goal", 0, 4)]);
    let box_of = pixels(&[clock("\u{4e00}", "goal", 0, 4)]);
    assert!(differing(&box_of, &nameless, 0..HEIGHT) > 20, "what the font has not is a box");
    for letter in ["a", "é", "ß", "ő", "ş", "Ω", "Ж", "№", "€", "—", "…"] {
        let drawn = pixels(&[clock(letter, "goal", 0, 4)]);
        assert!(differing(&drawn, &nameless, 0..HEIGHT) > 5, "{letter}");
        assert!(differing(&drawn, &box_of, 0..HEIGHT) > 5, "{letter}");
    }
}

#[test]
fn a_hostile_name_is_a_name() {
    for name in [
        "<script>&\"",
        "</text></svg>",
        "' onload='x",
        "&#0;&lol;",
        "]]>\u{0}\u{1b}[31m\u{ffff}",
        "🎲 \u{202e}אב",
        "\u{202e}drawkcab\u{202c} \u{2066}alone\u{2069}",
        &format!("a{}", "\u{301}\u{335}".repeat(30)),
        &format!("Q\u{335}{}", "\u{300}\u{308}\u{328}".repeat(5_000)),
    ] {
        let drawn = pixels(&[clock(name, "goal", 1, 4), clock("Next", "goal", 1, 4)]);
        let nameless = pixels(&[clock("", "goal", 1, 4), clock("Next", "goal", 1, 4)]);
        assert!(differing(&drawn, &nameless, NAMES) > 50, "{name}");
        assert_eq!(differing(&drawn, &nameless, 0..NAMES.start), 0, "{name}");
    }
}

#[test]
fn a_name_without_an_end_is_cut_and_stays_in_its_place() {
    let endless = ["W".repeat(10_000), "a ".repeat(10_000), "一".repeat(10_000), "\u{335}".repeat(10_000)];
    for name in endless {
        let drawn = pixels(&[clock(&name, "goal", 1, 4)]);
        let nameless = pixels(&[clock("", "goal", 1, 4)]);
        assert!(differing(&drawn, &nameless, NAMES) > 300, "{name:.8}");
        assert_eq!(differing(&drawn, &nameless, 0..NAMES.start), 0, "{name:.8}");
        // On both sides of it is a margin.
        for y in NAMES {
            let row = y * WIDTH..(y + 1) * WIDTH;
            let (drawn, nameless) = (&drawn.rgba[row.clone()], &nameless.rgba[row]);
            assert_eq!(
                (&drawn[..13], &drawn[WIDTH - 13..]),
                (&nameless[..13], &nameless[WIDTH - 13..]),
                "{y}"
            );
        }
    }
}

#[test]
fn a_name_of_accents_is_drawn_and_one_of_controls_is_empty() {
    let nameless = pixels(&[clock("", "goal", 1, 4)]);
    let drawn = pixels(&[clock(&"\u{301}".repeat(10_000), "goal", 1, 4)]);
    assert!(differing(&drawn, &nameless, NAMES) > 5);
    let controls: String =
        ('\u{0}'..'\u{20}').chain('\u{7f}'..'\u{a0}').chain('\u{200b}'..'\u{2010}').collect();
    assert_eq!(differing(&pixels(&[clock(&controls, "goal", 1, 4)]), &nameless, 0..HEIGHT), 0);
}

#[test]
fn full_slices_have_the_colour_and_others_have_not() {
    for kind in ["threat", "goal", "faction"] {
        for segments in [1, 4, 6, 8, 12, 40] {
            for filled in [0, 1, segments / 2, segments - 1, segments] {
                let picture = pixels(&[clock("a", kind, filled, segments)]);
                for at in 0..segments {
                    let seen = at_turn(&picture, (f32::from(at) + 0.5) / f32::from(segments));
                    let wanted = if at < filled { FILLED } else { OPEN };
                    assert_eq!(seen, wanted, "slice {at} of {segments}, {filled} full");
                }
            }
        }
    }
}

#[test]
fn a_full_clock_is_marked_by_more_than_colour() {
    let full = pixels(&[clock("a", "goal", 4, 4)]);
    let almost = pixels(&[clock("a", "goal", 3, 4)]);
    // There is a ring round it, also far from the last slice,
    assert_eq!(full.at(MIDDLE.0 + OUTER + 9.0, MIDDLE.1), FILLED);
    assert_eq!(almost.at(MIDDLE.0 + OUTER + 9.0, MIDDLE.1), [0x1c, 0x21, 0x29]);
    // and it is said.
    assert!(differing(&full, &almost, NAMES.end..HEIGHT) > 500);
    let saying = |note: &str| {
        let (mut canvas, y) = (Canvas::new(WIDTH, HEIGHT), (NAME_TOP + NAME_STEP / 2 + NOTE_STEP) as f32);
        ground(WIDTH, HEIGHT, &mut canvas);
        canvas.fill(&Outline::round(62.0, y - 15.0, 116.0, 21.0, 10.5), FILLED);
        write(note, &Fonts::get().expect("our fonts").bold, 13.0, y, GROUND, &mut canvas);
        Pixels::read(&canvas.png().expect("a picture"))
    };
    assert_eq!(differing(&full, &saying("goal · full"), NAMES.end..HEIGHT), 0);
    assert!(differing(&full, &saying("goal · fall"), NAMES.end..HEIGHT) > 5);
}

#[test]
fn clocks_stand_in_rows_and_six_are_the_most() {
    let sizes: Vec<(usize, usize)> = (1..=8)
        .map(|count| pixels(&vec![clock("Crack the vault", "goal", 2, 6); count]).dimensions())
        .collect();
    assert_eq!(
        sizes,
        [(240, 280), (480, 280), (720, 280), (480, 560), (720, 560), (720, 560), (720, 560), (720, 560)]
    );
    assert!(picture(&[]).is_none());
}

#[test]
fn what_a_clock_cannot_be_is_drawn_all_the_same() {
    for (filled, segments) in [(0, 0), (9, 4), (255, 255)] {
        assert_eq!(pixels(&[clock("a", "threat", filled, segments)]).dimensions(), (240, 280));
    }
}

#[test]
fn a_picture_of_three_is_small() {
    let clocks = [
        clock("Bluecoats arrive", "threat", 3, 4),
        clock("Crack the vault", "goal", 2, 6),
        clock("The Lampblacks take over the docks", "faction", 8, 8),
    ];
    assert!(picture(&clocks).is_some_and(|png| png.len() < 50_000));
}

#[test]
fn the_words_say_what_the_picture_shows() {
    let clocks = [
        clock("Bluecoats arrive", "threat", 3, 4),
        clock("Crack the vault", "goal", 2, 6),
        clock("Dawn", "threat", 4, 4),
    ];
    assert_eq!(alt(&clocks), "Bluecoats arrive 3 of 4. Crack the vault 2 of 6. Dawn 4 of 4, full.");
    assert_eq!(alt(&[]), "");
    let long = alt(&vec![clock(&"🎲 lantern\n".repeat(100), "goal", 200, 255); 9]);
    assert!(
        long.encode_utf16().count() <= WORDS_MAX && long.matches("… 200 of 255.").count() == MOST,
        "{long}"
    );
}
