// The address bar holds the state: #/page?name=value. A link reproduces the view.

/** @typedef {{page: string, params: URLSearchParams}} Place */

/** @returns {Place} */
export function place() {
  const text = location.hash.replace(/^#\/?/, '');
  const [page, query = ''] = text.split('?', 2);
  return { page: page || 'explore', params: new URLSearchParams(query) };
}

/**
 * The address of a place, with commas and colons left readable.
 * @param {string} page
 * @param {Record<string, string | number | boolean | null | undefined>} params
 */
export function address(page, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === '' || value === false) continue;
    query.set(name, value === true ? '1' : String(value));
  }
  const text = query.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
  return `#/${page}${text ? `?${text}` : ''}`;
}

/**
 * Remembers a view without a new step in the history.
 * @param {string} page
 * @param {Record<string, string | number | boolean | null | undefined>} params
 */
export function remember(page, params) {
  const hash = address(page, params);
  if (hash !== location.hash) history.replaceState(null, '', hash);
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
