// The values of a heap game, heap by heap: points over the heap size, with the
// preperiod and every second period shaded. Used by Explore and Learn.

import { COLD, css, scale } from '../colour.js';
import { shown } from '../json.js';
import { colour, small, tone } from '../theme.js';
import { Picture } from './canvas.js';
import { ticks } from './pen.js';
import { t } from '../texts.js';

/** @typedef {{preperiod: number, period: number} | null} Span */

const LEFT = 40;
const RIGHT = 10;
const TOP = 24;
const BOTTOM = 36;

export class SequencePlot {
  /**
   * @param {{point: (n: number | null) => void, choose: (n: number) => void, name: () => string, title?: () => string, moved?: () => void}} listener
   */
  constructor(listener) {
    this.listener = listener;
    /** @type {number[]} */
    this.values = [];
    /** @type {Span} */
    this.span = null;
    this.from = 0;
    this.to = 1;
    /** @type {{from: number, to: number} | null} What to show once there are values. */
    this.wanted = null;
    /** @type {number | null} */
    this.cursor = null;
    this.picture = new Picture({
      label: t.sequence.name,
      help: t.sequence.help,
      role: 'application',
      name: () => listener.name(),
      title: listener.title,
      draw: (pen, width, height) => this.#draw(pen, width, height),
    });
    this.canvas = this.picture.canvas;
    this.canvas.tabIndex = 0;
    this.#listen();
  }

  /**
   * @param {number[]} values
   * @param {Span} span
   */
  set(values, span) {
    if (values.length !== this.values.length) {
      this.from = 0;
      this.to = values.length;
    }
    this.values = values;
    this.span = span;
    if (this.wanted && values.length) {
      this.from = Math.max(0, Math.min(values.length - 1, this.wanted.from));
      this.to = Math.max(this.from + 1, Math.min(values.length, this.wanted.to));
      this.wanted = null;
    }
    this.#describe();
    this.picture.request();
  }

