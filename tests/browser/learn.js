// Learn in a real browser: each lesson answers what the theory says.

import assert from 'node:assert/strict';
import { openPage } from './harness.js';

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
  assert.match(await page.locator('table.plain tr.here').innerText(), /5\s+7\s+17/);
  assert.equal(await page.getByText('The partner of 17 is 7, not 29').count(), 3);
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
  const { page, check, close } = await openPage(browser, address, '#/learn/periods');
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

export const tests = [
  ['learn: Nim in binary columns', nim],
  ['learn: three strategies agree', wythoff],
  ['learn: Zeckendorf wins Fibonacci Nim', fibonacci],
  ['learn: periods of subtraction games', periods],
  ['learn: three piles', three],
];
