//! The inner loops of the stream: a block of steps at a time, on small arrays that
//! stay in the first-level cache.
//!
//! Let L be the ascending numbers that are no earlier 2D + κ (the lacunae of
//! Z), and A the ascending numbers that are no earlier second or third
//! coordinate. Step n takes M = A_n and the next unused lacuna D = L_j. If
//! M + D is no earlier third coordinate then κ = 0 and j advances by one;
//! otherwise κ = L_{j+1} − L_j, which is 1 or 2, and j advances by two, for
//! D + κ is used up too. Therefore A is decoded in bulk without knowing κ, and
//! the only chain of dependent operations goes through j.
//!
//! A step of type s, where D + 1 is used and A_{n+1} = M + 1, takes M + 1 and advances
//! j by one. The step after it takes M and is of type 0 whatever stands there. So the
//! first coordinates are A with these pairs exchanged, which is done behind the chain.

use super::block::{MexBlock, STEPS};
use std::hint::select_unpredictable;

/// The largest distance from one number of A to the next: at most three numbers in a
/// row are second or third coordinates in Wytlex(3), and at most four in L1-Nim.
pub const A_STEP: usize = 5;
/// The most that D advances in a step.
pub const D_STEP: usize = 4;
/// Words that hold the zeros of one block.
pub const A_WORDS: usize = STEPS * A_STEP / 64 + 4;
/// Words in which M + D moves during one block.
pub const T_WORDS: usize = STEPS * (A_STEP + D_STEP) / 64 + 4;
/// Words in which D moves during one block.
pub const Z_WORDS: usize = STEPS * D_STEP / 64 + 4;

/// The places of the ones of a byte, and how many there are.
struct Ones {
    places: [[u16; 8]; 256],
    count: [u8; 256],
}

static ONES: Ones = ones();

const fn ones() -> Ones {
    let mut ones = Ones { places: [[0; 8]; 256], count: [0; 256] };
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                ones.places[byte][ones.count[byte] as usize] = bit;
                ones.count[byte] += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    ones
}

/// Writes the places of the zero bits from bit `offset` + `from` of `words` on, relative
/// to `offset`, until there are at least `want` of them.
#[inline(always)]
pub fn zeros(words: &[u64; A_WORDS], offset: u32, from: u32, want: usize, out: &mut [u16]) {
    let mut found = 0;
    // Two shifts, because together they may push out the whole word.
    let mut mask = u64::MAX << offset << from;
    for (i, word) in words.iter().enumerate() {
        let free = !word & mask;
        mask = u64::MAX;
        let base = (i as u16 * 64).wrapping_sub(offset as u16);
        for (k, byte) in free.to_le_bytes().into_iter().enumerate() {
            let places = &ONES.places[usize::from(byte)];
            let start = base.wrapping_add(k as u16 * 8);
            for (out, place) in out[found..found + 8].iter_mut().zip(places) {
                *out = start.wrapping_add(*place);
            }
            found += usize::from(ONES.count[usize::from(byte)]);
        }
        if found >= want {
            return;
        }
    }
}

/// Bits that can be loaded from any byte on.
type Bytes<const N: usize> = [[u8; 8]; N];

/// The 64 bits from the byte of bit `offset` + `bit` on, turned so that bit
/// number `offset` + y stands at place y mod 64: a test of y then needs no
/// shift of the window.
#[inline(always)]
fn window<const N: usize>(bytes: &Bytes<N>, offset: u32, bit: u32) -> u64 {
    let at = ((offset + bit) / 8) as usize;
    let eight = bytes.as_flattened()[at..at + 8].try_into().expect("eight bytes");
    u64::from_le_bytes(eight).rotate_left(((offset + bit) & 56).wrapping_sub(offset) & 63)
}

