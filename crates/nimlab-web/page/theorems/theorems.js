// Theorems that were proved by machine: a list of them, the automaton of each, and the
// steps of a position through it, digit by digit, while one types.

import { ask, cancelled, games, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { announce, debounce, field, fill, h, holdingFocus } from '../dom.js';
import { FIRST, family } from '../families.js';
import { shown } from '../json.js';
import { address, remember, whole } from '../state.js';
import { t } from '../texts.js';
import { drawing } from './automaton.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {{name: string, game: string, play: string, value: number, system: string, digits: string, names: string[], states_by_value: number[], theorem: string}} Kept */
/** @typedef {{position: Num[], digits: number[][], states: (number | null)[], accepted: boolean, value: number | null}} Way */

/** More digits are not shown one by one. */
const MOST = 60;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 */
export async function open(root, params) {
  const latest = new Latest();
  const head = h('header', { class: 'intro' }, h('h1', {}, t.theorems.title), h('p', { class: 'lead' }, t.theorems.lead));
  fill(root, head);
  /** @type {Kept[]} */
  let kept;
  try {
    kept = (await ask('theorems', {}, latest.next())).theorems;
  } catch (error) {
    if (!cancelled(error)) fill(root, head, refusalView(error));
    return { leave: () => latest.stop() };
  }
  const entries = await games().catch(() => []);
  let one = kept.find(({ name }) => name === params.get('name')) ?? kept.find(({ name }) => name === FIRST.game) ?? kept[0];
  let value = whole(params, 'value', 0, 0, one.value);
  let at = whole(params, 'step', 0, 0, MOST);
  /** @type {import('./automaton.js').State[] | null} */
  let states = null;
  /** @type {Way | null} */
  let way = null;

  /** @param {Kept} theorem */
  const caption = (theorem) => {
    const heaps = / with (\d+) heaps$/.exec(theorem.game);
    const name = heaps ? t.theorems.withHeaps(theorem.game.slice(0, heaps.index), Number(heaps[1])) : theorem.game;
    return `${name}${theorem.play === 'misere' ? t.theorems.misere : ''}`;
  };
  const select = h('select', { id: 'theorem' }, ...kept.map((theorem) => h('option', { value: theorem.name }, caption(theorem))));
  const values = h('select', { id: 'theorem-value' });
  const position = h('input', { id: 'theorem-position', type: 'text', autocomplete: 'off', spellcheck: 'false', value: params.get('at') ?? '' });
  const help = h('small', {});
  const statement = h('div', { class: 'stack' });
  const picture = h('div', { class: 'automaton-box' });
  // Where it is wider than the screen, the keyboard scrolls it too.
  const table = h('div', { class: 'scroll', role: 'group', tabindex: 0, 'aria-label': t.theorems.digit });
  const verdict = h('div', { class: 'lesson-verdict', role: 'status', 'aria-live': 'polite' });
  const steps = h('div', { class: 'steps' });

  const keep = () => root.isConnected && remember('theorems', { name: one.name === FIRST.game ? '' : one.name, value: value || null, at: position.value.trim(), step: at || null });

  /** What is shown of the way: the state after so many digits. */
  const show = () => {
    const length = way ? way.digits[0].length : 0;
    at = Math.min(at, length);
    const [from, to] = way ? [at ? way.states[at - 1] : null, way.states[at]] : [null, null];
    const letter = way && at ? way.digits.map((digits) => digits[at - 1]).join(',') : '';
    fill(picture, states
      ? drawing(states, { from, to, letter }, t.theorems.drawn(shown(states.length), states.flatMap(({ accepts }, i) => (accepts ? [i] : [])).join(', ')))
      : h('p', { class: 'note' }, t.theorems.tooLarge(shown(one.states_by_value[value]))));
    fill(table, way && length <= MOST ? digitTable(way, one.names, at) : null);
    holdingFocus(steps, () => fill(steps, way && length <= MOST ? [
      h('button', { type: 'button', 'aria-label': t.theorems.back, disabled: at === 0, onclick: () => go(at - 1) }, '‹'),
      slider(length),
      h('button', { type: 'button', 'aria-label': t.theorems.on, disabled: at === length, onclick: () => go(at + 1) }, '›'),
    ] : null));
    keep();
  };

  /** @param {number} length */
  const slider = (length) => {
    const range = h('input', { type: 'range', id: 'theorem-step', min: 0, max: length, value: String(at), 'aria-label': t.theorems.digit, 'aria-valuetext': t.theorems.after(at, length), oninput: () => go(Number(range.value)) });
    return range;
  };

  /** @param {number} next */
  const go = (next) => {
    at = next;
    show();
    if (way) announce(way.states[at] === null ? t.theorems.dead : t.theorems.inState(at, String(way.states[at])));
  };

  const judge = () => {
    if (!way) return fill(verdict, h('p', {}, t.theorems.invite));
    const cell = `(${way.position.map(shown).join(', ')})`;
    const last = way.states[way.states.length - 1];
    const ending = last === null ? t.theorems.endsNowhere : way.accepted ? t.theorems.endsAccepting(String(last)) : t.theorems.endsElsewhere(String(last));
    const meaning = value === 0 || one.play === 'misere' ? (way.accepted ? t.theorems.isP(cell) : t.theorems.isN(cell)) : way.accepted ? t.theorems.has(cell, value) : t.theorems.hasNot(cell, value);
    fill(verdict, h('p', {}, `${ending} `, h('strong', {}, meaning)));
  };

  const follow = async () => {
    const given = position.value.trim();
    try {
      const answer = await ask('theorem', { name: one.name, value, ...(given ? { position: given } : {}) }, latest.next());
      states = answer.automaton;
      way = answer.way ?? null;
      at = Math.min(at, way ? way.digits[0].length : 0);
      judge();
      show();
    } catch (error) {
      if (cancelled(error)) return;
      way = null;
      show();
      fill(verdict, refusalView(error));
    }
  };

  /** What the theorem says of the value that is shown. */
  const state = () => {
    const tuple = one.names.length === 1 ? one.names[0] : `(${one.names.join(', ')})`;
    const of = value === 0 || one.play === 'misere' ? null : value;
    const entry = entries.find(({ name }) => name === family(one.game));
    fill(statement,
      h('p', { class: 'theorem-says' }, t.theorems.says(tuple, of, caption(one), shown(one.states_by_value[value]), one.system)),
      entry && one.names.length === 2 ? h('p', {}, h('a', { class: 'button', href: address('explore', { game: one.game, misere: one.play === 'misere' }) }, t.learn.openInExplore)) : null);
  };

  const tell = () => {
    select.value = one.name;
    fill(values, ...one.states_by_value.map((count, i) => h('option', { value: i }, one.value ? t.theorems.valueOf(i, shown(count)) : t.theorems.states(shown(count)))));
    values.value = String(value);
    values.disabled = one.value === 0;
    position.placeholder = one.names.length === 1 ? '20' : one.names.map((_, i) => 3 + 2 * i).join(',');
    help.textContent = one.names.join(', ');
    state();
    return follow();
  };

  select.addEventListener('change', () => {
    one = kept.find(({ name }) => name === select.value) ?? one;
    [value, at, states, way] = [0, 0, null, null];
    position.value = '';
    tell();
  });
  values.addEventListener('change', () => {
    value = Number(values.value);
    at = 0;
    state();
    follow();
  });
  position.addEventListener('input', debounce(250, () => {
    at = MOST;
    follow();
  }));
  if (!params.has('at') && !params.has('name')) {
    position.value = '8,13';
    at = MOST;
  }
  fill(root, head,
    h('div', { class: 'theorem' },
      h('section', { class: 'panel stack' },
        field(t.theorems.which, select), field(t.theorems.value, values), statement,
        h('label', { class: 'field' }, h('span', { class: 'label' }, t.theorems.position), position, help),
        verdict, steps, table),
      h('section', { class: 'panel', 'aria-label': t.theorems.automaton }, picture)),
    h('section', { class: 'prose' },
      h('h2', {}, t.theorems.howHead),
      ...t.theorems.how.map((words) => h('p', {}, words)),
      h('h2', {}, t.theorems.proofHead),
      h('p', {}, t.theorems.proof, h('code', {}, `nimlab theorems ${one.game} -o FILE`), t.theorems.proofAnd, h('code', {}, 'nimlab verify FILE'), '.')));
  root.classList.add('waits');
  tell().finally(() => root.classList.remove('waits'));
  return { leave: () => latest.stop() };
}

/**
 * The digits of the numbers below one another, and the state after each.
 * @param {Way} way
 * @param {string[]} names
 * @param {number} at
 */
function digitTable(way, names, at) {
  /** @param {string} name @param {(string | number)[]} cells @param {string} kind */
  const row = (name, cells, kind) => h('tr', { class: kind }, h('th', { scope: 'row' }, name), ...cells.map((cell, i) => h('td', { class: `${i === at ? 'here' : ''} ${cell && cell !== '0' ? 'one' : 'zero'}` }, cell)));
  return h('table', { class: 'columns' },
    ...way.digits.map((digits, i) => row(`${names[i]} = ${shown(way.position[i])}`, ['', ...digits.map(String)], '')),
    row(t.theorems.state, way.states.map((state) => (state === null ? '–' : String(state))), 'sum'));
}
