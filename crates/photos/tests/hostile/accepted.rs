//! What honest people send, in every form that it comes in.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use parlor_photos::{CLEAN_BYTES_MAX, CLEAN_SIDE_MAX, clean};
use png::BitDepth;

use crate::files::{
    self, BLUE, FORMATS, Format, GREEN, GREY, Picture, RED, corners, corners_of, differ, encoded,
    encoded_jpeg, encoded_png, grain,
};
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
    for format in FORMATS {
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
fn a_jpeg_is_read_however_it_is_coded() {
    let Picture { width, height, samples } = corners(72, 56);
    let check = |colours: ColorType, samples: &[u8], set: &dyn Fn(&mut Encoder<&mut Vec<u8>>)| {
        let photo = taken(&encoded_jpeg(samples, width, height, colours, set));
        assert_eq!((photo.width, photo.height), (width, height));
        check_corners(&photo.jpeg, [RED, GREEN, BLUE, GREY]);
    };
    // With fewer colours than pixels, as cameras have it: across, down, both, and a quarter across.
    for sampling in
        [SamplingFactor::F_2_1, SamplingFactor::F_1_2, SamplingFactor::F_2_2, SamplingFactor::F_4_1]
    {
        check(ColorType::Rgb, &samples, &|encoder| encoder.set_sampling_factor(sampling));
        check(ColorType::Rgb, &samples, &|encoder| {
            encoder.set_sampling_factor(sampling);
            encoder.set_progressive(true);
        });
    }
    check(ColorType::Rgb, &samples, &|encoder| encoder.set_restart_interval(3));
    // A scan for each colour.
    check(ColorType::Rgb, &samples, &|encoder| encoder.set_optimized_huffman_tables(true));
    // In the colours of print, by themselves and as brightness with two colours.
    let print: Vec<u8> = samples.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [!r, !g, !b, 0]).collect();
    for colours in [ColorType::Cmyk, ColorType::CmykAsYcck] {
        check(colours, &print, &|_| {});
        check(colours, &print, &|encoder| encoder.set_progressive(true));
    }
}

#[test]
fn what_is_transparent_is_put_on_white() {
    check_corners(&taken(others::LOSSY_TRANSPARENT).jpeg, [RED, GREEN, BLUE, [255; 3]]);
    // What is under it is not seen, and must not come out either, scaled or not.
    for side in [64, 2 * CLEAN_SIDE_MAX + 64] {
        let hidden = [255, 0, 0, 0].repeat((side * (side / 4)) as usize);
        let file = encoded_png(&hidden, side, side / 4, png::ColorType::Rgba, BitDepth::Eight);
        check_corners(&taken(&file).jpeg, [[255; 3]; 4]);
    }
}

#[test]
fn sixteen_bits_and_greys_are_read() {
    let check = |file: &[u8], expected: [u8; 3]| {
        let [found, ..] = corners_of(&taken(file).jpeg);
        assert!(differ(found, expected) <= NEAR, "{found:?}");
    };
    let even = |pixel: &[u8], colours: png::ColorType, depth: BitDepth| {
        encoded_png(&pixel.repeat(20 * 20), 20, 20, colours, depth)
    };
    check(&even(&[0xff, 0xff, 0x80, 0, 0, 0], png::ColorType::Rgb, BitDepth::Sixteen), [255, 128, 0]);
    check(&even(&[0x40, 0], png::ColorType::Grayscale, BitDepth::Sixteen), [64; 3]);
    check(&even(&[0, 0, 0, 0, 0, 0, 0x80, 0], png::ColorType::Rgba, BitDepth::Sixteen), [127; 3]);
    check(&even(&[0, 0, 0x40, 0], png::ColorType::GrayscaleAlpha, BitDepth::Sixteen), [191; 3]);
    check(&even(&[0, 64], png::ColorType::GrayscaleAlpha, BitDepth::Eight), [191; 3]);
    check(&even(&[0, 200, 40, 128], png::ColorType::Rgba, BitDepth::Eight), [127, 227, 147]);
    check(&even(&[90], png::ColorType::Grayscale, BitDepth::Eight), [90; 3]);
    check(&encoded_jpeg(&[90; 20 * 20], 20, 20, ColorType::Luma, |_| {}), [90; 3]);
}

