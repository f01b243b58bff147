// The lessons as stories: each is walked through, with wrong answers on the way, and the
// games in it are played with what the engine says of the position on the table.

import assert from 'node:assert/strict';
import { focused, openPage, tabTo, told } from './harness.js';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const right = (page) => page.locator('.reply.good').waitFor();
const counts = (page) => page.locator('.figure .heap .count').allInnerTexts();
/** Waits until a screen stands with its figure. */
const screen = (page, n, title) => page.waitForFunction(([n, title]) =>
  location.hash.endsWith(`/${n}`) && document.querySelector('.screen h2')?.textContent === title && document.querySelector('.figure')?.children.length, [n, title]);
const yourMove = (page) => page.waitForFunction(() => /Your move|wins|You win/.test(document.getElementById('status')?.textContent ?? ''));

/** Goes on, and says that the keyboard came along. */
async function next(page, n, title) {
  await page.locator('#next:enabled').click();
  await screen(page, n, title);
  assert.equal(await focused(page), title, 'the heading of the new screen has the keyboard');
}

/** Answers a question with a number. */
async function answer(page, number) {
  await page.locator('#answer').fill(String(number));
  await page.keyboard.press('Enter');
}

/** A wrong answer: what is said of it, and that the next screen stays closed. */
async function wrong(page, words) {
  await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.reply.bad')?.textContent ?? ''), words.source);
  assert.equal(await page.locator('#next').isDisabled(), true, 'the question is not answered yet');
}

/** Takes stones until a heap has so many left. */
async function take(page, heap, left) {
  await page.locator('.figure .heap').nth(heap).locator('.stone').nth(left).click();
  await page.locator('#take:enabled').click();
}

/** Wins the small game of a screen by the moves that the engine names, as the heaps lie. */
async function winStones(page, game) {
  for (let i = 0; i < 20 && !(await page.locator('.reply.good').count()); i++) {
    await yourMove(page);
    const before = await counts(page);
    const limit = (await page.locator('.figure .note').allInnerTexts()).join().match(/taken: (\d+)/)?.[1];
    const here = `game=${game}&position=${before}${limit ? `/${limit}` : ''}`;
    const [{ winning_moves: wins }, { in_places: moves }] = [await told(`solve?${here}`), await told(`moves?${here}&places=true`)];
    const sorted = (position) => position.slice(0, before.length).sort((x, y) => x - y).join();
    const to = moves.find((move) => wins.some((win) => sorted(win) === sorted(move)));
    assert.ok(to, `there is a winning move from ${before}`);
    for (const [heap, size] of before.entries()) {
      if (to[heap] !== Number(size)) await page.locator('.figure .heap').nth(heap).locator('.stone').nth(to[heap]).click();
    }
    await page.locator('#take:enabled').click();
    await page.waitForFunction((before) => document.querySelector('.reply:not(:empty)') || ([...document.querySelectorAll('.figure .heap .count')].map((one) => one.textContent).join() !== before && /Your move/.test(document.getElementById('status')?.textContent ?? '')), before.join());
    if (await page.locator('.reply.bad').count()) return;
  }
}

