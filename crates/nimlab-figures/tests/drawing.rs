//! Figures as files: the same bytes every time, documents that a parser
//! accepts, pictures of the stated size with every cell in its place.

use nimlab_figures::space::Space;
use nimlab_figures::{Axis, Cells, Colour, ColourScale, Error, Figure, Layer, Mark, Panel, PanelShape};

/// A heat map whose cell (column, row) has the value column + 10·row.
fn heat(columns: u32, rows: u32) -> Figure {
    let scale = ColourScale { low: 0.0, high: f64::from(columns + 10 * rows) };
    let values = (0..rows).flat_map(|row| (0..columns).map(move |column| Some(column + 10 * row))).collect();
    let cells = Cells { columns, rows, values, scale, written: false };
    let axis = |count: u32| Axis::new("stones", -0.5, f64::from(count) - 0.5).whole();
    let mut panel = Panel::new(axis(columns), axis(rows)).shaped(PanelShape::Equal);
    panel.colours = Some((scale, "value".into()));
    Figure::new("Values").with(panel.with(Layer::new(Mark::Cells(cells))))
}

/// A figure with every kind of mark, and with texts that XML must escape.
fn everything() -> Figure {
    let points: Vec<[f64; 2]> = (0..=20).map(|n| [f64::from(n), f64::from(n * n) / 20.0]).collect();
    let pen = nimlab_figures::Pen::solid(Colour::VERMILION, 1.0);
    let marks = [
        Mark::Band(2.0, 5.0, Colour::SKY.with_opacity(90)),
        Mark::Line(points.clone(), pen),
        Mark::Discs(points.clone(), 2.0, Colour::BLUE),
        Mark::Squares(vec![[3.0, 4.0]], Colour::GREEN),
        Mark::Bars(vec![([8.0, 9.0], "<9 & \"more\">".into())], 0.8, Colour::ORANGE),
        Mark::Stems(points.clone(), pen),
        Mark::Arrow([1.0, 1.0], [6.0, 9.0], pen),
        Mark::Queen([6.0, 12.0], Colour::BLACK),
        Mark::Text([10.0, 15.0], [0.0, 0.0], "v₁ < 10⁻³".into(), Colour::INK),
    ];
    let mut panel = Panel::new(Axis::new("n < 20 & \"more\"", 0.0, 20.0), Axis::new("v₁/n", 0.0, 20.0));
    for (i, mark) in marks.into_iter().enumerate() {
        panel = panel.with(Layer::new(mark).named(format!("layer <{i}>")));
    }
    let log = Panel::new(Axis::new("n", 1.0, 1e6).logarithmic(), Axis::new("y", -1.0, 1.0))
        .with(Layer::dashed(vec![[1.0, 0.5], [1e6, -0.5]], Colour::PURPLE));
    let space = Space { side: 10.0, labels: ["a", "b", "c"].map(String::from), unit: "stones".into() };
    let in_space = space.panel().with(space.discs([[1.0, 2.0, 3.0]], 2.0, Colour::BLUE));
    Figure::new("All & everything").with(panel).with(log).with(in_space)
}

/// Width, height and the pixels of three bytes.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    (info.width, info.height, pixels)
}

#[test]
fn equal_figures_give_equal_bytes() {
    for figure in [heat(30, 20), heat(100, 100), everything()] {
        assert_eq!(figure.svg().unwrap(), figure.clone().svg().unwrap());
        assert_eq!(figure.png().unwrap(), figure.clone().png().unwrap());
    }
}

#[test]
fn svg_is_a_document_of_the_stated_width_with_its_texts() {
    for figure in [heat(8, 5), heat(90, 50), everything()] {
        let text = figure.svg().unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("width")), ("svg", Some("85mm")));
        let title = root.children().find(|node| node.tag_name().name() == "title").unwrap();
        assert_eq!(title.text(), Some(figure.title.as_str()));
        for node in document.descendants().filter(|node| node.is_element()) {
            for attribute in node.attributes() {
                assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{attribute:?}");
            }
        }
    }
    let text = everything().svg().unwrap();
    assert!(text.contains("layer &lt;3&gt;") && text.contains("n &lt; 20 &amp; &quot;more&quot;"));
}

