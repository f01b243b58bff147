// The languages of the page: each has every text, no text of the page stands elsewhere,
// and the choice is kept.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPage, repository, told } from './harness.js';
import { findings } from './frame.js';
import { VIEWS } from './views.js';

const TEXTS = join(repository, 'crates', 'nimlab-web', 'page', 'texts');
const LANGUAGES = ['de', 'nl', 'sr'];
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const texts = async (language) => (await import(`data:text/javascript,${encodeURIComponent(await readFile(join(TEXTS, `${language}.js`), 'utf8'))}`)).default;

/** Every text of a language by its path; a function by how many things it is told. */
function paths(value, path = '') {
  if (typeof value === 'function') return [[path, `function of ${value.length}`]];
  if (typeof value !== 'object') return [[path, typeof value]];
  return Object.entries(value).flatMap(([name, inner]) => paths(inner, path ? `${path}.${name}` : name));
}

async function complete() {
  const { games: _, ...english } = await texts('en');
  const wanted = new Map(paths(english));
  assert.deepEqual((await readdir(TEXTS)).sort(), ['de.js', 'en.js', 'nl.js', 'sr.js']);
  for (const language of LANGUAGES) {
    const { games, ...words } = await texts(language);
    assert.deepEqual(new Map(paths(words)), wanted, `${language} has the texts that English has`);
    const { same, empty } = compared(english, words);
    assert.deepEqual(empty, [], `${language} has empty texts`);
    // Names and signs are alike in many languages, sentences are not.
    assert.deepEqual(same.filter((text) => text.trim().split(' ').length > 2), [], `${language} has English sentences`);
    for (const entry of await told('games')) {
      const said = games[entry.name];
      assert.ok(said?.title && said.rule && said.position, `${language} says what ${entry.name} is`);
      assert.equal(Boolean(said.meaning), Boolean(entry.parameter), `${language}: the parameter of ${entry.name}`);
      assert.equal(Boolean(said.tail), Boolean(entry.shape.tail), `${language}: the number after the slash of ${entry.name}`);
      const choices = (entry.parameter?.choices ?? []).map(({ value }) => value);
      assert.deepEqual(Object.keys(said.choices ?? {}), choices, `${language}: the rules of ${entry.name}`);
      for (const symbol of [entry.parameter?.symbol ?? ''].filter((symbol) => /^[a-z]$/i.test(symbol) && new RegExp(`\\b${symbol}\\b`).test(entry.rule))) {
        assert.match(said.rule, new RegExp(`\\b${symbol}\\b`), `${language}: the rule of ${entry.name} names ${symbol}`);
      }
    }
    assert.deepEqual(Object.keys(games).sort(), (await told('games')).map(({ name }) => name).sort());
  }
  return `${wanted.size} texts`;
}

/** Texts that are the same in English, and those that are empty. */
function compared(english, words) {
  const [same, empty] = [[], []];
  const walk = (one, other, path) => {
    if (typeof one === 'string') {
      if (one === other && one) same.push(one);
      if (!other && one) empty.push(path);
    } else if (typeof one === 'object') for (const name of Object.keys(one)) walk(one[name], other[name], `${path}.${name}`);
  };
  walk(english, words, '');
  return { same, empty };
}

/** English with every text between marks, as if it were another language. */
const MARKED = `
import en from './en.js';
const marked = (value) => typeof value === 'string' ? value && '⟦' + value + '⟧'
  : typeof value === 'function' ? (...given) => marked(value(...given))
  : Array.isArray(value) ? value.map(marked)
  : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner)]));
const texts = marked(en);
texts.games = new Proxy({}, { get: () => ({ title: '⟦title⟧', rule: '⟦rule⟧', position: '⟦position⟧', meaning: '⟦meaning⟧', tail: '⟦tail⟧', choices: new Proxy({}, { get: () => ({ title: '⟦title⟧', meaning: '⟦meaning⟧' }) }) }) });
export default texts;
`;

