// P-positions of three piles: points in space that can be turned, and their three
// projections. Used by Explore and Learn.

import { css, scale } from '../colour.js';
import { shown } from '../json.js';
import { colour, small, tone } from '../theme.js';
import { Picture } from './canvas.js';
import { ticks } from './pen.js';
import { t } from '../texts.js';

/** @typedef {import('./pen.js').Pen} Pen */

/** At most this many points are drawn, evenly chosen from all. */
const MOST = 6000;
const NAMES = ['a', 'b', 'c'];
const PAIRS = [[0, 1], [0, 2], [1, 2]];
/** So near must a click be to a point, in points of the screen. */
const NEAR = 14;

export class SpacePlot {
  /**
   * @param {() => string} name for the files
   * @param {() => string} [title] for the figures
   */
  constructor(name, title) {
    /** @type {Uint32Array} */
    this.points = new Uint32Array();
    this.turn = -0.62;
    this.tilt = 0.42;
    /** @type {number[] | null} */
    this.mark = null;
    this.turned = () => {};
    /** @type {((position: number[]) => void) | null} called when a point is clicked */
    this.choose = null;
    /** @type {{x: number, y: number, position: number[]}[]} where the points were drawn */
    this.drawn = [];
    this.space = new Picture({ label: t.space.name, help: t.space.help, role: 'application', name: () => `${name()}-space`, title, draw: (pen, w, h) => this.#space(pen, w, h) });
    this.flat = PAIRS.map(
      ([i, j]) => new Picture({ label: t.space.projection(NAMES[i], NAMES[j]), name: () => `${name()}-${NAMES[i]}${NAMES[j]}`, draw: (pen, w, h) => this.#flat(pen, w, h, i, j) }),
    );
    this.canvas = this.space.canvas;
    this.canvas.tabIndex = 0;
    this.#listen();
  }

  /** @param {Uint32Array} points triples */
  set(points) {
    this.points = points;
    this.#describe();
    this.request();
  }

  #describe() {
    const count = this.points.length / 3;
    const most = [0, 0, 0];
    for (let i = 0; i < this.points.length; i++) most[i % 3] = Math.max(most[i % 3], this.points[i]);
    const first = Array.from({ length: Math.min(4, count) }, (_, n) => `(${this.points.slice(3 * n, 3 * n + 3).join(', ')})`);
    this.space.describe(t.space.described(shown(count), first.join(', '), NAMES.map((name, i) => `${name} = ${shown(most[i])}`).join(', ')));
    PAIRS.forEach(([i, j], k) => this.flat[k].describe(t.space.projected(shown(count), NAMES[i], NAMES[j], shown(most[i]), shown(most[j]))));
  }

  request() {
    for (const picture of [this.space, ...this.flat]) picture.request();
  }

  close() {
    for (const picture of [this.space, ...this.flat]) picture.close();
  }

  get #largest() {
    let most = 1;
    for (let i = 2; i < this.points.length; i += 3) most = Math.max(most, this.points[i], this.points[i - 1]);
    return most;
  }

  /**
   * Every point that is drawn, with its colour.
   * @param {(point: number[], fill: string) => void} draw
   */
  #each(draw) {
    const count = this.points.length / 3;
    const step = Math.max(1, Math.ceil(count / MOST));
    for (let n = 0; n < count; n += step) {
      draw([this.points[3 * n], this.points[3 * n + 1], this.points[3 * n + 2]], css(scale(tone(n / Math.max(1, count)))));
    }
  }

  /**
   * @param {Pen} pen
   * @param {number} width
   * @param {number} height
   */
  #space(pen, width, height) {
    pen.rect(0, 0, width, height, colour('--ground'));
    const most = this.#largest;
    const size = Math.min(width * 0.52, height * 0.62);
    const [st, ct, sp, cp] = [Math.sin(this.turn), Math.cos(this.turn), Math.sin(this.tilt), Math.cos(this.tilt)];
    /** @param {number[]} point */
    const at = (point) => {
      const [a, b, c] = point.map((x) => x / most - 0.5);
      const x = ct * a - st * b;
      const depth = st * a + ct * b;
      return [width / 2 + size * x, height / 2 - size * (cp * c + sp * depth)];
    };
    const grid = colour('--line');
    const corner = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      for (const other of [0, 1, 2].filter((k) => k !== axis)) {
        const from = [0, 0, 0];
        from[other] = most;
        const to = [...from];
        to[axis] = most;
        pen.line([at(from), at(to)], grid, 1, [2, 4]);
      }
      const end = [0, 0, 0];
      end[axis] = most;
      pen.line([at(corner), at(end)], colour('--soft'), 1.3);
      const tip = [0, 0, 0];
      tip[axis] = most * 1.08;
      const [x, y] = at(tip);
      pen.text(x, y, NAMES[axis], colour('--ink'), small() * 1.2, 'middle');
    }
    pen.text(12, height - 12, t.space.axes(shown(most)), colour('--soft'), small());
    this.drawn = [];
    this.#each((point, fill) => {
      const [x, y] = at(point);
      pen.circle(x, y, 2.2, fill);
      this.drawn.push({ x, y, position: point });
    });
    if (this.mark) {
      const [x, y] = at(this.mark);
      pen.circle(x, y, 6, colour('--ground'));
      pen.circle(x, y, 4.5, colour('--accent'));
    }
  }

  /**
   * @param {Pen} pen
   * @param {number} width
   * @param {number} height
   * @param {number} i
   * @param {number} j
   */
  #flat(pen, width, height, i, j) {
    pen.rect(0, 0, width, height, colour('--ground'));
    const [left, foot] = [14, height - 22];
    let [farX, farY] = [1, 1];
    this.#each((point) => {
      farX = Math.max(farX, point[i]);
      farY = Math.max(farY, point[j]);
    });
    const far = Math.max(farX, farY);
    /** @param {number[]} point */
    const at = (point) => [left + (point[i] / far) * (width - left - 12), foot - (point[j] / far) * (foot - 18)];
    const soft = colour('--soft');
    pen.line([[left, 14], [left, foot], [width - 8, foot]], soft, 1);
    for (const tick of ticks(0, far, 3, 1).slice(1)) {
      const [x] = at([tick, tick, tick]);
      pen.text(Math.min(x, width - 14), foot + 11, shown(tick), soft, small(), 'middle');
    }
    pen.text(left + 4, 10, t.space.against(NAMES[j], NAMES[i]), soft, small());
    this.#each((point, fill) => {
      const [x, y] = at(point);
      pen.rect(x - 1, y - 1, 2, 2, fill);
    });
    if (this.mark) {
      const [x, y] = at(this.mark);
      pen.circle(x, y, 4, colour('--accent'));
    }
  }

  #listen() {
    const canvas = this.canvas;
    /** @type {number[] | null} */
    let held = null;
    let travelled = 0;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      travelled = 0;
      held = [event.clientX, event.clientY];
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!held) return;
      travelled += Math.hypot(event.clientX - held[0], event.clientY - held[1]);
      this.#rotate((event.clientX - held[0]) * 0.008, (event.clientY - held[1]) * 0.008);
      held = [event.clientX, event.clientY];
    });
    canvas.addEventListener('pointerup', (event) => {
      if (held && travelled < 5) this.#pick(event);
    });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => (held = null));
    canvas.addEventListener('keydown', (event) => {
      /** @type {Record<string, number[]>} */
      const keys = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
      const by = keys[event.key];
      if (!by) return;
      event.preventDefault();
      this.#rotate(by[0], by[1]);
    });
  }

  /**
   * Chooses the point that is nearest to a click.
   * @param {PointerEvent} event
   */
  #pick({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    /** @param {{x: number, y: number}} point */
    const away = ({ x, y }) => Math.hypot(x - (clientX - box.left), y - (clientY - box.top));
    let best = null;
    for (const one of this.drawn) if (away(one) < (best ? away(best) : NEAR)) best = one;
    if (best) this.choose?.(best.position);
  }

  /**
   * @param {number} turn
   * @param {number} tilt
   */
  #rotate(turn, tilt) {
    this.turn += turn;
    this.tilt = Math.min(1.5, Math.max(-1.5, this.tilt + tilt));
    this.space.request();
    this.turned();
  }
}
