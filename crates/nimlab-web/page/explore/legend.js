// The key to the colours of a board.

import { COLD, css, scale } from '../colour.js';
import { fill, h } from '../dom.js';

/**
 * @param {HTMLElement} place
 * @param {'grundy' | 'cold'} mode
 * @param {number} max
 */
export function legend(place, mode, max) {
  const cold = h('span', { class: 'swatch' });
  cold.style.background = css(COLD);
  if (mode === 'cold') return fill(place, cold, 'P-position');
  const bar = h('span', { class: 'ramp', role: 'img', 'aria-label': `Colours from dark blue for 1 to pale yellow for ${max}` });
  bar.style.background = `linear-gradient(to right, ${[0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => css(scale(t))).join(', ')})`;
  fill(place, cold, '0', h('span', { class: 'ramp-low' }, '1'), bar, String(max));
}
