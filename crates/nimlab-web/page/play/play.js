// Play: choose a game and a start, then stones, a queen or a list of moves; hint,
// why, undo; at the end the game can be looked through with its mistakes.

import { ask, cancelled, Latest, Refusal } from '../api.js';
import { answerView, refusalView } from '../answer.js';
import { announce, field, fill, h, segmented, still } from '../dom.js';
import { FIRST, family } from '../families.js';
import { grouped, readPosition, written } from '../json.js';
import { spelled } from '../moves.js';
import { asked, picker, toGame } from '../picker.js';
import { remember } from '../state.js';
import { checkedLine } from './line.js';
import { Match } from './match.js';
import { celebrate } from './joy.js';
import { moveText, randomStart, whereText } from './pieces.js';
import { reviewView } from './review.js';
import { stagesFor, STAGES, tooLarge } from './stages.js';
import { openSum } from './sum.js';
import { readMove, readTo } from './typed.js';
import { ENGLISH, t } from '../texts.js';

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/** @type {[string, string][]} */
const LEVELS = [['perfect', t.play.levels.perfect], ['casual', t.play.levels.casual], ['random', t.play.levels.random]];

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 */
export async function open(root, params) {
  if (params.has('sum')) return openSum(root, params);
  const latest = new Latest();
  const help = new Latest();
  const reading = new Latest();
  const state = {
    start: params.get('start') ?? (params.has('game') || params.has('rules') ? '' : FIRST.start), misere: params.has('misere'), level: params.get('level') ?? 'perfect',
    first: /** @type {'you' | 'computer'} */ (params.get('first') === 'computer' ? 'computer' : 'you'),
    opponent: /** @type {'computer' | 'friend'} */ (params.get('with') === 'friend' ? 'friend' : 'computer'),
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
  /** Whether the next address is that of another game. */
  let step = false;

  const status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite', id: 'status' });
  const place = h('div', { class: 'table' });
  const earlier = h('p', { class: 'earlier', role: 'status' });
  const aside = h('section', { class: 'panel aside', 'aria-label': t.play.help });
  const views = h('div', {});
  const start = h('input', { id: 'start', type: 'text', autocomplete: 'off', spellcheck: 'false' });
  const startHelp = h('small', {});
  // What it reads is English, as at the command.
  const typed = h('input', { id: 'typed', ...ENGLISH, type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-label': t.play.yourMove });
  const later = h('p', { class: 'note', id: 'later', role: 'status', hidden: true }, t.play.waits);
  const buttons = {
    hint: h('button', { type: 'button', id: 'hint', onclick: () => hint() }, t.play.hint),
    why: h('button', { type: 'button', id: 'why', onclick: () => why() }, t.play.why),
    undo: h('button', { type: 'button', id: 'undo', onclick: () => undo() }, t.play.undo),
    again: h('button', { type: 'button', id: 'again', onclick: () => begin() }, t.play.newGame),
    once: h('button', { type: 'button', id: 'once-more', class: 'main', hidden: true, onclick: () => begin() }, t.play.again),
    link: h('button', { type: 'button', id: 'link', hidden: true, onclick: () => copy() }, t.play.link),
  };
  /** How much of a hint was told of the position on the table. */
  let hinted = 0;
  /** Whether the reader has made a move, and does not only look at a link. */
  let played = false;

  // The table first: what is around it comes with it, and moves nothing.
  root.classList.add('waits');
  const arrive = () => root.classList.remove('waits', 'own');

  const keep = () => {
    if (!choice || !match || !root.isConnected) return;
    const { misere, first, level, opponent } = match.setup;
    remember('play', {
      game: choice.game, rules: choice.rules, start: spelled(choice, match.line[0]), misere,
      with: opponent === 'friend' ? opponent : '', first: first === 'computer' ? 'computer' : '', level: level === 'perfect' ? '' : level, view: state.view,
      seed: level === 'perfect' ? '' : state.seed, line: match.line.slice(1).map(written).join('_'), step: state.step,
    }, step);
    step = false;
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
    arrive();
  };

  /**
   * A game that cannot go on where it is.
   * @param {unknown} error
   * @param {() => void} again
   */
  const halt = (error, again) => {
    if (cancelled(error)) return;
    say(t.play.gameWaits);
    const button = h('button', { type: 'button', class: 'main', id: 'try-again', onclick: () => {
      fill(aside, helpText());
      say('');
      again();
    } }, t.frame.tryAgain);
    fill(aside, refusalView(error), h('div', { class: 'row' }, button));
    arrive();
  };

  /** @param {number} seconds */
  const waiting = (seconds) => say(t.play.asking(seconds));

  const allowed = () => (match && !busy && !match.over && match.mover() !== 'computer' ? match.options : null);

  /** Whose turn it is, in words. */
  const turn = () => (match?.friends ? t.play.isToMove(match.name(match.mover())) : t.play.yourTurn);

  /** The same game for whoever is to move at another device. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say(t.play.copied);
    } catch {
      say(t.play.notCopied);
    }
  };

  /** A move can be taken back once the reader has made one, and not while another is made. */
  const holdUndo = () => {
    buttons.undo.disabled = busy || !match || match.line.length < (match.mover(0) === 'computer' ? 3 : 2);
  };

  const refresh = () => {
    if (!match) return;
    stage?.show(match.position, allowed());
    const mine = allowed() !== null;
    buttons.hint.disabled = !mine;
    buttons.why.disabled = busy;
    holdUndo();
    buttons.hint.hidden = match.over;
    buttons.once.hidden = !match.over;
    buttons.link.hidden = !match.friends;
    hinted = 0;
    typed.disabled = !mine;
    typed.placeholder = example(match.position);
    later.hidden = !pending();
    keep();
  };

  /**
   * Looks at the position and goes on until it is the reader's turn or over. Until then
   * nothing can be chosen: it would be lost.
   */
  const proceed = async () => {
    if (!match) return;
    const signal = latest.next();
    busy = true;
    refresh();
    try {
      for (;;) {
        await match.look(signal);
        if (!match.over) arrive();
        if (match.over || match.mover() !== 'computer') break;
        const said = status.textContent;
        say(`${said} ${t.play.thinks}`.trim());
        const from = match.position;
        // What the reader did is seen before it is answered.
        const [answer] = await Promise.all([match.reply(signal), moment(said ? 500 : 0)]);
        if (signal.aborted) return;
        say(t.move.computer(moveText(match.setup.choice, from, answer.to, 'of')));
        await stage?.move(from, answer.to);
        if (signal.aborted) return;
        match.line.push(answer.to);
      }
      busy = false;
      refresh();
      if (match.over) await finish(signal);
      else say(`${status.textContent} ${turn()}`.trim());
      arrive();
    } catch (error) {
      halt(error, proceed);
    }
  };

  /** @param {AbortSignal} signal */
  const finish = async (signal) => {
    if (!match) return;
    const won = match.winner !== 'computer';
    const who = match.name(match.winner);
    say((match.line.length > 1 ? '' : t.play.noMove) + (won && !match.friends ? t.play.youWin : t.play.wins(who, won)));
    place.dataset.result = won ? 'won' : 'lost';
    if (match.line.length < 2) return;
    if (won && played) celebrate(place);
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
    const signal = latest.next();
    // A hint for this turn comes too late.
    help.stop();
    busy = true;
    holdUndo();
    state.step = '';
    fill(aside, helpText());
    played = true;
    const done = moveText(match.setup.choice, from, to, match.friends ? 'of' : 'to');
    say(match.friends ? t.move.player(match.name(match.mover()), done) : t.move.you(done));
    await stage?.move(from, to);
    if (signal.aborted) return;
    match.line.push(to);
    await proceed();
  };

  /**
   * A move that the server has to read first. Meanwhile no other is made; a new game ends
   * the reading.
   * @param {(position: Num[], signal: AbortSignal) => Promise<Num[]>} read
   */
  const readAndMove = async (read) => {
    if (!match || !allowed()) return;
    busy = true;
    holdUndo();
    try {
      const to = await read(match.position, reading.next());
      busy = false;
      typed.value = '';
      move(to);
    } catch (error) {
      if (cancelled(error)) return;
      busy = false;
      holdUndo();
      if (error instanceof Refusal && error.status === 400) say(t.play.refused(error.message));
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
      if (!best) return say(t.play.hopeless(match.friends));
      const { choice: game } = match.setup;
      const to = await readTo(game, match.position, best, signal);
      const where = hinted === 1 ? whereText(game, match.position, to) : '';
      hinted++;
      if (hinted === 1) return say(t.play.hintWon);
      if (where) return say(t.play.hintWhere(where));
      stage?.suggest(to);
      say(t.play.hintMove(moveText(game, match.position, to, 'to')));
    } catch (error) {
      fail(error);
    }
  };

  const why = async () => {
    if (!match) return;
    try {
      const solved = await match.solve(help.next());
      fill(aside, h('h2', {}, t.play.why), answerView(solved, match.setup.misere, match.setup.choice.shape));
    } catch (error) {
      fail(error);
    }
  };

  const undo = () => {
    if (!match || busy || !match.undo()) return;
    help.stop();
    delete place.dataset.result;
    state.step = '';
    fill(aside, helpText());
    say(t.play.takenBack);
    match.over = false;
    proceed();
  };

  const type = () => {
    if (!match || !allowed()) return;
    const { choice: played } = match.setup;
    const text = typed.value.trim();
    if (!text) return say(t.play.writeMove(typed.placeholder));
    return readAndMove((position, signal) => readMove(played, position, text, signal));
  };

  const showStage = () => {
    if (!choice || !match) return;
    const can = stagesFor(choice, match.line[0]);
    if (!can.some(([name]) => name === state.view)) state.view = can[0][0];
    fill(views, can.length > 1 ? segmented(t.play.showAs, can, state.view, (view) => {
      state.view = view;
      showStage();
      refresh();
    }) : null);
    stage = STAGES[state.view](choice, offer);
    stage.sized?.(match.line);
    fill(place, stage.element, h('p', { class: 'note' }, tooLarge(choice, match.line[0])));
  };

  /** Whether something is chosen that the game on the table does not have. */
  const pending = () => match !== null && (match.setup.misere !== state.misere || match.setup.opponent !== state.opponent || (!match.friends && match.setup.first !== state.first));

  /** What was chosen holds for the next game, if giving up this one would lose moves of the reader. */
  const beginOrWait = () => {
    const made = match ? match.line.length - (match.mover(0) === 'computer' ? 2 : 1) : 0;
    if (!match || match.over || made < 1) return begin();
    later.hidden = !pending();
  };

  const begin = async () => {
    if (!choice) return;
    reading.stop();
    help.stop();
    busy = true;
    // Nothing more is chosen in the game before: it would be lost.
    if (match) stage?.show(match.position, null);
    holdUndo();
    played = false;
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
      match = new Match({ choice, misere: state.misere, level: state.level, opponent: state.opponent, first: state.first, seed: state.seed }, [first, ...known.line]);
      match.waiting = waiting;
      showStage();
      await proceed();
    } catch (error) {
      if (cancelled(error)) return;
      match = null;
      fill(place);
      fill(views);
      for (const button of [buttons.hint, buttons.why, buttons.undo]) button.disabled = true;
      typed.disabled = true;
      line = given;
      if (error instanceof Refusal && error.passing) halt(error, begin);
      else fail(error);
    }
  };

  /** What is played is no longer the rule in the editor. */
  const broken = () => {
    place.classList.toggle('stale', match !== null);
    earlier.textContent = match ? t.play.ofEarlierRule : '';
    arrive();
  };

  /** @param {Choice} next */
  const chosen = (next) => {
    place.classList.remove('stale');
    earlier.textContent = '';
    const another = choice !== null && family(choice.game) !== family(next.game);
    if (choice) line = '';
    if (another || !state.start) state.start = randomStart(next);
    step ||= another;
    choice = next;
    jump.textContent = `${next.title} ▾`;
    start.value = state.start;
    startHelp.textContent = grouped(next.positionHelp);
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
  const ofComputer = h('div', { class: 'stack', hidden: state.opponent === 'friend' },
    field(t.play.computer, segmented(t.play.level, LEVELS, state.level, (level) => {
      state.level = level;
      if (match) match.setup.level = level;
      keep();
    })),
    field(t.play.begins, segmented(t.play.whoBegins, [['you', t.play.you], ['computer', t.play.computer]], state.first, (who) => {
      state.first = /** @type {'you' | 'computer'} */ (who);
      beginOrWait();
    })));
  const controls = h('section', { class: 'panel controls', 'aria-label': t.picker.game });
  const jump = h('button', { type: 'button', class: 'to-game', onclick: () => toGame(controls) }, `${t.picker.game} ▾`);
  const arena = h('section', { class: 'panel arena', 'aria-label': t.play.table },
    jump, h('div', { class: 'bar' }, status, h('span', { class: 'gap' }), views),
    earlier, place,
    h('div', { class: 'bar low' }, buttons.once, buttons.hint, buttons.why, buttons.undo, buttons.link, h('span', { class: 'gap' }),
      h('label', { class: 'inline' }, h('span', { class: 'label' }, t.play.orWrite), typed)));
  // The editor of a rule is wider than the choice of a game.
  root.classList.toggle('own', params.has('rules'));
  root.append(h('h1', { class: 'unseen' }, t.frame.play), controls, arena, aside);
  fill(aside, helpText());
  try {
    const choose = await picker({ game: params.get('game') ?? FIRST.game, rules: params.get('rules') ?? '' }, chosen, broken);
    controls.append(
      choose,
      h('label', { class: 'field' }, h('span', { class: 'label' }, t.play.start), h('div', { class: 'pair' }, start, h('button', { type: 'button', id: 'random', 'aria-label': t.play.randomStart, onclick: () => {
        if (choice) start.value = state.start = randomStart(choice);
        begin();
      } }, '↻')), startHelp),
      field(t.play.against, segmented(t.play.againstWhom, [['computer', t.play.computer], ['friend', t.play.friend]], state.opponent, (who) => {
        state.opponent = /** @type {'computer' | 'friend'} */ (who);
        ofComputer.hidden = who === 'friend';
        beginOrWait();
      })),
      ofComputer,
      h('label', { class: 'check' }, misere, h('span', {}, t.play.misere)),
      buttons.again, later,
      h('a', { href: '#/play?sum=', class: 'to-sum' }, t.sum.title),
    );
    if (!choice && !params.has('rules')) arrive();
  } catch (error) {
    controls.append(refusalView(error));
    arrive();
  }
  announce('');
  return {
    leave() {
      latest.stop();
      help.stop();
      reading.stop();
    },
  };
}

/** @param {number} milliseconds */
const moment = (milliseconds) => new Promise((resolve) => setTimeout(resolve, still() ? 0 : milliseconds));

function helpText() {
  return h('div', { class: 'hint stack' },
    h('p', {}, h('strong', {}, t.play.hint), t.play.helpHint),
    h('p', {}, h('strong', {}, t.play.why), t.play.helpWhy),
    h('p', {}, t.play.helpReplay));
}

/**
 * A move as it may be written, for an empty field.
 * @param {Num[]} position
 */
function example(position) {
  return position.filter((pile) => pile > 0).length > 1 ? '2 from 1' : '2';
}
