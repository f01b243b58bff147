//! Whether the claimed values of an octal game are its values: what [`super::verify`]
//! asks of octal games, in nearly linear time where the game has a sparse space.
//!
//! **What is checked, and why it is enough.** All values V(0), …, V(N) are claimed
//! beforehand; none is computed. Let those of the heaps below n be right. Then V(n) is
//! right exactly if (1) no option of n has the value V(n), and (2) every smaller value is
//! that of an option. Options that are one heap are looked up. For a breaking number j
//! (its digit has a 4) the others are a + b = n − j with a, b ≥ 1, of value V(a) ⊕ V(b).
//!
//! *(1) Few pairs are enough for most heaps.* Take any set of bits of the values, and
//! perhaps the last bit of the size too (e = 1, else e = 0). Let c(h) be the parity of
//! these bits of heap h. The parity of the chosen bits of V(a) ⊕ V(b) is the sum of those
//! of V(a) and V(b), and a + b has the parity of n − j. So if V(a) ⊕ V(b) = V(n), then
//! c(a) + c(b) ≡ c(n) + e·j (mod 2). Call a heap *rare* for j if c(h) ≡ e·j, and *common*
//! otherwise. If n is common, then c(a) + c(b) ≡ 1, so that just one of a and b is rare:
//! it is enough to look at every pair with a rare heap a < n − j, whatever its size. If
//! n is rare, every pair is looked at. This holds for any choice of bits, and for heaps of
//! any kind; the choice only decides how many heaps are rare. So nothing that chooses
//! has to be believed. Here the bits are taken that make the fewest claimed heaps rare.
//!
//! *(2) A witness is a pair.* Each smaller value needs one pair that makes it. Where they
//! are looked for first is of no importance; the last place is all pairs.
//!
//! With R rare heaps among N the pairs are about N·R for the common heaps and
//! R·N/4 for the rare ones, for each breaking number. Since no value waits for another, a
//! rare heap is compared with a whole block of heaps side by side. R stays small where the
//! game has a sparse space, as every periodic game of three digits has that is not
//! periodic soon; where it has none the work is quadratic.

use crate::error::{Error, Result};
use crate::heap_code::OctalCode;
use crate::{Budget, Hint, counted};
use std::ops::Range;

/// Heaps that are compared side by side.
const BLOCK: usize = 1024;

/// Pairs of a kind that are tried one after another for witnesses.
const PIECE: usize = 32;

/// Heaps of each value that are tried first for witnesses.
const FIRST: u8 = 8;

/// The largest value that is checked.
const MOST_VALUE: u64 = u16::MAX as u64;

/// The first heap whose claimed value is not its value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FirstFalse {
    pub heap: usize,
    /// Its value.
    pub value: u64,
}

