// Positions as the reader sees them. The server sorts piles that may be
// exchanged; here they keep their places, so that a pile stays where it was.

/** @typedef {import('./json.js').Num} Num */

/**
 * @param {Num} a
 * @param {Num} b
 */
export const ascending = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** @param {Num[]} position */
export const sorted = (position) => [...position].sort(ascending);

/**
 * @param {Num[]} a
 * @param {Num[]} b
 */
export const same = (a, b) => a.length === b.length && a.every((number, i) => number === b[i]);

/**
 * How little a change looks like a move: piles that grow, then piles that
 * change, then how far the two most equal amounts are apart.
 * @param {Num[]} before
 * @param {Num[]} after
 * @returns {bigint[]}
 */
function oddness(before, after) {
  const change = before.map((pile, i) => BigInt(pile) - BigInt(after[i]));
  const grown = change.filter((by) => by < 0n).length;
  const touched = change.filter((by) => by !== 0n).length;
  // Where a pile stays as it is, the other amounts are free.
  if (touched < change.length || change.length > 3) return [BigInt(grown), BigInt(touched), 0n];
  const rising = [...change].sort(ascending);
  const apart = rising.slice(1).map((by, i) => by - rising[i]);
  return [BigInt(grown), BigInt(touched), [...apart].sort(ascending)[0] ?? 0n];
}

/**
 * Whether a change looks more like a move than another one.
 * @param {bigint[]} a
 * @param {bigint[]} b
 */
function lessOdd(a, b) {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at] < b[at];
}

/**
 * A sorted position in the places of the one before: piles that are unchanged
 * stay, and the others are paired by size, or, of up to three piles, so that it
 * looks most like a move.
 * @param {Num[]} before
 * @param {Num[]} after
 * @returns {Num[]}
 */
export function aligned(before, after) {
  if (before.length !== after.length || same(before, after)) return after;
  /** @type {(Num | null)[]} */
  const places = before.map(() => null);
  const rest = sorted(after);
  before.forEach((pile, i) => {
    const at = rest.indexOf(pile);
    if (at < 0) return;
    places[i] = pile;
    rest.splice(at, 1);
  });
  const open = before.map((pile, i) => ({ pile, i })).filter(({ i }) => places[i] === null);
  open.sort((a, b) => ascending(a.pile, b.pile)).forEach(({ i }, k) => (places[i] = rest[k]));
  let best = /** @type {Num[]} */ (places);
  for (const other of ordersOf(after)) {
    if (lessOdd(oddness(before, other), oddness(before, best))) best = other;
  }
  return best;
}

const ORDERS = [[], [], [[0, 1], [1, 0]], [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]];

/**
 * Two or three piles in every order; more are not tried.
 * @param {Num[]} piles
 * @returns {Num[][]}
 */
const ordersOf = (piles) => (ORDERS[piles.length] ?? []).map((order) => order.map((i) => piles[i]));

/**
 * Whether two positions are the same, up to the order of the piles if they may
 * be exchanged.
 * @param {import('./picker.js').Choice} choice
 * @param {Num[]} a
 * @param {Num[]} b
 */
export function equal({ shape }, a, b) {
  if (same(a, b) || !shape.interchangeable || a.length !== b.length) return same(a, b);
  if (!shape.tail) return same(sorted(a), sorted(b));
  return a[a.length - 1] === b[b.length - 1] && same(sorted(a.slice(0, -1)), sorted(b.slice(0, -1)));
}

/**
 * A position as it is written for a game: a number that is not a pile follows a slash.
 * @param {import('./picker.js').Choice} choice
 * @param {Num[]} position
 */
export function spelled(choice, position) {
  if (!choice.shape.tail) return position.join(',');
  return `${position.slice(0, -1).join(',')}/${position[position.length - 1]}`;
}
