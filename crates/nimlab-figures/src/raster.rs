//! Scenes as pixels, by `tiny-skia` without its vector instructions, so that
//! every machine computes the same. The scale is chosen so that the cells of a
//! heat map are whole pixels.

use crate::colour::{Colour, LEVELS, colour_of_level};
use crate::error::{Error, Result};
use crate::scene::{Anchor, Area, Pen, Place, Primitive, Scene, UNITS};
use crate::text;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

/// Pixels to the unit, where no heat map asks for another number.
pub const SCALE: f64 = 4.0;

/// The most cells that a picture may have on a side.
const MOST_CELLS: u32 = 4096;

/// The most pixels that a figure may have on a side.
const MOST_PIXELS: f64 = 20_000.0;

/// A scene as PNG.
pub fn png(scene: &Scene) -> Result<Vec<u8>> {
    check(&scene.items)?;
    let scale = scale_of(&scene.items);
    let [width, height] = [scene.width, scene.height].map(|length| (length * scale).round());
    if width.max(height) > MOST_PIXELS {
        let given = format!("{width} × {height} pixels");
        return Err(Error::TooLarge { what: "the picture", given, limit: format!("{MOST_PIXELS} on a side") });
    }
    let mut canvas = Canvas::new(width as u32, height as u32, scale, [0.0; 2])?;
    canvas.pixels.fill(tiny_skia::Color::WHITE);
    canvas.draw(&scene.items, None);
    let mut rows = Vec::with_capacity(width as usize * height as usize * 3);
    for pixel in canvas.pixels.pixels() {
        // Everything was drawn on white, so that nothing is transparent.
        rows.extend([pixel.red(), pixel.green(), pixel.blue()]);
    }
    let per_metre = (scale * UNITS * 1000.0).round() as u32;
    encode(width as u32, height as u32, &rows, png::ColorType::Rgb, Some(per_metre))
}

/// Fails if a picture has too many cells.
pub fn check(items: &[Primitive]) -> Result<()> {
    for item in items {
        match item {
            Primitive::Group { items, .. } => check(items)?,
            Primitive::Picture { columns, rows, .. } if *columns.max(rows) > MOST_CELLS => {
                return Err(Error::TooLarge {
                    what: "the heat map",
                    given: format!("{columns} × {rows} cells"),
                    limit: format!("{MOST_CELLS} × {MOST_CELLS}"),
                });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Pixels to the unit: the number near [`SCALE`] for which the cells of the
/// finest picture are whole pixels.
fn scale_of(items: &[Primitive]) -> f64 {
    pictures(items).filter(|&(columns, _)| columns > 1).max_by_key(|&(columns, _)| columns).map_or(
        SCALE,
        |(columns, width)| {
            let columns = f64::from(columns);
            (SCALE * width / columns).round().max(1.0) * columns / width
        },
    )
}

/// Columns and width of every picture.
fn pictures(items: &[Primitive]) -> Box<dyn Iterator<Item = (u32, f64)> + '_> {
    Box::new(items.iter().flat_map(|item| match item {
        Primitive::Picture { area, columns, .. } => Box::new(std::iter::once((*columns, area.width))),
        Primitive::Group { items, .. } => pictures(items),
        _ => Box::new(std::iter::empty()) as Box<dyn Iterator<Item = (u32, f64)>>,
    }))
}

/// Some items as a PNG with nothing behind them, for a rectangle of a scene.
pub fn layer_png(items: &[Primitive], area: Area) -> Result<Vec<u8>> {
    let [width, height] = [area.width, area.height].map(|length| (length * SCALE).ceil().max(1.0) as u32);
    let mut canvas = Canvas::new(width, height, SCALE, [area.x, area.y])?;
    canvas.draw(items, None);
    let pixels = canvas.pixels.pixels().iter().flat_map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    });
    encode(width, height, &pixels.collect::<Vec<u8>>(), png::ColorType::Rgba, None)
}

/// The cells of a picture as a PNG, each a square of some pixels.
pub fn cells_png(columns: u32, rows: u32, cells: &[Option<u8>], side: u32) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity((columns * side) as usize * (rows * side) as usize);
    for row in cells.chunks(columns.max(1) as usize) {
        let from = bytes.len();
        for cell in row {
            bytes.extend(std::iter::repeat_n(cell.unwrap_or(LEVELS as u8), side as usize));
        }
        let to = bytes.len();
        for _ in 1..side {
            bytes.extend_from_within(from..to);
        }
    }
    encode(columns * side, rows * side, &bytes, png::ColorType::Indexed, None)
}

