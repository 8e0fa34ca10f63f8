//! Honest files, to begin with: a picture whose corners differ, in each format.

use jpeg_encoder::{Encoder, SamplingFactor};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

use crate::{others, parts};

/// The formats that can be made here.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    Jpeg,
    Png,
    /// Lossless, as that is all that can be made.
    WebP,
}

pub(crate) const FORMATS: [Format; 3] = [Format::Jpeg, Format::Png, Format::WebP];

/// A picture of red, green and blue.
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) samples: Vec<u8>,
}

impl Picture {
    pub(crate) fn new(width: u32, height: u32, mut pixel: impl FnMut(u32, u32) -> [u8; 3]) -> Picture {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Picture { width, height, samples: places.flat_map(|(x, y)| pixel(x, y)).collect() }
    }
}

pub(crate) const RED: [u8; 3] = [220, 30, 30];
pub(crate) const GREEN: [u8; 3] = [30, 200, 40];
pub(crate) const BLUE: [u8; 3] = [30, 40, 210];
pub(crate) const GREY: [u8; 3] = [128, 128, 128];

/// Red at the top left, green at the top right, blue at the bottom left, grey at the bottom right.
pub(crate) fn corners(width: u32, height: u32) -> Picture {
    Picture::new(width, height, |x, y| match (x < width / 2, y < height / 2) {
        (true, true) => RED,
        (false, true) => GREEN,
        (true, false) => BLUE,
        (false, false) => GREY,
    })
}

/// Like a photo: no two pixels the same, and hard to compress.
pub(crate) fn grain(width: u32, height: u32) -> Picture {
    let mut seed = 0x9e37_79b9_u32;
    Picture::new(width, height, |x, y| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        let noise = (seed & 31) as u8;
        [(x % 200) as u8 + noise, (y % 200) as u8 + noise, ((x + y) % 200) as u8 + noise]
    })
}

pub(crate) fn encoded(picture: Picture, format: Format) -> Vec<u8> {
    let Picture { width, height, samples } = picture;
    match format {
        Format::Jpeg => encoded_jpeg(&samples, width, height, jpeg_encoder::ColorType::Rgb, |_| {}),
        Format::Png => encoded_png(&samples, width, height, png::ColorType::Rgb, png::BitDepth::Eight),
        Format::WebP => {
            let mut out = Vec::new();
            let encoder = image_webp::WebPEncoder::new(&mut out);
            encoder.encode(&samples, width, height, image_webp::ColorType::Rgb8).expect("it can be encoded");
            out
        }
    }
}

/// A JPEG of samples in any colours, coded as is set: if nothing is, with all colours of all pixels in one scan.
pub(crate) fn encoded_jpeg(
    samples: &[u8],
    width: u32,
    height: u32,
    colours: jpeg_encoder::ColorType,
    set: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, 75);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    set(&mut encoder);
    let side = |side: u32| u16::try_from(side).expect("a side of a JPEG");
    encoder.encode(samples, side(width), side(height), colours).expect("it can be encoded");
    out
}

/// A PNG of samples in any colours and of any depth.
pub(crate) fn encoded_png(
    samples: &[u8],
    width: u32,
    height: u32,
    colours: png::ColorType,
    depth: png::BitDepth,
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(colours);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(samples).expect("it can be encoded");
    writer.finish().expect("an end");
    out
}

pub(crate) fn jpeg() -> Vec<u8> {
    encoded(grain(96, 64), Format::Jpeg)
}

pub(crate) fn png() -> Vec<u8> {
    encoded(grain(96, 64), Format::Png)
}

pub(crate) fn webp() -> Vec<u8> {
    encoded(grain(96, 64), Format::WebP)
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
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    let samples = decoder.decode().expect("a JPEG of our own");
    let (width, height) = decoder.dimensions().expect("a size");
    let (pixels, _) = samples.as_chunks::<3>();
    let at = |x: usize, y: usize| pixels[y * width + x];
    let (right, bottom) = (width - 1 - width / 8, height - 1 - height / 8);
    [at(width / 8, height / 8), at(right, height / 8), at(width / 8, bottom), at(right, bottom)]
}
