//! Graphs with arrows: nodes in columns by their distance from the first node,
//! arrows between them that go around nodes, with their labels where there is
//! room. A large graph is drawn without labels, as an overview.
//!
//! The columns are ordered by the barycentres of their neighbours, forwards and
//! backwards a few times. Each arrow is the best of a few arcs, seen by how many
//! nodes and other arrows it meets.

use crate::axis::Axis;
use crate::colour::Colour;
use crate::figure::{Figure, Layer, Mark, Panel, PanelShape};
use crate::layers::SIZE;
use crate::scene::{Pen, Place, UNITS};
use crate::text;

/// A graph; the first node is the start.
///
/// ```
/// use nimlab_figures::graph::{Edge, Graph, Node};
/// let nodes = vec![Node { label: "0".into(), double: true }, Node { label: "1".into(), double: false }];
/// let edges = vec![Edge { from: 0, to: 1, label: vec!["1".into()] }, Edge { from: 1, to: 0, label: vec!["0".into()] }];
/// let figure = Graph { nodes, edges }.figure("Two nodes");
/// assert!(figure.svg().unwrap().starts_with("<svg"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The arrows, at most one from a node to a node.
    pub edges: Vec<Edge>,
}

/// A node.
///
/// ```
/// use nimlab_figures::graph::Node;
/// let accepting = Node { label: "3".into(), double: true };
/// assert!(accepting.double);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What is written in it.
    pub label: String,
    /// Whether it is drawn with two circles.
    pub double: bool,
}

/// An arrow.
///
/// ```
/// use nimlab_figures::graph::Edge;
/// let arrow = Edge { from: 0, to: 1, label: vec!["0/1".into()] };
/// assert_eq!(arrow.label.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The node where it begins.
    pub from: usize,
    /// The node where it ends.
    pub to: usize,
    /// What is written at it, in lines.
    pub label: Vec<String>,
}

/// Up to this many nodes are drawn with labels.
pub const LABELLED: usize = 60;

/// The radius of a node, and what its inner circle leaves.
const RADIUS: f64 = 11.0;
const INNER: f64 = 2.6;
/// The distance of nodes above one another.
const APART: f64 = 58.0;
/// The room around everything.
const ROOM: f64 = 30.0;
/// A line of a label is so high.
const LINE: f64 = 11.0;
/// How far arcs may bend, as parts of their length.
const BENDS: [f64; 11] = [0.0, 0.16, -0.16, 0.3, -0.3, 0.45, -0.45, 0.65, -0.65, 0.9, -0.9];
/// The points of an arc.
const POINTS: usize = 28;

impl Graph {
    /// The figure of the graph, as wide as it needs.
    pub fn figure(&self, title: &str) -> Figure {
        let columns = self.columns();
        let small = self.nodes.len() <= LABELLED;
        let drawing = if small { self.labelled(&columns) } else { self.overview(&columns) };
        drawing.figure(title)
    }

