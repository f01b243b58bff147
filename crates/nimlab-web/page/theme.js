// Light, dark, or as the system says; the choice is kept in this browser only.

import { fill, s } from './dom.js';
import { t } from './texts.js';

const ORDER = ['auto', 'light', 'dark'];
/** When the dark sheet holds. */
const MEDIA = { auto: '(prefers-color-scheme: dark)', light: 'not all', dark: 'all' };
const PATHS = {
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  light: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 1v3M12 20v3M1 12h3M20 12h3M4 4l2 2M18 18l2 2M20 4l-2 2M6 18l-2 2',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
};

/** @param {HTMLButtonElement} button */
export function startTheme(button) {
  const sheet = /** @type {HTMLLinkElement} */ (document.getElementById('dark'));
  let chosen = /** @type {'auto' | 'light' | 'dark'} */ (stored());
  const apply = () => {
    sheet.media = MEDIA[chosen];
    button.setAttribute('aria-label', t.frame.colours(chosen));
    button.title = t.frame.colours(chosen);
    fill(button, s('svg', { viewBox: '0 0 24 24', class: `glyph ${chosen}`, 'aria-hidden': 'true' }, s('path', { d: PATHS[chosen] })));
    dispatchEvent(new Event('themechange'));
  };
  button.addEventListener('click', () => {
    chosen = /** @type {typeof chosen} */ (ORDER[(ORDER.indexOf(chosen) + 1) % ORDER.length]);
    try {
      localStorage.setItem('theme', chosen);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    apply();
  });
  sheet.addEventListener('load', () => dispatchEvent(new Event('themechange')));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => dispatchEvent(new Event('themechange')));
  apply();
}

function stored() {
  try {
    const value = localStorage.getItem('theme') ?? 'auto';
    return ORDER.includes(value) ? value : 'auto';
  } catch {
    return 'auto';
  }
}

/**
 * A place on the colour scale that can be read on the ground of the page: darker
 * on light, lighter on dark.
 * @param {number} t
 */
export function tone(t) {
  return Number(colour('--tone')) + 0.58 * t;
}

/**
 * Draws in the light colours, whatever the page shows.
 * @param {() => void} draw
 */
export function onPaper(draw) {
  const sheet = /** @type {HTMLLinkElement} */ (document.getElementById('dark'));
  const media = sheet.media;
  /** @param {string} wanted */
  const set = (wanted) => {
    sheet.media = wanted;
    dispatchEvent(new Event('themechange'));
  };
  set('not all');
  try {
    draw();
  } finally {
    set(media);
  }
}

/** The size of small text on a canvas: it grows with the text of the page. */
export function small() {
  return Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * 7) / 10;
}

/**
 * A colour of the style sheet, for drawing on a canvas.
 * @param {string} name such as `--ink`
 */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