  #describe() {
    const most = this.values.reduce((a, b) => Math.max(a, b), 0);
    const zeros = this.values.filter((value) => value === 0).length;
    const repeats = this.span ? t.sequence.repeats(shown(this.span.preperiod), shown(this.span.period)) : '';
    this.picture.describe(t.sequence.described(shown(this.values.length - 1), shown(most), shown(zeros), this.values.slice(0, 12).join(', ')) + repeats);
  }

  /** Which heaps are seen; null if all are. */
  get view() {
    if (this.wanted) return this.wanted;
    if (this.to - this.from >= this.values.length) return null;
    return { from: Math.round(this.from), to: Math.round(this.to) };
  }

  close() {
    this.picture.close();
  }

  /** @param {number} n */
  #x(n) {
    return LEFT + ((n - this.from) / (this.to - this.from)) * (this.picture.width - LEFT - RIGHT);
  }

  /** @param {number} px */
  #heap(px) {
    const n = Math.floor(this.from + ((px - LEFT) / (this.picture.width - LEFT - RIGHT)) * (this.to - this.from));
    return n >= 0 && n < this.values.length && px >= LEFT ? n : null;
  }

  /**
   * @param {import('./pen.js').Pen} pen
   * @param {number} width
   * @param {number} height
   */
  #draw(pen, width, height) {
    pen.rect(0, 0, width, height, colour('--ground'));
    const first = Math.max(0, Math.floor(this.from));
    const last = Math.min(this.values.length, Math.ceil(this.to));
    if (last <= first) return;
    let high = 1;
    for (let n = first; n < last; n++) high = Math.max(high, this.values[n]);
    const foot = height - BOTTOM;
    /** @param {number} value */
    const y = (value) => foot - ((value + 0.5) / (high + 1)) * (foot - TOP);
    this.#bands(pen, foot);
    const soft = colour('--soft');
    for (const value of ticks(0, high, (foot - TOP) / 34, 1)) {
      pen.line([[LEFT, y(value)], [width - RIGHT, y(value)]], colour('--grid'), 1);
      pen.text(LEFT - 6, y(value), shown(value), soft, small(), 'end');
    }
    const step = (width - LEFT - RIGHT) / (this.to - this.from);
    for (const n of ticks(this.from, this.to - 1, width / 80, 1)) pen.text(this.#x(n + 0.5), foot + 11, shown(n), soft, small(), 'middle');
    pen.text(width - RIGHT, height - 8, t.sequence.axis, soft, small(), 'end');
    pen.text(LEFT - 6, 10, 'G(n)', soft, small(), 'end');
    const size = Math.max(2.6, Math.min(11, step * 0.7, ((foot - TOP) / (high + 1)) * 0.7));
    const inks = Array.from({ length: high + 1 }, (_, value) => css(value === 0 ? COLD : scale(tone(value / high))));
    for (let n = first; n < last; n++) {
      const value = this.values[n];
      if (value < 0) continue;
      pen.rect(this.#x(n + 0.5) - size / 2, y(value) - size / 2, size, size, inks[value]);
    }
    if (this.cursor !== null) {
      const x = this.#x(this.cursor + 0.5);
      pen.line([[x, TOP - 4], [x, foot]], colour('--focus'), 1.5);
    }
  }

  /**
   * @param {import('./pen.js').Pen} pen
   * @param {number} foot
   */
  #bands(pen, foot) {
    if (!this.span) return;
    const { preperiod, period } = this.span;
    const right = this.picture.width - RIGHT;
    /** @param {number} from @param {number} to @param {string} fill */
    const band = (from, to, fill) => {
      const [a, b] = [Math.max(LEFT, this.#x(from)), Math.min(right, this.#x(to))];
      if (b > a) pen.rect(a, TOP - 6, b - a, foot - TOP + 6, fill);
      return [a, b];
    };
    if (preperiod > 0) {
      const [a, b] = band(0, preperiod, colour('--warn'));
      if (b - a > 66) pen.text((a + b) / 2, TOP - 13, t.sequence.preperiod, colour('--soft'), small(), 'middle');
    }
    const begun = Math.max(0, Math.floor((this.from - preperiod) / period));
    if ((this.to - this.from) / period > 300) return;
    for (let k = begun; preperiod + k * period < this.to; k++) {
      const [a, b] = band(preperiod + k * period, preperiod + (k + 1) * period, colour(k % 2 ? '--band' : '--band2'));
      if (k === begun && b - a > 46) pen.text((a + b) / 2, TOP - 13, t.sequence.period, colour('--soft'), small(), 'middle');
    }
  }

  #listen() {
    const canvas = this.canvas;
    /** @type {number | null} */
    let held = null;
    let travelled = 0;
    canvas.addEventListener('pointermove', (event) => {
      const px = event.offsetX;
      if (held !== null) {
        travelled += Math.abs(px - held);
        this.#pan(((held - px) / (this.picture.width - LEFT - RIGHT)) * (this.to - this.from));
        held = px;
      }
      this.#at(this.#heap(px));
    });
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      held = event.offsetX;
      travelled = 0;
    });
    canvas.addEventListener('pointerup', (event) => {
      const heap = this.#heap(event.offsetX);
      held = null;
      if (travelled < 5 && heap !== null) this.listener.choose(heap);
    });
    canvas.addEventListener('pointercancel', () => (held = null));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.#zoom(Math.exp(event.deltaY * 0.002), this.#heap(event.offsetX) ?? this.from);
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
      const middle = this.cursor ?? (this.from + this.to) / 2;
      if (by) this.#at(Math.min(this.values.length - 1, Math.max(0, (this.cursor ?? -by) + by * (event.shiftKey ? 10 : 1))));
      else if (event.key === '+' || event.key === '=') this.#zoom(1 / 1.5, middle);
      else if (event.key === '-') this.#zoom(1.5, middle);
      else if (event.key === '0') this.#zoom(1e9, 0);
      else if (event.key === 'Enter' && this.cursor !== null) this.listener.choose(this.cursor);
      else return;
      event.preventDefault();
    });
  }

  /** @param {number | null} heap */
  #at(heap) {
    if (heap === this.cursor) return;
    this.cursor = heap;
    if (heap !== null && (heap < this.from || heap >= this.to)) this.#pan(heap - (this.from + this.to) / 2);
    this.listener.point(heap);
    this.picture.request();
  }

  /** @param {number} by */
  #pan(by) {
    const width = this.to - this.from;
    this.from = Math.min(this.values.length - width, Math.max(0, this.from + by));
    this.to = this.from + width;
    this.picture.request();
    this.listener.moved?.();
  }

  /**
   * @param {number} factor
   * @param {number} around
   */
  #zoom(factor, around) {
    const width = Math.min(this.values.length, Math.max(Math.min(12, this.values.length), (this.to - this.from) * factor));
    const share = (around - this.from) / (this.to - this.from);
    this.from = around - share * width;
    this.to = this.from + width;
    this.#pan(0);
  }
}
