// What of a position lies on the table: heaps of stones, what else is to be said
// of it, and a move in words. Whether a move is allowed, the server says.

import { family, parameter, splits } from '../families.js';
import { equal } from '../moves.js';
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
 * @param {Num[][]} options
 * @param {Num[]} heaps
 * @returns {Num[] | undefined}
 */
export function optionWith(choice, options, heaps) {
  if (family(choice.game) === 'fibonacci') return options.find((to) => to[0] === heaps[0]);
  if (family(choice.game) === 'building') return options.find((to) => equal(to.slice(0, -1), heaps, true));
  return options.find((to) => equal(to, heaps, choice.exchangeable));
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
 * Where the queen of a game with two piles may go, seen from where she stands.
 * Only for showing: what is chosen is looked up among the server's options.
 * @param {Choice} choice
 * @param {number[]} from
 * @param {number[]} to
 */
export function reaches(choice, [x, y], [u, v]) {
  const [dx, dy] = [x - u, y - v];
  if (choice.exchangeable && (dx < 0 || dy < 0)) return false;
  switch (family(choice.game)) {
    case 'wythoff':
      return dx === 0 || dy === 0 || Math.abs(dx - dy) < Number(parameter(choice.game) || 1);
    case 'r-wythoff':
      return dx === dy || (dx === 0 && y >= x) || (dy === 0 && x >= y);
    case 'nim':
      return dx === 0 || dy === 0;
    case 'greedy':
      return (dx === 0 && y >= x) || (dy === 0 && x >= y);
    default:
      return true;
  }
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
