//! PNG: a header, and chunks with their lengths and sums.

use super::{Essence, Format, take, u32_be};
use crate::Unfit;
use crate::orientation::Orientation;

/// The eight bytes that every PNG begins with.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What a chunk has besides its data: its length, its name and its sum.
const FRAME_BYTES: usize = 12;

pub(crate) fn read(bytes: &[u8]) -> Result<Essence, Unfit> {
    let mut file = Vec::with_capacity(bytes.len());
    let mut at = 0;
    file.extend_from_slice(take(bytes, &mut at, SIGNATURE.len())?);
    let mut header: Option<&[u8]> = None;
    let mut transparent = false;
    let mut exif = None;
    loop {
        let start = at;
        let length = usize::try_from(u32_be(take(bytes, &mut at, 4)?)).map_err(|_| Unfit::CutOff)?;
        let name = take(bytes, &mut at, 4)?;
        let data = take(bytes, &mut at, length)?;
        take(bytes, &mut at, 4)?;
        match name {
            b"IHDR" if header.is_none() && length == 13 => header = Some(data),
            b"PLTE" | b"IDAT" if header.is_some() => {}
            b"tRNS" if header.is_some() => transparent = true,
            b"IEND" if header.is_some() => {}
            b"IHDR" | b"PLTE" | b"IDAT" | b"tRNS" | b"IEND" => return Err(Unfit::Broken),
            b"eXIf" => {
                exif = exif.or(Some(data));
                continue;
            }
            // Words, profiles, times, and the other pictures of one that moves: the first stands for it.
            _ => continue,
        }
        file.extend_from_slice(&bytes[start..start + FRAME_BYTES + length]);
        // What is behind the end is no part of the picture.
        if name == b"IEND" {
            break;
        }
    }
    let header = header.ok_or(Unfit::Broken)?;
    let (depth, colour) = (header[8], header[9]);
    let channels = match colour {
        0 => 1,
        2 | 3 => 3,
        4 => 2,
        6 => 4,
        _ => return Err(Unfit::Broken),
    };
    let bytes_a_channel = if depth == 16 { 2 } else { 1 };
    Ok(Essence {
        format: Format::Png,
        file,
        width: u32_be(header),
        height: u32_be(&header[4..]),
        bytes_per_100_pixels: 100 * bytes_a_channel * (channels + u64::from(transparent)),
        orientation: Orientation::of(exif),
    })
}
