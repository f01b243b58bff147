// Nim in binary columns: every column even means that the player to move loses.

import { refusalView } from '../answer.js';
import { fill, h } from '../dom.js';
import { address } from '../state.js';

export const title = 'Nim in binary columns';
export const lead = 'Take as many stones as you like from one heap. Whoever takes the last stone wins. The secret is in the columns.';
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
  const refused = wanted.length > heaps.length ? `There is room here for ${MOST_HEAPS} heaps of up to ${MOST} stones; the address has ${wanted.join(', ')}.` : '';
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
        h('th', { scope: 'row' }, `Heap ${i + 1}`),
        h('td', { class: 'stepper' },
          h('button', { type: 'button', 'aria-label': `One less in heap ${i + 1}`, onclick: () => set(i, heap - 1), disabled: heap === 0 }, '−'),
          h('output', { 'aria-label': `Heap ${i + 1}` }, heap),
          h('button', { type: 'button', 'aria-label': `One more in heap ${i + 1}`, onclick: () => set(i, heap + 1), disabled: heap === MOST }, '+')),
        ...columns.map((bit) =>
          h('td', {}, h('button', { type: 'button', class: `bit ${heap & bit ? 'one' : ''} ${total & bit ? 'odd' : ''}`, 'aria-label': `Heap ${i + 1}, column ${bit}: ${heap & bit ? 1 : 0}`, onclick: () => set(i, heap ^ bit) }, heap & bit ? 1 : 0)))));
    const parity = columns.map((bit) => {
      const ones = heaps.filter((heap) => heap & bit).length;
      return h('td', {}, h('span', { class: `bit ${total & bit ? 'one odd' : ''}`, role: 'img', 'aria-label': `column ${bit}: ${ones} ones, ${ones % 2 ? 'odd' : 'even'}` }, ones % 2));
    });
    fill(grid, h('table', { class: `bits ${bits > 6 ? 'wide' : ''}` },
      h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, 'stones'), ...columns.map((bit) => h('th', { scope: 'col' }, bit)))),
      h('tbody', {}, ...rows),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row', colspan: 2 }, 'Odd columns: the nim-sum'), ...parity))));
    tell(total, best);
    keep({ heaps: heaps.join(',') });
    play.href = address('play', { game: 'nim', start: heaps.join(',') });
  };

  /** @param {number} total @param {{i: number, heap: number, left: number}[]} best */
  const tell = (total, best) => {
    const empty = heaps.every((heap) => heap === 0);
    if (empty) return fill(verdict, h('p', {}, 'No stones are left: whoever is to move has lost.'));
    if (total === 0) {
      return fill(verdict, h('p', {}, h('strong', {}, 'Every column is even. The player to move loses. '), 'Any move changes one heap, so it breaks at least one column; the opponent can always make them all even again.'));
    }
    fill(verdict,
      h('p', {}, h('strong', {}, 'Some column is odd. The player to move wins. '), `The nim-sum is ${total}. Change one heap so that every column becomes even:`),
      h('p', { class: 'chips' }, ...best.map(({ i, heap, left }) => h('button', { type: 'button', class: 'chip', onclick: () => {
        story.textContent = `Taken ${heap - left} from heap ${i + 1}: every column is even now.`;
        heaps[i] = left;
        draw();
      } }, `heap ${i + 1}: ${heap} ⊕ ${total} = ${left}, take ${heap - left}`))));
  };

  const spoil = () => {
    const full = heaps.map((heap, i) => ({ heap, i })).filter(({ heap }) => heap > 0);
    if (!full.length) return;
    const { heap, i } = full[Math.floor(Math.random() * full.length)];
    const take = 1 + Math.floor(Math.random() * heap);
    heaps[i] -= take;
    story.textContent = `The opponent took ${take} from heap ${i + 1}.`;
    draw();
  };

  const play = h('a', { class: 'button' }, 'Play from here');
  fill(root,
    h('section', { class: 'panel stack' },
      h('p', {}, 'Write each heap in binary, one below the other: 5 = 4 + 1 is 0101. Then count the ones in each column. Click a digit to flip it, or change the heaps.'),
      refused ? refusalView(new Error(refused)) : null,
      h('div', { class: 'beside' }, grid, h('div', { class: 'stack' }, verdict, story)),
      h('div', { class: 'row' },
        h('button', { type: 'button', onclick: spoil }, 'Let an opponent move'),
        h('button', { type: 'button', onclick: () => {
          if (heaps.length < MOST_HEAPS) heaps.push(1 + Math.floor(Math.random() * (2 ** bits - 1)));
          draw();
        } }, 'Add a heap'),
        h('button', { type: 'button', onclick: () => {
          if (heaps.length > 1) heaps.pop();
          draw();
        } }, 'Remove a heap'),
        play)),
    h('section', { class: 'prose' },
      h('h2', {}, 'Why it works'),
      h('p', {}, 'Look at the leftmost odd column. Some heap has a 1 there. Flip that heap’s digits in all odd columns: the leftmost one turns from 1 to 0, so the heap becomes smaller, whatever happens further right. That is a move, and now every column is even.'),
      h('p', {}, 'From an all-even position no move keeps everything even. So the player who once reaches “all even” can do so after each turn, and in the end leaves zero stones, which is all even too.'),
      h('h2', {}, 'Try'),
      h('ul', {}, h('li', {}, 'Two equal heaps: why does the second player win by copying?'), h('li', {}, 'Find three heaps, all different, with every column even.'), h('li', {}, 'Misère: whoever takes the last stone loses. Play the same way until your move would leave only heaps of one stone; then leave an odd number of them.'))));
  draw();
  return {};
}
