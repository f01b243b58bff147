// A move as it is typed: "2 from 1", "3 from both", "split 1 into 2 and 5", or
// the new position. The server reads it. It sorts piles that may be exchanged
// and the table does not, so the numbers of the piles are changed on the way.

import { ask, Refusal } from '../api.js';
import { readPosition, small, written } from '../json.js';
import { ascending, same, settled } from '../moves.js';
import { asked } from '../picker.js';
import { inPlaces, looksLegal } from './pieces.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/** Behind these words stands the number of a pile, unless "from" comes next. */
const ALL = ['all', 'everything'];
const BEFORE_A_PILE = ['from', 'off', 'of', 'on', 'split', ...ALL];
const FILLING = ['the', 'a', 'pile', 'piles', 'heap', 'heaps', 'stack', 'stacks', 'stone', 'stones', 'token', 'tokens', 'coin', 'coins', 'number', 'no', 'each'];
const NUMBERS = [['one', 'first'], ['two', 'second'], ['three', 'third'], ['four', 'fourth'], ['five', 'fifth'], ['six', 'sixth'], ['seven', 'seventh'], ['eight', 'eighth'], ['nine', 'ninth'], ['ten', 'tenth']];

/**
 * The position that a typed move leads to, its piles in the places of the table.
 * @param {Choice} choice
 * @param {Num[]} position
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<Num[]>}
 */
export async function readMove(choice, position, text, signal) {
  const numbers = readPosition(text);
  if (numbers && numbers.length > 1) return readTo(choice, position, numbers, signal);
  const order = orderOf(choice, position);
  const { words, change } = understood(choice, order, text);
  try {
    const { to } = await ask('play/read', { ...asked(choice), position, text: words }, signal);
    // As it was said, if that is where the server says it leads.
    const said = [...order.keys()].map((i) => change(i, position[i])).concat(to.slice(order.length));
    return same(settled(choice, said, to), said) ? said : inPlaces(choice, position, to);
  } catch (error) {
    throw withPilesOf(error, order);
  }
}

/**
 * The same for a new position, whose last number may be left out where the
 * rules determine it. It stays as it was written if it looks like a move so.
 * @param {Choice} choice
 * @param {Num[]} position
 * @param {Num[]} numbers
 * @param {AbortSignal} signal
 * @returns {Promise<Num[]>}
 */
export async function readTo(choice, position, numbers, signal) {
  const whole = choice.shape.tail && numbers.length === position.length;
  const text = whole ? `${written(numbers.slice(0, -1))}/${numbers[numbers.length - 1]}` : written(numbers);
  try {
    const { to } = await ask('play/read', { ...asked(choice), position, text: `to ${text}` }, signal);
    const meant = same(settled(choice, numbers, to), numbers);
    return meant && looksLegal(choice, position, numbers) ? numbers : inPlaces(choice, position, to);
  } catch (error) {
    throw withPilesOf(error, orderOf(choice, position));
  }
}

/**
 * The places of the piles in the order that the server has.
 * @param {Choice} choice
 * @param {Num[]} position
 */
function orderOf(choice, position) {
  const piles = choice.shape.tail ? position.slice(0, -1) : position;
  const order = piles.map((_, i) => i);
  return choice.shape.interchangeable ? order.sort((i, j) => ascending(piles[i], piles[j])) : order;
}

/**
 * The text with the numbers that the server gives to the piles, and what it does
 * to the piles of the table.
 * @param {Choice} choice
 * @param {number[]} order
 * @param {string} text
 * @returns {{words: string, change: (place: number, pile: Num) => Num}}
 */
function understood(choice, order, text) {
  const words = text.replace(/[,;.]/g, ' ').split(/\s+/).filter(Boolean);
  const low = words.map((word) => word.toLowerCase());
  /** @type {Map<number, bigint | null>} what is taken from a pile, null for all of it */
  const taken = new Map();
  const puts = ['put', 'place', 'on'].includes(low[0]);
  /** @type {bigint | null} */
  let amount = puts ? -1n : 0n;
  let behind = false;
  low.forEach((word, i) => {
    if (FILLING.includes(word) || word === 'and') return;
    if (behind && ['both', 'all', 'every'].includes(word)) return order.forEach((place) => taken.set(place, amount));
    if (ALL.includes(word)) amount = null;
    if (BEFORE_A_PILE.includes(word)) return (behind = true);
    const place = placeOf(choice, word);
    const next = low.slice(i + 1).find((other) => !FILLING.includes(other)) ?? '';
    behind &&= place >= 0 && place < order.length && !['from', 'off'].includes(next);
    if (!behind && !puts && place >= -1) amount = /^\d+$/.test(word) ? BigInt(word) : BigInt(place + 1);
    if (!behind) return;
    taken.set(place, amount);
    words[i] = String(order.indexOf(place) + 1);
  });
  return { words: words.join(' '), change: (place, pile) => (taken.has(place) ? small(BigInt(pile) - (taken.get(place) ?? BigInt(pile))) : pile) };
}

/**
 * @param {Choice} choice
 * @param {string} word
 * @returns {number} the pile that it stands for, from 0; less than -1 if it is no number
 */
function placeOf(choice, word) {
  const digits = word.match(/^(\d+)(st|nd|rd|th)?$/);
  if (digits) return Number(digits[1]) - 1;
  const name = choice.rules ? choice.names.indexOf(word) : -1;
  if (name >= 0) return name;
  const number = NUMBERS.findIndex((pair) => pair.includes(word));
  return number >= 0 ? number : -2;
}

/**
 * What the server says of a typed move, with the numbers of the table.
 * @param {unknown} error
 * @param {number[]} order
 */
function withPilesOf(error, order) {
  if (!(error instanceof Refusal) || error.status !== 400) return error;
  const said = error.message.replace(/^.* is no move here: /s, '').replace(/\bpile (\d+)/g, (words, number) => {
    const place = order[Number(number) - 1];
    return place === undefined ? words : `pile ${place + 1}`;
  });
  return new Refusal(error.status, { message: said }, []);
}
