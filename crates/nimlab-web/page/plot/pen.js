// One way to draw, on a canvas or into an SVG text, so that the picture that is
// seen and the picture that is kept are the same.

/**
 * @typedef {{
 *   rect: (x: number, y: number, w: number, h: number, fill: string) => void,
 *   circle: (x: number, y: number, r: number, fill: string) => void,
 *   line: (points: number[][], stroke: string, width: number, dash?: number[]) => void,
 *   shape: (points: number[][], fill: string) => void,
 *   text: (x: number, y: number, text: string, fill: string, size: number, anchor?: 'start' | 'middle' | 'end', turned?: boolean) => void,
 *   image: (source: HTMLCanvasElement, x: number, y: number, w: number, h: number) => void,
 *   clip: (x: number, y: number, w: number, h: number, draw: () => void) => void,
 * }} Pen
 */

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/**
 * @param {CanvasRenderingContext2D} context
 * @returns {Pen}
 */
export function canvasPen(context) {
  /** @param {number[][]} points */
  const path = (points) => {
    context.beginPath();
    points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  };
  return {
    rect(x, y, w, h, fill) {
      context.fillStyle = fill;
      context.fillRect(x, y, w, h);
    },
    circle(x, y, r, fill) {
      context.fillStyle = fill;
      context.beginPath();
      context.arc(x, y, r, 0, 2 * Math.PI);
      context.fill();
    },
    line(points, stroke, width, dash = []) {
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.lineJoin = 'round';
      context.setLineDash(dash);
      path(points);
      context.stroke();
      context.setLineDash([]);
    },
    shape(points, fill) {
      context.fillStyle = fill;
      path(points);
      context.closePath();
      context.fill();
    },
    text(x, y, text, fill, size, anchor = 'start', turned = false) {
      context.save();
      context.translate(x, y);
      if (turned) context.rotate(-Math.PI / 2);
      context.fillStyle = fill;
      context.font = `${size}px ${FONT}`;
      context.textAlign = anchor === 'middle' ? 'center' : anchor;
      context.textBaseline = 'middle';
      context.fillText(text, 0, 0);
      context.restore();
    },
    image(source, x, y, w, h) {
      context.drawImage(source, x, y, w, h);
    },
    clip(x, y, w, h, draw) {
      context.save();
      context.beginPath();
      context.rect(x, y, w, h);
      context.clip();
      draw();
      context.restore();
    },
  };
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * @param {number} width
 * @param {number} height
 * @returns {{pen: Pen, finish: () => string}}
 */
export function svgPen(width, height) {
  /** @type {string[]} */
  const parts = [];
  let clips = 0;
  /** @param {number[][]} points */
  const list = (points) => points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');
  /** @type {Pen} */
  const pen = {
    rect(x, y, w, h, fill) {
      parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${fill}"/>`);
    },
    circle(x, y, r, fill) {
      parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}"/>`);
    },
    line(points, stroke, width, dash = []) {
      const dashes = dash.length ? ` stroke-dasharray="${dash.join(' ')}"` : '';
      parts.push(`<polyline points="${list(points)}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${dashes}/>`);
    },
    shape(points, fill) {
      parts.push(`<polygon points="${list(points)}" fill="${fill}"/>`);
    },
    text(x, y, text, fill, size, anchor = 'start', turned = false) {
      const turn = turned ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : '';
      parts.push(
        `<text x="${short(x)}" y="${short(y)}" fill="${fill}" font-size="${size}" text-anchor="${anchor}" dominant-baseline="central"${turn}>${escaped(text)}</text>`,
      );
    },
    image(source, x, y, w, h) {
      parts.push(
        `<image x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" href="${source.toDataURL()}" preserveAspectRatio="none"/>`,
      );
    },
    clip(x, y, w, h, draw) {
      const name = `clip${++clips}`;
      parts.push(`<clipPath id="${name}"><rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"/></clipPath><g clip-path="url(#${name})">`);
      draw();
      parts.push('</g>');
    },
  };
  const finish = () =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family='${FONT}'>\n${parts.join('\n')}\n</svg>\n`;
  return { pen, finish };
}

/**
 * A pen whose origin is elsewhere.
 * @param {Pen} pen
 * @param {number} dx
 * @param {number} dy
 * @returns {Pen}
 */
export function shifted(pen, dx, dy) {
  /** @param {number[][]} points */
  const moved = (points) => points.map(([x, y]) => [x + dx, y + dy]);
  return {
    rect: (x, y, w, h, fill) => pen.rect(x + dx, y + dy, w, h, fill),
    circle: (x, y, r, fill) => pen.circle(x + dx, y + dy, r, fill),
    line: (points, stroke, width, dash) => pen.line(moved(points), stroke, width, dash),
    shape: (points, fill) => pen.shape(moved(points), fill),
    text: (x, y, text, fill, size, anchor, turned) => pen.text(x + dx, y + dy, text, fill, size, anchor, turned),
    image: (source, x, y, w, h) => pen.image(source, x + dx, y + dy, w, h),
    clip: (x, y, w, h, draw) => pen.clip(x + dx, y + dy, w, h, draw),
  };
}

/**
 * An arrow with a head.
 * @param {Pen} pen
 * @param {number[]} from
 * @param {number[]} to
 * @param {string} colour
 * @param {number} width
 * @param {string} halo the colour around it
 */
export function arrow(pen, [x1, y1], [x2, y2], colour, width, halo) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(length, 5 * width);
  const [bx, by] = [x2 - ux * head, y2 - uy * head];
  const tip = [[x2, y2], [bx - uy * head * 0.5, by + ux * head * 0.5], [bx + uy * head * 0.5, by - ux * head * 0.5]];
  pen.line([[x1, y1], [bx, by]], halo, width + 3);
  pen.line([...tip, tip[0], tip[1]], halo, 3.5);
  pen.line([[x1, y1], [bx, by]], colour, width);
  pen.shape(tip, colour);
}

/**
 * Round steps for an axis: about `count` of them between `low` and `high`.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @param {number} [least] the smallest step, 1 for whole numbers
 */
export function ticks(low, high, count, least = 0) {
  const raw = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw || 1));
  const step = Math.max(least, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw * 0.999) ?? power);
  const list = [];
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + step * 1e-9; value += step) list.push(Math.round(value * 1e9) / 1e9);
  return list;
}
