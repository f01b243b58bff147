// The board of a game with two piles: fetched as 16-bit values, shown as heat map
// or as P-positions, kept as CSV, PNG or SVG.

import { ask, blob, bytes, cancelled, Latest } from '../api.js';
import { download, fill, h, keepButtons, segmented } from '../dom.js';
import { refusalView } from '../answer.js';
import { Board } from '../heat/board.js';
import { Heat, LARGER } from '../heat/values.js';
import { aligned } from '../moves.js';
import { asked } from '../picker.js';
import { offered } from '../state.js';
import { coldCsv, fileName } from './files.js';
import { legend } from './legend.js';

/** @typedef {import('./explore.js').Stage} Stage */
/** @typedef {import('../heat/tiles.js').Mode} Mode */

const SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/**
 * @param {Stage} stage
 * @returns {import('./explore.js').Picture}
 */
export function boardView({ choice, misere, params, pick, moved, loaded }) {
  const latest = new Latest();
  const sizes = offered(params, 'size', SIZES, 64, 2);
  const state = {
    size: sizes.chosen,
    mode: /** @type {Mode} */ (misere || params.get('view') === 'cold' ? 'cold' : 'grundy'),
    lines: params.has('lines'),
  };
  // With at most one P-position in a row of the board a short list holds all that are seen.
  const outcomes = misere && choice.shape.wythoff !== null;
  const readout = h('output', { class: 'readout', 'aria-live': 'polite' });
  const notice = h('div', { class: 'notice', role: 'status' });
  const scale = h('div', { class: 'legend' });

  const board = new Board({
    point: (cell) => (readout.textContent = cell ? read(cell) : ''),
    choose: (cell) => pick(cell),
    moved,
    name: () => fileName(choice, state.size, outcomes && 'misere', misere && !outcomes && 'normal-play', state.mode === 'cold' && 'P-positions'),
  });
  board.scene.names = choice.names;
  board.mode = state.mode;

  /** @param {number[]} cell */
  const read = ([x, y]) => {
    const value = board.heat?.at(x, y);
    if (value === null || value === undefined) return '';
    const outcome = value === 0 ? 'P, lost to move' : 'N, won to move';
    if (outcomes) return `(${x}, ${y})  misère ${outcome}`;
    return `(${x}, ${y})  Grundy value ${value === LARGER ? 'above 65534' : value}  ${outcome}`;
  };

  /** For a reader who does not see the board. */
  const describe = () => {
    const { heat } = board;
    if (!heat) return;
    const what = state.mode === 'cold' ? 'P-positions' : `Grundy values from 0 to ${heat.max}`;
    board.picture.describe(`${choice.title}${outcomes ? ', misère play' : ''}: board of ${state.size} × ${state.size} with ${what}. ${heat.cold} cells are P-positions.`);
  };

  const load = async () => {
    const signal = latest.next();
    board.canvas.setAttribute('aria-busy', 'true');
    fill(notice, h('span', { class: 'wait' }), `Computing ${state.size} × ${state.size} …`);
    try {
      const heat = outcomes ? await misereHeat(choice, state.size, signal) : await grundyHeat(choice, state.size, signal);
      await heat.prepare(signal);
      if (signal.aborted) return;
      board.setHeat(heat, camera(params));
      params = new URLSearchParams();
      fill(notice, misere && !outcomes ? 'The board shows normal play; the answer is for misère play.' : '');
      legend(scale, state.mode, heat.max);
      describe();
      board.canvas.removeAttribute('aria-busy');
      loaded();
      moved();
    } catch (error) {
      if (!cancelled(error)) fill(notice, refusalView(error));
    }
  };

  const size = h('select', { 'aria-label': 'Size of the board', id: 'size' }, ...sizes.list.map((n) => h('option', { value: n }, `${n} × ${n}`)));
  size.value = String(state.size);
  size.addEventListener('change', () => {
    state.size = Number(size.value);
    load();
  });
  const modes = segmented('What the board shows', [['grundy', 'Grundy values'], ['cold', 'P-positions']], state.mode, (mode) => {
    state.mode = /** @type {Mode} */ (mode);
    board.setMode(state.mode);
    if (board.heat) legend(scale, state.mode, board.heat.max);
    describe();
    moved();
  });
  const slopes = slopesOf(choice.shape);
  const lines = h('input', { type: 'checkbox', checked: state.lines, id: 'lines' });
  const setLines = () => {
    state.lines = lines.checked;
    board.scene.slopes = state.lines ? slopes : [];
    board.picture.request();
    moved();
  };
  lines.addEventListener('change', setLines);
  board.scene.slopes = state.lines ? slopes : [];

  const csv = async () => {
    try {
      const cold = state.mode === 'cold' && board.heat;
      const file = cold ? coldCsv(choice, coldCells(cold, choice.exchangeable)) : await blob('table', { ...asked(choice), rows: state.size, columns: state.size, format: 'csv' });
      download(`${board.listener.name()}.csv`, file);
    } catch (error) {
      fill(notice, refusalView(error));
    }
  };
  const element = h(
    'div',
    { class: 'picture-frame' },
    h(
      'div',
      { class: 'bar' },
      size,
      outcomes ? null : modes,
      h('span', { class: 'gap' }),
      h('div', { class: 'group', role: 'group', 'aria-label': 'Zoom' },
        h('button', { type: 'button', 'aria-label': 'Zoom out', onclick: () => board.zoom(1 / 1.6) }, '−'),
        h('button', { type: 'button', 'aria-label': 'Zoom in', onclick: () => board.zoom(1.6) }, '+'),
        h('button', { type: 'button', onclick: () => board.fit() }, 'All')),
      keepButtons(csv, board.picture),
    ),
    h('div', { class: 'canvas-box' }, board.canvas, notice),
    h('div', { class: 'foot' }, readout, slopes.length ? h('label', { class: 'check' }, lines, h('span', {}, 'lines')) : null, scale),
  );
  /** @type {any} */ (board.canvas).board = board;
  load();
  return {
    element,
    state: () => {
      const view = board.view;
      return {
        size: state.size === 64 ? null : state.size,
        view: state.mode === 'cold' && !misere ? 'cold' : null,
        lines: state.lines,
        look: view ? `${view.x},${view.y},${view.span}` : null,
      };
    },
    mark(solved) {
      if (!solved || solved.position.length !== 2) return board.setChosen(null, []);
      const from = solved.position.map(Number);
      const targets = solved.winning_moves.map((to) => (choice.exchangeable ? aligned(from, to) : to).map(Number));
      board.setChosen(from, targets);
    },
    value(position) {
      const value = outcomes || position.length !== 2 ? null : board.heat?.at(Number(position[0]), Number(position[1])) ?? null;
      return value === LARGER ? null : value;
    },
    close() {
      latest.stop();
      board.close();
    },
  };
}

