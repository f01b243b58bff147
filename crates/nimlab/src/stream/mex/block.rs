//! A block of consecutive P-positions in compact form.

use super::MexRule;
use crate::stream::Triple;

/// The most steps in a block; its numbers then fit into 16 bits.
pub const STEPS: usize = 4096;

/// Consecutive P-positions (a, a + D + κ, a + 2D + κ).
///
/// ```
/// use nimlab::stream::mex::{MexRule, MexStream};
/// let mut stream = MexStream::new(MexRule::L1);
/// let block = stream.next_block(14)?;
/// assert_eq!((block.first, block.last(), block.steps), (1, 14, 14));
/// assert_eq!(block.position(0), [1, 2, 3]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct MexBlock {
    /// Whose P-positions they are.
    pub rule: MexRule,
    /// The number of the first position.
    pub first: u64,
    /// M before the first position: the least number that none has before it.
    pub m0: u64,
    /// D of the first position.
    pub d0: u64,
    /// Whether the step before the first was of type s.
    pub held: bool,
    /// How many positions there are.
    pub steps: usize,
    /// a − m0; and M − m0 behind the last position.
    pub a: Vec<u16>,
    /// D − d0, one more than there are positions.
    pub d: Vec<u16>,
    /// κ.
    pub kappa: Vec<u8>,
    /// 1 if the step is of type s, 0 if not.
    pub skip: Vec<u8>,
}

impl MexBlock {
    /// An empty block.
    pub fn new(rule: MexRule) -> Self {
        // The decoder writes eight numbers at a time and up to a word too many.
        Self {
            rule,
            first: 0,
            m0: 0,
            d0: 0,
            held: false,
            steps: 0,
            a: vec![0; STEPS + 96],
            d: vec![0; STEPS + 16],
            kappa: vec![0; STEPS + 16],
            skip: vec![0; STEPS + 16],
        }
    }

    /// The number of the last position.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::L1);
    /// let block = stream.next_block(14)?;
    /// assert_eq!(block.last(), 14);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn last(&self) -> u64 {
        self.first + self.steps as u64 - 1
    }

    /// M after the last position.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::L1);
    /// let block = stream.next_block(14)?;
    /// assert_eq!(block.next_m(), 26);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_m(&self) -> u64 {
        self.m0 + u64::from(self.a[self.steps])
    }

    /// D of the position after the last.
    pub fn next_d(&self) -> u64 {
        self.d0 + u64::from(self.d[self.steps])
    }

    /// Whether the last step is of type s.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::L1);
    /// let block = stream.next_block(14)?;
    /// // (27, 50, 73) leaves 26 out.
    /// assert!(block.next_held());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_held(&self) -> bool {
        self.skip[..self.steps].last() == Some(&1)
    }

    /// The position number `first + i`.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::L1);
    /// let block = stream.next_block(14)?;
    /// assert_eq!(block.position(13), [27, 50, 73]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn position(&self, i: usize) -> Triple {
        let (a, d) = (self.m0 + u64::from(self.a[i]), self.d0 + u64::from(self.d[i]));
        let kappa = u64::from(self.kappa[i]);
        [a, a + d + kappa, a + 2 * d + kappa]
    }

    /// All positions.
    ///
    /// ```
    /// use nimlab::stream::mex::{MexRule, MexStream};
    /// let mut stream = MexStream::new(MexRule::L1);
    /// let block = stream.next_block(14)?;
    /// assert_eq!(block.positions().count(), 14);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = Triple> + '_ {
        (0..self.steps).map(|i| self.position(i))
    }
}
