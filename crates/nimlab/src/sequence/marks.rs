//! The values that a heap can reach, and the values of all smaller heaps in
//! both directions: the memory of [`super::sparse`].

/// One more than the largest value that can be held.
pub(super) const VALUES: usize = 1 << 16;

/// A set of values below [`VALUES`].
pub(super) trait ValueSet {
    /// Adds a value.
    fn mark(&mut self, value: u16);

    /// The least value that is not in the set, given that all below `start` are in it.
    fn mex(&self, start: usize) -> usize;
}

/// One bit each. They are looked up, because not every machine can shift several words
/// by different amounts at once.
static BIT: [u64; 64] = {
    let mut bits = [1; 64];
    let mut at = 1;
    while at < 64 {
        bits[at] = bits[at - 1] << 1;
        at += 1;
    }
    bits
};

/// Values below 64, in one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueWord(pub(super) u64);

impl ValueSet for ValueWord {
    fn mark(&mut self, value: u16) {
        self.0 |= BIT[usize::from(value & 63)];
    }

    fn mex(&self, _start: usize) -> usize {
        self.0.trailing_ones() as usize
    }
}

/// Any values, a byte each, because a byte is written without being read.
#[derive(Debug, Clone)]
pub(super) struct ByteMarks {
    pub(super) marks: [u8; VALUES],
    /// Keeps the lanes from falling into the same cache lines.
    _apart: [u8; 576],
}

impl ByteMarks {
    pub(super) fn new() -> Self {
        Self { marks: [0; VALUES], _apart: [0; 576] }
    }
}

impl ValueSet for ByteMarks {
    fn mark(&mut self, value: u16) {
        self.marks[usize::from(value)] = 1;
    }

    fn mex(&self, start: usize) -> usize {
        let mut value = start;
        loop {
            // Eight bytes at a time: each is 1 or 0.
            let bytes = self.marks[value..value + 8].try_into().map_or(0, u64::from_le_bytes);
            let free = !bytes & 0x0101_0101_0101_0101;
            if free != 0 {
                return value + free.trailing_zeros() as usize / 8;
            }
            value += 8;
        }
    }
}

/// The values from the last to the first, so that the two heaps of a pair can
/// be read in the same direction.
#[derive(Debug, Clone, Default)]
pub(super) struct Mirror {
    /// Filled from the end.
    values: Vec<u16>,
    free: usize,
}

impl Mirror {
    pub(super) fn push(&mut self, value: u16) {
        if self.free == 0 {
            let more = self.values.len().max(64);
            self.values.splice(0..0, std::iter::repeat_n(0, more));
            self.free = more;
        }
        self.free -= 1;
        self.values[self.free] = value;
    }

    /// The values of heap `heap`, heap − 1, …, 0.
    pub(super) fn descending(&self, heap: usize) -> &[u16] {
        &self.values[self.values.len() - 1 - heap..]
    }
}