/// The first of the heaps below `heaps` whose value is not the claimed one. Tells from time
/// to time how many pairs of heaps were compared and about how many there are.
pub(super) fn first_false(
    code: &OctalCode,
    heaps: usize,
    claimed: impl Fn(usize) -> u64,
    budget: Budget,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<FirstFalse>> {
    first_false_by(RareBits::with_fewest_rare, code, heaps, claimed, budget, progress)
}

/// [`first_false`] with bits that are chosen in any way, from the values and a breaking number.
fn first_false_by(
    choose: impl Fn(&[u16], usize) -> RareBits,
    code: &OctalCode,
    heaps: usize,
    claimed: impl Fn(usize) -> u64,
    budget: Budget,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<FirstFalse>> {
    let mut meter = budget.meter(format!("the check of the heaps of octal:{code} up to {}", heaps.saturating_sub(1)));
    meter.take_for::<[u16; 2]>(heaps as u64)?;
    // A value is at most the number of moves that can follow one another, each of which takes a stone
    // or splits a heap. A larger one is false, and one that does not fit is looked at by itself.
    let fits = |heap: usize| claimed(heap) <= MOST_VALUE.min(2 * heap as u64);
    let end = (0..heaps).find(|&heap| !fits(heap)).unwrap_or(heaps);
    let values: Vec<u16> = (0..end).map(|heap| claimed(heap) as u16).collect();
    let mut mirror = values.clone();
    mirror.reverse();
    let largest = values.iter().copied().max().unwrap_or(0);
    let reached = vec![0; usize::from(largest).next_power_of_two() * 2];
    let mut check = OctalCheck { code, breaking: Vec::new(), first: first_of_each(&values), values, mirror, reached };
    for taken in code.with_bit(4) {
        let known = check.breaking.iter().find(|other| other.taken % 2 == taken % 2);
        let rare = known.map_or_else(|| choose(&check.values, taken), |other| other.rare);
        // No more than half of the heaps are rare, and a list grows by doubling.
        meter.take_for::<u32>(check.values.len() as u64)?;
        let is_rare = |heap: &usize| rare.is_rare(check.values[*heap], *heap);
        let list = (1..end).filter(is_rare).map(|heap| heap as u32).collect();
        check.breaking.push(Breaking { taken, rare, heaps: list });
    }
    let all = (0..end).step_by(BLOCK).map(|first| check.pairs(first..end.min(first + BLOCK))).sum();
    let mut done = 0;
    for first in (0..end).step_by(BLOCK) {
        let block = first..end.min(first + BLOCK);
        let pairs = check.pairs(block.clone());
        meter.tick(pairs / 64 + BLOCK as u64).map_err(|over| over.having_reached(|| counted(first as u64, "heap")))?;
        progress(done, all);
        done += pairs;
        if check.holds(block.clone()) {
            continue;
        }
        for heap in block {
            meter.tick(heap as u64 / 16)?;
            let value = check.definition(heap);
            if value != u64::from(check.values[heap]) {
                return Ok(Some(FirstFalse { heap, value }));
            }
        }
    }
    if end == heaps {
        return Ok(None);
    }
    let value = check.definition(end);
    if value != claimed(end) {
        return Ok(Some(FirstFalse { heap: end, value }));
    }
    Err(Error::TooLarge {
        what: format!("the value of heap {end} of octal:{code}"),
        given: value.to_string(),
        limit: MOST_VALUE.to_string(),
        hint: Hint::from("it can be neither confirmed nor rejected here"),
    })
}

/// The first few heaps of each value, in order.
fn first_of_each(values: &[u16]) -> Vec<u32> {
    let mut seen = vec![0u8; 1 + usize::from(values.iter().copied().max().unwrap_or(0))];
    let heaps = values.iter().enumerate().skip(1).filter(|&(_, &value)| {
        let seen = &mut seen[usize::from(value)];
        *seen = (*seen + 1).min(FIRST + 1);
        *seen <= FIRST
    });
    heaps.map(|(heap, _)| heap as u32).collect()
}

/// The bits of a heap by whose parity it is rare or common.
#[derive(Debug, Clone, Copy)]
struct RareBits {
    /// Of its value.
    of_value: u16,
    /// Whether the last bit of its size counts too.
    of_size: bool,
    /// The parity of the rare heaps.
    rare: bool,
}

impl RareBits {
    fn is_rare(self, value: u16, heap: usize) -> bool {
        let odd = (value & self.of_value).count_ones() % 2 == 1;
        (odd ^ (self.of_size && heap % 2 == 1)) == self.rare
    }

    /// The bits under which the fewest heaps are rare for a breaking number: counted for
    /// all bits at once by the Walsh–Hadamard transform.
    fn with_fewest_rare(values: &[u16], taken: usize) -> Self {
        let bound = (usize::from(values.iter().copied().max().unwrap_or(0)) + 1).next_power_of_two();
        let mut even_less_odd = vec![0i64; 2 * bound];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            even_less_odd[usize::from(value) + heap % 2 * bound] += 1;
        }
        let mut half = 1;
        while half < 2 * bound {
            for at in (0..2 * bound).filter(|at| at & half == 0) {
                let (low, high) = (even_less_odd[at], even_less_odd[at + half]);
                (even_less_odd[at], even_less_odd[at + half]) = (low + high, low - high);
            }
            half *= 2;
        }
        let rare = |bits: usize| bits >= bound && taken % 2 == 1;
        let surplus = |&bits: &usize| if rare(bits) { -even_less_odd[bits] } else { even_less_odd[bits] };
        let bits = (1..2 * bound).min_by_key(surplus).unwrap_or(1);
        Self { of_value: (bits % bound) as u16, of_size: bits >= bound, rare: rare(bits) }
    }
}

/// A number of stones that may be taken leaving two heaps.
#[derive(Debug)]
struct Breaking {
    taken: usize,
    rare: RareBits,
    /// The rare heaps.
    heaps: Vec<u32>,
}

impl Breaking {
    /// The rare heaps that can be a part of a heap below `end`.
    fn below(&self, end: usize) -> &[u32] {
        let most = end.saturating_sub(self.taken + 1);
        &self.heaps[..self.heaps.partition_point(|&heap| (heap as usize) < most)]
    }
}

struct OctalCheck<'c> {
    code: &'c OctalCode,
    breaking: Vec<Breaking>,
    values: Vec<u16>,
    /// The values from the last to the first.
    mirror: Vec<u16>,
    /// For each value, 1 + the last heap that was seen to reach it.
    reached: Vec<u32>,
    /// The first few heaps of each value. Where the values of large heaps are periodic and few, these
    /// make what the large ones do not make among themselves.
    first: Vec<u32>,
}

