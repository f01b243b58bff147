//! Marks of eight heaps at once where all values are below 64: the memory of
//! [`super::sparse`] as words.
//!
//! Let a heap's word have the one bit that stands for its value. Beside its
//! complements, a heap h of value v makes their values ⊕ v: the words of the
//! complements, with their bits permuted by ⊕ v. That permutation is the same for
//! all heaps of value v, so their complements are united first, word by word and
//! without a shift. And ⊕ v is ⊕ with its bits one after another, so that values
//! share these steps. Whatever its value, a heap costs one load and one union of
//! words side by side for each of the eight.

use super::split::Rare;
use std::collections::BTreeMap;

/// Heaps that are served together.
pub(super) const BLOCK: usize = 8;

/// One bit of a value as a permutation of the bits of a word: how far they move, and
/// which of them move up.
const STEPS: [(u32, u64); 6] = [
    (1, 0x5555_5555_5555_5555),
    (2, 0x3333_3333_3333_3333),
    (4, 0x0f0f_0f0f_0f0f_0f0f),
    (8, 0x00ff_00ff_00ff_00ff),
    (16, 0x0000_ffff_0000_ffff),
    (32, 0x0000_0000_ffff_ffff),
];

/// Heaps whose complements are united, by their values.
#[derive(Debug, Clone, Default)]
pub(super) struct Gathering {
    groups: Vec<Group>,
    heaps: Vec<u32>,
    /// For each group, what it has made so far.
    made: Vec<[u64; BLOCK]>,
}

/// The heaps of one value.
#[derive(Debug, Clone)]
struct Group {
    /// Where its heaps end in the list.
    end: usize,
    /// The lowest bit of the value, and the group of the value without it; the
    /// last group is that of 0 and has none.
    up: Option<(usize, usize)>,
}

impl Gathering {
    /// All these heaps.
    pub(super) fn new(list: impl Iterator<Item = Rare>) -> Self {
        let mut by_value: BTreeMap<u16, Vec<u32>> = BTreeMap::from([(0, Vec::new())]);
        for Rare { heap, value } in list {
            by_value.entry(value).or_default().push(heap);
            let mut rest = value;
            while rest != 0 {
                rest &= rest - 1;
                by_value.entry(rest).or_default();
            }
        }
        // From the largest value on: a value without one of its bits is smaller.
        let values: Vec<u16> = by_value.keys().rev().copied().collect();
        let mut gathering = Self { made: vec![[0; BLOCK]; values.len()], ..Self::default() };
        for &value in &values {
            gathering.heaps.extend(&by_value[&value]);
            let up = (value != 0).then(|| {
                let rest = value & (value - 1);
                let group = values.iter().position(|&other| other == rest).unwrap_or(values.len() - 1);
                (value.trailing_zeros() as usize, group)
            });
            gathering.groups.push(Group { end: gathering.heaps.len(), up });
        }
        gathering
    }

    /// What the heaps make in eight heaps side by side, of which the first is
    /// broken into parts of `total` in all; `bits` has all values so far.
    pub(super) fn marks(&mut self, bits: &[u64], total: usize) -> [u64; BLOCK] {
        self.made.fill([0; BLOCK]);
        let (mut start, mut last) = (0, [0; BLOCK]);
        for (at, group) in self.groups.iter().enumerate() {
            let mut made = self.made[at];
            for &heap in &self.heaps[start..group.end] {
                let complements = &bits[total - heap as usize..].as_chunks::<BLOCK>().0[0];
                made.iter_mut().zip(complements).for_each(|(made, bit)| *made |= bit);
            }
            start = group.end;
            match group.up {
                Some((bit, group)) => {
                    let (far, low) = STEPS[bit];
                    let above = &mut self.made[group];
                    above
                        .iter_mut()
                        .zip(made)
                        .for_each(|(above, made)| *above |= (made & low) << far | made >> far & low);
                }
                None => last = made,
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathered_marks_are_those_of_each_heap_by_itself() {
        let values: Vec<u16> = (0u64..400).map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as u16).collect();
        let bits: Vec<u64> = values.iter().map(|value| 1 << value).collect();
        let heaps =
            [8, 9, 13, 21, 34, 55, 89, 100, 101, 102, 103, 140].map(|heap| Rare { heap, value: values[heap as usize] });
        for count in 0..=heaps.len() {
            let mut gathering = Gathering::new(heaps[..count].iter().copied());
            for total in [300, 391] {
                let marks = gathering.marks(&bits, total);
                for (lane, &marks) in marks.iter().enumerate() {
                    let made = |rare: &Rare| 1 << (rare.value ^ values[total + lane - rare.heap as usize]);
                    assert_eq!(marks, heaps[..count].iter().fold(0, |all, rare| all | made(rare)));
                }
            }
        }
    }
}
