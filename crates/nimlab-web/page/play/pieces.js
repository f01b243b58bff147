// What of a position lies on the table: heaps of stones, what else is to be said
// of it, and a move in words. Whether a move is allowed, the server says.

import { family } from '../families.js';
import { shown } from '../json.js';
import { spelled } from '../moves.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/**
 * The piles of a position.
 * @param {Choice} choice
 * @param {Num[]} position
 * @returns {Num[]}
 */
export const pilesOf = (choice, position) => (choice.shape.tail ? position.slice(0, -1) : position);

/**
 * What is to be said of a position besides its piles.
 * @param {Choice} choice
 * @param {Num[]} position
 */
export function noteOn(choice, position) {
  const { tail } = choice.shape;
  if (!tail) return '';
  const meaning = t.games[family(choice.game)]?.tail ?? tail.meaning;
  return `${meaning[0].toUpperCase()}${meaning.slice(1)}: ${shown(position[position.length - 1])}.`;
}

/**
 * The place on which a move puts one of what lies next to the piles, or -1.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 */
export function putOn(choice, from, to) {
  if (!choice.shape.tail) return -1;
  const [a, b] = [from, to].map((position) => pilesOf(choice, position));
  return a.findIndex((pile, i) => b[i] > pile);
}

/**
 * Which pile of a position: the only one, one of two piles, or one of some heaps.
 * @typedef {{of: 'one' | 'pair' | 'heap', i: number}} Place
 */
/** @typedef {{many: string, place: Place}} Amount */
/**
 * What a move does, as data for a language: something is put on a stack, taken from piles
 * and added to others, or a heap is split, or taken from and what is left of it split.
 * @typedef {{kind: 'put', i: number} | {kind: 'take', taken: Amount[], added: Amount[]} | {kind: 'split', heaps: string[], parts: string[]} | {kind: 'leave', taken: string, heaps: string[], parts: string[]}} Move
 */

/**
 * What a move does, as the piles lie on the table.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 * @returns {Move}
 */
function moveOf(choice, from, to) {
  const [a, b] = [from, to].map((position) => pilesOf(choice, position));
  if (choice.shape.splits || a.length !== b.length) return splitOf(a, b);
  const put = putOn(choice, from, to);
  if (put >= 0) return { kind: 'put', i: put };
  const changed = a.map((pile, i) => ({ by: BigInt(pile) - BigInt(b[i]), place: placeOf(choice, a, i) }));
  /** @param {boolean} taken @returns {Amount[]} */
  const some = (taken) => changed.filter(({ by }) => (taken ? by > 0n : by < 0n)).map(({ by, place }) => ({ many: shown(by < 0n ? -by : by), place }));
  return { kind: 'take', taken: some(true), added: some(false) };
}

/**
 * @param {Choice} choice
 * @param {Num[]} piles
 * @param {number} i
 * @returns {Place}
 */
const placeOf = (choice, piles, i) => ({ of: piles.length === 1 ? 'one' : choice.shape.piles === 2 ? 'pair' : 'heap', i });

/**
 * @param {Num[]} a
 * @param {Num[]} b
 * @returns {Move}
 */
function splitOf(a, b) {
  const [gone, come] = [[...a], [...b]];
  for (const heap of a) {
    const at = come.indexOf(heap);
    if (at < 0) continue;
    come.splice(at, 1);
    gone.splice(gone.indexOf(heap), 1);
  }
  /** @param {Num[]} heaps @returns {bigint} */
  const total = (heaps) => heaps.map(BigInt).reduce((sum, heap) => sum + heap, 0n);
  const taken = total(gone) - total(come);
  const [heaps, parts] = [gone, come].map((list) => list.filter((heap) => heap > 0).map(shown));
  return taken === 0n ? { kind: 'split', heaps, parts } : { kind: 'leave', taken: shown(taken), heaps, parts };
}

/**
 * A move in words.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 * @param {'of' | 'to' | 'past'} form said of a player, to the reader, or of what was done
 */
export const moveText = (choice, from, to, form) => t.move.said(moveOf(choice, from, to), form);

/**
 * Which piles a move touches, as a hint; empty where the piles do not keep their places.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 */
export function whereText(choice, from, to) {
  const [a, b] = [from, to].map((position) => pilesOf(choice, position));
  if (choice.shape.splits || a.length !== b.length || a.length === 1) return '';
  const touched = a.flatMap((pile, i) => (pile === b[i] ? [] : [placeOf(choice, a, i)]));
  return touched.length ? t.move.where(touched) : '';
}

/**
 * A start that is neither trivial nor too long.
 * @param {Choice} choice
 * @returns {string}
 */
export function randomStart(choice) {
  if (!choice.start) return choice.example;
  /** @param {number} low @param {number} high */
  const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));
  const { least, numbers } = choice.start;
  const drawn = numbers.slice(0, between(least, numbers.length)).map(([low, high]) => between(low, high));
  return drawn.length === choice.shape.piles ? drawn.join(',') : spelled(choice, drawn);
}
