// Play in a real browser: whole games, won and lost, by mouse, touch and keys.

import assert from 'node:assert/strict';
import { openPage, tabTo } from './harness.js';

const status = (page) => page.locator('#status').innerText();
const turn = (page) => page.waitForFunction(() => /Your move|You win|The computer wins/.test(document.getElementById('status')?.textContent ?? ''));
const over = async (page) => /You win|The computer wins/.test(await status(page));
/** The position on the table, from the address. */
const position = (page) =>
  page.evaluate(() => {
    const query = new URLSearchParams(location.hash.split('?')[1]);
    const line = (query.get('line') ?? '').split('_').filter(Boolean);
    return (line.at(-1) ?? query.get('start')).split(',').map(Number);
  });
const solve = async (page, address, game, place, misere = false) => (await page.request.get(`${address}api/solve?game=${game}&position=${place.join(',')}${misere ? '&misere=true' : ''}`)).json();

/** Plays perfectly with stones, clicking them, and returns how many moves it took. */
async function playNim(page, address, misere = false) {
  let moves = 0;
  await turn(page);
  while (!(await over(page))) {
    const here = await position(page);
    const { winning_moves: wins } = await solve(page, address, 'nim', here, misere);
    assert.ok(wins.length, `there is a winning move from ${here}`);
    // The one heap that changes: what is in one list and not in the other.
    const rest = [...wins[0]];
    const changed = here.findIndex((heap) => {
      const at = rest.indexOf(heap);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
    const left = wins[0].slice();
    here.forEach((heap, i) => i !== changed && left.splice(left.indexOf(heap), 1));
    await page.locator('.heap').nth(changed).locator('.stone').nth(left[0]).click();
    await page.locator('#take').click();
    moves++;
    await turn(page);
  }
  return moves;
}

async function win(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5');
  const moves = await playNim(page, address);
  assert.match(await status(page), /You win!/);
  await page.locator('.review').waitFor();
  assert.match(await page.locator('.review').innerText(), /You made no mistake/);
  await shot('play-won');
  check();
  await close();
  return `won in ${moves} moves`;
}

async function lose(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?game=wythoff&start=6,10');
  await turn(page);
  for (let i = 0; i < 30 && !(await over(page)); i++) {
    await page.locator('.square.may').last().click();
    await page.waitForTimeout(50);
    await turn(page);
  }
  assert.match(await status(page), /The computer wins/);
  await page.locator('.review').waitFor();
  assert.match(await page.locator('.review').innerText(), /The start decided it/);
  await shot('play-lost');
  check();
  await close();
}

async function mistake(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?game=nim&start=1,2,4');
  await turn(page);
  // From 1,2,4 only 4 → 3 wins. Taking the heap of 1 gives the game away.
  await page.locator('.heap').nth(0).locator('.stone').first().click();
  await page.locator('#take').click();
  await turn(page);
  while (!(await over(page))) {
    const here = await position(page);
    const heap = here.findIndex((size) => size > 0);
    await page.locator('.heap').nth(heap).locator('.stone').last().click();
    await page.locator('#take').click();
    await turn(page);
  }
  assert.match(await status(page), /The computer wins/);
  const first = page.locator('.moves li').first();
  assert.match(await first.getAttribute('class'), /mistake/);
  assert.match(await first.innerText(), /better: \(1, 2, 3\)/);
  assert.match(await page.locator('.review').innerText(), /You made 1 mistake/);
  await page.locator('#replay').fill('0');
  assert.deepEqual(await page.locator('.heap .count').allInnerTexts(), ['1', '2', '4'], 'the replay shows the start');
  await page.getByRole('button', { name: 'One move on' }).click();
  assert.deepEqual(await page.locator('.heap .count').allInnerTexts(), ['0', '2', '4']);
  await shot('play-replay');
  const link = page.url();
  const second = await openPage(browser, address, link.slice(link.indexOf('#')));
  await turn(second.page);
  assert.match(await second.page.locator('.review').innerText(), /You made 1 mistake/, 'a link to a finished game shows its review');
  check();
  second.check();
  await second.close();
  await close();
}

async function helping(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=8,11');
  await turn(page);
  const { winning_moves: wins } = await solve(page, address, 'wythoff', [8, 11]);
  await page.locator('#hint').click();
  await page.locator('.square.hinted').waitFor();
  const cell = (await page.locator('.square.hinted').getAttribute('data-cell')).split(',').map(Number).sort((a, b) => a - b);
  assert.ok(wins.some((to) => to.join() === cell.join()), `the hint ${cell} wins`);
  await page.locator('#why').click();
  await page.locator('.aside .explanation').waitFor();
  assert.match(await page.locator('.aside').innerText(), /The player to move wins/);
  await page.locator('.square.hinted').click();
  await turn(page);
  assert.notDeepEqual(await position(page), [8, 11]);
  await page.locator('#undo').click();
  await page.waitForFunction(() => !location.hash.includes('line='));
  assert.deepEqual(await position(page), [8, 11]);
  check();
  await close();
}

async function misere(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5&misere=1');
  await playNim(page, address, true);
  assert.match(await status(page), /You win!/);
  check();
  await close();
}

async function computerFirst(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5&first=computer&level=random&seed=7');
  await turn(page);
  assert.notDeepEqual(await position(page), [3, 4, 5], 'the computer has moved');
  const anew = async () => {
    await page.evaluate(() => (document.getElementById('status').textContent = ''));
    await page.locator('#again').click();
    await turn(page);
  };
  await page.getByRole('radio', { name: 'Casual' }).click();
  await page.waitForFunction(() => location.hash.includes('level=casual'));
  await anew();
  assert.notDeepEqual(await position(page), [3, 4, 5]);
  await page.getByRole('radio', { name: 'Perfect' }).click();
  await page.waitForFunction(() => !location.hash.includes('level=') && location.hash.includes('line='));
  await anew();
  assert.deepEqual((await position(page)).sort(), [1, 4, 5], 'and now perfectly');
  check();
  await close();
}

async function keyboardOnly(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=1,3');
  await turn(page);
  await tabTo(page, '.heap');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Heap 1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-valuetext')), 'take 2 of 3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('_'));
  await turn(page);
  // One stone is left: find its heap and take it.
  const heap = (await position(page)).findIndex((size) => size === 1);
  const focused = () => page.evaluate(() => [...document.querySelectorAll('.heap')].indexOf(document.activeElement));
  assert.equal(await focused(), 1, 'the focus stays where it was');
  if (heap !== 1) await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), heap);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('You win!'));
  check();
  await close();
}

