// The story of Wythoff's game: a queen, lost squares, pairs of numbers and the golden ratio.

import { ask } from '../../api.js';
import { fill, h } from '../../dom.js';
import { gameFigure, sieveFigure, tableFigure } from '../figures.js';
import { t } from '../../texts.js';

const words = t.stories.wythoff;
const PHI = (1 + Math.sqrt(5)) / 2;
/** Small numbers: a double is far from being wrong in the two digits that are shown. */
const FAR = 100;

/** @param {number} count @param {import('../../api.js').Latest} latest @returns {Promise<number[][]>} */
const pairs = async (count, latest) => (await ask('cold', { game: 'wythoff', count }, latest.next())).positions.map((/** @type {any} */ { position }) => position.map(Number));

/**
 * One of the numbers of the pair that comes after those that are shown.
 * @param {number} n
 * @param {0 | 1} which
 * @param {string} right
 * @param {(given: number) => string} wrong
 * @returns {import('../story.js').Screen['check']}
 */
const ofPair = (n, which, right, wrong) => async (given, latest) => {
  const found = (await pairs(n + 1, latest))[n][which];
  return { right: given === found, words: given === found ? right : wrong(given) };
};

/** @type {import('../story.js').Screen[]} */
export const screens = [
  {
    said: words.queen,
    figure: (judge) => gameFigure({ game: 'wythoff', start: '3,4', view: 'queen' }, judge),
  },
  {
    said: words.sieve,
    figure: (judge) => {
      const known = [[0, 0], [1, 2], [2, 1]];
      const sieve = sieveFigure(7, known, async (x, y) => {
        const square = `(${x}, ${y})`;
        const solved = await ask('solve', { game: 'wythoff', position: [x, y] }, judge.latest.next()).catch(judge.failed);
        if (!solved) return;
        const { outcome, winning_moves: wins } = solved;
        if (outcome === 'N') return judge.wrong(words.sieve.won(square, `(${wins[0].join(', ')})`));
        if (known.some(([a, b]) => a === x && b === y)) return judge.wrong(words.sieve.known(square));
        sieve.add([x, y]);
        if (x !== y) sieve.add([y, x]);
        judge.right(words.sieve.found(square));
      });
      return sieve.figure;
    },
  },
  {
    said: words.least,
    figure: async ({ latest }) => tableFigure(['n', 'A', 'B'], [...(await pairs(4, latest)).map(([a, b], n) => [n, a, b]), [4, '?', '']]),
    number: true,
    check: ofPair(4, 0, words.least.yes, words.least.no),
  },
  {
    said: words.difference,
    figure: async ({ latest }) => {
      const rows = await pairs(5, latest);
      return tableFigure(['n', 'A', 'B', 'B − A'], rows.map(([a, b], n) => (n < 4 ? [n, a, b, b - a] : [n, a, '?', ''])));
    },
    number: true,
    check: ofPair(4, 1, words.difference.yes, words.difference.no),
  },
  {
    said: words.golden,
    figure: async ({ latest }) => {
      const rows = await pairs(21, latest);
      const output = h('output', { class: 'big' });
      const slider = h('input', { type: 'range', id: 'n', min: 1, max: 20, value: '3', 'aria-label': 'n' });
      const draw = () => {
        const n = Number(slider.value);
        fill(output, `${n} · φ = ${(n * PHI).toFixed(2)} …,  A = ${rows[n][0]}`);
      };
      slider.addEventListener('input', draw);
      draw();
      return h('div', { class: 'stack' }, slider, output);
    },
    number: true,
    check: ofPair(FAR, 0, words.golden.yes, words.golden.no),
  },
  {
    said: words.digits,
    figure: async ({ latest }) => {
      const signal = latest.next();
      const numbers = [1, 2, 3, 4, 5, 6, 7];
      const [rows, { positions }] = await Promise.all([
        Promise.all(numbers.map((number) => ask('represent', { system: 'p:1', number }, signal))),
        ask('cold', { game: 'wythoff', count: 5 }, signal),
      ]);
      const low = positions.map((/** @type {any} */ { position }) => Number(position[0]));
      return tableFigure(['', '8 5 3 2 1', ''], numbers.map((number, i) => [number, rows[i].digits.join(' '), low.includes(number) ? 'A' : 'B']));
    },
    choices: ['A', 'B'],
    check: async (given, latest) => {
      const { digits } = await ask('represent', { system: 'p:1', number: 8 }, latest.next());
      const zeros = digits.length - 1 - digits.findLastIndex((/** @type {number} */ digit) => digit !== 0);
      return { right: given === zeros % 2, words: words.digits.reply(digits.join(' '), zeros) };
    },
  },
];
