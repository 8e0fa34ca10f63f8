//! Why something is no photo that can be kept. Each message says what is wrong and what to do.

use crate::{BYTES_MAX, PIXELS_MAX, SIDE_MAX};

/// Why a photo was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// There is nothing in it.
    #[error("this photo is empty: send it again")]
    Empty,

    /// The file is too large.
    #[error(
        "this photo has {} MB, and may have {} at most: save it smaller, or as JPEG",
        megabytes(*.bytes), BYTES_MAX / (1024 * 1024)
    )]
    TooBig {
        /// How large it is.
        bytes: usize,
    },

    /// The picture is too large.
    #[error(
        "this photo has {width} × {height} pixels, and may have {} million and {SIDE_MAX} a side at most{}: scale it down",
        PIXELS_MAX / 1_000_000, fewer(*.width, *.height)
    )]
    TooManyPixels {
        /// From left to right.
        width: u32,
        /// From top to bottom.
        height: u32,
    },

    /// It is something else.
    #[error("this is {what}, and only JPEG, PNG and WebP can be looked at: save it as JPEG or PNG")]
    NotAPhoto {
        /// What it looks like.
        what: &'static str,
    },

    /// It is a photo of a kind that is not read.
    #[error("this photo is {what}, which cannot be looked at: save it as a plain JPEG or PNG")]
    Unusual {
        /// What is unusual about it.
        what: &'static str,
    },

    /// The file ends before the picture does.
    #[error("this photo is cut off: the file ends before the picture does. Send it again")]
    CutOff,

    /// It cannot be decoded.
    #[error("this photo is broken and cannot be opened: send it again, or save it anew as JPEG or PNG")]
    Broken,
}

fn megabytes(bytes: usize) -> String {
    // Rounded up: one that is a byte too large must not be said to be as large as it may be.
    let tenths = bytes.div_ceil(1024 * 1024 / 10);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// What is said of a picture that is within the limits of every picture, and beyond those of its own kind.
fn fewer(width: u32, height: u32) -> &'static str {
    let within =
        u64::from(width) * u64::from(height) <= PIXELS_MAX && width <= SIDE_MAX && height <= SIDE_MAX;
    if within { " (fewer as it is coded: progressive, lossless, or 16 bits a colour)" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_and_what_to_do() {
        let big = Unfit::TooBig { bytes: BYTES_MAX + 1 }.to_string();
        assert_eq!(big, "this photo has 10.1 MB, and may have 10 at most: save it smaller, or as JPEG");
        let wide = Unfit::TooManyPixels { width: 65_535, height: 1 }.to_string();
        assert!(wide.contains("65535 × 1 pixels") && wide.ends_with("at most: scale it down"), "{wide}");
        let dear = Unfit::TooManyPixels { width: 7_000, height: 7_000 }.to_string();
        assert!(dear.contains("fewer as it is coded"), "{dear}");
        let gif = Unfit::NotAPhoto { what: "a GIF" }.to_string();
        assert!(gif.starts_with("this is a GIF") && gif.ends_with("save it as JPEG or PNG"), "{gif}");
    }
}
