//! Positions as sorted lists of heaps.

use std::cmp::Ordering;

/// A sum of heaps, ascending.
pub(super) type Word = Box<[u32]>;

/// The sum of two sums.
pub(super) fn joined(a: &[u32], b: &[u32]) -> Word {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    while let (Some(one), Some(other)) = (a.peek(), b.peek()) {
        all.extend(if one <= other { a.next() } else { b.next() });
    }
    all.extend(a.chain(b));
    all.into()
}

/// A sum without one of its heaps.
pub(super) fn without(word: &[u32], place: usize) -> Word {
    [&word[..place], &word[place + 1..]].concat().into()
}

/// The places of the first of each group of equal heaps.
pub(super) fn different(word: &[u32]) -> impl Iterator<Item = usize> {
    (0..word.len()).filter(|&place| place == 0 || word[place - 1] != word[place])
}

/// The heaps of a sum as bits of a word, with 64 heaps to a bit where there are more: of a part of it
/// there is no other bit.
pub(super) fn heaps(word: &[u32]) -> u64 {
    word.iter().fold(0, |bits, heap| bits | 1 << (heap % 64))
}

/// Whether a sum has all heaps of another.
pub(super) fn has(word: &[u32], part: &[u32]) -> bool {
    let mut rest = word.iter();
    part.iter().all(|wanted| rest.find(|heap| *heap >= wanted) == Some(wanted))
}

/// What is left of a sum without all heaps of another, if it has them.
pub(super) fn less(word: &[u32], part: &[u32]) -> Option<Vec<u32>> {
    if part.len() > word.len() {
        return None;
    }
    let mut rest = Vec::with_capacity(word.len() - part.len());
    let mut part = part.iter().peekable();
    for heap in word {
        match part.peek().map_or(Ordering::Greater, |next| next.cmp(&heap)) {
            Ordering::Equal => drop(part.next()),
            Ordering::Greater => rest.push(*heap),
            Ordering::Less => return None,
        }
    }
    part.next().is_none().then_some(rest)
}
