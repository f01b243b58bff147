// An automaton as a drawing: its states on a ring, the first one on the left, an arrow
// for each step that it can take, and the way of a position through it.

import { s } from '../dom.js';

/** @typedef {{accepts: boolean, letters: {digits: number[], to: number}[]}} State */

/** Arrows of larger ones are labelled only where the way goes. */
const LABELLED = 12;
const SIZE = 520;
const MIDDLE = SIZE / 2;

/** @param {number[]} digits */
const word = (digits) => digits.join(',');

/**
 * @param {State[]} states
 * @param {{from: number | null, to: number | null, letter: string}} step what is stepped now; the same state twice while nothing is
 * @param {string} label
 */
export function drawing(states, step, label) {
  const count = states.length;
  const radius = Math.min(24, 430 / count + 6);
  const ring = count === 1 ? 0 : MIDDLE - radius - 34;
  /** @param {number} i */
  const at = (i) => {
    const angle = Math.PI + (2 * Math.PI * i) / count;
    return [MIDDLE + ring * Math.cos(angle), MIDDLE + ring * Math.sin(angle)];
  };
  /** @type {Map<string, {from: number, to: number, words: string[]}>} */
  const arrows = new Map();
  states.forEach(({ letters }, from) => letters.forEach(({ digits, to }) => {
    const key = `${from}>${to}`;
    const arrow = arrows.get(key) ?? { from, to, words: [] };
    arrow.words.push(word(digits));
    arrows.set(key, arrow);
  }));
  const lines = [];
  const captions = [];
  for (const arrow of arrows.values()) {
    const now = arrow.from === step.from && arrow.to === step.to && arrow.words.includes(step.letter);
    const { path, middle } = arrow.from === arrow.to ? loop(at(arrow.from), radius, arrow.from === 0 ? 1.1 : 0) : curve(at(arrow.from), at(arrow.to), radius);
    lines.push(s('path', { class: `arrow ${now ? 'now' : ''}`, d: path, 'marker-end': `url(#tip${now ? '-now' : ''})` }));
    if (count > LABELLED && !now) continue;
    const words = now ? step.letter : arrow.words.length > 4 ? `${arrow.words.slice(0, 3).join(' ')} …` : arrow.words.join(' ');
    captions.push(s('text', { class: `caption ${now ? 'now' : ''}`, x: middle[0], y: middle[1] + 4, 'text-anchor': 'middle' }, words));
  }
  const rings = states.map(({ accepts }, i) => {
    const [x, y] = at(i);
    return s('g', { class: `state ${accepts ? 'accepts' : ''} ${i === step.to ? 'here' : ''}` },
      s('circle', { cx: x, cy: y, r: radius }), accepts ? s('circle', { class: 'inner', cx: x, cy: y, r: radius - 4 }) : null,
      s('text', { x, y: y + 5, 'text-anchor': 'middle' }, i));
  });
  const [x, y] = at(0);
  return s('svg', { class: 'automaton', viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'img', 'aria-label': label },
    s('defs', {}, tip('tip'), tip('tip-now')),
    s('path', { class: 'arrow', d: `M ${x - radius - 26} ${y} L ${x - radius - 4} ${y}`, 'marker-end': 'url(#tip)' }),
    ...lines, ...rings, ...captions);
}

/** @param {string} id */
const tip = (id) => s('marker', { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' }, s('path', { class: id, d: 'M0 0 L8 4 L0 8 Z' }));

/**
 * An arrow that is bent to one side, so that the one back does not lie on it.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} radius
 */
function curve(from, to, radius) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const bend = 0.14 * length + 8;
  const control = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
  /** @param {number[]} end @param {number} gap where the arrow touches a state */
  const near = (end, gap) => {
    const [cx, cy] = [control[0] - end[0], control[1] - end[1]];
    const far = Math.hypot(cx, cy) || 1;
    return [end[0] + (cx / far) * gap, end[1] + (cy / far) * gap];
  };
  const [a, b] = [near(from, radius), near(to, radius + 3)];
  return { path: `M ${a.map(Math.round).join(' ')} Q ${control.map(Math.round).join(' ')} ${b.map(Math.round).join(' ')}`, middle: along(a, control, b, 0.3) };
}

/**
 * A point of a bent arrow, nearer to its beginning, where fewer arrows cross.
 * @param {number[]} a
 * @param {number[]} control
 * @param {number[]} b
 * @param {number} u
 */
const along = (a, control, b, u) => [0, 1].map((i) => (1 - u) ** 2 * a[i] + 2 * u * (1 - u) * control[i] + u ** 2 * b[i]);

/**
 * A step that stays where it is, outside of the ring; turned aside where another arrow
 * comes in.
 * @param {number[]} place
 * @param {number} radius
 * @param {number} aside
 */
function loop([x, y], radius, aside) {
  const angle = Math.atan2(y - MIDDLE, x - MIDDLE) + aside;
  /** @param {number} turn @param {number} far */
  const point = (turn, far) => [x + far * Math.cos(angle + turn), y + far * Math.sin(angle + turn)].map(Math.round);
  const reach = radius + 30;
  return { path: `M ${point(-0.5, radius).join(' ')} C ${point(-0.55, reach).join(' ')} ${point(0.55, reach).join(' ')} ${point(0.5, radius + 3).join(' ')}`, middle: point(0, radius + 22) };
}
