// The period of a row of the board, with its proof and the certificate as a file.

import { ask, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { fill, h, working } from '../dom.js';
import { shown } from '../json.js';
import { asked } from '../picker.js';
import { fileName } from './files.js';
import { periodFacts } from './sequence.js';
import { t } from '../texts.js';

/** The last row that may be asked for. */
export const MOST_ROW = 4095;

/**
 * @param {import('../picker.js').Choice} choice
 */
export function rowFacts(choice) {
  const latest = new Latest();
  const element = h('div', { class: 'facts row-facts', role: 'status' });
  /** @param {number | null} row */
  const show = async (row) => {
    latest.stop();
    if (row === null) return fill(element);
    const signal = latest.next();
    const title = h('h2', {}, t.row.title(shown(row)));
    fill(element, title, h('div', { class: 'row' }, working(t.working.computing, () => {
      latest.stop();
      fill(element, title, h('p', {}, t.working.stopped));
    })));
    try {
      const found = await ask('row', { ...asked(choice), row }, signal);
      const value = (/** @type {string} */ n) => `G(${row}, ${n})`;
      const name = () => fileName(choice, `row-${row}`);
      const same = found.same_moves_as ? h('p', {}, t.row.sameMoves(found.same_moves_as)) : null;
      fill(element, title, ...periodFacts(found, name, { value, computed: t.row.computed, holds: t.row.holds }), same);
    } catch (error) {
      if (!cancelled(error)) fill(element, title, refusalView(error));
    }
  };
  return { element, show, stop: () => latest.stop() };
}
