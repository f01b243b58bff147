// Training: is the player to move winning? A position of the engine's own list of
// P-positions, or one of them made larger; harder with every right answer. The puzzle
// of the day is drawn in the same way from the date.

import { ask, cancelled, games, Latest } from '../api.js';
import { answerView, positionText, refusalView } from '../answer.js';
import { fill, h, holdingFocus, segmented } from '../dom.js';
import { shown } from '../json.js';
import { choiceOf } from '../picker.js';
import { address } from '../state.js';
import { t } from '../texts.js';

export const title = t.training.title;
export const lead = t.training.lead;
export const source = '';
export const glyph = 'P / N';

/** @typedef {import('../json.js').Num} Num */

/** What is trained: a game, and what its list of P-positions is asked for. */
const GAMES = [
  { game: 'nim', label: t.games.nim?.title ?? 'Nim', more: { heaps: 3 } },
  { game: 'wythoff', label: t.games.wythoff?.title ?? 'Wythoff', more: {} },
];
const BEST = 'streak';

/**
 * Numbers from 0 to 1 that follow from a seed: the day's puzzle is the same for all.
 * @param {number} seed
 */
function drawn(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A position of a level, and whether it was made from a P-position by adding stones.
 * @param {typeof GAMES[number]} one
 * @param {number} level
 * @param {() => number} random
 * @param {boolean} made
 * @param {AbortSignal} signal
 * @returns {Promise<Num[]>}
 */
async function positionFor(one, level, random, made, signal) {
  const count = 12 + 6 * Math.min(level, 30);
  const { positions } = await ask('cold', { game: one.game, count, ...one.more }, signal);
  const list = positions.map((/** @type {any} */ row) => row.position).filter((/** @type {Num[]} */ position) => position.every((pile) => pile > 0));
  const position = [...list[Math.floor(random() * list.length)]];
  if (made) position[Math.floor(random() * position.length)] += 1 + Math.floor(random() * 3);
  return position;
}

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {import('./learn.js').Keep} keep
 */
export function open(root, params, keep) {
  const latest = new Latest();
  /** What the reader is asked of; nothing while the next position is not there. @type {Num[] | null} */
  let asking = null;
  let one = GAMES.find(({ game }) => game === params.get('game')) ?? GAMES[0];
  let streak = 0;
  const count = h('output', { class: 'big', id: 'streak' });
  const table = h('div', { class: 'heaps still' });
  const verdict = h('div', { class: 'lesson-verdict', role: 'status', 'aria-live': 'polite' });
  const day = h('p', {});

  const showStreak = () => {
    const best = Math.max(streak, kept());
    keepBest(best);
    count.textContent = t.training.streak(streak, best);
  };

  const next = async () => {
    const signal = latest.next();
    asking = null;
    // Not disabled, which would take the keyboard away.
    for (const button of verdict.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
    keep({ game: one === GAMES[0] ? null : one.game });
    showStreak();
    try {
      const position = await positionFor(one, streak, Math.random, Math.random() < 0.5, signal);
      asking = position;
      fill(table, ...position.map((size) => h('div', { class: 'heap off', role: 'img', 'aria-label': t.stones.heapOf(shown(size)) }, h('span', { class: 'count' }, size), h('div', { class: 'pile' }, ...Array.from({ length: Number(size) }, () => h('span', { class: 'stone' }))))));
      holdingFocus(verdict, () => fill(verdict,
        h('p', {}, h('strong', {}, t.training.question)),
        h('div', { class: 'row' },
          h('button', { type: 'button', onclick: () => judge(position, true) }, t.training.yes),
          h('button', { type: 'button', onclick: () => judge(position, false) }, t.training.no))));
    } catch (error) {
      fail(error);
    }
  };

  /** @param {Num[]} position @param {boolean} won what the reader says */
  const judge = async (position, won) => {
    if (asking !== position) return;
    try {
      const entry = (await games()).find(({ name }) => name === one.game);
      if (!entry) return;
      const [solved, { shape }] = await Promise.all([ask('solve', { game: one.game, position }, latest.next()), choiceOf(entry, '')]);
      const right = (solved.outcome === 'N') === won;
      streak = right ? streak + 1 : 0;
      showStreak();
      holdingFocus(verdict, () => fill(verdict,
        h('p', { class: right ? 'good' : 'bad' }, h('strong', {}, right ? t.training.right : t.training.wrong)),
        h('div', { class: 'row' }, h('button', { type: 'button', class: 'main', onclick: next }, t.training.next)),
        answerView(solved, false, shape)));
    } catch (error) {
      fail(error);
    }
  };

  /** @param {unknown} error */
  const fail = (error) => {
    if (!cancelled(error)) fill(verdict, refusalView(error), h('div', { class: 'row' }, h('button', { type: 'button', onclick: next }, t.frame.tryAgain)));
  };

  /** A won position for everybody who comes on this day. */
  const today = async () => {
    const now = new Date();
    const date = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
    const random = drawn(Number(date.replaceAll('-', '')));
    // The first numbers of neighbouring seeds are alike.
    for (let i = 0; i < 8; i++) random();
    const chosen = GAMES[Math.floor(random() * GAMES.length)];
    try {
      const position = await positionFor(chosen, 6, random, true, new AbortController().signal);
      fill(day, h('strong', {}, t.training.puzzle(date)), t.training.puzzleWords(chosen.label, positionText(position)),
        h('a', { class: 'button', href: address('play', { game: chosen.game, start: position.join(',') }) }, t.training.findOut));
    } catch {
      // The training tells that there is no answer.
    }
  };

  fill(root,
    h('section', { class: 'panel stack' },
      h('div', { class: 'row' }, segmented(t.picker.game, GAMES.map(({ game, label }) => [game, label]), one.game, (game) => {
        one = GAMES.find((other) => other.game === game) ?? GAMES[0];
        streak = 0;
        next();
      }), count),
      table, verdict, day),
    h('section', { class: 'prose' },
      h('h2', {}, t.training.aboutHead),
      h('p', {}, t.training.about)));
  return { ready: Promise.all([next(), today()]), leave: () => latest.stop() };
}

function kept() {
  try {
    return Number(localStorage.getItem(BEST)) || 0;
  } catch {
    return 0;
  }
}

/** @param {number} best */
function keepBest(best) {
  try {
    localStorage.setItem(BEST, String(best));
  } catch {
    // Then it lasts as long as the page.
  }
}
