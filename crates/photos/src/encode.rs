//! Encoding anew: a JPEG of nothing but the picture.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use crate::picture::{Colours, Picture};
use crate::{CLEAN_BYTES_MAX, Clean, Unfit};

/// How good the encoded picture is, of 100: no difference that a model sees, at a fifth of the bytes. One that is too
/// large nevertheless, because it is all noise, is encoded less well; the last is good enough for any.
const QUALITIES: [u8; 3] = [85, 60, 30];

pub(crate) fn encode(picture: &Picture) -> Result<Clean, Unfit> {
    let side = |side: usize| u16::try_from(side).map_err(|_| Unfit::Broken);
    let (width, height) = (side(picture.width)?, side(picture.height)?);
    let colours = match picture.colours {
        Colours::Grey => ColorType::Luma,
        Colours::Rgb => ColorType::Rgb,
    };
    let mut jpeg = Vec::new();
    for quality in QUALITIES {
        jpeg.clear();
        let mut encoder = Encoder::new(&mut jpeg, quality);
        // A colour of its own for every pixel: letters in red on blue stay readable.
        encoder.set_sampling_factor(SamplingFactor::F_1_1);
        encoder.encode(&picture.samples, width, height, colours).map_err(|_| Unfit::Broken)?;
        if jpeg.len() <= CLEAN_BYTES_MAX {
            break;
        }
    }
    Ok(Clean { jpeg, width: width.into(), height: height.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope(colours: Colours, width: usize, height: usize) -> Picture {
        let pixel = |at: usize| (0..colours.samples()).map(move |it| (at * 2 + it * 50) as u8 / 2);
        let samples = (0..width * height).flat_map(|at| pixel(at % width)).collect();
        Picture { width, height, colours, samples }
    }

    #[test]
    fn a_jpeg_has_a_frame_tables_and_one_scan_and_nothing_else() {
        for (colours, components) in [(Colours::Grey, 1), (Colours::Rgb, 3)] {
            let Clean { jpeg, width, height } = encode(&slope(colours, 19, 11)).expect("a JPEG");
            assert_eq!((width, height), (19, 11));
            let mut at = 2;
            let mut markers = Vec::new();
            while markers.last() != Some(&0xda) {
                assert_eq!(jpeg[at], 0xff);
                markers.push(jpeg[at + 1]);
                let segment = &jpeg[at + 4..];
                match jpeg[at + 1] {
                    0xe0 => assert!(segment.starts_with(b"JFIF\0")),
                    0xc0 => assert_eq!(segment[..6], [8, 0, 11, 0, 19, components]),
                    0xc4 | 0xdb => {}
                    0xda => assert_eq!(segment[0], components, "all of it in one scan"),
                    other => panic!("{other:#x} is there, too"),
                }
                at += 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
            }
            let inner = jpeg[at..].windows(2).filter(|pair| pair[0] == 0xff && pair[1] != 0).count();
            assert_eq!((inner, &jpeg[jpeg.len() - 2..]), (1, &[0xff, 0xd9][..]), "nothing behind the scan");
        }
    }

    #[test]
    fn what_is_no_picture_is_not_encoded() {
        assert_eq!(encode(&slope(Colours::Rgb, 0, 0)), Err(Unfit::Broken));
        assert_eq!(encode(&slope(Colours::Grey, 70_000, 1)), Err(Unfit::Broken));
    }
}
