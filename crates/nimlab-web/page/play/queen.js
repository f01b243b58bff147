// A queen on a board: the position (x, y) is her square, the corner is the end.
// Squares that she may go to are marked; click one, or move the cursor with the
// arrow keys and press Enter.

import { fill, h, s, still } from '../dom.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/** The largest square that is shown as a board. */
export const LARGEST = 40;
const CELL = 32;
const EDGE = 26;

/**
 * @param {Choice} _choice
 * @param {(to: Num[]) => void} play
 * @returns {import('./stones.js').Stage}
 */
export function queenStage(_choice, play) {
  let from = [0, 0];
  let cursor = [0, 0];
  let size = 8;
  /** @type {Set<string>} the squares that may be gone to */
  let targets = new Set();
  const readout = h('output', { class: 'readout', 'aria-live': 'polite' });
  const board = s('svg', { class: 'queen-board', role: 'application', tabindex: 0 });
  const frame = h('div', { class: 'queen-frame' }, board);
  const element = h('div', { class: 'queen-stage' }, frame, readout);
  /** @param {number} x @param {number} y */
  const corner = (x, y) => [EDGE + x * CELL, 4 + (size - 1 - y) * CELL];
  const queen = s('g', { class: 'queen' }, s('circle', { r: CELL * 0.42 }), s('path', { d: 'M-8 6 L-10 -5 L-5 0 L0 -8 L5 0 L10 -5 L8 6 Z' }));
  const mark = s('rect', { class: 'cursor', width: CELL, height: CELL, rx: 4 });
  const trail = s('line', { class: 'trail' });

  /** @param {number[]} cell */
  const centre = ([x, y]) => {
    const [px, py] = corner(x, y);
    return [px + CELL / 2, py + CELL / 2];
  };
  const setQueen = () => {
    const [px, py] = centre(from);
    /** @type {SVGElement} */ (queen).style.transform = `translate(${px}px, ${py}px)`;
  };
  const setCursor = () => {
    const [px, py] = corner(cursor[0], cursor[1]);
    mark.setAttribute('x', String(px));
    mark.setAttribute('y', String(py));
    const here = cursor[0] === from[0] && cursor[1] === from[1];
    readout.textContent = `(${cursor[0]}, ${cursor[1]})${here ? t.queen.here : targets.has(cursor.join()) ? t.queen.allowed : ''}`;
  };
  /** @param {number[]} cell */
  const go = (cell) => {
    if (targets.has(cell.join())) play(cell);
  };

  const draw = () => {
    const width = EDGE + size * CELL + 4;
    // A finger needs room: then the board is larger than its frame, which is scrolled.
    board.style.setProperty('--squares', String(size + 1));
    board.setAttribute('viewBox', `0 0 ${width} ${size * CELL + EDGE + 4}`);
    const squares = [];
    for (let x = 0; x < size; x++) {
      for (let y = 0; y < size; y++) {
        const [px, py] = corner(x, y);
        const may = targets.has(`${x},${y}`);
        const kind = `square ${(x + y) % 2 ? 'odd' : ''} ${may ? 'may' : ''} ${x + y === 0 ? 'home' : ''}`;
        squares.push(s('rect', { class: kind, x: px, y: py, width: CELL, height: CELL, 'data-cell': `${x},${y}`, onclick: may ? () => go([x, y]) : undefined }));
        if (may) squares.push(s('circle', { class: 'dot', cx: px + CELL / 2, cy: py + CELL / 2, r: 4 }));
      }
      const every = size > 24 ? 5 : size > 14 ? 2 : 1;
      if (x % every) continue;
      squares.push(s('text', { class: 'tick', x: centre([x, 0])[0], y: size * CELL + 18, 'text-anchor': 'middle' }, x));
      squares.push(s('text', { class: 'tick', x: EDGE - 6, y: centre([0, x])[1] + 4, 'text-anchor': 'end' }, x));
    }
    fill(board, ...squares, trail, mark, queen);
  };

  /**
   * Brings a square into the middle of the frame, if the board does not fit in.
   * @param {number[]} cell
   */
  const reveal = (cell) => {
    const each = board.getBoundingClientRect().width / (EDGE + size * CELL + 4);
    const [x, y] = centre(cell);
    frame.scrollTo({ left: x * each - frame.clientWidth / 2, top: y * each - frame.clientHeight / 2, behavior: still() ? 'instant' : 'smooth' });
  };

  board.addEventListener('keydown', (event) => {
    /** @type {Record<string, number[]>} */
    const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const by = keys[event.key];
    if (by) {
      cursor = cursor.map((place, i) => Math.min(size - 1, Math.max(0, place + by[i])));
      setCursor();
      reveal(cursor);
    } else if (event.key === 'Enter' || event.key === ' ') go(cursor);
    else return;
    event.preventDefault();
  });

  return {
    element,
    show(position, options) {
      const next = position.map(Number);
      size = Math.min(LARGEST + 1, Math.max(size, 6, ...next.map((place) => place + 1)));
      targets = new Set((options ?? []).map(String));
      from = next;
      cursor = next;
      board.setAttribute('aria-label', t.queen.described(`(${next.join(', ')})`, options ? targets.size : null));
      trail.setAttribute('class', 'trail');
      draw();
      setQueen();
      setCursor();
      reveal(next);
    },
    sized(line) {
      size = Math.min(LARGEST + 1, Math.max(size, ...line.flat().map((place) => Number(place) + 1)));
    },
    async move(before, to) {
      const target = to.map(Number);
      const [[x1, y1], [x2, y2]] = [centre(before.map(Number)), centre(target)];
      for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) trail.setAttribute(name, String(value));
      trail.setAttribute('class', 'trail shown');
      from = target;
      queen.classList.add('moving');
      setQueen();
      if (!still()) await new Promise((resolve) => setTimeout(resolve, 800));
      queen.classList.remove('moving');
    },
    suggest(to) {
      const square = String(to);
      if (!targets.has(square)) return;
      cursor = to.map(Number);
      setCursor();
      board.querySelector(`[data-cell="${square}"]`)?.classList.add('hinted');
    },
    focus() {
      /** @type {any} */ (board).focus();
    },
  };
}
