//! Scenes as SVG: texts stay texts, lines stay lines, cells and crowds of
//! points become embedded pictures. Every number has at most two decimals.

use crate::colour::{Colour, colour_of_level};
use crate::error::Result;
use crate::raster;
use crate::scene::{Anchor, Area, Pen, Place, Primitive, Scene, UNITS};
use crate::text;
use std::fmt::Write;

/// Up to this many cells are drawn as squares that can be edited.
const FEW_CELLS: usize = 1024;

/// A scene as a document.
pub fn write(scene: &Scene, title: &str) -> Result<String> {
    raster::check(&scene.items)?;
    let mut writer = SvgWriter { out: String::new(), clips: 0 };
    let [width, height] = [scene.width, scene.height].map(number);
    let millimetres = |length: f64| number(length / UNITS);
    writer.out.push_str(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{}\">\n",
        millimetres(scene.width),
        millimetres(scene.height),
        text::FAMILY
    ));
    writer.out.push_str(&format!("<title>{}</title>\n", escaped(title)));
    writer.out.push_str(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"));
    writer.items(&scene.items)?;
    writer.out.push_str("</svg>\n");
    Ok(writer.out)
}

struct SvgWriter {
    out: String,
    clips: u32,
}

impl SvgWriter {
    fn items(&mut self, items: &[Primitive]) -> Result<()> {
        for item in items {
            match item {
                Primitive::Line { points, pen } => self.line(points, pen),
                Primitive::Polygon { points, fill } => {
                    self.tag(&format!("path d=\"{}Z\" {}", path(points), paint("fill", *fill)));
                }
                Primitive::Discs { centres, radius, fill } => self.discs(centres, *radius, *fill),
                Primitive::Text { at, text, size, anchor, turned, colour } => {
                    self.text(*at, text, *size, *anchor, *turned, *colour);
                }
                Primitive::Picture { area, columns, rows, cells } => self.picture(*area, *columns, *rows, cells)?,
                Primitive::Group { area, items, raster: true } => {
                    let png = raster::layer_png(items, *area)?;
                    self.image(*area, &png, "auto");
                }
                Primitive::Group { items, .. } if items.is_empty() => {}
                Primitive::Group { area, items, .. } => {
                    let id = self.clips;
                    self.clips += 1;
                    self.tag_with("clipPath", &format!(" id=\"c{id}\""), &format!("<rect {}/>", rectangle(*area)));
                    let _ = writeln!(self.out, "<g clip-path=\"url(#c{id})\">");
                    self.items(items)?;
                    self.out.push_str("</g>\n");
                }
            }
        }
        Ok(())
    }

    fn tag(&mut self, inside: &str) {
        // Writing into a text cannot fail.
        let _ = writeln!(self.out, "<{inside}/>");
    }

    fn tag_with(&mut self, name: &str, attributes: &str, inside: &str) {
        let _ = writeln!(self.out, "<{name}{attributes}>{inside}</{name}>");
    }

    fn line(&mut self, points: &[Place], pen: &Pen) {
        let closed = points.len() > 2 && points.first() == points.last();
        let (points, end) = if closed { (&points[1..], "Z") } else { (points, "") };
        let mut style = format!("{} stroke-width=\"{}\"", paint("stroke", pen.colour), number(pen.width));
        if pen.dash[0] > 0.0 {
            let _ = write!(style, " stroke-dasharray=\"{} {}\"", number(pen.dash[0]), number(pen.dash[1]));
        }
        let join = if closed { "" } else { " stroke-linejoin=\"round\"" };
        self.tag(&format!("path d=\"{}{end}\" fill=\"none\" {style}{join}", path(points)));
    }

    fn discs(&mut self, centres: &[Place], radius: f64, fill: Colour) {
        let mut outline = String::new();
        let (r, across) = (number(radius), number(2.0 * radius));
        for [x, y] in centres {
            let _ = write!(
                outline,
                "M{} {}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0",
                number(x - radius),
                number(*y)
            );
        }
        self.tag(&format!("path d=\"{outline}\" {}", paint("fill", fill)));
    }

