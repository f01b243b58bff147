// Coloured tiles of a board, made when they are first seen and kept while there
// is room: 256 × 256 points each, at every level.

import { COLD, STEPS } from '../colour.js';
import { LARGER } from './values.js';

/** @typedef {'grundy' | 'cold'} Mode */

export const TILE = 256;
const MOST = 320;
/** The step of a value that no theorem tells: it has no colour. */
const UNTOLD = 256;

/** How strongly a block with a share of zeros is coloured: thin lines stay visible. */
const STRENGTH = (() => {
  const list = new Float32Array(256);
  for (let share = 0; share < 256; share++) list[share] = Math.min(1, (share / 252) ** 0.33);
  return list;
})();

export class Tiles {
  /**
   * @param {import('./looks.js').Seen} seen
   * @param {number[]} ground the colour of a cell that is not marked
   */
  constructor({ heat, mode, word, range }, ground) {
    this.heat = heat;
    this.mode = mode;
    this.word = word;
    this.ground = ground;
    /** @type {Map<string, HTMLCanvasElement>} */
    this.kept = new Map();
    this.low = range?.low ?? 0;
    this.steps = 255 / Math.max(1, (range?.high ?? heat.max) - this.low);
    /** The colours of cells that are no P-position, as whole points. */
    this.plain = new Uint32Array(new Uint8ClampedArray(Array.from({ length: UNTOLD + 1 }, (_, step) => [...this.#base(step), 255]).flat()).buffer);
  }

  /**
   * Whether a tile need not be made first.
   * @param {number} level
   * @param {number} column
   * @param {number} row
   */
  has(level, column, row) {
    return this.kept.has(`${level}/${column}/${row}`);
  }

  /**
   * @param {number} level
   * @param {number} column
   * @param {number} row
   */
  tile(level, column, row) {
    const name = `${level}/${column}/${row}`;
    let tile = this.kept.get(name);
    if (tile) {
      this.kept.delete(name);
    } else {
      tile = this.#make(level, column, row);
      if (this.kept.size >= MOST) this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    }
    this.kept.set(name, tile);
    return tile;
  }

  /**
   * @param {number} level
   * @param {number} column
   * @param {number} row
   */
  #make(level, column, row) {
    const { width, height, values, zeros } = this.heat.levels[level];
    const w = Math.min(TILE, width - column * TILE);
    const h = Math.min(TILE, height - row * TILE);
    const canvas = document.createElement('canvas');
    canvas.width = w;
    canvas.height = h;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    const image = context.createImageData(w, h);
    const points = image.data;
    const whole = new Uint32Array(points.buffer);
    for (let i = 0; i < w; i++) {
      const first = (column * TILE + i) * height + row * TILE;
      for (let j = 0; j < h; j++) {
        const value = values[first + j];
        const strength = zeros ? STRENGTH[zeros[first + j]] : Number(value === 0);
        const at = (h - 1 - j) * w + i;
        if (strength === 0) whole[at] = this.plain[this.#step(value)];
        else this.#colour(points, 4 * at, value, strength);
      }
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /** @param {number} value */
  #step(value) {
    if (value === LARGER) return this.heat.known === null ? 255 : UNTOLD;
    return Math.max(0, Math.min(255, Math.floor((value - this.low) * this.steps)));
  }

  /** @param {number} step */
  #base(step) {
    return this.mode === 'grundy' && step !== UNTOLD ? [STEPS[3 * step], STEPS[3 * step + 1], STEPS[3 * step + 2]] : this.ground;
  }

  /**
   * @param {Uint8ClampedArray} points
   * @param {number} at
   * @param {number} value
   * @param {number} strength
   */
  #colour(points, at, value, strength) {
    const [r, g, b] = this.#base(this.#step(value));
    points[at] = r + (COLD[0] - r) * strength;
    points[at + 1] = g + (COLD[1] - g) * strength;
    points[at + 2] = b + (COLD[2] - b) * strength;
    points[at + 3] = 255;
  }

  /**
   * The colour of a single cell, as it is on its tile.
   * @param {number} value
   * @returns {Uint8ClampedArray}
   */
  colourOf(value) {
    const point = new Uint8ClampedArray(4);
    this.#colour(point, 0, value, Number(value === 0));
    return point;
  }
}
