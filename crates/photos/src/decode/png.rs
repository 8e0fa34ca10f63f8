//! PNG, by png.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};

use super::{Decoded, Layout, RARE, room};
use crate::container::Essence;
use crate::picture::Colours;
use crate::{DECODE_BYTES_MAX, Unfit};

pub(crate) fn decode(essence: &Essence) -> Result<Decoded, Unfit> {
    let unfit = |error| match error {
        DecodingError::LimitsExceeded => essence.too_many_pixels(),
        DecodingError::IoError(_) => Unfit::CutOff,
        DecodingError::Format(_) | DecodingError::Parameter(_) => Unfit::Broken,
    };
    let limits = Limits { bytes: DECODE_BYTES_MAX as usize };
    let mut decoder = Decoder::new_with_limits(Cursor::new(&essence.file), limits);
    // Palettes become colours, and fewer bits than eight become eight.
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(unfit)?;
    let (colour, depth) = reader.output_color_type();
    let deep = match depth {
        BitDepth::Eight => false,
        BitDepth::Sixteen => true,
        BitDepth::One | BitDepth::Two | BitDepth::Four => return Err(RARE),
    };
    let (colours, alpha) = match colour {
        ColorType::Grayscale => (Colours::Grey, false),
        ColorType::GrayscaleAlpha => (Colours::Grey, true),
        ColorType::Rgb => (Colours::Rgb, false),
        ColorType::Rgba => (Colours::Rgb, true),
        ColorType::Indexed => return Err(RARE),
    };
    let mut decoded = room(essence, reader.info().size(), Layout { colours, alpha, deep })?;
    reader.next_frame(&mut decoded.samples).map_err(unfit)?;
    Ok(decoded)
}
