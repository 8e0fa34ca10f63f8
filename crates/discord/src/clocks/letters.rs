//! Letters of our fonts (glyphs): which a text has, where each stands, and how it is drawn.

use std::sync::LazyLock;

use icu_normalizer::ComposingNormalizerBorrowed as Composer;
use icu_normalizer::properties::{CanonicalDecompositionBorrowed as Decomposer, Decomposed};
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::canvas::Outline;

static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(|| {
    let font = |bytes| Face::parse(bytes, 0).ok().map(|face| Font { face });
    Some(Fonts {
        regular: font(include_bytes!("../../font/DejaVuSans.ttf"))?,
        bold: font(include_bytes!("../../font/DejaVuSans-Bold.ttf"))?,
    })
});

/// The fonts that there are.
pub(super) struct Fonts {
    pub(super) regular: Font,
    pub(super) bold: Font,
}

impl Fonts {
    pub(super) fn get() -> Option<&'static Self> {
        FONTS.as_ref()
    }
}

pub(super) struct Font {
    face: Face<'static>,
}

/// A letter, and where it is from the beginning of its line, in the font's own units.
struct Letter {
    glyph: GlyphId,
    right: i32,
    up: i32,
}

impl Font {
    /// How wide a text of this size is.
    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        self.letters(text).1 as f32 * self.unit(size)
    }

    /// A text of this size whose middle stands there.
    pub(super) fn outline(&self, text: &str, size: f32, (x, y): (f32, f32)) -> Outline {
        let unit = self.unit(size);
        let (letters, width) = self.letters(text);
        let left = x - width as f32 * unit / 2.0;
        let mut outline = Outline::default();
        for Letter { glyph, right, up } in letters {
            let (x, y) = (left + right as f32 * unit, y - up as f32 * unit);
            // There is nothing to a space.
            let _ = self.face.outline_glyph(glyph, &mut Pen { outline: &mut outline, x, y, unit });
        }
        outline
    }

    fn unit(&self, size: f32) -> f32 {
        size / f32::from(self.face.units_per_em())
    }

    /// The letters of a text, and how wide they are. What the font does not have is its first letter, a box.
    fn letters(&self, text: &str) -> (Vec<Letter>, i32) {
        let spelt = self.spell(text);
        let glyphs: Vec<GlyphId> =
            spelt.into_iter().map(|c| self.face.glyph_index(c).unwrap_or_default()).collect();
        let mut letters: Vec<Letter> = Vec::with_capacity(glyphs.len());
        let mut base = 0;
        let mut width = 0;
        for (at, glyph) in glyphs.iter().copied().enumerate() {
            let advance = i32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
            let mut letter = Letter { glyph, right: width, up: 0 };
            if advance > 0 {
                base = at;
            } else if let Some(base) = letters.get(base)
                && let Some((right, up)) = self.mark(base.glyph, glyph)
            {
                (letter.right, letter.up) = (base.right + right, base.up + up);
            }
            letters.push(letter);
            width += advance + glyphs.get(at + 1).map_or(0, |next| self.kern(glyph, *next));
        }
        (letters, width)
    }

    /// A text in characters that the font has, as far as it can be: a letter with its accent is one, or else two.
    fn spell(&self, text: &str) -> Vec<char> {
        let mut out: Vec<char> = Vec::with_capacity(text.len());
        for c in Composer::new_nfc().normalize(text).chars().filter(|c| !is_a_sign(*c)) {
            for c in self.parts(c).unwrap_or_else(|| vec![c]) {
                // An accent takes the place of the dot.
                if let Some(last @ ('i' | 'і')) = out.last_mut()
                    && ('\u{300}'..='\u{30c}').contains(&c)
                {
                    *last = 'ı';
                }
                out.push(c);
            }
        }
        out
    }

    /// What the font has for a character: itself, or a letter and its accents.
    fn parts(&self, c: char) -> Option<Vec<char>> {
        if self.face.glyph_index(c).is_some() {
            return Some(vec![c]);
        }
        match Decomposer::new().decompose(c) {
            Decomposed::Default => None,
            Decomposed::Singleton(same) => self.parts(same),
            Decomposed::Expansion(letter, accent) => {
                self.face.glyph_index(accent)?;
                let mut parts = self.parts(letter)?;
                parts.push(accent);
                Some(parts)
            }
        }
    }

    /// How much nearer than usual the second letter stands to the first; farther is more than zero.
    fn kern(&self, first: GlyphId, second: GlyphId) -> i32 {
        let kern = self.rules().find_map(|rule| match rule {
            PositioningSubtable::Pair(PairAdjustment::Format2 { coverage, classes, matrix })
                if coverage.contains(first) =>
            {
                Some(matrix.get((classes.0.get(first), classes.1.get(second)))?.0.x_advance)
            }
            _ => None,
        });
        kern.map_or(0, i32::from)
    }

    /// How far to the right of a letter and above it an accent on it stands.
    fn mark(&self, letter: GlyphId, accent: GlyphId) -> Option<(i32, i32)> {
        self.rules().find_map(|rule| {
            let PositioningSubtable::MarkToBase(rule) = rule else { return None };
            let (class, from) = rule.marks.get(rule.mark_coverage.get(accent)?)?;
            let to = rule.anchors.get(rule.base_coverage.get(letter)?, class)?;
            Some((i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y)))
        })
    }

    /// What the font says about where letters stand (its GPOS table).
    fn rules(&self) -> impl Iterator<Item = PositioningSubtable<'static>> {
        let lookups = self.face.tables().gpos.into_iter().flat_map(|table| table.lookups);
        lookups.flat_map(|lookup| lookup.subtables.into_iter())
    }
}

