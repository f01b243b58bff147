//! Points in space seen from far away, as in a drawing on paper: an
//! orthographic projection from the front, turned by 60 degrees and looked at
//! from 30 degrees above.

use crate::axis::Axis;
use crate::colour::Colour;
use crate::figure::{Layer, Mark, Panel, PanelShape};
use crate::scene::Pen;

/// A point in space.
pub type Point = [f64; 3];

/// Half the square root of 3.
const SIDE: f64 = 0.866_025_403_784_438_6;

/// Where a point is on the page: x goes to the right and a little down, y to
/// the right and up, z up.
///
/// ```
/// use nimlab_figures::space::project;
/// assert_eq!(project([0.0, 0.0, 0.0]), [0.0, 0.0]);
/// assert!(project([1.0, 0.0, 0.0])[1] < 0.0 && project([0.0, 1.0, 0.0])[1] > 0.0);
/// ```
pub fn project([x, y, z]: Point) -> [f64; 2] {
    [SIDE * x + 0.5 * y, -0.25 * x + 0.5 * SIDE * y + SIDE * z]
}

/// A box from the origin to a corner, with a label for each axis.
///
/// ```
/// use nimlab_figures::{Colour, Figure, space::Space};
/// let space = Space { side: 10.0, labels: ["a", "b", "c"].map(String::from), unit: "stones".into() };
/// let panel = space.panel().with(space.discs([[1.0, 2.0, 3.0]], 2.0, Colour::BLUE));
/// assert!(Figure::new("A point").with(panel).svg().is_ok());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Space {
    /// How far it goes along each axis.
    pub side: f64,
    /// The labels of the axes.
    pub labels: [String; 3],
    /// The unit of all three.
    pub unit: String,
}

impl Space {
    /// A panel that shows the floor and the two walls behind, with ticks.
    pub fn panel(&self) -> Panel {
        let s = self.side;
        // Room for the ticks and labels around the box.
        let [left, right, low, high] = [-0.16 * s, 1.50 * s, -0.37 * s, 1.32 * s];
        let mut panel =
            Panel::new(Axis::new("", left, right), Axis::new("", low, high)).shaped(PanelShape::Equal).unframed();
        let marks = Axis::new(format!("axes ({})", self.unit), 0.0, s).marks(4);
        let line = |points: Vec<Point>, colour: Colour, width: f64| {
            let points = points.into_iter().map(project).collect();
            Layer::new(Mark::Line(points, Pen::solid(colour, width)))
        };
        for (at, _) in &marks.major {
            let at = *at;
            panel = panel
                .with(line(vec![[at, 0.0, 0.0], [at, s, 0.0], [at, s, s]], Colour::PALE, 0.7))
                .with(line(vec![[s, at, 0.0], [0.0, at, 0.0], [0.0, at, s]], Colour::PALE, 0.7))
                .with(line(vec![[0.0, 0.0, at], [0.0, s, at], [s, s, at]], Colour::PALE, 0.7));
        }
        let frame = [
            vec![[0.0, 0.0, s], [0.0, 0.0, 0.0], [s, 0.0, 0.0], [s, s, 0.0], [s, s, s], [0.0, s, s], [0.0, 0.0, s]],
            vec![[0.0, 0.0, 0.0], [0.0, s, 0.0], [s, s, 0.0]],
            vec![[0.0, s, 0.0], [0.0, s, s]],
        ];
        for points in frame {
            panel = panel.with(line(points, Colour::GREY, 0.8));
        }
        let text = |at: Point, shift: [f64; 2], words: &str| {
            Layer::new(Mark::Text(project(at), shift, words.to_owned(), Colour::INK))
        };
        for (at, label) in &marks.major {
            panel = panel
                .with(text([*at, 0.0, 0.0], [-5.0, 9.0], label))
                .with(text([s, *at, 0.0], [11.0, 6.0], label))
                .with(text([0.0, 0.0, *at], [-12.0, 0.0], label));
        }
        let [x, y, z] = &self.labels;
        panel
            .with(text([s / 2.0, 0.0, 0.0], [-16.0, 24.0], x))
            .with(text([s, s / 2.0, 0.0], [30.0, 18.0], y))
            .with(Layer::new(Mark::Text([1.17 * s, -0.35 * s], [0.0; 2], marks.label, Colour::INK)))
            .with(text([0.0, 0.0, s], [-4.0, -14.0], z))
    }

    /// Discs at points in space.
    pub fn discs(&self, points: impl IntoIterator<Item = Point>, radius: f64, colour: Colour) -> Layer {
        Layer::discs(points.into_iter().map(project).collect(), radius, colour)
    }
}
