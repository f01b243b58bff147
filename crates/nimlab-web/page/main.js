// The frame of the page: navigation, colours, and which view is shown.

import { fill, h } from './dom.js';
import { place } from './state.js';
import { startTheme } from './theme.js';

/** @typedef {{leave?: () => void}} View */

/** @type {Record<string, {title: string, load: () => Promise<{open: (root: HTMLElement, params: URLSearchParams, rest: string) => View | Promise<View>}>}>} */
const PAGES = {
  explore: { title: 'Explore', load: () => import('./explore/explore.js') },
  play: { title: 'Play', load: () => import('./play/play.js') },
  learn: { title: 'Learn', load: () => import('./learn/learn.js') },
};

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {View} */
let view = {};
let visit = 0;

async function show() {
  const { page, params } = place();
  const [name, ...rest] = page.split('/');
  const target = PAGES[name] ?? PAGES.explore;
  const mine = ++visit;
  for (const link of document.querySelectorAll('nav a')) {
    const here = link.getAttribute('data-page') === (PAGES[name] ? name : 'explore');
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${target.title} · nimlab`;
  const module = await target.load();
  if (mine !== visit) return;
  view.leave?.();
  view = {};
  const root = h('div', { class: `page ${name}` });
  fill(main, root);
  const opened = await module.open(root, params, rest.join('/'));
  if (mine === visit) view = opened;
  else opened.leave?.();
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

startTheme(/** @type {HTMLButtonElement} */ (document.getElementById('theme')));
show();
