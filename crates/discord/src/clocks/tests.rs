use image::RgbaImage;

use super::*;

/// The lines of pixels in which a name is that is not long.
const NAMES: std::ops::Range<usize> = NAME_TOP - 15..NAME_TOP + NAME_STEP;

fn clock(name: &str, kind: ClockKind, filled: u8, segments: u8) -> Clock {
    Clock { name: name.into(), kind, segments, filled, visible: true }
}

fn pixels(clocks: &[Clock]) -> RgbaImage {
    let png = picture(clocks).expect("a picture");
    image::load_from_memory(&png).expect("a PNG").to_rgba8()
}

/// The colour at so many turns from the top, in the middle of the ring of the first clock.
fn at_turn(picture: &RgbaImage, turn: f64) -> String {
    let (angle, radius) = (TAU * turn - FRAC_PI_2, f64::midpoint(OUTER, INNER));
    let place = |middle: f64, part: f64| (middle + radius * part).round() as u32;
    let [red, green, blue, _] =
        picture.get_pixel(place(MIDDLE.0, angle.cos()), place(MIDDLE.1, angle.sin())).0;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// How many pixels differ, in lines from here to there.
fn differing(one: &RgbaImage, other: &RgbaImage, lines: std::ops::Range<usize>) -> usize {
    assert_eq!(one.dimensions(), other.dimensions());
    let there = one.enumerate_pixels().filter(|(_, y, _)| lines.contains(&(*y as usize)));
    there.filter(|(x, y, pixel)| other.get_pixel(*x, *y) != *pixel).count()
}

#[test]
fn a_name_is_drawn_in_letters() {
    let named = pixels(&[clock("Bluecoats arrive", ClockKind::Threat, 1, 4)]);
    let other = pixels(&[clock("Crack the vault", ClockKind::Threat, 1, 4)]);
    let nameless = pixels(&[clock("", ClockKind::Threat, 1, 4)]);
    assert!(differing(&named, &nameless, NAMES) > 300);
    assert!(differing(&named, &other, NAMES) > 300);
    assert_eq!(differing(&named, &nameless, 0..NAMES.start), 0);
    assert_eq!(differing(&named, &nameless, NAMES.end..HEIGHT), 0);
}

#[test]
fn every_alphabet_of_the_font_is_drawn() {
    let nameless = pixels(&[clock("", ClockKind::Goal, 0, 4)]);
    let box_of = pixels(&[clock("\u{4e00}", ClockKind::Goal, 0, 4)]);
    assert!(differing(&box_of, &nameless, 0..HEIGHT) > 20, "what the font has not is a box");
    for letter in ["a", "é", "ß", "ő", "ş", "Ω", "Ж", "№", "€", "—", "…"] {
        let drawn = pixels(&[clock(letter, ClockKind::Goal, 0, 4)]);
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
    ] {
        let drawn = pixels(&[clock(name, ClockKind::Goal, 1, 4), clock("Next", ClockKind::Goal, 1, 4)]);
        let nameless = pixels(&[clock("", ClockKind::Goal, 1, 4), clock("Next", ClockKind::Goal, 1, 4)]);
        assert!(differing(&drawn, &nameless, NAMES) > 50, "{name}");
        assert_eq!(differing(&drawn, &nameless, 0..NAMES.start), 0, "{name}");
    }
}

#[test]
fn full_slices_have_the_colour_and_others_have_not() {
    for kind in [ClockKind::Threat, ClockKind::Goal, ClockKind::Faction] {
        for segments in [1, 4, 6, 8, 12, 40] {
            for filled in [0, 1, segments / 2, segments - 1, segments] {
                let picture = pixels(&[clock("a", kind, filled, segments)]);
                for at in 0..segments {
                    let seen = at_turn(&picture, (f64::from(at) + 0.5) / f64::from(segments));
                    let wanted = if at < filled { colour(kind) } else { OPEN };
                    assert_eq!(seen, wanted, "slice {at} of {segments}, {filled} full");
                }
            }
        }
    }
}

#[test]
fn a_full_clock_is_marked_by_more_than_colour() {
    let full = pixels(&[clock("a", ClockKind::Goal, 4, 4)]);
    let almost = pixels(&[clock("a", ClockKind::Goal, 3, 4)]);
    // There is a ring round it, also far from the last slice,
    let x = (MIDDLE.0 + OUTER + 9.0).round() as u32;
    let y = MIDDLE.1.round() as u32;
    assert_eq!(full.get_pixel(x, y).0[..3], [0x8f, 0xe0, 0x8f]);
    assert_eq!(almost.get_pixel(x, y).0[..3], [0x1c, 0x21, 0x29]);
    // and it is said.
    assert!(differing(&full, &almost, NAMES.end..HEIGHT) > 500);
    assert!(drawing(&[clock("a", ClockKind::Goal, 4, 4)]).is_some_and(|it| it.contains("goal · full")));
}

#[test]
fn clocks_stand_in_rows_and_six_are_the_most() {
    let sizes: Vec<(u32, u32)> = (1..=8)
        .map(|count| pixels(&vec![clock("Crack the vault", ClockKind::Goal, 2, 6); count]).dimensions())
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
        assert_eq!(pixels(&[clock("a", ClockKind::Threat, filled, segments)]).dimensions(), (240, 280));
    }
}

#[test]
fn a_picture_of_three_is_small() {
    let clocks = [
        clock("Bluecoats arrive", ClockKind::Threat, 3, 4),
        clock("Crack the vault", ClockKind::Goal, 2, 6),
        clock("The Lampblacks take over the docks", ClockKind::Faction, 8, 8),
    ];
    assert!(picture(&clocks).is_some_and(|png| png.len() < 50_000));
}

#[test]
fn the_words_say_what_the_picture_shows() {
    let clocks = [
        clock("Bluecoats arrive", ClockKind::Threat, 3, 4),
        clock("Crack the vault", ClockKind::Goal, 2, 6),
        clock("Dawn", ClockKind::Threat, 4, 4),
    ];
    assert_eq!(alt(&clocks), "Bluecoats arrive 3 of 4. Crack the vault 2 of 6. Dawn 4 of 4, full.");
    assert_eq!(alt(&[]), "");
    let long = alt(&vec![clock(&"🎲 lantern\n".repeat(100), ClockKind::Goal, 200, 255); 9]);
    assert!(
        long.encode_utf16().count() <= WORDS_MAX && long.matches("… 200 of 255.").count() == MOST,
        "{long}"
    );
}
