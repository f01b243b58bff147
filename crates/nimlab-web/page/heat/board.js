// A board on a canvas: wheel, pinch, drag and keys move and zoom it; pointing
// reads a cell, clicking or Enter chooses it.

import { colour } from '../theme.js';
import { Picture } from '../plot/canvas.js';
import { Camera } from './camera.js';
import { drawBoard, seen } from './draw.js';
import { Tiles } from './tiles.js';
import { LARGER } from './values.js';
import { t } from '../texts.js';

/** @typedef {import('./values.js').Heat} Heat */
/** @typedef {{x: number, y: number, span: number}} View the cell in the middle, and how many cells are seen side by side */
/** @typedef {{point: (cell: number[] | null) => void, choose: (cell: number[]) => void, moved: () => void, name: () => string, title?: () => string, legend?: (pen: import('../plot/pen.js').Pen) => void}} Listener */

const LEFT = 58;
const BOTTOM = 38;
/** So many cells are looked through for the values that are seen. */
const MOST_RANGED = 1 << 20;

export class Board {
  /**
   * @param {Listener} listener
   * @param {Camera} [camera] that of another board, which moves with this one
   */
  constructor(listener, camera) {
    this.listener = listener;
    this.follows = camera !== undefined;
    /** @type {Heat | null} */
    this.heat = null;
    /** @type {import('./looks.js').Seen | null} what is seen of it */
    this.seen = null;
    /** @type {import('./draw.js').Scene} */
    this.scene = {
      camera: camera ?? new Camera(), tiles: null, left: LEFT, bottom: BOTTOM, hover: null, cursor: null,
      focused: false, chosen: null, targets: [], slopes: [], row: null,
      names: [t.picker.first, t.picker.second], corner: [0, 0],
      again: () => this.picture.request(),
    };
    this.picture = new Picture({
      label: t.board.name,
      help: t.board.help,
      role: 'application',
      name: () => listener.name(),
      title: listener.title,
      legend: listener.legend,
      draw: (pen, width, height, vector) => {
        this.#measure(width, height);
        const { kept, context } = this.picture;
        drawBoard(pen, width, height, vector, kept ? { ...this.scene, hover: null, focused: false } : this.scene, context, kept);
      },
    });
    this.canvas = this.picture.canvas;
    this.canvas.tabIndex = 0;
    /** @type {View | null} What to show once the size of the canvas is known. */
    this.wanted = null;
    /** @type {Map<number, number[]>} */
    this.fingers = new Map();
    this.travelled = 0;
    this.#listen();
    this.recolour = () => this.#tiles();
    addEventListener('themechange', this.recolour);
  }

  get camera() {
    return this.scene.camera;
  }

  /**
   * @param {Heat} heat
   * @param {import('./looks.js').Seen} seen
   * @param {View | null} view what to show; null for all of it
   */
  setHeat(heat, seen, view) {
    const same = this.follows || (this.heat && this.heat.width === heat.width && this.heat.height === heat.height && String(this.heat.corner) === String(heat.corner));
    this.heat = heat;
    this.seen = seen;
    this.scene.corner = heat.corner;
    this.camera.columns = heat.width;
    this.camera.rows = heat.height;
    this.#tiles();
    if (view) this.wanted = view;
    else if (!same) this.camera.fit();
    this.#look();
    this.#keepCursor();
    this.#moved();
  }

  /** @param {import('./looks.js').Seen} seen */
  setSeen(seen) {
    this.seen = seen;
    this.#tiles();
    this.picture.request();
  }

  /**
   * @param {number[] | null} from
   * @param {number[][]} targets
   */
  setChosen(from, targets) {
    this.scene.chosen = from;
    this.scene.targets = targets;
    if (from) this.scene.cursor = [...from];
    this.picture.request();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.camera.zoom(factor);
    this.#moved();
  }

  fit() {
    this.camera.fit();
    this.#moved();
  }

  close() {
    this.picture.close();
    removeEventListener('themechange', this.recolour);
  }

