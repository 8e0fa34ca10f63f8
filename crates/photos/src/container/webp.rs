//! WebP: a RIFF with one picture in it, or several.

use super::{Essence, Format, take, uint_le};
use crate::orientation::Orientation;
use crate::{LOSSLESS_WEBP_BYTES_MAX, Unfit};

/// Where the first chunk begins.
const HEADER_BYTES: usize = 12;

/// In the flags of an extended header: it moves.
const MOVES: u8 = 0x02;

/// In the flags of an extended header: it has transparent parts.
const TRANSPARENT: u8 = 0x10;

pub(crate) fn read(bytes: &[u8]) -> Result<Essence, Unfit> {
    let (mut lossy, mut lossless, mut alpha, mut exif) = (None, None, None, None);
    let mut at = HEADER_BYTES;
    // The length that the RIFF gives for all of it is not believed, nor needed: each chunk has its own.
    while at < bytes.len() {
        // A few bytes at the end that can be no chunk are no loss.
        if bytes.len() - at < 8 {
            break;
        }
        let name = take(bytes, &mut at, 4)?;
        let length = usize::try_from(uint_le(take(bytes, &mut at, 4)?)).map_err(|_| Unfit::CutOff)?;
        let whole = lossy.is_some() || lossless.is_some();
        let data = match take(bytes, &mut at, length) {
            Ok(data) => data,
            // What is behind the picture may be no chunk at all.
            Err(_) if whole => break,
            Err(cut_off) => return Err(cut_off),
        };
        // Chunks begin at even places.
        at += length % 2;
        match name {
            b"VP8X" if data.first().is_some_and(|flags| flags & MOVES != 0) => {
                return Err(Unfit::Unusual { what: "a WebP that moves" });
            }
            b"VP8 " => lossy = lossy.or(Some(data)),
            b"VP8L" => lossless = lossless.or(Some(data)),
            b"ALPH" => alpha = alpha.or(Some(data)),
            b"EXIF" => exif = exif.or(Some(data)),
            _ => {}
        }
    }
    let too_large = |data: Option<&[u8]>| data.is_some_and(|data| data.len() > LOSSLESS_WEBP_BYTES_MAX);
    if too_large(lossless) || too_large(alpha) {
        return Err(Unfit::Unusual { what: "a lossless WebP of more than 1 MB" });
    }
    let mut file = Vec::with_capacity(bytes.len());
    file.extend_from_slice(b"RIFF\0\0\0\0WEBP");
    let (size, bytes_per_100_pixels) = match (lossy, lossless) {
        (Some(data), None) => {
            let (width, height) = lossy_size(data)?;
            if let Some(alpha) = alpha {
                let side = |side: u32| side.saturating_sub(1).to_le_bytes();
                let mut extended = vec![TRANSPARENT, 0, 0, 0];
                extended.extend_from_slice(&side(width)[..3]);
                extended.extend_from_slice(&side(height)[..3]);
                put(&mut file, b"VP8X", &extended);
                put(&mut file, b"ALPH", alpha);
            }
            put(&mut file, b"VP8 ", data);
            // Three planes, one of them whole; red, green and blue; and if need be what is transparent, as four bytes
            // while it is unpacked and as one after that.
            ((width, height), if alpha.is_some() { 150 + 400 + 500 } else { 150 + 300 })
        }
        (None, Some(data)) => {
            put(&mut file, b"VP8L", data);
            // Four bytes while it is unpacked, and three or four after that.
            (lossless_size(data)?, 800)
        }
        _ => return Err(Unfit::Broken),
    };
    let riff_bytes = u32::try_from(file.len() - 8).unwrap_or(u32::MAX);
    file[4..8].copy_from_slice(&riff_bytes.to_le_bytes());
    Ok(Essence {
        format: Format::WebP,
        file,
        width: size.0,
        height: size.1,
        bytes_per_100_pixels,
        orientation: Orientation::of(exif),
    })
}

fn put(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend_from_slice(name);
    file.extend_from_slice(&u32::try_from(data.len()).unwrap_or(u32::MAX).to_le_bytes());
    file.extend_from_slice(data);
    file.resize(file.len() + data.len() % 2, 0);
}

/// The size of a picture that was coded with losses: fourteen bits each.
fn lossy_size(data: &[u8]) -> Result<(u32, u32), Unfit> {
    match data {
        [_, _, _, 0x9d, 0x01, 0x2a, w0, w1, h0, h1, ..] => {
            let side = |low: u8, high: u8| uint_le(&[low, high]) & 0x3fff;
            Ok((side(*w0, *w1), side(*h0, *h1)))
        }
        _ => Err(Unfit::Broken),
    }
}

/// The size of a picture that was coded without: fourteen bits each, one less than it is.
fn lossless_size(data: &[u8]) -> Result<(u32, u32), Unfit> {
    match data {
        [0x2f, header @ ..] if header.len() >= 4 => {
            let bits = uint_le(header);
            // All bits set is one more than the decoder can count; it would take it for nothing.
            Ok(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        _ => Err(Unfit::Broken),
    }
}
