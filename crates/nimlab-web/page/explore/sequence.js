// A heap game: its Grundy sequence, the period with the theorem that proves it,
// and the certificate as a file.

import { ask, blob, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { download, fill, h, keepButtons } from '../dom.js';
import { shown } from '../json.js';
import { asked } from '../picker.js';
import { fileName } from './files.js';
import { SequencePlot } from '../plot/sequence.js';
import { offered } from '../state.js';

const COUNTS = [60, 200, 1000, 10_000, 100_000, 1_000_000];

/**
 * @param {import('./explore.js').Stage} stage
 * @returns {import('./explore.js').Picture}
 */
export function sequenceView({ choice, misere, params, pick, moved }) {
  const latest = new Latest();
  const counts = offered(params, 'count', COUNTS, 200);
  let count = counts.chosen;
  const readout = h('output', { class: 'readout', 'aria-live': 'polite' });
  const notice = h('div', { class: 'notice', role: 'status' });
  const facts = h('div', { class: 'facts' });
  const name = () => fileName(choice);
  const plot = new SequencePlot({
    point: (n) => (readout.textContent = n === null ? '' : `heap ${n}: Grundy value ${plot.values[n]}${plot.values[n] === 0 ? ', P' : ', N'}`),
    choose: (n) => pick([n]),
    moved,
    name,
  });
  const [from, to] = (params.get('look') ?? '').split(',').map(Number);
  if (to > from) plot.wanted = { from, to };

  const load = async () => {
    const signal = latest.next();
    fill(notice, h('span', { class: 'wait' }), 'Computing …');
    try {
      const period = choice.game ? ask('period', { game: choice.game }, signal).catch((error) => (cancelled(error) ? Promise.reject(error) : null)) : null;
      const values = await sequence(choice, count, signal);
      plot.set(values, null);
      fill(notice, misere ? 'These are the values of normal play; the answer is for misère play.' : '');
      const found = await period;
      plot.set(values, found?.proved ? { preperiod: Number(found.preperiod), period: Number(found.period) } : null);
      fill(facts, ...periodFacts(found, name));
      moved();
    } catch (error) {
      if (!cancelled(error)) fill(notice, refusalView(error));
    }
  };

  const many = h('select', { 'aria-label': 'How many heaps', id: 'count' }, ...counts.list.map((n) => h('option', { value: n }, `heaps below ${shown(n)}`)));
  many.value = String(count);
  many.addEventListener('change', () => {
    count = Number(many.value);
    load();
  });
  const csv = async () => {
    try {
      download(`${name()}.csv`, await blob('table', { ...asked(choice), rows: 1, columns: count, format: 'csv' }));
    } catch (error) {
      fill(notice, refusalView(error));
    }
  };
  const element = h(
    'div',
    { class: 'picture-frame' },
    h('div', { class: 'bar' }, many, h('span', { class: 'gap' }),
      keepButtons(csv, plot.picture)),
    h('div', { class: 'canvas-box low' }, plot.canvas, notice),
    h('div', { class: 'foot' }, readout),
    facts,
  );
  load();
  return {
    element,
    state: () => ({ count: count === 200 ? null : count, look: plot.view ? `${plot.view.from},${plot.view.to}` : null }),
    mark: () => {},
    close() {
      latest.stop();
      plot.close();
    },
  };
}

/**
 * @param {import('../picker.js').Choice} choice
 * @param {number} count
 * @param {AbortSignal} signal
 * @returns {Promise<number[]>}
 */
async function sequence(choice, count, signal) {
  if (choice.rules) {
    const table = await ask('table', { rules: choice.rules, rows: 1, columns: count }, signal);
    return table.values[0].map(Number);
  }
  return (await ask('sequence', { game: choice.game, count }, signal)).values.map(Number);
}

/**
 * What is known of the period, in words.
 * @param {any} found
 * @param {() => string} name
 */
export function periodFacts(found, name) {
  if (!found) return [];
  if (!found.proved) {
    const seen = found.observed ? ` They show a period of ${found.observed.period}, which is not proved.` : '';
    return [h('p', {}, h('strong', {}, 'No period is proved. '), `Computed up to heap ${shown(found.checked_to)}.${seen}`)];
  }
  const save = () => download(`${name()}-certificate.json`, new Blob([`${JSON.stringify(found.certificate, null, 1)}\n`], { type: 'application/json' }));
  const dotted = String(found.dotted ?? '');
  return [
    h('p', {}, h('strong', {}, `Preperiod ${shown(found.preperiod)}, period ${shown(found.period)}`), Number(found.saltus) ? h('strong', {}, `, saltus ${shown(found.saltus)}`) : null, '. Proved.'),
    dotted.length < 1500 ? h('p', { class: 'dotted' }, ...dottedView(dotted)) : h('p', {}, 'The dotted notation is too long to be shown here.'),
    h('p', {}, statement(found)),
    found.certificate ? h('p', {}, h('button', { type: 'button', id: 'certificate', onclick: save }, 'Certificate (JSON)'), ' ', h('small', {}, 'checked by ', h('code', {}, 'nimlab verify FILE'))) : null,
  ];
}

/**
 * The dotted notation, the dots drawn above the digits.
 * @param {string} text with U+0307 after a digit that carries a dot
 */
function dottedView(text) {
  return text.split(/(.)\u0307/u).map((piece, i) => (i % 2 ? h('span', { class: 'over' }, piece) : piece));
}

/** @param {any} found */
function statement(found) {
  const saltus = Number(found.saltus) ? ` + ${found.saltus}` : '';
  const words = found.certificate?.statement ?? found.statement ?? '';
  return `G(n + ${found.period}) = G(n)${saltus} holds for all n ≥ ${found.preperiod}: the values up to heap ${found.checked_to} prove it. ${words}`;
}
