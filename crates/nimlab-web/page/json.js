// JSON whose integers may have any number of digits: what a double cannot hold
// becomes a BigInt, and nothing is rounded.

import { t } from './texts.js';

/** @typedef {number | bigint} Num */

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '\u0001';

/**
 * @param {string} text
 * @returns {any}
 */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) => (/^-?\d{16,}$/.test(token) ? `"\\u0001${token}"` : token));
  return JSON.parse(marked, (_, value) => {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    return small(BigInt(value.slice(1)));
  });
}

/**
 * A whole number as a double where a double can hold it.
 * @param {bigint} number
 * @returns {Num}
 */
export function small(number) {
  return number <= Number.MAX_SAFE_INTEGER && number >= Number.MIN_SAFE_INTEGER ? Number(number) : number;
}

/**
 * The converse: a BigInt is written as a plain number.
 * @param {any} value
 * @returns {string}
 */
export function write(value) {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (value && typeof value === 'object') {
    const pairs = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${pairs.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/**
 * A number as it is read: long ones with thin spaces, very long ones shortened.
 * @param {Num} number
 */
export function shown(number) {
  const digits = String(number);
  if (digits.length > 40) return `${digits.slice(0, 12)}…${digits.slice(-12)} (${t.answer.digits(digits.length)})`;
  // A long number may be broken at its thin spaces, a short one may not.
  return digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, digits.length > 18 ? '\u2009' : '\u202f') : digits;
}

/**
 * What the engine writes in plain letters, as it is printed: long numbers with thin spaces,
 * and the signs ≤ and ≥.
 * @param {string} text
 */
export const grouped = (text) => text.replace(/<=/g, '≤').replace(/>=/g, '≥').replace(/(?<![\d.])\d{5,}(?![\d.])/g, (digits) => shown(BigInt(digits)));

/**
 * A position as it is written.
 * @param {Num[]} position
 */
export function written(position) {
  return position.map(String).join(',');
}

/**
 * Numbers written with commas, spaces or slashes between them.
 * @param {string} text
 * @returns {Num[] | null} null if it is not a list of whole numbers
 */
export function readPosition(text) {
  const words = text.trim().split(/[\s,;/]+/).filter(Boolean);
  if (!words.length || words.some((word) => !/^\d[\d_]*$/.test(word))) return null;
  return words.map((word) => small(BigInt(word.replaceAll('_', ''))));
}
