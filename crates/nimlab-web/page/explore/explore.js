// Explore: a game, its picture (a board, a sequence or points in space), and the
// answer for any position.

import { ask, cancelled, Latest } from '../api.js';
import { answerView, refusalView, spoken } from '../answer.js';
import { announce, debounce, fill, h, segmented } from '../dom.js';
import { FIRST, family } from '../families.js';
import { readPosition } from '../json.js';
import { spelled } from '../moves.js';
import { asked, picker } from '../picker.js';
import { address, remember } from '../state.js';
import { boardView } from './board.js';
import { listView } from './list.js';
import { sequenceView } from './sequence.js';
import { spaceView } from './space.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/** @typedef {'board' | 'sequence' | 'space' | 'list'} Kind */
/**
 * A picture of a game. `mark` shows a solved position on it; `value` is the Grundy value that it shows for one.
 * @typedef {{element: HTMLElement, state: () => Record<string, string | number | boolean | null>, mark: (solved: import('../api.js').Solved | null) => void, value?: (position: Num[]) => number | null, close: () => void}} Picture
 */
/** @typedef {{choice: Choice, misere: boolean, params: URLSearchParams, pick: (position: Num[]) => void, moved: () => void, loaded: () => void}} Stage `loaded` is called when the picture knows the values that it shows */