/** Words that are seen or read aloud and are neither between marks nor English on purpose. */
const unmarked = (page) => page.evaluate(() => {
  /** What is left without what stands between marks, however deep. */
  const left = (text) => {
    let [depth, rest] = [0, ''];
    for (const letter of text) {
      if (letter === '⟦') depth++;
      else if (letter === '⟧') depth--;
      else if (!depth) rest += letter;
    }
    return rest;
  };
  const found = [];
  const look = (text, element, what) => {
    // The name of a game, and that of a rule which the test has written.
    if (/\p{L}{4,}/u.test(left(text).replace(/Wytlex|Mine/, ''))) found.push(`${what} of ${element.tagName} ${element.id || element.className}: ${text.trim().slice(0, 80)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    // A rule is in the language of rules, and a name of the program in none.
    if (element.closest('[lang="en"], #language, script, noscript, textarea, .marks, code, .brand')) continue;
    // The list of theorems begins with the names of games.
    look(element.closest('#theorem') ? node.textContent.replace(/^[a-z-]+/, '') : node.textContent, element, 'text');
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-valuetext]')) {
    if (element.closest('[lang="en"]')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) {
      if (element.hasAttribute(name)) look(element.getAttribute(name), element, name);
    }
  }
  return found;
});

async function nothingElsewhere(browser, address) {
  const { page, session, settle, close } = await openPage(browser, address, '', { locale: 'sr-Latn', expectRefusals: true, serviceWorkers: 'block' });
  await session.route('**/texts/sr.js', (route) => route.fulfill({ contentType: 'text/javascript', body: MARKED }));
  await page.reload();
  const found = [];
  for (const [name, hash, prepare] of VIEWS) {
    await page.goto(address + hash);
    await settle();
    await prepare?.(page);
    for (const one of await unmarked(page)) found.push(`${name}: ${one}`);
  }
  await page.goto(`${address}#/play?game=wythoff&start=3,5`);
  await page.locator('[data-cell="1,5"]').click();
  await page.locator('#hint').click();
  await settle();
  await page.locator('#why').click();
  await settle();
  found.push(...await unmarked(page));
  assert.deepEqual(found, []);
  await close();
  return `${VIEWS.length + 1} views`;
}

async function chosen(browser, address) {
  const { page, settle, check, close } = await openPage(browser, address, '#/explore?game=nim&at=3,4');
  await page.locator('.verdict').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  const languages = page.locator('#language');
  assert.deepEqual(await languages.locator('option').allInnerTexts(), ['English', 'Deutsch', 'Nederlands', 'Srpski']);
  for (const [language, play, verdict] of [['de', 'Spielen', 'Wer am Zug ist, gewinnt'], ['nl', 'Spelen', 'Wie aan zet is, wint'], ['sr', 'Igraj', 'Pobeđuje ko je na potezu'], ['en', 'Play', 'The player to move wins']]) {
    await languages.selectOption(language);
    await page.waitForFunction((language) => document.documentElement.lang === language, language);
    await page.locator('.verdict').waitFor();
    assert.equal(await page.locator('.verdict').innerText(), `N\n${verdict}`, 'the view is the same as before');
    assert.equal(await page.locator('nav a[data-page="play"]').innerText(), play);
    await page.reload();
    await page.locator('.verdict').waitFor();
    assert.equal(await languages.inputValue(), language, 'the choice is kept');
    await settle();
  }
  check();
  await close();
}

async function ofTheBrowser(browser, address) {
  for (const [locale, language] of [['de-AT', 'de'], ['nl-BE', 'nl'], ['sr-Latn-RS', 'sr'], ['fr-FR', 'en']]) {
    const { page, check, close } = await openPage(browser, address, '#/learn', { locale });
    await page.locator('h1').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), language, locale);
    check();
    await close();
  }
}

/** A whole game, so that every word of it is formed. */
async function played(browser, address) {
  const lines = [];
  for (const [locale, won] of [['de', 'Du gewinnst!'], ['nl', 'Jij wint!'], ['sr-Latn', 'Pobeda je tvoja!']]) {
    const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=1,2,2', { locale });
    const status = page.locator('#status');
    const heap = (i) => page.locator('.heap').nth(i);
    // Stones can be chosen once it is the reader's turn.
    await page.locator('.heap:not(.off)').first().waitFor();
    await heap(0).focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('#take:not([disabled])').click();
    for (;;) {
      await page.waitForFunction(() => !document.querySelector('#undo').disabled);
      if (await page.locator('#once-more').isVisible()) break;
      // What the other took of one heap is taken of the other.
      const [one, other] = (await page.locator('.heap .count').allInnerTexts()).slice(1).map(Number);
      await heap(one > other ? 1 : 2).focus();
      for (let i = 0; i < Math.abs(one - other); i++) await page.keyboard.press('ArrowUp');
      lines.push(await page.locator('#take').innerText());
      await page.locator('#take:not([disabled])').click();
    }
    assert.equal(await status.innerText(), won);
    await page.locator('.review').waitFor();
    check();
    await close();
  }
  return lines.join(' · ');
}

/** Longer words than in English: nothing is wider than a phone, and axe finds nothing. */
async function onAPhone(browser, address) {
  for (const language of LANGUAGES) {
    const { page, complaints, check, settle, shot, close } = await openPage(browser, address, '', { ...PHONE, locale: language === 'sr' ? 'sr-Latn' : language });
    for (const [name, hash, prepare] of VIEWS) {
      await page.goto(address + hash);
      await settle();
      await prepare?.(page);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${name} in ${language} is ${wider} points too wide`);
      if (['start', 'explore-board', 'play-stones', 'learn-nim', 'learn-worksheet'].includes(name)) {
        assert.deepEqual(await findings(page), [], `${name} in ${language}`);
        await shot(`${language}-${name}-phone`);
      }
    }
    complaints.length = 0;
    check();
    await close();
  }
}

export const tests = [
  ['every language has every text', complete],
  ['no text of the page stands outside of the languages', nothingElsewhere],
  ['the language can be chosen, and is kept', chosen],
  ['the language is that of the browser at first', ofTheBrowser],
  ['a game can be played in every language', played],
  ['every view fits a phone in every language', onAPhone],
];
