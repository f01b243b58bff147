// The rule that the reader wrote last, kept in this browser only: another game may be
// chosen in between, and the page closed.

const NAME = 'rule';
/** The rule that was seen last, also one of a link, which replaces nothing that was kept. */
let seen = '';

/**
 * @param {string} text
 * @param {boolean} written by the reader
 */
export function keepRule(text, written) {
  seen = text;
  if (!written) return;
  try {
    localStorage.setItem(NAME, text);
  } catch {
    // Then it lasts as long as the page.
  }
}

export function keptRule() {
  try {
    return seen || (localStorage.getItem(NAME) ?? '');
  } catch {
    return seen;
  }
}
