// Play: choose a game and a start, then stones, a queen or a list of moves; hint,
// why, undo; at the end the game can be looked through with its mistakes.

import { ask, cancelled, Latest, Refusal } from '../api.js';
import { answerView, refusalView } from '../answer.js';
import { announce, field, fill, h, segmented } from '../dom.js';
import { FIRST, family } from '../families.js';
import { readPosition, written } from '../json.js';
import { spelled } from '../moves.js';
import { asked, picker } from '../picker.js';
import { remember } from '../state.js';
import { checkedLine } from './line.js';
import { Match } from './match.js';
import { inForm, moveText, randomStart } from './pieces.js';
import { reviewView } from './review.js';
import { stagesFor, STAGES, tooLarge } from './stages.js';
import { readMove, readTo } from './typed.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/** @type {[string, string][]} */
const LEVELS = [['perfect', 'Perfect'], ['casual', 'Casual'], ['random', 'Random']];

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 */
export async function open(root, params) {
  const latest = new Latest();
  const help = new Latest();
  const state = {
    start: params.get('start') ?? (params.has('game') || params.has('rules') ? '' : FIRST.start), misere: params.has('misere'), level: params.get('level') ?? 'perfect',
    first: /** @type {'you' | 'computer'} */ (params.get('first') === 'computer' ? 'computer' : 'you'),
    view: params.get('view') ?? '', step: params.get('step') ?? '', seed: Number(params.get('seed')) || 1 + Math.floor(Math.random() * 1e6),
  };
  /** @type {Choice | null} */
  let choice = null;
  /** @type {Match | null} */
  let match = null;
  /** @type {import('./stones.js').Stage | null} */
  let stage = null;
  let line = params.get('line') ?? '';
  let busy = false;

  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' });
  const place = h('div', { class: 'table' });
  const earlier = h('p', { class: 'earlier', role: 'status' });
  const aside = h('section', { class: 'panel aside', 'aria-label': 'Help and review' });
  const views = h('div', {});
  const start = h('input', { id: 'start', type: 'text', autocomplete: 'off', spellcheck: 'false' });
  const startHelp = h('small', {});
  const typed = h('input', { id: 'typed', type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Your move' });
  const later = h('p', { class: 'note', id: 'later', role: 'status', hidden: true }, 'Your choice holds from the next game on.');
  const buttons = {
    hint: h('button', { type: 'button', id: 'hint', onclick: () => hint() }, 'Hint'),
    why: h('button', { type: 'button', id: 'why', onclick: () => why() }, 'Why'),
    undo: h('button', { type: 'button', id: 'undo', onclick: () => undo() }, 'Undo'),
    again: h('button', { type: 'button', id: 'again', onclick: () => begin() }, 'New game'),
  };

  const keep = () => {
    if (!choice || !match || !root.isConnected) return;
    const { misere, first, level } = match.setup;
    remember('play', {
      game: choice.game, rules: choice.rules, start: spelled(choice, match.line[0]), misere,
      first: first === 'computer' ? 'computer' : '', level: level === 'perfect' ? '' : level, view: state.view,
      seed: level === 'perfect' ? '' : state.seed, line: match.line.slice(1).map(written).join('_'), step: state.step,
    });
  };

  /** @param {string} text */
  const say = (text) => {
    status.textContent = text;
  };

  /** @param {unknown} error */
  const fail = (error) => {
    if (cancelled(error)) return;
    busy = false;
    say('');
    fill(aside, refusalView(error));
  };

  const allowed = () => (match && !busy && !match.over && match.mover() === 'you' ? match.options : null);

  const refresh = () => {
    if (!match) return;
    stage?.show(match.position, allowed());
    const mine = allowed() !== null;
    buttons.hint.disabled = !mine;
    buttons.why.disabled = busy;
    buttons.undo.disabled = busy || match.line.length < (match.setup.first === 'you' ? 2 : 3);
    typed.disabled = !mine;
    typed.placeholder = example(match.position);
    later.hidden = !pending();
    keep();
  };

  /** Looks at the position and goes on until it is the reader's turn or over. */
  const proceed = async () => {
    if (!match) return;
    const signal = latest.next();
    busy = true;
    try {
      for (;;) {
        await match.look(signal);
        if (match.over || match.mover() === 'you') break;
        stage?.show(match.position, null);
        say(`${status.textContent} The computer thinks …`.trim());
        const from = match.position;
        const answer = await match.reply(signal);
        say(`The computer ${moveText(match.setup.choice, from, answer.to)}.`);
        await stage?.move(from, answer.to);
        if (signal.aborted) return;
        match.line.push(answer.to);
      }
      busy = false;
      refresh();
      if (match.over) await finish(signal);
      else say(`${status.textContent} Your move.`.trim());
    } catch (error) {
      fail(error);
    }
  };

  /** @param {AbortSignal} signal */
  const finish = async (signal) => {
    if (!match) return;
    const won = match.winner === 'you';
    say(`${match.line.length > 1 ? '' : 'There is no move. '}${won ? 'You win!' : 'The computer wins.'}`);
    place.dataset.result = won ? 'won' : 'lost';
    if (match.line.length < 2) return;
    const review = await match.review(signal);
    const last = match.line.length - 1;
    fill(aside, reviewView(match, review, state.step === '' ? last : Math.min(last, Number(state.step) || 0), (at) => {
      state.step = at === last ? '' : String(at);
      if (match) stage?.show(match.line[at], null);
      keep();
    }));
  };

  /** @param {Num[]} to */
  const move = async (to) => {
    if (!match || busy || !allowed()) return;
    const from = match.position;
    busy = true;
    state.step = '';
    fill(aside, helpText());
    say(`You ${inForm(moveText(match.setup.choice, from, to), 'now')}.`);
    match.line.push(to);
    refresh();
    await proceed();
  };

  /**
   * A move that the server has to read first.
   * @param {(position: Num[], signal: AbortSignal) => Promise<Num[]>} read
   */
  const readAndMove = async (read) => {
    if (!match || !allowed()) return;
    try {
      const to = await read(match.position, help.next());
      typed.value = '';
      move(to);
    } catch (error) {
      if (error instanceof Refusal && error.status === 400) say(`No move: ${error.message}.`);
      else fail(error);
    }
  };

  /** @param {Num[]} to what was chosen on the table */
  const offer = (to) => {
    if (!match) return;
    const { choice: played } = match.setup;
    if (match.laid) return move(to);
    return readAndMove((position, signal) => readTo(played, position, to, signal));
  };

  const hint = async () => {
    if (!match || !allowed()) return;
    try {
      const signal = help.next();
      const solved = await match.solve(signal);
      const best = solved.winning_moves[0];
      if (!best) return say('Hint: every move loses if the computer makes no mistake. Make it hard: take little.');
      const to = await readTo(match.setup.choice, match.position, best, signal);
      stage?.suggest(to);
      say(`Hint: ${inForm(moveText(match.setup.choice, match.position, to), 'now')}.`);
    } catch (error) {
      fail(error);
    }
  };

  const why = async () => {
    if (!match) return;
    try {
      const solved = await match.solve(help.next());
      fill(aside, h('h2', {}, 'Why'), answerView(solved, match.setup.misere, match.setup.choice.shape));
    } catch (error) {
      fail(error);
    }
  };

  const undo = () => {
    if (!match || busy || !match.undo()) return;
    delete place.dataset.result;
    state.step = '';
    fill(aside, helpText());
    say('Taken back.');
    match.over = false;
    proceed();
  };

  const type = () => {
    if (!match || !allowed()) return;
    const { choice: played } = match.setup;
    const text = typed.value.trim();
    if (!text) return say(`Write a move such as ${typed.placeholder}.`);
    return readAndMove((position, signal) => readMove(played, position, text, signal));
  };

  const showStage = () => {
    if (!choice || !match) return;
    const can = stagesFor(choice, match.line[0]);
    if (!can.some(([name]) => name === state.view)) state.view = can[0][0];
    fill(views, can.length > 1 ? segmented('Show as', can, state.view, (view) => {
      state.view = view;
      showStage();
      refresh();
    }) : null);
    stage = STAGES[state.view](choice, offer);
    fill(place, stage.element, h('p', { class: 'note' }, tooLarge(choice, match.line[0])));
  };

  /** Whether something is chosen that the game on the table does not have. */
  const pending = () => match !== null && (match.setup.misere !== state.misere || match.setup.first !== state.first);

  /** What was chosen holds for the next game, if giving up this one would lose moves of the reader. */
  const beginOrWait = () => {
    const made = match ? match.line.length - (match.setup.first === 'you' ? 1 : 2) : 0;
    if (!match || match.over || made < 1) return begin();
    later.hidden = !pending();
  };

  const begin = async () => {
    if (!choice) return;
    busy = true;
    delete place.dataset.result;
    fill(aside, helpText());
    say('');
    const text = start.value.trim() || choice.example;
    const given = line;
    line = '';
    try {
      const signal = latest.next();
      // The server reads the position: it knows what a short form stands for.
      const numbers = readPosition(text);
      const solved = await ask('solve', { ...asked(choice), position: text, misere: state.misere }, signal);
      const first = numbers && numbers.length === solved.position.length ? numbers : solved.position;
      const known = await checkedLine(choice, first, given, signal);
      if (known.refused) fill(aside, refusalView(new Error(known.refused)));
      if (!given) state.step = '';
      match = new Match({ choice, misere: state.misere, level: state.level, first: state.first, seed: state.seed }, [first, ...known.line]);
      showStage();
      busy = false;
      refresh();
      await proceed();
    } catch (error) {
      if (cancelled(error)) return;
      match = null;
      fill(place);
      fail(error);
    }
  };

  /** What is played is no longer the rule in the editor. */
  const broken = () => {
    place.classList.toggle('stale', match !== null);
    earlier.textContent = match ? 'The game is of the earlier rule.' : '';
  };

  /** @param {Choice} next */
  const chosen = (next) => {
    place.classList.remove('stale');
    earlier.textContent = '';
    const another = choice !== null && family(choice.game) !== family(next.game);
    if (choice) line = '';
    if (another || !state.start) state.start = randomStart(next);
    choice = next;
    start.value = state.start;
    startHelp.textContent = next.positionHelp;
    begin();
  };

  start.addEventListener('change', () => {
    state.start = start.value;
    begin();
  });
  typed.addEventListener('keydown', (event) => event.key === 'Enter' && type());
  const misere = h('input', { type: 'checkbox', id: 'misere', checked: state.misere, onchange: () => {
    state.misere = misere.checked;
    beginOrWait();
  } });
  const controls = h('section', { class: 'panel controls', 'aria-label': 'Game' });
  const arena = h('section', { class: 'panel arena', 'aria-label': 'Table' },
    h('div', { class: 'bar' }, status, h('span', { class: 'gap' }), views),
    earlier, place,
    h('div', { class: 'bar low' }, buttons.hint, buttons.why, buttons.undo, h('span', { class: 'gap' }),
      h('label', { class: 'inline' }, h('span', { class: 'label' }, 'or write your move'), typed)));
  root.append(h('h1', { class: 'unseen' }, 'Play'), controls, arena, aside);
  fill(aside, helpText());
  try {
    const choose = await picker({ game: params.get('game') ?? FIRST.game, rules: params.get('rules') ?? '' }, chosen, broken);
    controls.append(
      choose,
      h('label', { class: 'field' }, h('span', { class: 'label' }, 'Start'), h('div', { class: 'pair' }, start, h('button', { type: 'button', id: 'random', 'aria-label': 'A random start', onclick: () => {
        if (choice) start.value = state.start = randomStart(choice);
        begin();
      } }, '↻')), startHelp),
      field('Computer', segmented('Level of the computer', LEVELS, state.level, (level) => {
        state.level = level;
        if (match) match.setup.level = level;
        keep();
      })),
      field('Begins', segmented('Who begins', [['you', 'You'], ['computer', 'Computer']], state.first, (who) => {
        state.first = /** @type {'you' | 'computer'} */ (who);
        beginOrWait();
      })),
      h('label', { class: 'check' }, misere, h('span', {}, 'Misère: whoever takes last loses')),
      buttons.again, later,
    );
  } catch (error) {
    controls.append(refusalView(error));
  }
  announce('');
  return {
    leave() {
      latest.stop();
      help.stop();
    },
  };
}

function helpText() {
  return h('div', { class: 'hint stack' },
    h('p', {}, h('strong', {}, 'Hint'), ' shows a winning move if there is one.'),
    h('p', {}, h('strong', {}, 'Why'), ' tells who wins here and by which theorem.'),
    h('p', {}, 'When the game is over you can replay it: the moves that gave the win away are marked.'));
}

/**
 * A move as it may be written, for an empty field.
 * @param {Num[]} position
 */
function example(position) {
  return position.filter((pile) => pile > 0).length > 1 ? '2 from 1' : '2';
}
