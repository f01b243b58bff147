// What is seen of a board: the cells, their numbers when there is room, grid,
// axes, the cursor, and the arrows of the winning moves.

import { css, isLight } from '../colour.js';
import { arrow, shifted, ticks } from '../plot/pen.js';
import { shown } from '../json.js';
import { colour, small } from '../theme.js';
import { TILE } from './tiles.js';
import { LARGER } from './values.js';

/** @typedef {import('../plot/pen.js').Pen} Pen */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./tiles.js').Tiles} Tiles */
/**
 * @typedef {{
 *   camera: Camera, tiles: Tiles | null, left: number, bottom: number,
 *   hover: number[] | null, cursor: number[] | null, focused: boolean,
 *   chosen: number[] | null, targets: number[][], slopes: number[], row: number | null,
 *   names: string[], corner: import('../json.js').Num[], again: () => void,
 * }} Scene
 */

/**
 * @param {Pen} pen
 * @param {number} width
 * @param {number} height
 * @param {boolean} vector
 * @param {Scene} scene
 * @param {CanvasRenderingContext2D} context
 * @param {boolean} whole whether nothing may be left for the next frame
 */
export function drawBoard(pen, width, height, vector, scene, context, whole) {
  pen.rect(0, 0, width, height, colour('--ground'));
  const { camera, tiles, left } = scene;
  if (!tiles) return;
  const top = height - scene.bottom - camera.height;
  const shift = shifted(pen, left, top);
  pen.clip(left, top, camera.width, camera.height, () => {
    const cells = vector && camera.width * camera.height < 40_000 * camera.scale ** 2;
    if (cells) drawCells(shift, camera, tiles);
    else drawTiles(shift, camera, tiles, context, whole ? Infinity : FRAME, scene.again);
    if (camera.scale >= 7) drawGrid(shift, camera);
    if (camera.scale >= 19) drawNumbers(shift, camera, tiles);
    for (const slope of scene.slopes) drawSlope(shift, camera, slope);
    if (scene.row !== null) drawRow(shift, camera, scene.row);
    drawMarks(shift, scene);
  });
  drawAxes(pen, scene, top, width);
}

/**
 * The first and last cell that is seen in both directions.
 * @param {Camera} camera
 */
export function seen(camera) {
  return {
    x0: Math.max(0, Math.floor(camera.x)),
    x1: Math.min(camera.columns - 1, Math.floor(camera.x + camera.width / camera.scale)),
    y0: Math.max(0, Math.floor(camera.y)),
    y1: Math.min(camera.rows - 1, Math.floor(camera.y + camera.height / camera.scale)),
  };
}

/** Milliseconds of a frame in which new tiles are made; then the coarsest picture stands in. */
const FRAME = 8;

/**
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Tiles} tiles
 * @param {CanvasRenderingContext2D} context
 * @param {number} time
 * @param {() => void} again called if something is still missing
 */
function drawTiles(pen, camera, tiles, context, time, again) {
  const density = Math.abs(context.getTransform().a) || 1;
  const last = tiles.heat.levels.length - 1;
  const level = Math.min(last, Math.max(0, Math.ceil(-Math.log2(camera.scale * density) - 0.3)));
  const step = 2 ** level;
  const { x0, x1, y0, y1 } = seen(camera);
  const due = performance.now() + time;
  /** @param {number} at @param {number} column @param {number} row */
  const draw = (at, column, row) => {
    const tile = tiles.tile(at, column, row);
    const size = 2 ** at;
    const [px, py] = camera.point(column * TILE * size, row * TILE * size + tile.height * size);
    pen.image(tile, px, py, tile.width * size * camera.scale, tile.height * size * camera.scale);
  };
  context.imageSmoothingEnabled = camera.scale * step * density < 2;
  if (level < last && Number.isFinite(time)) draw(last, 0, 0);
  for (let column = Math.floor(x0 / step / TILE); column * TILE * step <= x1; column++) {
    for (let row = Math.floor(y0 / step / TILE); row * TILE * step <= y1; row++) {
      if (tiles.has(level, column, row) || performance.now() < due) draw(level, column, row);
      else again();
    }
  }
}

/**
 * Every cell as a rectangle of its own, equal neighbours joined: for SVG.
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Tiles} tiles
 */
function drawCells(pen, camera, tiles) {
  const { x0, x1, y0, y1 } = seen(camera);
  for (let x = x0; x <= x1; x++) {
    for (let y = y0; y <= y1; ) {
      const fill = css(tiles.colourOf(/** @type {number} */ (tiles.heat.at(x, y))));
      let end = y + 1;
      while (end <= y1 && css(tiles.colourOf(/** @type {number} */ (tiles.heat.at(x, end)))) === fill) end++;
      const [px, py] = camera.point(x, end);
      pen.rect(px, py, camera.scale + 0.3, (end - y) * camera.scale + 0.3, fill);
      y = end;
    }
  }
}

/**
 * @param {Pen} pen
 * @param {Camera} camera
 */
function drawGrid(pen, camera) {
  const { x0, x1, y0, y1 } = seen(camera);
  const faint = colour('--grid');
  for (let x = x0; x <= x1 + 1; x++) pen.line([camera.point(x, y0), camera.point(x, y1 + 1)], faint, 1);
  for (let y = y0; y <= y1 + 1; y++) pen.line([camera.point(x0, y), camera.point(x1 + 1, y)], faint, 1);
}

