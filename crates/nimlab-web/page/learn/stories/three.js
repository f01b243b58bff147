// The story of three piles: what is left of the theory of two, a line, and what is open.

import { ask, bytes } from '../../api.js';
import { h } from '../../dom.js';
import { shown } from '../../json.js';
import { SpacePlot } from '../../plot/space.js';
import { gameFigure, tableFigure } from '../figures.js';
import { t } from '../../texts.js';

const words = t.stories.three;
const POSITIVE = 'wythoff3:positive';
const LIST = 'wythoff3:lex';
const FAR = 1000;
/** A guess is near enough if it is off by so small a part. */
const NEAR = 0.02;

/** @param {number} from @param {number} count @param {import('../../api.js').Latest} latest @param {string} [game] @returns {Promise<number[][]>} */
const positions = async (from, count, latest, game = LIST) => (await ask('cold', { game, from, count }, latest.next())).positions.map((/** @type {any} */ { position }) => position.map(Number));

/** @type {import('../story.js').Screen[]} */
export const screens = [
  {
    said: words.third,
    figure: (judge) => gameFigure({ game: POSITIVE, start: '1,2,5', view: 'stones' }, judge),
  },
  {
    said: words.halfway,
    figure: async ({ latest }) => tableFigure(['n', 'a', 'b', 'c'], (await positions(1, 12, latest, POSITIVE)).map((row, i) => [i + 1, ...row])),
    number: true,
    check: async (given, latest) => {
      const rows = await positions(1, 12, latest, POSITIVE);
      const exception = rows.findIndex(([a, b, c]) => 2 * b !== a + c) + 1;
      if (given === exception) return { right: true, words: words.halfway.yes };
      const row = rows[given - 1];
      if (!row) return { right: false, words: words.halfway.outside };
      const [a, b, c] = row;
      return { right: false, words: words.halfway.no(`${b} − ${a} = ${b - a}`, `${c} − ${b} = ${c - b}`) };
    },
  },
  {
    said: words.line,
    figure: async ({ latest }) => {
      const plot = new SpacePlot(() => 'wythoff3-lex');
      const signal = latest.next();
      // The screen is left.
      signal.addEventListener('abort', () => plot.close());
      plot.set(new Uint32Array(await bytes('wythoff3', { game: LIST, count: 500, format: 'u32' }, signal)));
      return h('div', { class: 'stack' }, h('div', { class: 'canvas-box low' }, plot.canvas),
        tableFigure(['n', 'c', 'c / n'], (await Promise.all([100, 200, 400].map(async (n) => ({ n, position: (await ask('cold', { game: LIST, from: n, count: 1 })).positions[0].position })))).map(({ n, position }) => [n, shown(position[2]), (Number(position[2]) / n).toFixed(2)])));
    },
    number: true,
    check: async (given, latest) => {
      const [[, , c]] = await positions(FAR, 1, latest);
      const off = given / c - 1;
      return { right: Math.abs(off) < NEAR, words: Math.abs(off) < NEAR ? words.line.yes(shown(c)) : words.line.no(off < 0) };
    },
  },
  {
    said: words.open,
    figure: async ({ latest }) => tableFigure(['n', 'c / n'], (await Promise.all([10, 100, 1000, 10_000, 100_000].map(async (n) => ({ n, position: (await ask('cold', { game: LIST, from: n, count: 1 }, n === 10 ? latest.next() : undefined)).positions[0].position })))).map(({ n, position }) => [shown(n), (Number(position[2]) / n).toFixed(5)])),
    choices: words.open.answers,
    check: (given) => ({ right: given === 1, words: words.open.replies[given] }),
  },
];
