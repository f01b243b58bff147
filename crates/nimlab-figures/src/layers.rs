//! From data to shapes: each kind of layer in the coordinates of its panel.

use crate::axis::Axis;
use crate::colour::Colour;
use crate::figure::{Cells, Layer, Mark};
use crate::scene::{Anchor, Area, Pen, Place, Primitive};
use crate::text;

/// From here on SVG holds a picture of the shapes instead of each of them.
const MANY: usize = 6000;

/// The size of texts within the data.
pub const SIZE: f64 = 9.5;

/// Turns values into places.
pub struct Frame<'f> {
    pub x: &'f Axis,
    pub y: &'f Axis,
    pub area: Area,
}

impl Frame<'_> {
    pub fn place(&self, [x, y]: [f64; 2]) -> Place {
        [self.area.x + self.x.part(x) * self.area.width, self.area.bottom() - self.y.part(y) * self.area.height]
    }

    /// The square of side 1 around a point, no smaller than it can be seen.
    fn square(&self, [x, y]: [f64; 2]) -> Area {
        let [left, top] = self.place([x - 0.5, y + 0.5]);
        let [right, bottom] = self.place([x + 0.5, y - 0.5]);
        let widen = |length: f64| (1.6 - length).max(0.0) / 2.0;
        let [dx, dy] = [widen(right - left), widen(bottom - top)];
        Area { x: left - dx, y: top - dy, width: right - left + 2.0 * dx, height: bottom - top + 2.0 * dy }
    }
}

/// The shapes of a layer: some are cut at the edge of the panel, others not.
pub fn draw(layer: &Layer, frame: &Frame<'_>, cut: &mut Vec<Primitive>, whole: &mut Vec<Primitive>) {
    let places = |points: &[[f64; 2]]| points.iter().map(|&point| frame.place(point)).collect::<Vec<_>>();
    match &layer.mark {
        Mark::Line(points, pen) => cut.push(Primitive::Line { points: places(points), pen: *pen }),
        Mark::Discs(points, radius, fill) => {
            let discs = Primitive::Discs { centres: places(points), radius: *radius, fill: *fill };
            match points.len() > MANY {
                true => whole.push(Primitive::Group { area: frame.area, items: vec![discs], raster: true }),
                false => whole.push(discs),
            }
        }
        Mark::Polygon(points, fill) => whole.push(Primitive::Polygon { points: places(points), fill: *fill }),
        Mark::Squares(points, fill) => {
            let squares =
                points.iter().map(|&point| Primitive::Polygon { points: frame.square(point).corners(), fill: *fill });
            let squares: Vec<Primitive> = squares.collect();
            match squares.len() > MANY {
                true => cut.push(Primitive::Group { area: frame.area, items: squares, raster: true }),
                false => cut.extend(squares),
            }
        }
        Mark::Stems(points, pen) => {
            let stems = points.iter().map(|&[x, y]| Primitive::Line {
                points: vec![frame.place([x, frame.y.from.max(0.0)]), frame.place([x, y])],
                pen: *pen,
            });
            let stems: Vec<Primitive> = stems.collect();
            match stems.len() > MANY {
                true => cut.push(Primitive::Group { area: frame.area, items: stems, raster: true }),
                false => cut.extend(stems),
            }
        }
        Mark::Bars(bars, width, fill) => {
            for ([x, y], label) in bars {
                let [left, top] = frame.place([x - width / 2.0, *y]);
                let [right, bottom] = frame.place([x + width / 2.0, frame.y.from.max(0.0)]);
                let bar = Area { x: left, y: top, width: right - left, height: bottom - top };
                cut.push(Primitive::Polygon { points: bar.corners(), fill: *fill });
                whole.push(text_at([(left + right) / 2.0, top - 3.0], label, SIZE, Colour::INK));
            }
        }
        Mark::Band(from, to, fill) => {
            let [left, _] = frame.place([from.max(frame.x.from), frame.y.from]);
            let [right, _] = frame.place([to.min(frame.x.to), frame.y.from]);
            if right > left {
                let band = Area { x: left, width: right - left, ..frame.area };
                cut.push(Primitive::Polygon { points: band.corners(), fill: *fill });
            }
        }
        Mark::Cells(cells) => draw_cells(cells, frame, cut),
        Mark::Arrow(from, to, pen) => whole.extend(arrow(frame.place(*from), frame.place(*to), pen)),
        Mark::Queen(at, fill) => whole.extend(queen(frame.place(*at), frame.square(*at).width.clamp(9.0, 22.0), *fill)),
        Mark::Text(at, [right, down], words, colour) => {
            let [x, y] = frame.place(*at);
            whole.push(text_at([x + right, y + down + text::CAPITAL * SIZE / 2.0], words, SIZE, *colour));
        }
    }
}