/** @type {Record<Kind, (stage: Stage) => Picture>} */
const PICTURES = { board: boardView, sequence: sequenceView, space: spaceView, list: listView };
/** @type {Record<Kind, string>} */
const KINDS = { board: 'Two piles', sequence: 'One heap', space: 'Three piles', list: 'P-positions' };

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 */
export async function open(root, params) {
  const latest = new Latest();
  const state = { position: params.get('at') ?? '', misere: params.has('misere'), kind: /** @type {Kind} */ (params.get('as') ?? '') };
  /** @type {Choice | null} */
  let choice = null;
  /** @type {Picture | null} */
  let picture = null;
  let first = true;

  const stage = h('div', {});
  const earlier = h('p', { class: 'earlier', role: 'status' });
  const frame = h('section', { class: 'stage', 'aria-label': 'Picture' }, earlier, stage);
  const answer = h('section', { class: 'panel answers', 'aria-label': 'Answer' });
  const kinds = h('div', {});
  const position = h('input', { id: 'position', type: 'text', autocomplete: 'off', spellcheck: 'false', inputmode: 'text', value: state.position });
  const help = h('small', {});
  const misere = h('input', { id: 'misere', type: 'checkbox', checked: state.misere });
  const play = h('a', { class: 'button', id: 'play-this' }, 'Play this position');

  const keep = debounce(150, () => {
    if (!choice || !root.isConnected) return;
    remember('explore', {
      game: choice.game, rules: choice.rules, as: kindsOf(choice).length > 1 ? state.kind : '',
      ...picture?.state(), at: state.position, misere: state.misere,
    });
    play.href = address('play', { game: choice.game, rules: choice.rules, start: state.position || choice.example, misere: state.misere });
  });

  /** Shows the last answer; again when the picture can add to it. */
  let showAnswer = () => {};
  const solve = async () => {
    if (!choice) return;
    showAnswer = () => {};
    const numbers = readPosition(state.position);
    if (!state.position) {
      picture?.mark(null);
      fill(answer, h('div', { class: 'hint' }, h('p', {}, hintFor(state.kind))));
      return keep();
    }
    keep();
    try {
      const { shape } = choice;
      const body = { ...asked(choice), position: state.position, misere: state.misere };
      const solved = await ask('solve', body, latest.next());
      picture?.mark(numbers ? { ...solved, position: numbers.length === solved.position.length ? numbers : solved.position } : solved);
      showAnswer = () => {
        const grundy = solved.grundy ?? (state.misere ? null : picture?.value?.(numbers ?? solved.position) ?? null);
        fill(answer, answerView({ ...solved, grundy }, state.misere, shape, (to) => pick(to)));
      };
      showAnswer();
      announce(spoken(solved));
    } catch (error) {
      if (cancelled(error)) return;
      picture?.mark(null);
      fill(answer, refusalView(error));
    }
  };

  /** @param {Num[]} numbers */
  const pick = (numbers) => {
    if (choice) state.position = spelled(choice, numbers);
    position.value = state.position;
    solve();
  };

  const showPicture = () => {
    if (!choice) return;
    picture?.close();
    picture = PICTURES[state.kind]({ choice, misere: state.misere, params: first ? params : new URLSearchParams(), pick, moved: keep, loaded: () => showAnswer() });
    first = false;
    fill(stage, picture.element);
  };

  /** What is seen is no longer of the rule in the editor. */
  const broken = () => {
    frame.classList.toggle('stale', picture !== null);
    earlier.textContent = picture ? 'The picture is of the earlier rule.' : '';
  };

  /** @param {Choice} next */
  const chosen = (next) => {
    frame.classList.remove('stale');
    earlier.textContent = '';
    // Another parameter keeps the position; another game does not.
    if (choice && family(choice.game) !== family(next.game)) state.position = '';
    choice = next;
    const possible = kindsOf(next);
    if (!possible.includes(state.kind)) state.kind = possible[0];
    fill(kinds, possible.length > 1 ? segmented('Picture', possible.map((kind) => [kind, KINDS[kind]]), state.kind, (kind) => {
      state.kind = /** @type {Kind} */ (kind);
      showPicture();
      solve();
    }) : null);
    position.value = state.position;
    position.placeholder = next.example;
    help.textContent = next.positionHelp;
    showPicture();
    solve();
  };

  position.addEventListener('input', debounce(300, () => {
    state.position = position.value.trim();
    solve();
  }));
  misere.addEventListener('change', () => {
    state.misere = misere.checked;
    showPicture();
    solve();
  });

  const controls = h('section', { class: 'panel controls', 'aria-label': 'Game' });
  const positionField = h('label', { class: 'field' }, h('span', { class: 'label' }, 'Position'), position, help);
  fill(stage, h('p', { class: 'hint' }, 'The picture appears here as soon as the game is known.'));
  fill(answer, h('p', { class: 'hint' }, 'And here the answer for a position.'));
  root.append(h('h1', { class: 'unseen' }, 'Explore'), controls, frame, answer);
  try {
    const choose = await picker({ game: params.get('game') ?? FIRST.game, rules: params.get('rules') ?? '' }, chosen, broken);
    controls.append(choose, kinds, positionField, h('label', { class: 'check' }, misere, h('span', {}, 'Misère play: whoever takes last loses')), play);
  } catch (error) {
    controls.append(refusalView(error));
  }
  return {
    leave() {
      picture?.close();
      latest.stop();
    },
  };
}

/**
 * @param {Choice} choice
 * @returns {Kind[]}
 */
function kindsOf(choice) {
  /** @type {Kind[]} */
  const list = [];
  const { sequence, board, three_piles: space, tail, piles } = choice.shape;
  if (sequence) list.push('sequence');
  if (board) list.push('board');
  // The one value of a heap is dull where nothing is said of its period.
  if (sequence && board && !choice.shape.period && choice.game) list.reverse();
  if (space && !tail && piles === 3) list.push('space');
  return list.length ? list : ['list'];
}

/** @param {Kind} kind */
function hintFor(kind) {
  if (kind === 'board') return 'Point at a cell to read its value. Click it, or press Enter, to see who wins, by which moves, and why.';
  if (kind === 'sequence') return 'Point at a heap to read its value. Click it, or write a position with several heaps, to see who wins and why.';
  if (kind === 'space') return 'Every point is a position that the player to move loses. Drag to turn them; write any position to see who wins and why.';
  return 'Write a position to see who wins, by which moves, and why.';
}

