//! WebP, by image-webp.

use std::io::Cursor;

use image_webp::{DecodingError, WebPDecoder};

use super::{Decoded, Layout, room};
use crate::Unfit;
use crate::container::Essence;
use crate::picture::Colours;

pub(crate) fn decode(essence: &Essence) -> Result<Decoded, Unfit> {
    let mut decoder = WebPDecoder::new(Cursor::new(&essence.file)).map_err(unfit)?;
    let layout = Layout { colours: Colours::Rgb, alpha: decoder.has_alpha(), deep: false };
    let mut decoded = room(essence, decoder.dimensions(), layout)?;
    decoder.read_image(&mut decoded.samples).map_err(unfit)?;
    Ok(decoded)
}

fn unfit(error: DecodingError) -> Unfit {
    match error {
        DecodingError::IoError(_) => Unfit::CutOff,
        _ => Unfit::Broken,
    }
}