/// Says how the letters beside it are to be shown, and is none itself.
fn is_a_sign(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Draws one letter, whose units are so large and go up, with its zero there.
struct Pen<'a> {
    outline: &'a mut Outline,
    x: f32,
    y: f32,
    unit: f32,
}

impl Pen<'_> {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.unit, self.y - y * self.unit)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.outline.begin(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.outline.go(x, y);
    }

    fn quad_to(&mut self, by_x: f32, by_y: f32, x: f32, y: f32) {
        self.outline.bend(self.place(by_x, by_y), self.place(x, y));
    }

    /// No letter of a TrueType font has one.
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, x: f32, y: f32) {
        self.line_to(x, y);
    }

    fn close(&mut self) {
        self.outline.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bold() -> &'static Font {
        &Fonts::get().expect("our fonts").bold
    }

    /// How wide it is in the font's units, of which an em has 2048.
    fn units(text: &str) -> f32 {
        bold().width(text, 2048.0)
    }

    #[test]
    fn a_text_can_be_wider_only_with_more_letters() {
        assert_eq!(units(""), 0.0);
        assert!(units("i") > 0.0 && units("W") > units("i") && units("WW") > 1.9 * units("W"));
        assert!(units("<&>\"'") > units("<"));
        assert_eq!(bold().width("W", 17.0) * 2.0, bold().width("W", 34.0));
    }

    #[test]
    fn letters_stand_as_near_as_the_font_wants_them() {
        // Each by itself, and how much nearer the two are.
        assert_eq!((units("A"), units("V"), units("AV")), (1585.0, 1585.0, 2.0 * 1585.0 - 139.0));
        assert_eq!(units("HH"), 2.0 * units("H"));
        // As other programs measure it.
        assert!((bold().width("Crack the vault", 17.0) - 145.919).abs() < 0.001);
        let regular = &Fonts::get().expect("our fonts").regular;
        assert!(regular.width("threat", 13.0) < bold().width("threat", 13.0));
    }

    #[test]
    fn a_letter_with_an_accent_is_the_same_however_it_is_spelt() {
        for (apart, whole) in [("e\u{301}", "é"), ("Z\u{30c}", "Ž"), ("и\u{306}", "й"), ("\u{212b}", "Å")]
        {
            assert_eq!(bold().spell(apart), bold().spell(whole), "{whole}");
            assert_eq!(bold().spell(whole), [whole.chars().next().expect("a letter")]);
        }
        // The font does not have them whole.
        assert_eq!(bold().spell("ǎǐế"), ['a', '\u{30c}', 'ı', '\u{30c}', 'ê', '\u{301}']);
        assert_eq!(units("ǎ"), units("a"));
    }

    #[test]
    fn an_accent_stands_on_its_letter() {
        let accent = |text: &str| bold().letters(text).0.pop().expect("an accent");
        let (small, large) = (accent("q\u{301}"), accent("HQ\u{301}"));
        assert!(large.up > small.up, "{} and {}", large.up, small.up);
        assert!(large.right > small.right + units("H") as i32 / 2);
        // Where it has none, it is drawn all the same.
        assert!(!bold().letters("\u{301}").0.is_empty() && bold().letters("—\u{301}").0.len() == 2);
    }

    #[test]
    fn what_the_font_does_not_have_is_a_box_as_wide_as_any() {
        let glyphs = |text: &str| bold().letters(text).0.iter().map(|it| it.glyph.0).collect::<Vec<_>>();
        for strange in ["\u{4e00}", "🎲", "ạ", "\u{335}", "א", "\u{10ffff}", "\u{e000}"] {
            assert_eq!(glyphs(strange), [0], "{strange}");
            assert_eq!(units(strange), units("\u{4e00}"), "{strange}");
        }
        assert!(units("\u{4e00}") > 0.0);
    }

    #[test]
    fn a_sign_about_letters_is_no_letter() {
        assert_eq!(bold().spell("⚔\u{fe0f}so\u{ad}ft\u{2060}\u{e0041}"), ['⚔', 's', 'o', 'f', 't']);
    }
}
