// The board of a game with two piles: fetched as 16-bit values, or far out from theorems,
// shown as heat map or as P-positions, alone or beside another game, kept as CSV, PNG or SVG.

import { blob, cancelled, Latest } from '../api.js';
import { debounce, download, fill, h, keepButtons, segmented, working } from '../dom.js';
import { refusalView } from '../answer.js';
import { Board } from '../heat/board.js';
import { LOOKS, NUMBERS, seenAs } from '../heat/looks.js';
import { LARGER } from '../heat/values.js';
import { shown, small } from '../json.js';
import { aligned } from '../moves.js';
import { asked } from '../picker.js';
import { offered, whole } from '../state.js';
import { cellsCsv, coldCells, FAR_SIDE, heatOf } from './cells.js';
import { coldCsv, fileName } from './files.js';
import { legend, legendInto } from './legend.js';
import { MOST_ROW, rowFacts } from './row.js';
import { cornerOf, tools } from './tools.js';
import { comparison, opponent } from './versus.js';
import { t } from '../texts.js';

/** @typedef {import('./explore.js').Stage} Stage */
/** @typedef {import('../heat/looks.js').Look} Look */
/** @typedef {import('../json.js').Num} Num */

const SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/** @param {number} side */
const square = (side) => `${shown(side)} × ${shown(side)}`;
/** @param {Num[]} position */
const cellText = (position) => `(${position.map(shown).join(', ')})`;

/**
 * @param {Stage} stage
 * @returns {import('./explore.js').Picture}
 */
