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
 * A sorted position in the places of the one before: piles that are unchanged
 * stay, and the others are paired by size.
 * @param {Num[]} before
 * @param {Num[]} after
 * @returns {Num[]}
 */
export function aligned(before, after) {
  if (before.length !== after.length || same(before, after)) return after;
  if (before.length === 2) return oriented(before, after);
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
  return /** @type {Num[]} */ (places);
}

/**
 * Of (a, b) and (b, a) the one that looks like a move from here: an unchanged
 * pile first, then no pile that grows, then the more equal change.
 * @param {Num[]} before
 * @param {Num[]} after
 * @returns {Num[]}
 */
export function oriented(before, after) {
  const turned = [after[1], after[0]];
  /** @param {Num[]} to */
  const cost = (to) => {
    const change = before.map((pile, i) => Number(BigInt(pile) - BigInt(to[i])));
    const kept = change.filter((by) => by === 0).length;
    const grown = change.filter((by) => by < 0).length;
    return grown * 1e15 - kept * 1e14 + Math.abs(change[0] - change[1]);
  };
  return cost(turned) < cost(after) ? turned : after;
}

/**
 * Whether two positions are the same, up to the order of the piles if they may
 * be exchanged.
 * @param {Num[]} a
 * @param {Num[]} b
 * @param {boolean} exchangeable
 */
export function equal(a, b, exchangeable) {
  return same(a, b) || (exchangeable && same(sorted(a), sorted(b)));
}

/**
 * A position as it is written for a game: what is no pile stands behind a slash.
 * @param {import('./picker.js').Choice} choice
 * @param {Num[]} position
 */
export function spelled(choice, position) {
  if (!choice.shape.tail) return position.join(',');
  return `${position.slice(0, -1).join(',')}/${position[position.length - 1]}`;
}

/**
 * What the server answers, in the places of the position before.
 * @param {import('./picker.js').Choice} choice
 * @param {Num[]} before
 * @param {Num[]} after
 */
export function settled(choice, before, after) {
  if (choice.exchangeable) return aligned(before, after);
  const { interchangeable, tail } = choice.shape;
  if (interchangeable && tail) return [...aligned(before.slice(0, -1), after.slice(0, -1)), after[after.length - 1]];
  return after;
}
