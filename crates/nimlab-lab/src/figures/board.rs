//! P-positions of a game with two piles as squares of a board, with the lines
//! they follow and the winning moves from a position (Thesis-W, figures 2 to
//! 4; Thesis-A, figure 1.2).

use super::example;
use crate::error::{Error, Result};
use nimlab::solve::TableSize;
use nimlab::{Ask, Budget, Game, ListOrder, ListQuery, Piles, Play, RuleExt};
use nimlab::{Hint, Term};
use nimlab_figures::Pen;
use nimlab_figures::{Axis, Colour, Figure, Layer, Mark, Panel, PanelShape};

/// The most squares on a side of a board.
pub const MOST_SIDE: u64 = 1000;

/// Up to this many squares on a side, lines are drawn between them.
const RULED: u64 = 40;

/// The board of a game with its P-positions below `side`, and the winning
/// moves from a position if one is given, its numbers in the given order.
///
/// ```
/// use nimlab::{Budget, Play, catalogue};
/// use nimlab_lab::figures::board;
/// let wythoff = catalogue::game("wythoff")?;
/// let figure = board(&*wythoff, 12, Play::Normal, Some([4, 9]), Budget::default())?;
/// assert!(figure.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board(game: &dyn Game, side: u64, play: Play, from: Option<[u64; 2]>, budget: Budget) -> Result<Figure> {
    let shape = game.shape();
    if !matches!(shape.piles, Piles::Exactly(2) | Piles::Any) || shape.tail.is_some() {
        return Err(Error::Request {
            problem: format!("a board needs a game with two piles, and {} has another number", game.name()),
            hint: example("board", "wythoff", [Term::size(10)]),
        });
    }
    if !(1..=MOST_SIDE).contains(&side) {
        return Err(Error::Request {
            problem: format!("a board has from 1 to {MOST_SIDE} squares on a side, and {side} were asked for"),
            hint: example("board", "wythoff", [Term::size(20)]),
        });
    }
    if let Some([x, y]) = from.filter(|square| square.iter().any(|&n| n >= side)) {
        return Err(Error::Request {
            problem: format!("({x},{y}) is not on a board of {side} × {side}, whose piles go up to {}", side - 1),
            hint: Hint::example([Term::size(x.max(y).saturating_add(1)), Term::from(format!("{x},{y}"))]),
        });
    }
    let edge = side as f64 - 0.5;
    let axis = |label: &str| Axis::new(label, -0.5, edge).whole();
    let mut panel = Panel::new(axis("first pile x (stones)"), axis("second pile y (stones)")).shaped(PanelShape::Equal);
    panel.ruled = side <= RULED;
    let cold: Vec<[f64; 2]> = match play {
        Play::Normal if game.blocked() == 0 => zeros(game, side, budget)?,
        play => listed(game, side, play, budget)?,
    };
    panel = panel.with(Layer::new(Mark::Squares(cold, Colour::GREEN)).named("P-position"));
    if let Some((slope, name)) = slope(&game.name()) {
        let line = |slope: f64| vec![[0.0, 0.0], [edge.min(edge / slope), edge.min(edge * slope)]];
        panel = panel
            .with(Layer::dashed(line(slope), Colour::INK).named(name[0].clone()))
            .with(Layer::dotted(line(1.0 / slope), Colour::INK).named(name[1].clone()));
    }
    let title = match play {
        Play::Normal => format!("P-positions of {}", game.name()),
        Play::Misere => format!("P-positions of {} under misère play", game.name()),
    };
    if let Some(from) = from {
        panel = with_moves(panel, game, play, from, budget)?;
    }
    Ok(Figure::new(title).with(panel))
}

/// The squares of Grundy value 0.
fn zeros(game: &dyn Game, side: u64, budget: Budget) -> Result<Vec<[f64; 2]>> {
    let table = game.table(TableSize::Rectangle(side, side)).budget(budget).run()?;
    let squares = (0..side).flat_map(|x| (0..side).map(move |y| [x, y]));
    Ok(squares.filter(|&[x, y]| table.value(x, y) == 0).map(|square| square.map(|n| n as f64)).collect())
}

/// The P-positions where no values tell them, from the game's list.
fn listed(game: &dyn Game, side: u64, play: Play, budget: Budget) -> Result<Vec<[f64; 2]>> {
    let count = side * side;
    let query = ListQuery { play, count, heaps: 2, budget, ..ListQuery::default() };
    let list = game.positions().query(&query).run()?;
    let mut squares = Vec::new();
    // The list ascends by its smallest or by its largest number.
    let key = |pair: &[u64; 2]| {
        if game.list_order() == ListOrder::Smallest { pair[0].min(pair[1]) } else { pair[0].max(pair[1]) }
    };
    let mut add = |pair: [u64; 2]| {
        let mirrored = [pair[1], pair[0]];
        let both = if game.shape().interchangeable && pair != mirrored { vec![pair, mirrored] } else { vec![pair] };
        let inside = both.into_iter().filter(|pair| pair.iter().all(|&n| n < side));
        squares.extend(inside.map(|pair| pair.map(|n| n as f64)));
        key(&pair) < side
    };
    for position in list {
        let words = position?.words()?;
        if words.len() != 2 || !add([words[0], words[1]]) {
            break;
        }
    }
    Ok(squares)
}

/// The slope β/α of the P-positions of Wythoff's games, and the names of the
/// two lines.
fn slope(game: &str) -> Option<(f64, [String; 2])> {
    let a = match game {
        "r-wythoff" => 1.0,
        game => parameter(game)? as f64,
    };
    let alpha = (2.0 - a + (a * a + 4.0).sqrt()) / 2.0;
    let slope = (alpha + a) / alpha;
    let names = match a == 1.0 {
        true => [format!("slope φ = {slope:.4}"), format!("slope 1/φ = {:.4}", 1.0 / slope)],
        false => [format!("slope β/α = {slope:.4}"), format!("slope α/β = {:.4}", 1.0 / slope)],
    };
    Some((slope, names))
}

