// Every option as a button: for games that split heaps, and whenever the picture
// of a move would say less than its words.

import { fill, h } from '../dom.js';
import { positionText } from '../answer.js';
import { shown } from '../json.js';
import { equal } from '../moves.js';
import { moveText } from './pieces.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

const MOST = 240;

/**
 * @param {Choice} choice
 * @param {(to: Num[]) => void} play
 * @returns {import('./stones.js').Stage}
 */
export function listStage(choice, play) {
  const now = h('div', { class: 'heaps still' });
  const list = h('div', { class: 'options', role: 'group', 'aria-label': t.stones.moves, tabindex: -1 });
  const more = h('p', { class: 'note' });
  /** @type {Map<Element, Num[]>} */
  let buttons = new Map();
  return {
    element: h('div', { class: 'list-stage' }, now, list, more),
    show(position, options) {
      fill(now, ...position.map((size) => h('div', { class: 'heap off', role: 'img', 'aria-label': t.stones.heapOf(shown(size)) }, h('span', { class: 'count' }, shown(size)), h('div', { class: 'pile' }, ...Array.from({ length: Math.min(60, Number(size)) }, () => h('span', { class: 'stone' }))))));
      buttons = new Map();
      for (const to of (options ?? []).slice(0, MOST)) {
        const words = moveText(choice, position, to, 'of');
        const button = h('button', { type: 'button', onclick: () => play(to) }, h('span', {}, words), h('small', {}, positionText(to, choice.shape)));
        buttons.set(button, to);
      }
      // The moves of the turn before are gone: the keyboard stays in the list.
      const held = list.contains(document.activeElement) || document.activeElement === list;
      fill(list, ...buttons.keys());
      if (held) (/** @type {HTMLElement | null} */ (list.firstElementChild) ?? list).focus();
      const rest = (options?.length ?? 0) - MOST;
      more.textContent = rest > 0 ? t.stones.moreMoves(rest) : '';
    },
    async move() {},
    suggest(to) {
      for (const [button, option] of buttons) button.classList.toggle('hinted', equal(choice, option, to));
      list.querySelector('.hinted')?.scrollIntoView({ block: 'nearest' });
    },
    focus() {
      /** @type {HTMLElement | null} */ (list.firstElementChild)?.focus();
    },
  };
}
