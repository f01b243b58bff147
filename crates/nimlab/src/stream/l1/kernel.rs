//! The inner loops of the L1 stream: a block of steps at a time, on small
//! arrays that stay in the first-level cache.
//!
//! Let L be the ascending numbers that are no earlier 2D + κ (the lacunae of
//! Z), and M the ascending numbers that are no earlier second or third
//! coordinate. Step n takes the next M and the next unused lacuna D = L_j. If
//! M + D is no earlier third coordinate then κ = 0 and j advances by one;
//! otherwise κ = L_{j+1} − L_j, which is 1 or 2, and j advances by two, for
//! D + κ is used up too. Therefore M is decoded in bulk without knowing κ, and
//! the only chain of dependent operations goes through j.

use super::block::{Block, STEPS};

/// Words that hold the zeros of one block: M advances by at most 4 a step.
pub const M_WORDS: usize = STEPS * 4 / 64 + 4;
/// Words in which M + D moves during one block: at most 8 a step.
pub const T_WORDS: usize = STEPS * 8 / 64 + 4;
/// Words in which D moves during one block: at most 4 a step.
pub const Z_WORDS: usize = STEPS * 4 / 64 + 4;

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

/// Writes the places of the zero bits from bit `offset` of `words` on,
/// relative to it, until there are at least `want` of them.
#[inline(always)]
pub fn zeros(words: &[u64; M_WORDS], offset: u32, want: usize, out: &mut [u16]) {
    let mut found = 0;
    let mut mask = u64::MAX << offset;
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

/// 64 bits from any bit on.
#[inline(always)]
fn window(words: &[u64], bit: u32) -> u64 {
    let (word, shift) = ((bit / 64) as usize, bit % 64);
    words[word] >> shift | (words[word + 1] << 1) << (63 - shift)
}

/// The chain: D and κ of every step of a block.
///
/// `third` holds the third coordinates from the word of M + D on, and `used`
/// the values 2D + κ from the word of D on. Two windows are kept in registers
/// and refilled every eight steps, in which they move by at most 64 bits.
#[inline(always)]
pub fn chain(third: &[u64; T_WORDS], used: &[u64; Z_WORDS], t_offset: u32, z_offset: u32, block: &mut Block) {
    let mut d = 0u32;
    let groups = block.steps.div_ceil(8);
    for group in 0..groups {
        let at = group * 8;
        let m: &[u16; 9] = block.m[at..at + 9].try_into().expect("nine numbers");
        let ds: &mut [u16; 8] = (&mut block.d[at..at + 8]).try_into().expect("eight numbers");
        let kappas: &mut [u8; 8] = (&mut block.kappa[at..at + 8]).try_into().expect("eight numbers");
        let mut t = window(third, t_offset + u32::from(m[0]) + d);
        let z = window(used, z_offset + d);
        // Bit 0 of `near`: the next number is used; of `far`: so is, from the
        // next lacuna, the one behind it.
        let mut near = z >> 1;
        let mut far = z >> 2 | (z >> 1 & z >> 3);
        for i in 0..8 {
            let first = 1 + (near & 1) as u32;
            let second = 1 + (far & 1) as u32;
            let taken = t & 1 == 1;
            let kappa = if taken { first } else { 0 };
            let step = if taken { first + second } else { first };
            ds[i] = d as u16;
            kappas[i] = kappa as u8;
            d += step;
            let shift = u32::from(m[i + 1].wrapping_sub(m[i])) + step;
            // Only behind the last step of a group can the sum reach 64.
            t >>= shift & 63;
            near >>= step & 63;
            far >>= step & 63;
        }
    }
    block.d[groups * 8] = d as u16;
}

/// Words for one kind of output of a block; every place is below 2¹⁶.
pub type Words = [u64; 1024];

/// A run of words that is joined with a bit array.
#[derive(Debug)]
pub struct Run {
    /// The number of the first word in the array.
    pub word: u64,
    /// The words; only the first `count` count.
    pub words: Box<Words>,
    /// How many count.
    pub count: usize,
}

impl Run {
    fn new() -> Self {
        Self { word: 0, words: Box::new([0; 1024]), count: 0 }
    }

    /// The words that count.
    pub fn used(&self) -> &[u64] {
        &self.words[..self.count]
    }
}

/// What a block writes.
#[derive(Debug)]
pub struct Output {
    /// Second coordinates.
    pub second: Run,
    /// Third coordinates.
    pub third: Run,
    /// 2D + κ.
    pub sums: Run,
}

impl Output {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { second: Run::new(), third: Run::new(), sums: Run::new() }
    }
}

impl Default for Output {
    fn default() -> Self {
        Self::new()
    }
}

/// Bits in ascending order, gathered into words with plain stores: no load
/// ever waits for a store.
struct Gather<'w> {
    words: &'w mut Words,
    word: u16,
    bits: u64,
}

impl<'w> Gather<'w> {
    #[inline(always)]
    fn new(words: &'w mut Words) -> Self {
        words[0] = 0;
        Self { words, word: 0, bits: 0 }
    }

    #[inline(always)]
    fn put(&mut self, place: u16) {
        let word = place >> 6;
        if word != self.word {
            self.bits = 0;
        }
        self.word = word;
        self.bits |= 1 << (place & 63);
        self.words[usize::from(word)] = self.bits;
    }
}

/// The bits that a block writes. No word is left out: the places of each kind
/// ascend by at most 12.
#[inline(always)]
pub fn pack(block: &Block, output: &mut Output) {
    let steps = block.steps.min(STEPS);
    let starts = [block.m0 + block.d0, block.m0 + 2 * block.d0, 2 * block.d0];
    let [second_offset, third_offset, sum_offset] = starts.map(|start| (start % 64) as u16);
    let mut second = Gather::new(&mut output.second.words);
    let mut third = Gather::new(&mut output.third.words);
    let mut sums = Gather::new(&mut output.sums.words);
    let numbers = block.m[..steps].iter().zip(&block.d[..steps]).zip(&block.kappa[..steps]);
    for ((&m, &d), &kappa) in numbers {
        let e = d.wrapping_add(u16::from(kappa));
        let b = m.wrapping_add(e);
        second.put(b.wrapping_add(second_offset));
        third.put(b.wrapping_add(d).wrapping_add(third_offset));
        sums.put(e.wrapping_add(d).wrapping_add(sum_offset));
    }
    let counts = [second.word, third.word, sums.word].map(|word| usize::from(word) + 1);
    for ((run, start), count) in
        [&mut output.second, &mut output.third, &mut output.sums].into_iter().zip(starts).zip(counts)
    {
        run.word = start / 64;
        run.count = count;
    }
}
