//! From a figure to a scene: how much room labels need, where the panels are,
//! and the frames with their ticks.

use crate::axis::{Axis, Marks};
use crate::colour::{Colour, ColourScale, LEVELS};
use crate::figure::{Figure, Mark, Panel, PanelShape};
use crate::layers::{self, Frame};
use crate::legend::Legend;
use crate::scene::{Anchor, Area, Pen, Primitive, Scene, UNITS};
use crate::text;

/// Sizes of letters: a unit is a quarter of a millimetre, so that 10 is about
/// 7 points.
const TITLE: f64 = 12.0;
const LABEL: f64 = 11.0;
const TICK: f64 = 10.0;

/// The room at the edges.
const EDGE: f64 = 5.0;
const TICK_LENGTH: f64 = 4.0;
const GAP: f64 = 3.0;

/// The width of the line around a panel.
const FRAME: f64 = 0.8;

/// How far it reaches under cells, so that no gap is seen where they begin at
/// whole pixels.
const SEAM: f64 = 0.1;

/// The width of the colour bar, and its distance from the panel.
const BAR: f64 = 10.0;
const BAR_GAP: f64 = 9.0;

/// The most labelled ticks on an axis, and the gaps that labels keep.
const MOST_TICKS: usize = 12;
const LABEL_GAP: f64 = 10.0;
const LABEL_HEIGHT: f64 = 20.0;

/// Lays a figure out.
pub fn scene(figure: &Figure) -> Scene {
    let width = figure.width * UNITS;
    let mut items = Vec::new();
    let mut y = EDGE;
    if figure.titled {
        for line in lines(&figure.title, width - 2.0 * EDGE) {
            y += TITLE + 2.0;
            let at = [EDGE, y - 3.0];
            let (size, colour) = (TITLE, Colour::INK);
            items.push(Primitive::Text { at, text: line, size, anchor: Anchor::Start, turned: false, colour });
        }
        y += 4.0;
    }
    // Panels below one another begin and end at the same places.
    let left = figure.panels.iter().map(left_of).fold(0.0, f64::max);
    let right = figure.panels.iter().map(right_of).fold(0.0, f64::max);
    for (i, panel) in figure.panels.iter().enumerate() {
        if i > 0 {
            y += 6.0;
        }
        y = draw_panel(panel, width, [left, right], y, &mut items);
    }
    Scene { width, height: (y + EDGE).ceil(), items }
}

