// Learn: five short pages to try out, one for each source.

import { fill, h } from '../dom.js';
import { remember } from '../state.js';
import * as fibonacci from './fibonacci.js';
import * as nim from './nim.js';
import * as periods from './periods.js';
import * as three from './three.js';
import * as wythoff from './wythoff.js';

/** @typedef {{leave?: () => void}} View */
/** @typedef {(params: Record<string, string | number | boolean | null>) => void} Keep */
/** @typedef {{title: string, lead: string, source: string, glyph: string, open: (root: HTMLElement, params: URLSearchParams, keep: Keep) => View}} Lesson */

/** @type {[string, Lesson][]} */
const LESSONS = [['nim', nim], ['wythoff', wythoff], ['fibonacci', fibonacci], ['periods', periods], ['three', three]];

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {string} name
 */
export function open(root, params, name) {
  const at = LESSONS.findIndex(([key]) => key === name);
  if (at < 0) return contents(root);
  const [, lesson] = LESSONS[at];
  document.title = `${lesson.title} · nimlab`;
  const body = h('div', { class: 'lesson-body' });
  fill(
    root,
    h('nav', { class: 'lessons', 'aria-label': 'Lessons' }, ...LESSONS.map(([key, one]) => h('a', { href: `#/learn/${key}`, 'aria-current': key === name ? 'page' : undefined }, one.title))),
    h('article', { class: 'lesson' }, h('header', {}, h('h1', {}, lesson.title), h('p', { class: 'lead' }, lesson.lead), h('p', {}, h('small', {}, lesson.source))), body),
  );
  const view = lesson.open(body, params, (state) => remember(`learn/${name}`, state));
  return { leave: () => view.leave?.() };
}

/** @param {HTMLElement} root */
function contents(root) {
  fill(
    root,
    h('header', { class: 'intro' }, h('h1', {}, 'Learn'), h('p', { class: 'lead' }, 'Five short pages. Each has something to move, and the reason behind it.')),
    h('div', { class: 'cards' }, ...LESSONS.map(([key, lesson], i) =>
      h('a', { class: 'card', href: `#/learn/${key}` }, h('span', { class: 'card-glyph', 'aria-hidden': 'true' }, lesson.glyph), h('h2', {}, `${i + 1}. ${lesson.title}`), h('p', {}, lesson.lead), h('small', {}, lesson.source)))),
  );
  return {};
}