fn encode(width: u32, height: u32, bytes: &[u8], kind: png::ColorType, per_metre: Option<u32>) -> Result<Vec<u8>> {
    let wrong = |error: png::EncodingError| Error::Encoding(error.to_string());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(kind);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    // Flat colours compress best as they are.
    encoder.set_filter(png::Filter::NoFilter);
    if kind == png::ColorType::Indexed {
        let levels = (0..LEVELS as u8).flat_map(|level| colour_of_level(level).rgb);
        encoder.set_palette(levels.chain([255; 3]).collect::<Vec<u8>>());
        encoder.set_trns([[255; LEVELS].as_slice(), &[0]].concat());
    }
    if let Some(per_metre) = per_metre {
        let unit = png::Unit::Meter;
        encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit }));
    }
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(bytes).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(file)
}

/// A picture that is being drawn.
struct Canvas {
    pixels: Pixmap,
    scale: f64,
    corner: Place,
}

impl Canvas {
    fn new(width: u32, height: u32, scale: f64, corner: Place) -> Result<Self> {
        let pixels = Pixmap::new(width, height).ok_or_else(|| Error::TooLarge {
            what: "the picture",
            given: format!("{width} × {height} pixels"),
            limit: format!("{MOST_PIXELS} on a side"),
        })?;
        Ok(Self { pixels, scale, corner })
    }

    fn transform(&self) -> Transform {
        let scale = self.scale as f32;
        let [x, y] = self.corner.map(|length| (-length * self.scale) as f32);
        Transform::from_row(scale, 0.0, 0.0, scale, x, y)
    }

    fn draw(&mut self, items: &[Primitive], mask: Option<&Mask>) {
        for item in items {
            match item {
                Primitive::Line { points, pen } => self.line(points, pen, mask),
                Primitive::Polygon { points, fill } => {
                    if let Some(path) = path_of(points, true) {
                        self.fill(&path, *fill, self.transform(), mask);
                    }
                }
                Primitive::Discs { centres, radius, fill } => {
                    let mut builder = PathBuilder::new();
                    for [x, y] in centres {
                        builder.push_circle(*x as f32, *y as f32, *radius as f32);
                    }
                    if let Some(path) = builder.finish() {
                        self.fill(&path, *fill, self.transform(), mask);
                    }
                }
                Primitive::Text { at, text, size, anchor, turned, colour } => {
                    self.text(*at, text, *size, *anchor, *turned, *colour, mask);
                }
                Primitive::Picture { area, columns, rows, cells } => self.picture(*area, *columns, *rows, cells),
                Primitive::Group { area, items, .. } => {
                    let mask = self.mask(*area);
                    self.draw(items, mask.as_ref());
                }
            }
        }
    }

    fn mask(&self, area: Area) -> Option<Mask> {
        let mut mask = Mask::new(self.pixels.width(), self.pixels.height())?;
        let path = path_of(&area.corners(), true)?;
        mask.fill_path(&path, FillRule::Winding, true, self.transform());
        Some(mask)
    }

    fn fill(&mut self, path: &Path, colour: Colour, transform: Transform, mask: Option<&Mask>) {
        self.pixels.fill_path(path, &paint(colour), FillRule::Winding, transform, mask);
    }

