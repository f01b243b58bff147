// What of a position lies on the table: heaps of stones, what else is to be said
// of it, and a move in words. Whether a move is allowed, the server says.

import { family, parameter } from '../families.js';
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
 * @param {Choice} choice
 * @param {Num[]} from
 * @param {Num[]} to
 * @returns {string} such as "takes 2 from heap 1"
 */
export function moveText(choice, from, to) {
  const [a, b] = [table(choice, from).heaps, table(choice, to).heaps];
  if (a.length !== b.length) return splitText(a, b);
  const parts = [];
  for (let i = 0; i < a.length; i++) {
    const by = BigInt(a[i]) - BigInt(b[i]);
    if (by === 0n) continue;
    const place = a.length === 1 ? '' : choice.shape.piles === 2 ? ` from the ${['first', 'second'][i]} pile` : ` from heap ${i + 1}`;
    parts.push(by > 0n ? `${shown(by)}${place}` : `${shown(-by)}${place.replace('from', 'to')}`);
  }
  const grows = a.some((heap, i) => b[i] > heap);
  return `${grows ? 'changes' : 'takes'} ${parts.join(' and ') || 'nothing'}`;
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
  const left = come.length ? `leaves ${come.map(shown).join(' and ')}` : 'takes it whole';
  return gone.length ? `of ${gone.map(shown).join(' and ')} ${left}` : left;
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
