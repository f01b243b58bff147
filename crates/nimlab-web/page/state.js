// The address bar holds the state: #/page?name=value. A link reproduces the view.

/** @typedef {{page: string, params: URLSearchParams}} Place */

/** @returns {Place} */
export function place() {
  const text = location.hash.replace(/^#\/?/, '');
  const [page, query = ''] = text.split('?', 2);
  return { page: page || 'start', params: new URLSearchParams(query) };
}

/** @param {Record<string, string | number | boolean | null | undefined>} params those that say something */
export function paramsOf(params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === '' || value === false) continue;
    query.set(name, value === true ? '1' : String(value));
  }
  return query;
}

/**
 * The address of a place, with commas and colons left readable.
 * @param {string} page
 * @param {Record<string, string | number | boolean | null | undefined>} params
 */
export function address(page, params = {}) {
  const text = paramsOf(params).toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
  return `#/${page}${text ? `?${text}` : ''}`;
}

/** The address of the view that is shown. */
let seen = location.hash;

/**
 * Says that the view of an address is shown from now on.
 * @param {string} hash
 */
export function arrived(hash) {
  seen = hash;
}

/**
 * Remembers a view, unless the reader has already gone on to another address. Another
 * game is a step to which the browser can go back, and what is changed of one is not.
 * @param {string} page
 * @param {Record<string, string | number | boolean | null | undefined>} params
 * @param {boolean} [step]
 */
export function remember(page, params, step = false) {
  const hash = address(page, params);
  if (hash === location.hash || location.hash !== seen) return;
  if (step) history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
  seen = hash;
}

/**
 * A whole number from the address, kept within bounds.
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {number} fallback
 * @param {number} least
 * @param {number} most
 */
export function whole(params, name, fallback, least, most) {
  const number = Number.parseInt(params.get(name) ?? '', 10);
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : fallback;
}

/**
 * What can be chosen from, with what the address asks for among it.
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {number[]} list ascending
 * @param {number} fallback
 * @param {number} [least]
 * @returns {{list: number[], chosen: number}}
 */
export function offered(params, name, list, fallback, least = 1) {
  const chosen = whole(params, name, fallback, least, list[list.length - 1]);
  return { list: [...new Set([...list, chosen])].sort((a, b) => a - b), chosen };
}
