// Heaps of stones. Each heap is a slider that says how many are to be taken: by
// clicking a stone, by touch, or with the arrow keys; Enter or the button takes.

import { ask, cancelled, Latest } from '../api.js';
import { fill, h, still } from '../dom.js';
import { readPosition, shown, small } from '../json.js';
import { asked } from '../picker.js';
import { noteOn, pilesOf, putOn } from './pieces.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/**
 * What a way of showing a game can do.
 * @typedef {{
 *   element: HTMLElement,
 *   show: (position: Num[], options: Num[][] | null) => void,
 *   move: (from: Num[], to: Num[]) => Promise<void>,
 *   suggest: (to: Num[]) => void,
 *   focus: () => void,
 * }} Stage `options`, as the piles lie, is null while the reader may not move
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
  /** @type {Num[]} */
  let piles = [];
  /** Whether a move puts one on a stack. */
  let placing = false;
  /** @type {Num[]} */
  let taking = [];
  /** @type {Num[] | null} where taking what is chosen leads to, if the rule allows it */
  let found = null;
  let refused = '';
  /** The newest question to the server, which knows the rule. */
  let answered = Promise.resolve();
  const latest = new Latest();
  const heaps = h('div', { class: 'heaps' });
  const note = h('p', { class: 'note' });
  const take = h('button', { type: 'button', class: 'main', id: 'take', onclick: () => go() }, 'Take');
  const element = h('div', { class: 'stones-stage' }, heaps, h('div', { class: 'take-row' }, take, note));

  /**
   * Which of some piles a move can leave: the first that it can.
   * @param {Num[][]} tries
   * @returns {Promise<{at: number, to: Num[] | null}>}
   */
  const allowed = async (tries) => {
    const answer = await ask('play/allowed', { ...asked(choice), position, to: tries }, latest.next());
    const at = answer.allowed.findIndex(Boolean);
    return { at, to: answer.allowed[at] ?? null };
  };

  /** @param {Num[]} taken what is left */
  const without = (taken) => piles.map((pile, i) => small(BigInt(pile) - BigInt(taken[i])));

  const go = async () => {
    await answered;
    if (found) play(found);
  };

  /** What to do, as the heaps are shown. */
  const invitation = () => {
    const large = piles.filter((heap) => heap > MOST).length;
    if (!large) return 'Choose stones: click one, or use the arrow keys.';
    return `${large < taking.length ? 'Click a stone, or write' : 'Write'} how many to take, or use the arrow keys.`;
  };

  const label = () => {
    const chosen = taking.map((by, i) => ({ by, i })).filter(({ by }) => by > 0);
    const words = [noteOn(choice, position), placing && options ? 'Choose a stack.' : ''].filter(Boolean).join(' ');
    take.hidden = placing;
    take.disabled = !found;
    take.textContent = chosen.length ? `Take ${chosen.map(({ by, i }) => (taking.length > 1 ? `${shown(by)} from heap ${i + 1}` : shown(by))).join(' and ')}` : 'Take';
    note.textContent = refused || words || (options && !chosen.length ? invitation() : '');
    [...heaps.children].forEach((heap, i) => dress(/** @type {HTMLElement} */ (heap), i));
  };

  /** @param {HTMLElement} heap @param {number} i */
  const dress = (heap, i) => {
    const size = piles[i];
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
    const next = by < 0 ? 0 : by > piles[i] ? piles[i] : by;
    const together = taking.map((other, k) => (k === i ? next : other));
    const alone = taking.map((_, k) => (k === i ? next : 0));
    // In games that touch one heap per move, choosing in another heap starts again.
    const tries = next && together.some((other, k) => k !== i && other > 0) ? [together, alone] : [together];
    taking = together;
    found = null;
    refused = '';
    answered = together.some((other) => other > 0) ? judge(tries) : Promise.resolve(latest.stop());
    label();
  };

  /** @param {Num[][]} tries what may be taken, the first being chosen */
  const judge = async (tries) => {
    try {
      const { at, to } = await allowed(tries.map(without));
      found = to;
      if (to) taking = tries[at];
      else refused = 'The rule does not allow this.';
    } catch (error) {
      if (cancelled(error)) return;
      refused = error instanceof Error ? error.message : String(error);
    }
    label();
  };

  /** @param {number} i */
  const place = async (i) => {
    if (!options) return;
    try {
      const { to } = await allowed([piles.map((pile, k) => (k === i ? small(BigInt(pile) + 1n) : pile))]);
      if (to) play(to);
    } catch (error) {
      if (cancelled(error)) return;
      refused = error instanceof Error ? error.message : String(error);
      label();
    }
  };

  /** @param {KeyboardEvent} event @param {number} i */
  const key = (event, i) => {
    if (event.target instanceof HTMLInputElement && !['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Enter'].includes(event.key)) return;
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
    const body = count <= MOST
      ? h('div', { class: 'pile' }, ...Array.from({ length: count }, (_, k) => h('span', { class: 'stone', onclick: () => (placing ? place(i) : choose(i, count - k === Number(taking[i]) ? 0 : count - k)) })))
      : h('label', { class: 'many' }, 'take', h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '0', 'aria-label': `Take from heap ${i + 1}`, oninput: (/** @type {Event} */ event) => choose(i, readPosition(/** @type {HTMLInputElement} */ (event.target).value)?.[0] ?? 0) }));
    const name = piles.length === 1 ? 'Heap' : placing ? `Stack ${i + 1}` : `Heap ${i + 1}`;
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
    show(next, moves) {
      const held = [...heaps.children].indexOf(/** @type {Element} */ (document.activeElement));
      latest.stop();
      position = next;
      options = moves;
      piles = pilesOf(choice, position);
      if (moves) placing = moves.some((to) => putOn(choice, position, to) >= 0);
      taking = piles.map(() => 0);
      found = null;
      refused = '';
      fill(heaps, ...piles.map(heap));
      if (held >= 0) /** @type {HTMLElement | undefined} */ (heaps.children[Math.min(held, heaps.children.length - 1)])?.focus();
      label();
    },
    async move(from, to) {
      const [a, b] = [pilesOf(choice, from), pilesOf(choice, to)];
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
      const left = pilesOf(choice, to);
      if (piles.length !== left.length || piles.some((size, i) => left[i] > size)) return;
      latest.stop();
      taking = without(left);
      found = to;
      refused = '';
      label();
    },
    focus() {
      /** @type {HTMLElement | null} */ (heaps.firstElementChild)?.focus();
    },
  };
}
