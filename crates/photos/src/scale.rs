//! Scaling a picture down, by the filter of Lanczos (a windowed sinc of three lobes): sharp, and without the patterns that
//! fine stripes make in others.

use std::f32::consts::PI;

use crate::CLEAN_SIDE_MAX;
use crate::picture::{Colours, Picture};

/// How many pixels of the scaled picture the filter reaches to each side.
const LOBES: f32 = 3.0;

/// Scales a picture down to what is kept, if it is larger; never up.
pub(crate) fn scale(picture: Picture) -> Picture {
    match (within(picture.width, picture.height, CLEAN_SIDE_MAX as usize), picture.colours) {
        (None, _) => picture,
        (Some(size), Colours::Grey) => scaled::<1>(&picture, size),
        (Some(size), Colours::Rgb) => scaled::<3>(&picture, size),
    }
}

/// The size that a picture has within a square of some side; nothing if it is within it already.
fn within(width: usize, height: usize, side: usize) -> Option<(usize, usize)> {
    let longer = width.max(height);
    let scaled = |of: usize| ((of * side + longer / 2) / longer).clamp(1, side);
    (longer > side).then(|| (scaled(width), scaled(height)))
}

/// Row by row: of the rows that make a scaled one, their sum, and of that its pixels. No more than a row is held.
fn scaled<const SAMPLES: usize>(picture: &Picture, (width, height): (usize, usize)) -> Picture {
    let columns = shares(picture.width, width);
    let stride = picture.width * SAMPLES;
    let mut sum = vec![0.0; stride];
    let mut samples = Vec::with_capacity(width * height * SAMPLES);
    for Share { first, weights } in shares(picture.height, height) {
        sum.fill(0.0);
        for (row, weight) in picture.samples[first * stride..].chunks_exact(stride).zip(weights) {
            sum.iter_mut().zip(row).for_each(|(sum, sample)| *sum += weight * f32::from(*sample));
        }
        let (pixels, _) = sum.as_chunks::<SAMPLES>();
        for Share { first, weights } in &columns {
            let mut mixed = [0.0; SAMPLES];
            for (pixel, weight) in pixels[*first..].iter().zip(weights) {
                mixed.iter_mut().zip(pixel).for_each(|(mixed, sample)| *mixed += weight * sample);
            }
            // The filter overshoots at edges; what is beyond black and white becomes these.
            samples.extend(mixed.map(|sample| (sample + 0.5) as u8));
        }
    }
    Picture { width, height, colours: picture.colours, samples }
}

/// Of what a row or a column of the scaled picture is made.
struct Share {
    first: usize,
    /// How much of the first and of those after it. They come to one.
    weights: Vec<f32>,
}

/// What each of `to` rows or columns is made of, out of `from`, which are no fewer.
fn shares(from: usize, to: usize) -> Vec<Share> {
    let ratio = from as f32 / to as f32;
    let reach = LOBES * ratio;
    let share = |at: usize| {
        let middle = (at as f32 + 0.5) * ratio;
        let first = ((middle - reach).max(0.0) as usize).min(from - 1);
        let end = ((middle + reach).ceil() as usize).clamp(first + 1, from);
        let weight = |of: usize| lanczos((of as f32 + 0.5 - middle) / ratio);
        let sum: f32 = (first..end).map(weight).sum();
        Share { first, weights: (first..end).map(|of| weight(of) / sum).collect() }
    };
    (0..to).map(share).collect()
}

fn lanczos(x: f32) -> f32 {
    if x.abs() < LOBES { sinc(x) * sinc(x / LOBES) } else { 0.0 }
}

fn sinc(x: f32) -> f32 {
    if x == 0.0 { 1.0 } else { (PI * x).sin() / (PI * x) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: usize, height: usize, sample: impl Fn(usize, usize) -> usize) -> Picture {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let samples = places.map(|(x, y)| u8::try_from(sample(x, y)).expect("a byte")).collect();
        Picture { width, height, colours: Colours::Grey, samples }
    }

    #[test]
    fn the_longer_side_becomes_the_limit_and_the_shorter_follows() {
        assert_eq!(within(3136, 1568, 1568), Some((1568, 784)));
        assert_eq!(within(100, 4704, 1568), Some((33, 1568)));
        assert_eq!(within(16_384, 1, 1568), Some((1568, 1)));
    }

    #[test]
    fn what_is_small_enough_stays_as_it_is() {
        assert_eq!(within(1568, 1568, 1568), None);
        assert_eq!(within(1, 1, 1568), None);
        let small = grey(20, 10, |x, y| x + y);
        assert_eq!(scale(small.clone()), small);
    }

    /// The expected samples are those of Pillow 12, in floating point, rounded.
    #[test]
    fn samples_are_those_of_another_program() {
        let picture = grey(9, 7, |x, y| (x * 37 + y * 91 + x * y * 13) % 256);
        let expected = [102, 139, 141, 129, 132, 151, 134, 127, 96, 142, 140, 148];
        assert_eq!(scaled::<1>(&picture, (4, 3)).samples, expected);
        // The same in each of three colours.
        let samples = picture.samples.iter().flat_map(|it| [*it, 255 - *it, *it]).collect();
        let coloured = Picture { colours: Colours::Rgb, samples, ..picture };
        let expected: Vec<u8> = expected.iter().flat_map(|it| [*it, 255 - *it, *it]).collect();
        assert_eq!(scaled::<3>(&coloured, (4, 3)).samples, expected);
    }

    #[test]
    fn what_is_even_stays_even_to_the_edge() {
        for (width, height) in [(1569, 1), (1, 1569), (3137, 2), (1570, 1569), (5000, 3), (16_384, 1)] {
            for sample in [0, 1, 128, 254, 255] {
                let scaled = scale(grey(width, height, |_, _| sample));
                assert_eq!(scaled.width.max(scaled.height), 1568);
                assert_eq!(scaled.samples.len(), scaled.width * scaled.height);
                let even = |found: &u8| usize::from(*found) == sample;
                assert!(scaled.samples.iter().all(even), "{width} × {height} of {sample}");
            }
        }
    }

    #[test]
    fn a_slope_stays_a_slope() {
        // From 0 to 250 over 2,000 pixels; the pixel in the middle of each scaled one is what it must be.
        let scaled = scaled::<1>(&grey(2000, 1, |x, _| x / 8), (500, 1));
        for (x, found) in scaled.samples.iter().enumerate().skip(8).take(484) {
            assert!(found.abs_diff(u8::try_from(x / 2).expect("a byte")) <= 1, "{found} at {x}");
        }
    }

    #[test]
    fn stripes_finer_than_a_pixel_become_grey() {
        let scaled = scaled::<1>(&grey(900, 900, |x, y| (x + y) % 2 * 255), (300, 300));
        let far = scaled.samples.iter().filter(|found| found.abs_diff(127) > 3).count();
        assert_eq!(far, 0, "of {}", scaled.samples.len());
    }
}
