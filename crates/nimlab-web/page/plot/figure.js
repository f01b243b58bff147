// A figure for a paper: one picture or several side by side, with a title above and the key
// to the colours below. It is drawn in the light colours, also from a dark page.

import { download } from '../dom.js';
import { colour, onPaper } from '../theme.js';
import { canvasPen, shifted, svgPen } from './pen.js';

/** @typedef {import('./pen.js').Pen} Pen */
/** @typedef {{picture: import('./canvas.js').Picture, caption: string}} Panel */

const [EDGE, TITLE, CAPTION, LEGEND] = [12, 40, 26, 36];
/** Dots of a PNG for a point of the page, at least. */
const DENSITY = 2;

/**
 * @param {'png' | 'svg'} kind
 * @param {string} name of the file, without what tells its kind
 * @param {string} title
 * @param {Panel[]} panels
 * @param {(pen: Pen) => void} [legend] drawn from (0, 0) on, the middle of a line
 */
export function keepFigure(kind, name, title, panels, legend) {
  const seen = panels.filter(({ picture }) => picture.width);
  const width = seen.reduce((sum, { picture }) => sum + picture.width + EDGE, EDGE);
  const head = (title ? TITLE : EDGE) + (seen.some(({ caption }) => caption) ? CAPTION : 0);
  const middle = Math.max(0, ...seen.map(({ picture }) => picture.height));
  const height = head + middle + (legend ? LEGEND : EDGE);
  /** @param {Pen} pen @param {CanvasRenderingContext2D} context */
  const draw = (pen, context) => {
    pen.rect(0, 0, width, height, colour('--ground'));
    // A long title is written smaller.
    if (title) pen.text(width / 2, TITLE / 2, title, colour('--ink'), Math.min(19, (1.8 * (width - 2 * EDGE)) / title.length), 'middle');
    let left = EDGE;
    for (const { picture, caption } of seen) {
      if (caption) pen.text(left + picture.width / 2, head - CAPTION / 2, caption, colour('--ink'), Math.min(15, (1.8 * picture.width) / caption.length), 'middle');
      picture.drawFor(shifted(pen, left, head), context, kind === 'svg');
      left += picture.width + EDGE;
    }
    legend?.(shifted(pen, 2 * EDGE, height - LEGEND / 2));
  };
  const canvas = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
  if (kind === 'svg') {
    const { pen, finish } = svgPen(width, height);
    onPaper(() => draw(pen, context));
    return download(`${name}.svg`, new Blob([finish()], { type: 'image/svg+xml' }));
  }
  const density = Math.max(DENSITY, devicePixelRatio || 1);
  [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
  context.scale(density, density);
  onPaper(() => draw(canvasPen(context), context));
  canvas.toBlob((blob) => blob && download(`${name}.png`, blob), 'image/png');
}
