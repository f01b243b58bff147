// A sum of games against the computer: a move is made in one of them, and whoever makes the
// last move of all wins, or loses under misère play. Each game has a table of its own. Where
// the engine cannot decide a sum the game goes on, and it is said that nobody knows.

import { ask, askAgain, cancelled, games, Latest, Refusal } from '../api.js';
import { answerView, refusalView } from '../answer.js';
import { fill, h, still } from '../dom.js';
import { family, MOST_AT_ONCE, parameter } from '../families.js';
import { readPosition, written } from '../json.js';
import { equal, spelled } from '../moves.js';
import { choiceOf } from '../picker.js';
import { remember } from '../state.js';
import { celebrate } from './joy.js';
import { moveText } from './pieces.js';
import { stagesFor, STAGES } from './stages.js';
import { readTo } from './typed.js';
import { t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */
/** @typedef {Num[][]} State the positions of all games */
/** @typedef {{choice: Choice, stage: import('./stones.js').Stage, place: HTMLElement, options: Num[][], laid: boolean}} Table */

/** What is played where the address names no sum. */
const FIRST = 'nim 3,4 + wythoff 2,5';

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 */
export function openSum(root, params) {
  const latest = new Latest();
  const help = new Latest();
  /** @type {Table[]} */
  let tables = [];
  /** @type {State[]} */
  let line = [];
  let given = params.get('line') ?? '';
  let busy = false;
  let hinted = 0;
  /** What is chosen, and what is played. */
  let wanted = params.has('misere');
  let misere = wanted;
  const input = h('input', { id: 'sum', type: 'text', autocomplete: 'off', spellcheck: 'false', value: params.get('sum') || FIRST });
  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' });
  const places = h('div', { class: 'sum-tables' });
  const rule = h('p', { class: 'rule' });
  const later = h('p', { class: 'note', id: 'later', role: 'status', hidden: true }, t.play.waits);
  const aside = h('section', { class: 'panel aside', 'aria-label': t.play.help });
  const buttons = {
    once: h('button', { type: 'button', id: 'once-more', class: 'main', hidden: true, onclick: () => begin() }, t.play.again),
    hint: h('button', { type: 'button', id: 'hint', onclick: () => hint() }, t.play.hint),
    why: h('button', { type: 'button', id: 'why', onclick: () => why() }, t.play.why),
    undo: h('button', { type: 'button', id: 'undo', onclick: () => undo() }, t.play.undo),
  };

  const now = () => line[line.length - 1];
  const components = () => tables.map(({ choice }, i) => ({ game: choice.game, position: now()[i] }));
  const over = () => tables.every(({ options }) => !options.length);

  // The table first: what is around it comes with it, and moves nothing.
  root.classList.add('waits');
  const arrive = () => root.classList.remove('waits');

  /** @param {unknown} error @param {() => void} [again] */
  const fail = (error, again) => {
    if (cancelled(error)) return;
    busy = false;
    arrive();
    status.textContent = again ? t.play.gameWaits : '';
    fill(aside, refusalView(error), again ? h('button', { type: 'button', id: 'try-again', class: 'main', onclick: () => {
      fill(aside, helpText(misere));
      again();
    } }, t.frame.tryAgain) : null);
  };

  /**
   * What the engine says of the sum on the tables; what it cannot decide is said, and the
   * game goes on.
   * @param {AbortSignal} signal
   */
  const solve = async (signal) => {
    try {
      return await ask('solve', { components: components(), misere }, signal);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 422) fail(error);
      else {
        status.textContent = t.sum.undecided;
        fill(aside, refusalView(error));
      }
      return null;
    }
  };

  /** What is written, as games and positions. */
  const parts = () => {
    const list = input.value.split(/\s*\+\s*/).map((part) => part.trim().split(/\s+/)).map(([game = '', ...rest]) => ({ game, position: rest.join(' ') }));
    if (list.length < 2 || list.length > MOST_AT_ONCE || list.some(({ game, position }) => !game || !position)) throw new Error(t.sum.write(MOST_AT_ONCE, FIRST));
    return list;
  };

  const begin = async () => {
    const signal = latest.next();
    help.stop();
    busy = true;
    // Nothing more is chosen in the game before: it would be lost.
    tables.forEach(({ stage }, i) => stage.show(now()[i], null));
    buttons.undo.disabled = true;
    misere = wanted;
    later.hidden = true;
    rule.textContent = misere ? t.sum.ruleMisere : t.sum.rule;
    status.textContent = '';
    fill(aside, helpText(misere));
    delete places.dataset.result;
    try {
      const list = parts();
      // The engine reads the positions: it knows what a short form stands for.
      const [entries, ...looked] = await Promise.all([games(), ...list.map((part) => ask('moves', part, signal))]);
      const choices = await Promise.all(list.map(({ game }) => {
        const entry = entries.find((one) => one.name === family(game));
        if (!entry) throw new Error(t.picker.unknown(game, ''));
        return choiceOf(entry, parameter(game));
      }));
      /** @type {State} */
      const start = looked.map(({ position }) => position);
      const known = await checked(choices, start, given, signal);
      signal.throwIfAborted();
      given = '';
      tables = choices.map((choice, i) => {
        const stage = STAGES[stagesFor(choice, start[i])[0][0]](choice, (to) => offer(i, to));
        stage.sized?.([start[i]]);
        // Two tables have two such buttons.
        stage.element.querySelector('#take')?.setAttribute('id', `take-${i}`);
        return { choice, stage, options: [], laid: true, place: h('section', { class: 'sum-table', 'aria-label': choice.title }, h('h2', {}, choice.title), stage.element) };
      });
      line = [start, ...known];
      fill(places, ...tables.map(({ place }) => place));
      await proceed();
    } catch (error) {
      if (cancelled(error)) return;
      tables = [];
      fill(places);
      refresh();
      if (error instanceof Refusal && error.passing) fail(error, begin);
      else fail(error);
    }
  };

  const refresh = () => {
    const mine = !busy && tables.length > 0 && !over();
    tables.forEach(({ stage, options }, i) => stage.show(now()[i], mine ? options : null));
    buttons.hint.disabled = !mine;
    buttons.why.disabled = busy || !tables.length;
    buttons.undo.disabled = busy || line.length < 3;
    buttons.once.hidden = !tables.length || busy || !over();
    buttons.hint.hidden = !buttons.once.hidden;
    hinted = 0;
    if (tables.length) remember('play', { sum: tables.map(({ choice }, i) => `${choice.game} ${spelled(choice, line[0][i])}`).join(' + '), misere, line: line.slice(1).map((state) => state.map(written).join('/')).join('_') });
  };

  /** Looks at all games, and lets the computer move if it is to. */
  const proceed = async () => {
    const signal = latest.next();
    busy = true;
    refresh();
    /** @param {number} seconds */
    const waiting = (seconds) => (status.textContent = t.play.asking(seconds));
    try {
      for (;;) {
        const answers = await Promise.all(components().map((part) => askAgain('moves', { ...part, places: true }, signal, waiting)));
        answers.forEach((answer, i) => Object.assign(tables[i], { options: answer.in_places ?? answer.moves, laid: Boolean(answer.in_places) }));
        if (!over()) arrive();
        // The reader begins.
        if (over() || line.length % 2) break;
        const said = status.textContent;
        const [answer] = await Promise.all([askAgain('play/move', { components: components(), misere, seed: line.length }, signal, waiting), new Promise((resolve) => setTimeout(resolve, said && !still() ? 500 : 0))]);
        signal.throwIfAborted();
        await make(answer.component, answer.in_places, 'of', signal);
        if (answer.winning === null) status.textContent += ` ${t.sum.blind}`;
      }
      busy = false;
      refresh();
      if (over()) await finish(signal);
      else status.textContent = `${status.textContent} ${t.play.yourTurn}`.trim();
      arrive();
    } catch (error) {
      fail(error, proceed);
    }
  };

  /** @param {number} i @param {Num[]} to @param {'of' | 'to'} form @param {AbortSignal} signal */
  const make = async (i, to, form, signal) => {
    const { choice, stage } = tables[i];
    const from = now()[i];
    const move = moveText(choice, from, to, form);
    status.textContent = `${choice.title}: ${form === 'of' ? t.move.computer(move) : t.move.you(move)}`;
    await stage.move(from, to);
    // Another game may have begun meanwhile.
    signal.throwIfAborted();
    line.push(now().map((position, k) => (k === i ? to : position)));
  };

  /** @param {number} i @param {Num[]} to what was chosen on a table */
  const offer = async (i, to) => {
    if (busy) return;
    const { choice, laid } = tables[i];
    const signal = latest.next();
    // A hint for this turn comes too late.
    help.stop();
    busy = true;
    buttons.undo.disabled = true;
    try {
      const target = laid ? to : await readTo(choice, now()[i], to, signal);
      fill(aside, helpText(misere));
      await make(i, target, 'to', signal);
      await proceed();
    } catch (error) {
      if (cancelled(error)) return;
      busy = false;
      refresh();
      if (error instanceof Refusal && error.status === 400) status.textContent = t.play.refused(error.message);
      else fail(error);
    }
  };

  /** @param {AbortSignal} signal */
  const finish = async (signal) => {
    // Whoever moved last has won, or lost under misère play.
    const won = (line.length % 2 === 0) !== misere;
    status.textContent = won ? t.play.youWin : t.play.wins(t.play.names.computer, false);
    places.dataset.result = won ? 'won' : 'lost';
    if (won) celebrate(places);
    if (line.length < 2) return;
    const review = await askAgain('play/review', { games: tables.map(({ choice }) => choice.game), positions: line, misere }, signal);
    const mistakes = review.moves.filter((/** @type {{mistake: boolean}} */ { mistake }, /** @type {number} */ i) => mistake && i % 2 === 0).length;
    const decided = review.decided_at;
    const words = decided === null || decided === undefined ? (review.complete === false ? t.review.unknown : t.review.byStart) : decided % 2 ? t.review.byComputer(decided + 1) : t.review.byYou(decided + 1);
    fill(aside, h('div', { class: 'review stack' }, h('h2', {}, t.review.won(t.play.names[won ? 'you' : 'computer'])), h('p', {}, words, ' ', t.review.mistakes(t.play.names.you, mistakes))));
  };

  const hint = async () => {
    if (busy) return;
    try {
      const signal = help.next();
      const solved = await solve(signal);
      if (!solved) return;
      const { winning_moves: wins } = solved;
      if (!wins.length) return void (status.textContent = t.play.hopeless(false));
      const { choice, stage } = tables[wins[0].component];
      hinted++;
      if (hinted === 1) status.textContent = t.play.hintWon;
      else if (hinted === 2) status.textContent = t.play.hintWhere(t.sum.lookAt(choice.title));
      else {
        const from = now()[wins[0].component];
        const to = await readTo(choice, from, wins[0].to, signal);
        stage.suggest(to);
        status.textContent = `${choice.title}. ${t.play.hintMove(moveText(choice, from, to, 'to'))}`;
      }
    } catch (error) {
      fail(error);
    }
  };

  const why = async () => {
    const solved = await solve(help.next());
    if (!solved) return;
    const moves = solved.winning_moves.map((/** @type {{component: number, to: Num[]}} */ { component, to }) => `${tables[component].choice.title}: ${spelled(tables[component].choice, to)}`);
    // What a sum consists of is on the tables.
    fill(aside, h('h2', {}, t.play.why), answerView({ ...solved, position: [], winning_moves: [] }, misere, tables[0].choice.shape, null, moves));
  };

  const undo = () => {
    if (busy || line.length < 3) return;
    // To the reader's last turn.
    line.length -= line.length % 2 ? 2 : 1;
    delete places.dataset.result;
    status.textContent = t.play.takenBack;
    help.stop();
    fill(aside, helpText(misere));
    proceed();
  };

  // What is chosen holds for the next game, if giving up this one would lose moves of the reader.
  const box = h('input', { type: 'checkbox', id: 'misere', checked: misere, onchange: () => {
    wanted = box.checked;
    if (line.length < 2 || over()) begin();
    else later.hidden = wanted === misere;
  } });
  fill(root,
    h('h1', { class: 'unseen' }, t.sum.title),
    h('section', { class: 'panel controls', 'aria-label': t.picker.game },
      h('h2', {}, t.sum.title), rule,
      h('label', { class: 'field' }, h('span', { class: 'label' }, t.sum.which), input),
      h('label', { class: 'check' }, box, h('span', {}, t.play.misere)),
      h('button', { type: 'button', id: 'again', onclick: () => begin() }, t.play.newGame), later,
      h('a', { class: 'button', href: '#/play' }, t.sum.one)),
    h('section', { class: 'panel arena', 'aria-label': t.play.table },
      h('div', { class: 'bar' }, status), places, h('div', { class: 'bar low' }, ...Object.values(buttons))),
    aside);
  input.addEventListener('keydown', (event) => event.key === 'Enter' && begin());
  begin();
  return {
    leave() {
      latest.stop();
      help.stop();
    },
  };
}