/// Of the numbers from D on: whether the next one is used, and, seen from the next
/// lacuna, the one after that.
#[inline(always)]
fn near_and_far(used: &[u64; Z_WORDS], offset: u32) -> (Bytes<Z_WORDS>, Bytes<Z_WORDS>) {
    let (mut near, mut far) = ([[0; 8]; Z_WORDS], [[0; 8]; Z_WORDS]);
    let mut aligned = [0; Z_WORDS];
    for (aligned, pair) in aligned.iter_mut().zip(used.windows(2)) {
        *aligned = pair[0] >> offset | (pair[1] << 1) << (63 - offset);
    }
    for ((near, far), pair) in near.iter_mut().zip(&mut far).zip(aligned.windows(2)) {
        let [one, two, three] = [1, 2, 3].map(|by| pair[0] >> by | pair[1] << (64 - by));
        *near = one.to_le_bytes();
        *far = (two | one & three).to_le_bytes();
    }
    (near, far)
}

/// Steps between two loads of the windows, few enough for `chain` to stay within them:
/// in Wytlex(3) M advances by at most 4 in a step.
pub const GROUP: usize = 4;
/// The same in L1-Nim.
pub const SKIPPING_GROUP: usize = 3;

/// The three windows at a step, each turned as `window` says.
#[derive(Debug, Clone, Copy)]
pub struct Windows {
    /// Whether M + D is a third coordinate.
    pub third: u64,
    /// Whether the number after D is used.
    pub near: u64,
    /// Whether, from the next lacuna on, the number after that is used.
    pub far: u64,
}

/// The next lacuna after D = `d`, and the D of the next step: that lacuna, or
/// the one after it if M + D = `y` is a third coordinate.
#[inline(always)]
pub fn step(d: u32, y: u32, windows: Windows) -> (u32, u32) {
    let one = d + 1 + (windows.near >> (d & 63) & 1) as u32;
    let two = one + 1 + (windows.far >> (d & 63) & 1) as u32;
    // The order is one that no processor can predict.
    (one, select_unpredictable(windows.third >> (y & 63) & 1 == 1, two, one))
}

/// What `chain` reads.
#[derive(Debug, Clone, Copy)]
pub struct ChainInput<'b> {
    /// The third coordinates from the word of M + D on, and the bit of M + D in it.
    pub third: &'b [u64; T_WORDS],
    pub t_offset: u32,
    /// The values 2D + κ from the word of D on, and the bit of D in it.
    pub used: &'b [u64; Z_WORDS],
    pub z_offset: u32,
}

/// The chain: D and κ of every step of a block, by [`step`] or a function that does the
/// same; its first argument is the number of the step.
///
/// The windows of a group are loaded one group ahead, so that nothing waits for them.
/// Between the start of its window and the last test M + D then moves by at most
/// 7 + (2 · GROUP − 1) · s bits, where s is the most that it moves in a step: 63 for
/// groups of 4 and s = 8, and 52 for groups of 3 and s = 9.
#[inline(always)]
pub fn chain<const GROUP: usize>(
    ChainInput { third, t_offset, used, z_offset }: ChainInput<'_>,
    block: &mut MexBlock,
    mut step: impl FnMut(usize, u32, u32, Windows) -> (u32, u32),
) {
    let third: Bytes<T_WORDS> = third.map(u64::to_le_bytes);
    let (near, far) = near_and_far(used, z_offset);
    let windows = |y: u32, d: u32| Windows {
        third: window(&third, t_offset, y),
        near: window(&near, 0, d),
        far: window(&far, 0, d),
    };
    let rounded = block.steps.div_ceil(GROUP) * GROUP;
    let groups = block.a[..rounded].as_chunks::<GROUP>().0.iter();
    let mut ones = [0; STEPS + 16];
    let outputs = block.d[..rounded].as_chunks_mut::<GROUP>().0.iter_mut();
    let outputs = outputs.zip(ones[..rounded].as_chunks_mut::<GROUP>().0);
    let mut d = 0u32;
    let mut next = windows(0, 0);
    for (group, (a, (ds, ones))) in groups.zip(outputs).enumerate() {
        let now = next;
        next = windows(u32::from(a[0]) + d, d);
        for i in 0..GROUP {
            ds[i] = d as u16;
            let (one, next_d) = step(GROUP * group + i, d, u32::from(a[i]).wrapping_add(d), now);
            ones[i] = one as u16;
            d = next_d;
        }
    }
    block.d[rounded] = d as u16;
    // κ is the distance to the next lacuna if the step took that too.
    let (before, after, ones) = (&block.d[..rounded], &block.d[1..=rounded], &ones[..rounded]);
    for (i, kappa) in block.kappa[..rounded].iter_mut().enumerate() {
        let both = u16::from(after[i] != ones[i]).wrapping_neg();
        *kappa = (ones[i].wrapping_sub(before[i]) & both) as u8;
    }
}