#[test]
fn nothing_is_outside_the_page() {
    for figure in [heat(8, 5), heat(90, 50), everything()] {
        let text = figure.svg().unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let size: Vec<f64> =
            document.root_element().attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
        let inside = |value: &str, most: f64| (0.0..=most).contains(&value.parse::<f64>().unwrap());
        for node in document.descendants().filter(|node| node.tag_name().name() == "text") {
            for (name, most) in [("x", size[2]), ("y", size[3])] {
                assert!(node.attribute(name).is_none_or(|value| inside(value, most)), "{node:?}");
            }
        }
    }
}

#[test]
fn png_is_of_the_size_that_its_millimetres_say() {
    let bytes = everything().png().unwrap();
    let (width, height, pixels) = decoded(&bytes);
    assert_eq!(width, 1360);
    assert_eq!(pixels.len(), (width * height * 3) as usize);
    let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let per_metre = reader.info().pixel_dims.unwrap().xppu;
    assert_eq!(f64::from(width) / f64::from(per_metre), 0.085);
}

/// Where the cells of a heat map are in its PNG: the left and lower edge and
/// the side of a cell, found by the colours of the corners alone.
fn corner(width: u32, height: u32, pixels: &[u8], colour: [u8; 3]) -> [u32; 4] {
    let at = |x: u32, y: u32| &pixels[((y * width + x) * 3) as usize..][..3];
    let places = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    let found: Vec<[u32; 2]> = places.filter(|&[x, y]| at(x, y) == colour).collect();
    let bound = |i: usize| {
        let numbers = || found.iter().map(|place| place[i]);
        [numbers().min().unwrap(), numbers().max().unwrap()]
    };
    let ([left, right], [top, bottom]) = (bound(0), bound(1));
    [left, right, top, bottom]
}

#[test]
fn every_cell_of_a_heat_map_has_the_colour_of_its_value_at_its_place() {
    let (columns, rows) = (40, 25);
    let mut figure = heat(columns, rows);
    // Without the bar, each colour of a corner is there once.
    figure.panels[0].colours = None;
    let (width, height, pixels) = decoded(&figure.png().unwrap());
    let scale = ColourScale { low: 0.0, high: f64::from(columns + 10 * rows) };
    let [left, _, _, bottom] = corner(width, height, &pixels, scale.colour(0.0).rgb);
    let top_value = f64::from(columns - 1 + 10 * (rows - 1));
    let [_, right, top, _] = corner(width, height, &pixels, scale.colour(top_value).rgb);
    let side = ((right - left) as f64 / f64::from(columns)).round() as u32;
    assert!(side >= 20 && ((bottom - top) as f64 / f64::from(rows) - f64::from(side)).abs() < 0.5);
    for (column, row) in [(0, 0), (39, 24), (0, 24), (39, 0), (7, 3), (20, 12), (33, 19), (1, 23)] {
        let x = left + column * side + side / 2;
        let y = bottom - row * side - side / 2;
        let at = &pixels[((y * width + x) * 3) as usize..][..3];
        assert_eq!(at, scale.colour(f64::from(column + 10 * row)).rgb, "cell ({column}, {row})");
    }
}

#[test]
fn a_heat_map_of_many_cells_has_a_pixel_for_each() {
    let (columns, rows) = (1500, 1000);
    let mut figure = heat(columns, rows);
    figure.panels[0].colours = None;
    let (width, height, pixels) = decoded(&figure.png().unwrap());
    assert!(width > columns && height > rows);
    let scale = ColourScale { low: 0.0, high: f64::from(columns + 10 * rows) };
    let middle = ((height / 2 * width + width / 2) * 3) as usize;
    let colours: Vec<[u8; 3]> = (0..columns + 10 * rows).map(|value| scale.colour(f64::from(value)).rgb).collect();
    assert!(colours.contains(&[pixels[middle], pixels[middle + 1], pixels[middle + 2]]));
}

