//! Colours: the categorical ones of Okabe and Ito, which people with any kind
//! of colour vision tell apart, and a perceptual scale from dark violet over
//! green to light yellow, interpolated between a few points of the OKLab space
//! (Ottosson 2020) whose lightness rises evenly.

/// A colour with opacity.
///
/// ```
/// use nimlab_figures::Colour;
/// let pale = Colour { opacity: 128, ..Colour::BLUE };
/// assert_eq!(pale.rgb, Colour::BLUE.rgb);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0, invisible, to 255, solid.
    pub opacity: u8,
}

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour::solid(0, 0, 0);
    /// White.
    pub const WHITE: Colour = Colour::solid(255, 255, 255);
    /// For text and frames.
    pub const INK: Colour = Colour::solid(34, 34, 34);
    /// For lines that only help the eye.
    pub const GREY: Colour = Colour::solid(140, 140, 140);
    /// For grids and bands behind the data.
    pub const PALE: Colour = Colour::solid(226, 226, 226);
    /// Okabe and Ito's orange.
    pub const ORANGE: Colour = Colour::solid(230, 159, 0);
    /// Okabe and Ito's sky blue.
    pub const SKY: Colour = Colour::solid(86, 180, 233);
    /// Okabe and Ito's bluish green.
    pub const GREEN: Colour = Colour::solid(0, 158, 115);
    /// Okabe and Ito's blue.
    pub const BLUE: Colour = Colour::solid(0, 114, 178);
    /// Okabe and Ito's vermilion.
    pub const VERMILION: Colour = Colour::solid(213, 94, 0);
    /// Okabe and Ito's reddish purple.
    pub const PURPLE: Colour = Colour::solid(204, 121, 167);

    /// A solid colour.
    pub const fn solid(red: u8, green: u8, blue: u8) -> Self {
        Self { rgb: [red, green, blue], opacity: 255 }
    }

    /// The same colour with another opacity.
    pub const fn with_opacity(self, opacity: u8) -> Self {
        Self { opacity, ..self }
    }

    /// Black or white, whichever is easier to read on this colour.
    pub fn contrast(self) -> Colour {
        if lab(self.rgb)[0] > 0.62 { Colour::BLACK } else { Colour::WHITE }
    }
}

/// Lightness and the two colour directions of OKLab.
type Lab = [f64; 3];

/// The points between which the scale is interpolated.
const POINTS: [Lab; 6] = [
    [0.22, 0.050, -0.100],
    [0.36, 0.000, -0.115],
    [0.50, -0.050, -0.068],
    [0.64, -0.098, 0.020],
    [0.78, -0.098, 0.125],
    [0.92, -0.028, 0.170],
];

/// How many colours the scale has: one less than a byte can tell apart, so that
/// a picture has room for cells without a value.
pub const LEVELS: usize = 255;

/// A perceptual colour scale over a range of values.
///
/// ```
/// use nimlab_figures::ColourScale;
/// let scale = ColourScale { low: 0.0, high: 10.0 };
/// assert_eq!((scale.level(0.0), scale.level(10.0), scale.level(99.0)), (0, 254, 254));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColourScale {
    /// The value of the darkest colour.
    pub low: f64,
    /// The value of the lightest.
    pub high: f64,
}

impl ColourScale {
    /// The level of a value: 0 to 254.
    pub fn level(&self, value: f64) -> u8 {
        let part = if self.high > self.low { (value - self.low) / (self.high - self.low) } else { 0.0 };
        (part.clamp(0.0, 1.0) * (LEVELS - 1) as f64).round() as u8
    }

    /// The colour of a value.
    pub fn colour(&self, value: f64) -> Colour {
        colour_of_level(self.level(value))
    }
}

/// The colour of a level.
pub fn colour_of_level(level: u8) -> Colour {
    let place = f64::from(level) / (LEVELS - 1) as f64 * (POINTS.len() - 1) as f64;
    let index = (place as usize).min(POINTS.len() - 2);
    let part = place - index as f64;
    let [from, to] = [POINTS[index], POINTS[index + 1]];
    let mixed = [0, 1, 2].map(|i| from[i] + part * (to[i] - from[i]));
    let [red, green, blue] = rgb(mixed);
    Colour::solid(red, green, blue)
}

fn rgb([lightness, a, b]: Lab) -> [u8; 3] {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
    let linear = [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
    ];
    linear.map(|part| {
        let part: f64 = part.clamp(0.0, 1.0);
        let curved = if part <= 0.003_130_8 { 12.92 * part } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        (curved * 255.0).round() as u8
    })
}

fn lab(rgb: [u8; 3]) -> Lab {
    let [r, g, b] = rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_gets_lighter_evenly_and_never_repeats_a_colour() {
        let colours: Vec<[u8; 3]> = (0..LEVELS as u8).map(|level| colour_of_level(level).rgb).collect();
        let lightness: Vec<f64> = colours.iter().map(|&rgb| lab(rgb)[0]).collect();
        for (level, pair) in lightness.windows(2).enumerate() {
            assert!(pair[1] > pair[0] - 0.002, "level {level} is darker than the one before");
        }
        // Equal steps of the value are equal steps of lightness, within the rounding to eight bits.
        for level in (0..=240).step_by(16) {
            let expected = 0.22 + 0.70 * level as f64 / 254.0;
            assert!((lightness[level] - expected).abs() < 0.012, "level {level}: {} {expected}", lightness[level]);
        }
        let mut different = colours.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), colours.len());
    }

    #[test]
    fn both_directions_of_oklab_agree() {
        for rgb_in in [[0, 0, 0], [255, 255, 255], [213, 94, 0], [0, 114, 178], [1, 2, 3]] {
            assert_eq!(rgb(lab(rgb_in)), rgb_in);
        }
    }

    #[test]
    fn values_outside_the_range_have_the_colours_of_its_ends() {
        let scale = ColourScale { low: 0.0, high: 10.0 };
        assert_eq!((scale.level(-5.0), scale.level(0.0), scale.level(10.0), scale.level(99.0)), (0, 0, 254, 254));
        assert_eq!(ColourScale { low: 3.0, high: 3.0 }.level(3.0), 0);
    }
}