/**
 * The moves of a link, as far as the rules allow them: each changes one game.
 * @param {Choice[]} choices
 * @param {State} start
 * @param {string} text
 * @param {AbortSignal} signal
 * @returns {Promise<State[]>}
 */
async function checked(choices, start, text, signal) {
  /** @type {State[]} */
  const line = [];
  for (const word of text ? text.split('_') : []) {
    const before = line[line.length - 1] ?? start;
    const next = word.split('/').map(readPosition);
    if (next.length !== choices.length || next.some((position) => !position)) break;
    const changed = next.flatMap((position, i) => (String(position) === String(before[i]) ? [] : [i]));
    if (changed.length !== 1) break;
    const [i] = changed;
    try {
      const to = await readTo(choices[i], before[i], /** @type {Num[]} */ (next[i]), signal);
      if (!equal(choices[i], to, /** @type {Num[]} */ (next[i]))) break;
      line.push(before.map((position, k) => (k === i ? to : position)));
    } catch (error) {
      if (error instanceof Refusal && error.status === 400) break;
      throw error;
    }
  }
  return line;
}

/** @param {boolean} misere */
const helpText = (misere) => h('div', { class: 'hint stack' }, h('p', {}, misere ? t.sum.secretMisere : t.sum.secret), h('p', {}, h('strong', {}, t.play.hint), t.play.helpHint));