/// The frame lies outside: the cells at the edge are as large as the others.
#[test]
fn the_frame_covers_no_part_of_the_outer_cells() {
    for side in [8, 200, 1000, 4000] {
        let scale = ColourScale { low: 0.0, high: 5.0 };
        let mut values = vec![Some(0); (side * side) as usize];
        let corners = [0, side - 1, side * (side - 1), side * side - 1];
        for (value, at) in (1..).zip(corners) {
            values[at as usize] = Some(value);
        }
        let cells = Cells { columns: side, rows: side, values, scale, written: false };
        let axis = || Axis::new("stones", -0.5, f64::from(side) - 0.5).whole();
        let panel = Panel::new(axis(), axis()).shaped(PanelShape::Equal);
        let figure = Figure::new("Corners").with(panel.with(Layer::new(Mark::Cells(cells))));
        let (width, height, pixels) = decoded(&figure.png().unwrap());
        let boxes: [[u32; 4]; 4] =
            [1.0, 2.0, 3.0, 4.0].map(|value| corner(width, height, &pixels, scale.colour(value).rgb));
        let pixels_a_cell = boxes[0][1] - boxes[0][0] + 1;
        for [left, right, top, bottom] in boxes {
            assert_eq!([right - left + 1, bottom - top + 1], [pixels_a_cell; 2], "{side} cells");
        }
        let [[left, _, _, bottom], _, _, [_, right, top, _]] = boxes;
        assert_eq!([right - left + 1, bottom - top + 1], [side * pixels_a_cell; 2], "{side} cells");
    }
}

#[test]
fn cells_without_a_value_stay_blank() {
    let scale = ColourScale { low: 0.0, high: 5.0 };
    let cells = Cells { columns: 2, rows: 1, values: vec![Some(3), None], scale, written: false };
    let panel = Panel::new(Axis::new("", -0.5, 1.5), Axis::new("", -0.5, 0.5)).shaped(PanelShape::Equal);
    let figure = Figure::new("Two").with(panel.with(Layer::new(Mark::Cells(cells))));
    let (width, height, pixels) = decoded(&figure.png().unwrap());
    let at = |x: u32, y: u32| <[u8; 3]>::try_from(&pixels[((y * width + x) * 3) as usize..][..3]).unwrap();
    let [left, right, top, bottom] = corner(width, height, &pixels, scale.colour(3.0).rgb);
    let middle = (top + bottom) / 2;
    assert_eq!(at((left + right) / 2, middle), scale.colour(3.0).rgb);
    assert_eq!(at(right + (right - left) / 2, middle), [255; 3]);
}

#[test]
fn crowds_of_points_are_a_picture_in_svg() {
    let points = |count: u32| (0..count).map(|n| [f64::from(n % 997), f64::from(n % 991)]).collect();
    let figure = |count: u32| {
        let panel = Panel::new(Axis::new("x", 0.0, 997.0), Axis::new("y", 0.0, 991.0));
        Figure::new("Crowd").with(panel.with(Layer::discs(points(count), 1.0, Colour::BLUE))).svg().unwrap()
    };
    assert!(!figure(1000).contains("<image") && figure(50_000).contains("<image"));
    assert!(figure(50_000).len() < 1_000_000);
}

#[test]
fn what_is_too_large_is_refused_with_the_numbers() {
    let figure = heat(5000, 2);
    for error in [figure.svg().unwrap_err(), figure.png().unwrap_err()] {
        assert!(matches!(error, Error::TooLarge { .. }));
        assert_eq!(
            error.to_string(),
            "the heat map is too large for a figure: 5000 × 2 cells, and at most 4096 × 4096"
        );
    }
}