    fn line(&mut self, points: &[Place], pen: &Pen, mask: Option<&Mask>) {
        let closed = points.len() > 2 && points.first() == points.last();
        let Some(path) = path_of(if closed { &points[1..] } else { points }, closed) else { return };
        let stroke = Stroke {
            width: pen.width as f32,
            line_cap: LineCap::Butt,
            line_join: if closed { LineJoin::Miter } else { LineJoin::Round },
            dash: StrokeDash::new(pen.dash.map(|length| length as f32).to_vec(), 0.0),
            ..Stroke::default()
        };
        self.pixels.stroke_path(&path, &paint(pen.colour), &stroke, self.transform(), mask);
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one item")]
    fn text(
        &mut self,
        [x, y]: Place,
        words: &str,
        size: f64,
        anchor: Anchor,
        turned: bool,
        colour: Colour,
        mask: Option<&Mask>,
    ) {
        let width = text::width(words, size);
        let back = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let mut builder = PathBuilder::new();
        text::outline(words, size, &mut builder);
        let Some(path) = builder.finish() else { return };
        // Turned text reads upwards: its x is −y of the page.
        let place = match turned {
            false => Transform::from_translate((x - back) as f32, y as f32),
            true => Transform::from_row(0.0, -1.0, 1.0, 0.0, x as f32, (y + back) as f32),
        };
        self.fill(&path, colour, place.post_concat(self.transform()), mask);
    }

    /// Every pixel whose middle is in the area gets the colour of its cell.
    fn picture(&mut self, area: Area, columns: u32, rows: u32, cells: &[Option<u8>]) {
        let palette: Vec<_> = (0..LEVELS as u8).map(|level| premultiplied(colour_of_level(level))).collect();
        let pixel = |length: f64, corner: f64| ((length - corner) * self.scale).round();
        let [left, top] = [pixel(area.x, self.corner[0]), pixel(area.y, self.corner[1])];
        let [width, height] = [area.width, area.height].map(|length| (length * self.scale).round().max(1.0) as u64);
        let stride = u64::from(self.pixels.width());
        let [most_x, most_y] = [self.pixels.width(), self.pixels.height()].map(u64::from);
        let [left, top] = [left.max(0.0) as u64, top.max(0.0) as u64];
        let pixels = self.pixels.pixels_mut();
        for y in 0..height.min(most_y.saturating_sub(top)) {
            let row = y * u64::from(rows) / height;
            for x in 0..width.min(most_x.saturating_sub(left)) {
                let column = x * u64::from(columns) / width;
                let cell = cells.get((row * u64::from(columns) + column) as usize).copied().flatten();
                if let Some(colour) = cell.and_then(|level| palette.get(usize::from(level))) {
                    pixels[((top + y) * stride + left + x) as usize] = *colour;
                }
            }
        }
    }
}

fn premultiplied(colour: Colour) -> tiny_skia::PremultipliedColorU8 {
    let [red, green, blue] = colour.rgb;
    tiny_skia::ColorU8::from_rgba(red, green, blue, colour.opacity).premultiply()
}

fn paint(colour: Colour) -> Paint<'static> {
    let [red, green, blue] = colour.rgb;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, colour.opacity);
    paint.anti_alias = true;
    paint
}

fn path_of(points: &[Place], closed: bool) -> Option<Path> {
    if let ([a, _, c, _], true) = (points, closed)
        && let Some(rect) = rectangle(points, *a, *c)
    {
        return Some(PathBuilder::from_rect(rect));
    }
    let mut builder = PathBuilder::new();
    let mut points = points.iter().map(|&[x, y]| (x as f32, y as f32));
    let (x, y) = points.next()?;
    builder.move_to(x, y);
    for (x, y) in points {
        builder.line_to(x, y);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// The rectangle that four points are, if they are one.
fn rectangle(points: &[Place], a: Place, c: Place) -> Option<Rect> {
    let area = Area { x: a[0], y: a[1], width: c[0] - a[0], height: c[1] - a[1] };
    let same = area.corners().iter().zip(points).all(|(corner, point)| corner == point);
    if !same {
        return None;
    }
    Rect::from_xywh(area.x as f32, area.y as f32, area.width as f32, area.height as f32)
}
