// The start page: one sentence, three doors, and a small board to play on at once.

import { ask, Latest } from '../api.js';
import { COLD, css, scale } from '../colour.js';
import { fill, h } from '../dom.js';
import { FIRST } from '../families.js';
import { smallGame } from '../play/small.js';
import { address } from '../state.js';
import { tone } from '../theme.js';
import { t } from '../texts.js';

const DOORS = /** @type {const} */ (['explore', 'play', 'learn']);

/** What each door shows of the room behind it. @type {Record<typeof DOORS[number], () => HTMLElement>} */
const PICTURES = {
  explore: () => {
    const heat = h('span', { class: 'heat-door' });
    ask('table', { game: FIRST.game, rows: 8, columns: 8 }).then(({ values }) => fill(heat, ...[...values].reverse().flat().map((/** @type {number} */ value) => {
      const cell = h('span', {});
      cell.style.background = css(value ? scale(tone(value / 10)) : COLD);
      return cell;
    })), () => {});
    return picture(heat);
  },
  play: () => picture(...Array.from({ length: 4 }, (_, i) => h('span', { class: `stone ${i === 3 ? 'taken' : ''}` }))),
  learn: () => picture(...[1, 0, 1].map((digit) => h('span', { class: `bit ${digit ? 'one' : ''}` }, digit))),
};

/** @param {...Node} inside */
const picture = (...inside) => h('span', { class: 'door-picture', 'aria-hidden': 'true' }, ...inside);

/** @param {HTMLElement} root */
export function open(root) {
  const latest = new Latest();
  const { board, status, begin } = smallGame({ game: FIRST.game, start: FIRST.small, view: 'queen', won: t.start.won, lost: t.start.lost }, latest);
  fill(root,
    h('header', { class: 'intro' },
      h('h1', {}, t.start.headline),
      h('p', { class: 'lead' }, t.start.lead)),
    h('div', { class: 'first' },
      h('nav', { class: 'doors', 'aria-label': t.start.begin }, ...DOORS.map((page) => h('a', { class: 'card', href: `#/${page}` }, PICTURES[page](), h('h2', {}, t.frame[page]), h('p', {}, t.start.doors[page])))),
      h('section', { class: 'panel arena', 'aria-label': t.start.first },
        h('div', { class: 'bar' }, h('p', {}, t.start.rule)),
        board,
        h('div', { class: 'bar low' }, status, h('span', { class: 'gap' }),
          h('button', { type: 'button', onclick: begin }, t.start.again),
          h('a', { class: 'button', href: address('play', { game: FIRST.game, start: FIRST.start }) }, t.start.larger)))));
  begin();
  return { leave: () => latest.stop() };
}
