// The answer to "who wins here?": outcome, value, every winning move, and the
// explanation that the server gives as typed fragments.

import { h } from './dom.js';
import { shown, written } from './json.js';

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
 * @param {Solved} solved
 * @param {boolean} misere
 * @param {import('./api.js').Shape} shape
 * @param {((to: Num[]) => void) | null} go called when a winning move is clicked
 */
export function answerView(solved, misere, shape, go = null) {
  const won = solved.outcome === 'N';
  const undecided = solved.outcome !== 'N' && solved.outcome !== 'P';
  const verdict = undecided ? 'Undecided within the limits' : won ? 'The player to move wins' : 'The player to move loses';
  const moves = solved.winning_moves ?? [];
  /** @param {Num[]} to */
  const chip = (to) =>
    go
      ? h('button', { type: 'button', class: 'chip', onclick: () => go(to), title: 'Look at this position' }, positionText(to, shape))
      : h('span', { class: 'chip' }, positionText(to, shape));
  return h(
    'div',
    { class: 'answer' },
    h('p', { class: `verdict ${undecided ? '' : won ? 'hot' : 'cold'}` }, h('span', { class: 'badge' }, solved.outcome ?? '?'), h('span', {}, verdict)),
    h(
      'dl',
      {},
      h('dt', {}, 'Position'),
      h('dd', {}, positionText(solved.position, shape), misere ? h('small', {}, ' misère play') : null),
      solved.grundy !== null && solved.grundy !== undefined ? [h('dt', {}, 'Grundy value'), h('dd', {}, shown(solved.grundy))] : null,
      h('dt', {}, moves.length === 1 ? 'Winning move' : 'Winning moves'),
      h(
        'dd',
        { class: 'chips' },
        moves.length ? moves.slice(0, MOST).map(chip) : 'none',
        moves.length > MOST ? h('span', {}, ` and ${moves.length - MOST} more`) : null,
        solved.winning_moves_complete === false ? h('span', {}, ' … the list is not complete') : null,
      ),
      h('dt', {}, 'Method'),
      h('dd', {}, solved.method),
    ),
    explanationView(solved.explanation ?? []),
  );
}

/**
 * @param {any[][]} blocks paragraphs, each a list of fragments
 */
export function explanationView(blocks) {
  return h('div', { class: 'explanation' }, ...blocks.map(paragraph));
}

/** @param {any[]} fragments */
function paragraph(fragments) {
  if (fragments.length === 1 && fragments[0].rows) return columns(fragments[0].rows);
  return h('p', {}, ...fragments.map(fragment));
}

/** @param {any} part */
function fragment(part) {
  if (part.kind === 'number') return h('span', { class: 'number' }, shown(part.value ?? part.text));
  if (part.kind === 'position') return h('span', { class: 'position' }, part.text);
  return h('span', {}, ...indexed(part.text));
}

/**
 * Indices as they are printed: A_n with a small n.
 * @param {string} text
 */
function indexed(text) {
  return text.split(/_([A-Za-z]|\d+)/).map((piece, i) => (i % 2 ? h('sub', {}, piece) : piece));
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
    ...messageView(sentence(error.message ?? String(error))),
    error.expected ? h('p', {}, `Expected: ${error.expected}`) : null,
    error.example ? h('p', {}, 'For example ', h('code', {}, error.example)) : null,
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
  const who = solved.outcome === 'N' ? 'the player to move wins' : 'the player to move loses';
  const how = moves.length ? `, by moving to ${moves.slice(0, 3).map(written).join(' or ')}${moves.length > 3 ? ' and others' : ''}` : '';
  return `Position ${written(solved.position)}: ${who}${how}.`;
}
