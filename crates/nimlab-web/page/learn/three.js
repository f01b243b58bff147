// Three piles: the P-positions run along a line that nobody can prove.

import { bytes, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { fill, h, segmented } from '../dom.js';
import { shown } from '../json.js';
import { linesPicture } from '../plot/lines.js';
import { SpacePlot } from '../plot/space.js';
import { address, offered } from '../state.js';
import { t } from '../texts.js';

export const title = t.three.title;
export const lead = t.three.lead;
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
  let game = ['l1', 'positive'].find((name) => name === params.get('game')) ?? 'lex';
  const counts = offered(params, 'count', COUNTS, 10_000, COUNTS[0]);
  let at = counts.list.indexOf(counts.chosen);
  const plot = new SpacePlot(() => `wythoff3-${game}`);
  /** @type {import('../plot/lines.js').Series[]} */
  let quotients = [];
  /** @type {import('../plot/lines.js').Series[]} */
  let shares = [];
  const quotient = linesPicture(t.three.quotients, () => quotients, { unit: 'n' });
  const share = linesPicture(t.three.shares, () => shares, { unit: 'n', low: 0.15, high: 0.25 });
  const facts = h('div', { class: 'stack', role: 'status', 'aria-live': 'polite' });
  const count = h('output', { class: 'big' });
  const slider = h('input', { type: 'range', id: 'many', min: 0, max: counts.list.length - 1, value: String(at), 'aria-label': t.three.howMany, oninput: () => {
    at = Number(slider.value);
    update();
  } });
  const shareBox = h('section', { class: 'panel stack' });
  const explore = h('a', { class: 'button' }, t.learn.openInExplore);

  const update = async () => {
    const many = counts.list[at];
    count.textContent = t.three.count(shown(many));
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
      // In L1-Nim M + D is taken too where M is left out, a being M + 1; then M comes next.
      if (2 * b - a - c > 0 || (game === 'l1' && (n < last ? points[3 * n + 3] < a : !points.includes(a - 1)))) exceptions++;
      if (n < next && n !== last) continue;
      next = Math.max(n + 1, n * 1.06);
      [a / n, b / n, c / n, exceptions / n, n / c].forEach((value, i) => lines[i].push([n, value]));
    }
    quotients = [{ name: 'c/n', points: lines[2] }, { name: 'b/n', points: lines[1] }, { name: 'a/n', points: lines[0] }];
    shares = [{ name: t.three.exceptions, points: lines[3] }, { name: '1/γ ≈ n/c', points: lines[4] }];
    quotient.request();
    share.request();
    const end = [...points.slice(-3)];
    fill(facts,
      h('p', {}, t.three.last(shown(last), `(${end.map(shown).join(', ')})`, [...'abc'].map((name, i) => `${name}/n = ${(end[i] / last).toFixed(5)}`).join(', '))),
      h('p', {}, game !== 'positive' ? t.three.exceptional(shown(exceptions), (exceptions / last).toFixed(5), (last / end[2]).toFixed(5)) : repeated(points)));
    fill(shareBox, ...(game !== 'positive' ? [h('h2', {}, t.three.coinHead), h('p', {}, t.three.coins[game === 'l1' ? 'l1' : 'lex']), h('div', { class: 'canvas-box low' }, share.canvas)] : [h('h2', {}, t.three.noPartitionHead), h('p', {}, t.three.noPartition)]));
  };

  fill(root,
    h('section', { class: 'panel stack' },
      h('p', {}, t.three.intro),
      h('div', { class: 'row' }, segmented(t.picker.game, [['lex', 'Wytlex(3)'], ['l1', 'L1-Nim'], ['positive', t.three.positive]], game, (value) => {
        game = value;
        update();
      }), explore),
      h('label', { class: 'field' }, h('span', { class: 'label' }, t.three.howMany), slider), count, facts),
    h('div', { class: 'two' },
      h('section', { class: 'panel stack' }, h('h2', {}, t.three.lineHead), h('p', {}, t.three.line), h('div', { class: 'canvas-box low' }, plot.canvas)),
      h('section', { class: 'panel stack' }, h('h2', {}, t.three.slopeHead), h('p', {}, t.three.slope), h('div', { class: 'canvas-box low' }, quotient.canvas))),
    shareBox,
    h('section', { class: 'prose' },
      h('h2', {}, t.three.knownHead),
      h('ul', {},
        h('li', {}, h('strong', {}, t.three.provedWord), t.three.proved),
        h('li', {}, h('strong', {}, t.three.refutedWord), t.three.refuted),
        h('li', {}, h('strong', {}, t.three.openWord), t.three.open),
        h('li', {}, h('strong', {}, t.three.assumptionWord), ...powers(t.three.assumption, ['11', '10'])),
        h('li', {}, h('strong', {}, t.three.refutedWord), t.three.alsoRefuted),
        h('li', {}, h('strong', {}, t.three.openWord), ...powers(t.three.alsoOpen, ['9'])))));
  return {
    ready: update(),
    leave() {
      latest.stop();
      plot.close();
      quotient.close();
      share.close();
    },
  };
}

/**
 * Words that end in 10 each time, with the power.
 * @param {string[]} words
 * @param {string[]} exponents
 */
const powers = (words, exponents) => words.flatMap((piece, i) => [piece, i < exponents.length ? h('sup', {}, exponents[i]) : null]);

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
  return again ? t.three.again(shown(again), shown(first)) : t.three.never;
}