async function queenByKeys(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=2,3');
  await turn(page);
  await tabTo(page, '.queen-board');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.match(await page.locator('.readout').innerText(), /\(1, 2\) allowed/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('line=1,2'));
  await turn(page);
  // From (1, 2) every move of the computer can be answered with the last one.
  for (let i = 0; i < 3 && !(await over(page)); i++) {
    const [x, y] = await position(page);
    for (let k = 0; k < x; k++) await page.keyboard.press('ArrowLeft');
    for (let k = 0; k < y; k++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await turn(page);
  }
  assert.match(await status(page), /You win!/);
  check();
  await close();
}

async function byTouch(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=fibonacci&start=7', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await turn(page);
  await page.locator('.stone').nth(5).tap();
  assert.equal(await page.locator('#take').innerText(), 'Take 2');
  await page.locator('#take').tap();
  await page.waitForFunction(() => location.hash.includes('line=5,4'));
  await turn(page);
  const link = page.url();
  const second = await openPage(browser, address, link.slice(link.indexOf('#')));
  await turn(second.page);
  assert.deepEqual(await position(second.page), await position(page), 'a link to a game goes on with it');
  second.check();
  await second.close();
  check();
  await close();
}

async function everyGame(browser, address) {
  const games = await (await fetch(`${address}api/games`)).json();
  for (const { example } of games) {
    const { page, check, close } = await openPage(browser, address, `#/play?game=${example.game}&start=${example.position}&level=random&seed=3&first=computer`);
    await turn(page);
    assert.equal(await page.locator('.refusal').count(), 0, example.game);
    assert.match(page.url(), /line=/, `the computer moves in ${example.game}`);
    check();
    await close();
  }
  return `${games.length} games`;
}

async function animated(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=8,11&first=computer', { reducedMotion: 'no-preference' });
  await page.locator('.queen.moving').waitFor();
  await turn(page);
  await page.goto(`${address}#/play?game=nim&start=3,4,5&first=computer`);
  await page.locator('.stone.leaving').first().waitFor();
  await turn(page);
  check();
  await close();
}

export const tests = [
  ['play a whole game and win', win],
  ['lose one against the perfect computer', lose],
  ['a finished game is replayed with the mistakes marked', mistake],
  ['hint, why and undo', helping],
  ['misère play is won', misere],
  ['the computer begins, at every level', computerFirst],
  ['play with the keyboard only', keyboardOnly],
  ['the queen goes by keys', queenByKeys],
  ['play by touch', byTouch],
  ['every game of the catalogue can be played', everyGame],
  ["the computer's move is animated", animated],
];
