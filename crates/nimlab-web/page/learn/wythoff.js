// Wythoff's three strategies, side by side on the same position: a table that
// grows, a formula, and the digits of a number.

import { ask, cancelled, Latest } from '../api.js';
import { positionText, refusalView } from '../answer.js';
import { debounce, field, fill, h } from '../dom.js';
import { shown } from '../json.js';
import { address } from '../state.js';

/** @typedef {import('../json.js').Num} Num */

export const title = 'Wythoff’s three strategies';
export const lead = 'Two piles. Take from one, or nearly the same from both. Three ways to know who wins, and they always agree.';
export const source = 'Wythoff 1907, Fraenkel 1982; Thesis-W sections 3 to 5';
export const glyph = 'φ';

/** The table by recursion is not asked for further than this. */
const MOST_ROWS = 20_000n;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {import('./learn.js').Keep} keep
 */
export function open(root, params, keep) {
  const latest = new Latest();
  const inputs = {
    a: h('input', { type: 'text', inputmode: 'numeric', id: 'a', value: params.get('a') ?? '2' }),
    x: h('input', { type: 'text', inputmode: 'numeric', id: 'x', value: params.get('x') ?? '17' }),
    y: h('input', { type: 'text', inputmode: 'numeric', id: 'y', value: params.get('y') ?? '29' }),
  };
  const verdict = h('div', { class: 'lesson-verdict', role: 'status', 'aria-live': 'polite' });
  const boxes = { recursive: h('div', {}), algebraic: h('div', {}), arithmetic: h('div', {}) };

  const update = async () => {
    const [a, x, y] = [inputs.a, inputs.x, inputs.y].map((input) => (/^\d{1,300}$/.test(input.value.trim()) ? BigInt(input.value.trim()) : null));
    if (a === null || x === null || y === null || a < 1n) return fill(verdict, refusalView(new Error('Write whole numbers; a is at least 1. For example a = 2, piles 17 and 29.')));
    keep({ a: String(a), x: String(x), y: String(y) });
    const [low, high] = x < y ? [x, y] : [y, x];
    const pair = locate(low, a);
    const signal = latest.next();
    try {
      const game = `wythoff:${a}`;
      const methods = pair.n < MOST_ROWS ? ['recursive', 'algebraic', 'arithmetic'] : ['algebraic', 'arithmetic'];
      const answers = await Promise.all(methods.map((method) => ask('solve', { game, position: [low, high], method }, signal)));
      const agree = answers.every((answer) => answer.outcome === answers[0].outcome && JSON.stringify(answer.winning_moves.map(String)) === JSON.stringify(answers[0].winning_moves.map(String)));
      const [first] = answers;
      fill(verdict,
        h('p', {}, h('strong', {}, first.outcome === 'P' ? 'The player to move loses. ' : 'The player to move wins. '), first.outcome === 'N' ? ['Winning moves: ', first.winning_moves.map((/** @type {Num[]} */ to) => positionText(to)).join(', '), '. '] : null),
        h('p', {}, agree ? `${methods.length === 3 ? 'All three' : 'Both'} strategies were asked, and they agree.` : 'The strategies do not agree: this must not happen. Please report it.'),
        h('p', {}, h('a', { href: address('explore', { game, at: `${low},${high}`, size: high < 64n ? null : String(2n ** BigInt(Math.min(12, high.toString(2).length))) }) }, 'See it on the board')));
      await Promise.all([recursive(boxes.recursive, pair, a, low, high, signal), arithmetic(boxes.arithmetic, pair, a, low, high, signal)]);
      algebraic(boxes.algebraic, pair, a, low, high);
    } catch (error) {
      if (!cancelled(error)) fill(verdict, refusalView(error));
    }
  };
  for (const input of Object.values(inputs)) input.addEventListener('input', debounce(300, update));
  /** @param {string} a @param {string} x @param {string} y */
  const load = (a, x, y) => {
    [inputs.a.value, inputs.x.value, inputs.y.value] = [a, x, y];
    update();
  };

  fill(root,
    h('section', { class: 'panel stack' },
      h('p', {}, 'Take any number from one pile, or k from one and l from the other with |k − l| < a. With a = 1 this is Wythoff’s own game, a queen that walks to the corner of a chess board.'),
      h('div', { class: 'fields' }, field('a', inputs.a), field('first pile', inputs.x), field('second pile', inputs.y)),
      h('p', { class: 'chips' }, 'Try ',
        ...[['1', '6', '10'], ['1', '8', '11'], ['2', '17', '29'], ['3', '100', '331'], ['2', '8963643355965782386997110116393', '21640149358248076401964142170153']].map(([a, x, y]) =>
          h('button', { type: 'button', class: 'chip', onclick: () => load(a, x, y) }, `a = ${a}: ${x.length > 9 ? '31 digits' : `${x}, ${y}`}`))),
      verdict),
    h('div', { class: 'three' },
      h('section', { class: 'panel stack' }, h('h2', {}, 'Recursive'), h('p', {}, 'List the lost pairs one by one: A is the smallest number not used yet (the mex), B is A + a·n.'), boxes.recursive),
      h('section', { class: 'panel stack' }, h('h2', {}, 'Algebraic'), h('p', {}, 'The pairs follow a line: A is n·α rounded down, for one irrational α. Whole-number square roots make it exact.'), boxes.algebraic),
      h('section', { class: 'panel stack' }, h('h2', {}, 'Arithmetic'), h('p', {}, 'Write the smaller pile in the p-system. The zeros at its end tell whether it is an A or a B; one more zero leads from A to B.'), boxes.arithmetic)),
    h('section', { class: 'prose' },
      h('h2', {}, 'Why three?'),
      h('p', {}, 'The recursive strategy needs no theory, but a table as long as the piles are high. The algebraic one jumps to any pair, at the price of a square root with as many digits as the piles. The arithmetic one reads the answer off the digits, as one reads off in base ten whether a number is even.')));
  update();
  return { leave: () => latest.stop() };
}