/**
 * The P-positions that the board shows; of (a, b) and (b, a) one, if the piles
 * may be exchanged.
 * @param {Heat} heat
 * @param {boolean} exchangeable
 */
function coldCells(heat, exchangeable) {
  const cells = [];
  for (let x = 0; x < heat.width; x++) {
    for (let y = exchangeable ? x : 0; y < heat.height; y++) if (heat.at(x, y) === 0) cells.push([x, y]);
  }
  return cells;
}

/** @param {URLSearchParams} params */
function camera(params) {
  const [x, y, span] = (params.get('look') ?? '').split(',').map(Number);
  return Number.isFinite(x) && Number.isFinite(y) && span > 0 ? { x, y, span } : null;
}

/**
 * @param {import('../picker.js').Choice} choice
 * @param {number} size
 * @param {AbortSignal} signal
 */
async function grundyHeat(choice, size, signal) {
  const buffer = await bytes('table', { ...asked(choice), rows: size, columns: size, format: 'u16' }, signal);
  return new Heat(new Uint16Array(buffer), size, size);
}

/**
 * Under misère play there are no Grundy values here: 0 marks a P-position, 1 the rest.
 * @param {import('../picker.js').Choice} choice
 * @param {number} size
 * @param {AbortSignal} signal
 */
async function misereHeat(choice, size, signal) {
  const answer = await ask('cold', { ...asked(choice), count: Math.min(100_000, 2 * size), misere: true }, signal);
  const values = new Uint16Array(size * size).fill(1);
  for (const { position } of answer.positions) {
    const [x, y] = position.map(Number);
    if (x < size && y < size) values[x * size + y] = 0;
    if (choice.exchangeable && x < size && y < size) values[y * size + x] = 0;
  }
  return new Heat(values, size, size);
}

/**
 * The slopes near which the P-positions of Wythoff's game lie. For the eye only:
 * nothing is decided with them.
 * @param {import('../api.js').Shape} shape
 */
function slopesOf({ wythoff: a }) {
  if (a === null) return [];
  const alpha = (2 - a + Math.sqrt(a * a + 4)) / 2;
  const slope = (alpha + a) / alpha;
  return [slope, 1 / slope];
}
