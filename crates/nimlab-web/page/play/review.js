// A game looked through again: every move, the mistakes marked, and what would
// have been better.

import { h } from '../dom.js';
import { positionText } from '../answer.js';
import { moveText } from './pieces.js';
import { t } from '../texts.js';

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
  /** @param {import('./match.js').Player} player */
  const mistakesOf = (player) => mistakes.filter((move) => match.mover(move.i) === player).length;
  /** @param {import('./match.js').Player} player */
  const sum = (player) => {
    const count = mistakesOf(player);
    return t.review.mistakes(match.name(player), count);
  };
  const slider = h('input', { type: 'range', id: 'replay', min: 0, max: match.line.length - 1, value: String(match.line.length - 1), 'aria-label': t.review.slider, oninput: () => go(Number(slider.value)) });
  const list = h('ol', { class: 'moves' });
  /** @param {number} at number of moves made */
  const go = (at) => {
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', at === 0 ? t.review.start : t.review.after(at));
    show(at);
    [...list.children].forEach((item, i) => item.classList.toggle('now', i === at - 1));
  };
  review.moves.forEach((move, i) => {
    const who = match.mover(i) === 'computer' ? t.play.shortComputer : match.name(match.mover(i));
    const text = moveText(choice, match.line[i], match.line[i + 1], 'past');
    const better = move.mistake && move.better.length ? t.review.better(move.better.slice(0, 3).map((to) => positionText(to, choice.shape)).join(', ')) : '';
    list.append(
      h('li', { class: move.mistake ? 'mistake' : '' },
        h('button', { type: 'button', class: 'quiet', onclick: () => go(i + 1) },
          h('span', { class: 'who' }, who), ' ', text,
          move.mistake ? h('strong', {}, t.review.mistake) : null,
          better ? h('small', {}, better) : null)),
    );
  });
  if (first < match.line.length - 1) go(first);
  const decided = review.decided_at;
  const start = review.complete === false
    ? t.review.unknown
    : t.review.byStart;
  const words =
    decided === null || decided === undefined
      ? start
      : match.friends
        ? t.review.byPlayer(decided + 1, match.mover(decided) === 'you' ? 1 : 2)
        : match.mover(decided) === 'you' ? t.review.byYou(decided + 1) : t.review.byComputer(decided + 1);
  return h('div', { class: 'review stack' },
    h('h2', {}, t.review.won(match.name(match.winner))),
    h('p', {}, words, ' ', sum('you'), match.friends ? ` ${sum('friend')}` : ''),
    h('div', { class: 'steps' },
      h('button', { type: 'button', 'aria-label': t.review.back, onclick: () => go(Math.max(0, Number(slider.value) - 1)) }, '‹'),
      slider,
      h('button', { type: 'button', 'aria-label': t.review.on, onclick: () => go(Math.min(match.line.length - 1, Number(slider.value) + 1)) }, '›')),
    list);
}
