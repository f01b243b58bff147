// What a researcher asks of a board: a window far out, another game beside it, and the
// period of a row.

import { games } from '../api.js';
import { debounce, field, fill, h } from '../dom.js';
import { NEIGHBOURS } from '../families.js';
import { readPosition, shown } from '../json.js';
import { MOST_ROW } from './row.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */

/**
 * The first cell of a window, as it is written; null for the corner of the board.
 * @param {string} text
 * @returns {Num[] | null}
 */
export function cornerOf(text) {
  const numbers = readPosition(text);
  return numbers?.length === 2 && numbers.some(Boolean) ? numbers : null;
}

/**
 * @param {import('../picker.js').Choice} choice
 * @param {{corner: Num[] | null, versus: string, row: number | null}} state
 * @param {{misere: boolean, begin: (corner: Num[] | null) => void, compare: (game: string) => void, row: (row: number | null) => void}} listener
 */
export function tools(choice, state, { misere, begin, compare, row }) {
  const typed = { type: 'text', autocomplete: 'off', spellcheck: 'false' };
  const from = h('input', { ...typed, id: 'from', placeholder: '1000000, 1618033', value: state.corner?.join(', ') ?? '' });
  const told = h('small', {}, t.tools.fromHelp);
  const names = h('datalist', { id: 'opponents' });
  const versus = h('input', { ...typed, id: 'versus', list: 'opponents', value: state.versus });
  const rows = h('input', { type: 'number', id: 'row', min: 0, max: MOST_ROW, inputmode: 'numeric', placeholder: '7', value: state.row ?? '' });
  from.addEventListener('input', debounce(500, () => {
    const text = from.value.trim();
    const corner = cornerOf(text);
    const whole = readPosition(text);
    from.setAttribute('aria-invalid', String(Boolean(text) && whole?.length !== 2));
    if (!text || whole?.length === 2) begin(corner);
  }));
  versus.addEventListener('input', debounce(500, () => compare(versus.value.trim())));
  rows.addEventListener('input', debounce(350, () => {
    const wanted = Number(rows.value);
    const good = Number.isInteger(wanted) && wanted >= 0 && wanted <= MOST_ROW;
    if (!rows.value) row(null);
    else if (good) row(wanted);
  }));
  games().then((list) => {
    const boards = list.filter(({ shape }) => shape.board).map(({ name }) => name);
    fill(names, ...[...boards, ...NEIGHBOURS].map((value) => h('option', { value })));
  }, () => {});
  const open = state.corner !== null || state.versus !== '' || state.row !== null;
  const element = h('details', { class: 'more', open },
    h('summary', {}, t.tools.title),
    h('div', { class: 'tools' },
      h('div', {}, field(t.tools.from, from), told),
      h('div', {}, field(t.tools.versus, versus), h('small', {}, t.tools.versusHelp), names),
      misere ? null : h('div', {}, field(t.tools.row(choice.names[0]), rows), h('small', {}, t.tools.rowHelp))));
  return {
    element,
    /**
     * The window begins elsewhere.
     * @param {Num[] | null} corner
     */
    begun(corner) {
      if (document.activeElement !== from) from.value = corner?.join(', ') ?? '';
      if (corner) element.open = true;
    },
    /** @param {import('../heat/values.js').Heat} heat */
    told(heat) {
      told.textContent = heat.known === null || !heat.far ? t.tools.fromHelp : t.tools.told(shown(heat.known));
    },
  };
}
