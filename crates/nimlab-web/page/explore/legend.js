// The key to the colours of a board, on the page and in a figure.

import { COLD, css, scale } from '../colour.js';
import { fill, h } from '../dom.js';
import { shown } from '../json.js';
import { colour } from '../theme.js';
import { t } from '../texts.js';

/** @typedef {import('../heat/looks.js').Seen} Seen */

/** @param {Seen} seen */
const marked = ({ word }) => (word === 'P' ? t.board.coldCell : word === DIFFERENT ? t.board.differentCell : t.board.valueCell(shown(Number(word))));

/** @param {Seen} seen */
const rangeOf = ({ heat, range }) => range ?? { low: 1, high: heat.max };

/** What stands in the cells in which two games differ. */
export const DIFFERENT = '≠';

/**
 * @param {HTMLElement} place
 * @param {Seen} seen
 */
export function legend(place, seen) {
  const { heat: { known }, mode } = seen;
  const { low, high } = rangeOf(seen);
  const cold = h('span', { class: 'swatch' });
  cold.style.background = css(COLD);
  if (mode === 'cold') return fill(place, cold, marked(seen));
  const bar = h('span', { class: 'ramp', role: 'img', 'aria-label': t.board.ramp(shown(low), shown(high)) });
  bar.style.background = `linear-gradient(to right, ${[0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => css(scale(t))).join(', ')})`;
  const above = h('span', { class: 'swatch untold' });
  fill(place, cold, '0', h('span', { class: 'ramp-low' }, shown(low)), bar, shown(high), known === null ? null : [above, t.board.above(shown(known))]);
}

/**
 * The same in a figure.
 * @param {import('../plot/pen.js').Pen} pen
 * @param {Seen} seen
 */
export function legendInto(pen, seen) {
  const { heat: { known }, mode } = seen;
  const { low, high } = rangeOf(seen);
  const [ink, size, side] = [colour('--ink'), 14, 14];
  let left = 0;
  /** @param {string} fill */
  const swatch = (fill) => {
    pen.rect(left, -side / 2, side, side, fill);
    left += side + 6;
  };
  /** @param {string} words @param {number} gap */
  const say = (words, gap) => {
    pen.text(left, 0, words, ink, size);
    left += 0.6 * size * words.length + gap;
  };
  swatch(css(COLD));
  if (mode === 'cold') return say(marked(seen), 0);
  say('0', 14);
  say(shown(low), 6);
  const steps = 64;
  for (let i = 0; i < steps; i++) pen.rect(left + 2 * i, -side / 2, 2.3, side, css(scale(i / (steps - 1))));
  left += 2 * steps + 8;
  say(shown(high), 18);
  if (known === null) return;
  swatch(colour('--cell'));
  say(t.board.above(shown(known)), 0);
}
