// The server's answers. Every question goes through `ask`; an answer that the
// reader no longer waits for is cancelled through its signal.

import { parse, write } from './json.js';

/** @typedef {import('./json.js').Num} Num */
/** @typedef {{line: number, column: number, end_line: number, end_column: number, message: string, expected?: string | null, help?: string | null}} Diagnostic */
/** @typedef {{piles: number | 'any', interchangeable: boolean, splits: boolean, tail: {label: string, meaning: string} | null, board: boolean, sequence: boolean, period: boolean, three_piles: boolean, wythoff: number | null}} Shape */
/** @typedef {{symbol: string, meaning: string, default: string, optional: boolean, kind: 'number' | 'set' | 'code' | 'choice', least?: number, most?: number | null, choices?: {value: string, title: string, meaning: string}[]}} Parameter */
/** @typedef {{least: number, numbers: [number, number][]}} Start numbers within bounds, this many at least */
/** @typedef {{name: string, title: string, usage: string, parameters: string, parameter: Parameter | null, position: string, rule: string, methods: string, source: string, example: {game: string, position: string}, start: Start, shape: Shape}} Entry */
/** @typedef {{game?: string, rules?: string, parameters?: Record<string, any>}} Chosen */
/** @typedef {{game: string, position: Num[], outcome: 'P' | 'N' | null, grundy: Num | null, winning_moves: Num[][], winning_moves_complete?: boolean, method: string, explanation?: any[]}} Solved */

/** What the server says when it cannot answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{message?: string, expected?: string, example?: string}} error
   * @param {Diagnostic[]} diagnostics
   */
  constructor(status, error, diagnostics) {
    super(error.message || `the server answered with status ${status}`);
    this.status = status;
    this.expected = error.expected || '';
    this.example = error.example || '';
    this.diagnostics = diagnostics;
  }
}

/**
 * The name of a rule; one without a name is called "rules" by the server.
 * @param {string} [name]
 */
export const named = (name) => (name === 'rules' ? '' : name);

/**
 * @param {string} path below /api/
 * @param {Record<string, any>} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(path, body, signal) {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: write(body), signal };
  let response;
  try {
    response = await fetch(`api/${path}`, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, { message: 'The server does not answer. Is “nimlab serve” still running?' }, []);
  }
  if (response.ok) return response;
  let answer = /** @type {any} */ ({});
  try {
    answer = parse(await response.text());
  } catch {
    // An answer without JSON: the status has to do.
  }
  const refusal = new Refusal(response.status, answer.error ?? {}, answer.diagnostics ?? answer.error?.diagnostics ?? []);
  if (body.rules && /line \d+, column/.test(refusal.message)) dispatchEvent(new CustomEvent('rulefails', { detail: { rules: body.rules, message: refusal.message } }));
  throw refusal;
}

/**
 * @param {string} path below /api/
 * @param {Record<string, any>} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body = {}, signal) {
  return parse(await (await send(path, body, signal)).text());
}

/**
 * @param {string} path below /api/
 * @param {Record<string, any>} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<ArrayBuffer>}
 */
export async function bytes(path, body, signal) {
  return (await send(path, body, signal)).arrayBuffer();
}

/**
 * The same as a file for the reader.
 * @param {string} path below /api/
 * @param {Record<string, any>} body
 * @returns {Promise<Blob>}
 */
export async function blob(path, body) {
  return (await send(path, body)).blob();
}

/** @type {Promise<Entry[]> | null} */
let catalogue = null;

/** Every game of the catalogue, asked for once. */
export function games() {
  catalogue ??= ask('games').then((answer) => (Array.isArray(answer) ? answer : answer.games));
  catalogue.catch(() => (catalogue = null));
  return catalogue;
}

/** Gives a signal for the newest question and cancels the one before. */
export class Latest {
  /** @type {AbortController | null} */
  #controller = null;

  next() {
    this.#controller?.abort();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  stop() {
    this.#controller?.abort();
  }
}

/**
 * Whether an error only says that nobody waits any more.
 * @param {unknown} error
 */
export function cancelled(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}
