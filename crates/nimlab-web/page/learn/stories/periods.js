// The story of subtraction games: won and lost, values, and why they repeat for ever.

import { ask } from '../../api.js';
import { gameFigure, rowFigure } from '../figures.js';
import { t } from '../../texts.js';

const words = t.stories.periods;
const GAME = 'subtraction:1,3,4';
const FAR = 1000;

/** @param {number} count @param {import('../../api.js').Latest} latest @returns {Promise<number[]>} */
const values = async (count, latest) => (await ask('sequence', { game: GAME, count }, latest.next())).values.map(Number);

/** @param {number} count @param {import('../../api.js').Latest} latest @returns {Promise<string[]>} */
const letters = async (count, latest) => (await values(count, latest)).map((value) => (value ? 'N' : 'P'));

/** @param {number} heap @returns {import('../story.js').Screen['check']} */
const valueOf = (heap, /** @type {string} */ yes = '', /** @type {(given: number) => string} */ no = String) => async (given, latest) => {
  const { grundy } = await ask('solve', { game: GAME, position: [heap] }, latest.next());
  const right = given === Number(grundy);
  return { right, words: right ? yes : no(given) };
};

/** @type {import('../story.js').Screen[]} */
export const screens = [
  {
    said: words.some,
    figure: (judge) => gameFigure({ game: GAME, start: '5', view: 'stones' }, judge),
  },
  {
    said: words.letters,
    figure: async ({ latest }) => rowFigure(words.letters.title, [...(await letters(5, latest)), '?']),
    choices: words.letters.answers,
    check: async (given, latest) => {
      const { outcome } = await ask('solve', { game: GAME, position: [5] }, latest.next());
      return { right: given === (outcome === 'N' ? 0 : 1), words: words.letters.replies[given] };
    },
  },
  {
    said: words.values,
    figure: async ({ latest }) => rowFigure(words.values.title, [...(await values(5, latest)).map(String), '?']),
    number: true,
    check: valueOf(5, words.values.yes, words.values.no),
  },
  {
    said: words.again,
    figure: async ({ latest }) => rowFigure(words.again.title, (await values(22, latest)).map(String)),
    number: true,
    check: async (given, latest) => {
      const { period, preperiod } = await ask('period', { game: GAME }, latest.next());
      const [p, l] = [Number(period), Number(preperiod)];
      if (given === p && l === 0) return { right: true, words: words.again.yes };
      return { right: false, words: given > 0 && given % p === 0 ? words.again.longer(given) : words.again.no };
    },
  },
  {
    said: words.proof,
    figure: async ({ latest }) => rowFigure(words.proof.title, (await values(15, latest)).map(String), 0, [7, 11]),
    number: true,
    // The largest number that may be taken is how far back a value looks.
    check: (given) => ({ right: given === 4, words: given === 4 ? words.proof.yes : given < 4 ? words.proof.few(given) : words.proof.many }),
  },
  {
    said: words.far,
    figure: async ({ latest }) => rowFigure(words.far.title, (await values(7, latest)).map(String)),
    number: true,
    check: valueOf(FAR, words.far.yes, words.far.no),
  },
];
