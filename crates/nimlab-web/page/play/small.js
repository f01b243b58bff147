// A game on a small table: the start page and the lessons have one. The computer plays
// perfectly, or the reader makes one move, which is judged by who is told. The table is
// there at once, and nothing can be chosen on it before the engine has told the moves.

import { cancelled, games, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { fill, h } from '../dom.js';
import { family, parameter } from '../families.js';
import { readPosition } from '../json.js';
import { choiceOf } from '../picker.js';
import { celebrate } from './joy.js';
import { Match } from './match.js';
import { moveText } from './pieces.js';
import { STAGES } from './stages.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/**
 * What is played: `won` and `lost` are said at the end. `moved` judges a move of the reader
 * instead of the computer's answer, `seen` is told of every position.
 * @typedef {{
 *   game: string, start: string, view: 'queen' | 'stones', first?: 'you' | 'computer', won?: string, lost?: string,
 *   over?: (won: boolean) => void, moved?: (to: Num[], from: Num[]) => Promise<void>, seen?: (position: Num[]) => void,
 * }} Game
 */

/** All that has to be known of a game to lay its piles onto the table. */
const LAID = /** @type {Choice} */ (/** @type {unknown} */ ({ game: '', rules: '', shape: { tail: null, splits: false } }));

/**
 * @param {Game} wanted
 * @param {Latest} latest
 * @returns {{board: HTMLElement, status: HTMLElement, begin: () => void}}
 */
export function smallGame(wanted, latest) {
  const start = /** @type {Num[]} */ (readPosition(wanted.start));
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' });
  const board = h('div', { class: 'table' });
  /** @type {Choice | null} */
  let choice = null;
  /** @type {import('./stones.js').Stage} */
  let stage;
  /** @type {Match} */
  let match;
  let busy = true;

  /** @param {Choice} next @param {Num[]} position */
  const lay = (next, position) => {
    stage = STAGES[wanted.view](next, (to) => play(to));
    stage.show(position, null);
    fill(board, stage.element);
  };
  // A number that is not a pile follows a slash.
  lay(LAID, /** @type {Num[]} */ (readPosition(wanted.start.split('/')[0])));

  /** @param {unknown} error @param {() => void} again */
  const fail = (error, again) => {
    if (!cancelled(error)) status.replaceChildren(refusalView(error), h('button', { type: 'button', onclick: () => again() }, t.frame.tryAgain));
  };

  const goOn = async () => {
    const mine = latest.next();
    busy = true;
    try {
      for (;;) {
        wanted.seen?.(match.position);
        await match.look(mine);
        if (match.over || match.mover() === 'you') break;
        stage.show(match.position, null);
        const from = match.position;
        const { to } = await match.reply(mine);
        mine.throwIfAborted();
        status.textContent = t.move.computer(moveText(match.setup.choice, from, to, 'of'));
        await stage.move(from, to);
        if (mine.aborted) return;
        match.line.push(to);
      }
      busy = false;
      stage.show(match.position, match.over ? null : match.options);
      if (!match.over) status.textContent = `${status.textContent} ${t.play.yourTurn}`.trim();
      else end(match.winner === 'you');
    } catch (error) {
      fail(error, goOn);
    }
  };

  /** @param {boolean} won */
  const end = (won) => {
    if (won) celebrate(board);
    status.textContent = won ? wanted.won ?? t.play.youWin : wanted.lost ?? t.play.wins(t.play.names.computer, false);
    wanted.over?.(won);
  };

  /** @param {Num[]} to */
  const play = async (to) => {
    if (busy || match.over || match.mover() !== 'you') return;
    const from = match.position;
    busy = true;
    status.textContent = t.move.you(moveText(match.setup.choice, from, to, 'to'));
    match.line.push(to);
    stage.show(from, null);
    await stage.move(from, to);
    if (!wanted.moved) return goOn();
    stage.show(to, null);
    wanted.seen?.(to);
    judge(to, from);
  };

  /** @param {Num[]} to @param {Num[]} from */
  const judge = async (to, from) => {
    try {
      await wanted.moved?.(to, from);
    } catch (error) {
      fail(error, () => judge(to, from));
    }
  };

  const begin = async () => {
    const mine = latest.next();
    busy = true;
    status.textContent = '';
    try {
      if (!choice) {
        const entry = (await games()).find((one) => one.name === family(wanted.game));
        if (!entry) throw new Error(wanted.game);
        const found = await choiceOf(entry, parameter(wanted.game));
        mine.throwIfAborted();
        choice = found;
        lay(choice, start);
      }
      match = new Match({ choice, misere: false, level: 'perfect', opponent: 'computer', first: wanted.first ?? 'you', seed: 1 }, [start]);
      match.waiting = (seconds) => (status.textContent = t.play.asking(seconds));
      stage.show(start, null);
    } catch (error) {
      return fail(error, begin);
    }
    goOn();
  };
  return { board, status, begin };
}
