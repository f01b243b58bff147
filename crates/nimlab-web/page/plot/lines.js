// Lines over a logarithmic axis, each named at its right end.

import { shown } from '../json.js';
import { colour, small } from '../theme.js';
import { Picture } from './canvas.js';
import { ticks } from './pen.js';
import { t } from '../texts.js';

/** @typedef {{name: string, points: number[][]}} Series */

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 78, 14, 34];

/**
 * @param {string} label
 * @param {() => Series[]} series
 * @param {{unit: string, low?: number, high?: number}} axis
 */
export function linesPicture(label, series, axis) {
  const picture = new Picture({
    label,
    name: () => 'lines',
    draw: (pen, width, height) => {
      pen.rect(0, 0, width, height, colour('--ground'));
      const all = series();
      const every = all.flatMap((one) => one.points);
      if (!every.length) return;
      picture.describe(`${label}. ${all.map(described).join(' ')}`);
      const values = every.map(([, value]) => value);
      const low = axis.low ?? Math.floor(Math.min(...values));
      const high = axis.high ?? Math.ceil(Math.max(...values) * 1.05);
      const [from, to] = [Math.log10(every[0][0]), Math.log10(Math.max(...every.map(([n]) => n)))];
      const foot = height - BOTTOM;
      /** @param {number[]} point */
      const at = ([n, value]) => [LEFT + ((Math.log10(n) - from) / Math.max(1e-9, to - from)) * (width - LEFT - RIGHT), foot - ((value - low) / (high - low)) * (foot - TOP)];
      const soft = colour('--soft');
      for (const value of ticks(low, high, (foot - TOP) / 40)) {
        const [, y] = at([every[0][0], value]);
        pen.line([[LEFT, y], [width - RIGHT, y]], colour('--grid'), 1);
        pen.text(LEFT - 6, y, String(value), soft, small(), 'end');
      }
      for (let power = Math.ceil(from); power <= to + 1e-9; power++) pen.text(at([10 ** power, low])[0], foot + 11, power < 4 ? String(10 ** power) : `10${[...String(power)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`, soft, small(), 'middle');
      pen.text(width - RIGHT, height - 8, `${axis.unit} →`, soft, small(), 'end');
      all.forEach((one, i) => {
        const ink = colour(['--accent', '--line2', '--line3'][i]);
        pen.clip(LEFT, TOP - 6, width - LEFT - RIGHT, foot - TOP + 12, () => pen.line(one.points.map(at), ink, 2));
        const [, y] = at(one.points[one.points.length - 1]);
        pen.text(width - RIGHT + 6, Math.max(TOP, Math.min(foot, y)), one.name, ink, small());
      });
    },
  });
  return picture;
}

/** @param {Series} one */
function described({ name, points }) {
  const [first, last] = [points[0], points[points.length - 1]];
  return t.lines.goes(name, first[1].toFixed(4), shown(first[0]), last[1].toFixed(4), shown(last[0]));
}
