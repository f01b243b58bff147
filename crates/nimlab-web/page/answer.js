// The answer to "who wins here?": outcome, value, every winning move, and the
// explanation that the server gives as typed fragments.

import { Refusal } from './api.js';
import { h } from './dom.js';
import { grouped, shown, written } from './json.js';
import { ENGLISH, t } from './texts.js';

/** @typedef {import('./json.js').Num} Num */
/** @typedef {import('./api.js').Solved} Solved */

const MOST = 60;

/**
 * @param {Num[]} position
 * @param {Pick<import('./api.js').Shape, 'tail'>} [shape]
 */
export function positionText(position, shape) {
  if (shape?.tail) {
    return `${position.slice(0, -1).map(shown).join(', ')} / ${shown(position[position.length - 1])}`;
  }
  return `(${position.map(shown).join(', ')})`;
}

/**
 * Who wins, in a line.
 * @param {'P' | 'N' | null} outcome
 */
export function verdictView(outcome) {
  const [colour, words] = outcome === 'N' ? ['hot', t.answer.wins] : outcome === 'P' ? ['cold', t.answer.loses] : ['', t.answer.undecided];
  return h('p', { class: `verdict ${colour}` }, h('span', { class: 'badge' }, outcome ?? '?'), h('span', {}, words));
}

/**
 * @param {Solved} solved
 * @param {boolean} misere
 * @param {import('./api.js').Shape} shape
 * @param {((to: Num[]) => void) | null} go called when a winning move is clicked
 * @param {string[] | null} inWords the winning moves where they are in words already, as for a sum
 */
export function answerView(solved, misere, shape, go = null, inWords = null) {
  const moves = solved.winning_moves ?? [];
  /** @param {Num[]} to */
  const chip = (to) =>
    go
      ? h('button', { type: 'button', class: 'chip', onclick: () => go(to), title: t.answer.lookAt }, positionText(to, shape))
      : h('span', { class: 'chip' }, positionText(to, shape));
  return h(
    'div',
    { class: 'answer' },
    verdictView(solved.outcome),
    h(
      'dl',
      {},
      inWords ? null : [h('dt', {}, t.answer.position), h('dd', {}, positionText(solved.position, shape), misere ? h('small', {}, t.answer.misere) : null)],
      solved.grundy !== null && solved.grundy !== undefined ? [h('dt', {}, t.answer.grundy), h('dd', {}, shown(solved.grundy))] : null,
      h('dt', {}, (inWords ?? moves).length === 1 ? t.answer.move : t.answer.moves),
      h(
        'dd',
        { class: 'chips' },
        inWords?.length ? inWords.map((words) => h('span', { class: 'chip' }, words)) : moves.length ? moves.slice(0, MOST).map(chip) : t.answer.none,
        moves.length > MOST ? h('span', {}, t.answer.more(moves.length - MOST)) : null,
        solved.winning_moves_complete === false ? h('span', {}, t.answer.incomplete) : null,
      ),
      h('dt', {}, t.answer.method),
      h('dd', ENGLISH, solved.method),
    ),
    t.answer.reasons && solved.explanation?.length ? h('p', { class: 'note' }, t.answer.reasons) : null,
    explanationView(solved.explanation ?? []),
  );
}

/**
 * @param {any[][]} blocks paragraphs, each a list of fragments
 */
export function explanationView(blocks) {
  return h('div', { class: 'explanation', ...ENGLISH }, ...blocks.map(paragraph));
}

/** @param {any[]} fragments */
function paragraph(fragments) {
  if (fragments.length === 1 && fragments[0].rows) return columns(fragments[0].rows);
  return h('p', {}, ...fragments.map(fragment));
}

/** @param {any} part */
function fragment(part) {
  if (part.kind === 'number') return h('span', { class: 'number' }, shown(part.value ?? part.text));
  if (part.kind === 'position') return h('span', { class: 'position' }, grouped(part.text));
  return h('span', {}, ...indexed(part.text));
}

/**
 * Indices as they are printed: A_n with a small n.
 * @param {string} text
 */
function indexed(text) {
  return grouped(text).split(/_([A-Za-z]|\d+)/).map((piece, i) => (i % 2 ? h('sub', {}, piece) : piece));
}

/** @param {{number: Num | null, digits: Num[], remark: string}[]} rows */
function columns(rows) {
  const width = Math.max(1, ...rows.map((row) => row.digits.length));
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: 'columns' },
      ...rows.map((row, i) =>
        h(
          'tr',
          { class: i === rows.length - 1 ? 'sum' : '' },
          h('th', { scope: 'row' }, row.number === null ? '' : shown(row.number)),
          ...Array.from({ length: width }, (_, k) => {
            const digit = row.digits[k - width + row.digits.length];
            return h('td', { class: digit ? 'one' : 'zero' }, digit === undefined ? '' : String(digit));
          }),
          h('td', { class: 'remark' }, row.remark),
        ),
      ),
    ),
  );
}

/**
 * What went wrong, with what was expected and an example.
 * @param {any} error
 */
export function refusalView(error) {
  return h(
    'div',
    { class: 'refusal', role: 'alert' },
    // What the engine says, it says in English.
    h('div', error instanceof Refusal && error.status ? ENGLISH : {}, ...messageView(sentence(error.message ?? String(error))),
      error.expected ? h('p', {}, t.answer.expected(error.expected)) : null),
    error.example ? h('p', {}, t.answer.example, h('code', {}, error.example)) : null,
  );
}

/**
 * The words of a message, and the lines of a rule that it draws.
 * @param {string} text
 */
function messageView(text) {
  const lines = text.split('\n');
  const drawn = lines.findIndex((line) => /^\s*line \d+, column/.test(line));
  const words = drawn < 0 ? lines : lines.slice(0, drawn);
  return [...words.map((line) => h('p', {}, line.trim())), drawn < 0 ? null : h('pre', { class: 'scroll' }, lines.slice(drawn).join('\n'))];
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {Solved} solved
 * @returns {string} one line for a screen reader
 */
export function spoken(solved) {
  const moves = solved.winning_moves ?? [];
  return t.answer.spoken(written(solved.position), solved.outcome === 'N', moves.slice(0, 3).map(written), moves.length > 3);
}
