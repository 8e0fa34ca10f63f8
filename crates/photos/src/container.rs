//! The containers: which parts of a file make its picture, how large it is, and which way up.
//!
//! Each reader walks over a file once, by lengths that are checked against its end, and copies the parts that make the
//! picture. All else stays behind: what a decoder is not given, it cannot trip over.

pub(crate) mod jpeg;
pub(crate) mod png;
pub(crate) mod webp;

use crate::orientation::Orientation;
use crate::{DECODE_BYTES_MAX, PIXELS_MAX, SIDE_MAX, Unfit};

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Jpeg,
    Png,
    WebP,
}

/// What a file comes down to.
pub(crate) struct Essence {
    pub(crate) format: Format,
    /// A file of the same format with the picture, and nothing else.
    pub(crate) file: Vec<u8>,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// What its decoder needs for a hundred pixels, its output included.
    pub(crate) bytes_per_100_pixels: u64,
    /// Which way up it is.
    pub(crate) orientation: Orientation,
}

impl Essence {
    /// Is there room for it?
    pub(crate) fn check(&self) -> Result<(), Unfit> {
        let (width, height) = (self.width, self.height);
        if width == 0 || height == 0 {
            return Err(Unfit::Broken);
        }
        let pixels = u64::from(width) * u64::from(height);
        let fits = width <= SIDE_MAX
            && height <= SIDE_MAX
            && pixels <= PIXELS_MAX
            && pixels * self.bytes_per_100_pixels / 100 <= DECODE_BYTES_MAX;
        if fits { Ok(()) } else { Err(self.too_many_pixels()) }
    }

    pub(crate) fn too_many_pixels(&self) -> Unfit {
        Unfit::TooManyPixels { width: self.width, height: self.height }
    }
}

/// The next `count` bytes from a place, which moves on; the file is cut off if there are not so many.
fn take<'a>(bytes: &'a [u8], at: &mut usize, count: usize) -> Result<&'a [u8], Unfit> {
    let end = at.checked_add(count).ok_or(Unfit::CutOff)?;
    let taken = bytes.get(*at..end).ok_or(Unfit::CutOff)?;
    *at = end;
    Ok(taken)
}

/// A number of two bytes, the high one first.
fn u16_be(bytes: &[u8]) -> u16 {
    bytes.iter().take(2).fold(0, |sum, byte| sum << 8 | u16::from(*byte))
}

/// A number of up to four bytes, the high one first.
pub(crate) fn u32_be(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

/// A number of up to four bytes, the low one first.
pub(crate) fn uint_le(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}
