// Learn in a real browser: each lesson answers what the theory says.

import assert from 'node:assert/strict';
import { focused, openPage, told } from './harness.js';

async function nim(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/nim?heaps=3,4,5');
  const verdict = page.locator('.lesson-verdict');
  assert.match(await verdict.innerText(), /The nim-sum is 2/);
  await verdict.getByRole('button').click();
  assert.match(await verdict.innerText(), /Every column is even/);
  assert.match(page.url(), /heaps=1,4,5/);
  await page.getByRole('button', { name: 'Heap 2, column 8: 0' }).click();
  assert.match(await verdict.innerText(), /The nim-sum is 8/);
  check();
  await close();
}

async function wythoff(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/wythoff?a=2&x=17&y=29');
  await page.getByText('All three strategies were asked, and they agree.').waitFor();
  assert.match(await page.locator('.lesson-verdict').innerText(), /\(7, 17\), \(8, 20\)/);
  // The strategies are shown one after another.
  await page.getByText('The partner of 17 is 7, not 29').nth(2).waitFor();
  assert.equal(await page.getByText('The partner of 17 is 7, not 29').count(), 3);
  assert.match(await page.locator('table.plain tr.here').innerText(), /5\s+7\s+17/);
  await page.locator('#x').fill('10');
  await page.locator('#a').fill('1');
  await page.locator('#y').fill('6');
  await page.getByText('The player to move loses.').waitFor();
  check();
  await close();
}

async function fibonacci(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/fibonacci?n=20');
  await page.getByText('20 = 13 + 5 + 2').waitFor();
  await page.getByRole('button', { name: 'Take 2', exact: true }).click();
  await page.getByText('18 = 13 + 5').waitFor();
  assert.match(await page.locator('.lesson-verdict').innerText(), /loses/);
  // Whatever the opponent does, taking the smallest part wins.
  for (let i = 0; i < 40 && !(await page.getByText('The last stone is taken.').count()); i++) {
    const main = page.locator('.lesson-verdict .main');
    const before = await page.locator('.story li').count();
    await ((await main.count()) ? main : page.getByRole('button', { name: 'Let the opponent move at random' })).click();
    await page.waitForFunction((count) => document.querySelectorAll('.story li').length > count, before);
    await page.locator('.lesson-verdict p').first().waitFor();
  }
  assert.match(await page.locator('.story li').last().innerText(), /^You took/);
  check();
  await close();
}

async function periods(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/periods/free');
  await page.getByText('Preperiod 8, period 3').waitFor();
  await page.getByRole('group', { name: 'The set S' }).getByRole('button', { name: '7', exact: true }).click();
  await page.getByText('Preperiod 0, period 6').waitFor();
  await page.getByRole('button', { name: 'a saltus' }).click();
  await page.getByText('period 6, saltus 2').waitFor();
  check();
  await close();
}

async function three(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/three?count=10000');
  await page.getByText('Number 9999 is').waitFor();
  await page.getByRole('radio', { name: 'Positive Nim' }).click();
  await page.getByText('1094 occurs twice').first().waitFor();
  check();
  await close();
}

async function whoseTurn(browser, address) {
  const { page, session, check, complaints, close } = await openPage(browser, address, '#/learn/fibonacci?n=20');
  const told = () => page.locator('.story li').allInnerTexts();
  await page.getByText('20 = 13 + 5 + 2').waitFor();
  await page.getByRole('button', { name: 'Take at random' }).click();
  await page.getByRole('button', { name: 'Let the opponent move at random' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.story li').length === 2);
  const [first, second] = await told();
  assert.ok(/^You took/.test(first) && /^The opponent took/.test(second), `${first} ${second}`);
  // What is played from here is what is left.
  const left = Number(second.match(/: (\d+) left/)[1]);
  if (left) assert.match(await page.getByRole('link', { name: 'Play from here' }).getAttribute('href'), new RegExp(`start=${left}/`));
  check();
  await session.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'From the start' }).click();
  await page.locator('.refusal').waitFor();
  assert.equal(complaints.filter((one) => !one.includes('net::')).length, 0, 'nothing is left uncaught');
  await close();
}

