// A game on a small table: the start page and the lessons have one. The computer plays
// perfectly, or the reader makes one move, which is judged by who is told.

import { cancelled, games, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { h } from '../dom.js';
import { family, parameter } from '../families.js';
import { readPosition } from '../json.js';
import { choiceOf } from '../picker.js';
import { celebrate } from './joy.js';
import { Match } from './match.js';
import { moveText } from './pieces.js';
import { STAGES } from './stages.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/**
 * What is played: `won` and `lost` are said at the end. `moved` judges a move of the reader
 * instead of the computer's answer, `seen` is told of every position.
 * @typedef {{
 *   game: string, start: string, view: 'queen' | 'stones', first?: 'you' | 'computer', won?: string, lost?: string,
 *   over?: (won: boolean) => void, moved?: (to: Num[], from: Num[]) => Promise<void>, seen?: (position: Num[]) => void,
 * }} Game
 */

/**
 * @param {Game} wanted
 * @param {Latest} latest
 * @returns {Promise<{board: HTMLElement, status: HTMLElement, begin: () => void}>}
 */
export async function smallGame(wanted, latest) {
  const signal = latest.next();
  const entry = (await games()).find((one) => one.name === family(wanted.game));
  if (!entry) throw new Error(wanted.game);
  const choice = await choiceOf(entry, parameter(wanted.game));
  signal.throwIfAborted();
  const start = /** @type {Num[]} */ (readPosition(wanted.start));
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' });
  const stage = STAGES[wanted.view](choice, (to) => play(to));
  const board = h('div', { class: 'table' }, stage.element);
  /** @type {Match} */
  let match;
  let busy = false;

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
        status.textContent = t.move.computer(moveText(choice, from, to, 'of'));
        await stage.move(from, to);
        if (mine.aborted) return;
        match.line.push(to);
      }
      busy = false;
      stage.show(match.position, match.over ? null : match.options);
      if (!match.over) status.textContent = `${status.textContent} ${t.play.yourTurn}`.trim();
      else end(match.winner === 'you');
    } catch (error) {
      if (!cancelled(error)) status.replaceChildren(refusalView(error), h('button', { type: 'button', onclick: () => goOn() }, t.frame.tryAgain));
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
    const from = match.position;
    if (busy || match.over || match.mover() !== 'you') return;
    busy = true;
    status.textContent = t.move.you(moveText(choice, from, to, 'to'));
    match.line.push(to);
    stage.show(from, null);
    await stage.move(from, to);
    if (!wanted.moved) return goOn();
    stage.show(to, null);
    wanted.seen?.(to);
    await wanted.moved(to, from);
  };

  const begin = () => {
    match = new Match({ choice, misere: false, level: 'perfect', opponent: 'computer', first: wanted.first ?? 'you', seed: 1 }, [start]);
    match.waiting = (seconds) => (status.textContent = t.play.asking(seconds));
    status.textContent = '';
    goOn();
  };
  return { board, status, begin };
}
