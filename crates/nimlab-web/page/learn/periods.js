// Subtraction games: the Grundy values repeat, and a finite look proves it.

import { ask, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { COLD, css, scale } from '../colour.js';
import { tone } from '../theme.js';
import { debounce, fill, h, segmented } from '../dom.js';
import { periodFacts } from '../explore/sequence.js';
import { shown } from '../json.js';
import { SequencePlot } from '../plot/sequence.js';
import { address } from '../state.js';
import { t } from '../texts.js';

export const title = t.periods.title;
export const lead = t.periods.lead;
export const source = 'Slides: theorems 7.33 to 7.43';
export const glyph = '001122';

const MOST = 24;
const EXAMPLES = [
  'subtraction:2,4,7',
  'subtraction:1,2,3',
  'allbut:2,3,4',
  'subtraction:2,3,4,7,8,10,13,14,16,17',
  'subtraction:2,3,5,6,9,11,12,13,15,18',
  'subtraction:2,3,5,6,9,13,16,17,19,20,22',
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
  const refused = new Set(wanted).size > chosen.size ? t.periods.room(MOST, wanted.join(', ')) : '';
  const facts = h('div', { class: 'stack', role: 'status', 'aria-live': 'polite' });
  const proof = h('div', { class: 'scroll' });
  const readout = h('output', { class: 'readout' });
  const buttons = h('div', { class: 'numbers', role: 'group', 'aria-label': t.periods.set });
  const kinds = h('div', {});
  const plot = new SequencePlot({ point: (n) => (readout.textContent = n === null ? '' : `G(${shown(n)}) = ${shown(plot.values[n])}`), choose: () => {}, name: () => 'sequence' });
  const explore = h('a', { class: 'button' }, t.learn.openInExplore);

  const game = () => `${kind}:${[...chosen].sort((a, b) => a - b).join(',')}`;

  const update = async () => {
    keep({ kind: kind === 'allbut' ? kind : null, set: [...chosen].sort((a, b) => a - b).join(',') });
    for (const button of buttons.children) button.setAttribute('aria-pressed', String(chosen.has(Number(button.textContent))));
    if (!chosen.size) return fill(facts, h('p', {}, t.periods.chooseOne));
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
    fill(kinds, segmented(t.periods.kind, [['subtraction', t.periods.kinds.subtraction], ['allbut', t.periods.kinds.allbut]], kind, (value) => {
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
      h('p', { class: 'chips' }, t.learn.tryThese, ...EXAMPLES.map((name, i) => h('button', { type: 'button', class: 'chip', onclick: () => {
        const [first, set] = name.split(':');
        kind = first;
        chosen = new Set(set.split(',').map(Number));
        showKind();
        update();
      } }, t.periods.examples[i]))),
      h('div', { class: 'canvas-box low' }, plot.canvas), readout, facts,
      h('h2', {}, t.periods.checkHead), proof),
    h('section', { class: 'prose' },
      h('h2', {}, t.periods.whyHead),
      ...t.periods.why.map((words) => h('p', {}, words)),
      h('h2', {}, t.periods.openHead),
      h('p', {}, t.periods.open)));
  showKind();
  return {
    ready: update(),
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
      const cell = h('td', {}, shown(value));
      const lowered = value - (from > l ? saltus : 0);
      cell.style.borderBottom = `4px solid ${css(lowered === 0 ? COLD : scale(tone(lowered / high)))}`;
      return cell;
    }));
  return h('table', { class: 'windows' }, row(t.periods.stretch(shown(l), shown(l + window - 1)), l), row(t.periods.stretch(shown(l + p), shown(l + p + window - 1)) + (saltus ? t.periods.higher(shown(saltus)) : ''), l + p));
}