async function nim(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/nim');
  await screen(page, 1, 'The last stone');
  assert.equal(await page.locator('#next').isDisabled(), true);
  // A game is lost, with a kind word, and begun again.
  await yourMove(page);
  await take(page, 0, 0);
  await wrong(page, /Begin again/);
  await page.getByRole('button', { name: 'Begin again' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.figure .stone').length === 4);
  await page.locator('.figure .heap').nth(1).locator('.stone').nth(1).click();
  await page.locator('#take:enabled').click();
  await page.waitForFunction(() => document.querySelectorAll('.figure .stone').length === 1 && /Your move/.test(document.getElementById('status').textContent));
  const last = (await counts(page)).indexOf('1');
  await take(page, last, 0);
  await right(page);
  await next(page, 2, 'Two equal heaps');
  await page.getByRole('button', { name: 'Whoever begins' }).click();
  await wrong(page, /Not quite/);
  await page.getByRole('button', { name: 'Whoever answers' }).click();
  await right(page);
  await next(page, 3, 'Heaps in binary');
  await page.getByRole('button', { name: 'Heap 3, column 4: 0' }).click();
  await wrong(page, /make 4/);
  assert.equal(await focused(page), 'Heap 3, column 4: 1');
  await page.getByRole('button', { name: 'Heap 3, column 2: 0' }).click();
  await right(page);
  await next(page, 4, 'Look down the columns');
  await page.getByRole('button', { name: '4', exact: true }).click();
  await wrong(page, /Column 4 has 2 ones/);
  await page.getByRole('button', { name: '2', exact: true }).click();
  await right(page);
  await next(page, 5, 'Make them all even');
  await yourMove(page);
  await take(page, 2, 0);
  await wrong(page, /In 3, 4, 0 columns 4, 2, 1 would be odd/);
  // The position is back, and the digits follow it.
  await page.waitForFunction(() => document.querySelectorAll('.figure .stone').length === 12 && /Your move/.test(document.getElementById('status').textContent));
  await take(page, 0, 1);
  await right(page);
  assert.deepEqual(await page.locator('.figure tbody .size').allInnerTexts(), ['1', '4', '5']);
  await next(page, 6, 'Against the perfect computer');
  await winStones(page, 'nim');
  await right(page);
  await page.getByRole('button', { name: 'Try it freely' }).click();
  await page.locator('.lesson-verdict').waitFor();
  await page.getByRole('link', { name: /^Next: Wythoff/ }).click();
  await screen(page, 1, 'A queen goes home');
  check();
  await close();
}

async function wythoff(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/wythoff/1', PHONE);
  await screen(page, 1, 'A queen goes home');
  await yourMove(page);
  await page.locator('[data-cell="1,2"].may').tap();
  await page.waitForFunction(() => /Your move/.test(document.getElementById('status').textContent) && document.querySelector('.queen-board').getAttribute('aria-label').includes('squares are allowed') && !document.querySelector('[data-cell="3,4"].may, [data-cell="1,2"].may'));
  await page.locator('[data-cell="0,0"].may').tap();
  await right(page);
  await next(page, 2, 'Lost squares');
  await page.locator('[data-name="2,4"]').tap();
  await wrong(page, /From \(2, 4\) the queen can move to/);
  await page.waitForFunction(() => {
    const box = document.querySelector('.reply').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= document.querySelector('.ways').getBoundingClientRect().top + 1;
  });
  await page.locator('[data-name="1,2"]').tap();
  await wrong(page, /known already/);
  await page.locator('[data-name="3,5"]').tap();
  await right(page);
  assert.match(await page.locator('[data-name="5,3"]').getAttribute('class'), /is/);
  await next(page, 3, 'Every number once');
  await answer(page, 7);
  await wrong(page, /Not 7/);
  await answer(page, 'six');
  await wrong(page, /whole number/);
  await answer(page, 6);
  await right(page);
  await next(page, 4, 'Every difference once');
  await answer(page, 9);
  await wrong(page, /difference would be 3/);
  await answer(page, 10);
  await right(page);
  await next(page, 5, 'The golden ratio');
  await page.locator('#n').fill('20');
  await page.getByText('20 · φ = 32.36 …, A = 32').waitFor();
  await answer(page, 162);
  await wrong(page, /Not 162/);
  await answer(page, 161);
  await right(page);
  await next(page, 6, 'The digits know it');
  await page.getByRole('button', { name: 'B', exact: true }).tap();
  await wrong(page, /ends in 4 zeros, an even number/);
  await page.getByRole('button', { name: 'A', exact: true }).tap();
  await right(page);
  check();
  await close();
}

async function fibonacci(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/fibonacci/1');
  await screen(page, 1, 'A limit');
  await yourMove(page);
  await winStones(page, 'fibonacci');
  await right(page);
  await next(page, 2, 'Heaps that lose');
  await answer(page, 12);
  await wrong(page, /From 12 whoever begins wins/);
  await answer(page, 21);
  await wrong(page, /not the next/);
  await answer(page, 13);
  await right(page);
  await next(page, 3, 'Zeckendorf’s sum');
  const part = (number) => page.locator('.numbers').getByRole('button', { name: String(number), exact: true }).click();
  await part(13);
  await wrong(page, /^7 missing/);
  await part(8);
  await wrong(page, /8 and 13 are neighbours/);
  await part(8);
  await part(5);
  await part(2);
  await right(page);
  await next(page, 4, 'Take the smallest part');
  await yourMove(page);
  await take(page, 0, 9);
  await wrong(page, /With 9 left and at most 6/);
  await page.waitForFunction(() => document.querySelectorAll('.figure .heap .stone').length === 12 && /Your move/.test(document.getElementById('status').textContent));
  await take(page, 0, 11);
  await right(page);
  await next(page, 5, 'Why twice is too little');
  await page.getByRole('button', { name: 'Yes' }).click();
  await wrong(page, /5 is more than 4/);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await right(page);
  await next(page, 6, 'Against the perfect computer');
  await page.getByText('11 = 8 + 3').waitFor();
  await winStones(page, 'fibonacci');
  await right(page);
  check();
  await close();
}

async function periods(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/periods/1');
  await screen(page, 1, 'Only some numbers');
  await winStones(page, 'subtraction:1,3,4');
  await right(page);
  await next(page, 2, 'Won or lost, one by one');
  assert.deepEqual(await page.locator('.heap-row span').allInnerTexts(), ['P', 'N', 'P', 'N', 'N', '?']);
  await page.getByRole('button', { name: 'Lost, P' }).click();
  await wrong(page, /Look at heap 2/);
  await page.getByRole('button', { name: 'Won, N' }).click();
  await right(page);
  await next(page, 3, 'A number instead of a letter');
  await answer(page, 1);
  await wrong(page, /1 is there already/);
  await answer(page, 4);
  await wrong(page, /not the smallest/);
  await answer(page, 3);
  await right(page);
  await next(page, 4, 'It repeats');
  await answer(page, 14);
  await wrong(page, /True, but 14/);
  await answer(page, 5);
  await wrong(page, /Compare heap 0/);
  await answer(page, 7);
  await right(page);
  await next(page, 5, 'For ever?');
  await answer(page, 3);
  await wrong(page, /too few/);
  await answer(page, 7);
  await wrong(page, /fewer will do/);
  await answer(page, 4);
  await right(page);
  await next(page, 6, 'A heap of 1000');
  await answer(page, 3);
  await wrong(page, /divided by 7/);
  await answer(page, 2);
  await right(page);
  check();
  await close();
}

async function three(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/three/1');
  await screen(page, 1, 'A third pile');
  await winStones(page, 'wythoff3:positive');
  await right(page);
  await next(page, 2, 'Halfway');
  await answer(page, 10);
  await wrong(page, /34 − 19 = 15 and 49 − 34 = 15/);
  await answer(page, 99);
  await wrong(page, /first column/);
  await answer(page, 11);
  await right(page);
  await next(page, 3, 'A line');
  await answer(page, 3000);
  await wrong(page, /too small/);
  await answer(page, 9000);
  await wrong(page, /too large/);
  await answer(page, 5290);
  await right(page);
  await next(page, 4, 'Nobody knows');
  await page.getByRole('button', { name: 'Yes' }).click();
  await wrong(page, /nothing about all/);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await right(page);
  await page.getByRole('button', { name: 'Try it freely' }).click();
  await page.getByText('Number 9999 is').waitFor();
  check();
  await close();
}

async function kept(browser, address) {
  const { page, session, check, close } = await openPage(browser, address, '#/learn/periods/4');
  await screen(page, 4, 'It repeats');
  // A link to a screen opens it, and those before it; the ones after it stay closed.
  assert.deepEqual(await page.locator('.story-steps > *').evaluateAll((all) => all.map((one) => one.tagName)), ['A', 'A', 'A', 'A', 'SPAN', 'SPAN']);
  // The keyboard is enough: to the field, to the answer, and on.
  await tabTo(page, '#answer');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await right(page);
  await tabTo(page, '#next');
  await page.keyboard.press('Enter');
  await screen(page, 5, 'For ever?');
  assert.equal(await focused(page), 'For ever?');
  await page.reload();
  await screen(page, 5, 'For ever?');
  await page.goBack();
  await screen(page, 4, 'It repeats');
  assert.equal(await page.locator('#next').isEnabled(), true, 'what was answered stays open');
  // The story goes on where it was left, also from the list of lessons.
  await page.goto(`${address}#/learn`);
  const card = page.locator('.card').nth(3);
  assert.match(await card.innerText(), /4 of 6/);
  await card.focus();
  await page.keyboard.press('Enter');
  await screen(page, 5, 'For ever?');
  assert.equal(await focused(page), 'For ever?');
  await page.getByRole('link', { name: 'Screen 2 of 6: Won or lost, one by one' }).click();
  await screen(page, 2, 'Won or lost, one by one');
  // The free page is there at any time, and by every link that says what it shows.
  await page.getByRole('link', { name: 'To the free page' }).click();
  await page.getByText('Preperiod 8, period 3').waitFor();
  await page.goto(`${address}#/learn/nim?heaps=1,2,3`);
  await page.getByText('Every column is even').first().waitFor();
  await page.getByRole('link', { name: 'The story from the start' }).click();
  await screen(page, 1, 'The last stone');
  check();
  // A server that is away is told, and asked again.
  await session.route('**/api/cold**', (route) => route.abort());
  await page.goto(`${address}#/learn/wythoff/3`);
  await page.locator('.figure .refusal').waitFor();
  await session.unroute('**/api/cold**');
  await page.locator('.figure').getByRole('button', { name: 'Try again' }).click();
  await page.locator('.figure table').waitFor();
  await close();
}

/** Movement that is running in a view, asked at each picture for a while after something was done. */
const moving = (page) => page.evaluate(async () => {
  let most = 0;
  for (let i = 0; i < 12; i++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    most = Math.max(most, document.getAnimations().length);
  }
  return most;
});

async function stillness(browser, address) {
  for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
    const { page, check, close } = await openPage(browser, address, '#/learn/nim/3', { reducedMotion });
    await screen(page, 3, 'Heaps in binary');
    await page.getByRole('button', { name: 'Heap 3, column 4: 0' }).click();
    await page.getByRole('button', { name: 'Heap 3, column 2: 0' }).click();
    await right(page);
    await page.locator('#next:enabled').click();
    const screens = await moving(page);
    await page.goto(`${address}#/play?game=nim&start=3,4,5`);
    await yourMove(page);
    await page.locator('.heap').nth(2).locator('.stone').nth(2).click();
    const stones = await moving(page);
    if (reducedMotion === 'reduce') assert.deepEqual([screens, stones], [0, 0], 'nothing moves');
    else assert.ok(screens > 0 && stones > 0, `${screens} and ${stones} movements`);
    check();
    await close();
  }
}

export const tests = [
  ['stories: Nim, from the last stone to even columns', nim],
  ["stories: Wythoff's game on a phone", wythoff],
  ['stories: Fibonacci Nim', fibonacci],
  ['stories: periods', periods],
  ['stories: three piles and an open question', three],
  ['stories: how far one came is kept', kept],
  ['stories: nothing moves for those who asked for it', stillness],
];
