// A worksheet: mark the P-positions of a small board, and have them checked; or print
// it, the rule and an empty board on one sheet and the solution on the next.

import { ask, cancelled, games, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { field, fill, h, holdingFocus } from '../dom.js';
import { address, whole } from '../state.js';
import { t } from '../texts.js';

export const title = t.worksheet.title;
export const lead = t.worksheet.lead;
export const source = '';
export const glyph = '▦';

const [LEAST, MOST] = [4, 12];

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {import('./learn.js').Keep} keep
 */
export async function open(root, params, keep) {
  const latest = new Latest();
  let size = whole(params, 'size', 8, LEAST, MOST);
  let game = params.get('game') ?? 'wythoff';
  /** @type {Set<string>} what the reader has marked */
  let marked = new Set();
  /** @type {boolean[][]} where the player to move loses; empty until that is known */
  let lost = [];
  const sheet = h('div', { class: 'sheet' });
  const said = h('p', { class: 'lesson-verdict', role: 'status', 'aria-live': 'polite' });
  const solution = h('div', { class: 'sheet solution', 'aria-hidden': 'true' });
  const head = h('div', { class: 'only-printed' });
  const rule = h('p', {});
  const play = h('a', { class: 'button' }, t.worksheet.play);
  const checkButton = h('button', { type: 'button', class: 'main', onclick: () => check() }, t.worksheet.check);
  const printButton = h('button', { type: 'button', onclick: () => print() }, t.worksheet.print);

  /**
   * A board whose cells are made by a function, the larger numbers above.
   * @param {(x: number, y: number) => Node} cell
   */
  const table = (cell) => h('table', { class: 'fill-in' },
    h('tbody', {}, ...Array.from({ length: size }, (_, k) => size - 1 - k).map((y) =>
      h('tr', {}, h('th', { scope: 'row' }, y), ...Array.from({ length: size }, (_, x) => h('td', {}, cell(x, y)))))),
    h('tfoot', {}, h('tr', {}, h('td', {}), ...Array.from({ length: size }, (_, x) => h('th', { scope: 'col' }, x)))));

  /** @param {boolean} checked whether mistakes are shown */
  const draw = (checked) => holdingFocus(sheet, () => fill(sheet, table((x, y) => {
    const is = marked.has(`${x},${y}`);
    const wrong = checked && is !== lost[x][y];
    const words = t.worksheet.cell(`(${x}, ${y})`, is, wrong);
    return h('button', { type: 'button', 'data-name': `${x},${y}`, class: `${is ? 'is' : ''} ${wrong ? 'wrong' : ''}`, 'aria-pressed': String(is), 'aria-label': words, onclick: () => toggle(x, y) }, is ? 'P' : wrong ? '!' : '');
  })));

  /** @param {number} x @param {number} y */
  const toggle = (x, y) => {
    const cell = `${x},${y}`;
    if (!marked.delete(cell)) marked.add(cell);
    said.textContent = '';
    draw(false);
  };

  const check = () => {
    let [right, wrong, missing] = [0, 0, 0];
    lost.forEach((row, x) => row.forEach((is, y) => {
      const mark = marked.has(`${x},${y}`);
      if (mark && is) right++;
      else if (mark) wrong++;
      else if (is) missing++;
    }));
    const done = !wrong && !missing;
    said.textContent = done ? t.worksheet.done(right) : t.worksheet.notDone(right, wrong, missing);
    draw(!done);
  };

  const load = async () => {
    keep({ game, size });
    marked = new Set();
    lost = [];
    said.textContent = '';
    checkButton.disabled = printButton.disabled = true;
    draw(false);
    play.href = address('play', { game });
    try {
      const entry = (await games()).find(({ name }) => name === game);
      const parameter = entry?.parameter;
      const here = parameter && !game.includes(':') ? t.worksheet.here(parameter.symbol, parameter.default) : '';
      rule.textContent = entry ? entry.rule + here + t.worksheet.goal : '';
      const { values } = await ask('table', { game, rows: size, columns: size }, latest.next());
      lost = values.map((/** @type {any[]} */ row) => row.map((value) => Number(value) === 0));
      fill(head, h('h2', {}, entry?.title ?? game), h('p', {}, rule.textContent), h('p', {}, t.worksheet.task));
      checkButton.disabled = printButton.disabled = false;
      fill(solution, h('h2', {}, t.worksheet.solution(entry?.title ?? game)), table((x, y) => h('span', {}, lost[x][y] ? 'P' : '')));
    } catch (error) {
      if (!cancelled(error)) fill(sheet, refusalView(error));
    }
  };

  const sizes = h('input', { id: 'sheet-size', type: 'number', min: LEAST, max: MOST, value: String(size), inputmode: 'numeric' });
  sizes.addEventListener('change', () => {
    size = Math.min(MOST, Math.max(LEAST, Math.round(Number(sizes.value)) || size));
    sizes.value = String(size);
    load();
  });
  const list = (await games()).filter(({ shape }) => shape.board && !shape.tail && !shape.splits);
  if (!list.some(({ name }) => name === game)) game = 'wythoff';
  const choose = h('select', { id: 'sheet-game', onchange: () => {
    game = choose.value;
    load();
  } }, ...list.map(({ name, title }) => h('option', { value: name }, title)));
  choose.value = game;
  fill(root,
    h('section', { class: 'panel stack worksheet' },
      h('div', { class: 'fields two-fields' }, field(t.picker.game, choose), field(t.worksheet.size, sizes)),
      rule, head, sheet,
      h('div', { class: 'row' },
        checkButton, printButton, play),
      said, solution));
  return { ready: load(), leave: () => latest.stop() };
}