export function boardView({ choice, misere, params, pick, moved: told, loaded }) {
  const latest = new Latest();
  const sizes = offered(params, 'size', SIZES, 64, 2);
  const state = {
    size: sizes.chosen,
    look: misere ? 'cold' : LOOKS.find(([look]) => look === params.get('view'))?.[0] ?? 'grundy',
    number: whole(params, 'number', 0, 0, 65_534),
    lines: params.has('lines'),
    adapt: params.has('scale'),
    /** @type {Num[] | null} where the window begins, if not at the corner */
    corner: cornerOf(params.get('from') ?? ''),
    versus: params.get('versus') ?? '',
    row: params.has('row') && !misere ? whole(params, 'row', 0, 0, MOST_ROW) : null,
  };
  // With at most one P-position in a row of the board a short list holds all that are seen.
  const outcomes = misere && choice.shape.wythoff !== null;
  /** @type {Num[] | null} the position that was asked for */
  let place = null;
  const readout = h('output', { class: 'readout', 'aria-live': 'polite' });
  const notice = h('div', { class: 'notice', role: 'status' });
  const scale = h('div', { class: 'legend' });
  const facts = rowFacts(choice);

  const moved = () => {
    told();
    if (state.adapt) scaleLater();
  };
  /** The colours go over the values of the board, or over those that are seen of it. */
  const rescale = () => {
    const { seen } = board;
    if (!seen || seen.mode === 'cold') return;
    const ranges = state.adapt ? [board, side?.other].map((one) => one?.range).filter((range) => !!range) : [];
    const range = ranges.length ? { low: Math.min(...ranges.map(({ low }) => low)), high: Math.max(...ranges.map(({ high }) => high)) } : null;
    if (range?.low === seen.range?.low && range?.high === seen.range?.high) return;
    board.setSeen({ ...seen, range });
    side?.scale(range);
    legend(scale, { ...seen, range });
  };
  const scaleLater = debounce(200, rescale);

  /** What is seen, in words. */
  const what = () => {
    const { grundy, cold, only, modulo } = t.board.whats;
    const number = shown(state.number);
    return { grundy: grundy(shown(board.heat?.max ?? 0)), cold, only: only(number), modulo: modulo(number) }[state.look];
  };
  const title = () => `${[choice.title, outcomes && t.answer.misere.trim()].filter(Boolean).join(', ')}: ${what()}`;
  const name = () => fileName(choice, state.size, state.corner !== null && `from-${state.corner.join('-')}`, side !== null && `versus-${state.versus.replace(/[:,]/g, '-')}`, outcomes && 'misere', misere && !outcomes && 'normal-play', state.look === 'cold' && 'P-positions', state.look === 'only' && `value-${state.number}`, state.look === 'modulo' && `modulo-${state.number}`);

  /** @param {number[] | null} cell */
  const point = (cell) => {
    readout.textContent = cell ? read(cell) : '';
  };
  /** @type {Board} */
  const board = new Board({
    point: (cell) => {
      point(cell);
      if (side) for (const other of side.all) other.follow(cell);
    },
    choose: (cell) => pick(board.heat?.position(cell) ?? cell),
    moved: () => {
      if (side) for (const other of side.all) other.follow();
      moved();
    },
    name,
    title,
    legend: (pen) => board.seen && legendInto(pen, board.seen),
  });
  board.scene.names = choice.names;
  /** @type {ReturnType<typeof comparison> | null} the other game, while two are compared */
  let side = null;

  /** @param {import('../heat/values.js').Heat | null} heat @param {number[]} cell */
  const valueText = (heat, [x, y]) => {
    const value = heat?.at(x, y) ?? null;
    if (value === null) return '';
    return value === LARGER ? t.board.above(shown(heat?.known ?? LARGER - 1)) : shown(value);
  };

  /** @param {number[]} cell */
  const read = (cell) => {
    const value = board.heat?.at(cell[0], cell[1]);
    if (!board.heat || value === null || value === undefined) return '';
    const outcome = value === 0 ? t.board.lostToMove : t.board.wonToMove;
    const where = cellText(board.heat.position(cell));
    if (side) {
      const other = side.other.heat;
      const both = outcomes ? [board.heat, other].map((heat) => (heat?.at(cell[0], cell[1]) === 0 ? 'P' : 'N')) : [board.heat, other].map((heat) => valueText(heat, cell));
      return t.versus.cell(where, both[0], both[1]);
    }
    if (outcomes) return t.board.misereCell(where, outcome);
    return t.board.cell(where, valueText(board.heat, cell), outcome);
  };

  /** For a reader who does not see the board. */
  const describe = () => {
    const { heat } = board;
    if (!heat) return;
    const from = heat.far ? ` ${t.board.from(cellText(heat.corner))}` : '';
    board.picture.describe(t.board.described(choice.title, outcomes, square(state.size) + from, what(), shown(heat.cold)));
  };

  const load = async () => {
    const signal = latest.next();
    board.canvas.setAttribute('aria-busy', 'true');
    fill(notice, working(t.working.board(square(state.size)), stop));
    const { size, corner } = state;
    try {
      const other = state.versus ? await opponent(state.versus, signal) : null;
      if (other && outcomes && other.shape.wythoff === null) throw new Error(t.versus.noMisere(other.title));
      const heat = await heatOf({ choice, size, corner, misere: outcomes, signal });
      const second = other && await heatOf({ choice: other, size, corner, misere: outcomes, signal });
      if (signal.aborted) return;
      // The same colours for the same values.
      if (second) heat.max = second.max = Math.max(heat.max, second.max);
      const seen = await seenAs(heat, state.look, state.number, signal);
      if (signal.aborted) return;
      beside(other !== null);
      board.setHeat(heat, seen, camera(params));
      params = new URLSearchParams();
      if (other && second && side) {
        side.choose(other);
        await side.show(second, state.look, state.number, signal);
        if (signal.aborted) return;
      }
      about();
      markRow();
      legend(scale, seen);
      describe();
      extras.told(heat);
      mark();
      board.canvas.removeAttribute('aria-busy');
      loaded();
      moved();
    } catch (error) {
      if (cancelled(error)) return;
      fallBack();
      fill(notice, refusalView(error));
    }
  };

  /**
   * One board, or three.
   * @param {boolean} two whether there is another game
   */
  const beside = (two) => {
    if (two === (side !== null)) return;
    side?.close();
    side = two ? comparison(board, state.versus, { title: () => choice.title, pick, moved, point, name }) : null;
    boards.classList.toggle('three', two);
    fill(boards, h('figure', {}, side?.captions[0], box), ...side?.figures ?? []);
  };

  /** What else is to be said of the board that is seen. */
  const about = () => {
    const { heat } = board;
    const outside = heat && place && heat.cell(place).some((n) => n < 0 || n >= heat.width) ? place : null;
    const most = outside ? outside.reduce((a, b) => (a > b ? a : b)) : 0;
    const larger = outside && !state.corner && sizes.list.find((n) => n > most);
    fill(notice,
      misere && !outcomes ? t.board.normalPlay : null,
      outside ? t.board.outside(cellText(outside)) : null,
      larger ? h('button', { type: 'button', onclick: () => resize(larger) }, t.board.show(square(larger))) : null,
      outside && !larger ? h('button', { type: 'button', onclick: () => goTo(outside) }, t.board.there) : null);
  };

  /**
   * A window with this position in its middle.
   * @param {Num[]} position
   */
  const goTo = (position) => {
    state.size = Math.min(state.size, FAR_SIDE);
    const half = BigInt(state.size >> 1);
    begin(position.map((n) => small(BigInt(n) > half ? BigInt(n) - half : 0n)));
  };

  /** @param {Num[] | null} corner */
  const begin = (corner) => {
    state.corner = corner?.some(Boolean) ? corner : null;
    extras.begun(state.corner);
    showSizes();
    load();
  };

  /** The board that is seen stays, and so does what is said of its size and place. */
  const fallBack = () => {
    board.canvas.removeAttribute('aria-busy');
    if (side && !side.marks()) beside(false);
    if (!board.heat) return;
    state.size = board.heat.width;
    state.corner = board.heat.far ? board.heat.corner : null;
    if (!side) state.versus = '';
    showSizes();
    moved();
  };

  const stop = () => {
    latest.stop();
    const wanted = state.size;
    fallBack();
    fill(notice, `${t.working.stopped} `, h('button', { type: 'button', onclick: () => resize(wanted) }, t.board.compute(square(wanted))));
  };

  /** @param {number} wanted */
  const resize = (wanted) => {
    state.size = wanted;
    size.value = String(wanted);
    load();
  };

  const size = h('select', { 'aria-label': t.board.size, id: 'size' });
  size.addEventListener('change', () => resize(Number(size.value)));
  /** The sizes that there are: fewer far out. */
  const showSizes = () => {
    const most = state.corner ? FAR_SIDE : Infinity;
    state.size = Math.min(state.size, most);
    fill(size, ...sizes.list.filter((n) => n <= most).map((n) => h('option', { value: n }, square(n))));
    size.value = String(state.size);
    slopesField?.toggleAttribute('hidden', state.corner !== null);
    board.scene.slopes = state.lines && !state.corner ? slopes : [];
  };
  const number = h('input', { type: 'number', id: 'number', class: 'short', inputmode: 'numeric' });
  /** Shows what was chosen of the values that are there. */
  const showLook = async () => {
    const wanted = NUMBERS[state.look];
    number.hidden = !wanted;
    if (wanted) {
      state.number = Math.max(wanted.least, state.number);
      number.min = String(wanted.least);
      number.value = String(state.number);
      number.setAttribute('aria-label', wanted.label);
    }
    if (!board.heat) return;
    const { look, number: n } = state;
    const seen = await seenAs(board.heat, look, n);
    if (look !== state.look || n !== state.number) return;
    board.setSeen(seen);
    const other = side?.other.heat;
    if (other) await side?.show(other, look, n);
    legend(scale, seen);
    describe();
    moved();
  };
  const looks = segmented(t.board.shows, LOOKS, state.look, (look) => {
    state.look = /** @type {Look} */ (look);
    state.number = NUMBERS[state.look]?.first ?? 0;
    showLook();
  });
  number.addEventListener('input', debounce(250, () => {
    const wanted = Number(number.value);
    if (!number.value || !Number.isInteger(wanted) || wanted < Number(number.min)) return;
    state.number = wanted;
    showLook();
  }));
  const slopes = slopesOf(choice.shape);
  const lines = h('input', { type: 'checkbox', checked: state.lines, id: 'lines' });
  const slopesField = slopes.length ? h('label', { class: 'check' }, lines, h('span', {}, t.board.lines)) : null;
  const setLines = () => {
    state.lines = lines.checked;
    board.scene.slopes = state.lines ? slopes : [];
    board.picture.request();
    moved();
  };
  lines.addEventListener('change', setLines);

  const adapt = h('input', { type: 'checkbox', checked: state.adapt, id: 'scale' });
  adapt.addEventListener('change', () => {
    state.adapt = adapt.checked;
    rescale();
    moved();
  });

  /** The row whose period is told, on the board. */
  const markRow = () => {
    const { heat } = board;
    const at = heat && state.row !== null ? heat.cell([state.row, heat.corner[1]])[0] : -1;
    board.scene.row = heat && at >= 0 && at < heat.width ? at : null;
    board.picture.request();
  };
  const showRow = () => {
    facts.show(state.row);
    markRow();
    moved();
  };
  const extras = tools(choice, state, {
    misere,
    begin,
    compare: (game) => {
      state.versus = game;
      load();
    },
    row: (row) => {
      state.row = row;
      showRow();
    },
  });

  const csv = async () => {
    try {
      const { heat } = board;
      if (!heat) return;
      const marks = side?.marks();
      const cold = state.look === 'cold';
      const value = state.look === 'only' ? { value: state.number } : {};
      const file = side && marks ? cellsCsv(choice, side.sides(), (x, y) => marks.at(x, y) === 0)
        : cold ? coldCsv(choice, coldCells(heat, choice.exchangeable))
        : heat.far ? cellsCsv(choice, [{ title: t.answer.grundy, heat }], (x, y) => state.look !== 'only' || heat.at(x, y) === state.number)
        : await blob('table', { ...asked(choice), ...value, rows: state.size, columns: state.size, format: 'csv' });
      download(`${name()}.csv`, file);
    } catch (error) {
      fill(notice, refusalView(error));
    }
  };
  const picture = {
    savePng: () => (side ? side.keep('png', what()) : board.picture.savePng()),
    saveSvg: () => (side ? side.keep('svg', what()) : board.picture.saveSvg()),
  };
  const box = h('div', { class: 'canvas-box' }, board.canvas);
  const boards = h('div', { class: 'boards' }, h('figure', {}, box));
  const element = h(
    'div',
    { class: 'picture-frame' },
    h(
      'div',
      { class: 'bar' },
      size,
      outcomes ? null : [looks, number, h('label', { class: 'check' }, adapt, h('span', {}, t.board.adapt))],
      h('span', { class: 'gap' }),
      h('div', { class: 'group', role: 'group', 'aria-label': t.board.zoom },
        h('button', { type: 'button', 'aria-label': t.board.zoomOut, onclick: () => board.zoom(1 / 1.6) }, '−'),
        h('button', { type: 'button', 'aria-label': t.board.zoomIn, onclick: () => board.zoom(1.6) }, '+'),
        h('button', { type: 'button', onclick: () => board.fit() }, t.board.all)),
      keepButtons(csv, picture),
    ),
    h('div', { class: 'noticed' }, boards, notice),
    h('div', { class: 'foot' }, readout, slopesField, scale),
    extras.element,
    facts.element,
  );
  /** @type {any} */ (board.canvas).board = board;
  showSizes();
  showLook();
  // What a link asks for has its place from the beginning.
  beside(state.versus !== '');
  load();
  if (state.row !== null) showRow();

  const marking = new Latest();
  /** @type {import('../api.js').Solved | null} */
  let chosen = null;
  /** The position that was asked for, on the boards that are seen. */
  const mark = () => {
    const { heat } = board;
    place = chosen && chosen.position.length === 2 ? chosen.position : null;
    const from = place;
    if (!heat || !from || !chosen) board.setChosen(null, []);
    else {
      if (!board.canvas.hasAttribute('aria-busy')) about();
      board.setChosen(heat.cell(from), chosen.winning_moves.map((to) => heat.cell(choice.exchangeable ? aligned(from, to) : to)));
    }
    side?.mark(place, misere, marking.next());
  };
  return {
    element,
    state: () => {
      const view = board.view;
      return {
        size: state.size === 64 ? null : state.size,
        view: state.look === 'grundy' || misere ? null : state.look,
        number: NUMBERS[state.look] && !misere ? state.number : null,
        lines: state.lines,
        scale: state.adapt,
        from: state.corner?.join(',') ?? null,
        versus: state.versus,
        row: state.row === null ? null : String(state.row),
        look: view ? `${view.x},${view.y},${view.span}` : null,
      };
    },
    mark(solved) {
      chosen = solved;
      mark();
    },
    value(position) {
      const { heat } = board;
      if (!heat || outcomes || position.length !== 2) return null;
      const [x, y] = heat.cell(position);
      const value = heat.at(x, y);
      return value === LARGER ? null : value;
    },
    close() {
      latest.stop();
      marking.stop();
      facts.stop();
      side?.close();
      board.close();
    },
  };
}

/** @param {URLSearchParams} params */
function camera(params) {
  const [x, y, span] = (params.get('look') ?? '').split(',').map(Number);
  return Number.isFinite(x) && Number.isFinite(y) && span > 0 ? { x, y, span } : null;
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