pub fn text_at(at: Place, words: &str, size: f64, colour: Colour) -> Primitive {
    Primitive::Text { at, text: words.to_owned(), size, anchor: Anchor::Middle, turned: false, colour }
}

fn draw_cells(cells: &Cells, frame: &Frame<'_>, cut: &mut Vec<Primitive>) {
    let [left, top] = frame.place([-0.5, f64::from(cells.rows) - 0.5]);
    let [right, bottom] = frame.place([f64::from(cells.columns) - 0.5, -0.5]);
    let level = |value: &Option<u32>| value.map(|value| cells.scale.level(f64::from(value)));
    cut.push(Primitive::Picture {
        area: Area { x: left, y: top, width: right - left, height: bottom - top },
        columns: cells.columns,
        rows: cells.rows,
        cells: cells.values.chunks(cells.columns.max(1) as usize).rev().flatten().map(level).collect(),
    });
    if !cells.written {
        return;
    }
    let widest = cells.values.iter().flatten().max().copied().unwrap_or(0).to_string();
    let side = (right - left) / f64::from(cells.columns);
    let size = (side * 0.62).min(side * 0.86 / text::width(&widest, 1.0)).min(12.0);
    for (i, value) in cells.values.iter().enumerate() {
        let Some(value) = value else { continue };
        let column = (i % cells.columns as usize) as f64;
        let row = (i / cells.columns as usize) as f64;
        let [x, y] = frame.place([column, row]);
        let colour = cells.scale.colour(f64::from(*value)).contrast();
        cut.push(text_at([x, y + text::CAPITAL * size / 2.0], &value.to_string(), size, colour));
    }
}

/// A line with a head at its end.
pub fn arrow(from: Place, to: Place, pen: &Pen) -> Vec<Primitive> {
    const LENGTH: f64 = 7.0;
    const HALF: f64 = 3.0;
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let length = (dx * dx + dy * dy).sqrt().max(1e-9);
    let [ux, uy] = [dx / length, dy / length];
    let back = [to[0] - ux * LENGTH, to[1] - uy * LENGTH];
    let head = vec![to, [back[0] - uy * HALF, back[1] + ux * HALF], [back[0] + uy * HALF, back[1] - ux * HALF]];
    let neck = [to[0] - ux * LENGTH * 0.8, to[1] - uy * LENGTH * 0.8];
    vec![Primitive::Line { points: vec![from, neck], pen: *pen }, Primitive::Polygon { points: head, fill: pen.colour }]
}

/// A queen: a crown of five points over a base, as wide as a side.
pub fn queen([x, y]: Place, side: f64, fill: Colour) -> Vec<Primitive> {
    const CROWN: [[f64; 2]; 11] = [
        [-0.30, 0.22],
        [-0.42, -0.22],
        [-0.20, 0.02],
        [-0.22, -0.34],
        [-0.06, -0.04],
        [0.0, -0.40],
        [0.06, -0.04],
        [0.22, -0.34],
        [0.20, 0.02],
        [0.42, -0.22],
        [0.30, 0.22],
    ];
    let at = |[dx, dy]: [f64; 2]| [x + dx * side, y + dy * side];
    let base = [[-0.32, 0.27], [0.32, 0.27], [0.32, 0.40], [-0.32, 0.40]];
    let tips = [[-0.42, -0.22], [-0.22, -0.34], [0.0, -0.40], [0.22, -0.34], [0.42, -0.22]];
    vec![
        Primitive::Polygon { points: CROWN.map(at).to_vec(), fill },
        Primitive::Polygon { points: base.map(at).to_vec(), fill },
        Primitive::Discs { centres: tips.map(at).to_vec(), radius: side * 0.06, fill },
    ]
}
