// Explore: a game, its picture (a board, a sequence or points in space), and the
// answer for any position.

import { ask, cancelled, Latest, Refusal } from '../api.js';
import { answerView, refusalView, spoken, verdictView } from '../answer.js';
import { announce, debounce, fill, h, holdingFocus, segmented } from '../dom.js';
import { FIRST, family } from '../families.js';
import { grouped, readPosition } from '../json.js';
import { spelled } from '../moves.js';
import { asked, picker, toGame } from '../picker.js';
import { address, paramsOf, remember } from '../state.js';
import { boardView } from './board.js';
import { listView } from './list.js';
import { sequenceView } from './sequence.js';
import { spaceView } from './space.js';
import { partSeen, played, readSum, solveSum, spokenSum, sumView } from './sum.js';
import { t } from '../texts.js';

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
  /** Whether the next address is that of another game. */
  let another = false;

  const stage = h('div', {});
  const earlier = h('p', { class: 'earlier', role: 'status' });
  const controls = h('section', { class: 'panel controls', 'aria-label': t.picker.game });
  const answer = h('section', { class: `panel answers${state.position ? ' waiting' : ''}`, 'aria-label': t.explore.answer });
  const kinds = h('div', {});
  // On a phone the choice of a game stands below its picture.
  const jump = h('button', { type: 'button', class: 'to-game', onclick: () => toGame(controls) }, `${t.picker.game} ▾`);
  const close = h('button', { type: 'button', class: 'close quiet', 'aria-label': t.explore.closeAnswer, onclick: () => {
    show('');
  } }, '×');
  const position = h('input', { id: 'position', type: 'text', autocomplete: 'off', spellcheck: 'false', inputmode: 'text', value: state.position });
  const help = h('small', {});
  const misere = h('input', { id: 'misere', type: 'checkbox', checked: state.misere });
  const play = h('a', { class: 'button', id: 'play-this' }, t.explore.playThis);

  const keep = debounce(150, () => {
    if (!choice || !root.isConnected) return;
    remember('explore', {
      game: choice.game, rules: choice.rules, as: kindsOf(choice).length > 1 ? state.kind : '',
      ...picture?.state(), at: state.position, misere: state.misere,
    }, another);
    another = false;
  });

  /** Where the position is played. @param {Choice} choice */
  const toPlay = (choice) => {
    const parts = readSum(state.position);
    const sum = parts ? played(choice, parts) : '';
    play.hidden = parts !== null && !sum;
    play.href = address('play', sum ? { sum, misere: state.misere } : { game: choice.game, rules: choice.rules, start: state.position || choice.example, misere: state.misere });
  };

  /** Shows the last answer; again when the picture can add to it. */
  let showAnswer = () => {};
  const solve = async () => {
    if (!choice) return;
    toPlay(choice);
    showAnswer = () => {};
    answer.classList.toggle('waiting', state.position !== '');
    const numbers = readPosition(state.position);
    if (!state.position) {
      picture?.mark(null);
      fill(answer, h('div', { class: 'hint' }, h('p', {}, t.explore.hints[state.kind])));
      return keep();
    }
    keep();
    try {
      const parts = readSum(state.position);
      if (parts) {
        const sum = await solveSum(choice, parts, state.misere, latest.next());
        picture?.mark(partSeen(sum, parts));
        fill(answer, close, sumView(sum, parts, state.misere, show));
        return announce(spokenSum(sum, state.position));
      }
      const { shape } = choice;
      const body = { ...asked(choice), position: state.position, misere: state.misere };
      const solved = await ask('solve', body, latest.next());
      picture?.mark(numbers ? { ...solved, position: numbers.length === solved.position.length ? numbers : solved.position } : solved);
      showAnswer = () => {
        const grundy = solved.grundy ?? (state.misere ? null : picture?.value?.(numbers ?? solved.position) ?? null);
        holdingFocus(answer, () => fill(answer, close, answerView({ ...solved, grundy }, state.misere, shape, (to) => pick(to))));
      };
      showAnswer();
      announce(spoken(solved));
    } catch (error) {
      if (cancelled(error)) return;
      picture?.mark(null);
      answer.classList.remove('waiting');
      // What cannot be decided is an answer too.
      if (error instanceof Refusal && error.status === 422) fill(answer, close, h('div', { class: 'answer stack' }, verdictView(null), refusalView(error)));
      else fill(answer, refusalView(error));
    }
  };

  /** @param {string} text */
  const show = (text) => {
    position.value = state.position = text;
    solve();
  };
  /** @param {Num[]} numbers */
  const pick = (numbers) => choice && show(spelled(choice, numbers));

  /** @param {boolean} same whether it is the game and the kind of picture that were seen */
  const showPicture = (same) => {
    if (!choice) return;
    picture?.close();
    picture = PICTURES[state.kind]({ choice, misere: state.misere, params: first ? params : paramsOf(same && picture ? picture.state() : {}), pick, moved: keep, loaded: () => showAnswer() });
    first = false;
    fill(stage, picture.element);
  };

  /** What is seen is no longer of the rule in the editor. */
  const broken = () => {
    frame.classList.toggle('stale', picture !== null);
    earlier.textContent = picture ? t.explore.ofEarlierRule : '';
  };

  /** @param {Choice} next */
  const chosen = (next) => {
    frame.classList.remove('stale');
    earlier.textContent = '';
    // Another parameter keeps the position; another game does not.
    another = choice !== null && family(choice.game) !== family(next.game);
    if (another) state.position = '';
    choice = next;
    jump.textContent = `${next.title} ▾`;
    const possible = kindsOf(next);
    const same = !another && possible.includes(state.kind);
    if (!possible.includes(state.kind)) state.kind = possible[0];
    fill(kinds, possible.length > 1 ? segmented(t.explore.picture, possible.map((kind) => [kind, t.explore.kinds[kind]]), state.kind, (kind) => {
      state.kind = /** @type {Kind} */ (kind);
      showPicture(false);
      solve();
    }) : null);
    position.value = state.position;
    position.placeholder = next.example;
    help.textContent = `${grouped(next.positionHelp)}. ${t.explore.sumHelp(`${next.example} + nim 7`)}`;
    showPicture(same);
    solve();
  };

  position.addEventListener('input', debounce(300, () => {
    state.position = position.value.trim();
    solve();
  }));
  misere.addEventListener('change', () => {
    state.misere = misere.checked;
    showPicture(true);
    solve();
  });

  const frame = h('section', { class: 'stage', 'aria-label': t.explore.picture }, jump, earlier, stage);
  const positionField = h('label', { class: 'field' }, h('span', { class: 'label' }, t.explore.position), position, help);
  fill(stage, h('p', { class: 'hint' }, t.explore.pictureHere));
  fill(answer, h('p', { class: 'hint' }, t.explore.answerHere));
  // The editor of a rule is wider than the choice of a game.
  root.classList.toggle('own', params.has('rules'));
  root.append(h('h1', { class: 'unseen' }, t.frame.explore), controls, frame, answer);
  try {
    const choose = await picker({ game: params.get('game') ?? FIRST.game, rules: params.get('rules') ?? '' }, chosen, broken);
    root.classList.remove('own');
    controls.append(choose, kinds, positionField, h('label', { class: 'check' }, misere, h('span', {}, t.explore.misere)), play);
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
