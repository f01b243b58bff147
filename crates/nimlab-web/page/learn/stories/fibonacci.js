// The story of Fibonacci Nim: a limit, heaps that lose, and Zeckendorf's sum.

import { ask } from '../../api.js';
import { h } from '../../dom.js';
import { gameFigure, moveFigure, partsFigure, rowFigure } from '../figures.js';
import { t } from '../../texts.js';

const words = t.stories.fibonacci;
const SUM = 20;
const NUMBERS = [1, 2, 3, 5, 8, 13];

/** @param {number} number @param {AbortSignal} [signal] @returns {Promise<number[]>} */
const partsOf = async (number, signal) => (await ask('represent', { system: 'zeckendorf', number }, signal)).parts.map(Number);

/** The sum of what is left, which follows the game. */
function sumBelow() {
  const sum = h('p', { class: 'formula below' });
  /** @param {import('../../json.js').Num[]} position */
  const seen = async ([left]) => {
    const parts = await partsOf(Number(left)).catch(() => []);
    sum.textContent = parts.length ? `${left} = ${parts.join(' + ')}` : '';
  };
  return { sum, seen };
}

/** @type {import('../story.js').Screen[]} */
export const screens = [
  {
    said: words.limit,
    figure: (judge) => gameFigure({ game: 'fibonacci', start: '4/3', view: 'stones' }, judge),
  },
  {
    said: words.losing,
    figure: async ({ latest }) => {
      const { positions } = await ask('cold', { game: 'fibonacci', count: 6 }, latest.next());
      const lost = positions.map((/** @type {any} */ { position }) => Number(position[0]));
      return rowFigure(words.losing.title, Array.from({ length: 9 }, (_, i) => (lost.includes(i + 2) ? 'P' : 'N')), 2);
    },
    number: true,
    check: async (given, latest) => {
      const { positions } = await ask('cold', { game: 'fibonacci', count: 12 }, latest.next());
      const lost = positions.map((/** @type {any} */ { position }) => Number(position[0]));
      const next = lost.find((/** @type {number} */ n) => n > 10);
      return { right: given === next, words: given === next ? words.losing.yes : words.losing.no(given, lost.includes(given)) };
    },
  },
  {
    said: words.sum,
    figure: (judge) => {
      const chosen = new Set();
      const total = h('output', { class: 'big' });
      const buttons = NUMBERS.map((number) => h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
        if (!chosen.delete(number)) chosen.add(number);
        draw();
        say();
      } }, number));
      const draw = () => {
        buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(chosen.has(NUMBERS[i]))));
        const list = NUMBERS.filter((number) => chosen.has(number)).reverse();
        total.textContent = list.length ? `${list.join(' + ')} = ${list.reduce((a, b) => a + b)}` : '0';
      };
      const say = () => {
        const sum = [...chosen].reduce((a, b) => a + b, 0);
        const at = NUMBERS.findIndex((number, i) => chosen.has(number) && chosen.has(NUMBERS[i + 1]));
        if (at >= 0) judge.wrong(words.sum.neighbours(NUMBERS[at], NUMBERS[at + 1], NUMBERS[at] + NUMBERS[at + 1]));
        else if (sum === SUM) judge.right();
        else judge.wrong(sum < SUM ? words.sum.less(SUM - sum) : words.sum.more(sum - SUM));
      };
      draw();
      return h('div', { class: 'stack' }, h('div', { class: 'numbers few', role: 'group', 'aria-label': words.sum.title }, ...buttons), total);
    },
  },
  {
    said: words.smallest,
    figure: async (judge) => {
      const parts = await partsOf(12, judge.latest.next());
      return moveFigure({ game: 'fibonacci', start: '12/11', view: 'stones' }, judge, ([left, limit]) => words.smallest.no(Number(left), Number(limit)), h('div', { class: 'groups below' }, ...partsFigure(parts)));
    },
  },
  {
    said: words.twice,
    figure: async ({ latest }) => h('div', { class: 'groups' }, ...partsFigure((await partsOf(20, latest.next())).slice(0, -1))),
    choices: words.twice.answers,
    check: async (given, latest) => {
      // Two of 20 were taken: whether five of 18 may be taken, the rule says.
      const { allowed } = await ask('play/allowed', { game: 'fibonacci', position: [18, 4], to: [[13]] }, latest.next());
      return { right: given === (allowed[0] ? 0 : 1), words: words.twice.replies[given] };
    },
  },
  {
    said: words.master,
    figure: (judge) => {
      const { sum, seen } = sumBelow();
      return gameFigure({ game: 'fibonacci', start: '11/10', view: 'stones', seen }, judge, sum);
    },
  },
];
