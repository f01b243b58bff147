// Sums of games: positions of several games with plus signs between them, in each move
// one of which is moved in. The first is of the game that is looked at, unless it is named.

import { ask } from '../api.js';
import { explanationView, positionText, verdictView } from '../answer.js';
import { h } from '../dom.js';
import { MOST_AT_ONCE } from '../families.js';
import { shown, written } from '../json.js';
import { asked } from '../picker.js';
import { ENGLISH, t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {{game: string, position: string}} Part `game` is empty for the game that is looked at */
/** @typedef {{game: string, position: Num[][], outcome: 'P' | 'N' | null, grundy: Num | null, winning_moves: {component: number, to: Num[]}[], winning_moves_complete?: boolean, method: string, components: import('../api.js').Solved[], explanation?: any[]}} SolvedSum */

/**
 * @param {string} text
 * @returns {Part[] | null} null if it is no sum
 */
export function readSum(text) {
  if (!text.includes('+')) return null;
  return text.split('+').map((part) => {
    const [, game, position] = /^\s*([a-z]\S*)\s+(.+)$/i.exec(part) ?? [null, '', part];
    return { game, position: position.trim() };
  });
}

/** @param {Part[]} parts */
const writtenSum = (parts) => parts.map(({ game, position }) => `${game} ${position}`.trim()).join(' + ');

/**
 * The sum as it is played, each game by its name; empty where one is a rule, or too many.
 * @param {import('../picker.js').Choice} choice
 * @param {Part[]} parts
 */
export function played(choice, parts) {
  const named = parts.map(({ game, position }) => ({ game: game || choice.game, position }));
  return named.length <= MOST_AT_ONCE && named.every(({ game, position }) => game && position) ? writtenSum(named) : '';
}

/**
 * @param {import('../picker.js').Choice} choice
 * @param {Part[]} parts
 * @param {boolean} misere
 * @param {AbortSignal} signal
 * @returns {Promise<SolvedSum>}
 */
export function solveSum(choice, parts, misere, signal) {
  const components = parts.map(({ game, position }) => ({ ...(game ? { game } : asked(choice)), position }));
  return ask('solve', { components, misere }, signal);
}

/** @param {string} game a name of the program, in no language */
const named = (game) => h('code', {}, game);

/** @param {Num[]} position */
const componentText = (position) => (position.length === 1 ? shown(position[0]) : positionText(position).replaceAll(', ', ',\u00a0'));

/**
 * @param {SolvedSum} solved
 * @param {Part[]} parts
 * @param {boolean} misere
 * @param {(text: string) => void} go called with the sum after a winning move
 */
export function sumView(solved, parts, misere, go) {
  const { winning_moves: moves, components } = solved;
  /** @param {SolvedSum['winning_moves'][0]} move */
  const chip = ({ component, to }) => {
    const after = writtenSum(parts.map((part, i) => (i === component ? { ...part, position: written(to) } : part)));
    return h('button', { type: 'button', class: 'chip', title: t.answer.lookAt, onclick: () => go(after) }, named(components[component].game), `→ ${componentText(to)}`);
  };
  return h('div', { class: 'answer' },
    verdictView(solved.outcome),
    h('dl', {},
      h('dt', {}, t.answer.position),
      h('dd', {}, components.flatMap(({ game, position }, i) => [i ? ' + ' : '', named(game), ` ${componentText(position)}`]), misere ? h('small', {}, t.answer.misere) : null),
      solved.grundy === null ? null : [h('dt', {}, t.answer.grundy), h('dd', {}, shown(solved.grundy))],
      components.map(({ game, position, grundy }) => (grundy === null || grundy === undefined ? null : [h('dt', {}, named(game), ` ${componentText(position)}`), h('dd', {}, shown(grundy))])).flat(),
      h('dt', {}, moves?.length === 1 ? t.answer.move : t.answer.moves),
      h('dd', { class: 'chips' },
        moves?.length ? moves.slice(0, 60).map(chip) : t.answer.none,
        moves?.length > 60 ? h('span', {}, t.answer.more(moves.length - 60)) : null,
        solved.winning_moves_complete === false ? h('span', {}, t.answer.incomplete) : null),
      h('dt', {}, t.answer.method),
      h('dd', ENGLISH, solved.method)),
    t.answer.reasons && solved.explanation?.length ? h('p', { class: 'note' }, t.answer.reasons) : null,
    explanationView(solved.explanation ?? []));
}

/**
 * The part of a sum that the picture shows, as if it were alone: its winning moves are
 * those that win the sum.
 * @param {SolvedSum} solved
 * @param {Part[]} parts
 * @returns {import('../api.js').Solved | null}
 */
export function partSeen(solved, parts) {
  const at = parts.findIndex(({ game }) => !game);
  if (at < 0) return null;
  const part = solved.components[at];
  return { ...part, winning_moves: (solved.winning_moves ?? []).filter(({ component }) => component === at).map(({ to }) => to) };
}

/** @param {SolvedSum} solved @param {string} text */
export function spokenSum(solved, text) {
  const moves = (solved.winning_moves ?? []).map(({ component, to }) => `${solved.components[component].game} ${written(to)}`);
  return t.answer.spoken(text, solved.outcome === 'N', moves.slice(0, 3), moves.length > 3);
}
