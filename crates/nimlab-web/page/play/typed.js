// A move as it is typed: "2 from 1", "3 from both", "split 1 into 2 and 5", or
// the new position. The server reads it, and says where it leads with every
// pile in its place.

import { ask, Refusal } from '../api.js';
import { written } from '../json.js';
import { asked } from '../picker.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/**
 * The position that a typed move leads to, its piles in the places of the table.
 * @param {Choice} choice
 * @param {Num[]} position
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<Num[]>}
 */
export async function readMove(choice, position, text, signal) {
  try {
    return (await ask('play/read', { ...asked(choice), position, text }, signal)).in_places;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    throw new Refusal(error.status, { message: error.message.replace(/^.* is not a move here: /s, '') }, []);
  }
}

/**
 * The same for a new position, whose last number may be left out where the
 * rules determine it. It stays as it was written if that is how a move is made.
 * @param {Choice} choice
 * @param {Num[]} position
 * @param {Num[]} numbers
 * @param {AbortSignal} signal
 * @returns {Promise<Num[]>}
 */
export async function readTo(choice, position, numbers, signal) {
  const whole = choice.shape.tail && numbers.length === position.length;
  const text = whole ? `${written(numbers.slice(0, -1))}/${numbers[numbers.length - 1]}` : written(numbers);
  return readMove(choice, position, `to ${text}`, signal);
}
