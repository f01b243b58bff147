//! Lists of P-positions and answers by the fast engines, compared with plain
//! search as far as both come: for the fuzz target and for the tests.

use nimlab::{Ask, Budget, Game, Play, Position, RuleExt};

/// How many positions of a list are compared.
const COUNT: u64 = 12;

/// The first positions of a list, as far as it comes.
fn list(game: &dyn Game, method: Option<&str>, play: Play, budget: Budget) -> Vec<Position> {
    match game.positions().play(play).count(COUNT).heaps(1).budget(budget).method(method).run() {
        Ok(list) => list.map_while(Result::ok).collect(),
        Err(_) => Vec::new(),
    }
}

/// Panics where a fast engine and plain search answer differently.
pub fn agree(game: &dyn Game, budget: Budget) {
    for play in [Play::Normal, Play::Misere] {
        let (fast, plain) = (list(game, None, play, budget), list(game, Some("search"), play, budget));
        let both = fast.len().min(plain.len());
        assert_eq!(fast[..both], plain[..both], "{play}");
        let Ok(position) = game.read(&game.example()) else { continue };
        let answer = |method| game.solve(&position).play(play).method(method).budget(budget).run();
        if let (Ok(fast), Ok(plain)) = (answer(None), answer(Some("search"))) {
            assert_eq!((fast.outcome, fast.winning_moves), (plain.outcome, plain.winning_moves), "{position}, {play}");
        }
    }
}
