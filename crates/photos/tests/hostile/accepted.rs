//! What honest people send, in every form that it comes in.

use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, Luma, Rgb, Rgba, RgbaImage};
use parlor_photos::{CLEAN_BYTES_MAX, CLEAN_SIDE_MAX, clean};

use crate::files::{self, BLUE, GREEN, GREY, RED, corners, corners_of, differ, encoded, grain};
use crate::measure::taken;
use crate::{others, parts};

/// JPEG is lossy, and so is turning colours into those of print and back.
const NEAR: u8 = 40;

fn check_corners(jpeg: &[u8], expected: [[u8; 3]; 4]) {
    let found = corners_of(jpeg);
    for (found, expected) in found.into_iter().zip(expected) {
        assert!(differ(found, expected) <= NEAR, "{found:?} is not {expected:?}");
    }
}

#[test]
fn every_format_comes_out_as_a_jpeg_of_the_same_picture() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let photo = taken(&encoded(corners(40, 24), format));
        assert_eq!((photo.width, photo.height), (40, 24));
        assert!(photo.jpeg.starts_with(b"\xff\xd8\xff") && photo.jpeg.ends_with(b"\xff\xd9"));
        check_corners(&photo.jpeg, [RED, GREEN, BLUE, GREY]);
    }
}

#[test]
fn files_of_other_encoders_are_read() {
    for file in [others::PROGRESSIVE, others::CMYK, &files::lossy_webp()] {
        let photo = taken(file);
        assert_eq!((photo.width, photo.height), (16, 16));
        check_corners(&photo.jpeg, [RED, GREEN, BLUE, GREY]);
    }
}

#[test]
fn what_is_transparent_is_put_on_white() {
    check_corners(&taken(others::LOSSY_TRANSPARENT).jpeg, [RED, GREEN, BLUE, [255; 3]]);
    // What is under it is not seen, and must not come out either, scaled or not.
    for side in [64, 2 * CLEAN_SIDE_MAX + 64] {
        let hidden = RgbaImage::from_pixel(side, side / 4, Rgba([255, 0, 0, 0]));
        check_corners(&taken(&encoded(hidden, ImageFormat::Png)).jpeg, [[255; 3]; 4]);
    }
}

#[test]
fn sixteen_bits_and_greys_are_read() {
    let deep = ImageBuffer::from_pixel(20, 20, Rgb([0xffff_u16, 0x8000, 0]));
    let [found, ..] = corners_of(&taken(&encoded(DynamicImage::ImageRgb16(deep), ImageFormat::Png)).jpeg);
    assert!(differ(found, [255, 128, 0]) <= NEAR, "{found:?}");
    let deep = ImageBuffer::from_pixel(20, 20, Luma([0x4000_u16]));
    let [found, ..] = corners_of(&taken(&encoded(DynamicImage::ImageLuma16(deep), ImageFormat::Png)).jpeg);
    assert!(differ(found, [64; 3]) <= NEAR, "{found:?}");
    let clear = ImageBuffer::from_pixel(20, 20, Rgba([0, 0, 0, 0x8000_u16]));
    let [found, ..] = corners_of(&taken(&encoded(DynamicImage::ImageRgba16(clear), ImageFormat::Png)).jpeg);
    assert!(differ(found, [127; 3]) <= NEAR, "{found:?}");
    for format in [ImageFormat::Jpeg, ImageFormat::Png] {
        let [found, ..] =
            corners_of(&taken(&encoded(GrayImage::from_pixel(20, 20, Luma([90])), format)).jpeg);
        assert!(differ(found, [90; 3]) <= NEAR, "{found:?}");
    }
}

