// A second game beside the one that is looked at, in the same window, and a third board
// of the cells in which they differ. What is pointed at in one is pointed at in all.

import { ask, games } from '../api.js';
import { fill, h } from '../dom.js';
import { family, parameter } from '../families.js';
import { Board } from '../heat/board.js';
import { seenAs } from '../heat/looks.js';
import { Heat, LARGER } from '../heat/values.js';
import { shown } from '../json.js';
import { aligned } from '../moves.js';
import { asked, choiceOf, ruleChoice } from '../picker.js';
import { keepFigure } from '../plot/figure.js';
import { DIFFERENT, legendInto } from './legend.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/** @typedef {{marks: Heat, differ: number, untold: number, first: number[] | null}} Difference `marks` is 0 where the games differ */

/**
 * The game of a name, if it has a board.
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<Choice>}
 */
export async function opponent(name, signal) {
  const found = await ask('games', { name }, signal);
  // Some games are there as rules.
  if (found.rules && found.shape.board) return ruleChoice(found.rules, { ...found, example: found.example.position });
  const game = String(found.game ?? name);
  const entry = (await games()).find((one) => one.name === family(game));
  const choice = entry ? await choiceOf(entry, parameter(game)) : null;
  if (!choice?.shape.board) throw new Error(t.versus.noBoard(name));
  return choice;
}

/** What a board of its own values tells, where values are cut at 16 bits. */
const TOLD = LARGER - 1;

/**
 * Whether two cells differ in what is seen of them; null if that is not told. A value that
 * is not told is larger than every one that would be.
 * @param {import('../heat/looks.js').Look} look
 * @param {number[]} values
 * @param {number[]} told up to which value each of the two is told
 */
function differs(look, [a, b], [toldA, toldB]) {
  if (look === 'cold') return (a === 0) !== (b === 0);
  if (a !== LARGER && b !== LARGER) return a !== b;
  if (look !== 'grundy' || a === b) return null;
  return (a === LARGER ? b <= toldA : a <= toldB) || null;
}

/**
 * Where two boards differ, in what is seen of them.
 * @param {Heat} one
 * @param {Heat} other
 * @param {import('../heat/looks.js').Look} look
 * @returns {Difference}
 */
export function difference(one, other, look) {
  const { width, height, corner } = one;
  const marks = new Uint16Array(width * height).fill(1);
  const told = [one, other].map(({ known }) => known ?? TOLD);
  let [differ, untold] = [0, 0];
  /** @type {number[] | null} */
  let first = null;
  for (let i = 0; i < marks.length; i++) {
    const found = differs(look, [one.cells[i], other.cells[i]], told);
    if (found === null) untold++;
    if (!found) continue;
    marks[i] = 0;
    differ++;
    const cell = [Math.floor(i / height), i % height];
    if (!first || cell[0] + cell[1] < first[0] + first[1]) first = cell;
  }
  return { marks: new Heat(marks, width, height, { corner }), differ, untold, first };
}

/**
 * @param {Board} main
 * @param {string} wanted the name of the other game
 * @param {{title: () => string, pick: (position: Num[]) => void, moved: () => void, point: (cell: number[] | null) => void, name: () => string}} listener
 */
export function comparison(main, wanted, listener) {
  const { pick, moved, point, name } = listener;
  const at = (/** @type {number[]} */ cell) => pick(main.heat?.position(cell) ?? cell);
  const [other, parting] = [0, 1].map(() => new Board({
    point: (cell) => pointed(cell),
    choose: at,
    moved: () => {
      for (const board of all) board.follow();
      moved();
    },
    name,
  }, main.camera));
  const all = [main, other, parting];
  /** @param {number[] | null} cell */
  const pointed = (cell) => {
    for (const board of all) board.follow(cell);
    point(cell);
  };
  const captions = [listener.title(), wanted, '…'].map((words) => h('figcaption', {}, words));
  const figures = [other, parting].map((board, i) => h('figure', {}, captions[i + 1], h('div', { class: 'canvas-box' }, board.canvas)));
  /** @type {Choice | null} */
  let choice = null;
  /** @type {Difference | null} */
  let found = null;
  let words = '';
  return {
    captions, figures, all, other,
    /** @param {Choice} next */
    choose(next) {
      choice = next;
      for (const board of all) board.scene.names = main.scene.names;
    },
    /** @param {import('../heat/looks.js').Range | null} range of the colours */
    scale(range) {
      if (other.seen) other.setSeen({ ...other.seen, range });
    },
    /** What the boards show, for a file. */
    sides: () => [{ title: listener.title(), heat: /** @type {Heat} */ (main.heat) }, { title: choice?.title ?? '', heat: /** @type {Heat} */ (other.heat) }],
    marks: () => found?.marks ?? null,
    /**
     * Shows the other game, and where it differs.
     * @param {Heat} heat
     * @param {import('../heat/looks.js').Look} look
     * @param {number} number
     * @param {AbortSignal} [signal]
     */
    async show(heat, look, number, signal) {
      const seen = await seenAs(heat, look, number, signal);
      if (signal?.aborted || !main.seen || !choice) return;
      other.setHeat(heat, seen, null);
      found = difference(main.seen.heat, seen.heat, look);
      await found.marks.prepare(signal);
      if (signal?.aborted) return;
      parting.setHeat(found.marks, { heat: found.marks, mode: 'cold', word: DIFFERENT }, null);
      const { differ, untold, first } = found;
      const place = first && heat.position(first);
      words = (differ ? t.versus.differ(shown(differ), shown(heat.width * heat.height)) : t.versus.same) + (untold ? t.versus.untold(shown(untold)) : '');
      fill(captions[0], listener.title());
      fill(captions[1], choice.title);
      fill(captions[2], words, place && [' ', h('button', { type: 'button', class: 'chip', onclick: () => pick(place) }, t.versus.first(`(${place.map(shown).join(', ')})`))]);
      other.picture.describe(t.versus.described(choice.title, shown(heat.cold)));
      parting.picture.describe(words);
    },
    /**
     * The same position on the other boards, with the winning moves of the other game.
     * @param {Num[] | null} position
     * @param {boolean} misere
     * @param {AbortSignal} signal
     */
    async mark(position, misere, signal) {
      const cell = position && (main.heat?.cell(position) ?? null);
      for (const board of [other, parting]) board.setChosen(cell, []);
      if (!position || !cell || !choice) return;
      const solved = await ask('solve', { ...asked(choice), position, misere }, signal).catch(() => null);
      if (!solved || signal.aborted || !main.heat) return;
      const { exchangeable } = choice;
      const heat = main.heat;
      other.setChosen(cell, solved.winning_moves.map((/** @type {Num[]} */ to) => heat.cell(exchangeable ? aligned(position, to) : to)));
    },
    /** @param {'png' | 'svg'} kind @param {string} title */
    keep(kind, title) {
      const { seen } = main;
      const texts = [listener.title(), choice?.title ?? '', words];
      keepFigure(kind, name(), title, all.map(({ picture }, i) => ({ picture, caption: texts[i] })), seen ? (pen) => legendInto(pen, seen) : undefined);
    },
    close() {
      for (const board of [other, parting]) board.close();
    },
  };
}
