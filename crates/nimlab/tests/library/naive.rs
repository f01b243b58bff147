//! A solver that knows nothing of the library: each rule as its text says it,
//! and the definitions of outcome and Grundy value by recursion.

use std::collections::HashMap;

/// A rule: every position that can be reached in one move.
pub type Rule = Box<dyn Fn(&[u64]) -> Vec<Vec<u64>>>;

/// Sorted piles, for games in which their order does not matter.
fn sorted(mut piles: Vec<u64>) -> Vec<u64> {
    piles.sort_unstable();
    piles
}

/// Nim: take any number, at least one, from one heap.
pub fn nim() -> Rule {
    Box::new(|heaps| {
        let mut options = Vec::new();
        for heap in 0..heaps.len() {
            for taken in 1..=heaps[heap] {
                let mut after = heaps.to_vec();
                after[heap] -= taken;
                options.push(sorted(after));
            }
        }
        options
    })
}

/// Moore's Nim: take from at most k heaps, at least one stone in all.
pub fn moore(k: usize) -> Rule {
    Box::new(move |heaps| {
        // Every vector of stones taken, like the digits of a number that counts up.
        let mut taken = vec![0; heaps.len()];
        let mut options = Vec::new();
        loop {
            let Some(place) = (0..heaps.len()).find(|&i| taken[i] < heaps[i]) else { return options };
            taken[..place].fill(0);
            taken[place] += 1;
            if taken.iter().filter(|&&stones| stones > 0).count() <= k {
                options.push(sorted(heaps.iter().zip(&taken).map(|(heap, stones)| heap - stones).collect()));
            }
        }
    })
}

/// Greedy Nim: take any number from a largest heap.
pub fn greedy() -> Rule {
    Box::new(|heaps| {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let all = nim()(heaps);
        // A move from a smaller heap leaves all largest heaps as they are.
        let count = |heaps: &[u64]| heaps.iter().filter(|&&heap| heap == largest).count();
        all.into_iter().filter(|after| largest > 0 && count(after) + 1 == count(heaps)).collect()
    })
}

/// Building Nim: while tokens are left, place one on a stack; then play Nim.
pub fn building() -> Rule {
    Box::new(|position| {
        let (&tokens, stacks) = position.split_last().expect("a position has stacks and tokens");
        let with_tokens = |stacks: Vec<u64>, tokens: u64| -> Vec<u64> {
            let mut position = sorted(stacks);
            position.push(tokens);
            position
        };
        if tokens == 0 {
            return nim()(stacks).into_iter().map(|after| with_tokens(after, 0)).collect();
        }
        (0..stacks.len())
            .map(|stack| {
                let mut after = stacks.to_vec();
                after[stack] += 1;
                with_tokens(after, tokens - 1)
            })
            .collect()
    })
}

/// Wythoff's game: k from one pile and l from the other, not both 0, and if
/// neither is 0, |k − l| < a.
pub fn wythoff(a: u128) -> Rule {
    Box::new(move |piles| {
        let mut options = Vec::new();
        for k in 0..=piles[0] {
            for l in 0..=piles[1] {
                let one_pile = (k == 0) != (l == 0);
                let both = k > 0 && l > 0 && u128::from(k.abs_diff(l)) < a;
                if one_pile || both {
                    options.push(sorted(vec![piles[0] - k, piles[1] - l]));
                }
            }
        }
        options
    })
}

/// ℛ-Wythoff: from the larger pile (either, if they are equal) any number, or
/// the same from both.
pub fn r_wythoff() -> Rule {
    Box::new(|piles| {
        let mut options = Vec::new();
        for k in 0..=piles[0] {
            for l in 0..=piles[1] {
                let from_first = k > 0 && l == 0 && piles[0] >= piles[1];
                let from_second = k == 0 && l > 0 && piles[1] >= piles[0];
                if from_first || from_second || (k > 0 && k == l) {
                    options.push(sorted(vec![piles[0] - k, piles[1] - l]));
                }
            }
        }
        options
    })
}

/// Fibonacci Nim: at most as many as allowed; the opponent may then take twice
/// what was taken.
pub fn fibonacci() -> Rule {
    Box::new(|position| {
        let (stones, most) = (position[0], position[1]);
        (1..=stones).filter(|&taken| taken <= most).map(|taken| vec![stones - taken, 2 * taken]).collect()
    })
}

/// The definitions, with a memory.
pub struct Naive {
    rule: Rule,
    wins: [HashMap<Vec<u64>, bool>; 2],
    values: HashMap<Vec<u64>, u64>,
}

impl Naive {
    pub fn new(rule: Rule) -> Self {
        Self { rule, wins: Default::default(), values: HashMap::new() }
    }

    /// The options, sorted and without repetition.
    pub fn options(&self, position: &[u64]) -> Vec<Vec<u64>> {
        let mut options = (self.rule)(position);
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, position: &[u64], misere: bool) -> bool {
        if let Some(&known) = self.wins[usize::from(misere)].get(position) {
            return known;
        }
        let options = (self.rule)(position);
        let wins = if options.is_empty() { misere } else { options.iter().any(|option| !self.wins(option, misere)) };
        self.wins[usize::from(misere)].insert(position.to_vec(), wins);
        wins
    }

    /// Every option that is lost for the opponent.
    pub fn winning_moves(&mut self, position: &[u64], misere: bool) -> Vec<Vec<u64>> {
        self.options(position).into_iter().filter(|option| !self.wins(option, misere)).collect()
    }

    /// The mex of the values of all options.
    pub fn value(&mut self, position: &[u64]) -> u64 {
        if let Some(&known) = self.values.get(position) {
            return known;
        }
        let values: Vec<u64> = (self.rule)(position).iter().map(|option| self.value(option)).collect();
        let mex = (0..).find(|value| !values.contains(value)).expect("values are finite");
        self.values.insert(position.to_vec(), mex);
        mex
    }
}

#[test]
fn the_naive_solver_knows_what_everybody_knows() {
    let mut nim = Naive::new(nim());
    assert_eq!(nim.value(&[1, 2, 3]), 0);
    assert_eq!(nim.value(&[3, 5]), 6);
    assert!(!nim.wins(&[1, 1, 1], true) && nim.wins(&[1, 1, 1], false));
    let mut wythoff = Naive::new(wythoff(1));
    assert_eq!(wythoff.winning_moves(&[4, 6], false), [vec![3, 5]]);
    assert_eq!(Naive::new(greedy()).options(&[1, 2, 2]), [vec![0, 1, 2], vec![1, 1, 2]]);
    assert_eq!(Naive::new(r_wythoff()).options(&[1, 2]), [vec![0, 1], vec![1, 1]]);
    assert_eq!(Naive::new(moore(2)).options(&[0, 1, 1]), [vec![0, 0, 0], vec![0, 0, 1]]);
    assert_eq!(Naive::new(building()).options(&[0, 1, 2]), [vec![0, 2, 1], vec![1, 1, 1]]);
}