impl OctalCheck<'_> {
    /// How many pairs are compared to see that no option of a heap of the block has its value.
    fn pairs(&self, block: Range<usize>) -> u64 {
        let before = |heaps: &[u32], end: usize| heaps.partition_point(|&heap| (heap as usize) < end);
        let of = |breaking: &Breaking| {
            let rare = before(&breaking.heaps, block.end) - before(&breaking.heaps, block.start);
            breaking.below(block.end).len() * block.len() + rare * (block.end / 2)
        };
        self.breaking.iter().map(|breaking| of(breaking) as u64).sum()
    }

    /// Whether the values of a block are right, if those of all heaps before it are.
    fn holds(&mut self, block: Range<usize>) -> bool {
        self.no_rare_heap_makes_its_own(block.clone()) && block.into_iter().all(|heap| self.is_mex(heap))
    }

    /// Whether no rare heap, beside any other, makes the value of a heap of the block.
    fn no_rare_heap_makes_its_own(&self, block: Range<usize>) -> bool {
        self.breaking.iter().all(|breaking| {
            breaking.below(block.end).iter().all(|&rare| {
                let beside = breaking.taken + rare as usize;
                let start = block.start.max(beside + 1);
                let (own, other) = (&self.values[start..block.end], &self.values[start - beside..block.end - beside]);
                !some_pair_makes(own, other, self.values[rare as usize])
            })
        })
    }

    /// Whether no other option has the value of a heap, and every smaller value is an option's.
    fn is_mex(&mut self, heap: usize) -> bool {
        let value = self.values[heap];
        let mut reached = std::mem::take(&mut self.reached);
        let mut seen = SeenOptions { reached: &mut reached, mark: heap as u32 + 1, value, missing: value, own: false };
        self.each_single(heap, |option| seen.note(option));
        let right = !seen.own && !self.makes_its_own(heap) && self.makes_all_smaller(heap, &mut seen);
        self.reached = reached;
        right
    }

    /// Calls `each` for the values of the options that are one heap or none.
    fn each_single(&self, heap: usize, mut each: impl FnMut(u16)) {
        for (taken, &digit) in self.code.digits().iter().enumerate().take_while(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            if digit & if left == 0 { 1 } else { 2 } != 0 {
                each(self.values[left]);
            }
        }
    }

    /// Whether a pair makes the value of a heap: asked where the heap is rare.
    fn makes_its_own(&self, heap: usize) -> bool {
        let value = self.values[heap];
        let asked = self.breaking.iter().filter(|breaking| breaking.rare.is_rare(value, heap));
        asked.filter(|breaking| heap >= breaking.taken + 2).any(|breaking| {
            let total = heap - breaking.taken;
            let first = self.mirror.len() - total;
            some_pair_makes(&self.values[1..=total / 2], &self.mirror[first..first + total / 2], value)
        })
    }

    /// Whether some pair makes each of the values that are still missing. Pairs with rare heaps,
    /// pairs with the first heaps of each value, and all pairs take turns.
    fn makes_all_smaller(&self, heap: usize, seen: &mut SeenOptions<'_>) -> bool {
        let mut tried = 0;
        let mut left = true;
        while seen.missing > 0 && left {
            left = false;
            for breaking in self.breaking.iter().filter(|breaking| heap >= breaking.taken + 2) {
                let total = heap - breaking.taken;
                for heaps in [&breaking.heaps, &self.first] {
                    let piece = &heaps[tried.min(heaps.len())..(tried + PIECE).min(heaps.len())];
                    for small in piece.iter().map(|&small| small as usize).take_while(|&small| small < total) {
                        seen.note(self.values[small] ^ self.values[total - small]);
                    }
                }
                let pairs = total / 2;
                for small in tried.min(pairs)..(tried + PIECE).min(pairs) {
                    seen.note(self.values[small + 1] ^ self.values[total - small - 1]);
                }
                left |= tried + PIECE < pairs;
            }
            tried += PIECE;
        }
        seen.missing == 0
    }

    /// The value of a heap by the definition.
    fn definition(&self, heap: usize) -> u64 {
        let mut options = vec![false; self.reached.len() + 1];
        self.each_single(heap, |option| options[usize::from(option)] = true);
        for breaking in &self.breaking {
            let total = heap.saturating_sub(breaking.taken);
            (1..total).for_each(|a| options[usize::from(self.values[a] ^ self.values[total - a])] = true);
        }
        options.iter().position(|&option| !option).unwrap_or(options.len()) as u64
    }
}

/// The options of a heap that were seen.
struct SeenOptions<'r> {
    reached: &'r mut [u32],
    mark: u32,
    /// The heap's own value.
    value: u16,
    /// How many smaller values were not seen.
    missing: u16,
    /// Whether its own value was seen.
    own: bool,
}

