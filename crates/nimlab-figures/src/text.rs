//! Text: how wide it is, and its outlines. The font is Noto Sans (SIL Open
//! Font License), carried by the crate `notosans`. Subscripts and superscripts
//! of Unicode are set as small letters above or below the line, so that every
//! font shows them alike.

use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The fonts that SVG asks for: ours first, then similar ones.
pub const FAMILY: &str = "'Noto Sans','Open Sans',Arial,'DejaVu Sans',sans-serif";

/// The height of capitals and figures, for a font of size 1.
pub const CAPITAL: f64 = 0.714;

/// The size of small letters.
const SMALL: f64 = 0.7;

/// A stretch of text in one size.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRun {
    /// The text.
    pub text: String,
    /// Its size, for a font of size 1.
    pub scale: f64,
    /// How far below the line it stands, for a font of size 1.
    pub drop: f64,
}

/// Takes a text apart into stretches of one size.
pub fn runs(text: &str) -> Vec<TextRun> {
    let mut runs: Vec<TextRun> = Vec::new();
    for letter in text.chars() {
        let (plain, scale, drop) = match small(letter) {
            Some((plain, drop)) => (plain, SMALL, drop),
            None => (letter, 1.0, 0.0),
        };
        match runs.last_mut() {
            Some(run) if run.scale == scale && run.drop == drop => run.text.push(plain),
            _ => runs.push(TextRun { text: plain.to_string(), scale, drop }),
        }
    }
    runs
}

/// The letter that a small one stands for, and how far below the line it is.
fn small(letter: char) -> Option<(char, f64)> {
    const BELOW: &str = "₀₁₂₃₄₅₆₇₈₉ₙᵢⱼ";
    const BELOW_PLAIN: &str = "0123456789nij";
    const ABOVE: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿ";
    const ABOVE_PLAIN: &str = "0123456789−n";
    let of = |set: &str, plain: &str| set.chars().position(|other| other == letter).and_then(|i| plain.chars().nth(i));
    of(BELOW, BELOW_PLAIN).map(|plain| (plain, 0.16)).or_else(|| of(ABOVE, ABOVE_PLAIN).map(|plain| (plain, -0.34)))
}

/// The font, if it can be read, which a test makes sure of.
fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(notosans::REGULAR_TTF, 0).ok()).as_ref()
}

/// How wide a text is in a font of a size.
pub fn width(text: &str, size: f64) -> f64 {
    runs(text).iter().map(|run| run.text.chars().map(advance).sum::<f64>() * run.scale).sum::<f64>() * size
}

/// How far a letter moves the pen, for a font of size 1.
fn advance(letter: char) -> f64 {
    let Some(face) = face() else { return 0.6 };
    let advance = face.glyph_hor_advance(glyph(face, letter)).unwrap_or(0);
    f64::from(advance) / f64::from(face.units_per_em())
}

fn glyph(face: &Face<'_>, letter: char) -> GlyphId {
    face.glyph_index(letter).unwrap_or(GlyphId(0))
}

/// Draws the outlines of a text that begins at (0, 0), y downwards.
pub fn outline(text: &str, size: f64, builder: &mut tiny_skia::PathBuilder) {
    let Some(face) = face() else { return };
    let unit = size / f64::from(face.units_per_em());
    let mut x = 0.0;
    for run in runs(text) {
        for letter in run.text.chars() {
            let mut pen = GlyphPen { builder, x, y: run.drop * size, unit: unit * run.scale };
            face.outline_glyph(glyph(face, letter), &mut pen);
            x += advance(letter) * size * run.scale;
        }
    }
}

/// Puts the outlines of a letter where they belong.
struct GlyphPen<'b> {
    builder: &'b mut tiny_skia::PathBuilder,
    x: f64,
    y: f64,
    unit: f64,
}

impl GlyphPen<'_> {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        ((self.x + f64::from(x) * self.unit) as f32, (self.y - f64::from(y) * self.unit) as f32)
    }
}

impl OutlineBuilder for GlyphPen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x1, y1) = self.place(x1, y1);
        let (x, y) = self.place(x, y);
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (x1, y1) = self.place(x1, y1);
        let (x2, y2) = self.place(x2, y2);
        let (x, y) = self.place(x, y);
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_letter_that_figures_use() {
        let face = face().expect("the font can be read");
        let used =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;()/|+−=%×·≤≥≈≠…–′αβγδκφωℓè\u{2009}";
        let missing: String = used.chars().filter(|&letter| face.glyph_index(letter).is_none()).collect();
        assert_eq!(missing, "");
    }

    #[test]
    fn small_letters_become_runs_of_plain_ones() {
        let runs = runs("v₁₂/10⁻³");
        let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["v", "12", "/10", "−3"]);
        assert!(runs[1].drop > 0.0 && runs[3].drop < 0.0);
    }

    #[test]
    fn wider_text_is_wider() {
        assert!(width("mmm", 10.0) > width("iii", 10.0));
        assert!(width("10⁵", 10.0) < width("105", 10.0));
        assert_eq!(width("", 10.0), 0.0);
    }
}
