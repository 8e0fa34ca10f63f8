//! The picture: decoded, flattened, scaled, turned upright, and encoded anew.

use std::io::Cursor;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::imageops::FilterType;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageError, ImageFormat, Limits};

use crate::container::Essence;
use crate::{CLEAN_BYTES_MAX, CLEAN_SIDE_MAX, Clean, DECODE_BYTES_MAX, SIDE_MAX, Unfit};

/// How good the encoded picture is, of 100: no difference that a model sees, at a fifth of the bytes. One that is too
/// large nevertheless, because it is all noise, is encoded less well; the last is good enough for any.
const QUALITIES: [u8; 3] = [85, 60, 30];

/// Up to this side a picture is averaged by whole pixels, which needs no memory; the good filter, which needs 16 bytes a
/// pixel, does the rest.
const ROUGH_SIDE_MAX: u32 = 2 * CLEAN_SIDE_MAX;

pub(crate) fn make(essence: Essence) -> Result<Clean, Unfit> {
    let Essence { format, file, width, height, orientation, .. } = essence;
    let decoded = decode(format, &file).map_err(|error| match error {
        ImageError::Limits(_) => Unfit::TooManyPixels { width, height },
        ImageError::Unsupported(_) => Unfit::Unusual { what: "of a kind that few programs read" },
        ImageError::IoError(_) => Unfit::CutOff,
        _ => Unfit::Broken,
    })?;
    drop(file);
    // A decoder that comes to another size than the header says was not given the room for it.
    if (decoded.width(), decoded.height()) != (width, height) {
        return Err(Unfit::Broken);
    }
    let mut upright = scale(flatten(decoded));
    upright.apply_orientation(orientation);
    let picture = upright.into_rgb8();
    let (width, height) = picture.dimensions();
    let mut jpeg = Vec::new();
    for quality in QUALITIES {
        jpeg.clear();
        JpegEncoder::new_with_quality(&mut jpeg, quality)
            .encode(&picture, width, height, ExtendedColorType::Rgb8)
            .map_err(|_| Unfit::Broken)?;
        if jpeg.len() <= CLEAN_BYTES_MAX {
            break;
        }
    }
    Ok(Clean { jpeg, width, height })
}

fn decode(format: ImageFormat, file: &[u8]) -> Result<DynamicImage, ImageError> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(DECODE_BYTES_MAX);
    let file = Cursor::new(file);
    match format {
        ImageFormat::Png => DynamicImage::from_decoder(PngDecoder::with_limits(file, limits)?),
        ImageFormat::WebP => limited(WebPDecoder::new(file)?, limits),
        _ => limited(JpegDecoder::new(file)?, limits),
    }
}

fn limited(mut decoder: impl ImageDecoder, limits: Limits) -> Result<DynamicImage, ImageError> {
    decoder.set_limits(limits)?;
    DynamicImage::from_decoder(decoder)
}

/// Puts a picture with transparent parts on white, where it is: what nobody sees does not shine through when it is scaled.
fn flatten(mut picture: DynamicImage) -> DynamicImage {
    match &mut picture {
        DynamicImage::ImageRgba8(pixels) => pixels.pixels_mut().for_each(|pixel| on_white(&mut pixel.0)),
        DynamicImage::ImageLumaA8(pixels) => pixels.pixels_mut().for_each(|pixel| on_white(&mut pixel.0)),
        DynamicImage::ImageRgba16(pixels) => pixels.pixels_mut().for_each(|pixel| on_white(&mut pixel.0)),
        DynamicImage::ImageLumaA16(pixels) => pixels.pixels_mut().for_each(|pixel| on_white(&mut pixel.0)),
        _ => {}
    }
    picture
}

/// One pixel on white. Its last part says how much of it is seen.
fn on_white<T: image::Primitive + Into<u64> + TryFrom<u64>>(pixel: &mut [T]) {
    let Some((alpha, colours)) = pixel.split_last_mut() else { return };
    let white: u64 = T::DEFAULT_MAX_VALUE.into();
    let seen: u64 = (*alpha).into();
    for colour in colours {
        let mixed = ((*colour).into() * seen + white * (white - seen) + white / 2) / white;
        *colour = T::try_from(mixed).unwrap_or(T::DEFAULT_MAX_VALUE);
    }
    *alpha = T::DEFAULT_MAX_VALUE;
}

/// Scales a picture down to what is kept, if it is larger; never up.
fn scale(picture: DynamicImage) -> DynamicImage {
    let Some((width, height)) = within(&picture, CLEAN_SIDE_MAX) else { return picture };
    let rough = match within(&picture, ROUGH_SIDE_MAX) {
        Some((width, height)) => picture.thumbnail_exact(width, height),
        None => picture,
    };
    rough.resize_exact(width, height, FilterType::Lanczos3)
}

/// The size that a picture has within a square of some side; nothing if it is within it already.
fn within(picture: &DynamicImage, side: u32) -> Option<(u32, u32)> {
    let (width, height) = (picture.width(), picture.height());
    let longer = width.max(height);
    let scaled = |of: u32| {
        let rounded = (u64::from(of) * u64::from(side) + u64::from(longer) / 2) / u64::from(longer.max(1));
        u32::try_from(rounded).unwrap_or(side).clamp(1, side)
    };
    (longer > side).then(|| (scaled(width), scaled(height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(width: u32, height: u32) -> DynamicImage {
        DynamicImage::new_luma8(width, height)
    }

    #[test]
    fn the_longer_side_becomes_the_limit_and_the_shorter_follows() {
        assert_eq!(within(&sized(3136, 1568), 1568), Some((1568, 784)));
        assert_eq!(within(&sized(100, 4704), 1568), Some((33, 1568)));
        assert_eq!(within(&sized(16_384, 1), 1568), Some((1568, 1)));
    }

    #[test]
    fn what_is_small_enough_stays_as_it_is() {
        assert_eq!(within(&sized(1568, 1568), 1568), None);
        assert_eq!(within(&sized(1, 1), 1568), None);
        assert_eq!(scale(sized(20, 10)).width(), 20);
    }

    #[test]
    fn what_is_transparent_becomes_white_and_what_is_half_becomes_half() {
        let on_white = |mut pixel: [u8; 2]| {
            on_white(&mut pixel);
            pixel
        };
        assert_eq!(on_white([0, 0]), [255, 255]);
        assert_eq!(on_white([77, 255]), [77, 255]);
        assert_eq!(on_white([0, 128]), [127, 255]);
        let red = image::RgbaImage::from_pixel(1, 1, image::Rgba([255, 0, 0, 0]));
        assert_eq!(flatten(red.into()).into_rgb8().get_pixel(0, 0).0, [255, 255, 255]);
    }
}
