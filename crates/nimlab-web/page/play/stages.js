// How a game can be shown: as a piece on a board, as stones, or as a list of moves.

import { listStage } from './list.js';
import { LARGEST, queenStage } from './queen.js';
import { stonesStage } from './stones.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/** @type {Record<string, (choice: Choice, play: (to: Num[]) => void) => import('./stones.js').Stage>} */
export const STAGES = { stones: stonesStage, queen: queenStage, list: listStage };

/**
 * Whether a position can be a square of a board, however large.
 * @param {Choice} choice
 * @param {Num[]} first
 */
function hasBoard(choice, first) {
  return first.length === 2 && choice.shape.board && !choice.shape.tail && !choice.shape.splits;
}

/**
 * Why there is no board, where one would be expected.
 * @param {Choice} choice
 * @param {Num[]} first
 */
export function tooLarge(choice, first) {
  if (!hasBoard(choice, first) || first.every((pile) => pile <= LARGEST)) return '';
  return t.play.tooLarge(LARGEST);
}

/**
 * The ways in which a game can be shown, the best one first.
 * @param {Choice} choice
 * @param {Num[]} first
 * @returns {[string, string][]}
 */
export function stagesFor(choice, first) {
  /** @type {[string, string][]} */
  const list = [];
  const board = hasBoard(choice, first) && first.every((pile) => pile <= LARGEST);
  if (board && (choice.shape.wythoff || choice.rules)) list.push(['queen', choice.rules ? t.play.stages.board : t.play.stages.queen]);
  if (!choice.shape.splits) list.push(['stones', t.play.stages.stones]);
  if (board && !list.some(([name]) => name === 'queen')) list.push(['queen', t.play.stages.board]);
  if (choice.shape.splits || choice.rules) list.push(['list', t.play.stages.list]);
  return list;
}
