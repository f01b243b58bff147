//! What is to be seen, as data: a figure of panels, a panel of axes and
//! layers. Nothing here knows how anything is drawn.

use crate::axis::Axis;
use crate::colour::{Colour, ColourScale};
use crate::error::{Error, Result};
use crate::scene::Pen;
use crate::{layout, raster, svg};
use std::path::Path;

/// A figure: panels one below another, as wide as a column of a page.
///
/// ```
/// use nimlab_figures::{Axis, Colour, Figure, Layer, Panel};
/// let points = vec![[1.0, 2.0], [3.0, 5.0], [4.0, 7.0]];
/// let panel = Panel::new(Axis::new("a", 0.0, 5.0).whole(), Axis::new("b", 0.0, 8.0).whole())
///     .with(Layer::discs(points, 4.0, Colour::BLUE));
/// let figure = Figure::new("Pairs of Wythoff's game").with(panel);
/// assert_eq!(figure.svg().unwrap(), figure.svg().unwrap());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// What it shows; drawn above the panels unless that is switched off.
    pub title: String,
    /// Whether the title is drawn.
    pub titled: bool,
    /// The width in millimetres: 85 is a column.
    pub width: f64,
    /// The panels from top to bottom.
    pub panels: Vec<Panel>,
}

/// A rectangle with axes and data.
///
/// ```
/// use nimlab_figures::{Axis, Panel, PanelShape};
/// let panel = Panel::new(Axis::new("x", 0.0, 9.0), Axis::new("y", 0.0, 9.0)).shaped(PanelShape::Equal);
/// assert!(panel.layers.is_empty());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The data from back to front.
    pub layers: Vec<Layer>,
    /// How high and how wide.
    pub shape: PanelShape,
    /// Whether axes and frame are drawn.
    pub framed: bool,
    /// Whether lines are drawn between the whole numbers, as on a board.
    pub ruled: bool,
    /// The scale of a heat map, drawn at the right with this label.
    pub colours: Option<(ColourScale, String)>,
}

/// How high a panel is for its width.
///
/// ```
/// use nimlab_figures::{Axis, Panel, PanelShape};
/// let square = Panel::new(Axis::new("a", 0.0, 10.0), Axis::new("b", 0.0, 10.0)).shaped(PanelShape::Equal);
/// assert_eq!(square.shape, PanelShape::Equal);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PanelShape {
    /// This many times its width.
    Ratio(f64),
    /// A unit is as long on both axes.
    Equal,
}

/// A layer of data, with its name in the legend.
///
/// ```
/// use nimlab_figures::{Colour, Layer};
/// let layer = Layer::dashed(vec![[0.0, 0.0], [1.0, 1.6]], Colour::BLUE).named("slope φ");
/// assert_eq!(layer.name.as_deref(), Some("slope φ"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The data.
    pub mark: Mark,
    /// What the legend says; nothing if there is no name.
    pub name: Option<String>,
}

/// Data that is drawn in one way.
///
/// ```
/// use nimlab_figures::{Colour, Layer, Mark};
/// let bars = Layer::new(Mark::Bars(vec![([1.0, 0.4], "40 %".into())], 0.8, Colour::BLUE)).named("share");
/// assert!(matches!(&bars.mark, Mark::Bars(bars, ..) if bars[0].1 == "40 %"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line through points.
    Line(Vec<[f64; 2]>, Pen),
    /// Discs with a radius in units.
    Discs(Vec<[f64; 2]>, f64, Colour),
    /// A filled polygon.
    Polygon(Vec<[f64; 2]>, Colour),
    /// Unit squares around points.
    Squares(Vec<[f64; 2]>, Colour),
    /// Bars from 0 to points, as wide as a part of a unit, with texts above.
    Bars(Vec<([f64; 2], String)>, f64, Colour),
    /// Lines from 0 up to points.
    Stems(Vec<[f64; 2]>, Pen),
    /// The part between two values of the horizontal axis.
    Band(f64, f64, Colour),
    /// Cells around the whole numbers from (0, 0) on.
    Cells(Cells),
    /// An arrow from a point to a point.
    Arrow([f64; 2], [f64; 2], Pen),
    /// A queen on the square of a point.
    Queen([f64; 2], Colour),
    /// A text with its middle at a point, moved by units to the right and down.
    Text([f64; 2], [f64; 2], String, Colour),
}

