// Choosing a game: a name of the catalogue with its parameter, or a rule of
// one's own. Used by Explore and Play.

import { refusalView } from './answer.js';
import { ask, games, Latest, named } from './api.js';
import { debounce, field, fill, h, still } from './dom.js';
import { editor } from './editor.js';
import { family, parameter } from './families.js';
import { cited } from './sources/sources.js';
import { ENGLISH, t } from './texts.js';

/** @typedef {import('./api.js').Entry} Entry */
/** @typedef {import('./api.js').Shape} Shape */
/**
 * A game that was chosen. `exchangeable`: the order of all its numbers is irrelevant.
 * @typedef {{
 *   game: string, rules: string, title: string, rule: string, shape: Shape, exchangeable: boolean,
 *   example: string, start: import('./api.js').Start | null, names: string[], state: string[], positionHelp: string, source: string,
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
    unknown ? h('option', { value: '' }, t.picker.choose) : null,
    ...entries.map((entry) => h('option', { value: entry.name }, entry.title)),
    h('option', { value: OWN }, t.picker.own),
  );
  select.value = start.rules ? OWN : unknown ? '' : family(start.game);
  const details = h('div', { class: 'stack' });
  const latest = new Latest();
  /** @param {Entry} entry @param {string} value */
  const choose = async (entry, value) => {
    const signal = latest.next();
    const choice = await choiceOf(entry, value);
    if (!signal.aborted) chosen(choice);
  };
  /** @param {string} first the parameter to begin with */
  const open = async (first) => {
    latest.stop();
    if (select.value === OWN) {
      fill(details, editor(start.rules, (rules, check) => chosen(ruleChoice(rules, check)), broken), goal());
      return;
    }
    const entry = /** @type {Entry} */ (entries.find((one) => one.name === select.value));
    const variant = h('p', { class: 'rule' });
    /** @param {string} value */
    const sayVariant = (value) => {
      const one = entry.parameter?.choices?.find((choice) => choice.value === (value || entry.parameter?.default));
      variant.textContent = one ? t.picker.variant(one.title, one.meaning) : '';
    };
    fill(details, parameterField(entry, first, (value) => {
      sayVariant(value);
      choose(entry, value);
    }), h('p', { class: 'rule' }, entry.rule), variant, goal(), h('p', {}, h('small', ENGLISH, ...cited(entry.source))));
    sayVariant(first);
    await choose(entry, first);
  };
  select.addEventListener('change', () => {
    start = { game: '', rules: '' };
    select.querySelector('[value=""]')?.remove();
    const entry = entries.find((one) => one.name === select.value);
    open(entry?.parameter?.default ?? '');
  });
  if (unknown) fill(details, refusalView(unknown.status === 400 ? new Error(t.picker.unknown(start.game, /did you mean '([^']+)'/.exec(unknown.message)?.[1] ?? '')) : unknown));
  else await open(known ? parameter(start.game) : '');
  return h('div', { class: 'stack' }, field(t.picker.game, select), details);
}

/**
 * @param {Entry} entry
 * @param {string} first
 * @param {(value: string) => void} changed
 */
function parameterField(entry, first, changed) {
  const wanted = entry.parameter;
  if (!wanted) return null;
  const label = wanted.choices ? t.picker.theRule : t.picker.parameter(wanted.symbol, wanted.meaning);
  if (wanted.choices) {
    const select = h('select', { id: 'parameter' }, ...wanted.choices.map(({ value, title }) => h('option', { value }, title)));
    select.value = first || wanted.default;
    select.addEventListener('change', () => changed(select.value));
    return field(label, select);
  }
  const number = wanted.kind === 'number';
  const kind = number ? { type: 'number', min: wanted.least, max: wanted.most ?? undefined, inputmode: 'numeric' } : { type: 'text', spellcheck: 'false', autocomplete: 'off' };
  const input = h('input', { id: 'parameter', ...kind, value: first || (number ? wanted.default : '') });
  input.addEventListener('input', debounce(350, () => input.value.trim() && changed(input.value.trim())));
  return field(label, input);
}

/**
 * The game with this parameter, on which the look of its positions may depend.
 * @param {Entry} entry
 * @param {string} value
 * @returns {Promise<Choice>}
 */
export async function choiceOf(entry, value) {
  const plain = entry.parameter?.optional && value === entry.parameter.default ? '' : value;
  const game = plain ? `${entry.name}:${plain.replace(/\s+/g, '')}` : entry.name;
  const told = game === entry.example.game || !entry.parameter;
  /** @type {Entry} what is wrong with a name is said where the game is asked for */
  const { shape, start, example } = told ? entry : await ask('games', { name: game }).catch(() => entry);
  return {
    game, rules: '', rule: entry.rule, shape, start, source: entry.source,
    title: entry.title + (plain ? ` (${plain})` : ''),
    exchangeable: shape.interchangeable && !shape.tail,
    example: example.position,
    names: [t.picker.first, t.picker.second],
    state: [],
    positionHelp: entry.position,
  };
}

/**
 * @param {string} rules
 * @param {any} check the answer of rules/check
 * @returns {Choice}
 */
export function ruleChoice(rules, check) {
  const state = /** @type {string[]} */ (check.state ?? []);
  const many = state.length;
  return {
    game: '', rules, rule: '', source: '', title: named(check.name) || t.picker.yourRule,
    shape: check.shape,
    start: check.shape.piles === 2 ? { least: 2, numbers: [[4, 12], [5, 14]] } : null,
    exchangeable: check.shape.interchangeable,
    example: check.example || (many === 1 ? '21' : state.map((_, i) => 5 + 4 * i).join(',')),
    names: many === 2 ? state : [t.picker.first, t.picker.second],
    state,
    positionHelp: many === 1 ? t.picker.anyHeaps : state.join(', '),
  };
}

/** How one wins, in any game. */
const goal = () => h('p', { class: 'goal' }, t.picker.goal, h('span', { class: 'of-misere' }, t.picker.misereGoal), '.');

/**
 * Brings the choice of a game into view.
 * @param {HTMLElement} controls
 */
export function toGame(controls) {
  controls.scrollIntoView({ block: 'start', behavior: still() ? 'instant' : 'smooth' });
  /** @type {HTMLElement | null} */ (controls.querySelector('#game'))?.focus({ preventScroll: true });
}

/**
 * What goes into a question to the server.
 * @param {Choice} choice
 */
export function asked(choice) {
  return choice.rules ? { rules: choice.rules } : { game: choice.game };
}
