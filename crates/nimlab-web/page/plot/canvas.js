// A canvas that fills its box at the resolution of the screen, is redrawn
// when its size or the colours change, and can be kept as PNG or SVG.

import { h } from '../dom.js';
import { keepFigure } from './figure.js';
import { canvasPen } from './pen.js';

/** @typedef {import('./pen.js').Pen} Pen */

export class Picture {
  /**
   * @param {{label: string, help?: string, name: () => string, title?: () => string, legend?: (pen: Pen) => void, draw: (pen: Pen, width: number, height: number, vector: boolean) => void, role?: string}} options
   */
  constructor(options) {
    this.options = options;
    this.canvas = h('canvas', { class: 'picture', role: options.role ?? 'img', 'aria-label': `${options.label} ${options.help ?? ''}`.trim() });
    this.width = 0;
    this.height = 0;
    this.ratio = 1;
    this.waiting = false;
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d', { alpha: false }));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas);
    this.redraw = () => this.request();
    addEventListener('themechange', this.redraw);
    /** Whether it is drawn for a file: without what is pointed at. */
    this.kept = false;
    /** Milliseconds that the last drawing took. */
    this.cost = 0;
  }

  /**
   * Says what is seen, before how it is moved.
   * @param {string} words
   */
  describe(words) {
    this.canvas.setAttribute('aria-label', `${words} ${this.options.help ?? ''}`.trim());
  }

  resize() {
    const box = this.canvas.getBoundingClientRect();
    if (!box.width || !box.height) return;
    this.ratio = Math.min(3, devicePixelRatio || 1);
    this.width = Math.round(box.width);
    this.height = Math.round(box.height);
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    this.paint();
  }

  /** Draws with the next frame, once however often it is asked. */
  request() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  paint() {
    if (!this.width || !this.canvas.isConnected) return;
    const begun = performance.now();
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.options.draw(canvasPen(this.context), this.width, this.height, false);
    this.cost = performance.now() - begun;
  }

  /**
   * Draws into a file, as large as on the screen.
   * @param {Pen} pen
   * @param {CanvasRenderingContext2D} context
   * @param {boolean} vector
   */
  drawFor(pen, context, vector) {
    const screen = this.context;
    [this.kept, this.context] = [true, context];
    try {
      this.options.draw(pen, this.width, this.height, vector);
    } finally {
      [this.kept, this.context] = [false, screen];
    }
  }

  /** @param {'png' | 'svg'} kind */
  #keep(kind) {
    const { name, title, legend } = this.options;
    keepFigure(kind, name(), title?.() ?? '', [{ picture: this, caption: '' }], legend);
  }

  savePng() {
    this.#keep('png');
  }

  saveSvg() {
    this.#keep('svg');
  }

  close() {
    this.observer.disconnect();
    removeEventListener('themechange', this.redraw);
  }
}
