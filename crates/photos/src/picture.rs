//! The picture: decoded, put on white, scaled, turned upright, and encoded anew.

use crate::container::Essence;
use crate::encode::encode;
use crate::flatten::flatten;
use crate::scale::scale;
use crate::{Clean, Unfit, decode};

/// What a pixel is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    Grey,
    /// Red, green and blue.
    Rgb,
}

impl Colours {
    pub(crate) fn samples(self) -> usize {
        match self {
            Colours::Grey => 1,
            Colours::Rgb => 3,
        }
    }
}

/// A picture, eight bits a sample, nothing transparent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) colours: Colours,
    /// Row by row from the top, pixel by pixel from the left.
    pub(crate) samples: Vec<u8>,
}

pub(crate) fn make(essence: Essence) -> Result<Clean, Unfit> {
    let decoded = decode::decode(&essence)?;
    let orientation = essence.orientation;
    drop(essence);
    encode(&orientation.upright(scale(flatten(decoded))))
}
