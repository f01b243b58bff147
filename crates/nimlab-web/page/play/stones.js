// Heaps of stones. Each heap is a slider that says how many are to be taken: by
// clicking a stone, by touch, or with the arrow keys; Enter or the button takes.

import { fill, h, still } from '../dom.js';
import { readPosition, shown, small } from '../json.js';
import { optionWith, placed, reaches, table } from './pieces.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/**
 * What a way of showing a game can do.
 * @typedef {{
 *   element: HTMLElement,
 *   show: (position: Num[], options: Num[][] | null, complete?: boolean) => void,
 *   move: (from: Num[], to: Num[]) => Promise<void>,
 *   suggest: (to: Num[]) => void,
 *   focus: () => void,
 * }} Stage `options` is null while the reader may not move; where the list is not `complete`, moves may be played that are not in it
 */

/** A heap with more stones is shown as a number. */
const MOST = 60;

/**
 * @param {Choice} choice
 * @param {(to: Num[]) => void} play
 * @returns {Stage}
 */
export function stonesStage(choice, play) {
  /** @type {Num[]} */
  let position = [];
  /** @type {Num[][] | null} */
  let options = null;
  let complete = true;
  /** @type {Num[]} */
  let taking = [];
  const heaps = h('div', { class: 'heaps' });
  const note = h('p', { class: 'note' });
  const take = h('button', { type: 'button', class: 'main', id: 'take', onclick: () => go() }, 'Take');
  const element = h('div', { class: 'stones-stage' }, heaps, h('div', { class: 'take-row' }, take, note));

  const left = () => table(choice, position).heaps.map((heap, i) => (typeof heap === 'bigint' || typeof taking[i] === 'bigint' ? small(BigInt(heap) - BigInt(taking[i])) : heap - taking[i]));
  /** The option that is chosen; beyond a list that is too long, the heaps themselves. */
  const found = () => {
    if (!options) return undefined;
    const heaps = left();
    const open = !complete && taking.some((by) => by > 0) && reaches(choice, position, heaps) !== false;
    return optionWith(choice, position, options, heaps) ?? (open ? heaps : undefined);
  };

  const go = () => {
    const option = found();
    if (option) play(placed(choice, option, left()));
  };

  /** What to do, as the heaps are shown. */
  const invitation = () => {
    const large = table(choice, position).heaps.filter((heap) => heap > MOST).length;
    if (!large) return 'Choose stones: click one, or use the arrow keys.';
    return `${large < taking.length ? 'Click a stone, or write' : 'Write'} how many to take, or use the arrow keys.`;
  };

  const label = () => {
    const { placing, note: words } = table(choice, position);
    const chosen = taking.map((by, i) => ({ by, i })).filter(({ by }) => by > 0);
    const option = found();
    take.hidden = placing;
    take.disabled = !option;
    take.textContent = chosen.length ? `Take ${chosen.map(({ by, i }) => (taking.length > 1 ? `${shown(by)} from heap ${i + 1}` : shown(by))).join(' and ')}` : 'Take';
    note.textContent = chosen.length && !option && options && !placing ? 'The rule does not allow this.' : words || (options && !chosen.length ? invitation() : '');
    [...heaps.children].forEach((heap, i) => dress(/** @type {HTMLElement} */ (heap), i));
  };

  /** @param {HTMLElement} heap @param {number} i */
  const dress = (heap, i) => {
    const size = table(choice, position).heaps[i];
    heap.setAttribute('aria-valuenow', String(taking[i]));
    heap.setAttribute('aria-valuetext', taking[i] ? `take ${taking[i]} of ${size}` : `${size} ${size === 1 ? 'stone' : 'stones'}`);
    heap.classList.toggle('off', !options);
    heap.querySelectorAll('.stone').forEach((stone, k) => stone.classList.toggle('taken', k >= Number(size) - Number(taking[i])));
    const entry = heap.querySelector('input');
    if (!entry) return;
    entry.disabled = !options;
    if ((readPosition(entry.value)?.[0] ?? 0) !== taking[i]) entry.value = taking[i] ? String(taking[i]) : '';
  };

  /** @param {number} i @param {Num} by */
  const choose = (i, by) => {
    if (!options) return;
    const size = table(choice, position).heaps[i];
    const next = by < 0 ? 0 : by > size ? size : by;
    const alone = taking.slice();
    alone[i] = next;
    const before = taking;
    taking = alone;
    // In games that touch one heap a move, choosing in another heap starts anew.
    if (next && !found() && before.some((other, k) => k !== i && other > 0)) {
      taking = before.map((_, k) => (k === i ? next : 0));
      if (!found()) taking = alone;
    }
    label();
  };

  /** @param {number} i */
  const place = (i) => {
    const stacks = table(choice, position).heaps.map((heap, k) => (k === i ? Number(heap) + 1 : heap));
    const option = options && optionWith(choice, position, options, stacks);
    if (option) play(placed(choice, option, stacks));
  };

  /** @param {KeyboardEvent} event @param {number} i */
  const key = (event, i) => {
    if (event.target instanceof HTMLInputElement && !['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Enter'].includes(event.key)) return;
    const placing = table(choice, position).placing;
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (aside) /** @type {HTMLElement} */ (heaps.children[(i + aside + heaps.children.length) % heaps.children.length]).focus();
    else if (step && !placing) choose(i, small(BigInt(taking[i]) + BigInt(step)));
    else if (event.key === 'Home') choose(i, 0);
    else if (event.key === 'End') choose(i, Infinity);
    else if (event.key === 'Enter' || event.key === ' ') placing ? place(i) : go();
    else return;
    event.preventDefault();
  };

  /** @param {Num} size @param {number} i */
  const heap = (size, i) => {
    const count = Number(size);
    const { placing, heaps: all } = table(choice, position);
    const body = count <= MOST
      ? h('div', { class: 'pile' }, ...Array.from({ length: count }, (_, k) => h('span', { class: 'stone', onclick: () => (placing ? place(i) : choose(i, count - k === Number(taking[i]) ? 0 : count - k)) })))
      : h('label', { class: 'many' }, 'take', h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '0', 'aria-label': `Take from heap ${i + 1}`, oninput: (/** @type {Event} */ event) => choose(i, readPosition(/** @type {HTMLInputElement} */ (event.target).value)?.[0] ?? 0) }));
    const name = all.length === 1 ? 'Heap' : placing ? `Stack ${i + 1}` : `Heap ${i + 1}`;
    return h(
      'div',
      { class: `heap ${placing ? 'placing' : ''} ${count > MOST ? 'large' : ''}`, role: 'slider', 'aria-orientation': 'vertical', tabindex: 0, 'aria-label': name, 'aria-valuemin': 0, 'aria-valuemax': size, onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, i), onclick: placing ? () => place(i) : undefined },
      h('span', { class: 'count' }, shown(size)),
      body,
      placing ? h('span', { class: 'plus', 'aria-hidden': 'true' }, '+') : null,
    );
  };

  return {
    element,
    show(next, allowed, all = true) {
      const held = [...heaps.children].indexOf(/** @type {Element} */ (document.activeElement));
      position = next;
      options = allowed;
      complete = all;
      taking = table(choice, position).heaps.map(() => 0);
      fill(heaps, ...table(choice, position).heaps.map(heap));
      if (held >= 0) /** @type {HTMLElement | undefined} */ (heaps.children[Math.min(held, heaps.children.length - 1)])?.focus();
      label();
    },
    async move(from, to) {
      const [a, b] = [table(choice, from).heaps, table(choice, to).heaps];
      if (still() || a.length !== b.length) return;
      a.forEach((size, i) => {
        const stones = [...(heaps.children[i]?.querySelectorAll('.stone') ?? [])];
        stones.slice(Number(b[i])).forEach((stone, k) => {
          /** @type {HTMLElement} */ (stone).style.transitionDelay = `${Math.min(k, 12) * 40}ms`;
          stone.classList.add('leaving');
        });
        if (b[i] !== size) heaps.children[i]?.classList.add('touched');
      });
      await new Promise((resolve) => setTimeout(resolve, 900));
    },
    suggest(to) {
      const [a, b] = [table(choice, position).heaps, table(choice, to).heaps];
      if (a.length !== b.length || a.some((size, i) => b[i] > size)) return;
      taking = a.map((size, i) => small(BigInt(size) - BigInt(b[i])));
      label();
    },
    focus() {
      /** @type {HTMLElement | null} */ (heaps.firstElementChild)?.focus();
    },
  };
}
