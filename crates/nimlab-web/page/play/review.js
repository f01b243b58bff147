// A game looked through again: every move, the mistakes marked, and what would
// have been better.

import { h } from '../dom.js';
import { positionText } from '../answer.js';
import { inForm, moveText } from './pieces.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('./match.js').Match} Match */

/**
 * @param {Match} match
 * @param {{moves: {mistake: boolean, better: Num[][], outcome_before: string, outcome_after: string}[], decided_at: number | null, complete?: boolean}} review
 * @param {number} first the number of moves after which it is shown
 * @param {(at: number) => void} show
 */
export function reviewView(match, review, first, show) {
  const { choice } = match.setup;
  const mistakes = review.moves.map((move, i) => ({ ...move, i })).filter((move) => move.mistake);
  const mine = mistakes.filter((move) => match.mover(move.i) === 'you').length;
  const slider = h('input', { type: 'range', id: 'replay', min: 0, max: match.line.length - 1, value: String(match.line.length - 1), 'aria-label': 'Move of the game', oninput: () => go(Number(slider.value)) });
  const list = h('ol', { class: 'moves' });
  /** @param {number} at number of moves made */
  const go = (at) => {
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', at === 0 ? 'start' : `after move ${at}`);
    show(at);
    [...list.children].forEach((item, i) => item.classList.toggle('now', i === at - 1));
  };
  review.moves.forEach((move, i) => {
    const who = match.mover(i) === 'you' ? 'You' : 'Computer';
    const text = moveText(choice, match.line[i], match.line[i + 1]);
    const better = move.mistake && move.better.length ? `better: ${move.better.slice(0, 3).map((to) => positionText(to, choice.shape)).join(', ')}` : '';
    list.append(
      h('li', { class: move.mistake ? 'mistake' : '' },
        h('button', { type: 'button', class: 'quiet', onclick: () => go(i + 1) },
          h('span', { class: 'who' }, who), ' ', inForm(text, 'past'),
          move.mistake ? h('strong', {}, ' a mistake') : null,
          better ? h('small', {}, better) : null)),
    );
  });
  if (first < match.line.length - 1) go(first);
  const decided = review.decided_at;
  const start = review.complete === false
    ? 'It is not known where the game was decided: some positions are undecided.'
    : 'The start decided it: nobody made a mistake after that.';
  const words =
    decided === null || decided === undefined
      ? start
      : `Decided by move ${decided + 1}, ${match.mover(decided) === 'you' ? 'yours' : "the computer's"}.`;
  return h('div', { class: 'review stack' },
    h('h2', {}, match.winner === 'you' ? 'You won' : 'The computer won'),
    h('p', {}, words, ' ', mine ? `You made ${mine} ${mine === 1 ? 'mistake' : 'mistakes'}.` : 'You made no mistake.'),
    h('div', { class: 'steps' },
      h('button', { type: 'button', 'aria-label': 'One move back', onclick: () => go(Math.max(0, Number(slider.value) - 1)) }, '‹'),
      slider,
      h('button', { type: 'button', 'aria-label': 'One move on', onclick: () => go(Math.min(match.line.length - 1, Number(slider.value) + 1)) }, '›')),
    list);
}
