//! Pixels: shapes are filled with a colour, smooth at their edges (anti-aliased), and written as a PNG.

use std::f32::consts::{PI, TAU};

use ab_glyph_rasterizer::{Point, Rasterizer, point};

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// A pixel of which less is covered keeps its colour.
const LEAST_COVERED: f32 = 1.0 / 512.0;
/// How many straight lines a whole turn has. On the largest ring, their middles are 0.003 pixels off.
const TURN_LINES: f32 = 360.0;
/// How many a curve of a letter has.
const CURVE_LINES: u8 = 4;

/// The edge of a shape: closed lines. What is round has many short ones.
#[derive(Default)]
pub(super) struct Outline {
    lines: Vec<(Point, Point)>,
    first: Point,
    last: Point,
}

impl Outline {
    /// A rectangle with corners that are so round.
    pub(super) fn round(left: f32, top: f32, width: f32, height: f32, radius: f32) -> Self {
        let (near, far) = ((left + radius, top + radius), (left + width - radius, top + height - radius));
        let corners = [(far, 0.0), ((near.0, far.1), 0.5), (near, 1.0), ((far.0, near.1), 1.5)];
        let mut outline = Self::default();
        outline.add(
            corners.into_iter().flat_map(|(middle, turn)| arc(middle, radius, PI * turn, PI * (turn + 0.5))),
        );
        outline
    }

    /// Adds a closed line through all of these. If it runs the other way round within another, it is the edge of a hole.
    pub(super) fn add(&mut self, points: impl Iterator<Item = (f32, f32)>) {
        for (at, (x, y)) in points.enumerate() {
            if at == 0 { self.begin(x, y) } else { self.go(x, y) }
        }
        self.close();
    }

    /// Begins a closed line.
    pub(super) fn begin(&mut self, x: f32, y: f32) {
        (self.first, self.last) = (point(x, y), point(x, y));
    }

    /// Goes straight to there.
    pub(super) fn go(&mut self, x: f32, y: f32) {
        self.lines.push((self.last, point(x, y)));
        self.last = point(x, y);
    }

    /// Goes to there in a curve (a quadratic one), which the first of the two draws to itself.
    pub(super) fn bend(&mut self, by: (f32, f32), to: (f32, f32)) {
        let from = self.last;
        for step in 1..=CURVE_LINES {
            let t = f32::from(step) / f32::from(CURVE_LINES);
            let at = |from: f32, by: f32, to: f32| {
                from * (1.0 - t) * (1.0 - t) + by * 2.0 * t * (1.0 - t) + to * t * t
            };
            self.go(at(from.x, by.0, to.0), at(from.y, by.1, to.1));
        }
    }

    /// Goes back to where it began.
    pub(super) fn close(&mut self) {
        self.go(self.first.x, self.first.y);
    }

    /// The whole pixels in which all of it is: where they begin, and where they end.
    fn bounds(&self) -> (Point, Point) {
        let nowhere = (point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN));
        self.lines.iter().fold(nowhere, |(least, most), (_, it)| {
            let least = point(least.x.min(it.x.floor()), least.y.min(it.y.floor()));
            (least, point(most.x.max(it.x.ceil()), most.y.max(it.y.ceil())))
        })
    }
}

/// The part of a circle from one angle to another.
pub(super) fn arc(middle: (f32, f32), radius: f32, from: f32, to: f32) -> impl Iterator<Item = (f32, f32)> {
    let lines = (TURN_LINES * (to - from).abs() / TAU).ceil().max(1.0);
    (0..=lines as u16).map(move |line| {
        let angle = from + (to - from) * f32::from(line) / lines;
        (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin())
    })
}

/// A picture that is being drawn.
pub(super) struct Canvas {
    width: usize,
    /// Red, green, blue and how opaque it is, of each pixel.
    pixels: Vec<[u8; 4]>,
    /// The pixel at which the shapes that come have their zero.
    pub(super) origin: (usize, usize),
}