/// A text in lines of a width.
fn lines(words: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if text::width(&format!("{line} {word}"), TITLE) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How many labels have room side by side.
fn count_across(axis: &Axis, width: f64) -> usize {
    let fits = |count: &usize| {
        let marks = axis.marks(*count);
        let places: Vec<f64> = marks.major.iter().map(|(value, _)| axis.part(*value) * width).collect();
        let closest = places.windows(2).map(|pair| pair[1] - pair[0]).fold(width, f64::min);
        widest(&marks) + LABEL_GAP <= closest
    };
    (1..=MOST_TICKS).rev().find(fits).unwrap_or(1)
}

/// How many labels have room above one another.
fn count_up(height: f64) -> usize {
    ((height / LABEL_HEIGHT) as usize).clamp(1, MOST_TICKS - 2)
}

fn widest(marks: &Marks) -> f64 {
    marks.major.iter().map(|(_, label)| text::width(label, TICK)).fold(0.0, f64::max)
}

/// The room at the left of a panel. How many ticks there will be is not known
/// yet; more of them are never shorter.
fn left_of(panel: &Panel) -> f64 {
    if !panel.framed {
        return EDGE;
    }
    EDGE + LABEL + 2.0 + GAP + widest(&panel.y.marks(MOST_TICKS - 2)) + GAP + TICK_LENGTH
}

/// The room at the right of a panel.
fn right_of(panel: &Panel) -> f64 {
    match &panel.colours {
        Some((scale, _)) => {
            EDGE + LABEL + GAP + widest(&scale_axis(scale).marks(6)) + GAP + TICK_LENGTH + BAR + BAR_GAP
        }
        None if panel.framed => EDGE + 8.0,
        None => EDGE,
    }
}

fn scale_axis(scale: &ColourScale) -> Axis {
    Axis::new("", scale.low, scale.high).whole()
}

/// Draws a panel from an upper edge on; says where it ends.
fn draw_panel(panel: &Panel, page: f64, [left, right]: [f64; 2], top: f64, items: &mut Vec<Primitive>) -> f64 {
    let width = page - right - left;
    let legend = Legend::new(panel, page - 2.0 * EDGE);
    let height = match panel.shape {
        PanelShape::Ratio(ratio) => width * ratio,
        PanelShape::Equal => width * (panel.y.to - panel.y.from) / (panel.x.to - panel.x.from),
    };
    let area = Area { x: left, y: top + legend.height() + 4.0, width, height };
    legend.draw([EDGE, top], items);
    let frame = Frame { x: &panel.x, y: &panel.y, area };
    let [mut cut, mut whole] = [Vec::new(), Vec::new()];
    for layer in &panel.layers {
        layers::draw(layer, &frame, &mut cut, &mut whole);
    }
    if panel.ruled {
        rule(&frame, &mut cut);
    }
    let has_cells = panel.layers.iter().any(|layer| matches!(layer.mark, Mark::Cells(_)));
    let inside = Primitive::Group { area, items: cut, raster: false };
    let mut bottom = area.bottom();
    if panel.framed && has_cells {
        bottom = draw_axes(panel, &frame, true, items);
        items.push(inside);
    } else {
        items.push(inside);
        if panel.framed {
            bottom = draw_axes(panel, &frame, false, items);
        }
    }
    items.extend(whole);
    if let Some((scale, label)) = &panel.colours {
        draw_scale(scale, label, area, items);
    }
    bottom
}

/// Lines between whole numbers.
fn rule(frame: &Frame<'_>, items: &mut Vec<Primitive>) {
    let pen = Pen::solid(Colour::INK.with_opacity(60), 0.5);
    let between = |from: f64, to: f64| (from.ceil() as i64..=to.floor() as i64).map(|i| i as f64 - 0.5);
    for x in between(frame.x.from, frame.x.to) {
        items.push(Primitive::Line { points: vec![frame.place([x, frame.y.from]), frame.place([x, frame.y.to])], pen });
    }
    for y in between(frame.y.from, frame.y.to) {
        items.push(Primitive::Line { points: vec![frame.place([frame.x.from, y]), frame.place([frame.x.to, y])], pen });
    }
}

/// The line around an area, which lies on its edge, or outside of it around
/// cells, which are drawn over it: a cell can be smaller than the line is wide.
fn outline(area: Area, outside: bool) -> Primitive {
    let pen = Pen::solid(Colour::INK, FRAME);
    let by = if outside { FRAME / 2.0 - SEAM } else { 0.0 };
    let area = Area { x: area.x - by, y: area.y - by, width: area.width + 2.0 * by, height: area.height + 2.0 * by };
    let mut corners = area.corners();
    corners.push(corners[0]);
    Primitive::Line { points: corners, pen }
}

/// Frame, ticks and labels; says where they end.
fn draw_axes(panel: &Panel, frame: &Frame<'_>, outside: bool, items: &mut Vec<Primitive>) -> f64 {
    let area = frame.area;
    let pen = Pen::solid(Colour::INK, FRAME);
    items.push(outline(area, outside));
    let [mut across, mut up] = [count_across(&panel.x, area.width), count_up(area.height)];
    if panel.shape == PanelShape::Equal {
        // The same distance of ticks on both axes.
        let [wide, high] = [panel.x.to - panel.x.from, panel.y.to - panel.y.from];
        let distance = (wide / across as f64).max(high / up as f64);
        [across, up] = [wide, high].map(|length| (length / distance).round().max(1.0) as usize);
    }
    let [x, y] = [panel.x.marks(across), panel.y.marks(up)];
    for (value, label) in &x.major {
        let [at, _] = frame.place([*value, panel.y.from]);
        items.push(Primitive::Line { points: vec![[at, area.bottom()], [at, area.bottom() + TICK_LENGTH]], pen });
        let baseline = area.bottom() + TICK_LENGTH + GAP + text::CAPITAL * TICK;
        items.push(layers::text_at([at, baseline], label, TICK, Colour::INK));
    }
    for value in &x.minor {
        let [at, _] = frame.place([*value, panel.y.from]);
        items.push(Primitive::Line { points: vec![[at, area.bottom()], [at, area.bottom() + TICK_LENGTH / 2.0]], pen });
    }
    for (value, label) in &y.major {
        let [_, at] = frame.place([panel.x.from, *value]);
        items.push(Primitive::Line { points: vec![[area.x - TICK_LENGTH, at], [area.x, at]], pen });
        let place = [area.x - TICK_LENGTH - GAP, at + text::CAPITAL * TICK / 2.0];
        items.push(tick_text(place, label, Anchor::End));
    }
    for value in &y.minor {
        let [_, at] = frame.place([panel.x.from, *value]);
        items.push(Primitive::Line { points: vec![[area.x - TICK_LENGTH / 2.0, at], [area.x, at]], pen });
    }
    let mut bottom = area.bottom() + TICK_LENGTH + GAP + text::CAPITAL * TICK + 2.0;
    if !x.label.is_empty() {
        bottom += GAP + LABEL;
        items.push(layers::text_at([area.x + area.width / 2.0, bottom - 3.0], &x.label, LABEL, Colour::INK));
        bottom += 1.0;
    }
    let at = [EDGE + text::CAPITAL * LABEL, area.y + area.height / 2.0];
    items.push(turned(at, &y.label));
    bottom
}

fn tick_text(at: [f64; 2], label: &str, anchor: Anchor) -> Primitive {
    Primitive::Text { at, text: label.to_owned(), size: TICK, anchor, turned: false, colour: Colour::INK }
}

fn turned(at: [f64; 2], label: &str) -> Primitive {
    let (size, colour) = (LABEL, Colour::INK);
    Primitive::Text { at, text: label.to_owned(), size, anchor: Anchor::Middle, turned: true, colour }
}

/// The colour bar at the right of a panel.
fn draw_scale(scale: &ColourScale, label: &str, area: Area, items: &mut Vec<Primitive>) {
    let bar = Area { x: area.right() + BAR_GAP, width: BAR, ..area };
    let cells = (0..LEVELS).rev().map(|level| Some(level as u8)).collect();
    items.push(outline(bar, true));
    items.push(Primitive::Picture { area: bar, columns: 1, rows: LEVELS as u32, cells });
    let pen = Pen::solid(Colour::INK, FRAME);
    let axis = scale_axis(scale);
    let marks = axis.marks(count_up(bar.height).min(6));
    for (value, label) in &marks.major {
        let at = bar.bottom() - axis.part(*value) * bar.height;
        items.push(Primitive::Line { points: vec![[bar.right(), at], [bar.right() + TICK_LENGTH, at]], pen });
        let place = [bar.right() + TICK_LENGTH + GAP, at + text::CAPITAL * TICK / 2.0];
        items.push(tick_text(place, label, Anchor::Start));
    }
    let x = bar.right() + TICK_LENGTH + GAP + widest(&marks) + GAP + text::CAPITAL * LABEL;
    items.push(turned([x, bar.y + bar.height / 2.0], &format!("{label}{}", marks.label)));
}