    /// The nodes by their distance from the start, each column in an order that
    /// keeps arrows short.
    fn columns(&self) -> Vec<Vec<usize>> {
        let count = self.nodes.len();
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); count];
        for edge in &self.edges {
            after[edge.from].push(edge.to);
            near[edge.from].push(edge.to);
            near[edge.to].push(edge.from);
        }
        let mut column = vec![usize::MAX; count];
        let mut columns: Vec<Vec<usize>> = Vec::new();
        let mut last: Vec<usize> = (0..count.min(1)).collect();
        while !last.is_empty() {
            last.iter().for_each(|&node| column[node] = columns.len());
            let mut next: Vec<usize> = Vec::new();
            for &node in &last {
                next.extend(after[node].iter().filter(|&&to| column[to] == usize::MAX));
                next.iter().for_each(|&to| column[to] = columns.len() + 1);
            }
            next.sort_unstable();
            next.dedup();
            columns.push(std::mem::replace(&mut last, next));
        }
        let rest: Vec<usize> = (0..count).filter(|&node| column[node] == usize::MAX).collect();
        columns.extend((!rest.is_empty()).then_some(rest));
        // Heights around 0.
        let mut height = vec![0.0; count];
        let spread = |list: &[usize], height: &mut [f64]| {
            for (place, &node) in list.iter().enumerate() {
                height[node] = (list.len() as f64 - 1.0) / 2.0 - place as f64;
            }
        };
        columns.iter().for_each(|list| spread(list, &mut height));
        for round in 0..12 {
            let order: Vec<usize> = match round % 2 {
                0 => (0..columns.len()).collect(),
                _ => (0..columns.len()).rev().collect(),
            };
            for index in order {
                let mean = |node: usize| {
                    let others = near[node].iter().filter(|&&other| other != node);
                    let heights: Vec<f64> = others.map(|&other| height[other]).collect();
                    if heights.is_empty() { height[node] } else { heights.iter().sum::<f64>() / heights.len() as f64 }
                };
                let mut keyed: Vec<(f64, usize)> = columns[index].iter().map(|&node| (-mean(node), node)).collect();
                keyed.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
                columns[index] = keyed.into_iter().map(|pair| pair.1).collect();
                spread(&columns[index], &mut height);
            }
        }
        columns
    }

    /// Where the nodes are.
    fn places(&self, columns: &[Vec<usize>], across: f64, apart: f64) -> Vec<Place> {
        let mut places = vec![[0.0; 2]; self.nodes.len()];
        for (x, column) in columns.iter().enumerate() {
            for (y, &node) in column.iter().enumerate() {
                // Every other column is a little lower, so that arrows along a
                // row do not meet all of its nodes.
                let lower = if x % 2 == 1 && columns.len() > 2 { apart * 0.18 } else { 0.0 };
                let up = (column.len() as f64 - 1.0) / 2.0 - y as f64;
                places[node] = [x as f64 * across, up * apart - lower];
            }
        }
        places
    }

    fn labelled(&self, columns: &[Vec<usize>]) -> Drawing {
        let widest = self.edges.iter().flat_map(|edge| &edge.label).map(|line| text::width(line, SIZE));
        // The more arrows, the more room.
        let crowded = self.edges.len() as f64 / self.nodes.len().max(1) as f64;
        let stretch = (crowded / 1.7).clamp(1.0, 2.2);
        let across = (widest.fold(0.0, f64::max) + 2.0 * RADIUS + 30.0).clamp(74.0, 150.0) * stretch;
        // A few tall columns stand further apart.
        let tall = columns.iter().map(Vec::len).max().unwrap_or(1) as f64 * APART * stretch;
        let across = across.max((tall / columns.len().max(1) as f64 * 0.5).min(1.6 * across));
        let places = self.places(columns, across, APART * stretch);
        let mut drawing = Drawing::default();
        let mut arcs: Vec<(usize, Vec<Place>)> = Vec::new();
        for (index, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.from == edge.to) {
            arcs.push((index, self.turn(edge.from, &places)));
        }
        let mut others: Vec<usize> =
            (0..self.edges.len()).filter(|&index| self.edges[index].from != self.edges[index].to).collect();
        let length = |index: usize| {
            let (from, to) = (places[self.edges[index].from], places[self.edges[index].to]);
            distance(from, to)
        };
        others.sort_by(|&one, &two| length(one).total_cmp(&length(two)).then(one.cmp(&two)));
        for index in others {
            let edge = &self.edges[index];
            let best = BENDS.iter().map(|&bend| {
                let arc = arc(places[edge.from], places[edge.to], bend);
                (badness(&arc, bend, edge, &places, &arcs), arc)
            });
            let best = best.min_by(|one, two| one.0.total_cmp(&two.0));
            arcs.extend(best.map(|(_, arc)| (index, arc)));
        }
        let pen = Pen::solid(Colour::GREY, 0.9);
        let start = places.first().copied().unwrap_or_default();
        let entry = [[start[0] - RADIUS - 20.0, start[1]], [start[0] - RADIUS - 1.5, start[1]]];
        drawing.line(entry.to_vec(), Pen::solid(Colour::INK, 1.2), true);
        for (_, arc) in &arcs {
            drawing.line(arc.clone(), pen, true);
        }
        for (node, &place) in self.nodes.iter().zip(&places) {
            drawing.node(node, place);
        }
        let mut taken: Vec<[f64; 4]> = Vec::new();
        for (index, arc) in &arcs {
            drawing.label(&self.edges[*index].label, arc, &places, &arcs, *index, &mut taken);
        }
        drawing
    }

    /// A turn from a node to itself, above it; below where the column ends there.
    fn turn(&self, node: usize, places: &[Place]) -> Vec<Place> {
        let [x, y] = places[node];
        let above = places.iter().filter(|place| place[0] == x && place[1] > y).count();
        let below = places.iter().filter(|place| place[0] == x && place[1] < y).count();
        let up = if above > 0 && below == 0 { -1.0 } else { 1.0 };
        let (a, b) = ([x - 6.5, y + up * 9.5], [x + 6.5, y + up * 9.5]);
        let (c, d) = ([x - 19.0, y + up * 34.0], [x + 19.0, y + up * 34.0]);
        let point = |step: usize| {
            let t = step as f64 / POINTS as f64;
            let s = 1.0 - t;
            let part = |k: usize| s * s * s * a[k] + 3.0 * s * s * t * c[k] + 3.0 * s * t * t * d[k] + t * t * t * b[k];
            [part(0), part(1)]
        };
        cut((0..=POINTS).map(point).collect(), places[node], places[node])
    }

    fn overview(&self, columns: &[Vec<usize>]) -> Drawing {
        let tallest = columns.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let apart = (900.0 / tallest).clamp(5.0, 24.0);
        let across = (tallest * apart * 1.4 / columns.len() as f64).clamp(46.0, 120.0);
        let places = self.places(columns, across, apart);
        let mut drawing = Drawing::default();
        let pen = Pen::solid(Colour::BLUE.with_opacity(if self.edges.len() > 600 { 46 } else { 90 }), 0.6);
        for edge in self.edges.iter().filter(|edge| edge.from != edge.to) {
            let (from, to) = (places[edge.from], places[edge.to]);
            let bend = if from[0] < to[0] { 0.0 } else { 0.14 };
            drawing.line(bent(from, to, bend), pen, false);
        }
        let radius = (apart * 0.32).clamp(1.6, 4.0);
        let of = |double: bool| -> Vec<Place> {
            self.nodes.iter().zip(&places).filter(|(node, _)| node.double == double).map(|(_, place)| *place).collect()
        };
        let start = places.first().copied().unwrap_or_default();
        drawing.line(
            vec![[start[0] - 24.0, start[1]], [start[0] - radius - 1.5, start[1]]],
            Pen::solid(Colour::INK, 1.2),
            true,
        );
        drawing.discs(of(false), radius, Colour::GREY);
        drawing.discs(of(true), radius, Colour::VERMILION);
        drawing
    }
}

