//! Photos of strangers, made harmless: checked, stripped of everything but the picture, scaled.
//!
//! [`clean`] takes bytes that anybody may have sent and gives a JPEG that this program made itself, or says in words why
//! not. It is pure: no file, no clock, no thread. What it promises:
//!
//! - **Nothing but the picture comes through.** Place and time taken, thumbnails, comments, profiles, a second picture or
//!   a whole archive behind the first: the output is encoded anew from pixels, and has none of it.
//! - **Bounded memory and time.** The container is read here, and what the picture will need is worked out from its
//!   header before a decoder sees it. Only the parts that make the picture are handed on, so that no decoder unpacks
//!   a profile or sorts a hundred thousand comments. [`MEMORY_MAX`] is what all of it may take at its worst.
//! - **No panic.** The decoder of JPEG is known to panic on some broken files; that is caught, and told as broken.
//! - **The same bytes in give the same bytes out**, on one machine. (Decoders may use what a processor offers, so another
//!   machine may differ in the last bit of a colour. Nothing depends on it: a photo is cleaned once and kept.)

mod container;
mod decode;
mod encode;
mod flatten;
mod kind;
mod orientation;
mod picture;
mod quiet;
mod scale;
mod unfit;

pub use unfit::Unfit;

use kind::Kind;

/// The largest file: 10 MB hold any photo that a phone takes, and are read into memory whole.
pub const BYTES_MAX: usize = 10 * 1024 * 1024;

/// The most pixels: the largest common sensors have 48 million.
pub const PIXELS_MAX: u64 = 50_000_000;

/// The longest side: what a panorama of a phone has. WebP can have no more, and a decoder keeps whole rows.
pub const SIDE_MAX: u32 = 16_384;

/// The longest side of what comes out. Models scale anything larger down to this themselves.
pub const CLEAN_SIDE_MAX: u32 = 1568;

/// The most bytes of what comes out. The strictest provider takes 5 MB of Base64, which is 3.75 MB of bytes.
pub const CLEAN_BYTES_MAX: usize = 3_500_000;

/// What a decoder may need for the picture itself. At 50 million pixels a common JPEG needs 150 MB; a progressive one twice
/// as much, and 16 bits a colour more still, so such pictures may have fewer pixels.
pub const DECODE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// The largest losslessly coded part of a WebP. Its decoder makes tables out of it that can be 400 times as large.
pub const LOSSLESS_WEBP_BYTES_MAX: usize = 1024 * 1024;

/// Scans of a progressive JPEG: encoders make some ten. Each is a walk over all of the picture, whatever little it holds.
pub const SCANS_MAX: usize = 32;

/// What cleaning takes at its worst: a picture of [`DECODE_BYTES_MAX`], the tables of a hostile WebP of
/// [`LOSSLESS_WEBP_BYTES_MAX`], a copy of the file, and a scaled picture. Any other format stays below half of it.
pub const MEMORY_MAX: usize = 768 * 1024 * 1024;

/// A photo that is fit to be kept and sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clean {
    /// A JPEG: the picture, and nothing else.
    pub jpeg: Vec<u8>,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

/// Checks a photo, takes away all but the picture, turns it upright, scales it down if need be, and encodes it anew.
pub fn clean(bytes: &[u8]) -> Result<Clean, Unfit> {
    if bytes.is_empty() {
        return Err(Unfit::Empty);
    }
    if bytes.len() > BYTES_MAX {
        return Err(Unfit::TooBig { bytes: bytes.len() });
    }
    let essence = match Kind::of(bytes) {
        Kind::Jpeg => container::jpeg::read(bytes)?,
        Kind::Png => container::png::read(bytes)?,
        Kind::WebP => container::webp::read(bytes)?,
        Kind::Other(what) => return Err(Unfit::NotAPhoto { what }),
    };
    essence.check()?;
    quiet::caught(|| picture::make(essence)).unwrap_or(Err(Unfit::Broken))
}