/// The cells of a heat map.
///
/// ```
/// use nimlab_figures::{Axis, Cells, ColourScale, Figure, Layer, Mark, Panel};
/// let scale = ColourScale { low: 0.0, high: 2.0 };
/// let cells = Cells { columns: 2, rows: 2, values: vec![Some(0), Some(1), Some(1), None], scale, written: true };
/// let panel = Panel::new(Axis::new("a", -0.5, 1.5), Axis::new("b", -0.5, 1.5)).with(Layer::new(Mark::Cells(cells)));
/// assert!(Figure::new("Four cells").with(panel).svg()?.starts_with("<svg"));
/// # Ok::<(), nimlab_figures::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// How many there are to the right.
    pub columns: u32,
    /// How many there are upwards.
    pub rows: u32,
    /// The value of each, from the lower left one to the right, row by row;
    /// cells without a value stay blank.
    pub values: Vec<Option<u32>>,
    /// The colours.
    pub scale: ColourScale,
    /// Whether values are written into the cells.
    pub written: bool,
}

/// The forms in which a figure can be drawn.
///
/// ```
/// use nimlab_figures::ImageFormat;
/// assert_eq!(ImageFormat::of("board.svg".as_ref()).unwrap(), ImageFormat::Svg);
/// assert!(ImageFormat::of("board.doc".as_ref()).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// Lines and texts that stay sharp at any size.
    Svg,
    /// Pixels.
    Png,
}

impl ImageFormat {
    /// The form that the end of a file's name asks for.
    ///
    /// ```
    /// use nimlab_figures::ImageFormat;
    /// assert_eq!(ImageFormat::of("board.SVG".as_ref()).unwrap(), ImageFormat::Svg);
    /// assert!(ImageFormat::of("board.pdf".as_ref()).is_err());
    /// ```
    pub fn of(path: &Path) -> Result<ImageFormat> {
        match path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(ImageFormat::Svg),
            Some("png") => Ok(ImageFormat::Png),
            _ => Err(Error::UnknownFormat { given: path.display().to_string() }),
        }
    }
}

impl Figure {
    /// A figure without panels, as wide as a column.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), titled: true, width: 85.0, panels: Vec::new() }
    }

    /// The figure with one more panel below.
    pub fn with(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// The figure as SVG.
    ///
    /// ```
    /// let svg = nimlab_figures::Figure::new("Nothing yet").svg().unwrap();
    /// assert!(svg.starts_with("<svg"));
    /// ```
    pub fn svg(&self) -> Result<String> {
        svg::write(&layout::scene(self), &self.title)
    }

    /// The figure as PNG: about 1360 pixels wide, more for a heat map of more
    /// cells than that.
    ///
    /// ```
    /// let png = nimlab_figures::Figure::new("Nothing yet").png().unwrap();
    /// assert!(png.starts_with(b"\x89PNG"));
    /// ```
    pub fn png(&self) -> Result<Vec<u8>> {
        raster::png(&layout::scene(self))
    }

    /// The figure in one of the two forms.
    ///
    /// ```
    /// use nimlab_figures::{Figure, ImageFormat};
    /// let figure = Figure::new("Nothing yet");
    /// assert_eq!(figure.draw(ImageFormat::Svg).unwrap(), figure.svg().unwrap().into_bytes());
    /// ```
    pub fn draw(&self, format: ImageFormat) -> Result<Vec<u8>> {
        match format {
            ImageFormat::Svg => Ok(self.svg()?.into_bytes()),
            ImageFormat::Png => self.png(),
        }
    }
}

impl Panel {
    /// A panel without data, three quarters as high as wide.
    pub fn new(x: Axis, y: Axis) -> Self {
        let shape = PanelShape::Ratio(0.75);
        Self { x, y, layers: Vec::new(), shape, framed: true, ruled: false, colours: None }
    }

    /// The panel with one more layer in front.
    pub fn with(mut self, layer: Layer) -> Self {
        self.layers.push(layer);
        self
    }

    /// The panel in another shape.
    pub fn shaped(self, shape: PanelShape) -> Self {
        Self { shape, ..self }
    }

    /// The panel without axes and frame.
    pub fn unframed(self) -> Self {
        Self { framed: false, ..self }
    }
}

impl Layer {
    /// A layer without a name.
    pub fn new(mark: Mark) -> Self {
        Self { mark, name: None }
    }

    /// A solid line.
    pub fn line(points: Vec<[f64; 2]>, colour: Colour) -> Self {
        Self::new(Mark::Line(points, Pen::solid(colour, 1.4)))
    }

    /// A dashed line.
    pub fn dashed(points: Vec<[f64; 2]>, colour: Colour) -> Self {
        Self::new(Mark::Line(points, Pen { colour, width: 1.2, dash: [5.0, 3.0] }))
    }

    /// A dotted line.
    pub fn dotted(points: Vec<[f64; 2]>, colour: Colour) -> Self {
        Self::new(Mark::Line(points, Pen { colour, width: 1.4, dash: [1.4, 2.4] }))
    }

    /// Discs of a radius.
    pub fn discs(points: Vec<[f64; 2]>, radius: f64, colour: Colour) -> Self {
        Self::new(Mark::Discs(points, radius, colour))
    }

    /// The layer with a name in the legend.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }
}
