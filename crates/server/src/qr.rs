//! An address as a picture that a phone reads (a QR code): for a page, and for a terminal.

use qrcodegen::{QrCode, QrCodeEcc};

/// Squares of light that stand round it: what the standard asks for.
const QUIET: i32 = 4;

/// Which squares of a picture are dark.
#[derive(Clone)]
pub(crate) struct Squares(QrCode);

impl Squares {
    /// The picture of a text; none of one that is too long for any.
    pub(crate) fn of(text: &str) -> Option<Squares> {
        QrCode::encode_text(text, QrCodeEcc::Medium).ok().map(Squares)
    }

    /// Squares a side, with the light round it.
    pub(crate) fn side(&self) -> i32 {
        self.0.size() + 2 * QUIET
    }

    /// What is dark, as the path of an SVG: a stroke for every run of a row.
    pub(crate) fn path(&self) -> String {
        let mut path = String::new();
        for y in 0..self.side() {
            let mut x = 0;
            while x < self.side() {
                let run = (x..self.side()).take_while(|x| self.is_dark(*x, y)).count();
                if run > 0 {
                    path.push_str(&format!("M{x} {y}h{run}v1h-{run}z"));
                }
                x += i32::try_from(run).unwrap_or(0).max(1);
            }
        }
        path
    }

    fn is_dark(&self, x: i32, y: i32) -> bool {
        // Outside of it all is light.
        self.0.get_module(x - QUIET, y - QUIET)
    }
}

/// The picture of a text for a terminal, two rows of squares a line. With `coloured` light is white and dark is black;
/// without, light is as the letters are, which is right on a dark ground.
pub fn in_terminal(text: &str, coloured: bool) -> Option<String> {
    let squares = Squares::of(text)?;
    let (on, off) = if coloured { ("\u{1b}[97;40m", "\u{1b}[0m") } else { ("", "") };
    let mut out = String::new();
    for y in (0..squares.side()).step_by(2) {
        out.push_str(on);
        for x in 0..squares.side() {
            let below_is_light = y + 1 < squares.side() && !squares.is_dark(x, y + 1);
            out.push(match (!squares.is_dark(x, y), below_is_light) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        out.push_str(off);
        out.push('\n');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which squares of a drawing for a terminal are light, row by row.
    fn rows(drawn: &str) -> Vec<Vec<bool>> {
        let half = |line: &str, lit: &[char]| line.chars().map(|sign| lit.contains(&sign)).collect();
        drawn.lines().flat_map(|line| [half(line, &['█', '▀']), half(line, &['█', '▄'])]).collect()
    }

    #[test]
    fn the_terminal_and_the_page_draw_the_same_squares() {
        let text = "http://192.0.2.7:7777/join";
        let squares = Squares::of(text).expect("it fits");
        let drawn = in_terminal(text, false).expect("it fits");
        let side = usize::try_from(squares.side()).expect("a size");
        let rows = rows(&drawn);
        for (y, row) in rows.iter().take(side).enumerate() {
            assert_eq!(row.len(), side);
            for (x, light) in row.iter().enumerate() {
                let (x, y) = (i32::try_from(x).expect("small"), i32::try_from(y).expect("small"));
                assert_eq!(!squares.is_dark(x, y), *light, "{x} {y}");
            }
        }
        // A corner of every such picture: light round it, then a frame of seven dark squares.
        assert!(squares.path().starts_with("M4 4h7v1h-7z"), "{}", squares.path());
        assert!(rows[3].iter().all(|light| *light) && !rows[4][4]);
    }

    #[test]
    fn colours_say_what_is_light_whatever_the_ground_is() {
        let drawn = in_terminal("parlor", true).expect("it fits");
        assert!(drawn.lines().all(|line| line.starts_with("\u{1b}[97;40m") && line.ends_with("\u{1b}[0m")));
        assert_eq!(in_terminal(&"x".repeat(5_000), true), None, "too long for any");
    }
}
