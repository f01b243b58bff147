// What of a position lies on the table: heaps of stones, what else is to be said
// of it, and a move in words. Whether a move is allowed, the server says.

import { family, parameter, splits } from '../families.js';
import { equal, inOrder, ordersOf, settled } from '../moves.js';
import { shown } from '../json.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/** @typedef {{heaps: Num[], note: string, placing: boolean}} Table */

/**
 * @param {Choice} choice
 * @param {Num[]} position
 * @returns {Table}
 */
export function table(choice, position) {
  const last = position[position.length - 1];
  switch (family(choice.game)) {
    case 'fibonacci':
      return { heaps: [position[0]], note: position[0] ? `At most ${shown(last)} may be taken.` : '', placing: false };
    case 'building':
      return { heaps: position.slice(0, -1), note: last ? `${shown(last)} to place: choose a stack.` : 'All are placed: now take from one stack.', placing: Number(last) > 0 };
    default:
      return { heaps: position, note: '', placing: false };
  }
}

/**
 * The option that leaves these heaps, if there is one.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[][]} options
 * @param {Num[]} heaps
 * @returns {Num[] | undefined}
 */
export function optionWith(choice, from, options, heaps) {
  if (family(choice.game) === 'fibonacci') return options.find((to) => to[0] === heaps[0]);
  if (family(choice.game) === 'building') return options.find((to) => equal(to.slice(0, -1), heaps, true));
  return reaches(choice, from, heaps) === false ? undefined : options.find((to) => equal(to, heaps, choice.exchangeable));
}

/**
 * The heaps of a position in the places that they have on the table.
 * @param {Choice} choice
 * @param {Num[]} option
 * @param {Num[]} heaps
 */
export function placed(choice, option, heaps) {
  if (family(choice.game) === 'fibonacci') return option;
  return family(choice.game) === 'building' ? [...heaps, option[option.length - 1]] : heaps;
}

/**
 * What a move does, as the piles lie on the table.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 * @returns {string} such as "takes 2 from heap 1"
 */
export function moveText(choice, from, to) {
  const { heaps: a, placing } = table(choice, from);
  const b = table(choice, to).heaps;
  if (splits(choice.game) || a.length !== b.length) return splitText(a, b);
  if (placing) return `puts one on stack ${1 + a.findIndex((heap, i) => heap !== b[i])}`;
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
 * Whether a position that can be reached is reached as its piles lie. Where piles
 * may be exchanged, Nim leads from (3, 5) to (2, 3) by taking 3 from the second
 * pile, and not by taking from both.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 * @returns {boolean | null} null where the page does not know the rule
 */
export function reaches(choice, from, to) {
  if (!choice.exchangeable) return true;
  if (from.length !== to.length) return null;
  const change = from.map((pile, i) => BigInt(pile) - BigInt(to[i]));
  const touched = change.filter((by) => by !== 0n);
  const falls = touched.every((by) => by > 0n);
  const fromLargest = touched.length === 1 && from.every((pile) => pile <= from[change.findIndex((by) => by !== 0n)]);
  switch (family(choice.game)) {
    case 'nim':
    case 'subtraction':
    case 'allbut':
      return falls && touched.length === 1;
    case 'greedy':
      return falls && fromLargest;
    case 'moore':
      return falls && touched.length <= Number(parameter(choice.game) || 1);
    case 'wythoff': {
      const apart = change[0] - change[1];
      return falls && (touched.length === 1 || (apart < 0n ? -apart : apart) < BigInt(parameter(choice.game) || 1));
    }
    case 'r-wythoff':
      return falls && (fromLargest || change[0] === change[1]);
    case 'wythoff3':
      return (falls || parameter(choice.game) !== 'positive') && new Set([0n, ...change]).size < 4;
    default:
      return null;
  }
}

/**
 * The same as well as it can be told: what the page does not know looks like a
 * move, or another order of the piles does.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 */
export const looksLegal = (choice, from, to) => reaches(choice, from, to) ?? inOrder(from, to);

/**
 * What the server answers, in the places of the table: so that it looks like a
 * move, or, where that is not how the rule leads there, in an order in which it does.
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 * @returns {Num[]}
 */
export function inPlaces(choice, from, to) {
  const usual = settled(choice, from, to);
  if (reaches(choice, from, usual) !== false) return usual;
  return ordersOf(to).find((other) => reaches(choice, from, other)) ?? usual;
}

/**
 * A start that is neither trivial nor too long.
 * @param {Choice} choice
 * @returns {string}
 */
export function randomStart(choice) {
  /** @param {number} low @param {number} high */
  const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));
  switch (family(choice.game)) {
    case 'wythoff':
    case 'r-wythoff':
      return [between(4, 14), between(6, 17)].join(',');
    case 'fibonacci':
      return String(between(12, 40));
    case 'building':
      return `${Array(Number(parameter(choice.game) || 3)).fill(0).join(',')}/${between(5, 11)}`;
    case 'wythoff3':
      return [between(2, 8), between(5, 13), between(8, 18)].join(',');
    case 'nim':
    case 'moore':
    case 'greedy':
      return Array.from({ length: between(3, 4) }, () => between(1, 9)).join(',');
    case 'subtraction':
    case 'allbut':
    case 'octal':
    case 'grundy':
      return Array.from({ length: between(1, 3) }, () => between(5, 15)).join(',');
    default:
      return choice.shape.piles === 2 ? [between(4, 12), between(5, 14)].join(',') : choice.example;
  }
}