  #tiles() {
    if (!this.seen) return;
    const plain = colour('--cell').match(/\w\w/g) ?? ['ff', 'ff', 'ff'];
    this.scene.tiles = new Tiles(this.seen, plain.map((pair) => parseInt(pair, 16)));
    this.picture.request();
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  #measure(width, height) {
    const camera = this.camera;
    const [w, h] = [Math.max(40, width - LEFT - 8), Math.max(40, height - BOTTOM - 8)];
    if (camera.width === w && camera.height === h) return;
    const whole = camera.width === 1 || Math.abs(camera.scale - camera.whole) < 1e-6;
    camera.width = w;
    camera.height = h;
    if (whole) camera.fit();
    this.#look();
  }

  /** Goes to what was wanted, once there is a size to reckon with. */
  #look() {
    const camera = this.camera;
    if (this.wanted && camera.width > 1 && this.heat) {
      camera.scale = camera.width / this.wanted.span;
      camera.settle();
      camera.x = this.wanted.x + 0.5 - camera.width / camera.scale / 2;
      camera.y = this.wanted.y + 0.5 - camera.height / camera.scale / 2;
      this.wanted = null;
    }
    camera.settle();
  }

  /** @returns {View | null} null if the whole board is seen */
  get view() {
    const camera = this.camera;
    if (this.wanted) return this.wanted;
    if (camera.scale <= camera.whole * 1.001) return null;
    const [x, y] = camera.cell(camera.width / 2, camera.height / 2);
    return { x: Math.floor(x), y: Math.floor(y), span: Math.round(camera.width / camera.scale) };
  }

  /**
   * Another board was moved, or a cell of it is pointed at.
   * @param {number[] | null} [cell]
   */
  follow(cell = this.scene.hover) {
    this.scene.hover = cell;
    this.canvas.style.touchAction = this.view ? 'none' : 'pan-y';
    this.picture.request();
  }

  /**
   * The least and the largest value above 0 among the cells that are seen, where these are few enough.
   * @returns {import('./looks.js').Range | null}
   */
  get range() {
    const { x0, x1, y0, y1 } = seen(this.camera);
    if (!this.seen || !this.view || (x1 - x0 + 1) * (y1 - y0 + 1) > MOST_RANGED) return null;
    const { heat } = this.seen;
    let [low, high] = [Infinity, 0];
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        const value = heat.at(x, y);
        if (!value || value === LARGER) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    return high ? { low, high } : null;
  }

  #keepCursor() {
    const cursor = this.scene.cursor ?? [0, 0];
    this.scene.cursor = [Math.min(cursor[0], this.camera.columns - 1), Math.min(cursor[1], this.camera.rows - 1)];
  }

  #moved() {
    // While all of the board is seen, one finger scrolls the page.
    this.canvas.style.touchAction = this.view ? 'none' : 'pan-y';
    this.picture.request();
    this.listener.moved();
  }

  /**
   * @param {PointerEvent | WheelEvent} event
   * @returns {number[]} point from the corner of the board
   */
  #at(event) {
    // Another board may have measured the camera that they share.
    this.#measure(this.picture.width, this.picture.height);
    const box = this.canvas.getBoundingClientRect();
    const top = this.picture.height - BOTTOM - this.camera.height;
    return [event.clientX - box.left - LEFT, event.clientY - box.top - top];
  }

  /**
   * @param {number[]} point
   * @returns {number[] | null}
   */
  #cell([px, py]) {
    if (px < 0 || py < 0 || px > this.camera.width || py > this.camera.height) return null;
    const [x, y] = this.camera.cell(px, py).map(Math.floor);
    return x >= 0 && y >= 0 && x < this.camera.columns && y < this.camera.rows ? [x, y] : null;
  }

  #listen() {
    const canvas = this.canvas;
    canvas.addEventListener('wheel', (event) => {
      // Where there is nothing more to be seen the wheel is the page's.
      if (event.deltaY > 0 && !this.view && !event.ctrlKey) return;
      event.preventDefault();
      const [px, py] = this.#at(event);
      const lines = event.deltaMode === 1 ? 16 : 1;
      this.camera.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0022), px, py);
      this.#moved();
    }, { passive: false });
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, this.#at(event));
      this.travelled = this.fingers.size > 1 ? 99 : 0;
    });
    canvas.addEventListener('pointermove', (event) => this.#drag(event));
    canvas.addEventListener('pointerup', (event) => {
      const was = this.fingers.delete(event.pointerId);
      const cell = this.#cell(this.#at(event));
      if (was && this.travelled < 5 && cell) this.listener.choose(cell);
    });
    canvas.addEventListener('pointercancel', (event) => this.fingers.delete(event.pointerId));
    canvas.addEventListener('pointerleave', () => this.#hover(null));
    canvas.addEventListener('dblclick', (event) => event.preventDefault());
    canvas.addEventListener('keydown', (event) => this.#key(event));
    const focus = () => {
      this.scene.focused = canvas.matches(':focus-visible');
      this.picture.request();
    };
    canvas.addEventListener('focus', focus);
    canvas.addEventListener('blur', focus);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const now = this.#at(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) return this.#hover(this.#cell(now));
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    this.travelled += Math.hypot(dx, dy);
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1] ?? before;
      const span = Math.hypot(before[0] - other[0], before[1] - other[1]) || 1;
      const factor = Math.hypot(now[0] - other[0], now[1] - other[1]) / span;
      this.camera.pan(dx / 2, dy / 2);
      this.camera.zoom(factor, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else if (this.travelled >= 5) {
      this.camera.pan(dx, dy);
    }
    this.fingers.set(event.pointerId, now);
    if (this.travelled >= 5) this.#moved();
  }

  /** @param {number[] | null} cell */
  #hover(cell) {
    const before = this.scene.hover;
    if (cell?.[0] === before?.[0] && cell?.[1] === before?.[1]) return;
    this.scene.hover = cell;
    this.listener.point(cell);
    this.picture.request();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.heat) return;
    const step = event.shiftKey ? 10 : 1;
    /** @type {Record<string, number[]>} */
    const steps = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const by = steps[event.key];
    if (by) {
      const [x, y] = this.scene.cursor ?? [0, 0];
      const cursor = [Math.min(this.camera.columns - 1, Math.max(0, x + by[0])), Math.min(this.camera.rows - 1, Math.max(0, y + by[1]))];
      this.scene.cursor = cursor;
      this.scene.focused = true;
      this.camera.reveal(cursor[0], cursor[1]);
      this.listener.point(cursor);
      this.#moved();
    } else if (event.key === '+' || event.key === '=') this.#zoomAtCursor(1.5);
    else if (event.key === '-') this.#zoomAtCursor(1 / 1.5);
    else if (event.key === '0') this.fit();
    else if ((event.key === 'Enter' || event.key === ' ') && this.scene.cursor) this.listener.choose(this.scene.cursor);
    else return;
    event.preventDefault();
  }

  /** @param {number} factor */
  #zoomAtCursor(factor) {
    const [x, y] = this.scene.cursor ?? [0, 0];
    const [px, py] = this.camera.point(x + 0.5, y + 0.5);
    const inside = px >= 0 && py >= 0 && px <= this.camera.width && py <= this.camera.height;
    if (inside) this.camera.zoom(factor, px, py);
    else this.camera.zoom(factor);
    this.#moved();
  }
}