impl Canvas {
    /// One that can be seen through.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, pixels: vec![[0; 4]; width * height], origin: (0, 0) }
    }

    /// Fills a shape. What is beyond the edge of the picture is left out.
    pub(super) fn fill(&mut self, outline: &Outline, colour: Colour) {
        if outline.lines.is_empty() {
            return;
        }
        // The rasteriser has no place for a line outside of its field.
        let (least, most) = outline.bounds();
        let (width, height) = ((most.x - least.x) as usize, (most.y - least.y) as usize);
        let mut field = Rasterizer::new(width, height);
        for (from, to) in &outline.lines {
            field.draw_line(*from - least, *to - least);
        }
        let place = |origin: usize, least: f32, at: usize| (origin + at).checked_add_signed(least as isize);
        field.for_each_pixel(|at, covered| {
            let x = place(self.origin.0, least.x, at % width).filter(|x| *x < self.width);
            let y = place(self.origin.1, least.y, at / width);
            if let (Some(x), Some(y)) = (x, y)
                && let Some(pixel) = self.pixels.get_mut(y * self.width + x)
                && covered >= LEAST_COVERED
            {
                *pixel = over(*pixel, colour, covered.min(1.0));
            }
        });
    }

    /// The picture as a file.
    pub(super) fn png(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let height = self.pixels.len().checked_div(self.width)?;
        let mut encoder = png::Encoder::new(&mut out, self.width.try_into().ok()?, height.try_into().ok()?);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        // Where much has one colour, differences between pixels only make the file larger.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(self.pixels.as_flattened()).ok()?;
        writer.finish().ok()?;
        Some(out)
    }
}

/// A pixel after so much of it has been covered with a colour.
fn over([red, green, blue, opaque]: [u8; 4], colour: Colour, covered: f32) -> [u8; 4] {
    let under = f32::from(opaque) / 255.0 * (1.0 - covered);
    let both = under + covered;
    let mix = |old: u8, new: u8| ((f32::from(old) * under + f32::from(new) * covered) / both).round() as u8;
    [mix(red, colour[0]), mix(green, colour[1]), mix(blue, colour[2]), (both * 255.0).round() as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Colour = [255, 0, 0];

    /// How opaque each pixel of a row is, after a shape has been filled.
    fn row(outline: &Outline, y: usize) -> Vec<u8> {
        let mut canvas = Canvas::new(8, 4);
        canvas.fill(outline, RED);
        canvas.pixels[8 * y..8 * (y + 1)].iter().map(|pixel| pixel[3]).collect()
    }

    #[test]
    fn a_pixel_is_covered_as_far_as_the_shape_goes() {
        let shape = Outline::round(1.0, 1.0, 3.5, 2.0, 0.0);
        assert_eq!(row(&shape, 0), [0; 8]);
        assert_eq!(row(&shape, 1), [0, 255, 255, 255, 128, 0, 0, 0]);
        assert_eq!(row(&shape, 3), [0; 8]);
    }

    #[test]
    fn what_is_beyond_the_edge_is_left_out() {
        assert_eq!(row(&Outline::round(-20.5, -3.0, 22.0, 50.0, 1.0), 3), [255, 128, 0, 0, 0, 0, 0, 0]);
        assert_eq!(row(&Outline::round(7.0, -3.0, 300.0, 50.0, 1.0), 3), [0, 0, 0, 0, 0, 0, 0, 255]);
        assert_eq!(row(&Outline::round(70.0, 80.0, 3.0, 5.0, 1.0), 3), [0; 8]);
        assert_eq!(row(&Outline::round(-70.0, -80.0, 3.0, 5.0, 1.0), 3), [0; 8]);
        assert_eq!(row(&Outline::default(), 0), [0; 8]);
    }

    #[test]
    fn a_line_that_runs_the_other_way_round_is_the_edge_of_a_hole() {
        let mut ring = Outline::default();
        ring.add([(0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (0.0, 4.0)].into_iter());
        ring.add([(2.0, 1.0), (2.0, 3.0), (6.0, 3.0), (6.0, 1.0)].into_iter());
        assert_eq!(row(&ring, 0), [255; 8]);
        assert_eq!(row(&ring, 2), [255, 255, 0, 0, 0, 0, 255, 255]);
    }

    #[test]
    fn a_curve_goes_where_it_is_drawn_to() {
        let mut bow = Outline::default();
        bow.begin(0.0, 4.0);
        bow.bend((4.0, -4.0), (8.0, 4.0));
        bow.close();
        // It is as high as half of the way to what draws it.
        assert_eq!((row(&bow, 0)[0], row(&bow, 0)[7], row(&bow, 1)[3]), (0, 0, 255));
        assert!((1..255).contains(&row(&bow, 0)[3]), "{:?}", row(&bow, 0));
    }

    #[test]
    fn a_colour_lies_over_another_and_over_nothing() {
        assert_eq!(over([0; 4], RED, 0.5), [255, 0, 0, 128]);
        assert_eq!(over([0, 0, 255, 255], RED, 0.5), [128, 0, 128, 255]);
        assert_eq!(over([0, 0, 255, 255], RED, 1.0), [255, 0, 0, 255]);
    }
}