impl SeenOptions<'_> {
    fn note(&mut self, option: u16) {
        self.own |= option == self.value;
        if option < self.value && self.reached[usize::from(option)] != self.mark {
            self.reached[usize::from(option)] = self.mark;
            self.missing -= 1;
        }
    }
}

/// Whether `left[i] ⊕ right[i]` is this value for some i.
fn some_pair_makes(left: &[u16], right: &[u16], value: u16) -> bool {
    // Without an exit inside a piece, its pairs are compared side by side.
    let mut pieces = left.chunks(BLOCK).zip(right.chunks(BLOCK));
    pieces.any(|(left, right)| {
        let made = left.iter().zip(right).fold(0, |made, (a, b)| made | if a ^ b == value { u16::MAX } else { 0 });
        made != 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::sequence::Sequence;

    /// The values of the first heaps by the definition.
    fn slow(digits: &[u8], heaps: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..heaps {
            let mut options = std::collections::BTreeSet::new();
            for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
                let left = heap - taken;
                if (digit % 2 == 1 && left == 0) || (digit / 2 % 2 == 1 && left > 0) {
                    options.insert(values[left]);
                }
                if digit / 4 == 1 {
                    options.extend((1..left).map(|a| values[a] ^ values[left - a]));
                }
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }
    }

    /// Claims the values, then with one of them altered, and with several: the first that is altered
    /// is found, with its value.
    fn try_claims(code: &OctalCode, values: &[u64], claims: usize, random: &mut Random) {
        for claim in 0..=claims {
            let mut claimed = values.to_vec();
            for _ in 0..[0, 1, 1, 1, 5][claim.min(4)] {
                let heap = random.below(values.len());
                // Near values, other values of the game, and values that no heap has.
                claimed[heap] = match random.below(4) {
                    0 => values[heap] + 1,
                    1 => values[heap].saturating_sub(1),
                    2 => values[random.below(values.len())],
                    _ => [u64::MAX, 2 * heap as u64, 2 * heap as u64 + 1, 65_535, 65_536][random.below(5)],
                };
            }
            let altered = (0..values.len()).find(|&heap| claimed[heap] != values[heap]);
            let expected = altered.map(|heap| FirstFalse { heap, value: values[heap] });
            let best = first_false(code, values.len(), |heap| claimed[heap], Budget::default(), &mut |_, _| {});
            assert_eq!(best.unwrap(), expected, "{code}, {claimed:?}");
            // Nothing that is chosen has to be believed.
            let (of_value, of_size) = (random.below(64) as u16, random.below(2) == 1);
            let any = |_: &[u16], taken: usize| RareBits { of_value, of_size, rare: of_size && taken % 2 == 1 };
            let found =
                first_false_by(any, code, values.len(), |heap| claimed[heap], Budget::default(), &mut |_, _| {});
            assert_eq!(found.unwrap(), expected, "{code}, {any:?}, {claimed:?}", any = (of_value, of_size));
        }
    }

    #[test]
    fn of_every_small_code_the_first_false_value_is_found() {
        let mut random = Random(5);
        for number in 1..1024usize {
            let digits =
                [(number / 512 * 4) as u8, (number / 64 % 8) as u8, (number / 8 % 8) as u8, (number % 8) as u8];
            let code = OctalCode::new(digits.to_vec()).unwrap();
            try_claims(&code, &slow(&digits, 70), 6, &mut random);
        }
    }

    #[test]
    fn false_values_are_found_in_every_block() {
        let mut random = Random(7);
        for name in ["0.77", "0.07", "4.3", "0.106", "0.6", "0.16", "0.376", "0.144", "4.007", "0.0516", "0.31017"] {
            let code = OctalCode::parse(name).unwrap();
            let heaps = 2 * BLOCK + 500;
            let values = slow(code.digits(), heaps);
            let mut fast = Sequence::new(catalogue::heap_rule(&format!("octal:{name}")).unwrap());
            fast.extend_to(heaps as u64).unwrap();
            assert!((0..heaps).all(|heap| fast.get(heap as u64) == Some(values[heap])));
            try_claims(&code, &values, 12, &mut random);
        }
    }

    #[test]
    fn what_is_larger_than_the_budget_is_refused() {
        let code = OctalCode::parse("0.77").unwrap();
        let check = |budget| first_false(&code, 1 << 20, |_| 0, budget, &mut |_, _| {});
        assert!(check(Budget::default().in_bytes(1 << 20)).is_err());
        assert!(check(Budget::default().within(std::time::Duration::ZERO)).is_err());
        assert_eq!(check(Budget::default()).unwrap(), Some(FirstFalse { heap: 1, value: 1 }));
    }
}