/** @param {bigint} number the largest whole number whose square is not larger */
function root(number) {
  if (number < 2n) return number;
  let x = 1n << BigInt(Math.ceil(number.toString(2).length / 2));
  for (;;) {
    const next = (x + number / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** @param {bigint} n @param {bigint} a A_n = ⌊nα⌋, exactly */
const lower = (n, a) => (n * (2n - a) + root(n * n * (a * a + 4n))) >> 1n;

/**
 * The pair to which a number belongs, by bisection over the exact formula.
 * @param {bigint} x
 * @param {bigint} a
 */
function locate(x, a) {
  /** @param {(n: bigint) => bigint} value the first n whose value is not below x */
  const first = (value) => {
    let [low, high] = [0n, x + 1n];
    while (low < high) {
      const middle = (low + high) >> 1n;
      if (value(middle) < x) low = middle + 1n;
      else high = middle;
    }
    return low;
  };
  const n = first((k) => lower(k, a));
  if (lower(n, a) === x) return { n, A: x, B: x + a * n, isA: true };
  const m = first((k) => lower(k, a) + a * k);
  return { n: m, A: lower(m, a), B: x, isA: false };
}

/** @typedef {ReturnType<typeof locate>} Pair */

/**
 * @param {HTMLElement} box
 * @param {Pair} pair
 * @param {bigint} a
 * @param {bigint} low
 * @param {bigint} high
 * @param {AbortSignal} signal
 */
async function recursive(box, pair, a, low, high, signal) {
  if (pair.n >= MOST_ROWS) return fill(box, h('p', {}, `Out of reach: the table would need ${shown(pair.n)} rows.`));
  const answer = await ask('cold', { game: `wythoff:${a}`, method: 'recursive', from: pair.n > 5n ? pair.n - 5n : 0, count: 8 }, signal);
  fill(box,
    h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ...['n', 'A = mex', 'B = A + an'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...answer.positions.map((/** @type {{n: Num, position: Num[]}} */ { n, position }) =>
        h('tr', { class: BigInt(n) === pair.n ? 'here' : '' }, h('td', {}, n), ...position.map((number) => h('td', { class: BigInt(number) === low ? 'hit' : '' }, shown(number))))))),
    h('p', {}, conclusion(pair, low, high)));
}

/**
 * @param {HTMLElement} box
 * @param {Pair} pair
 * @param {bigint} a
 * @param {bigint} low
 * @param {bigint} high
 */
function algebraic(box, pair, a, low, high) {
  const under = a * a + 4n;
  const inner = pair.n * pair.n * under;
  fill(box,
    h('p', { class: 'formula' }, `α = (2 − a + √(a² + 4)) / 2 = (${2n - a} + √${under}) / 2`),
    h('p', {}, `The smaller pile ${shown(low)} is ${pair.isA ? 'A' : 'B'} number n = ${shown(pair.n)}:`),
    h('p', { class: 'formula' }, pair.n > 999_999n ? `A = ⌊nα⌋ = ${shown(pair.A)}` : `A = ⌊(${pair.n}·(${2n - a}) + ⌊√${inner}⌋) / 2⌋ = ⌊(${pair.n * (2n - a)} + ${root(inner)}) / 2⌋ = ${pair.A}`),
    h('p', { class: 'formula' }, `B = ${shown(pair.A)} + ${a}·${shown(pair.n)} = ${shown(pair.B)}`),
    h('p', {}, conclusion(pair, low, high)));
}

/**
 * @param {HTMLElement} box
 * @param {Pair} pair
 * @param {bigint} a
 * @param {bigint} low
 * @param {bigint} high
 * @param {AbortSignal} signal
 */
async function arithmetic(box, pair, a, low, high, signal) {
  const partner = pair.isA ? pair.B : pair.A;
  const [mine, other] = await Promise.all([low, partner].map((number) => ask('represent', { system: `p:${a}`, number }, signal)));
  const width = Math.max(mine.digits.length, other.digits.length, 1);
  const weights = [1n, a + 1n];
  while (weights.length < width) weights.push(a * weights[weights.length - 1] + weights[weights.length - 2]);
  const zeros = mine.digits.length - 1 - mine.digits.findLastIndex((/** @type {Num} */ digit) => digit !== 0);
  /** @param {string} name @param {any[]} digits @param {string} kind */
  const row = (name, digits, kind) => h('tr', { class: kind }, h('th', { scope: 'row' }, name), ...Array.from({ length: width }, (_, k) => {
    const digit = digits[k - width + digits.length];
    return h('td', { class: digit ? 'one' : 'zero' }, digit === undefined ? '' : String(digit));
  }));
  const short = width <= 14;
  fill(box,
    h('div', { class: 'scroll' }, h('table', { class: 'columns' },
      short ? row('weight', weights.slice(0, width).reverse(), 'weights') : null,
      row(shown(low).length < 14 ? shown(low) : 'pile', mine.digits, ''),
      row(shown(partner).length < 14 ? shown(partner) : 'partner', other.digits, 'sum'))),
    low === 0n ? null : h('p', {}, `${shown(low)} ends in ${zeros} ${zeros === 1 ? 'zero' : 'zeros'}, an ${zeros % 2 ? 'odd' : 'even'} number: it is ${zeros % 2 ? 'a B; without its last zero it is its A' : 'an A; with one more zero it is its B'}.`),
    h('p', {}, conclusion(pair, low, high)));
}

/**
 * @param {Pair} pair
 * @param {bigint} low
 * @param {bigint} high
 */
function conclusion(pair, low, high) {
  const partner = pair.isA ? pair.B : pair.A;
  if (high === partner) return `The partner of ${shown(low)} is ${shown(partner)}, the other pile: a lost pair.`;
  return `The partner of ${shown(low)} is ${shown(partner)}, not ${shown(high)}: not a lost pair.`;
}
