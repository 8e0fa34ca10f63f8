//! Putting a picture on white, and its samples into eight bits each: before it is scaled, so that what nobody sees does not
//! shine through.

use crate::decode::{Decoded, Layout};
use crate::picture::{Colours, Picture};

/// Makes a picture of what a decoder gave, in the same memory.
pub(crate) fn flatten(decoded: Decoded) -> Picture {
    let Decoded { width, height, layout: Layout { colours, alpha, deep }, mut samples } = decoded;
    match (colours, alpha, deep) {
        (Colours::Grey | Colours::Rgb, false, false) => {}
        (Colours::Grey, true, false) => each(&mut samples, |[grey, seen]| [on_white(grey, seen)]),
        (Colours::Rgb, true, false) => {
            each(&mut samples, |[red, green, blue, seen]| [red, green, blue].map(|it| on_white(it, seen)));
        }
        (Colours::Grey, false, true) => each(&mut samples, |[high, low]| [narrow([high, low])]),
        (Colours::Rgb, false, true) => {
            each(&mut samples, |[a, b, c, d, e, f]| [[a, b], [c, d], [e, f]].map(narrow));
        }
        (Colours::Grey, true, true) => {
            each(&mut samples, |[a, b, high, low]| [deep_on_white([a, b], [high, low])]);
        }
        (Colours::Rgb, true, true) => each(&mut samples, |[a, b, c, d, e, f, high, low]| {
            [[a, b], [c, d], [e, f]].map(|it| deep_on_white(it, [high, low]))
        }),
    }
    Picture { width, height, colours, samples }
}

/// Turns every pixel of `FROM` bytes into one of `TO`, which are fewer, and moves it up to the one before.
fn each<const FROM: usize, const TO: usize>(samples: &mut Vec<u8>, turn: impl Fn([u8; FROM]) -> [u8; TO]) {
    const { assert!(TO <= FROM) };
    let pixels = samples.len() / FROM;
    for at in 0..pixels {
        let mut pixel = [0; FROM];
        pixel.copy_from_slice(&samples[at * FROM..][..FROM]);
        samples[at * TO..][..TO].copy_from_slice(&turn(pixel));
    }
    samples.truncate(pixels * TO);
}

/// A colour of which so much is seen, on white.
fn on_white(colour: u8, seen: u8) -> u8 {
    let (colour, seen, white) = (u32::from(colour), u32::from(seen), u32::from(u8::MAX));
    ((colour * seen + white * (white - seen) + white / 2) / white) as u8
}

/// The same of two bytes each, and then in one.
fn deep_on_white(colour: [u8; 2], seen: [u8; 2]) -> u8 {
    let white = u64::from(u16::MAX);
    let (colour, seen) = (u64::from(u16::from_be_bytes(colour)), u64::from(u16::from_be_bytes(seen)));
    let mixed = (colour * seen + white * (white - seen) + white / 2) / white;
    narrow((mixed as u16).to_be_bytes())
}

/// The nearest in one byte to a sample of two.
fn narrow(sample: [u8; 2]) -> u8 {
    ((u32::from(u16::from_be_bytes(sample)) + 128) / 257) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(colours: Colours, alpha: bool, deep: bool, samples: &[u8], expected: &[u8]) {
        let layout = Layout { colours, alpha, deep };
        let width = samples.len() / layout.bytes();
        let picture = flatten(Decoded { width, height: 1, layout, samples: samples.to_vec() });
        assert_eq!((picture.width, picture.height, picture.colours), (width, 1, colours));
        assert_eq!(picture.samples, expected, "{layout:?}");
    }

    #[test]
    fn what_is_transparent_becomes_white_and_what_is_half_becomes_half() {
        check(Colours::Grey, true, false, &[0, 0, 77, 255, 0, 128, 255, 3], &[255, 77, 127, 255]);
        check(Colours::Rgb, true, false, &[255, 0, 0, 0, 9, 8, 7, 255], &[255, 255, 255, 9, 8, 7]);
        check(Colours::Rgb, true, false, &[0, 100, 255, 128], &[127, 177, 255]);
        check(Colours::Grey, true, true, &[0, 0, 0, 0, 0x4d, 0x4d, 255, 255, 0, 0, 0x80, 0], &[255, 77, 127]);
        check(Colours::Rgb, true, true, &[255, 255, 0, 0, 0, 0, 0, 0], &[255, 255, 255]);
        check(Colours::Rgb, true, true, &[0, 0, 0x64, 0x64, 255, 255, 0x80, 0x80], &[127, 177, 255]);
    }

    #[test]
    fn two_bytes_become_the_nearest_one() {
        check(
            Colours::Grey,
            false,
            true,
            &[0, 0, 0, 128, 0, 129, 0x7f, 0xff, 255, 255],
            &[0, 0, 1, 127, 255],
        );
        check(Colours::Rgb, false, true, &[9, 9, 8, 8, 7, 7, 0, 0, 1, 1, 2, 2], &[9, 8, 7, 0, 1, 2]);
    }

    #[test]
    fn what_is_opaque_stays_as_it_is() {
        check(Colours::Grey, false, false, &[1, 2, 3], &[1, 2, 3]);
        check(Colours::Rgb, false, false, &[1, 2, 3, 4, 5, 6], &[1, 2, 3, 4, 5, 6]);
    }
}