async function keyboardStays(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/nim?heaps=3,4,5');
  await page.getByRole('button', { name: 'Heap 2, column 4: 1' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'Heap 2, column 4: 0');
  await page.locator('.lesson-verdict .chip').first().focus();
  await page.keyboard.press('Enter');
  assert.notEqual(await focused(page), '', 'a winning move leaves the keyboard in its place');
  await page.goto(`${address}#/learn`);
  await page.locator('.card').nth(2).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A limit' }).waitFor();
  assert.equal(await focused(page), 'A limit', 'a lesson begins where the keyboard is');
  await page.getByRole('link', { name: 'To the free page' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('#stones').waitFor();
  assert.notEqual(await focused(page), '');
  await page.getByRole('button', { name: 'Take 2', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.story li').waitFor();
  assert.notEqual(await focused(page), '');
  check();
  await close();
}

async function training(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn/training');
  const streak = () => page.locator('#streak').innerText();
  for (let right = 0; right < 3; right++) {
    await page.getByText('Does the player to move win?').waitFor();
    assert.match(await streak(), new RegExp(`^${right} right in a row`));
    const heaps = await page.locator('.heap .count').allInnerTexts();
    const { outcome } = await told(`solve?game=nim&position=${heaps}`);
    await page.getByRole('button', { name: outcome === 'N' ? 'Yes, it is won' : 'No, it is lost' }).click();
    await page.getByText('Right.').waitFor();
    await page.getByRole('button', { name: 'Next position' }).click();
  }
  await page.getByRole('radio', { name: 'Wythoff' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.heap').length === 2);
  const piles = await page.locator('.heap .count').allInnerTexts();
  const { outcome } = await told(`solve?game=wythoff&position=${piles}`);
  await page.getByRole('button', { name: outcome === 'N' ? 'No, it is lost' : 'Yes, it is won' }).click();
  await page.getByText('Not so.').waitFor();
  assert.match(await streak(), /^0 right in a row, your best is 3$/);
  // The puzzle of the day can be won.
  const start = (await page.getByRole('link', { name: 'Find out how' }).getAttribute('href')).match(/game=(\w+)&start=([\d,]+)/);
  assert.equal((await told(`solve?game=${start[1]}&position=${start[2]}`)).outcome, 'N');
  check();
  await close();
}

async function worksheet(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/learn/worksheet?size=6');
  const cell = (x, y) => page.locator(`[data-name="${x},${y}"]`);
  await cell(0, 0).waitFor();
  for (const [x, y] of [[0, 0], [1, 2], [2, 1], [3, 5], [4, 4]]) await cell(x, y).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('4 right, 1 wrong, 1 missing.').waitFor();
  assert.deepEqual(await page.locator('.wrong').evaluateAll((all) => all.map((one) => one.dataset.name).sort()), ['4,4', '5,3']);
  await cell(4, 4).click();
  await cell(5, 3).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('All 5 are right').waitFor();
  // On paper the rule and an empty board come first, and the solution on a sheet of its own.
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.solution').isVisible() && !(await page.locator('.top').isVisible()));
  assert.match(await page.locator('.only-printed').innerText(), /Who makes the last move wins/);
  assert.equal(await page.locator('.solution td span').evaluateAll((all) => all.filter((one) => one.textContent === 'P').length), 5);
  assert.equal(await page.locator('.solution').evaluate((one) => getComputedStyle(one).breakBefore), 'page');
  assert.equal(await cell(0, 0).isVisible(), false, 'the board on paper is empty');
  await shot('worksheet-printed', true);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'All lessons' }).click();
  await page.locator('.card').first().click();
  await page.getByRole('heading', { name: 'The last stone' }).waitFor();
  check();
  await close();
}

export const tests = [
  ['learn: a table is filled in, checked and printed', worksheet],
  ['learn: training counts right answers', training],
  ['learn: the names follow whose turn it is', whoseTurn],
  ['learn: the keyboard stays where it is', keyboardStays],
  ['learn: Nim in binary columns', nim],
  ['learn: three strategies agree', wythoff],
  ['learn: Zeckendorf wins Fibonacci Nim', fibonacci],
  ['learn: periods of subtraction games', periods],
  ['learn: three piles', three],
];