fn distance(one: Place, two: Place) -> f64 {
    (one[0] - two[0]).hypot(one[1] - two[1])
}

/// An arc from a place to a place, bent to the left by a part of its length.
fn bent(from: Place, to: Place, bend: f64) -> Vec<Place> {
    let middle =
        [(from[0] + to[0]) / 2.0 - bend * (to[1] - from[1]), (from[1] + to[1]) / 2.0 + bend * (to[0] - from[0])];
    let point = |step: usize| {
        let t = step as f64 / POINTS as f64;
        let s = 1.0 - t;
        let part = |k: usize| s * s * from[k] + 2.0 * s * t * middle[k] + t * t * to[k];
        [part(0), part(1)]
    };
    (0..=POINTS).map(point).collect()
}

/// The part of an arc between two nodes.
fn arc(from: Place, to: Place, bend: f64) -> Vec<Place> {
    cut(bent(from, to, bend), from, to)
}

fn cut(points: Vec<Place>, from: Place, to: Place) -> Vec<Place> {
    let out = |point: &Place, node: Place, gap: f64| distance(*point, node) >= RADIUS + gap;
    let first = points.iter().position(|point| out(point, from, 0.0)).unwrap_or(0);
    let last = points.iter().rposition(|point| out(point, to, 1.5)).unwrap_or(points.len() - 1);
    let mut kept = points[first.min(last)..=last].to_vec();
    // To the edge of the node exactly.
    let edge = |point: Place, node: Place, gap: f64| {
        let far = distance(point, node).max(0.001);
        [0, 1].map(|k| node[k] + (point[k] - node[k]) / far * (RADIUS + gap))
    };
    kept.insert(0, edge(kept[0], from, 0.0));
    let end = kept[kept.len() - 1];
    kept.push(edge(end, to, 1.5));
    kept
}

