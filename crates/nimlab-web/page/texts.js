// The words of the page, in the language of the reader: the one that was chosen here, or
// the first of the browser's that there is. Each language is one file in `texts/`.

import en from './texts/en.js';

/** @typedef {typeof en} Texts */
/** @typedef {'en' | 'de' | 'nl' | 'sr'} Language */

/** @type {[Language, string][]} the languages, by what their speakers call them */
export const LANGUAGES = [['en', 'English'], ['de', 'Deutsch'], ['nl', 'Nederlands'], ['sr', 'Srpski']];

/** @type {Record<Language, () => Promise<{default: Texts}>>} */
const FILES = {
  en: async () => ({ default: en }),
  de: () => import('./texts/de.js'),
  nl: () => import('./texts/nl.js'),
  sr: () => import('./texts/sr.js'),
};

const NAME = 'language';

/** @returns {Language} */
function chosen() {
  let kept = '';
  try {
    kept = localStorage.getItem(NAME) ?? '';
  } catch {
    // Then the browser's own language holds.
  }
  for (const wanted of [kept, ...navigator.languages]) {
    const found = LANGUAGES.find(([language]) => language === wanted.slice(0, 2).toLowerCase());
    if (found) return found[0];
  }
  return 'en';
}

/** @returns {Promise<{language: Language, texts: Texts}>} */
async function read() {
  const language = chosen();
  try {
    return { language, texts: (await FILES[language]()).default };
  } catch {
    return { language: 'en', texts: en };
  }
}

const found = await read();

/** The language of the page. */
export const language = found.language;

/** Every text of the page. */
export const t = found.texts;

/** What marks words that are there in English only, for those who read aloud. */
export const ENGLISH = language === 'en' ? {} : { lang: 'en' };

/** @param {string} wanted */
export function choose(wanted) {
  try {
    localStorage.setItem(NAME, wanted);
  } catch {
    // Without storage the page stays as it is.
    return;
  }
  location.reload();
}
