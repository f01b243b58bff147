// A lesson as a story: one idea a screen, with a figure and a question. The next screen
// opens once the question is answered; the last one leads to the free page. The address
// says which screen is open, and this browser remembers how far the reader came.

import { cancelled, Latest } from '../api.js';
import { refusalView } from '../answer.js';
import { fill, h, still } from '../dom.js';
import { readPosition } from '../json.js';
import { remember } from '../state.js';
import { t } from '../texts.js';

/**
 * What a figure says of the reader's answer, or why it cannot be judged, and a signal that ends with the screen.
 * @typedef {{right: (words?: string) => void, wrong: (words: string) => void, failed: (error: unknown) => void, latest: Latest}} Judge
 */
/** @typedef {{title: string, words: string, ask: string}} Said */
/** @typedef {{right: boolean, words: string}} Verdict */
/**
 * A screen: its words and its figure. The question is answered in the figure, or by one of
 * some choices, or by a number, which `check` is told.
 * @typedef {{
 *   said: Said, figure: (judge: Judge) => Node | Promise<Node>,
 *   choices?: string[], number?: boolean, check?: (given: number, latest: Latest) => Verdict | Promise<Verdict>,
 * }} Screen
 */

/** @param {string} name */
const key = (name) => `story ${name}`;

/**
 * The screen up to which a reader may go, from 1 on; one past the last is the free page.
 * @param {string} name
 */
export function reached(name) {
  try {
    return Number(localStorage.getItem(key(name))) || 1;
  } catch {
    return 1;
  }
}

/** @param {string} name @param {number} screen */
export function reach(name, screen) {
  try {
    if (screen > reached(name)) localStorage.setItem(key(name), String(screen));
  } catch {
    // Then the address alone remembers it.
  }
}

/**
 * @param {HTMLElement} root
 * @param {{name: string, title: string, screens: Screen[]}} lesson
 * @param {number} first from 1 on
 */
export function openStory(root, { name, title, screens }, first) {
  const latest = new Latest();
  const answers = new Latest();
  const steps = h('nav', { class: 'story-steps', 'aria-label': t.story.steps });
  const screen = h('section', { class: 'panel screen' });
  let most = Math.max(first, reached(name));

  /** @param {number} at */
  const to = (at) => {
    if (at > screens.length) return void (location.hash = `#/learn/${name}/free`);
    remember(`learn/${name}/${at}`, {}, true);
    show(at, true);
    scrollTo(0, 0);
  };

  /** @param {number} at @param {boolean} stepped whether the reader comes from another screen */
  const show = async (at, stepped) => {
    const { said, figure, choices, number, check } = screens[at - 1];
    // What the screen before has asked is not waited for.
    latest.next();
    answers.next();
    reach(name, at);
    const heading = h('h2', { tabindex: -1 }, said.title);
    const picture = h('div', { class: 'figure' });
    const reply = h('p', { class: 'reply', role: 'status', 'aria-live': 'polite' });
    const next = h('button', { type: 'button', class: 'main', id: 'next', disabled: most <= at, onclick: () => to(at + 1) }, at < screens.length ? t.story.next : t.story.free);
    const back = h('button', { type: 'button', id: 'before', hidden: at === 1, onclick: () => to(at - 1) }, t.story.before);
    const dots = () => fill(steps, ...screens.map((one, i) => {
      const open = i + 1 <= most;
      const props = { class: 'dot-step', 'aria-current': i + 1 === at ? 'step' : undefined, 'aria-label': t.story.step(i + 1, screens.length, one.said.title) };
      return open ? h('a', { ...props, href: `#/learn/${name}/${i + 1}` }) : h('span', { ...props, role: 'img' });
    }));
    // On a phone the figure can be as high as the screen.
    const seen = () => reply.scrollIntoView({ block: 'nearest', behavior: still() ? 'instant' : 'smooth' });
    /** @type {Judge} */
    const judge = {
      latest,
      right(words = '') {
        reply.className = 'reply good';
        fill(reply, h('strong', {}, t.story.right), words ? ` ${words}` : '');
        most = Math.max(most, at + 1);
        reach(name, at + 1);
        next.disabled = false;
        dots();
        seen();
      },
      wrong(words) {
        reply.className = 'reply bad';
        fill(reply, words);
        seen();
      },
      failed(error) {
        if (!cancelled(error)) fill(reply, refusalView(error));
      },
    };
    /** @param {number} given */
    const judged = async (given) => {
      try {
        const { right, words } = await /** @type {NonNullable<typeof check>} */ (check)(given, answers);
        if (screen.contains(reply)) right ? judge.right(words) : judge.wrong(words);
      } catch (error) {
        judge.failed(error);
      }
    };
    dots();
    fill(screen, heading, h('p', { class: 'words' }, said.words), picture,
      h('div', { class: 'question', role: 'group', 'aria-label': t.story.question },
        h('p', {}, h('strong', {}, said.ask)),
        choices ? h('div', { class: 'row' }, ...choices.map((words, i) => h('button', { type: 'button', class: 'choice', onclick: () => judged(i) }, words))) : null,
        number ? numberField(judged, judge) : null,
        reply),
      h('div', { class: 'row ways' }, back, h('span', { class: 'gap' }), next));
    // Only then, so that a new class lets the screen come in again.
    screen.classList.remove('coming');
    void screen.offsetWidth;
    screen.classList.add('coming');
    if (stepped || document.activeElement?.id === 'main') heading.focus({ preventScroll: true });
    document.title = `${said.title} · ${title} · nimlab`;
    try {
      const drawn = await figure(judge);
      if (screen.contains(picture)) fill(picture, drawn);
    } catch (error) {
      if (!cancelled(error)) fill(picture, refusalView(error), h('button', { type: 'button', onclick: () => show(at, true) }, t.frame.tryAgain));
    }
  };

  fill(root,
    h('header', { class: 'story-head' }, h('h1', {}, title), steps,
      h('a', { class: 'button all', href: '#/learn' }, t.learn.all), h('a', { class: 'button', href: `#/learn/${name}/free` }, t.story.freeNow)),
    screen);
  show(first, false);
  return {
    leave() {
      latest.stop();
      answers.stop();
    },
  };
}

/**
 * A field for a number, and the button that has it checked.
 * @param {(given: number) => void} judged
 * @param {Judge} judge
 */
function numberField(judged, judge) {
  const field = h('input', { type: 'text', id: 'answer', inputmode: 'numeric', autocomplete: 'off', 'aria-label': t.story.yours });
  return h('form', { class: 'row', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const numbers = readPosition(field.value);
    if (numbers?.length !== 1) return judge.wrong(t.story.whole);
    judged(Number(numbers[0]));
  } }, field, h('button', { type: 'submit' }, t.worksheet.check));
}
