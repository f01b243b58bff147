// Choosing a game: a name of the catalogue with its parameter, or a rule of
// one's own. Used by Explore and Play.

import { refusalView } from './answer.js';
import { ask, games, named } from './api.js';
import { debounce, field, fill, h } from './dom.js';
import { editor } from './editor.js';
import { family, PARAMETERS, parameter, TITLES } from './families.js';

/** @typedef {import('./api.js').Entry} Entry */
/** @typedef {import('./api.js').Shape} Shape */
/**
 * A game that was chosen. `exchangeable`: the order of all its numbers is irrelevant.
 * @typedef {{
 *   game: string, rules: string, title: string, rule: string, shape: Shape, exchangeable: boolean,
 *   example: string, names: string[], state: string[], positionHelp: string, source: string,
 * }} Choice `game` is empty for a rule; `rules` and `state`, the names in a rule, are empty for a name
 */

const OWN = 'rules';

/**
 * @param {{game: string, rules: string}} start
 * @param {(choice: Choice) => void} chosen called at once and on every change
 * @param {() => void} broken called when the rule in the editor is not in order
 * @returns {Promise<HTMLElement>}
 */
export async function picker(start, chosen, broken) {
  const entries = await games();
  const isKnown = () => entries.some((entry) => entry.name === family(start.game));
  const unknown = start.rules || isKnown() ? null : await ask('games', { name: start.game }).then(
    (found) => {
      // Another name of a game, or one by rule.
      start = { game: found.game ?? found.name, rules: found.rules ?? '' };
      return null;
    },
    (error) => error,
  );
  const known = isKnown();
  const select = h(
    'select',
    { id: 'game' },
    unknown ? h('option', { value: '' }, 'Choose a game …') : null,
    ...entries.map((entry) => h('option', { value: entry.name }, TITLES[entry.name] ?? entry.name)),
    h('option', { value: OWN }, 'A rule of your own …'),
  );
  select.value = start.rules ? OWN : unknown ? '' : known ? family(start.game) : 'wythoff';
  const details = h('div', { class: 'stack' });
  /** @param {string} first the parameter to begin with */
  const open = (first) => {
    if (select.value === OWN) {
      fill(details, editor(start.rules, (rules, check) => chosen(ruleChoice(rules, check)), broken));
      return;
    }
    const entry = /** @type {Entry} */ (entries.find((one) => one.name === select.value));
    fill(details, parameterField(entry, first, (value) => chosen(namedChoice(entry, value))), h('p', { class: 'rule' }, entry.rule));
    chosen(namedChoice(entry, first));
  };
  select.addEventListener('change', () => {
    start = { game: '', rules: '' };
    select.querySelector('[value=""]')?.remove();
    const entry = entries.find((one) => one.name === select.value);
    open(entry ? parameter(entry.example.game) : '');
  });
  if (unknown) fill(details, refusalView(unknown));
  else open(known ? parameter(start.game) : '');
  return h('div', { class: 'stack' }, field('Game', select), details);
}

/**
 * @param {Entry} entry
 * @param {string} first
 * @param {(value: string) => void} changed
 */
function parameterField(entry, first, changed) {
  const wanted = PARAMETERS[entry.name];
  if (!wanted) return null;
  if (wanted.input === 'choice') {
    const select = h('select', { id: 'parameter' }, ...(wanted.choices ?? []).map(([value, text]) => h('option', { value }, text)));
    select.value = first || (wanted.choices?.[0][0] ?? '');
    select.addEventListener('change', () => changed(select.value));
    return field(wanted.label, select);
  }
  const kind = wanted.input === 'number' ? { type: 'number', min: 1, max: 1000, inputmode: 'numeric' } : { type: 'text', spellcheck: 'false', autocomplete: 'off' };
  const input = h('input', { id: 'parameter', ...kind, value: first || (wanted.input === 'number' ? '1' : '') });
  input.addEventListener('input', debounce(350, () => input.value.trim() && changed(input.value.trim())));
  return field(wanted.label, input);
}

/**
 * @param {Entry} entry
 * @param {string} value
 * @returns {Choice}
 */
function namedChoice(entry, value) {
  const plain = entry.name === 'wythoff' && value === '1' ? '' : value;
  const game = plain ? `${entry.name}:${plain.replace(/\s+/g, '')}` : entry.name;
  const fits = parameter(entry.example.game) === parameter(game) || entry.name !== 'building';
  return {
    game, rules: '', rule: entry.rule, shape: entry.shape, source: entry.source,
    title: (TITLES[entry.name] ?? entry.name) + (plain ? ` (${plain})` : ''),
    exchangeable: entry.shape.interchangeable && !entry.shape.tail,
    example: fits ? entry.example.position : `${Array(Math.min(12, Number(value) || 3)).fill(0).join(',')}/9`,
    names: ['first pile', 'second pile'],
    state: [],
    positionHelp: entry.position,
  };
}

/**
 * @param {string} rules
 * @param {any} check the answer of rules/check
 * @returns {Choice}
 */
function ruleChoice(rules, check) {
  const state = /** @type {string[]} */ (check.state ?? []);
  const many = state.length;
  return {
    game: '', rules, rule: '', source: '', title: named(check.name) || 'Your rule',
    shape: check.shape,
    exchangeable: check.shape.interchangeable,
    example: check.example || (many === 1 ? '21' : state.map((_, i) => 5 + 4 * i).join(',')),
    names: many === 2 ? state : ['first', 'second'],
    state,
    positionHelp: `${many === 1 ? 'any number of heaps' : state.join(', ')}`,
  };
}

/**
 * What goes into a question to the server.
 * @param {Choice} choice
 */
export function asked(choice) {
  return choice.rules ? { rules: choice.rules } : { game: choice.game };
}
