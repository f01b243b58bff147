// What of a position lies on the table: heaps of stones, what else is to be said
// of it, and a move in words. Whether a move is allowed, the server says.

import { shown } from '../json.js';
import { spelled } from '../moves.js';

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
  return `${tail.meaning[0].toUpperCase()}${tail.meaning.slice(1)}: ${shown(position[position.length - 1])}.`;
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
 * What a move does, as the piles lie on the table.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 * @returns {string} such as "takes 2 from heap 1"
 */
export function moveText(choice, from, to) {
  const [a, b] = [from, to].map((position) => pilesOf(choice, position));
  if (choice.shape.splits || a.length !== b.length) return splitText(a, b);
  const put = putOn(choice, from, to);
  if (put >= 0) return `puts one on stack ${put + 1}`;
  const parts = [];
  for (let i = 0; i < a.length; i++) {
    const by = BigInt(a[i]) - BigInt(b[i]);
    if (by === 0n) continue;
    const place = a.length === 1 ? '' : choice.shape.piles === 2 ? ` from the ${['first', 'second'][i]} pile` : ` from heap ${i + 1}`;
    parts.push(by > 0n ? `${shown(by)}${place}` : `adds ${shown(-by)}${place.replace('from', 'to')}`);
  }
  return `takes ${parts.join(' and ') || 'nothing'}`.replace('takes adds', 'adds');
}

/**
 * @param {Num[]} a
 * @param {Num[]} b
 */
function splitText(a, b) {
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
  const parts = come.filter((heap) => heap > 0).map(shown).join(' and ');
  const heap = gone.filter((heap) => heap > 0).map(shown).join(' and ') || 'a heap';
  if (taken === 0n) return `splits ${heap} into ${parts}`;
  return `takes ${shown(taken)} from ${heap}${parts ? `, leaving ${parts}` : ', all of it'}`;
}

/**
 * The same said to the one who moves ("take 2 …"), or of what was done ("took 2 …").
 * @param {string} text
 * @param {'now' | 'past'} when
 */
export function inForm(text, when) {
  /** @type {Record<string, string>} */
  const past = { takes: 'took', adds: 'added', splits: 'split', puts: 'put' };
  return text.replace(/\b(takes|adds|splits|puts)\b/g, (verb) => (when === 'past' ? past[verb] : verb.slice(0, -1)));
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
