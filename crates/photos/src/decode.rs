//! The decoders: of each format the one crate that reads it, called so that it needs what [`Essence`] has worked out.

mod jpeg;
mod png;
mod webp;

use crate::Unfit;
use crate::container::{Essence, Format};
use crate::picture::Colours;

/// What a decoder says that it was not made for.
const RARE: Unfit = Unfit::Unusual { what: "of a kind that few programs read" };

/// What a decoder gives.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) layout: Layout,
    /// Row by row from the top, pixel by pixel from the left; of two bytes, the high one first.
    pub(crate) samples: Vec<u8>,
}

/// What a decoded pixel is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) colours: Colours,
    /// Is there a last sample that says how much of the pixel is seen?
    pub(crate) alpha: bool,
    /// Has a sample two bytes?
    pub(crate) deep: bool,
}

impl Layout {
    pub(crate) fn bytes(self) -> usize {
        (self.colours.samples() + usize::from(self.alpha)) * if self.deep { 2 } else { 1 }
    }
}

pub(crate) fn decode(essence: &Essence) -> Result<Decoded, Unfit> {
    match essence.format {
        Format::Jpeg => jpeg::decode(essence),
        Format::Png => png::decode(essence),
        Format::WebP => webp::decode(essence),
    }
}

/// Room for the picture, once its decoder has read the header. One that comes to another size than [`Essence`] has was
/// not given the room for it.
fn room(essence: &Essence, found: (u32, u32), layout: Layout) -> Result<Decoded, Unfit> {
    if found != (essence.width, essence.height) {
        return Err(Unfit::Broken);
    }
    let (width, height) = (essence.width as usize, essence.height as usize);
    Ok(Decoded { width, height, layout, samples: vec![0; width * height * layout.bytes()] })
}
