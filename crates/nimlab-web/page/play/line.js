// The moves of a link, checked before a game continues from them: a link can be
// written by hand, and the rule may not allow what it says.

import { Refusal } from '../api.js';
import { positionText } from '../answer.js';
import { readPosition } from '../json.js';
import { equal } from '../moves.js';
import { readTo } from './typed.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/** So many questions are asked at once. */
const AT_ONCE = 12;

/**
 * @param {Choice} choice
 * @param {Num[]} start
 * @param {string} text positions with underscores between them
 * @param {AbortSignal} signal
 * @returns {Promise<{line: Num[][], refused: string}>} the moves up to the first that is refused, and what is wrong with it
 */
export async function checkedLine(choice, start, text, signal) {
  const words = text ? text.split('_') : [];
  const numbers = words.map(readPosition);
  const legible = numbers.findIndex((position) => !position);
  const wanted = /** @type {Num[][]} */ (legible < 0 ? numbers : numbers.slice(0, legible));
  /** @type {Num[][]} */
  const line = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE);
    const found = await Promise.allSettled(some.map((to, i) => readTo(choice, wanted[from + i - 1] ?? start, to, signal)));
    for (const [i, one] of found.entries()) {
      const at = from + i;
      if (one.status === 'rejected' && !(one.reason instanceof Refusal && one.reason.status === 400)) throw one.reason;
      // What the server completes or corrects is not what the link says.
      if (one.status === 'fulfilled' && equal(choice, one.value, wanted[at])) {
        line.push(one.value);
        continue;
      }
      const before = positionText(wanted[at - 1] ?? start, choice.shape);
      return { line, refused: t.play.notAllowed(at + 1, before, positionText(wanted[at], choice.shape)) };
    }
  }
  const refused = legible < 0 ? '' : t.play.notAPosition(legible + 1, words[legible]);
  return { line, refused };
}