/// How bad an arc is: nodes that it meets, other arrows that it crosses, and
/// how far it bends.
fn badness(points: &[Place], bend: f64, edge: &Edge, places: &[Place], others: &[(usize, Vec<Place>)]) -> f64 {
    let mut sum = bend.abs() * 22.0;
    for (node, &place) in places.iter().enumerate() {
        if node == edge.from || node == edge.to {
            continue;
        }
        let nearest = points.iter().map(|&point| distance(point, place)).fold(f64::MAX, f64::min);
        sum += if nearest < RADIUS + 3.0 { 120.0 } else { (20.0 - nearest).max(0.0) };
    }
    for (_, other) in others {
        let close = points.iter().step_by(2).filter(|&&point| other.iter().any(|&place| distance(point, place) < 5.0));
        sum += close.count() as f64 * 4.0;
    }
    sum
}

/// What is drawn, in units, y upwards.
#[derive(Default)]
struct Drawing {
    behind: Vec<Layer>,
    front: Vec<Layer>,
    low: Place,
    high: Place,
}

impl Drawing {
    fn reaches(&mut self, [x, y]: Place) {
        self.low = [self.low[0].min(x), self.low[1].min(y)];
        self.high = [self.high[0].max(x), self.high[1].max(y)];
    }

    fn line(&mut self, points: Vec<Place>, pen: Pen, arrow: bool) {
        points.iter().for_each(|&point| self.reaches(point));
        if let (true, Some(&tip)) = (arrow, points.last()) {
            let back = points.iter().rev().find(|&&point| distance(point, tip) > 4.0).copied().unwrap_or(points[0]);
            let far = distance(back, tip).max(0.001);
            let along = [(tip[0] - back[0]) / far, (tip[1] - back[1]) / far];
            let side = |sign: f64| {
                [tip[0] - 6.0 * along[0] - sign * 2.4 * along[1], tip[1] - 6.0 * along[1] + sign * 2.4 * along[0]]
            };
            let colour = if pen.width > 1.0 { pen.colour } else { Colour::INK };
            self.front.push(Layer::new(Mark::Polygon(vec![tip, side(1.0), side(-1.0)], colour)));
        }
        self.behind.push(Layer::new(Mark::Line(points, pen)));
    }

    fn discs(&mut self, places: Vec<Place>, radius: f64, colour: Colour) {
        places.iter().for_each(|&place| self.reaches(place));
        self.front.push(Layer::discs(places, radius, colour));
    }

    fn node(&mut self, node: &Node, place: Place) {
        self.discs(vec![place], RADIUS, Colour::INK);
        self.discs(vec![place], RADIUS - 1.0, Colour::WHITE);
        if node.double {
            self.discs(vec![place], RADIUS - INNER, Colour::INK);
            self.discs(vec![place], RADIUS - INNER - 0.8, Colour::WHITE);
        }
        self.front.push(Layer::new(Mark::Text(place, [0.0; 2], node.label.clone(), Colour::INK)));
    }

