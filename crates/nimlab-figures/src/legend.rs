//! The legend: names with samples of what they stand for, in rows above the
//! panel, where they cover nothing.

use crate::colour::Colour;
use crate::figure::{Layer, Mark, Panel};
use crate::scene::{Anchor, Area, Pen, Primitive};
use crate::text;

/// The size of the letters.
pub const SIZE: f64 = 10.0;

/// The height of a row.
const ROW: f64 = 14.0;

/// The width of a sample, and the gap after it.
const SAMPLE: f64 = 16.0;
const GAP: f64 = 4.0;

/// The gap between two names.
const BETWEEN: f64 = 9.0;

/// The names of a panel, row by row, each with its place from the left.
pub struct Legend<'p> {
    rows: Vec<Vec<(f64, &'p Layer, &'p str)>>,
}

impl<'p> Legend<'p> {
    /// The legend of a panel in rows of a width.
    pub fn new(panel: &'p Panel, width: f64) -> Self {
        let mut rows: Vec<Vec<(f64, &Layer, &str)>> = Vec::new();
        let mut x = 0.0;
        for layer in &panel.layers {
            let Some(name) = layer.name.as_deref() else { continue };
            let needed = SAMPLE + GAP + text::width(name, SIZE);
            if rows.is_empty() || x + needed > width {
                rows.push(Vec::new());
                x = 0.0;
            }
            if let Some(row) = rows.last_mut() {
                row.push((x, layer, name));
            }
            x += needed + BETWEEN;
        }
        Self { rows }
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        if self.rows.is_empty() { 0.0 } else { self.rows.len() as f64 * ROW + 2.0 }
    }

    /// Draws it with its upper left corner at a place.
    pub fn draw(&self, [left, top]: [f64; 2], items: &mut Vec<Primitive>) {
        for (row, names) in self.rows.iter().enumerate() {
            let middle = top + (row as f64 + 0.5) * ROW;
            for &(x, layer, name) in names {
                sample(&layer.mark, left + x, middle, items);
                items.push(Primitive::Text {
                    at: [left + x + SAMPLE + GAP, middle + text::CAPITAL * SIZE / 2.0],
                    text: name.to_owned(),
                    size: SIZE,
                    anchor: Anchor::Start,
                    turned: false,
                    colour: Colour::INK,
                });
            }
        }
    }
}

/// A sample of a layer around the middle of a row.
fn sample(mark: &Mark, x: f64, y: f64, items: &mut Vec<Primitive>) {
    let middle = x + SAMPLE / 2.0;
    let line = |pen: &Pen| Primitive::Line { points: vec![[x, y], [x + SAMPLE, y]], pen: *pen };
    let square = |fill: Colour, side: f64| Primitive::Polygon {
        points: Area { x: middle - side / 2.0, y: y - side / 2.0, width: side, height: side }.corners(),
        fill,
    };
    match mark {
        Mark::Line(_, pen) => items.push(line(pen)),
        Mark::Arrow(_, _, pen) => items.extend(crate::layers::arrow([x, y], [x + SAMPLE, y], pen)),
        Mark::Discs(_, radius, fill) => {
            items.push(Primitive::Discs { centres: vec![[middle, y]], radius: radius.clamp(1.8, 3.5), fill: *fill });
        }
        Mark::Stems(_, pen) => {
            items.push(Primitive::Line { points: vec![[middle, y - 4.0], [middle, y + 4.0]], pen: *pen });
        }
        Mark::Squares(_, fill) | Mark::Polygon(_, fill) | Mark::Bars(_, _, fill) => items.push(square(*fill, 8.0)),
        Mark::Band(_, _, fill) | Mark::Text(_, _, _, fill) => {
            let points = Area { x: x + 2.0, y: y - 4.0, width: SAMPLE - 4.0, height: 8.0 }.corners();
            items.push(Primitive::Polygon { points, fill: *fill });
        }
        Mark::Queen(_, fill) => items.extend(crate::layers::queen([middle, y], 11.0, *fill)),
        Mark::Cells(cells) => items.push(square(cells.scale.colour(cells.scale.low), 8.0)),
    }
}
