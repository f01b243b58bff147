// The figures of the stories: small games, digits in columns, tables and rows of values.

import { ask } from '../api.js';
import { COLD, css, scale } from '../colour.js';
import { fill, h, holdingFocus } from '../dom.js';
import { smallGame } from '../play/small.js';
import { tone } from '../theme.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('./story.js').Judge} Judge */
/** @typedef {import('../play/small.js').Game} Game */

/** @param {Game} wanted @param {Judge} judge @param {Node | null} below */
function played(wanted, judge, below) {
  const game = smallGame(wanted, judge.latest);
  const element = h('div', { class: 'arena small-game' }, game.board, below,
    h('div', { class: 'bar low' }, game.status, h('span', { class: 'gap' }), h('button', { type: 'button', onclick: game.begin }, t.start.again)));
  game.begin();
  return { element, begin: game.begin };
}

/**
 * A game against the computer, to be won.
 * @param {Game} wanted
 * @param {Judge} judge
 * @param {Node | null} [below]
 */
export function gameFigure(wanted, judge, below = null) {
  return played({ ...wanted, over: (won) => (won ? judge.right() : judge.wrong(t.story.lost)) }, judge, below).element;
}

/**
 * A position from which one winning move is to be made; after another one it is back.
 * @param {Game} wanted
 * @param {Judge} judge
 * @param {(to: Num[]) => string} why what is wrong with a move
 * @param {Node | null} [below]
 */
export function moveFigure(wanted, judge, why, below = null) {
  const { element, begin } = played({ ...wanted, moved: async (to) => {
    const { outcome } = await ask('solve', { game: wanted.game, position: to }, judge.latest.next());
    if (outcome === 'P') return judge.right();
    judge.wrong(why(to));
    begin();
  } }, judge, below);
  return element;
}

/** The columns that are shown, from the left. */
const COLUMNS = [8, 4, 2, 1];

/**
 * Heaps in binary, one below the other.
 * @param {number[]} heaps
 * @param {{free?: number, parity?: boolean, changed?: (heaps: number[]) => void}} how `free` is a heap whose digits can be flipped
 */
export function bitsFigure(heaps, { free = -1, parity = false, changed }) {
  const figure = h('div', { class: 'scroll' });
  const now = [...heaps];
  /** @param {number} i @param {number} bit */
  const digit = (i, bit) => {
    const one = now[i] & bit ? 1 : 0;
    const look = { class: `bit ${one ? 'one' : ''}`, 'data-name': `${i} ${bit}` };
    if (i !== free) return h('span', look, one);
    return h('button', { type: 'button', ...look, 'aria-label': t.nim.digit(i + 1, bit, one), onclick: () => {
      now[i] ^= bit;
      draw();
      changed?.(now);
    } }, one);
  };
  const draw = () => holdingFocus(figure, () => fill(figure, h('table', { class: 'bits' },
    h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, t.nim.stones), ...COLUMNS.map((bit) => h('th', { scope: 'col' }, bit)))),
    h('tbody', {}, ...now.map((heap, i) => h('tr', {}, h('th', { scope: 'row' }, t.nim.heap(i + 1)), h('td', { class: 'size' }, heap), ...COLUMNS.map((bit) => h('td', {}, digit(i, bit)))))),
    parity ? h('tfoot', {}, h('tr', {}, h('th', { scope: 'row', colspan: 2 }, t.nim.odd), ...COLUMNS.map((bit) => {
      const ones = now.filter((heap) => heap & bit).length;
      return h('td', {}, h('span', { class: `bit ${ones % 2 ? 'one odd' : ''}`, role: 'img', 'aria-label': t.nim.parity(bit, ones) }, ones % 2));
    }))) : null)));
  draw();
  return { figure, set: (/** @type {number[]} */ next) => {
    now.splice(0, now.length, ...next);
    draw();
  } };
}

/**
 * A board on which the lost squares are marked, and all from which a queen reaches one.
 * @param {number} size
 * @param {number[][]} lost
 * @param {(x: number, y: number) => void} choose
 */
export function sieveFigure(size, lost, choose) {
  const figure = h('div', { class: 'scroll' });
  const draw = () => holdingFocus(figure, () => fill(figure, h('table', { class: 'fill-in sieve' },
    h('tbody', {}, ...Array.from({ length: size }, (_, k) => size - 1 - k).map((y) => h('tr', {}, h('th', { scope: 'row' }, y), ...Array.from({ length: size }, (_, x) => h('td', {}, cell(x, y)))))),
    h('tfoot', {}, h('tr', {}, h('td', {}), ...Array.from({ length: size }, (_, x) => h('th', { scope: 'col' }, x)))))));
  /** @param {number} x @param {number} y */
  const cell = (x, y) => {
    const is = lost.some(([a, b]) => a === x && b === y);
    const reaches = lost.some(([a, b]) => (a === x && b < y) || (b === y && a < x) || (x - a === y - b && a < x));
    return h('button', { type: 'button', 'data-name': `${x},${y}`, class: is ? 'is' : reaches ? 'reaches' : '', 'aria-label': t.story.square(`(${x}, ${y})`, is, reaches), onclick: () => choose(x, y) }, is ? 'P' : reaches ? '·' : '');
  };
  draw();
  return { figure, add: (/** @type {number[]} */ square) => {
    lost.push(square);
    draw();
  } };
}

/**
 * A table of numbers.
 * @param {string[]} head
 * @param {(string | number | bigint)[][]} rows
 */
export const tableFigure = (head, rows) => h('div', { class: 'scroll' }, h('table', { class: 'plain narrow' },
  h('thead', {}, h('tr', {}, ...head.map((name) => (name ? h('th', { scope: 'col' }, name) : h('td', {}))))),
  h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, cell)))))));

/**
 * Heaps in a row, each with what is known of it: its letter or its value, in its colour.
 * @param {string} name
 * @param {string[]} known
 * @param {number} first the size of the first heap
 * @param {[number, number] | null} [marked] the heaps from one to before another that are framed
 */
export function rowFigure(name, known, first = 0, marked = null) {
  const most = Math.max(1, ...known.map(Number).filter(Number.isFinite));
  return h('ol', { class: 'heap-row', 'aria-label': name }, ...known.map((value, i) => {
    const n = first + i;
    const cell = h('li', { class: marked && n >= marked[0] && n < marked[1] ? 'framed' : '' }, h('small', {}, n), h('span', {}, value));
    const number = value === 'P' ? 0 : Number(value);
    if (Number.isFinite(number)) cell.style.borderBottomColor = css(number ? scale(tone(number / most)) : COLD);
    return cell;
  }));
}

/**
 * The parts of Zeckendorf's sum as stones, the last one in orange.
 * @param {number[]} parts from the largest to the smallest
 */
export const partsFigure = (parts) => parts.map((part, i) =>
  h('div', { class: `group-of ${i === parts.length - 1 ? 'last' : ''}`, role: 'img', 'aria-label': t.fibonacci.part(part) },
    h('div', { class: 'pile' }, ...Array.from({ length: part }, () => h('span', { class: 'stone' }))), h('span', { class: 'count' }, part)));
