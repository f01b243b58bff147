//! At which numbers samples are taken: at ten logarithmic points per decade, at
//! the ends of the blocks of figure 2, and at equal distances.

/// The blocks of Akiyama's figure 2.
pub const FIGURE_BLOCK: u64 = 5000;

/// How many of them the figure shows.
pub const FIGURE_BLOCKS: u64 = 101;

/// Where samples are taken.
///
/// ```
/// use nimlab::stream::sampling::Sampling;
/// let samples = Sampling { interval: 10_000 };
/// assert!(samples.at(1259) && samples.at(20_000) && !samples.at(1260));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// The distance of the equally distant samples.
    pub interval: u64,
}

impl Sampling {
    /// About a thousand equal intervals up to `steps`: a power of ten.
    ///
    /// ```
    /// use nimlab::stream::sampling::Sampling;
    /// assert_eq!(Sampling::for_steps(10_000_000_000).interval, 10_000_000);
    /// assert_eq!(Sampling::for_steps(100).interval, 10_000);
    /// ```
    pub fn for_steps(steps: u64) -> Self {
        let mut interval = 10_000;
        while interval < steps / 1000 {
            interval *= 10;
        }
        Self { interval }
    }

    /// The first sample point from a number on.
    ///
    /// ```
    /// assert_eq!(nimlab::stream::sampling::Sampling { interval: 10_000 }.next(1260), 1585);
    /// ```
    pub fn next(&self, from: u64) -> u64 {
        let linear = from.div_ceil(self.interval) * self.interval;
        // Block j of the figure ends at 5000(j + 1) − 1.
        let figure = (from + 1).div_ceil(FIGURE_BLOCK) * FIGURE_BLOCK - 1;
        let figure = if figure < FIGURE_BLOCK * FIGURE_BLOCKS { figure } else { u64::MAX };
        linear.min(figure).min(logarithmic(from))
    }

    /// Whether a sample is taken at a number.
    ///
    /// ```
    /// let samples = nimlab::stream::sampling::Sampling { interval: 10_000 };
    /// assert!(samples.at(1000) && samples.at(30_000) && !samples.at(30_001));
    /// ```
    pub fn at(&self, number: u64) -> bool {
        self.next(number) == number
    }
}

/// The first of the numbers round(10^{k/10}) from a number on, in integers:
/// the ten within a decade are fixed to four digits.
fn logarithmic(from: u64) -> u64 {
    const TENTHS: [u64; 10] = [1000, 1259, 1585, 1995, 2512, 3162, 3981, 5012, 6310, 7943];
    let mut scale = 1u64;
    loop {
        for tenth in TENTHS {
            let point = (u128::from(tenth) * u128::from(scale) + 500) / 1000;
            let Ok(point) = u64::try_from(point) else { return u64::MAX };
            if point >= from {
                return point;
            }
        }
        match scale.checked_mul(10) {
            Some(next) => scale = next,
            None => return u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_point_is_found_and_only_those() {
        let sampling = Sampling { interval: 10_000 };
        let mut points = Vec::new();
        let mut next = 1;
        while next <= 100_000 {
            let point = sampling.next(next);
            assert!(point >= next && sampling.at(point));
            points.push(point);
            next = point + 1;
        }
        for wanted in [1, 2, 3, 4, 5, 6, 8, 10, 13, 1000, 1259, 4999, 9999, 10_000, 12_590, 90_000] {
            assert!(points.contains(&wanted), "{wanted}");
        }
        assert!(!points.contains(&7) && !points.contains(&5000));
    }
}