/// The parameter of a Wythoff game.
fn parameter(game: &str) -> Option<u64> {
    match game.strip_prefix("wythoff")? {
        "" => Some(1),
        rest => rest.strip_prefix(':')?.parse().ok(),
    }
}

/// The queen and arrows to every P-position that she reaches.
fn with_moves(mut panel: Panel, game: &dyn Game, play: Play, from: [u64; 2], budget: Budget) -> Result<Panel> {
    let answer = game.solve(&game.position_of_words(&from)).play(play).budget(budget).run()?;
    let mut targets = Vec::new();
    for position in &answer.winning_moves.list {
        if let [a, b] = position.words()?[..] {
            targets.extend(orientations(game, from, [a, b]));
        }
    }
    let place = |square: [u64; 2]| square.map(|n| n as f64);
    let pen = Pen::solid(Colour::VERMILION, 1.8);
    let mut name = Some(if targets.len() == 1 { "winning move" } else { "winning moves" });
    for target in targets {
        let layer = Layer::new(Mark::Arrow(place(from), place(target), pen));
        panel = panel.with(match name.take() {
            Some(name) => layer.named(name),
            None => layer,
        });
    }
    let [x, y] = from;
    // Only Wythoff's game is that of the queen.
    let who = if slope(&game.name()).is_some() { "the queen" } else { "the position" };
    Ok(panel.with(Layer::new(Mark::Queen(place(from), Colour::BLACK)).named(format!("{who} at ({x}, {y})"))))
}

/// On which squares a winning move ends. Where piles are interchangeable, the
/// position {a, b} is the square (a, b) or its mirror image; of those that can
/// be reached without a growing pile, at least one is a move of the rule.
fn orientations(game: &dyn Game, from: [u64; 2], [a, b]: [u64; 2]) -> Vec<[u64; 2]> {
    let mut squares = vec![[a, b]];
    if game.shape().interchangeable && a != b {
        squares.push([b, a]);
    }
    squares.retain(|to| to[0] <= from[0] && to[1] <= from[1]);
    if squares.len() < 2 {
        return squares;
    }
    let taken = |to: &[u64; 2]| [from[0] - to[0], from[1] - to[1]];
    let straight = |to: &[u64; 2]| taken(to).contains(&0);
    let slant = |to: &[u64; 2]| taken(to)[0].abs_diff(taken(to)[1]);
    // From one pile, or nearly alike from both: if one of the two squares is
    // only of the second kind, it is the one with the smaller difference.
    let least = squares.iter().map(slant).min().unwrap_or(0);
    let legal = |to: &[u64; 2]| match parameter(&game.name()) {
        Some(a) => straight(to) || slant(to) < a,
        None => straight(to) || (!squares.iter().any(straight) && slant(to) == least),
    };
    squares.iter().filter(|to| legal(to)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimlab::catalogue;

    /// The moves of the rule on the board itself, where piles keep their places.
    fn legal(a: u64, from: [u64; 2], to: [u64; 2]) -> bool {
        let [k, l] = [from[0] as i64 - to[0] as i64, from[1] as i64 - to[1] as i64];
        k >= 0 && l >= 0 && k + l > 0 && (k == 0 || l == 0 || (k - l).unsigned_abs() < a)
    }

    #[test]
    fn arrows_lead_to_every_p_position_that_the_queen_reaches_and_to_no_other() {
        for a in 1..=3 {
            let game = catalogue::game(&format!("wythoff:{a}")).unwrap();
            let table = game.table(TableSize::Side(16)).run().unwrap();
            for from in (0..16).flat_map(|x| (0..16).map(move |y| [x, y])) {
                let squares = (0..16).flat_map(|x| (0..16).map(move |y| [x, y]));
                let expected: Vec<[u64; 2]> =
                    squares.filter(|&to| legal(a, from, to) && table.value(to[0], to[1]) == 0).collect();
                let position = game.position_of_words(&from);
                let answer = game.solve(&position).run().unwrap();
                let mut found: Vec<[u64; 2]> = answer
                    .winning_moves
                    .list
                    .iter()
                    .flat_map(|to| {
                        let words = to.words().unwrap();
                        orientations(&*game, from, [words[0], words[1]])
                    })
                    .collect();
                found.sort_unstable();
                assert_eq!(found, expected, "a = {a}, from {from:?}");
            }
        }
    }

    #[test]
    fn the_misere_list_gives_the_board_of_the_search() {
        for name in ["wythoff", "wythoff:2", "nim"] {
            let game = catalogue::game(name).unwrap();
            let mut found = listed(&*game, 9, Play::Misere, Budget::default()).unwrap();
            found.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let squares = (0..9).flat_map(|x| (0..9).map(move |y| [x, y]));
            let lost = squares.filter(|square| {
                let position = game.position_of_words(square);
                let answer = game.solve(&position).misere().run().unwrap();
                answer.outcome == nimlab::Outcome::P
            });
            let expected: Vec<[f64; 2]> = lost.map(|square| square.map(|n| n as f64)).collect();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn slopes_are_those_of_the_pairs() {
        let (slope, names) = slope("wythoff:2").unwrap();
        assert!((slope - (2f64.sqrt() + 2.0) / 2f64.sqrt()).abs() < 1e-12);
        assert_eq!(names[0], "slope β/α = 2.4142");
        assert_eq!(super::slope("wythoff").unwrap().1[0], "slope φ = 1.6180");
        assert!(super::slope("nim").is_none() && super::slope("wythoff3:l1").is_none());
    }
}
