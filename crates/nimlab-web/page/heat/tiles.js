// Coloured tiles of a board, made when they are first seen and kept while there
// is room: 256 × 256 points each, at every level.

import { COLD, STEPS } from '../colour.js';
import { LARGER } from './values.js';

/** @typedef {import('./values.js').Heat} Heat */
/** @typedef {'grundy' | 'cold'} Mode */

export const TILE = 256;
const MOST = 320;

/** How strongly a block with a share of zeros is coloured: thin lines stay visible. */
const STRENGTH = (() => {
  const list = new Float32Array(256);
  for (let share = 0; share < 256; share++) list[share] = Math.min(1, (share / 252) ** 0.33);
  return list;
})();

export class Tiles {
  /**
   * @param {Heat} heat
   * @param {Mode} mode
   * @param {number[]} ground the colour of a cell that is not a P-position
   */
  constructor(heat, mode, ground) {
    this.heat = heat;
    this.mode = mode;
    this.ground = ground;
    /** @type {Map<string, HTMLCanvasElement>} */
    this.kept = new Map();
    this.steps = heat.max > 0 ? 255 / heat.max : 0;
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
    for (let i = 0; i < w; i++) {
      const first = (column * TILE + i) * height + row * TILE;
      for (let j = 0; j < h; j++) {
        const value = values[first + j];
        const strength = zeros ? STRENGTH[zeros[first + j]] : Number(value === 0);
        const at = 4 * ((h - 1 - j) * w + i);
        this.#colour(points, at, value, strength);
      }
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /**
   * @param {Uint8ClampedArray} points
   * @param {number} at
   * @param {number} value
   * @param {number} strength
   */
  #colour(points, at, value, strength) {
    let [r, g, b] = this.ground;
    if (this.mode === 'grundy') {
      const step = 3 * (value === LARGER ? 255 : Math.min(255, Math.floor(value * this.steps)));
      r = STEPS[step];
      g = STEPS[step + 1];
      b = STEPS[step + 2];
    }
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