#[test]
fn palettes_and_single_bits_are_read() {
    let line = |bits: u8| [0, bits, 0, bits];
    let chunks = |colour: u8| {
        let mut chunks = vec![parts::png_header(8, 2, 1, colour)];
        if colour == 3 {
            chunks.push(parts::png_chunk(b"PLTE", &[255, 0, 0, 0, 0, 255]));
            chunks.push(parts::png_chunk(b"tRNS", &[255, 0]));
        }
        // 8 × 2 pixels of one bit each.
        chunks.push(parts::png_chunk(b"IDAT", &parts::packed(&line(0x0f))));
        chunks.push(parts::png_chunk(b"IEND", b""));
        chunks
    };
    assert_eq!(taken(&parts::png(&chunks(0))).width, 8);
    let photo = taken(&parts::png(&chunks(3)));
    let [left, right, ..] = corners_of(&photo.jpeg);
    assert!(differ(left, [255, 0, 0]) < 100 && differ(right, [255; 3]) < 100, "{left:?} {right:?}");
}

#[test]
fn a_png_that_comes_coarse_first_is_read() {
    let file = |interlaced: u8, rows: &[&[[u8; 3]]]| {
        let header = parts::png_chunk(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, interlaced]);
        // Each row begins with a zero: it is as it is.
        let rows: Vec<u8> = rows.iter().flat_map(|row| [&[0][..], row.as_flattened()].concat()).collect();
        let data = parts::png_chunk(b"IDAT", &parts::packed(&rows));
        parts::png(&[header, data, parts::png_chunk(b"IEND", b"")])
    };
    // The pixel at the top left, the one to its right, and the row below them.
    let interlaced = file(1, &[&[RED], &[GREEN], &[BLUE, GREY]]);
    assert_eq!(taken(&interlaced), taken(&file(0, &[&[RED, GREEN], &[BLUE, GREY]])));
}

#[test]
fn a_large_photo_is_scaled_and_a_small_one_is_not() {
    let photo = taken(&encoded(corners(4000, 3000), Format::Jpeg));
    assert_eq!((photo.width, photo.height), (1568, 1176));
    check_corners(&photo.jpeg, [RED, GREEN, BLUE, GREY]);
    let photo = taken(&encoded(corners(1000, 2000), Format::Png));
    assert_eq!((photo.width, photo.height), (784, 1568));
    check_corners(&photo.jpeg, [RED, GREEN, BLUE, GREY]);
    let photo = taken(&encoded(corners(1568, 3), Format::Png));
    assert_eq!((photo.width, photo.height), (1568, 3));
    let photo = taken(&encoded(corners(1, 1), Format::Png));
    assert_eq!((photo.width, photo.height), (1, 1));
    let photo = taken(&encoded(corners(16_384, 2), Format::Png));
    assert_eq!((photo.width, photo.height), (1568, 1));
}

#[test]
fn odd_sizes_keep_their_size_and_their_colour() {
    let sizes = [(1, 1), (2, 1), (1, 2), (3, 5), (7, 9), (8, 8), (9, 17), (17, 15), (1568, 1), (1, 1567)];
    for ((width, height), format) in sizes.into_iter().flat_map(|size| FORMATS.map(|format| (size, format))) {
        let photo = taken(&encoded(Picture::new(width, height, |_, _| BLUE), format));
        assert_eq!((photo.width, photo.height), (width, height), "{format:?}");
        let found = corners_of(&photo.jpeg);
        let near = found.into_iter().all(|found| differ(found, BLUE) <= 8);
        assert!(near, "{width} × {height} {format:?}: {found:?}");
    }
    for (width, height, scaled) in [(1569, 1, (1568, 1)), (1, 3137, (1, 1568)), (1571, 1567, (1568, 1564))] {
        let photo = taken(&encoded(Picture::new(width, height, |_, _| RED), Format::Png));
        assert_eq!((photo.width, photo.height), scaled);
        assert!(corners_of(&photo.jpeg).into_iter().all(|found| differ(found, RED) <= 8));
    }
}

#[test]
fn what_was_cleaned_keeps_its_size_when_it_is_cleaned_again() {
    let once = taken(&encoded(grain(2000, 1501), Format::Jpeg));
    let twice = taken(&once.jpeg);
    assert_eq!((once.width, once.height), (twice.width, twice.height));
}

#[test]
fn noise_comes_out_no_larger_than_a_provider_takes() {
    let mut seed = 7_u32;
    let noise = Picture::new(1568, 1568, |_, _| {
        [(); 3].map(|()| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        })
    });
    // What could hold it without loss is larger than what may come in.
    let file = encoded_jpeg(&noise.samples, 1568, 1568, ColorType::Rgb, |encoder| encoder.set_quality(95));
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
    let still = encoded(corners(40, 24), Format::Png);
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
