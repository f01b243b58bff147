//! The limits of v(n)/n: measured, by Theorem 13 of Thesis-A from the measured
//! share ω of positions with κ > 0, and by Theorem 4 of Akiyama, which assumes
//! (16), that is ω = 1/γ.

/// α, β, γ and δ = (γ − α)/2.
///
/// ```
/// use nimlab_lab::run::limits::RatioLimits;
/// let predicted = RatioLimits::predicted();
/// assert!(predicted.alpha < predicted.beta && predicted.beta < predicted.gamma);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioLimits {
    /// The limit of v₁/n.
    pub alpha: f64,
    /// The limit of v₂/n.
    pub beta: f64,
    /// The limit of v₃/n.
    pub gamma: f64,
    /// Half the distance of α and γ.
    pub delta: f64,
}

impl RatioLimits {
    /// The quotients v/n.
    ///
    /// ```
    /// use nimlab_lab::run::limits::RatioLimits;
    /// assert_eq!(RatioLimits::measured(10, [19, 36, 53]).delta, 1.7);
    /// ```
    pub fn measured(n: u64, position: [u64; 3]) -> Self {
        let [alpha, beta, gamma] = position.map(|pile| pile as f64 / n.max(1) as f64);
        Self { alpha, beta, gamma, delta: (gamma - alpha) / 2.0 }
    }

    /// Theorem 13 of Thesis-A: δ = 3/2 + ω, and α is the positive root of
    /// x³ + (3/2 + 3ω)x² + (2ω² − 9/2)x − 9/2 − 6ω − 2ω².
    ///
    /// ```
    /// use nimlab_lab::run::limits::RatioLimits;
    /// let limits = RatioLimits::from_share(0.2010459); // Thesis-A: 1.88122, 3.58227, 5.28332
    /// assert!((limits.alpha - 1.88122).abs() < 1e-5 && (limits.gamma - 5.28332).abs() < 2e-5);
    /// ```
    pub fn from_share(omega: f64) -> Self {
        let cubic = |x: f64| {
            ((x + 1.5 + 3.0 * omega) * x + 2.0 * omega * omega - 4.5) * x - 4.5 - 6.0 * omega - 2.0 * omega * omega
        };
        let alpha = root(cubic, 1.0, 3.0);
        let delta = 1.5 + omega;
        Self { alpha, beta: alpha + delta, gamma: alpha + 2.0 * delta, delta }
    }

    /// Theorem 4 of Akiyama: δ is a root of 8x⁵ − 44x⁴ + 54x³ + 39x² − 60x − 22.
    ///
    /// ```
    /// use nimlab_lab::run::limits::RatioLimits;
    /// let predicted = RatioLimits::predicted();
    /// assert!((predicted.alpha - 1.88542779715).abs() < 1e-9);
    /// assert!((predicted.beta - 3.57535140026).abs() < 1e-9);
    /// assert!((predicted.gamma - 5.26527500337).abs() < 1e-9);
    /// assert!((predicted.delta - 1.68992360311).abs() < 1e-9);
    /// ```
    pub fn predicted() -> Self {
        let quintic = |x: f64| ((((8.0 * x - 44.0) * x + 54.0) * x + 39.0) * x - 60.0) * x - 22.0;
        let delta = root(quintic, 1.6, 1.75);
        let alpha = 2.0 * delta.powi(4) - 8.0 * delta.powi(3) + 1.5 * delta * delta + 10.0 * delta + 3.0;
        Self { alpha, beta: alpha + delta, gamma: alpha + 2.0 * delta, delta }
    }

    /// 1/α + 1/β + 1/γ − 1, which is 0 for a partition of the integers.
    ///
    /// ```
    /// use nimlab_lab::run::limits::RatioLimits;
    /// assert!(RatioLimits::predicted().residual().abs() < 0.01);
    /// ```
    pub fn residual(&self) -> f64 {
        1.0 / self.alpha + 1.0 / self.beta + 1.0 / self.gamma - 1.0
    }
}

/// The root of a function that changes its sign once between two numbers, by
/// halving.
fn root(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let rising = function(high) > 0.0;
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if (function(middle) > 0.0) == rising {
            high = middle;
        } else {
            low = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The mean of some frequencies, their scatter, and the standard error of the
/// mean if the blocks were independent.
///
/// ```
/// use nimlab_lab::run::limits::Scatter;
/// let scatter = Scatter::of(&[0.25, 0.75]).unwrap();
/// assert_eq!((scatter.blocks, scatter.mean), (2, 0.5));
/// assert!(Scatter::of(&[0.5]).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scatter {
    /// How many blocks there are.
    pub blocks: usize,
    /// The mean.
    pub mean: f64,
    /// The standard deviation from block to block.
    pub deviation: f64,
    /// The deviation divided by the square root of the number of blocks.
    pub error: f64,
}

impl Scatter {
    /// Of at least two frequencies.
    pub fn of(frequencies: &[f64]) -> Option<Self> {
        let blocks = frequencies.len();
        if blocks < 2 {
            return None;
        }
        let mean = frequencies.iter().sum::<f64>() / blocks as f64;
        let squares: f64 = frequencies.iter().map(|frequency| (frequency - mean).powi(2)).sum();
        let deviation = (squares / (blocks - 1) as f64).sqrt();
        Some(Self { blocks, mean, deviation, error: deviation / (blocks as f64).sqrt() })
    }
}
