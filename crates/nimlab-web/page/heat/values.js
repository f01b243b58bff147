// The Grundy values of a board, and the same board at half, a quarter, … of the
// size: the mean value and the share of zeros of each block, so that a board of
// 4096 × 4096 is drawn from no more cells than the screen has points.

import { small } from '../json.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {{width: number, height: number, values: Uint16Array, zeros: Uint8Array | null}} Level */

/** What stands for a value that does not fit into 16 bits. */
export const LARGER = 65535;

/** Lets the page breathe. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

export class Heat {
  /**
   * @param {Uint16Array} values value of (x, y) at x · height + y
   * @param {number} width how many x
   * @param {number} height how many y
   * @param {{corner?: Num[], known?: number | null}} [place] the first cell; and the largest value of which all cells are told, where larger ones are not
   */
  constructor(values, width, height, { corner = [0, 0], known = null } = {}) {
    /** @type {Level[]} */
    this.levels = [{ width, height, values, zeros: null }];
    this.width = width;
    this.height = height;
    this.max = 1;
    /** How many cells are P-positions. */
    this.cold = 0;
    this.cells = values;
    this.corner = corner;
    this.known = known;
  }

  /** Whether it begins elsewhere than at (0, 0). */
  get far() {
    return this.corner.some(Boolean);
  }

  /**
   * The position of a cell.
   * @param {number[]} cell
   * @returns {Num[]}
   */
  position(cell) {
    return cell.map((n, i) => small(BigInt(this.corner[i]) + BigInt(n)));
  }

  /**
   * The cell of a position, which may lie outside; one that is very far away is at an end of what a double counts.
   * @param {Num[]} position
   */
  cell(position) {
    return position.map((n, i) => Number(BigInt(n) - BigInt(this.corner[i])));
  }

  /**
   * Finds the largest value, counts the zeros and makes the smaller boards, a strip at a time.
   * @param {AbortSignal} [signal]
   */
  async prepare(signal) {
    let due = performance.now() + 12;
    for (let from = 0; from < this.cells.length; from += 1 << 18) {
      const end = Math.min(this.cells.length, from + (1 << 18));
      for (let i = from; i < end; i++) {
        const value = this.cells[i];
        if (value > this.max && value !== LARGER) this.max = value;
        if (value === 0) this.cold++;
      }
      if (performance.now() > due) {
        await breath();
        if (signal?.aborted) return;
        due = performance.now() + 12;
      }
    }
    for (let level = this.levels[0]; Math.max(level.width, level.height) > 256; ) {
      const next = empty(level);
      for (let x = 0; x < next.width; x++) {
        halve(level, next, x);
        if (performance.now() > due) {
          await breath();
          if (signal?.aborted) return;
          due = performance.now() + 12;
        }
      }
      this.levels.push(next);
      level = next;
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {number | null} null outside of the board
   */
  at(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return null;
    return this.cells[x * this.height + y];
  }
}

/**
 * @param {Level} level
 * @returns {Level}
 */
function empty(level) {
  const width = Math.ceil(level.width / 2);
  const height = Math.ceil(level.height / 2);
  return { width, height, values: new Uint16Array(width * height), zeros: new Uint8Array(width * height) };
}

/**
 * One column of blocks of two by two cells.
 * @param {Level} from
 * @param {Level} to
 * @param {number} x
 */
function halve(from, to, x) {
  const left = 2 * x * from.height;
  const right = Math.min(2 * x + 1, from.width - 1) * from.height;
  const zeros = /** @type {Uint8Array} */ (to.zeros);
  for (let y = 0; y < to.height; y++) {
    const low = 2 * y;
    const high = Math.min(low + 1, from.height - 1);
    const a = from.values[left + low];
    const b = from.values[left + high];
    const c = from.values[right + low];
    const d = from.values[right + high];
    to.values[x * to.height + y] = (a + b + c + d) >> 2;
    zeros[x * to.height + y] = from.zeros
      ? (from.zeros[left + low] + from.zeros[left + high] + from.zeros[right + low] + from.zeros[right + high] + 3) >> 2
      : (Number(a === 0) + Number(b === 0) + Number(c === 0) + Number(d === 0)) * 63;
  }
}
