// The story of Nim: from the last stone to columns that are even.

import { ask } from '../../api.js';
import { bitsFigure, gameFigure, moveFigure } from '../figures.js';
import { t } from '../../texts.js';

const words = t.stories.nim;

/** Bouton's sum: a column is odd where its digit is 1. @param {number[]} heaps */
const sum = (heaps) => heaps.reduce((a, b) => a ^ b, 0);

const COLUMNS = [8, 4, 2, 1];
const WANTED = 6;

/** @type {import('../story.js').Screen[]} */
export const screens = [
  {
    said: words.last,
    figure: (judge) => gameFigure({ game: 'nim', start: '1,3', view: 'stones' }, judge),
  },
  {
    said: words.equal,
    figure: (judge) => gameFigure({ game: 'nim', start: '3,3', view: 'stones', first: 'computer' }, { ...judge, right: () => {}, wrong: () => {} }),
    choices: words.equal.answers,
    check: async (given, latest) => {
      const { outcome } = await ask('solve', { game: 'nim', position: [100, 100] }, latest.next());
      return { right: given === (outcome === 'N' ? 0 : 1), words: words.equal.replies[given] };
    },
  },
  {
    said: words.binary,
    figure: (judge) => bitsFigure([5, 3, 0], { free: 2, changed: (heaps) => (heaps[2] === WANTED ? judge.right(words.binary.done) : judge.wrong(words.binary.now(heaps[2], WANTED))) }).figure,
  },
  {
    said: words.columns,
    figure: () => bitsFigure([3, 4, 5], {}).figure,
    choices: COLUMNS.map(String),
    check: (given) => {
      const column = COLUMNS[given];
      return { right: (sum([3, 4, 5]) & column) > 0, words: words.columns.ones(column, [3, 4, 5].filter((heap) => heap & column).length) };
    },
  },
  {
    said: words.even,
    figure: async (judge) => {
      const bits = bitsFigure([3, 4, 5], { parity: true });
      // The position on the table, digit by digit.
      return moveFigure({ game: 'nim', start: '3,4,5', view: 'stones', seen: (position) => bits.set(position.map(Number)) }, judge,
        (to) => words.even.odd(COLUMNS.filter((column) => sum(to.map(Number)) & column), to.join(', ')), bits.figure);
    },
  },
  {
    said: words.master,
    figure: (judge) => gameFigure({ game: 'nim', start: '2,5,6', view: 'stones' }, judge),
  },
];
