// One game between the reader and the computer, or a friend: the positions so far, whose
// turn it is, and what the server is asked. Knows nothing of the page.

import { ask, askAgain } from '../api.js';
import { asked } from '../picker.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/** @typedef {'you' | 'computer' | 'friend'} Player */
/** @typedef {{choice: Choice, misere: boolean, level: string, opponent: 'computer' | 'friend', first: 'you' | 'computer', seed: number}} Setup the first of two friends is "you" */

export class Match {
  /**
   * @param {Setup} setup
   * @param {Num[][]} line the positions so far, the first being the start
   */
  constructor(setup, line) {
    this.setup = setup;
    this.line = line;
    /** @type {Num[][]} what may be moved to, as the piles then lie if they are laid out */
    this.options = [];
    this.laid = true;
    this.complete = true;
    this.over = false;
    /** @type {(seconds: number) => void} called while the server is away or busy, before it is asked again */
    this.waiting = () => {};
  }

  get position() {
    return this.line[this.line.length - 1];
  }

  get friends() {
    return this.setup.opponent === 'friend';
  }

  /**
   * @param {number} [moves] how many moves have been made
   * @returns {Player}
   */
  mover(moves = this.line.length - 1) {
    const first = this.friends || this.setup.first === 'you';
    return (moves % 2 === 0) === first ? 'you' : this.setup.opponent;
  }

  /**
   * What a player is called, at the beginning of a sentence.
   * @param {Player} player
   */
  name(player) {
    const { computer, you, one, two } = t.play.names;
    if (player === 'computer') return computer;
    return !this.friends ? you : player === 'you' ? one : two;
  }

  /** Who has won, once it is over: under misère play the one who cannot move. */
  get winner() {
    const stuck = this.mover();
    const other = stuck === 'you' ? this.setup.opponent : 'you';
    return this.setup.misere ? stuck : other;
  }

  /** @param {AbortSignal} signal */
  async look(signal) {
    const answer = await askAgain('moves', { ...asked(this.setup.choice), position: this.position, places: true }, signal, this.waiting);
    this.options = answer.in_places ?? answer.moves;
    this.laid = Boolean(answer.in_places);
    this.complete = answer.complete;
    this.over = answer.complete && answer.moves.length === 0;
  }

  /**
   * The computer's move. The piles keep their places.
   * @param {AbortSignal} signal
   * @returns {Promise<{to: Num[], winning: boolean}>}
   */
  async reply(signal) {
    const { choice, misere, level, seed } = this.setup;
    const answer = await askAgain('play/move', { ...asked(choice), position: this.position, misere, level, seed: seed + this.line.length }, signal, this.waiting);
    return { ...answer, to: answer.in_places };
  }

  /** @param {AbortSignal} signal @returns {Promise<import('../api.js').Solved>} */
  solve(signal) {
    const { choice, misere } = this.setup;
    return ask('solve', { ...asked(choice), position: this.position, misere }, signal);
  }

  /** @param {AbortSignal} signal */
  review(signal) {
    const { choice, misere } = this.setup;
    return askAgain('play/review', { ...asked(choice), positions: this.line, misere }, signal, this.waiting);
  }

  /** Takes back to the last turn of a person; false if there is none. */
  undo() {
    let back = this.line.length - 1;
    do back--;
    while (back >= 0 && this.mover(back) === 'computer');
    if (back < 0) return false;
    this.line.length = back + 1;
    return true;
  }
}
