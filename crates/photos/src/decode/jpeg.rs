//! JPEG, by zune-jpeg.

use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::{Decoded, Layout, RARE, room};
use crate::container::Essence;
use crate::picture::Colours;
use crate::{SIDE_MAX, Unfit};

pub(crate) fn decode(essence: &Essence) -> Result<Decoded, Unfit> {
    let side_max = SIDE_MAX as usize;
    // Cameras leave small faults in files, and viewers pass over them.
    let options =
        DecoderOptions::default().set_strict_mode(false).set_max_width(side_max).set_max_height(side_max);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(&essence.file[..]), options);
    decoder.decode_headers().map_err(unfit)?;
    // Every other space, that of print too, becomes red, green and blue.
    let (space, colours) = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => (ColorSpace::Luma, Colours::Grey),
        _ => (ColorSpace::RGB, Colours::Rgb),
    };
    decoder.set_options(options.jpeg_set_out_colorspace(space));
    let info = decoder.info().ok_or(Unfit::Broken)?;
    let found = (u32::from(info.width), u32::from(info.height));
    let mut decoded = room(essence, found, Layout { colours, alpha: false, deep: false })?;
    decoder.decode_into(&mut decoded.samples).map_err(unfit)?;
    Ok(decoded)
}

fn unfit(error: DecodeErrors) -> Unfit {
    match error {
        DecodeErrors::Unsupported(_) => RARE,
        _ => Unfit::Broken,
    }
}
