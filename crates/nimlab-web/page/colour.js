// The colour scale of Grundy values: our own control points from navy over teal
// to pale yellow, interpolated in Oklab. Lightness only rises, so that the order
// can be read without hue and by colour-blind eyes.

const POINTS = ['#131b3d', '#1c3f6e', '#1f6a85', '#2f9183', '#77b56b', '#c8d266', '#fbf3b0'];

/** The colour of P-positions, far from every colour of the scale. */
export const COLD = [255, 94, 58];

/** @param {number} channel */
const linear = (channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
/** @param {number} light */
const gamma = (light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** @param {string} hex */
function oklab(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const k = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * k,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * k,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * k,
  ];
}

/** @param {number[]} lab */
function rgb([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const k = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * k,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * k,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * k,
  ].map((light) => Math.round(255 * Math.min(1, Math.max(0, gamma(Math.max(0, light))))));
}

const LABS = POINTS.map(oklab);

/**
 * The colour at t between 0 and 1.
 * @param {number} t
 * @returns {number[]} red, green, blue
 */
export function scale(t) {
  const place = Math.min(1, Math.max(0, t)) * (LABS.length - 1);
  const at = Math.min(LABS.length - 2, Math.floor(place));
  return rgb(LABS[at].map((value, i) => value + (LABS[at + 1][i] - value) * (place - at)));
}

/** The scale in 256 steps, as bytes red, green, blue. */
export const STEPS = (() => {
  const steps = new Uint8Array(256 * 3);
  for (let i = 0; i < 256; i++) steps.set(scale(i / 255), 3 * i);
  return steps;
})();

/**
 * @param {number[] | Uint8Array | Uint8ClampedArray} colour
 */
export function css([r, g, b]) {
  return `rgb(${r} ${g} ${b})`;
}

/**
 * Whether dark text is easier to read on a colour.
 * @param {number[] | Uint8Array | Uint8ClampedArray} colour
 */
export function isLight([r, g, b]) {
  return 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255) > 0.22;
}
