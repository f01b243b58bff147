// Learn: lessons for the sources, most of them a story and then a page to try out freely, a
// training and a table to fill in.

import { fill, h } from '../dom.js';
import { cited } from '../sources/sources.js';
import { remember } from '../state.js';
import * as fibonacci from './fibonacci.js';
import * as nim from './nim.js';
import * as periods from './periods.js';
import { openStory, reached } from './story.js';
import { screens as ofFibonacci } from './stories/fibonacci.js';
import { screens as ofNim } from './stories/nim.js';
import { screens as ofPeriods } from './stories/periods.js';
import { screens as ofThree } from './stories/three.js';
import { screens as ofWythoff } from './stories/wythoff.js';
import * as three from './three.js';
import * as training from './training.js';
import * as worksheet from './worksheet.js';
import * as wythoff from './wythoff.js';
import { ENGLISH, t } from '../texts.js';

/** @typedef {{leave?: () => void, ready?: Promise<unknown>}} View `ready` ends once the first answers are shown, or what was wrong with them */
/** @typedef {(params: Record<string, string | number | boolean | null>) => void} Keep */
/** @typedef {{title: string, lead: string, source: string, glyph: string, open: (root: HTMLElement, params: URLSearchParams, keep: Keep) => View | Promise<View>}} Lesson */

/** @type {[string, Lesson][]} */
const LESSONS = [['nim', nim], ['wythoff', wythoff], ['fibonacci', fibonacci], ['periods', periods], ['three', three], ['training', training], ['worksheet', worksheet]];

/** @type {Record<string, import('./story.js').Screen[]>} */
const STORIES = { nim: ofNim, wythoff: ofWythoff, fibonacci: ofFibonacci, periods: ofPeriods, three: ofThree };

/**
 * A lesson by its name, and of a story the screen, or `free` for its free page. What is
 * shown there is in the parameters, so that an address with some leads there too; without
 * any, the story goes on where the reader left it.
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {string} path
 */
export async function open(root, params, path) {
  const [name, part = ''] = path.split('/');
  const at = LESSONS.findIndex(([key]) => key === name);
  if (at < 0) return contents(root);
  const [, lesson] = LESSONS[at];
  const screens = STORIES[name] ?? [];
  const screen = part === 'free' || [...params].length ? screens.length + 1 : Number(part) || reached(name);
  if (screen >= 1 && screen <= screens.length) {
    remember(`learn/${name}/${screen}`, {});
    return openStory(root, { name, title: lesson.title, screens }, screen);
  }
  document.title = `${lesson.title} · nimlab`;
  const body = h('div', { class: 'lesson-body' });
  const article = h('article', { class: 'lesson waits' }, h('header', {}, h('h1', {}, lesson.title), h('p', { class: 'lead' }, lesson.lead), h('p', {}, h('small', ENGLISH, ...cited(lesson.source)))), body,
    screens.length ? h('p', { class: 'next-lesson' }, h('a', { class: 'button', href: `#/learn/${name}/1` }, t.story.again)) : null, next(at));
  fill(
    root,
    h('nav', { class: 'lessons', 'aria-label': t.learn.lessons }, ...LESSONS.map(([key, one]) => h('a', { href: `#/learn/${key}`, 'aria-current': key === name ? 'page' : undefined }, one.title))),
    article,
  );
  // Where the pills do not fit side by side, the one of this lesson is brought into view.
  const pills = /** @type {HTMLElement} */ (root.querySelector('.lessons'));
  const here = /** @type {HTMLElement | null} */ (pills.querySelector('[aria-current]'));
  if (here) pills.scrollLeft = here.offsetLeft - pills.offsetLeft - (pills.clientWidth - here.offsetWidth) / 2;
  const view = await lesson.open(body, params, (state) => root.isConnected && remember(`learn/${name}${screens.length ? '/free' : ''}`, state));
  Promise.resolve(view.ready).finally(() => article.classList.remove('waits'));
  return { leave: () => view.leave?.() };
}

/**
 * The way to the next lesson, and from the last one to the list of all.
 * @param {number} at
 */
function next(at) {
  const [key, lesson] = LESSONS[at + 1] ?? ['', null];
  return h('p', { class: 'next-lesson' }, h('a', { class: 'button', href: `#/learn${key && `/${key}`}` }, lesson ? t.learn.next(lesson.title) : t.learn.all));
}

/** @param {HTMLElement} root */
function contents(root) {
  fill(
    root,
    h('header', { class: 'intro' }, h('h1', {}, t.learn.title), h('p', { class: 'lead' }, t.learn.lead)),
    h('div', { class: 'cards' }, ...LESSONS.map(([key, lesson], i) =>
      h('a', { class: 'card', href: `#/learn/${key}` }, h('span', { class: 'card-glyph', 'aria-hidden': 'true' }, lesson.glyph), h('h2', {}, `${i + 1}. ${lesson.title}`), h('p', {}, lesson.lead), h('small', ENGLISH, lesson.source), progress(key))),
      h('a', { class: 'card', href: '#/theorems' }, h('span', { class: 'card-glyph', 'aria-hidden': 'true' }, '◎→◎'), h('h2', {}, t.theorems.title), h('p', {}, t.theorems.card))),
  );
  return {};
}

/**
 * How far the reader came in a story.
 * @param {string} name
 */
function progress(name) {
  const all = STORIES[name]?.length ?? 0;
  const done = Math.min(reached(name) - 1, all);
  if (!done) return null;
  const meter = h('span', { class: 'meter', 'aria-hidden': 'true' });
  meter.style.setProperty('--done', String(done / all));
  return h('small', { class: 'progress' }, meter, done === all ? t.story.done : t.story.progress(done, all));
}
