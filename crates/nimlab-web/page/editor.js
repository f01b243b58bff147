// The editor for rules: plain text with line numbers, checked by the server while
// one types; what is wrong is underlined at its place and listed below.

import { ask, cancelled, Latest, named } from './api.js';
import { debounce, fill, h } from './dom.js';
import { RULES } from './families.js';
import { keepRule, keptRule } from './own.js';
import { ENGLISH, t } from './texts.js';

/** @typedef {import('./api.js').Diagnostic} Diagnostic */

/**
 * @param {string} text
 * @param {(rules: string, check: any) => void} accepted called when the rule is in order
 * @param {() => void} refused called when it is not
 */
export function editor(text, accepted, refused) {
  const area = h('textarea', { id: 'rule', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', rows: 11, 'aria-label': t.editor.rule, 'aria-describedby': 'problems' });
  const marks = h('pre', { class: 'marks', 'aria-hidden': 'true' });
  const gutter = h('pre', { class: 'gutter', 'aria-hidden': 'true' });
  const problems = h('div', { id: 'problems', class: 'problems', role: 'status', 'aria-live': 'polite' });
  const samples = h('select', { 'aria-label': t.editor.sampleName }, h('option', { value: '' }, t.editor.sample), ...RULES.map((rule, i) => h('option', { value: i }, rule.title)));
  const latest = new Latest();

  const check = async () => {
    const rules = area.value;
    try {
      const answer = await ask('rules/check', { rules }, latest.next());
      show(answer);
      if (answer.ok) accepted(rules, answer);
      else refused();
    } catch (error) {
      if (cancelled(error)) return;
      const refusal = /** @type {any} */ (error);
      show({ ok: false, diagnostics: refusal.diagnostics, failure: refusal.message });
      refused();
    }
  };
  const later = debounce(250, check);

  /** @param {any} answer */
  const show = (answer) => {
    const failure = failureOf(String(answer.failure ?? ''));
    const found = /** @type {Diagnostic[]} */ (answer.diagnostics?.length ? answer.diagnostics : failure.placed);
    area.setAttribute('aria-invalid', String(!answer.ok));
    paint(found);
    if (found.length) fill(problems, ...found.map(problem));
    else if (answer.failure) fill(problems, h('p', { class: 'bad', ...ENGLISH }, failure.message), h('p', ENGLISH, failure.help));
    else fill(problems, ...verdictOn(answer));
  };

  /** @param {Diagnostic} one */
  const problem = (one) =>
    h(
      'button',
      { type: 'button', class: 'problem', onclick: () => jump(one) },
      h('span', { class: 'where' }, t.editor.where(one.line, one.column)),
      h('span', ENGLISH, one.message),
      one.expected ? h('small', ENGLISH, t.editor.expected(one.expected)) : null,
      one.help ? h('small', ENGLISH, one.help) : null,
    );

  /** @param {Diagnostic} one */
  const jump = (one) => {
    const [from, to] = range(area.value, one);
    area.focus();
    area.setSelectionRange(from, to);
  };

  /** @param {Diagnostic[]} found */
  const paint = (found) => {
    const lines = area.value.split('\n').length;
    const bad = new Set(found.map((one) => one.line));
    fill(gutter, ...Array.from({ length: lines }, (_, i) => h('span', { class: bad.has(i + 1) ? 'bad' : '' }, `${i + 1}\n`)));
    /** @type {(Node | string)[]} */
    const parts = [];
    let at = 0;
    for (const [from, to] of found.map((one) => range(area.value, one)).sort((a, b) => a[0] - b[0])) {
      if (from < at) continue;
      parts.push(area.value.slice(at, from), h('mark', {}, area.value.slice(from, to) || ' '));
      at = to;
    }
    fill(marks, ...parts, `${area.value.slice(at)}\n`);
  };

  area.addEventListener('input', () => {
    keepRule(area.value, true);
    paint([]);
    later();
  });
  // A rule may also fail later, at a position that the check did not reach.
  const late = (/** @type {any} */ event) => {
    if (!area.isConnected) removeEventListener('rulefails', late);
    else if (event.detail.rules === area.value) show({ ok: false, failure: event.detail.message });
  };
  addEventListener('rulefails', late);
  area.addEventListener('scroll', () => {
    marks.scrollTop = gutter.scrollTop = area.scrollTop;
    marks.scrollLeft = area.scrollLeft;
  });
  samples.addEventListener('change', () => {
    if (samples.value === '') return;
    area.value = RULES[Number(samples.value)].text;
    keepRule(area.value, true);
    samples.value = '';
    check();
  });
  area.value = text || keptRule() || RULES[0].text;
  if (text) keepRule(text, false);
  paint([]);
  check();
  return h('div', { class: 'stack' }, samples, h('div', { class: 'editor' }, gutter, h('div', { class: 'paper' }, marks, area)), problems);
}

/**
 * What is said of a rule that can be read and did not fail.
 * @param {any} answer
 */
function verdictOn({ name, state = [], complete, decreasing, warnings = [] }) {
  const words = t.editor.named(named(name) ?? '', state.join(', '));
  const notes = warnings.map((/** @type {string} */ warning) => h('p', { class: 'note', ...ENGLISH }, warning));
  if (complete || decreasing) return [h('p', { class: 'good' }, t.editor.inOrder(words)), ...notes];
  return [
    h('p', { class: 'doubt' }, t.editor.mayNotEnd(words)),
    h('p', {}, t.editor.sayBefore, h('code', {}, `decreasing ${state.join(' + ')}`), t.editor.sayAfter),
    ...notes,
  ];
}

/**
 * What fails while a rule runs comes as text, the place drawn below it.
 * @param {string} text
 * @returns {{message: string, help: string, placed: Diagnostic[]}}
 */
function failureOf(text) {
  const lines = text.split('\n').map((line) => line.trim());
  const place = text.match(/^\s*line (\d+), column (\d+)$/m);
  const drawn = lines.findIndex((line) => /^line \d+, column \d+$/.test(line));
  const help = lines.slice(1, drawn < 0 ? undefined : drawn).join(' ');
  if (!place) return { message: lines[0], help, placed: [] };
  const [line, column] = [Number(place[1]), Number(place[2])];
  const width = text.match(/\^+/)?.[0].length ?? 1;
  return { message: lines[0], help, placed: [{ line, column, end_line: line, end_column: column + width, message: lines[0], help }] };
}

/**
 * Where a problem stands in the text. Lines and columns are counted from 1, in
 * characters.
 * @param {string} text
 * @param {Diagnostic} one
 * @returns {[number, number]}
 */
export function range(text, one) {
  const lines = text.split('\n');
  /** @param {number} line @param {number} column */
  const offset = (line, column) => {
    const before = lines.slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0);
    const here = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
    return Math.min(text.length, before + here);
  };
  const from = offset(one.line, one.column);
  const to = Math.max(offset(one.end_line ?? one.line, one.end_column ?? one.column + 1), Math.min(text.length, from + 1));
  return [from, to];
}
