// Fibonacci Nim: the stones in the parts of Zeckendorf's sum.

import { ask, cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { fill, h } from '../dom.js';
import { address, whole } from '../state.js';

export const title = 'Zeckendorf and Fibonacci Nim';
export const lead = 'One heap. Not all at first; then at most twice what your opponent just took. Fibonacci decides who wins.';
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
  const refused = params.has('n') && params.get('n') !== String(start) ? `This page plays with 2 to ${MOST} stones; the address has ${params.get('n')}.` : '';
  let stones = start;
  let limit = start - 1;
  const slider = h('input', { type: 'range', id: 'stones', min: 2, max: MOST, value: String(start), 'aria-label': 'Stones at the start' });
  const number = h('output', { class: 'big' });
  const groups = h('div', { class: 'groups' });
  const sum = h('p', { class: 'formula' });
  const verdict = h('div', { class: 'lesson-verdict', role: 'status', 'aria-live': 'polite' });
  const strip = h('div', { class: 'strip', role: 'img', 'aria-label': 'Who wins with 2 to 60 stones at the start: the second player exactly for the Fibonacci numbers' });
  const story = h('ol', { class: 'story' });

  const update = async () => {
    number.textContent = `${stones} ${stones === 1 ? 'stone' : 'stones'}`;
    slider.value = String(start);
    keep({ n: start });
    try {
      const { parts } = await ask('represent', { system: 'zeckendorf', number: stones }, latest.next());
      draw(parts.map(Number));
    } catch (error) {
      if (!cancelled(error)) throw error;
    }
  };

  /** @param {number[]} parts from the largest to the smallest */
  const draw = (parts) => {
    fill(groups, ...parts.map((part, i) => h('div', { class: `group-of ${i === parts.length - 1 ? 'last' : ''}`, role: 'img', 'aria-label': `a part of ${part}` }, h('div', { class: 'pile' }, ...Array.from({ length: part }, () => h('span', { class: 'stone' }))), h('span', { class: 'count' }, part))));
    sum.textContent = parts.length ? `${stones} = ${parts.join(' + ')}` : '0: the empty sum';
    const least = parts[parts.length - 1];
    for (const [i, cell] of [...strip.children].entries()) cell.classList.toggle('here', i + 2 === start);
    if (!stones) return fill(verdict, h('p', {}, h('strong', {}, 'The last stone is taken.')));
    const can = least <= limit;
    fill(verdict,
      h('p', {}, h('strong', {}, can ? 'The player to move wins. ' : 'The player to move loses. '),
        `At most ${limit} may be taken; the smallest part is ${least}${can ? `. Take it: the next part is more than twice ${least}, so the opponent cannot finish it.` : ', which is too much to take at once.'}`),
      h('div', { class: 'row' },
        can ? h('button', { type: 'button', class: 'main', onclick: () => take(least, 'You') }, `Take ${least}`) : null,
        h('button', { type: 'button', onclick: () => take(1 + Math.floor(Math.random() * Math.min(limit, stones)), can ? 'You' : 'The opponent') }, can ? 'Take at random' : 'Let the opponent move at random'),
        h('button', { type: 'button', onclick: () => reset(start) }, 'From the start')));
  };

  /** @param {number} many @param {string} who */
  const take = (many, who) => {
    fill(verdict);
    stones -= many;
    limit = 2 * many;
    story.append(h('li', {}, `${who} took ${many}: ${stones} left.`));
    update();
  };

  /** @param {number} n */
  const reset = (n) => {
    start = n;
    stones = n;
    limit = n - 1;
    fill(story);
    play.href = address('play', { game: 'fibonacci', start: n });
    update();
  };

  const fibonacci = new Set();
  for (let [a, b] = [2, 3]; a <= MOST; [a, b] = [b, a + b]) fibonacci.add(a);
  for (let n = 2; n <= MOST; n++) strip.append(h('button', { type: 'button', tabindex: -1, class: fibonacci.has(n) ? 'fib' : '', title: `${n}: the ${fibonacci.has(n) ? 'second' : 'first'} player wins`, onclick: () => reset(n) }, fibonacci.has(n) ? n : ''));
  slider.addEventListener('input', () => reset(Number(slider.value)));
  const play = h('a', { class: 'button' }, 'Play from here');

  fill(root,
    h('section', { class: 'panel stack' },
      h('label', { class: 'field' }, h('span', { class: 'label' }, 'Stones at the start'), slider),
      refused ? refusalView(new Error(refused)) : null,
      strip,
      h('div', { class: 'row' }, number, sum),
      groups, verdict, story, h('div', { class: 'row' }, play)),
    h('section', { class: 'prose' },
      h('h2', {}, 'Zeckendorf’s sum'),
      h('p', {}, 'Every number is a sum of different Fibonacci numbers 1, 2, 3, 5, 8, 13, …, no two of them neighbours, and in one way only. Take the largest that fits, then go on with the rest: what remains is too small for the neighbour.'),
      h('h2', {}, 'Why it decides the game'),
      h('p', {}, 'A part that is two steps further along the Fibonacci numbers is more than twice as large. So whoever takes the whole smallest part leaves a part that cannot be finished at once. The opponent must break it, and a broken Fibonacci number has a smaller smallest part that can be taken again.'),
      h('p', {}, 'A Fibonacci number itself has only one part: all the stones. At the start all may not be taken, and so the first player loses.'),
      h('h2', {}, 'Try'),
      h('ul', {}, h('li', {}, 'Start with 20 and always take the orange stones. Can a random opponent ever win?'), h('li', {}, 'Why is the limit twice, and not three times?'), h('li', {}, 'Which start below 60 has the most parts?'))));
  reset(start);
  return { leave: () => latest.stop() };
}
