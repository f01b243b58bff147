// Heaps of stones. Each heap is a slider that says how many are to be taken: by
// clicking a stone, by touch, or with the arrow keys; Enter or the button takes.

import { ask, cancelled, Latest } from '../api.js';
import { fill, h, still } from '../dom.js';
import { readPosition, shown, small } from '../json.js';
import { asked } from '../picker.js';
import { noteOn, pilesOf, putOn } from './pieces.js';
import { t } from '../texts.js';

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
 *   sized?: (line: Num[][]) => void,
 * }} Stage `sized` makes room for a whole game; `options`, as the piles lie, is null while the reader may not move
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
  /** Whether a pile may grow while another shrinks. */
  let growing = false;
  /** @type {Num[]} */
  let taking = [];
  /** @type {Num[] | null} where taking what is chosen leads to, if the rule allows it */
  let found = null;
  let refused = '';
  let largest = 0;
  /** The newest question to the server, which knows the rule. */
  let answered = Promise.resolve();
  const latest = new Latest();
  const heaps = h('div', { class: 'heaps' });
  const note = h('p', { class: 'note' });
  const take = h('button', { type: 'button', class: 'main', id: 'take', onclick: () => go() }, t.stones.take);
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

  /** The heap from which something was taken, and 0 if there is none. */
  const lastTaken = () => Math.max(0, taking.findIndex((by) => by !== 0));

  /** @param {number} i */
  const focusOn = (i) => {
    const heap = /** @type {HTMLElement | undefined} */ (heaps.children[i]);
    (heap?.querySelector('input') ?? heap)?.focus();
  };

  /** What to do, as the heaps are shown. */
  const invitation = () => {
    const large = piles.filter((heap) => heap > MOST).length;
    if (!large) return t.stones.click;
    return large < taking.length ? t.stones.clickOrWrite : t.stones.write;
  };

  const label = () => {
    const chosen = taking.map((by, i) => ({ by, i })).filter(({ by }) => by !== 0);
    const words = [noteOn(choice, position), placing && options ? t.stones.chooseStack : ''].filter(Boolean).join(' ');
    take.hidden = placing;
    take.disabled = !found;
    take.textContent = chosen.length ? spelledMove(chosen) : t.stones.take;
    note.textContent = refused || words || (options && !chosen.length ? invitation() : '');
    [...heaps.children].forEach((heap, i) => dress(/** @type {HTMLElement} */ (heap), i));
  };

  /** @param {HTMLElement} heap @param {number} i */
  const dress = (heap, i) => {
    const size = piles[i];
    const by = taking[i];
    const said = by > 0 ? t.stones.taking(shown(by), shown(size)) : by < 0 ? t.stones.adding(shown(small(-BigInt(by))), shown(size)) : t.stones.stones(shown(size));
    if (heap.getAttribute('role') === 'slider') {
      heap.setAttribute('aria-valuenow', String(by));
      heap.setAttribute('aria-valuetext', said);
    }
    const added = heap.querySelector('.added');
    if (added) added.textContent = by < 0 ? `+ ${shown(small(-BigInt(by)))}` : '';
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
    const next = by < 0 && !growing ? 0 : by > piles[i] ? piles[i] : by;
    const together = taking.map((other, k) => (k === i ? next : other));
    const alone = taking.map((_, k) => (k === i ? next : 0));
    // In games that touch one heap per move, choosing in another heap starts again.
    const tries = next && together.some((other, k) => k !== i && other !== 0) ? [together, alone] : [together];
    taking = together;
    found = null;
    refused = '';
    answered = together.some((other) => other !== 0) ? judge(tries) : Promise.resolve(latest.stop());
    label();
  };

  /** @param {Num[][]} tries what may be taken, the first being chosen */
  const judge = async (tries) => {
    try {
      const { at, to } = await allowed(tries.map(without));
      found = to;
      if (to) taking = tries[at];
      else refused = taking.some((by) => by < 0) ? t.stones.notAlone : t.stones.notAllowed;
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
    if (aside) focusOn((i + aside + heaps.children.length) % heaps.children.length);
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
      : h('label', { class: 'many' }, t.stones.many, h('input', { type: 'text', id: `from-${i}`, inputmode: 'numeric', autocomplete: 'off', placeholder: '0', 'aria-label': t.stones.takeFrom(i + 1), oninput: (/** @type {Event} */ event) => choose(i, readPosition(/** @type {HTMLInputElement} */ (event.target).value)?.[0] ?? 0) }));
    const name = placing && piles.length > 1 ? t.stones.stack(i + 1) : t.stones.heap(piles.length === 1 ? 0 : i + 1);
    // A large heap is its field; any other is a slider, and nothing inside it has the keyboard.
    const slider = { role: 'slider', 'aria-orientation': 'vertical', tabindex: 0, 'aria-label': name, 'aria-valuemin': growing ? -count : 0, 'aria-valuemax': size };
    const group = { role: 'group', 'aria-label': name };
    const whole = h(
      'div',
      { class: `heap ${placing ? 'placing' : ''} ${count > MOST ? 'large' : ''}`, ...(count > MOST ? group : slider), onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, i), onclick: placing ? () => place(i) : undefined },
      h('span', { class: 'count' }, shown(size)),
      body,
      placing ? h('span', { class: 'plus', 'aria-hidden': 'true' }, '+') : null,
      growing ? h('span', { class: 'grow' }, h('span', { class: 'added' }), h('span', { class: 'more', title: t.stones.addStone, onclick: () => choose(i, small(BigInt(taking[i]) - 1n)) }, '+')) : null,
    );
    return whole;
  };

  /** @param {{by: Num, i: number}[]} chosen */
  const spelledMove = (chosen) => {
    const parts = (/** @type {boolean} */ taken) => chosen.filter(({ by }) => (by > 0) === taken).map(({ by, i }) => ({
      many: shown(by > 0 ? by : small(-BigInt(by))),
      heap: taking.length > 1 ? i + 1 : 0,
    }));
    return t.stones.chosen(parts(true), parts(false));
  };

  return {
    element,
    show(next, moves) {
      const active = document.activeElement;
      const held = active === take ? lastTaken() : [...heaps.children].findIndex((heap) => heap.contains(active));
      latest.stop();
      position = next;
      options = moves;
      piles = pilesOf(choice, position);
      if (moves) placing = moves.some((to) => putOn(choice, position, to) >= 0);
      if (moves) growing = !placing && !choice.shape.splits && moves.some((to) => pilesOf(choice, to).some((pile, i) => pile > piles[i]));
      taking = piles.map(() => 0);
      found = null;
      refused = '';
      fill(heaps, ...piles.map(heap));
      // Room is made for the largest heap of the game, so that stones do not grow while one plays.
      largest = Math.max(largest, ...piles.map((pile) => Math.min(MOST, Number(pile))));
      heaps.style.setProperty('--most', String(Math.max(4, largest)));
      heaps.style.setProperty('--heaps', String(Math.max(2, piles.length)));
      if (held >= 0) focusOn(Math.min(held, heaps.children.length - 1));
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
      if (piles.length !== left.length || (!growing && piles.some((size, i) => left[i] > size))) return;
      latest.stop();
      taking = without(left);
      found = to;
      refused = '';
      label();
    },
    focus: () => focusOn(0),
  };
}
