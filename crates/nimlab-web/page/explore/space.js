// Three piles: the P-positions in space and in projections, and as a list.

import { ask, bytes, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { download, fill, h, keepButtons, working } from '../dom.js';
import { shown } from '../json.js';
import { asked } from '../picker.js';
import { coldCsv, fileName } from './files.js';
import { SpacePlot } from '../plot/space.js';
import { offered } from '../state.js';
import { t } from '../texts.js';

const COUNTS = [40, 200, 1000, 10_000, 100_000, 1_000_000];

/**
 * @param {import('./explore.js').Stage} stage
 * @returns {import('./explore.js').Picture}
 */
export function spaceView({ choice, misere, params, pick, moved }) {
  const latest = new Latest();
  const counts = offered(params, 'count', choice.rules ? COUNTS.slice(0, 2) : COUNTS, 200);
  let count = counts.chosen;
  const name = () => fileName(choice, misere && 'misere', 'P-positions');
  /** @type {SpacePlot} */
  const plot = new SpacePlot(name, () => `${choice.title}: ${t.space.count(shown(plot.points.length / 3))}`);
  const [turn, tilt] = (params.get('turn') ?? '').split(',').map(Number);
  if (params.has('turn') && Number.isFinite(turn) && Number.isFinite(tilt)) Object.assign(plot, { turn, tilt });
  plot.turned = moved;
  plot.choose = pick;
  const notice = h('div', { class: 'notice', role: 'status' });
  const list = h('output', { class: 'readout', 'aria-live': 'polite' });

  const load = async () => {
    const signal = latest.next();
    fill(notice, working(t.working.computing, () => {
      latest.stop();
      fill(notice, t.working.stopped);
    }));
    try {
      plot.set(choice.rules || misere ? await listed(choice, count, misere, signal) : new Uint32Array(await bytes('wythoff3', { game: choice.game, count, format: 'u32' }, signal)));
      fill(notice);
      const last = plot.points.slice(-3);
      list.textContent = t.space.last(shown(plot.points.length / 3), `(${[...last].map(shown).join(', ')})`);
      moved();
    } catch (error) {
      if (!cancelled(error)) fill(notice, refusalView(error));
    }
  };
  const many = h('select', { 'aria-label': t.space.howMany, id: 'count' }, ...counts.list.map((n) => h('option', { value: n }, t.space.count(shown(n)))));
  many.value = String(count);
  many.addEventListener('change', () => {
    count = Number(many.value);
    load();
  });
  const csv = () => download(`${name()}.csv`, coldCsv(choice, Array.from({ length: plot.points.length / 3 }, (_, n) => plot.points.subarray(3 * n, 3 * n + 3))));
  /** @type {any} */ (plot.canvas).plot = plot;
  const element = h(
    'div',
    { class: 'picture-frame' },
    h('div', { class: 'bar' }, many, h('span', { class: 'gap' }),
      keepButtons(csv, plot.space)),
    h('div', { class: 'canvas-box' }, plot.canvas, notice),
    h('div', { class: 'foot' }, list),
    h('div', { class: 'projections' }, ...plot.flat.map((picture) => h('div', { class: 'canvas-box small' }, picture.canvas))),
  );
  load();
  return {
    element,
    state: () => ({
      count: count === 200 ? null : count,
      turn: Math.abs(plot.turn + 0.62) + Math.abs(plot.tilt - 0.42) > 0.001 ? `${plot.turn.toFixed(2)},${plot.tilt.toFixed(2)}` : null,
    }),
    mark(solved) {
      plot.mark = solved && solved.position.length === 3 ? solved.position.map(Number).sort((a, b) => a - b) : null;
      plot.request();
    },
    close() {
      latest.stop();
      plot.close();
    },
  };
}

/**
 * @param {import('../picker.js').Choice} choice
 * @param {number} count
 * @param {boolean} misere
 * @param {AbortSignal} signal
 */
async function listed(choice, count, misere, signal) {
  const answer = await ask('cold', { ...asked(choice), count, misere }, signal);
  return Uint32Array.from(answer.positions.flatMap((/** @type {{position: number[]}} */ one) => one.position.map(Number)));
}
