// The frame of the page: navigation, colours, and which view is shown.

import { refusalView } from './answer.js';
import { LOCAL } from './api.js';
import { fill, h } from './dom.js';
import { startShare } from './share.js';
import { arrived, place } from './state.js';
import { startTheme } from './theme.js';
import { LANGUAGES, choose, language, t } from './texts.js';

/** @typedef {{leave?: () => void}} View */

/** @type {Record<string, {title: string, load: () => Promise<{open: (root: HTMLElement, params: URLSearchParams, rest: string) => View | Promise<View>}>}>} */
const PAGES = {
  start: { title: t.frame.start, load: () => import('./start/start.js') },
  explore: { title: t.frame.explore, load: () => import('./explore/explore.js') },
  play: { title: t.frame.play, load: () => import('./play/play.js') },
  learn: { title: t.frame.learn, load: () => import('./learn/learn.js') },
  theorems: { title: t.theorems.title, load: () => import('./theorems/theorems.js') },
  sources: { title: t.frame.sources, load: () => import('./sources/sources.js') },
};

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {View} */
let view = {};
let visit = 0;

async function show() {
  const { hash } = location;
  const { page, params } = place();
  const [name, ...rest] = page.split('/');
  const target = PAGES[name] ?? PAGES.start;
  const mine = ++visit;
  for (const link of document.querySelectorAll('nav a')) {
    const here = link.getAttribute('data-page') === name;
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${target.title} · nimlab`;
  const held = main.contains(document.activeElement);
  const root = h('div', { class: `page ${PAGES[name] ? name : 'start'}` });
  const module = await target.load().catch(() => null);
  if (mine !== visit) return;
  view.leave?.();
  view = {};
  fill(main, root);
  arrived(hash);
  // What had the focus is gone.
  if (held) main.focus({ preventScroll: true });
  if (!module) {
    // A module that could not be fetched is not asked for again under its name.
    fill(root, h('h1', {}, target.title), refusalView(new Error(t.frame.away)), h('button', { type: 'button', class: 'main', onclick: () => location.reload() }, t.frame.tryAgain));
    return;
  }
  try {
    const opened = await module.open(root, params, rest.join('/'));
    if (mine === visit) view = opened;
    else opened.leave?.();
  } catch (error) {
    fill(root, h('h1', {}, target.title), refusalView(error), h('button', { type: 'button', class: 'main', onclick: () => show() }, t.frame.tryAgain));
  }
}

addEventListener('hashchange', (event) => {
  const jump = new URL(event.newURL).hash === '#main';
  if (jump) return;
  show();
  scrollTo(0, 0);
});

document.getElementById('skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

/** The words of the page itself, which stand in it in English. */
function translate() {
  document.documentElement.lang = language;
  document.querySelector('meta[name="description"]')?.setAttribute('content', t.frame.description);
  for (const link of document.querySelectorAll('nav a')) link.textContent = PAGES[link.getAttribute('data-page') ?? ''].title;
  document.querySelector('nav')?.setAttribute('aria-label', t.frame.main);
  document.querySelector('.brand')?.setAttribute('aria-label', t.frame.home);
  const skip = document.getElementById('skip');
  if (skip) skip.textContent = t.frame.skip;
  const share = /** @type {HTMLElement} */ (document.getElementById('share'));
  share.setAttribute('aria-label', t.frame.share);
  share.title = t.frame.share;
  const languages = /** @type {HTMLSelectElement} */ (document.getElementById('language'));
  languages.setAttribute('aria-label', t.frame.language);
  /** @type {HTMLElement} */ (languages.parentElement).title = t.frame.language;
  fill(languages, ...LANGUAGES.map(([name, title]) => h('option', { value: name, lang: name }, title)));
  languages.value = language;
  languages.addEventListener('change', () => choose(languages.value));
}

translate();
// Without it the site works too, only not without a network.
if (LOCAL) navigator.serviceWorker?.register('service.js').catch(() => {});
startShare(/** @type {HTMLButtonElement} */ (document.getElementById('share')));
startTheme(/** @type {HTMLButtonElement} */ (document.getElementById('theme')));
show();
