// One game between the reader and the computer: the positions so far, whose turn
// it is, and what the server is asked. Knows nothing of the page.

import { ask } from '../api.js';
import { asked } from '../picker.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/** @typedef {{choice: Choice, misere: boolean, level: string, first: 'you' | 'computer', seed: number}} Setup */

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
  }

  get position() {
    return this.line[this.line.length - 1];
  }

  /** @param {number} [moves] how many moves have been made */
  mover(moves = this.line.length - 1) {
    return (moves % 2 === 0) === (this.setup.first === 'you') ? 'you' : 'computer';
  }

  /** Who has won, once it is over: under misère play the one who cannot move. */
  get winner() {
    const stuck = this.mover();
    const other = stuck === 'you' ? 'computer' : 'you';
    return this.setup.misere ? stuck : other;
  }

  /** @param {AbortSignal} signal */
  async look(signal) {
    const answer = await ask('moves', { ...asked(this.setup.choice), position: this.position, places: true }, signal);
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
    const answer = await ask('play/move', { ...asked(choice), position: this.position, misere, level, seed: seed + this.line.length }, signal);
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
    return ask('play/review', { ...asked(choice), positions: this.line, misere }, signal);
  }

  /** Takes back to the reader's last turn; false if there is none. */
  undo() {
    let back = this.line.length - 1;
    do back--;
    while (back >= 0 && this.mover(back) !== 'you');
    if (back < 0) return false;
    this.line.length = back + 1;
    return true;
  }
}
