//! Which way up a picture is, and turning it upright.

use crate::container::{u32_be, uint_le};
use crate::picture::{Colours, Picture};

/// The entry of EXIF that says which way up a picture is.
const TAG: u32 = 0x0112;

/// That it is one number of two bytes.
const SHORT: u32 = 3;

/// How to read a picture so that it is upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Orientation {
    /// Its columns become rows.
    transposed: bool,
    /// Its rows are read from the right.
    from_right: bool,
    /// Its columns are read from the bottom.
    from_bottom: bool,
}

impl Orientation {
    /// As EXIF says it; as it is, if that says nothing.
    pub(crate) fn of(exif: Option<&[u8]>) -> Orientation {
        let number = exif.and_then(|exif| noted(exif.strip_prefix(b"Exif\0\0").unwrap_or(exif)));
        let (transposed, from_right, from_bottom) = match number {
            Some(2) => (false, true, false),
            Some(3) => (false, true, true),
            Some(4) => (false, false, true),
            Some(5) => (true, false, false),
            Some(6) => (true, false, true),
            Some(7) => (true, true, true),
            Some(8) => (true, true, false),
            _ => (false, false, false),
        };
        Orientation { transposed, from_right, from_bottom }
    }

    /// The picture, the right way up.
    pub(crate) fn upright(self, picture: Picture) -> Picture {
        match picture.colours {
            _ if self == Orientation::default() => picture,
            Colours::Grey => self.turned::<1>(&picture),
            Colours::Rgb => self.turned::<3>(&picture),
        }
    }

    fn turned<const SAMPLES: usize>(self, picture: &Picture) -> Picture {
        let (wide, high) = (picture.width, picture.height);
        let (width, height) = if self.transposed { (high, wide) } else { (wide, high) };
        let (pixels, _) = picture.samples.as_chunks::<SAMPLES>();
        let mut samples = Vec::with_capacity(picture.samples.len());
        for y in 0..height {
            for x in 0..width {
                let (x, y) = if self.transposed { (y, x) } else { (x, y) };
                let x = if self.from_right { wide - 1 - x } else { x };
                let y = if self.from_bottom { high - 1 - y } else { y };
                samples.extend_from_slice(&pixels[y * wide + x]);
            }
        }
        Picture { width, height, colours: picture.colours, samples }
    }
}

/// The number that a TIFF, which EXIF is, has for the orientation in its first directory.
fn noted(tiff: &[u8]) -> Option<u32> {
    let number: fn(&[u8]) -> u32 = match tiff.get(..4)? {
        b"II*\0" => uint_le,
        b"MM\0*" => u32_be,
        _ => return None,
    };
    let directory = tiff.get(number(tiff.get(4..8)?) as usize..)?;
    let count = number(directory.get(..2)?) as usize;
    let mut entries = directory.get(2..)?.chunks_exact(12).take(count);
    let entry = entries
        .find(|entry| (number(&entry[..2]), number(&entry[2..4]), number(&entry[4..8])) == (TAG, SHORT, 1))?;
    Some(number(&entry[8..10]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A TIFF with two entries, the second of which is the orientation.
    fn tiff(big: bool, orientation: u16) -> Vec<u8> {
        let two = |number: u16| if big { number.to_be_bytes() } else { number.to_le_bytes() };
        let four = |number: u32| if big { number.to_be_bytes() } else { number.to_le_bytes() };
        let mut out = if big { b"MM\0*".to_vec() } else { b"II*\0".to_vec() };
        out.extend_from_slice(&four(10));
        out.extend_from_slice(&[9, 9]);
        out.extend_from_slice(&two(2));
        for (tag, value) in [(0x0110, 3), (0x0112, orientation)] {
            out.extend([two(tag), two(3)].concat());
            out.extend(four(1));
            out.extend([two(value), two(0)].concat());
        }
        out
    }

    /// Three by two pixels, `1 2 3` above `4 5 6`; a pixel of red, green and blue is three times the same.
    fn numbered(colours: Colours) -> Picture {
        let samples = (1..=6).flat_map(|number| vec![number; colours.samples()]).collect();
        Picture { width: 3, height: 2, colours, samples }
    }

    #[test]
    fn all_eight_ways_are_turned_upright() {
        let check = |orientation: u16, width: usize, expected: [u8; 6]| {
            for (big, colours) in [(true, Colours::Grey), (false, Colours::Rgb)] {
                let found = Orientation::of(Some(&tiff(big, orientation))).upright(numbered(colours));
                let samples = expected.iter().flat_map(|number| vec![*number; colours.samples()]).collect();
                assert_eq!(found, Picture { width, height: 6 / width, colours, samples }, "{orientation}");
            }
        };
        check(1, 3, [1, 2, 3, 4, 5, 6]);
        check(2, 3, [3, 2, 1, 6, 5, 4]);
        check(3, 3, [6, 5, 4, 3, 2, 1]);
        check(4, 3, [4, 5, 6, 1, 2, 3]);
        check(5, 2, [1, 4, 2, 5, 3, 6]);
        check(6, 2, [4, 1, 5, 2, 6, 3]);
        check(7, 2, [6, 3, 5, 2, 4, 1]);
        check(8, 2, [3, 6, 2, 5, 1, 4]);
    }

    #[test]
    fn what_says_nothing_leaves_a_picture_as_it_is() {
        let check = |exif: &[u8]| assert_eq!(Orientation::of(Some(exif)), Orientation::default(), "{exif:?}");
        assert_eq!(Orientation::of(None), Orientation::default());
        [0, 9, 77, 0x0600, u16::MAX].into_iter().for_each(|number| check(&tiff(true, number)));
        let whole = tiff(true, 6);
        (0..whole.len()).for_each(|length| check(&whole[..length]));
        let changed = |at: usize, to: &[u8]| [&whole[..at], to, &whole[at + to.len()..]].concat();
        // Another beginning, a directory elsewhere, one entry only, no number of two bytes, more than one.
        [(0, &b"XX"[..]), (4, b"\xff\xff\xff\xff"), (11, b"\x01"), (27, b"\x04"), (31, b"\x02")]
            .into_iter()
            .for_each(|(at, to)| check(&changed(at, to)));
    }

    #[test]
    fn the_name_before_a_note_may_be_there_or_not() {
        let named = [b"Exif\0\0", &tiff(false, 3)[..]].concat();
        assert_eq!(Orientation::of(Some(&named)), Orientation::of(Some(&tiff(false, 3))));
        assert_ne!(Orientation::of(Some(&named)), Orientation::default());
    }
}