#[test]
fn palettes_and_single_bits_are_read() {
    let line = |bits: u8| [0, bits, 0, bits];
    // 8 × 2 pixels of one bit each: the block is stored as it is, with its length and the length turned over.
    let stored = |data: &[u8]| {
        let length = u16::try_from(data.len()).expect("it is small");
        let (mut a, mut b) = (1u32, 0u32);
        data.iter().for_each(|byte| {
            a += u32::from(*byte);
            b += a;
        });
        let mut out = vec![0x78, 0x01, 1];
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&(!length).to_le_bytes());
        out.extend_from_slice(data);
        out.extend_from_slice(&(b << 16 | a).to_be_bytes());
        out
    };
    let chunks = |colour: u8| {
        let mut chunks = vec![parts::png_header(8, 2, 1, colour)];
        if colour == 3 {
            chunks.push(parts::png_chunk(b"PLTE", &[255, 0, 0, 0, 0, 255]));
            chunks.push(parts::png_chunk(b"tRNS", &[255, 0]));
        }
        chunks.push(parts::png_chunk(b"IDAT", &stored(&line(0x0f))));
        chunks.push(parts::png_chunk(b"IEND", b""));
        chunks
    };
    assert_eq!(taken(&parts::png(&chunks(0))).width, 8);
    let photo = taken(&parts::png(&chunks(3)));
    let [left, right, ..] = corners_of(&photo.jpeg);
    assert!(differ(left, [255, 0, 0]) < 100 && differ(right, [255; 3]) < 100, "{left:?} {right:?}");
}

#[test]
fn a_large_photo_is_scaled_and_a_small_one_is_not() {
    let photo = taken(&encoded(corners(4000, 3000), ImageFormat::Jpeg));
    assert_eq!((photo.width, photo.height), (1568, 1176));
    check_corners(&photo.jpeg, [RED, GREEN, BLUE, GREY]);
    let photo = taken(&encoded(corners(1000, 2000), ImageFormat::Png));
    assert_eq!((photo.width, photo.height), (784, 1568));
    check_corners(&photo.jpeg, [RED, GREEN, BLUE, GREY]);
    let photo = taken(&encoded(corners(1568, 3), ImageFormat::Png));
    assert_eq!((photo.width, photo.height), (1568, 3));
    let photo = taken(&encoded(corners(1, 1), ImageFormat::Png));
    assert_eq!((photo.width, photo.height), (1, 1));
    let photo = taken(&encoded(corners(16_384, 2), ImageFormat::Png));
    assert_eq!((photo.width, photo.height), (1568, 1));
}

#[test]
fn what_was_cleaned_keeps_its_size_when_it_is_cleaned_again() {
    let once = taken(&encoded(grain(2000, 1501), ImageFormat::Jpeg));
    let twice = taken(&once.jpeg);
    assert_eq!((once.width, once.height), (twice.width, twice.height));
}

#[test]
fn noise_comes_out_no_larger_than_a_provider_takes() {
    let mut seed = 7_u32;
    let noise = image::RgbImage::from_fn(1568, 1568, |_, _| {
        Rgb([(); 3].map(|()| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        }))
    });
    // What could hold it without loss is larger than what may come in.
    let mut file = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut file, 95);
    DynamicImage::from(noise).write_with_encoder(encoder).expect("it can be encoded");
    let photo = taken(&file);
    assert!(photo.jpeg.len() <= CLEAN_BYTES_MAX, "{} of {}", photo.jpeg.len(), file.len());
}

#[test]
fn the_same_bytes_in_give_the_same_bytes_out() {
    for (name, file) in files::all() {
        assert_eq!(clean(&file), clean(&file), "{name}");
    }
}

#[test]
fn of_a_png_that_moves_the_first_picture_is_taken() {
    let still = encoded(corners(40, 24), ImageFormat::Png);
    let mut chunks = parts::png_chunks(&still);
    chunks.insert(1, parts::png_chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]));
    let mut control = vec![0; 4];
    control.extend_from_slice(&40_u32.to_be_bytes());
    control.extend_from_slice(&24_u32.to_be_bytes());
    control.extend_from_slice(&[0; 14]);
    chunks.insert(2, parts::png_chunk(b"fcTL", &control));
    let end = chunks.len() - 1;
    chunks.insert(end, parts::png_chunk(b"fdAT", &[9; 40]));
    assert_eq!(clean(&parts::png(&chunks)), clean(&still));
}
