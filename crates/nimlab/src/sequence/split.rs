//! Which heaps are rare and which are common, and the best mask for that: see
//! [`super::sparse`].

/// A rare heap and its value, side by side for the inner loop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rare {
    pub(super) heap: u32,
    pub(super) value: u16,
}

/// Which heaps are rare.
#[derive(Debug, Clone, Default)]
pub(super) struct Split {
    /// Whether any breaking number has this parity.
    pub(super) used: bool,
    /// Bit 0 stands for the parity of the heap, bit i + 1 for bit i of its value.
    pub(super) mask: u32,
    /// The parity under the mask that common heaps have.
    pub(super) common: bool,
    pub(super) rare: Vec<Rare>,
    /// For each parity of their total size, the values below 64 that two
    /// common heaps could make, as bits.
    pub(super) makeable: [u64; 2],
    /// How often each value was seen at even and at odd heaps, and how many
    /// heaps were counted.
    counts: Vec<i64>,
    counted: usize,
}

fn vector(value: usize, heap: usize) -> u32 {
    (value as u32) << 1 | (heap as u32 & 1)
}

impl Split {
    /// Everything is rare by the lowest bit of its value.
    pub(super) fn new(used: bool) -> Self {
        let mut split = Self { used, mask: 2, common: true, ..Self::default() };
        split.note_makeable();
        split
    }

    fn note_makeable(&mut self) {
        self.makeable = [0, 1].map(|total| {
            let makeable = (0..64).filter(|&value| !self.parity(value, total));
            makeable.fold(0, |bits, value| bits | 1 << value)
        });
    }

    pub(super) fn parity(&self, value: usize, heap: usize) -> bool {
        // Folded by hand: not every machine counts bits in one instruction.
        let bits = vector(value, heap) & self.mask;
        let bits = bits ^ bits >> 16;
        let bits = bits ^ bits >> 8;
        let bits = bits ^ bits >> 4;
        0x6996 >> (bits & 15) & 1 == 1
    }

    pub(super) fn is_rare(&self, value: usize, heap: usize) -> bool {
        self.parity(value, heap) != self.common
    }

    /// Takes the mask under which the fewest heaps are rare.
    ///
    /// For breaking numbers of parity d, a typical heap n must not look like
    /// two common heaps of total size n − d: common is parity 1, except for
    /// masks with the size bit when d is odd.
    pub(super) fn choose(&mut self, values: &[u16], bound: usize, odd: bool) {
        self.counts.resize(2 * bound, 0);
        for (heap, &value) in values.iter().enumerate().skip(self.counted.max(1)) {
            self.counts[vector(usize::from(value), heap) as usize] += 1;
        }
        self.counted = values.len();
        let mut spectrum = self.counts.clone();
        walsh_hadamard(&mut spectrum);
        let common = |mask: usize| !(odd && mask & 1 == 1);
        // spectrum[mask] = heaps of parity 0 less heaps of parity 1.
        let surplus = |mask: &usize| if common(*mask) { -spectrum[*mask] } else { spectrum[*mask] };
        let best = (1..spectrum.len()).max_by_key(surplus).unwrap_or(1);
        let chosen = (best as u32, common(best));
        if chosen == (self.mask, self.common) {
            return;
        }
        (self.mask, self.common) = chosen;
        self.note_makeable();
        self.rare.clear();
        for (heap, &value) in values.iter().enumerate().skip(1) {
            self.note(heap, value);
        }
    }

    pub(super) fn note(&mut self, heap: usize, value: u16) {
        if self.is_rare(usize::from(value), heap) {
            self.rare.push(Rare { heap: heap as u32, value });
        }
    }
}

fn walsh_hadamard(spectrum: &mut [i64]) {
    let mut half = 1;
    while half < spectrum.len() {
        for block in spectrum.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}