    /// Writes a label beside an arc, where it covers the least.
    fn label(
        &mut self,
        lines: &[String],
        arc: &[Place],
        nodes: &[Place],
        arcs: &[(usize, Vec<Place>)],
        own: usize,
        taken: &mut Vec<[f64; 4]>,
    ) {
        if lines.is_empty() {
            return;
        }
        let half = [
            lines.iter().map(|line| text::width(line, SIZE)).fold(0.0, f64::max) / 2.0 + 1.5,
            lines.len() as f64 * LINE / 2.0,
        ];
        let mut best: Option<(f64, Place)> = None;
        for part in [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74] {
            let index = ((arc.len() - 1) as f64 * part) as usize;
            let (point, next) = (arc[index], arc[(index + 1).min(arc.len() - 1)]);
            let far = distance(point, next).max(0.001);
            let across = [-(next[1] - point[1]) / far, (next[0] - point[0]) / far];
            for side in [1.0, -1.0] {
                let gap = half[0] * across[0].abs() + half[1] * across[1].abs() + 1.5;
                let at = [point[0] + side * gap * across[0], point[1] + side * gap * across[1]];
                let sum = covered(at, half, nodes, arcs, own, taken) + (part - 0.5).abs() * 4.0;
                if best.is_none_or(|(least, _)| sum < least) {
                    best = Some((sum, at));
                }
            }
        }
        let Some((_, at)) = best else { return };
        taken.push([at[0], at[1], half[0], half[1]]);
        self.reaches([at[0] - half[0], at[1] - half[1]]);
        self.reaches([at[0] + half[0], at[1] + half[1]]);
        for (number, line) in lines.iter().enumerate() {
            let down = (number as f64 - (lines.len() as f64 - 1.0) / 2.0) * LINE;
            self.front.push(Layer::new(Mark::Text(at, [0.0, down], line.clone(), Colour::BLUE)));
        }
    }

    fn figure(self, title: &str) -> Figure {
        let [wide, high] = [0, 1].map(|k| self.high[k] - self.low[k] + 2.0 * ROOM / 3.0);
        let mut figure = Figure::new(title);
        let (edge, least) = (5.0, figure.width * UNITS);
        let width = (wide + 2.0 * edge).max(least);
        figure.width = width / UNITS;
        let middle = [0, 1].map(|k| (self.low[k] + self.high[k]) / 2.0);
        let inside = width - 2.0 * edge;
        let axis = |k: usize, length: f64| Axis::new("", middle[k] - length / 2.0, middle[k] + length / 2.0);
        let mut panel = Panel::new(axis(0, inside), axis(1, high)).shaped(PanelShape::Equal).unframed();
        panel.layers = self.behind.into_iter().chain(self.front).collect();
        figure.with(panel)
    }
}

/// How much a label at a place covers.
fn covered(
    at: Place,
    half: Place,
    nodes: &[Place],
    arcs: &[(usize, Vec<Place>)],
    own: usize,
    taken: &[[f64; 4]],
) -> f64 {
    let inside = |point: &Place, more: f64| {
        (point[0] - at[0]).abs() < half[0] + more && (point[1] - at[1]).abs() < half[1] + more
    };
    let mut sum = 0.0;
    sum += nodes.iter().filter(|node| inside(node, RADIUS)).count() as f64 * 60.0;
    let other = |other: &&[f64; 4]| {
        (other[0] - at[0]).abs() < half[0] + other[2] && (other[1] - at[1]).abs() < half[1] + other[3]
    };
    sum += taken.iter().filter(other).count() as f64 * 80.0;
    for (index, arc) in arcs {
        let hits = arc.iter().filter(|point| inside(point, 0.5)).count() as f64;
        sum += hits * if *index == own { 3.0 } else { 6.0 };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(count: usize) -> Graph {
        let node = |n: usize| Node { label: n.to_string(), double: n == 0 };
        let edge = |n: usize| Edge { from: n, to: (n + 1) % count, label: vec!["1".into()] };
        Graph { nodes: (0..count).map(node).collect(), edges: (0..count).map(edge).collect() }
    }

    #[test]
    fn small_graphs_have_labels_and_large_ones_none() {
        let texts = |graph: &Graph| graph.figure("").svg().map(|svg| svg.matches("<text").count()).unwrap_or(0);
        assert_eq!(texts(&ring(5)), 10);
        assert_eq!(texts(&ring(LABELLED + 1)), 0);
    }

    #[test]
    fn every_arrow_is_drawn_once() {
        let svg = ring(4).figure("ring").svg().unwrap_or_default();
        // Four arrows and the one at the start.
        assert_eq!(svg.matches("fill=\"none\"").count(), 5);
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(Graph { nodes: Vec::new(), edges: Vec::new() }.figure("").svg().is_ok());
    }
}