    fn text(&mut self, [x, y]: Place, words: &str, size: f64, anchor: Anchor, turned: bool, colour: Colour) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y) = (number(x), number(y));
        let place = match turned {
            false => format!(" x=\"{x}\" y=\"{y}\""),
            true => format!(" transform=\"translate({x} {y}) rotate(-90)\""),
        };
        // As wide in every font as in ours, so that the layout holds.
        let width = number(text::width(words, size));
        let style = format!(
            " font-size=\"{}\"{anchor} textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" {}",
            number(size),
            paint("fill", colour)
        );
        let mut inside = String::new();
        let mut drop = 0.0;
        for run in text::runs(words) {
            let text = escaped(&run.text);
            if run.scale == 1.0 && run.drop == drop {
                inside.push_str(&text);
            } else {
                let shift = number((run.drop - drop) * size);
                let small = number(run.scale * size);
                let _ = write!(inside, "<tspan dy=\"{shift}\" font-size=\"{small}\">{text}</tspan>");
            }
            drop = run.drop;
        }
        self.tag_with("text", &format!("{place}{style}"), &inside);
    }

    fn picture(&mut self, area: Area, columns: u32, rows: u32, cells: &[Option<u8>]) -> Result<()> {
        if columns == 1 || cells.len() > FEW_CELLS {
            // Enough pixels that a viewer which smooths does no harm.
            let side = if columns == 1 { 1 } else { 1200u32.div_ceil(columns.max(rows)) };
            let png = raster::cells_png(columns, rows, cells, side)?;
            self.image(area, &png, "pixelated");
            return Ok(());
        }
        self.out.push_str("<g shape-rendering=\"crispEdges\">\n");
        let [width, height] = [area.width / f64::from(columns), area.height / f64::from(rows)];
        for (i, cell) in cells.iter().enumerate() {
            let Some(level) = cell else { continue };
            let [column, row] = [i as u32 % columns, i as u32 / columns].map(f64::from);
            let cell = Area { x: area.x + column * width, y: area.y + row * height, width, height };
            self.tag(&format!("rect {} {}", rectangle(cell), paint("fill", colour_of_level(*level))));
        }
        self.out.push_str("</g>\n");
        Ok(())
    }

    fn image(&mut self, area: Area, png: &[u8], rendering: &str) {
        self.tag(&format!(
            "image {} preserveAspectRatio=\"none\" style=\"image-rendering:{rendering}\" href=\"data:image/png;base64,{}\"",
            rectangle(area),
            base64(png)
        ));
    }
}

fn rectangle(area: Area) -> String {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn path(points: &[Place]) -> String {
    let mut text = String::new();
    for (i, [x, y]) in points.iter().enumerate() {
        let _ = write!(text, "{}{} {}", if i == 0 { "M" } else { "L" }, number(*x), number(*y));
    }
    text
}

fn paint(what: &str, colour: Colour) -> String {
    let [red, green, blue] = colour.rgb;
    let mut text = format!("{what}=\"#{red:02x}{green:02x}{blue:02x}\"");
    if colour.opacity < 255 {
        let _ = write!(text, " {what}-opacity=\"{}\"", number(f64::from(colour.opacity) / 255.0));
    }
    text
}

/// A number with at most two decimals and nothing superfluous.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    let legal = text.chars().filter(|letter| !letter.is_control());
    legal.fold(String::new(), |mut out, letter| {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
        out
    })
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().enumerate().fold(0u32, |word, (i, &byte)| word | u32::from(byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 0.5, -0.001, 12.345, 100.0].map(number), ["1", "0.5", "0", "12.35", "100"]);
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escaped("a < b & \"c\"\u{7}"), "a &lt; b &amp; &quot;c&quot;");
    }

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (plain, coded) in cases {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
