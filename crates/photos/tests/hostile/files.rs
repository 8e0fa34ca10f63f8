//! Honest files, to begin with: a picture whose corners differ, in each format.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use crate::{others, parts};

pub(crate) const RED: [u8; 3] = [220, 30, 30];
pub(crate) const GREEN: [u8; 3] = [30, 200, 40];
pub(crate) const BLUE: [u8; 3] = [30, 40, 210];
pub(crate) const GREY: [u8; 3] = [128, 128, 128];

/// Red at the top left, green at the top right, blue at the bottom left, grey at the bottom right.
pub(crate) fn corners(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| match (x < width / 2, y < height / 2) {
        (true, true) => Rgb(RED),
        (false, true) => Rgb(GREEN),
        (true, false) => Rgb(BLUE),
        (false, false) => Rgb(GREY),
    })
}

/// Like a photo: no two pixels the same, and hard to compress.
pub(crate) fn grain(width: u32, height: u32) -> RgbImage {
    let mut seed = 0x9e37_79b9_u32;
    RgbImage::from_fn(width, height, |x, y| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        let noise = (seed & 31) as u8;
        Rgb([(x % 200) as u8 + noise, (y % 200) as u8 + noise, ((x + y) % 200) as u8 + noise])
    })
}

pub(crate) fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.into().write_to(&mut out, format).expect("it can be encoded");
    out.into_inner()
}

pub(crate) fn jpeg() -> Vec<u8> {
    encoded(grain(96, 64), ImageFormat::Jpeg)
}

pub(crate) fn png() -> Vec<u8> {
    encoded(grain(96, 64), ImageFormat::Png)
}

/// Lossless, as that is all that can be made here.
pub(crate) fn webp() -> Vec<u8> {
    encoded(grain(96, 64), ImageFormat::WebP)
}

/// Lossy, as cameras and browsers make it.
pub(crate) fn lossy_webp() -> Vec<u8> {
    parts::webp(&[parts::webp_chunk(b"VP8 ", others::LOSSY)])
}

/// All three formats, each as it comes.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("jpeg", jpeg()),
        ("png", png()),
        ("webp", webp()),
        ("lossy webp", lossy_webp()),
        ("progressive jpeg", others::PROGRESSIVE.to_vec()),
    ]
}

/// How far a colour is from another.
pub(crate) fn differ(one: [u8; 3], other: [u8; 3]) -> u8 {
    one.iter().zip(other).map(|(a, b)| a.abs_diff(b)).max().unwrap_or_default()
}

/// The colours at the four corners of a JPEG, in the order of [`corners`].
pub(crate) fn corners_of(jpeg: &[u8]) -> [[u8; 3]; 4] {
    let picture =
        image::load_from_memory_with_format(jpeg, ImageFormat::Jpeg).expect("a JPEG of our own").into_rgb8();
    let (width, height) = picture.dimensions();
    let at = |x, y| picture.get_pixel(x, y).0;
    let (right, bottom) = (width - 1 - width / 8, height - 1 - height / 8);
    [at(width / 8, height / 8), at(right, height / 8), at(width / 8, bottom), at(right, bottom)]
}