/// The chain of L1-Nim, where `block.a` still holds A: also which steps are of type s.
#[inline(always)]
pub fn skipping_chain(input: ChainInput<'_>, block: &mut MexBlock) {
    let rounded = block.steps.div_ceil(SKIPPING_GROUP) * SKIPPING_GROUP;
    let mut skip = std::mem::take(&mut block.skip);
    // Whether M + 1 is free, until the answer takes its place.
    for (skip, pair) in skip[..rounded].iter_mut().zip(block.a.windows(2)) {
        *skip = u8::from(pair[1].wrapping_sub(pair[0]) == 1);
    }
    let mut held = u64::from(block.held);
    let steps = &mut skip[..rounded];
    chain::<SKIPPING_GROUP>(input, block, |i, d, y, windows| {
        let near = windows.near >> (d & 63) & 1;
        let one = d + 1 + near as u32;
        let two = one + 1 + (windows.far >> (d & 63) & 1) as u32;
        let may_skip = near & u64::from(steps[i]);
        // After a step of type s nothing is a third coordinate.
        let third = (windows.third & held.wrapping_sub(1)) >> (y & 63) & 1;
        held = third & may_skip;
        steps[i] = held as u8;
        (one, select_unpredictable(third & !may_skip == 1, two, one))
    });
    block.skip = skip;
}

/// Turns A into first coordinates: a step of type s and the step after it exchange
/// their numbers.
#[inline(always)]
pub fn exchange(block: &mut MexBlock) {
    let steps = block.steps.min(STEPS);
    let (a, skip) = (&mut block.a[..=steps], &block.skip[..=steps]);
    a[0] = a[0].wrapping_add(u16::from(skip[0])).wrapping_sub(u16::from(block.held));
    for i in 1..steps {
        a[i] = a[i].wrapping_add(u16::from(skip[i])).wrapping_sub(u16::from(skip[i - 1]));
    }
    a[steps] = a[steps].wrapping_sub(u16::from(skip[steps - 1]));
}

/// Words for one kind of output of a block; every place is below 2¹⁶.
pub type BlockWords = [u64; 1024];

/// A run of words that is joined with a bit array.
#[derive(Debug)]
pub struct WordRun {
    /// The number of the first word in the array.
    pub word: u64,
    /// The words; only the first `count` count.
    pub words: Box<BlockWords>,
    /// How many count.
    pub count: usize,
}

impl WordRun {
    fn new() -> Self {
        Self { word: 0, words: Box::new([0; 1024]), count: 0 }
    }

    fn copy_from(&mut self, other: &Self) {
        (self.word, self.count) = (other.word, other.count);
        self.words[..other.count].copy_from_slice(other.used());
    }

    /// The words that count.
    pub fn used(&self) -> &[u64] {
        &self.words[..self.count]
    }
}

/// What a block writes.
#[derive(Debug)]
pub struct BlockOutput {
    /// Second coordinates.
    pub second: WordRun,
    /// Third coordinates.
    pub third: WordRun,
    /// 2D + κ.
    pub sums: WordRun,
}

impl BlockOutput {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { second: WordRun::new(), third: WordRun::new(), sums: WordRun::new() }
    }

    /// Becomes equal to another.
    pub fn copy_from(&mut self, other: &Self) {
        self.second.copy_from(&other.second);
        self.third.copy_from(&other.third);
        self.sums.copy_from(&other.sums);
    }
}

impl Default for BlockOutput {
    fn default() -> Self {
        Self::new()
    }
}

/// One byte per place, [`MARK`] or 0; any place of 16 bits lies within it, so
/// that no access needs a check. Only the first few kilobytes are ever used.
type Map = [u8; 1 << 16];

/// A map for each kind of output, empty between two blocks. A thread keeps its
/// own, so that they stay in its first-level cache.
#[derive(Debug)]
pub struct Maps([Box<Map>; 3]);

