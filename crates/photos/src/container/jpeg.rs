//! JPEG: markers with segments, and the coded picture between them.

use super::{Essence, Format, take, u16_be};
use crate::orientation::Orientation;
use crate::{SCANS_MAX, Unfit};

/// What was found of the frame: the segment that says how the picture is coded.
struct Frame {
    width: u32,
    height: u32,
    components: u8,
    /// What a decoder holds back of a hundred pixels, if it must wait for a later scan: two bytes a coefficient.
    held_per_100_pixels: u64,
    progressive: bool,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Essence, Unfit> {
    let mut file = Vec::with_capacity(bytes.len());
    file.extend_from_slice(b"\xff\xd8");
    let mut at = 2;
    let mut exif = None;
    let mut frame: Option<Frame> = None;
    let mut scans = 0;
    let mut held_back = false;
    loop {
        let marker = next_marker(bytes, &mut at)?;
        match marker {
            // The end. What is behind it is no part of the picture.
            0xd9 => break,
            // Markers by themselves: a second beginning, a restart that is out of place.
            0x01 | 0xd0..=0xd8 => continue,
            _ => {}
        }
        let length = usize::from(u16_be(take(bytes, &mut at, 2)?));
        let segment = take(bytes, &mut at, length.checked_sub(2).ok_or(Unfit::Broken)?)?;
        match marker {
            // How the picture is coded, its tables, and where a scan begins.
            0xc0..=0xc2 => {
                if frame.is_some() {
                    return Err(Unfit::Broken);
                }
                frame = Some(read_frame(segment, marker == 0xc2)?);
            }
            0xc4 | 0xdb | 0xdd => {}
            0xda => {
                let Some(frame) = &frame else { return Err(Unfit::Broken) };
                scans += 1;
                if scans > SCANS_MAX {
                    return Err(Unfit::Unusual { what: "coded in too many scans" });
                }
                // A decoder waits for what a scan lacks, even if it is the only one.
                held_back |= frame.progressive || scans > 1 || segment.first() != Some(&frame.components);
            }
            // By this a decoder tells CMYK from what it looks like.
            0xee if segment.starts_with(b"Adobe") => {}
            0xe1 if segment.starts_with(b"Exif\0\0") => {
                exif = exif.or(Some(segment));
                continue;
            }
            0xc3 | 0xc5..=0xcf => return Err(Unfit::Unusual { what: "a JPEG of a rare kind" }),
            // Comments, profiles, thumbnails, and whatever else applications leave.
            _ => continue,
        }
        file.extend_from_slice(&[0xff, marker]);
        file.extend_from_slice(&bytes[at - length..at]);
        if marker == 0xda {
            let coded = coded_length(&bytes[at..]);
            file.extend_from_slice(take(bytes, &mut at, coded)?);
        }
    }
    file.extend_from_slice(b"\xff\xd9");
    let frame = frame.filter(|_| scans > 0).ok_or(Unfit::Broken)?;
    let held = if held_back { frame.held_per_100_pixels } else { 0 };
    Ok(Essence {
        format: Format::Jpeg,
        file,
        width: frame.width,
        height: frame.height,
        bytes_per_100_pixels: 300 + held,
        orientation: Orientation::of(exif),
    })
}

/// The next marker. Bytes before it that belong to nothing are passed over, as every reader does.
fn next_marker(bytes: &[u8], at: &mut usize) -> Result<u8, Unfit> {
    loop {
        if take(bytes, at, 1)? != b"\xff" {
            continue;
        }
        loop {
            match take(bytes, at, 1)? {
                [0xff] => {}
                [0] => break,
                marker => return Ok(marker[0]),
            }
        }
    }
}

/// How much of some bytes is coded picture: up to the next marker that is no restart.
fn coded_length(bytes: &[u8]) -> usize {
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let marker = |(byte, next): (&u8, &u8)| *byte == 0xff && !matches!(next, 0 | 0xd0..=0xd7 | 0xff);
    pairs.into_iter().position(marker).unwrap_or(bytes.len())
}

fn read_frame(segment: &[u8], progressive: bool) -> Result<Frame, Unfit> {
    let [_depth, h1, h0, w1, w0, count, components @ ..] = segment else { return Err(Unfit::Broken) };
    if !matches!(count, 1 | 3 | 4) || components.len() != usize::from(*count) * 3 {
        return Err(Unfit::Broken);
    }
    // Of each component: how many samples a block has across and down.
    let samples = components.chunks_exact(3).map(|of| (u64::from(of[1] >> 4), u64::from(of[1] & 15)));
    let legal = |(across, down): (u64, u64)| (1..=4).contains(&across) && (1..=4).contains(&down);
    if !samples.clone().all(legal) {
        return Err(Unfit::Broken);
    }
    let most = |(a, b): (u64, u64), (c, d): (u64, u64)| (a.max(c), b.max(d));
    let (across, down) = samples.clone().fold((1, 1), most);
    let sum: u64 = samples.map(|(across, down)| across * down).sum();
    Ok(Frame {
        width: u32::from(u16_be(&[*w1, *w0])),
        height: u32::from(u16_be(&[*h1, *h0])),
        components: *count,
        held_per_100_pixels: (200 * sum).div_ceil(across * down),
        progressive,
    })
}
