// Making elements. Nothing here parses HTML, so that no answer of the server
// can become markup.

import { t } from './texts.js';

/** @typedef {Node | string | number | bigint | null | undefined | false} Child */

/**
 * An element with properties and children. Names that start with `on` are
 * listeners; `class`, `data-…`, `aria-…` and the like are attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  element.append(...nodes(children));
  return element;
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(element, props);
  element.append(...nodes(children));
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'disabled') /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  /** @type {(Node | string)[]} */
  const list = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    list.push(child instanceof Node ? child : String(child));
  }
  return list;
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Says something to a screen reader.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById('announce');
  if (place) place.textContent = text;
}

/**
 * Calls `work` once things have been quiet for a while.
 * @template {any[]} A
 * @param {number} milliseconds
 * @param {(...args: A) => void} work
 * @returns {(...args: A) => void}
 */
export function debounce(milliseconds, work) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => work(...args), milliseconds);
  };
}

/**
 * Gives the reader a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The buttons that keep what is shown: its numbers and its picture.
 * @param {() => void} csv
 * @param {{ savePng(): void, saveSvg(): void }} picture
 */
export function keepButtons(csv, picture) {
  return h('div', { class: 'group', role: 'group', 'aria-label': t.working.keep },
    h('button', { type: 'button', onclick: csv }, 'CSV'),
    h('button', { type: 'button', onclick: () => picture.savePng() }, 'PNG'),
    h('button', { type: 'button', onclick: () => picture.saveSvg() }, 'SVG'));
}

/**
 * Draws a part of the page anew. The keyboard stays where it was: on the control of the
 * same name, or of the same place, or else on the part itself.
 * @param {HTMLElement} part
 * @param {() => void} draw
 */
export function holdingFocus(part, draw) {
  const controls = () => /** @type {HTMLElement[]} */ ([...part.querySelectorAll('button, a[href], input, select, [tabindex]')]);
  /** @param {HTMLElement} control */
  const name = (control) => control.dataset.name ?? control.getAttribute('aria-label') ?? control.textContent;
  const held = document.activeElement;
  const before = controls();
  const at = before.findIndex((control) => control === held);
  const wanted = at >= 0 ? name(before[at]) : null;
  const there = part.contains(held) && held !== part;
  draw();
  if (!there) return;
  const after = controls().filter((control) => !(/** @type {any} */ (control).disabled) && control.checkVisibility());
  const next = after.find((control) => name(control) === wanted) ?? after[Math.min(Math.max(at, 0), after.length - 1)];
  if (next) return next.focus();
  part.tabIndex = -1;
  part.focus();
}

/**
 * What is shown while something is computed: how far it is, if that is told, or else how
 * long it has taken, and a button that stops it.
 * @param {string} words
 * @param {() => void} stop
 */
export function working(words, stop) {
  const bar = h('progress', { 'aria-label': words, hidden: true });
  const told = (/** @type {any} */ event) => {
    if (!bar.isConnected) return removeEventListener('progress', told);
    bar.hidden = false;
    bar.max = event.detail.all;
    bar.value = event.detail.done;
  };
  addEventListener('progress', told);
  const begun = performance.now();
  const clock = h('span', { class: 'seconds', 'aria-hidden': 'true' });
  const tick = setInterval(() => {
    if (!clock.isConnected) return clearInterval(tick);
    clock.textContent = bar.hidden ? `${Math.round((performance.now() - begun) / 1000)} s` : '';
  }, 1000);
  return [h('span', { class: 'wait' }), h('span', {}, words), bar, clock, h('button', { type: 'button', class: 'stop', onclick: stop }, t.working.stop)];
}

/** Whether the reader asked for less movement. */
export function still() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * A control with its label; a group of buttons has a name of its own.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  const group = control.getAttribute('role') === 'radiogroup';
  return h(group ? 'div' : 'label', { class: 'field' }, h('span', { class: 'label' }, label), control);
}

/**
 * A row of buttons of which one is chosen.
 * @param {string} label
 * @param {[string, string][]} choices value and caption
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function segmented(label, choices, chosen, choose) {
  const group = h('div', { class: 'segmented', role: 'radiogroup', 'aria-label': label });
  /** @param {string} value */
  const show = (value) => {
    for (const button of group.querySelectorAll('button')) {
      const on = button.dataset.value === value;
      button.setAttribute('aria-checked', String(on));
      button.tabIndex = on ? 0 : -1;
    }
  };
  /** @param {KeyboardEvent} event */
  const step = (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const buttons = [...group.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[(at + by + buttons.length) % buttons.length];
    next.focus();
    next.click();
  };
  for (const [value, caption] of choices) {
    const pick = () => {
      show(value);
      choose(value);
    };
    group.append(h('button', { type: 'button', role: 'radio', 'data-value': value, onclick: pick, onkeydown: step }, caption));
  }
  show(chosen);
  return group;
}