impl Maps {
    /// Empty maps.
    pub fn new() -> Self {
        Self([0; 3].map(|_| Box::new([0; 1 << 16])))
    }
}

impl Default for Maps {
    fn default() -> Self {
        Self::new()
    }
}

/// A byte whose highest bit is set: processors gather those bits at once.
const MARK: u8 = 0x80;

/// Steps that are packed at a time: their maps stay in the first-level cache.
const PACKED: usize = 1024;

/// The highest bits of 64 bytes, in plain arithmetic.
#[inline(always)]
pub fn highest_bits(bytes: &[u8; 64]) -> u64 {
    let mut bits = 0;
    for (i, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let ones = u64::from_le_bytes(*eight) >> 7 & 0x0101_0101_0101_0101;
        // Byte k goes to bit 56 + k, and nothing else reaches the top byte.
        bits |= (ones.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    bits
}

/// The bits that a block writes: a byte for each number, then 64 bytes to a word.
/// Second and third coordinates and sums ascend even where first coordinates do not. No
/// word is read and written again while bits are added to it.
#[inline(always)]
pub fn pack(block: &MexBlock, maps: &mut Maps, output: &mut BlockOutput, gather: impl Fn(&[u8; 64]) -> u64 + Copy) {
    let steps = block.steps.min(STEPS);
    let BlockOutput { second, third, sums } = output;
    let [second_map, third_map, sum_map] = &mut maps.0;
    let starts = [block.m0 + block.d0, block.m0 + 2 * block.d0, 2 * block.d0];
    for (run, start) in [&mut *second, &mut *third, &mut *sums].into_iter().zip(starts) {
        run.word = start / 64;
        run.words[0] = 0;
        run.count = 1;
    }
    let offsets = starts.map(|start| (start % 64) as u16);
    let mut places = [[0u16; PACKED]; 3];
    for from in (0..steps).step_by(PACKED) {
        let to = (from + PACKED).min(steps);
        let (a, d, kappa) = (&block.a[from..to], &block.d[from..to], &block.kappa[from..to]);
        // The first place of each kind stands in the first word of its map.
        let e = d[0].wrapping_add(u16::from(kappa[0]));
        let firsts = [a[0].wrapping_add(e), a[0].wrapping_add(e).wrapping_add(d[0]), e.wrapping_add(d[0])];
        let bases = [0, 1, 2].map(|i| firsts[i].wrapping_add(offsets[i]) / 64 * 64);
        let shifts = [0, 1, 2].map(|i| offsets[i].wrapping_sub(bases[i]));
        let [seconds, thirds, all_sums] = &mut places;
        for i in 0..to - from {
            let e = d[i].wrapping_add(u16::from(kappa[i]));
            let b = a[i].wrapping_add(e);
            seconds[i] = b.wrapping_add(shifts[0]);
            thirds[i] = b.wrapping_add(d[i]).wrapping_add(shifts[1]);
            all_sums[i] = e.wrapping_add(d[i]).wrapping_add(shifts[2]);
        }
        for i in 0..to - from {
            second_map[usize::from(seconds[i])] = MARK;
            third_map[usize::from(thirds[i])] = MARK;
            sum_map[usize::from(all_sums[i])] = MARK;
        }
        let last = to - from - 1;
        collect(second_map, second, bases[0], seconds[last], gather);
        collect(third_map, third, bases[1], thirds[last], gather);
        collect(sum_map, sums, bases[2], all_sums[last], gather);
    }
}

/// Moves the marks up to a place from a map to the words of a run. The first of these
/// words may hold bits already.
#[inline(always)]
fn collect(map: &mut Map, run: &mut WordRun, base: u16, last: u16, gather: impl Fn(&[u8; 64]) -> u64) {
    let first = usize::from(base / 64);
    for word in run.count..=first {
        run.words[word] = 0;
    }
    let count = usize::from(last / 64) + 1;
    let bytes = map.as_chunks_mut::<64>().0;
    for (k, bytes) in bytes[..count].iter_mut().enumerate() {
        let bits = gather(bytes);
        *bytes = [0; 64];
        let word = &mut run.words[(first + k) % 1024];
        *word = if k == 0 { *word | bits } else { bits };
    }
    run.count = first + count;
}
