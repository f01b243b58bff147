// The answers of the engine: of a server, or on a static site of the module in this
// browser. Every question goes through `ask`; an answer that the reader no longer waits
// for is cancelled through its signal.

import { parse, write } from './json.js';
import { t } from './texts.js';

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
   * @param {number} [pause] seconds after which the server wants to be asked again
   */
  constructor(status, error, diagnostics, pause = 0) {
    super(error.message || `the server answered with status ${status}`);
    this.status = status;
    this.expected = error.expected || '';
    this.example = error.example || '';
    this.diagnostics = diagnostics;
    this.pause = pause;
  }

  /** Whether the same question may be answered a little later: nobody was there, or too busy. */
  get passing() {
    return this.status === 0 || this.status >= 502;
  }
}

/**
 * The name of a rule; one without a name is called "rules" by the server.
 * @param {string} [name]
 */
export const named = (name) => (name === 'rules' ? '' : name);

/** Whether the engine is in this browser: `nimlab site` says so in the page. */
export const LOCAL = document.documentElement.dataset.engine === 'local';

/** @param {string} path @param {string} body @param {AbortSignal} [signal] */
async function there(path, body, signal) {
  try {
    return await fetch(`api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, { message: t.frame.noServer }, []);
  }
}

/** @param {string} path @param {string} body @param {AbortSignal} [signal] */
async function here(path, body, signal) {
  try {
    return await (await import('./local/send.js')).send(path, body, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, { message: error instanceof Error ? error.message : String(error) }, []);
  }
}

/**
 * @param {string} path below /api/
 * @param {Record<string, any>} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(path, body, signal) {
  const response = await (LOCAL ? here(path, write(body), signal) : there(path, write(body), signal));
  if (response.ok) return response;
  let answer = /** @type {any} */ ({});
  try {
    answer = parse(await response.text());
  } catch {
    // An answer without JSON: the status has to do.
  }
  const refusal = new Refusal(response.status, answer.error ?? {}, answer.diagnostics ?? answer.error?.diagnostics ?? [], Number(response.headers.get('retry-after')) || 0);
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

/** Seconds before a question is asked again, each time anew. */
const PAUSES = [1, 2, 4];

/**
 * The same, asked again where the server was away or too busy, after the time that it
 * names.
 * @param {string} path below /api/
 * @param {Record<string, any>} body
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} [waiting] called before each pause
 * @returns {Promise<any>}
 */
export async function askAgain(path, body, signal, waiting) {
  for (const pause of PAUSES) {
    try {
      return await ask(path, body, signal);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.passing) throw error;
      const seconds = Math.max(pause, Math.min(error.pause, 30));
      waiting?.(seconds);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      signal.throwIfAborted();
    }
  }
  return ask(path, body, signal);
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
  catalogue ??= ask('games').then((answer) => (Array.isArray(answer) ? answer : answer.games).map(translated));
  catalogue.catch(() => (catalogue = null));
  return catalogue;
}

/**
 * A game in the words of the page.
 * @param {Entry} entry
 * @returns {Entry}
 */
function translated(entry) {
  const words = t.games[entry.name];
  // An l alone looks like a bar.
  if (!words) return { ...entry, rule: entry.rule.replace(/\bl\b/g, 'ℓ') };
  const { title, rule, position } = words;
  const parameter = entry.parameter && {
    ...entry.parameter,
    meaning: words.meaning ?? entry.parameter.meaning,
    choices: entry.parameter.choices?.map((choice) => ({ ...choice, ...words.choices?.[choice.value] })),
  };
  return { ...entry, title, rule, position, parameter };
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