/**
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Tiles} tiles
 */
function drawNumbers(pen, camera, tiles) {
  const { x0, x1, y0, y1 } = seen(camera);
  for (let x = x0; x <= x1; x++) {
    for (let y = y0; y <= y1; y++) {
      const value = /** @type {number} */ (tiles.heat.at(x, y));
      if (value !== 0 && (tiles.mode === 'cold' || (value === LARGER && tiles.heat.known !== null))) continue;
      const text = value === LARGER ? '…' : tiles.mode === 'cold' ? tiles.word : String(value);
      const ink = isLight(tiles.colourOf(value)) ? '#14161a' : '#ffffff';
      const size = Math.min(20, camera.scale * 0.42, (camera.scale * 1.45) / Math.max(2, text.length));
      const [px, py] = camera.point(x + 0.5, y + 0.5);
      pen.text(px, py, text, ink, Math.round(size * 10) / 10, 'middle');
    }
  }
}

/**
 * A line from the origin; its slope is for the eye only.
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {number} slope
 */
function drawSlope(pen, camera, slope) {
  const far = Math.max(camera.columns, camera.rows) * 2;
  const reach = Math.min(far, (camera.rows - 0.5) / slope, camera.columns - 0.5);
  pen.line([camera.point(0.5, 0.5), camera.point(0.5 + reach, 0.5 + reach * slope)], colour('--soft'), 1.2, [7, 5]);
}

/**
 * The row whose period is looked at: the cells with this first pile.
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {number} row
 */
function drawRow(pen, camera, row) {
  // Where a cell has no room between two lines, one goes through it.
  for (const x of camera.scale < 8 ? [row + 0.5] : [row, row + 1]) {
    const ends = [camera.point(x, 0), camera.point(x, camera.rows)];
    pen.line(ends, '#ffffff', 3);
    pen.line(ends, '#14161a', 1.5);
  }
}

/**
 * @param {Pen} pen
 * @param {Scene} scene
 */
function drawMarks(pen, { camera, hover, cursor, focused, chosen, targets }) {
  /** @param {number[]} cell @param {string} stroke @param {number} width */
  const box = ([x, y], stroke, width) => {
    const size = Math.max(camera.scale, 6);
    const [px, py] = camera.point(x + 0.5, y + 0.5);
    const half = size / 2 + width / 2 - 0.5;
    pen.line([[px - half, py - half], [px + half, py - half], [px + half, py + half], [px - half, py + half], [px - half, py - half], [px + half, py - half]], stroke, width);
  };
  if (hover) box(hover, colour('--ink'), 1.5);
  if (cursor && focused) {
    box(cursor, colour('--ground'), 5);
    box(cursor, colour('--focus'), 2.5);
  }
  if (!chosen) return;
  const from = camera.point(chosen[0] + 0.5, chosen[1] + 0.5);
  for (const target of targets) {
    const to = camera.point(target[0] + 0.5, target[1] + 0.5);
    box(target, '#ffffff', 3);
    arrow(pen, from, to, '#14161a', 2.6, '#ffffff');
  }
  const radius = Math.min(13, Math.max(5, camera.scale * 0.36));
  pen.circle(from[0], from[1], radius + 2, '#ffffff');
  pen.circle(from[0], from[1], radius, '#14161a');
  if (radius > 7) pen.text(from[0], from[1], '♛', '#ffffff', radius * 1.3, 'middle');
}

/**
 * @param {Pen} pen
 * @param {Scene} scene
 * @param {number} top
 * @param {number} width
 */
function drawAxes(pen, { camera, left, bottom, names, corner }, top, width) {
  const ink = colour('--soft');
  const edge = Math.max(left, left + camera.point(0, 0)[0]);
  const foot = top + Math.min(camera.height, camera.point(0, 0)[1]);
  const far = Math.min(width - 4, left + camera.width, left + camera.point(camera.columns, 0)[0]);
  for (const x of ticks(camera.x, camera.x + camera.width / camera.scale - 0.5, camera.width / 70, 1)) {
    if (x < 0 || x >= camera.columns) continue;
    const [px] = camera.point(x + 0.5, 0);
    pen.text(left + px, foot + 11, shown(x), ink, small(), 'middle');
  }
  for (const y of ticks(camera.y, camera.y + camera.height / camera.scale - 0.5, camera.height / 50, 1)) {
    if (y < 0 || y >= camera.rows) continue;
    const [, py] = camera.point(0, y + 0.5);
    pen.text(edge - 5, top + py, shown(y), ink, small(), 'end');
  }
  pen.text(far, foot + bottom - 8, axis(names[0], corner[0]), ink, small(), 'end');
  pen.text(edge - 48, top + Math.max(0, camera.point(0, camera.rows)[1]) + 2, axis(names[1], corner[1]), ink, small(), 'end', true);
}

/**
 * What stands at an axis. Far out it counts from the first cell.
 * @param {string} name
 * @param {import('../json.js').Num} from
 */
function axis(name, from) {
  if (!from) return `${name} →`;
  const digits = String(from);
  return `${name} − ${digits.length > 16 ? `${digits.slice(0, 6)}…${digits.slice(-6)}` : shown(from)} →`;
}
