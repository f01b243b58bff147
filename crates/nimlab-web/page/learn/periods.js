// Subtraction games: the Grundy values repeat, and a finite look proves it.

import { ask, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { COLD, css, scale } from '../colour.js';
import { tone } from '../theme.js';
import { debounce, fill, h, segmented } from '../dom.js';
import { periodFacts } from '../explore/sequence.js';
import { SequencePlot } from '../plot/sequence.js';
import { address } from '../state.js';

export const title = 'Periods of subtraction games';
export const lead = 'From a heap only certain numbers may be taken. Sooner or later the values repeat, and a short check proves that they do so forever.';
export const source = 'Slides: theorems 7.33 to 7.43';
export const glyph = '001122';

const MOST = 24;
/** @type {[string, string][]} */
const EXAMPLES = [
  ['subtraction:2,4,7', 'the example of the Slides'],
  ['subtraction:1,2,3', 'the school game'],
  ['allbut:2,3,4', 'a saltus'],
  ['subtraction:2,3,4,7,8,10,13,14,16,17', 'period 306'],
  ['subtraction:2,3,5,6,9,11,12,13,15,18', 'period 420'],
  ['subtraction:2,3,5,6,9,13,16,17,19,20,22', 'longest up to 22'],
];

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {import('./learn.js').Keep} keep
 */
export function open(root, params, keep) {
  const latest = new Latest();
  let kind = params.get('kind') === 'allbut' ? 'allbut' : 'subtraction';
  const wanted = (params.get('set') ?? '2,4,7').split(',').filter(Boolean);
  let chosen = new Set(wanted.map(Number).filter((n) => Number.isInteger(n) && n >= 1 && n <= MOST));
  const refused = new Set(wanted).size > chosen.size ? `This page has the numbers from 1 to ${MOST}; the address has ${wanted.join(', ')}. Explore takes larger ones.` : '';
  const facts = h('div', { class: 'stack', role: 'status', 'aria-live': 'polite' });
  const proof = h('div', { class: 'scroll' });
  const readout = h('output', { class: 'readout' });
  const buttons = h('div', { class: 'numbers', role: 'group', 'aria-label': 'The set S' });
  const kinds = h('div', {});
  const plot = new SequencePlot({ point: (n) => (readout.textContent = n === null ? '' : `G(${n}) = ${plot.values[n]}`), choose: () => {}, name: () => 'sequence' });
  const explore = h('a', { class: 'button' }, 'Open in Explore');

  const game = () => `${kind}:${[...chosen].sort((a, b) => a - b).join(',')}`;

  const update = async () => {
    keep({ kind: kind === 'allbut' ? kind : null, set: [...chosen].sort((a, b) => a - b).join(',') });
    for (const button of buttons.children) button.setAttribute('aria-pressed', String(chosen.has(Number(button.textContent))));
    if (!chosen.size) return fill(facts, h('p', {}, 'Choose at least one number.'));
    explore.href = address('explore', { game: game() });
    const signal = latest.next();
    try {
      const period = await ask('period', { game: game() }, signal);
      const [l, p] = [Number(period.preperiod ?? 0), Number(period.period ?? 1)];
      const most = Math.max(...chosen);
      const window = kind === 'allbut' ? 2 * most + 1 : most;
      const count = Math.min(20_000, Math.max(60, l + 2 * p + window + 1));
      const { values } = await ask('sequence', { game: game(), count }, signal);
      plot.set(values.map(Number), period.proved ? { preperiod: l, period: p } : null);
      fill(facts, ...periodFacts(period, () => game().replace(/[:,]/g, '-')));
      fill(proof, period.proved && window <= 60 ? windows(values.map(Number), l, p, Number(period.saltus), window) : null);
    } catch (error) {
      if (!cancelled(error)) fill(facts, refusalView(error));
    }
  };
  const later = debounce(120, update);

  const showKind = () =>
    fill(kinds, segmented('Kind of game', [['subtraction', 'take a number in S'], ['allbut', 'take any number not in S']], kind, (value) => {
      kind = value;
      update();
    }));
  for (let n = 1; n <= MOST; n++) {
    buttons.append(h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
      if (!chosen.delete(n)) chosen.add(n);
      later();
    } }, n));
  }

  fill(root,
    h('section', { class: 'panel stack' },
      h('div', { class: 'row' }, kinds, explore),
      refused ? refusalView(new Error(refused)) : null,
      buttons,
      h('p', { class: 'chips' }, 'Try ', ...EXAMPLES.map(([name, words]) => h('button', { type: 'button', class: 'chip', onclick: () => {
        const [first, set] = name.split(':');
        kind = first;
        chosen = new Set(set.split(',').map(Number));
        showKind();
        update();
      } }, words))),
      h('div', { class: 'canvas-box low' }, plot.canvas), readout, facts,
      h('h2', {}, 'The check that proves it'), proof),
    h('section', { class: 'prose' },
      h('h2', {}, 'Why a short check is enough'),
      h('p', {}, 'The value of a heap is the mex, the smallest number that is missing among the values of its options. In a subtraction game the options lie at most max(S) below, so max(S) neighbouring values determine all that come after them. If the same max(S) values occur at two places, everything after them must be the same too: the sequence has a period.'),
      h('p', {}, 'If all numbers except a few may be taken, the values grow; then it is the steps that repeat, and each period lies higher by the saltus. There 2·max(S) + 1 heaps are enough.'),
      h('h2', {}, 'Open'),
      h('p', {}, 'How long can the period be, for a given largest number? Nobody knows. Searching through all sets up to 24 finds 4464 for a set with largest number 22. With numbers up to 10 the longest is 58, and only one set has it. Can you find it?')));
  showKind();
  update();
  return {
    leave() {
      latest.stop();
      plot.close();
    },
  };
}

/**
 * The two stretches that are compared, one below the other.
 * @param {number[]} values
 * @param {number} l
 * @param {number} p
 * @param {number} saltus
 * @param {number} window
 */
function windows(values, l, p, saltus, window) {
  const high = Math.max(1, ...values.slice(l, l + p + window));
  /** @param {string} name @param {number} from */
  const row = (name, from) =>
    h('tr', {}, h('th', { scope: 'row' }, name), ...Array.from({ length: window }, (_, k) => {
      const value = values[from + k];
      const cell = h('td', {}, value);
      const lowered = value - (from > l ? saltus : 0);
      cell.style.borderBottom = `4px solid ${css(lowered === 0 ? COLD : scale(tone(lowered / high)))}`;
      return cell;
    }));
  return h('table', { class: 'windows' }, row(`G(${l}) to G(${l + window - 1})`, l), row(`G(${l + p}) to G(${l + p + window - 1})${saltus ? `, ${saltus} higher` : ''}`, l + p));
}
