// Wythoff's three strategies, side by side on the same position: a table that
// grows, a formula, and the digits of a number.

import { ask, cancelled, Latest } from '../api.js';
import { positionText, refusalView } from '../answer.js';
import { debounce, field, fill, h } from '../dom.js';
import { shown } from '../json.js';
import { address } from '../state.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */

export const title = t.wythoff.title;
export const lead = t.wythoff.lead;
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
    if (a === null || x === null || y === null || a < 1n) return fill(verdict, refusalView(new Error(t.wythoff.wholeNumbers)));
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
        h('p', {}, h('strong', {}, first.outcome === 'P' ? t.wythoff.loses : t.wythoff.wins), first.outcome === 'N' ? [t.wythoff.moves, first.winning_moves.map((/** @type {Num[]} */ to) => positionText(to)).join(', '), '. '] : null),
        h('p', {}, agree ? t.wythoff.agree(methods.length) : t.wythoff.disagree),
        h('p', {}, h('a', { href: address('explore', { game, at: `${low},${high}`, size: high < 64n ? null : String(2n ** BigInt(Math.min(12, high.toString(2).length))) }) }, t.wythoff.onTheBoard)));
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
      h('p', {}, t.wythoff.intro),
      h('div', { class: 'fields' }, field('a', inputs.a), field(t.wythoff.first, inputs.x), field(t.wythoff.second, inputs.y)),
      h('p', { class: 'chips' }, t.learn.tryThese,
        ...[['1', '6', '10'], ['1', '8', '11'], ['2', '17', '29'], ['3', '100', '331'], ['2', '8963643355965782386997110116393', '21640149358248076401964142170153']].map(([a, x, y]) =>
          h('button', { type: 'button', class: 'chip', onclick: () => load(a, x, y) }, `a = ${a}: ${x.length > 9 ? t.wythoff.digits(31) : `${x}, ${y}`}`))),
      verdict),
    h('div', { class: 'three' },
      h('section', { class: 'panel stack' }, h('h2', {}, t.wythoff.recursive), h('p', {}, t.wythoff.recursiveLead), boxes.recursive),
      h('section', { class: 'panel stack' }, h('h2', {}, t.wythoff.algebraic), h('p', {}, t.wythoff.algebraicLead), boxes.algebraic),
      h('section', { class: 'panel stack' }, h('h2', {}, t.wythoff.arithmetic), h('p', {}, t.wythoff.arithmeticLead), boxes.arithmetic)),
    h('section', { class: 'prose' },
      h('h2', {}, t.wythoff.whyHead),
      h('p', {}, t.wythoff.why)));
  return { ready: update(), leave: () => latest.stop() };
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
  if (pair.n >= MOST_ROWS) return fill(box, h('p', {}, t.wythoff.outOfReach(shown(pair.n))));
  const answer = await ask('cold', { game: `wythoff:${a}`, method: 'recursive', from: pair.n > 5n ? pair.n - 5n : 0, count: 8 }, signal);
  fill(box,
    h('table', { class: 'plain' }, h('thead', {}, h('tr', {}, ...['n', 'A = mex', 'B = A + an'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...answer.positions.map((/** @type {{n: Num, position: Num[]}} */ { n, position }) =>
        h('tr', { class: BigInt(n) === pair.n ? 'here' : '' }, h('td', {}, shown(n)), ...position.map((number) => h('td', { class: BigInt(number) === low ? 'hit' : '' }, shown(number))))))),
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
    h('p', {}, t.wythoff.smaller(shown(low), pair.isA ? 'A' : 'B', shown(pair.n))),
    h('p', { class: 'formula' }, pair.n > 999_999n ? `A = ⌊nα⌋ = ${shown(pair.A)}` : `A = ⌊(${shown(pair.n)}·(${2n - a}) + ⌊√${shown(inner)}⌋) / 2⌋ = ⌊(${shown(pair.n * (2n - a))} + ${shown(root(inner))}) / 2⌋ = ${shown(pair.A)}`),
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
    return h('td', { class: digit ? 'one' : 'zero' }, digit === undefined ? '' : shown(digit));
  }));
  const short = width <= 14;
  fill(box,
    h('div', { class: 'scroll' }, h('table', { class: 'columns' },
      short ? row(t.wythoff.weight, weights.slice(0, width).reverse(), 'weights') : null,
      row(shown(low).length < 14 ? shown(low) : t.wythoff.pile, mine.digits, ''),
      row(shown(partner).length < 14 ? shown(partner) : t.wythoff.partner, other.digits, 'sum'))),
    low === 0n ? null : h('p', {}, t.wythoff.ends(shown(low), zeros)),
    h('p', {}, conclusion(pair, low, high)));
}

/**
 * @param {Pair} pair
 * @param {bigint} low
 * @param {bigint} high
 */
function conclusion(pair, low, high) {
  const partner = pair.isA ? pair.B : pair.A;
  if (high === partner) return t.wythoff.isPartner(shown(low), shown(partner));
  return t.wythoff.notPartner(shown(low), shown(partner), shown(high));
}
