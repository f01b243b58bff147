// Nim in binary columns: every column even means that the player to move loses.

import { refusalView } from '../answer.js';
import { fill, h, holdingFocus } from '../dom.js';
import { shown } from '../json.js';
import { address } from '../state.js';
import { t } from '../texts.js';

export const title = t.nim.title;
export const lead = t.nim.lead;
export const source = 'Bouton 1901; Thesis-W section 2, Thesis-A section 1.3';
export const glyph = '1 0 1';

/** The most that fits: this many columns, this many heaps. */
const [LEAST_BITS, MOST_BITS, MOST_HEAPS] = [4, 10, 6];
const MOST = 2 ** MOST_BITS - 1;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {import('./learn.js').Keep} keep
 */
export function open(root, params, keep) {
  const wanted = (params.get('heaps') ?? '3,4,5').split(',');
  let heaps = wanted.filter((word) => /^\d+$/.test(word) && Number(word) <= MOST).map(Number).slice(0, MOST_HEAPS);
  const refused = wanted.length > heaps.length ? t.nim.room(MOST_HEAPS, shown(MOST), wanted.join(', ')) : '';
  if (!heaps.length) heaps = [3, 4, 5];
  let bits = LEAST_BITS;
  const grid = h('div', { class: 'scroll' });
  const verdict = h('div', { class: 'lesson-verdict', role: 'status', 'aria-live': 'polite' });
  const story = h('p', { class: 'note', role: 'status', 'aria-live': 'polite' });

  const sum = () => heaps.reduce((a, b) => a ^ b, 0);
  /** The winning moves: the heap and what is left of it. */
  const winning = () => heaps.map((heap, i) => ({ i, heap, left: heap ^ sum() })).filter(({ heap, left }) => left < heap);

  /** @param {number} i @param {number} value */
  const set = (i, value) => {
    heaps[i] = Math.max(0, Math.min(MOST, value));
    story.textContent = '';
    draw();
  };

  const draw = () => {
    const total = sum();
    // Columns are added and never taken away, so that nothing jumps while one plays.
    bits = Math.max(bits, ...heaps.map((heap) => heap.toString(2).length));
    const columns = Array.from({ length: bits }, (_, k) => 2 ** (bits - 1 - k));
    const best = winning();
    const rows = heaps.map((heap, i) =>
      h('tr', { class: best.some((move) => move.i === i) ? 'winning' : '' },
        h('th', { scope: 'row' }, t.nim.heap(i + 1)),
        h('td', { class: 'stepper' },
          h('button', { type: 'button', 'aria-label': t.nim.less(i + 1), onclick: () => set(i, heap - 1), disabled: heap === 0 }, '−'),
          h('output', { 'aria-label': t.nim.heap(i + 1) }, heap),
          h('button', { type: 'button', 'aria-label': t.nim.more(i + 1), onclick: () => set(i, heap + 1), disabled: heap === MOST }, '+')),
        ...columns.map((bit) =>
          h('td', {}, h('button', { type: 'button', 'data-name': `${i} ${bit}`, class: `bit ${heap & bit ? 'one' : ''} ${total & bit ? 'odd' : ''}`, 'aria-label': t.nim.digit(i + 1, bit, heap & bit ? 1 : 0), onclick: () => set(i, heap ^ bit) }, heap & bit ? 1 : 0)))));
    const parity = columns.map((bit) => {
      const ones = heaps.filter((heap) => heap & bit).length;
      return h('td', {}, h('span', { class: `bit ${total & bit ? 'one odd' : ''}`, role: 'img', 'aria-label': t.nim.parity(bit, ones) }, ones % 2));
    });
    holdingFocus(grid, () => fill(grid, h('table', { class: `bits ${bits > 6 ? 'wide' : ''}` },
      h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, t.nim.stones), ...columns.map((bit) => h('th', { scope: 'col' }, bit)))),
      h('tbody', {}, ...rows),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row', colspan: 2 }, t.nim.odd), ...parity)))));
    holdingFocus(verdict, () => tell(total, best));
    keep({ heaps: heaps.join(',') });
    play.href = address('play', { game: 'nim', start: heaps.join(',') });
  };

  /** @param {number} total @param {{i: number, heap: number, left: number}[]} best */
  const tell = (total, best) => {
    const empty = heaps.every((heap) => heap === 0);
    if (empty) return fill(verdict, h('p', {}, t.nim.none));
    if (total === 0) {
      return fill(verdict, h('p', {}, h('strong', {}, t.nim.even), t.nim.evenWhy));
    }
    fill(verdict,
      h('p', {}, h('strong', {}, t.nim.someOdd), t.nim.sum(total)),
      h('p', { class: 'chips' }, ...best.map(({ i, heap, left }) => h('button', { type: 'button', class: 'chip', onclick: () => {
        story.textContent = t.nim.taken(heap - left, i + 1);
        heaps[i] = left;
        draw();
      } }, t.nim.chip(i + 1, `${heap} ⊕ ${total} = ${left}`, heap - left)))));
  };

  const spoil = () => {
    const full = heaps.map((heap, i) => ({ heap, i })).filter(({ heap }) => heap > 0);
    if (!full.length) return;
    const { heap, i } = full[Math.floor(Math.random() * full.length)];
    const take = 1 + Math.floor(Math.random() * heap);
    heaps[i] -= take;
    story.textContent = t.nim.took(take, i + 1);
    draw();
  };

  const play = h('a', { class: 'button' }, t.learn.playFromHere);
  fill(root,
    h('section', { class: 'panel stack' },
      h('p', {}, t.nim.intro),
      refused ? refusalView(new Error(refused)) : null,
      h('div', { class: 'beside' }, grid, h('div', { class: 'stack' }, verdict, story)),
      h('div', { class: 'row' },
        h('button', { type: 'button', onclick: spoil }, t.nim.opponent),
        h('button', { type: 'button', onclick: () => {
          if (heaps.length < MOST_HEAPS) heaps.push(1 + Math.floor(Math.random() * (2 ** bits - 1)));
          draw();
        } }, t.nim.add),
        h('button', { type: 'button', onclick: () => {
          if (heaps.length > 1) heaps.pop();
          draw();
        } }, t.nim.remove),
        play)),
    h('section', { class: 'prose' },
      h('h2', {}, t.nim.whyHead),
      ...t.nim.why.map((words) => h('p', {}, words)),
      h('h2', {}, t.learn.tryHead),
      h('ul', {}, ...t.nim.tries.map((words) => h('li', {}, words)))));
  draw();
  return {};
}
