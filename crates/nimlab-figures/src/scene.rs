//! What a figure looks like once it is laid out: a few kinds of shapes at
//! places in units of a quarter of a millimetre, y downwards. Both renderers
//! draw this and nothing else.

use crate::colour::Colour;

/// A point in units, y downwards.
pub type Place = [f64; 2];

/// Units to the millimetre: a column of 85 mm is 340 wide.
pub const UNITS: f64 = 4.0;

/// A figure that is laid out.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The width in units.
    pub width: f64,
    /// The height in units.
    pub height: f64,
    /// What to draw, from back to front.
    pub items: Vec<Primitive>,
}

/// How a line is drawn.
///
/// ```
/// use nimlab_figures::{Colour, Layer, Mark, Pen};
/// let dashed = Pen { dash: [4.0, 2.0], ..Pen::solid(Colour::BLUE, 1.0) };
/// let line = Layer::new(Mark::Line(vec![[0.0, 0.0], [1.0, 1.0]], dashed));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub colour: Colour,
    /// Its width in units.
    pub width: f64,
    /// Lengths of the dashes and the gaps; zeros for a solid line.
    pub dash: [f64; 2],
}

impl Pen {
    /// A solid line.
    pub const fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: [0.0; 2] }
    }
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Area {
    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The four corners, around.
    pub fn corners(&self) -> Vec<Place> {
        vec![[self.x, self.y], [self.right(), self.y], [self.right(), self.bottom()], [self.x, self.bottom()]]
    }
}

/// Where a text stands with respect to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// One thing to draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Primitive {
    /// A line through points.
    Line {
        /// The points.
        points: Vec<Place>,
        /// How it is drawn.
        pen: Pen,
    },
    /// A filled polygon.
    Polygon {
        /// The corners.
        points: Vec<Place>,
        /// The colour inside.
        fill: Colour,
    },
    /// Discs of one size and colour.
    Discs {
        /// The centres.
        centres: Vec<Place>,
        /// The radius.
        radius: f64,
        /// The colour.
        fill: Colour,
    },
    /// Text on a baseline.
    Text {
        /// The place of the baseline.
        at: Place,
        /// The text; subscripts and superscripts of Unicode are set small.
        text: String,
        /// The size of the font.
        size: f64,
        /// Which part of the text is there.
        anchor: Anchor,
        /// Whether it is turned to read upwards.
        turned: bool,
        /// The colour.
        colour: Colour,
    },
    /// Squares of colour that fill a rectangle, one for each cell.
    Picture {
        /// Where.
        area: Area,
        /// Cells in a row.
        columns: u32,
        /// Rows.
        rows: u32,
        /// For each cell, from the upper left one on, a level of the colour
        /// scale, or nothing.
        cells: Vec<Option<u8>>,
    },
    /// Items of which only what is in a rectangle shows.
    Group {
        /// The rectangle.
        area: Area,
        /// The items.
        items: Vec<Primitive>,
        /// Whether there are so many that SVG holds a picture of them.
        raster: bool,
    },
}
