//! Halving: one pile; take at least one stone and at most half of them. Who
//! cannot move has lost.
//!
//! The rule takes three methods, and everything can be asked of it. The theorem
//! below is a method of our own, on numbers of any size, and `check` holds it
//! against plain search.
//!
//! **Theorem.** The player to move loses exactly with 2^k − 1 stones. *Proof.* Let
//! n be the stones and 2^k ≤ n + 1 < 2^(k+1). From n = 2^k − 1 at most
//! ⌊n/2⌋ = 2^(k−1) − 1 stones go, so that more than 2^(k−1) − 1 and fewer than
//! 2^k − 1 are left: no number of this form. Otherwise n ≥ 2^k, and 2^k − 1 can be
//! left, for that takes n + 1 − 2^k ≤ n/2, because n + 2 ≤ 2^(k+1). ∎ It is the
//! only winning move: any smaller number of this form is below n/2.

use nimlab::number::{BitTest, UBig};
use nimlab::prelude::*;
use nimlab::{Analysis, ListQuery, Moves, Question, Result};
use std::ops::ControlFlow;

/// The game.
#[derive(Debug, Clone, Copy)]
pub struct Halving;

impl Rule for Halving {
    fn name(&self) -> String {
        "halving".into()
    }

    fn shape(&self) -> Shape {
        Shape::piles(1)
    }

    fn options(&self, piles: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let stones = piles[0];
        (stones.div_ceil(2)..stones).try_for_each(|left| each(&[left]))
    }
}

/// The theorem, as a method.
const POWERS: Method = Method::new("powers", "lost with 2^k − 1 stones");

impl Game for Halving {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::Solve(Play::Normal) | Question::List { play: Play::Normal, value: 0 } => vec![POWERS],
            _ => Vec::new(),
        }
    }

    fn analyse(&self, _method: Method, position: &Position, _play: Play, _budget: Budget) -> Result<Analysis> {
        let stones = &position.numbers()[0];
        let lost = lost_with((stones + UBig::ONE).bit_len() - 1);
        Ok(if lost == *stones {
            Analysis::lost()
        } else {
            Analysis::won(Moves::all(vec![Position::new(vec![lost], false)]))
        })
    }

    fn list<'g>(&'g self, _method: Method, query: &ListQuery) -> Result<List<'g>> {
        let first = usize::try_from(&query.from).unwrap_or(usize::MAX);
        let lost = (first..).map(|k| Ok(Position::new(vec![lost_with(k)], false)));
        Ok(List::of_positions(lost, query))
    }
}

/// 2^k − 1.
fn lost_with(k: usize) -> UBig {
    (UBig::ONE << k) - UBig::ONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theorem_is_what_search_finds() -> Result<()> {
        let check = Halving.check(300).run()?;
        assert!(check.agrees(), "{check:?}");
        assert!(check.compared.iter().any(|compared| compared.method == "powers" && compared.positions == 300));
        Ok(())
    }

    #[test]
    fn it_answers_for_numbers_of_any_size() -> Result<()> {
        let answer = Halving.solve(&Halving.read("1e30")?).run()?;
        assert_eq!(answer.outcome, Outcome::N);
        assert_eq!(answer.winning_moves.list[0].to_string(), "633825300114114700748351602687");
        assert_eq!(answer.method.name(), "powers");
        Ok(())
    }
}
