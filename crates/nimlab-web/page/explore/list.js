// The P-positions of a game that has no board: the list itself.

import { ask, cancelled, Latest } from '../api.js';
import { positionText, refusalView } from '../answer.js';
import { download, fill, h, working } from '../dom.js';
import { shown } from '../json.js';
import { asked } from '../picker.js';
import { coldCsv, fileName } from './files.js';
import { offered } from '../state.js';
import { t } from '../texts.js';

const COUNTS = [50, 200, 1000];

/**
 * @param {import('./explore.js').Stage} stage
 * @returns {import('./explore.js').Picture}
 */
export function listView({ choice, misere, params, pick, moved }) {
  const latest = new Latest();
  const counts = offered(params, 'count', COUNTS, 50);
  let count = counts.chosen;
  /** @type {{n: number, position: import('../json.js').Num[]}[]} */
  let positions = [];
  const list = h('div', { class: 'chips cold-list' });
  const notice = h('div', { class: 'facts', role: 'status' });

  const load = async () => {
    fill(notice, h('div', { class: 'row' }, working(t.working.computing, () => {
      latest.stop();
      fill(notice, h('p', {}, t.working.stopped));
    })));
    try {
      positions = (await ask('cold', { ...asked(choice), count, misere }, latest.next())).positions;
      fill(notice);
      fill(list, ...positions.map(({ position }) => h('button', { type: 'button', class: 'chip', onclick: () => pick(position) }, positionText(position, choice.shape))));
      moved();
    } catch (error) {
      if (cancelled(error)) return;
      fill(list);
      fill(notice, refusalView(error));
    }
  };
  const many = h('select', { 'aria-label': t.space.howMany, id: 'count' }, ...counts.list.map((n) => h('option', { value: n }, t.space.count(shown(n)))));
  many.value = String(count);
  many.addEventListener('change', () => {
    count = Number(many.value);
    loading = load();
  });
  const csv = async () => {
    // What is not there yet is waited for.
    await loading;
    download(`${fileName(choice, misere && 'misere', 'P-positions')}.csv`, coldCsv(choice, positions.map(({ position }) => position)));
  };
  let loading = load();
  return {
    element: h('div', { class: 'picture-frame' },
      h('div', { class: 'bar' }, many, h('span', { class: 'gap' }), h('button', { type: 'button', onclick: csv }, 'CSV')),
      h('div', { class: 'facts top-facts' }, h('p', {}, startsOnly(choice) ? t.space.starts : t.space.inOrder), list), notice),
    state: () => ({ count: count === 50 ? null : count }),
    mark: () => {},
    close: () => latest.stop(),
  };
}

/**
 * Whether the list holds only positions with which a game begins: where what may be taken
 * depends on the move before, one number says both.
 * @param {import('../picker.js').Choice} choice
 */
function startsOnly({ shape }) {
  return shape.tail !== null && shape.piles === 1;
}
