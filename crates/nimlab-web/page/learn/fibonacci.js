// Fibonacci Nim: the stones in the parts of Zeckendorf's sum.

import { ask, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { fill, h, holdingFocus } from '../dom.js';
import { address, whole } from '../state.js';
import { partsFigure } from './figures.js';
import { t } from '../texts.js';

export const title = t.fibonacci.title;
export const lead = t.fibonacci.lead;
export const source = 'Whinihan 1963; Handout';
export const glyph = '1 2 3 5 8';

const MOST = 60;

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 * @param {import('./learn.js').Keep} keep
 */
export function open(root, params, keep) {
  const latest = new Latest();
  let start = whole(params, 'n', 20, 2, MOST);
  const refused = params.has('n') && params.get('n') !== String(start) ? t.fibonacci.room(MOST, params.get('n') ?? '') : '';
  let stones = start;
  let limit = start - 1;
  /** Whose turn it is: the reader begins. */
  let yours = true;
  /** Whether a move was made whose parts are not known yet. */
  let moved = false;
  let news = '';
  const slider = h('input', { type: 'range', id: 'stones', min: 2, max: MOST, value: String(start), 'aria-label': t.fibonacci.atStart });
  const number = h('output', { class: 'big' });
  const groups = h('div', { class: 'groups' });
  const sum = h('p', { class: 'formula' });
  const verdict = h('div', { class: 'lesson-verdict', role: 'status', 'aria-live': 'polite' });
  const strip = h('div', { class: 'strip', role: 'group', 'aria-label': t.fibonacci.strip });
  const story = h('ol', { class: 'story' });

  const update = async () => {
    number.textContent = t.fibonacci.stones(stones);
    slider.value = String(start);
    keep({ n: start });
    try {
      const { parts } = await ask('represent', { system: 'zeckendorf', number: stones }, latest.next());
      draw(parts.map(Number));
    } catch (error) {
      if (!cancelled(error)) fill(verdict, refusalView(error), h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => update() }, t.frame.tryAgain)));
    }
  };

  /** @param {number[]} parts from the largest to the smallest */
  const draw = (parts) => {
    if (news) story.append(h('li', {}, news));
    news = '';
    fill(groups, ...partsFigure(parts));
    sum.textContent = parts.length ? `${stones} = ${parts.join(' + ')}` : t.fibonacci.empty;
    const least = parts[parts.length - 1];
    for (const [i, cell] of [...strip.children].entries()) cell.classList.toggle('here', i + 2 === start);
    if (!stones) return tell(h('p', {}, h('strong', {}, t.fibonacci.lastTaken, yours ? t.fibonacci.opponentWon : t.fibonacci.youWon)), again());
    const can = least <= limit;
    tell(
      h('p', {}, h('strong', {}, yours ? t.fibonacci.yourTurn : t.fibonacci.opponentsTurn, can ? t.fibonacci.wins : t.fibonacci.loses),
        t.fibonacci.limit(limit, least, can)),
      h('div', { class: 'row' },
        yours && can ? h('button', { type: 'button', class: 'main', 'data-name': 'take', onclick: () => take(least) }, t.fibonacci.take(least)) : null,
        h('button', { type: 'button', 'data-name': yours ? 'random' : 'take', onclick: () => take(1 + Math.floor(Math.random() * Math.min(limit, stones))) }, yours ? t.fibonacci.random : t.fibonacci.opponentRandom),
        again()));
  };

  const again = () => h('button', { type: 'button', 'data-name': 'again', onclick: () => reset(start) }, t.fibonacci.fromTheStart);

  /** @param {...Node} said */
  const tell = (...said) => {
    moved = false;
    holdingFocus(verdict, () => fill(verdict, ...said));
  };

  /** @param {number} many */
  const take = (many) => {
    if (moved) return;
    moved = true;
    stones -= many;
    limit = 2 * many;
    news = yours ? t.fibonacci.youTook(many, stones) : t.fibonacci.opponentTook(many, stones);
    yours = !yours;
    play.href = address('play', { game: 'fibonacci', start: `${stones}/${Math.min(limit, stones)}` });
    play.hidden = stones === 0;
    update();
  };

  /** @param {number} n */
  const reset = (n) => {
    start = n;
    stones = n;
    limit = n - 1;
    yours = true;
    moved = false;
    news = '';
    play.hidden = false;
    fill(story);
    play.href = address('play', { game: 'fibonacci', start: n });
    return update();
  };

  const fibonacci = new Set();
  for (let [a, b] = [2, 3]; a <= MOST; [a, b] = [b, a + b]) fibonacci.add(a);
  for (let n = 2; n <= MOST; n++) strip.append(h('button', { type: 'button', tabindex: -1, class: fibonacci.has(n) ? 'fib' : '', title: t.fibonacci.cell(n, fibonacci.has(n)), onclick: () => reset(n) }, fibonacci.has(n) ? n : ''));
  slider.addEventListener('input', () => reset(Number(slider.value)));
  const play = h('a', { class: 'button' }, t.learn.playFromHere);

  fill(root,
    h('section', { class: 'panel stack' },
      h('label', { class: 'field' }, h('span', { class: 'label' }, t.fibonacci.atStart), slider),
      refused ? refusalView(new Error(refused)) : null,
      strip,
      h('div', { class: 'row' }, number, sum),
      groups, verdict, story, h('div', { class: 'row' }, play)),
    h('section', { class: 'prose' },
      h('h2', {}, t.fibonacci.sumHead),
      h('p', {}, t.fibonacci.sum),
      h('h2', {}, t.fibonacci.whyHead),
      ...t.fibonacci.why.map((words) => h('p', {}, words)),
      h('h2', {}, t.learn.tryHead),
      h('ul', {}, ...t.fibonacci.tries.map((words) => h('li', {}, words)))));
  return { ready: reset(start), leave: () => latest.stop() };
}
