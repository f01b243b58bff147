// The cells of a board from the engine: from the corner on by its tables, and far out by
// theorems; and what is kept of them as CSV.

import { ask, bytes } from '../api.js';
import { Heat, LARGER } from '../heat/values.js';
import { asked } from '../picker.js';
import { columns } from './files.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/** @typedef {{choice: Choice, size: number, corner: Num[] | null, misere: boolean, signal: AbortSignal}} Wanted `corner` is null for (0, 0) */

/** The largest window far out. */
export const FAR_SIDE = 256;

/**
 * @param {Wanted} wanted `misere` asks for outcomes instead of values
 * @returns {Promise<Heat>} ready to be shown
 */
export async function heatOf({ choice, size, corner, misere, signal }) {
  const make = corner ? farHeat(choice, size, corner, misere, signal) : misere ? misereHeat(choice, size, signal) : grundyHeat(choice, size, signal);
  const heat = await make;
  await heat.prepare(signal);
  return heat;
}

/**
 * @param {Choice} choice
 * @param {number} size
 * @param {AbortSignal} signal
 */
async function grundyHeat(choice, size, signal) {
  const buffer = await bytes('table', { ...asked(choice), rows: size, columns: size, format: 'u16' }, signal);
  return new Heat(new Uint16Array(buffer), size, size);
}

/**
 * Under misère play there are no Grundy values here: 0 marks a P-position, 1 the rest.
 * @param {Choice} choice
 * @param {number} size
 * @param {AbortSignal} signal
 */
async function misereHeat(choice, size, signal) {
  const answer = await ask('cold', { ...asked(choice), count: Math.min(100_000, 2 * size), misere: true }, signal);
  const values = new Uint16Array(size * size).fill(1);
  for (const { position } of answer.positions) {
    const [x, y] = position.map(Number);
    if (x < size && y < size) values[x * size + y] = 0;
    if (choice.exchangeable && x < size && y < size) values[y * size + x] = 0;
  }
  return new Heat(values, size, size);
}

/**
 * A window anywhere, of values that theorems tell.
 * @param {Choice} choice
 * @param {number} size
 * @param {Num[]} corner
 * @param {boolean} misere
 * @param {AbortSignal} signal
 */
async function farHeat(choice, size, corner, misere, signal) {
  const answer = await ask('window', { ...asked(choice), corner, rows: size, columns: size, misere }, signal);
  const values = Uint16Array.from(answer.values.flat(), (/** @type {Num | null} */ value) => (value === null || value > LARGER ? LARGER : Number(value)));
  return new Heat(values, size, size, { corner, known: answer.known === null ? null : Number(answer.known) });
}

/**
 * The P-positions that the board shows; of (a, b) and (b, a) one, if the piles
 * may be exchanged.
 * @param {Heat} heat
 * @param {boolean} exchangeable
 */
export function coldCells(heat, exchangeable) {
  const cells = [];
  for (let x = 0; x < heat.width; x++) {
    for (let y = exchangeable && !heat.far ? x : 0; y < heat.height; y++) if (heat.at(x, y) === 0) cells.push(heat.position([x, y]));
  }
  return cells;
}

/**
 * The cells of several boards side by side, one in a line.
 * @param {Choice} choice
 * @param {{title: string, heat: Heat}[]} boards
 * @param {(x: number, y: number) => boolean} wanted
 */
export function cellsCsv(choice, boards, wanted) {
  const [{ heat }] = boards;
  const lines = [[...columns(choice, 2), ...boards.map(({ title }) => (/[,"]/.test(title) ? `"${title.replaceAll('"', '""')}"` : title))].join(',')];
  /** @param {number | null} value */
  const told = (value) => (value === LARGER ? '' : value);
  for (let x = 0; x < heat.width; x++) {
    for (let y = 0; y < heat.height; y++) if (wanted(x, y)) lines.push([...heat.position([x, y]), ...boards.map((one) => told(one.heat.at(x, y)))].join(','));
  }
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' });
}
