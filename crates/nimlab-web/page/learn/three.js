// Three piles: the P-positions run along a line that nobody can prove.

import { bytes, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { fill, h, segmented } from '../dom.js';
import { shown } from '../json.js';
import { linesPicture } from '../plot/lines.js';
import { SpacePlot } from '../plot/space.js';
import { address, offered } from '../state.js';

export const title = 'Three piles and open questions';
export const lead = 'Add a third pile, and the neat theory of two ends. What is left is a line, a coin that seems loaded, and questions.';
export const source = 'Akiyama, 3 dimensional Wythoff Nim; Thesis-A chapter 3';
export const glyph = 'a b c';

const COUNTS = [100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {import('./learn.js').Keep} keep
 */
export function open(root, params, keep) {
  const latest = new Latest();
  let game = params.get('game') === 'positive' ? 'positive' : 'lex';
  const counts = offered(params, 'count', COUNTS, 10_000, COUNTS[0]);
  let at = counts.list.indexOf(counts.chosen);
  const plot = new SpacePlot(() => `wythoff3-${game}`);
  /** @type {import('../plot/lines.js').Series[]} */
  let quotients = [];
  /** @type {import('../plot/lines.js').Series[]} */
  let shares = [];
  const quotient = linesPicture('a, b and c, each divided by n', () => quotients, { unit: 'n' });
  const share = linesPicture('Share of exceptions, and 1/γ', () => shares, { unit: 'n', low: 0.15, high: 0.25 });
  const facts = h('div', { class: 'stack', role: 'status', 'aria-live': 'polite' });
  const count = h('output', { class: 'big' });
  const slider = h('input', { type: 'range', id: 'many', min: 0, max: counts.list.length - 1, value: String(at), 'aria-label': 'How many P-positions', oninput: () => {
    at = Number(slider.value);
    update();
  } });
  const shareBox = h('section', { class: 'panel stack' });
  const explore = h('a', { class: 'button' }, 'Open in Explore');

  const update = async () => {
    const many = counts.list[at];
    count.textContent = `${shown(many)} P-positions`;
    slider.setAttribute('aria-valuetext', count.textContent);
    keep({ game: game === 'lex' ? null : game, count: many });
    explore.href = address('explore', { game: `wythoff3:${game}`, count: Math.min(many, 10_000) });
    try {
      const points = new Uint32Array(await bytes('wythoff3', { game: `wythoff3:${game}`, count: many, format: 'u32' }, latest.next()));
      plot.set(points);
      measure(points);
    } catch (error) {
      if (!cancelled(error)) fill(facts, refusalView(error));
    }
  };

  /** @param {Uint32Array} points */
  const measure = (points) => {
    const last = points.length / 3 - 1;
    /** @type {number[][][]} */
    const lines = [[], [], [], [], []];
    let exceptions = 0;
    let next = 10;
    for (let n = 1; n <= last; n++) {
      const [a, b, c] = points.subarray(3 * n, 3 * n + 3);
      if (2 * b - a - c > 0) exceptions++;
      if (n < next && n !== last) continue;
      next = Math.max(n + 1, n * 1.06);
      [a / n, b / n, c / n, exceptions / n, n / c].forEach((value, i) => lines[i].push([n, value]));
    }
    quotients = [{ name: 'c/n', points: lines[2] }, { name: 'b/n', points: lines[1] }, { name: 'a/n', points: lines[0] }];
    shares = [{ name: 'exceptions', points: lines[3] }, { name: '1/γ ≈ n/c', points: lines[4] }];
    quotient.request();
    share.request();
    const end = [...points.slice(-3)];
    fill(facts,
      h('p', {}, `Number ${shown(last)} is (${end.map(shown).join(', ')}): a/n = ${(end[0] / last).toFixed(5)}, b/n = ${(end[1] / last).toFixed(5)}, c/n = ${(end[2] / last).toFixed(5)}.`),
      h('p', {}, game === 'lex' ? `${shown(exceptions)} of them are exceptions, a share of ${(exceptions / last).toFixed(5)}; 1/γ, from n/c, is ${(last / end[2]).toFixed(5)}.` : repeated(points)));
    fill(shareBox, ...(game === 'lex' ? [h('h2', {}, 'A loaded coin'), h('p', {}, 'Most P-positions have b exactly halfway between a and c. The others are the exceptions.'), h('div', { class: 'canvas-box low' }, share.canvas)] : [h('h2', {}, 'No partition'), h('p', {}, 'In Wytlex(3) every positive number occurs in exactly one P-position. Here 1094 occurs twice: (441, 783, 1094) and (443, 782, 1094), number 225 and 226.')]));
  };

  fill(root,
    h('section', { class: 'panel stack' },
      h('p', {}, 'A move changes the three piles so that one stays as it is, or two change by the same amount. In Wytlex(3) piles may even grow, if the piles in ascending order fall as words do in a dictionary; in L1-Nim they may grow if the total falls; in positive Nim no pile grows.'),
      h('div', { class: 'row' }, segmented('Game', [['lex', 'Wytlex(3)'], ['positive', 'Positive Nim']], game, (value) => {
        game = value;
        update();
      }), explore),
      h('label', { class: 'field' }, h('span', { class: 'label' }, 'How many P-positions'), slider), count, facts),
    h('div', { class: 'two' },
      h('section', { class: 'panel stack' }, h('h2', {}, 'The line'), h('p', {}, 'Drag to turn it, or use the arrow keys. Every point loses for the player to move.'), h('div', { class: 'canvas-box low' }, plot.canvas)),
      h('section', { class: 'panel stack' }, h('h2', {}, 'Does it have a slope?'), h('p', {}, 'If the quotients settle, the points follow a line. They seem to.'), h('div', { class: 'canvas-box low' }, quotient.canvas))),
    shareBox,
    h('section', { class: 'prose' },
      h('h2', {}, 'What is known, and what is not'),
      h('ul', {},
        h('li', {}, h('strong', {}, 'Proved: '), 'in Wytlex(3) every positive number occurs in exactly one P-position, neighbours differ in one of 56 ways, and 2b − a − c is 0, 1 or 2.'),
        h('li', {}, h('strong', {}, 'Refuted: '), 'that L1-Nim has the same P-positions (theorem 1 of Akiyama). (26, 51, 74), number 14 of the list, can move to (27, 50, 73), which has a smaller total and shares no number and no difference with the fourteen before.'),
        h('li', {}, h('strong', {}, 'Open: '), 'whether a/n, b/n and c/n have limits α, β, γ at all.'),
        h('li', {}, h('strong', {}, 'An assumption that does not survive: '), 'if the share of exceptions tended to 1/γ, the limits would be algebraic numbers of degree 5. We computed 10', h('sup', {}, '10'), ' positions: the share is 0.20091, and 1/γ is 0.18928. This is evidence, not a proof: a finite computation says nothing about limits.'),
        h('li', {}, h('strong', {}, 'Refuted: '), 'in positive Nim the P-positions do not partition the numbers: 1094 occurs in two of them, confirmed by marking all smaller positions by the rule alone.'),
        h('li', {}, h('strong', {}, 'Open: '), 'whether the steps of positive Nim come from a finite set. The number of different steps kept growing up to 10', h('sup', {}, '9'), ' positions.'))));
  update();
  return {
    leave() {
      latest.stop();
      plot.close();
      quotient.close();
      share.close();
    },
  };
}

/** @param {Uint32Array} points */
function repeated(points) {
  const seen = new Set();
  let again = 0;
  let first = Infinity;
  for (let i = 3; i < points.length; i++) {
    if (seen.has(points[i])) {
      again++;
      first = Math.min(first, points[i]);
    } else seen.add(points[i]);
  }
  return again ? `Numbers that occur again: ${shown(again)}, the smallest ${shown(first)}.` : 'So far no number occurs twice. Go on to 300 or 1000 positions.';
}
