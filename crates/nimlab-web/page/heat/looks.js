// What is seen of the values of a board: the values themselves, the P-positions, the
// cells of one value, or the remainders of the values.

import { Heat, LARGER } from './values.js';
import { t } from '../texts.js';

/** @typedef {{low: number, high: number}} Range the values that the colours go from and to */
/** @typedef {'grundy' | 'cold' | 'only' | 'modulo'} Look */
/** @typedef {{heat: Heat, mode: import('./tiles.js').Mode, word: string, range?: Range | null}} Seen `word` stands in the marked cells, if only these are seen */

/** The looks and what they are called; those that need a number, and the number they begin with. */
export const LOOKS = /** @type {[Look, string][]} */ (['grundy', 'cold', 'only', 'modulo'].map((look) => [look, t.board.looks[/** @type {Look} */ (look)]]));
export const NUMBERS = /** @type {Partial<Record<Look, {label: string, least: number, first: number}>>} */ ({
  only: { label: t.board.numbers.only, least: 0, first: 1 },
  modulo: { label: t.board.numbers.modulo, least: 2, first: 2 },
});

/**
 * @param {Heat} heat
 * @param {Look} look
 * @param {number} number
 * @param {AbortSignal} [signal]
 * @returns {Promise<Seen>}
 */
export async function seenAs(heat, look, number, signal) {
  if (look === 'grundy' || look === 'cold') return { heat, mode: look, word: 'P' };
  const only = look === 'only';
  const seen = new Heat(heat.cells.map((value) => (only ? (value === LARGER && heat.known !== null && number > heat.known ? LARGER : Number(value !== number)) : value === LARGER ? LARGER : value % number)), heat.width, heat.height, heat);
  await seen.prepare(signal);
  return { heat: seen, mode: only ? 'cold' : 'grundy', word: String(number) };
}
