// A moment of joy when a game is won: some stones fly up. Not for a reader who asked for
// less movement.

import { h, still } from '../dom.js';

const STONES = 18;

/** @param {HTMLElement} place */
export function celebrate(place) {
  if (still()) return;
  const joy = h('div', { class: 'joy', 'aria-hidden': 'true' }, ...Array.from({ length: STONES }, (_, i) => {
    const stone = h('span', { class: `stone ${i % 3 ? '' : 'taken'}` });
    stone.style.setProperty('--x', `${(Math.random() - 0.5) * 90}%`);
    stone.style.setProperty('--y', `${-40 - Math.random() * 60}%`);
    stone.style.animationDelay = `${Math.random() * 250}ms`;
    return stone;
  }));
  place.append(joy);
  setTimeout(() => joy.remove(), 2000);
}
