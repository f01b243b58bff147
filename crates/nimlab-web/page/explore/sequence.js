// A heap game: its Grundy sequence, the period with the theorem that proves it,
// and the certificate as a file.

import { ask, blob, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { download, fill, h, keepButtons, working } from '../dom.js';
import { shown } from '../json.js';
import { asked } from '../picker.js';
import { fileName } from './files.js';
import { SequencePlot } from '../plot/sequence.js';
import { offered } from '../state.js';
import { ENGLISH, t } from '../texts.js';

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
  const facts = h('div', { class: choice.game ? 'facts waiting' : 'facts' });
  const name = () => fileName(choice);
  /** @type {SequencePlot} */
  const plot = new SequencePlot({
    point: (n) => (readout.textContent = n === null ? summary() : t.sequence.heap(shown(n), shown(plot.values[n]), plot.values[n] === 0 ? 'P' : 'N')),
    choose: (n) => pick([n]),
    moved,
    name,
    title: () => `${choice.title}${plot.span ? `: ${t.sequence.found(shown(plot.span.preperiod), shown(plot.span.period))}` : ''}`,
  });
  /** What is said while no heap is pointed at. */
  const summary = () => {
    const most = plot.values.reduce((a, b) => Math.max(a, b), 0);
    return plot.values.length ? t.sequence.summary(shown(plot.values.length), shown(most), shown(plot.values.indexOf(most))) : '';
  };
  const [from, to] = (params.get('look') ?? '').split(',').map(Number);
  if (to > from) plot.wanted = { from, to };

  const load = async () => {
    const signal = latest.next();
    fill(notice, working(t.working.computing, () => {
      latest.stop();
      fill(notice, t.working.stopped);
    }));
    try {
      const period = choice.game ? ask('period', { game: choice.game }, signal).catch(() => null) : null;
      const values = await sequence(choice, count, signal);
      plot.set(values, null);
      readout.textContent = summary();
      fill(notice, misere ? t.sequence.normalPlay : '');
      const found = await period;
      signal.throwIfAborted();
      plot.set(values, found?.proved ? { preperiod: Number(found.preperiod), period: Number(found.period) } : null);
      facts.classList.remove('waiting');
      fill(facts, ...periodFacts(found, name));
      moved();
    } catch (error) {
      if (cancelled(error)) return;
      facts.classList.remove('waiting');
      fill(facts);
      readout.textContent = '';
      fill(notice, refusalView(error));
    }
  };

  const many = h('select', { 'aria-label': t.sequence.howMany, id: 'count' }, ...counts.list.map((n) => h('option', { value: n }, t.sequence.below(shown(n)))));
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

/** How far the values were computed, and what holds: of heaps, and of the row of a board. */
const OF_HEAPS = { value: (/** @type {string} */ n) => `G(${n})`, computed: t.sequence.computed, holds: t.sequence.holds };
/** @typedef {typeof OF_HEAPS} PeriodWords */

/**
 * What is known of the period, in words.
 * @param {any} found
 * @param {() => string} name
 * @param {PeriodWords} [words]
 */
export function periodFacts(found, name, words = OF_HEAPS) {
  if (!found) return [];
  if (!found.proved) {
    const seen = found.observed ? t.sequence.observed(shown(found.observed.period)) : '';
    return [h('p', {}, h('strong', {}, t.sequence.notProved), words.computed(shown(found.checked_to)) + seen)];
  }
  const save = () => download(`${name()}-certificate.json`, new Blob([`${JSON.stringify(found.certificate, null, 1)}\n`], { type: 'application/json' }));
  const dotted = String(found.dotted ?? '');
  return [
    h('p', {}, h('strong', {}, t.sequence.found(shown(found.preperiod), shown(found.period))), Number(found.saltus) ? h('strong', {}, t.sequence.saltus(shown(found.saltus))) : null, t.sequence.proved),
    dotted.length < 1500 ? h('p', { class: 'dotted' }, ...dottedView(dotted)) : h('p', {}, t.sequence.tooLong),
    h('p', {}, ...statement(found, words)),
    found.certificate ? h('p', {}, h('button', { type: 'button', id: 'certificate', onclick: save }, t.sequence.certificate), ' ', h('small', {}, t.sequence.checkedBy, h('code', {}, 'nimlab verify FILE'))) : null,
  ];
}

/**
 * The dotted notation, the dots drawn above the digits.
 * @param {string} text with U+0307 after a digit that carries a dot
 */
function dottedView(text) {
  // Values with commas between them: a line is broken only after one.
  const values = text.includes(',') ? text.replaceAll(',', ',\u200b').split(/(\d+)\u0307/u) : text.split(/(.)\u0307/u);
  return values.map((piece, i) => (i % 2 ? h('span', { class: 'over' }, piece) : piece));
}

/** @param {string} words */
const signed = (words) => words.replaceAll('>=', '≥').replaceAll('<=', '≤');

/** @param {any} found @param {PeriodWords} of */
function statement(found, of) {
  const saltus = Number(found.saltus) ? ` + ${shown(found.saltus)}` : '';
  const words = found.certificate?.statement ?? found.statement ?? '';
  return [of.holds(`${of.value(`n + ${shown(found.period)}`)} = ${of.value('n')}${saltus}`, shown(found.preperiod), shown(found.checked_to)), words ? h('span', ENGLISH, ` ${signed(words)}`) : null];
}
