// The editor for rules: what is wrong is marked at its place, also when it shows
// only while the rule runs, and a picture of the earlier rule is told as such.

import assert from 'node:assert/strict';
import { openPage } from './harness.js';

const ready = (page) => page.waitForFunction(() => document.querySelector('canvas')?.board?.heat && !document.querySelector('canvas[aria-busy]'));
const link = (rule, view = 'explore') => `#/${view}?rules=${encodeURIComponent(rule)}`;
const GOOD = 'game "Mine"\nstate x, y symmetric\nmove k in 1..x -> (x - k, y)\nmove k in 1..y -> (x, y - k)\n';

async function running(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, link(GOOD));
  await ready(page);
  const area = page.locator('#rule');
  await area.fill('state x\nmove k in 1..3 -> (x - k)');
  const problem = page.locator('.problem');
  await problem.waitFor();
  assert.match(await problem.innerText(), /line 2, column 20\s+the rules fail at 0: .* negative/);
  assert.equal(await page.locator('.marks mark').innerText(), 'x - k');
  assert.equal(await page.locator('.gutter .bad').innerText(), '2\n');
  await shot('rule-that-fails');
  await problem.click();
  assert.equal(await area.evaluate((element) => element.value.slice(element.selectionStart, element.selectionEnd)), 'x - k');
  await area.fill('state x\nmove k in 1..3 where k <= x -> (x - k)');
  await page.locator('.problems .good').waitFor();
  assert.equal(await page.locator('.problems').innerText(), 'In order: a rule on (x)');
  await area.fill('state x\nmove k in 0..x -> (x - k)');
  await page.locator('.problems .bad').waitFor();
  const words = await page.locator('.problems').innerText();
  assert.match(words, /^the rules do not end: 0 -> 0/);
  assert.match(words, /a `decreasing` clause says why a game ends/);
  check();
  await close();
}

async function later(browser, address) {
  // In order on the small positions that are tried, and wrong beyond them.
  const rule = 'state x, y\nmove where x > 0 and x < 40 -> (x - 1, y)\nmove where x >= 40 -> (x - 100, y)\nmove where y > 0 -> (x, y - 1)\n';
  const { page, check, close } = await openPage(browser, address, link(rule), { expectRefusals: true });
  const problem = page.locator('.problem');
  await problem.waitFor();
  assert.match(await problem.innerText(), /line 3, column 24\s+the rules fail at/);
  assert.equal(await page.locator('.marks mark').innerText(), 'x - 100');
  check();
  await close();
}

async function earlier(browser, address) {
  const explore = await openPage(browser, address, link(GOOD));
  await ready(explore.page);
  assert.equal(await explore.page.locator('.earlier').isVisible(), false);
  await explore.page.locator('#rule').fill(GOOD.replace('(x, y - k)', '(x, z)'));
  await explore.page.getByText('The picture is of the earlier rule.').waitFor();
  assert.ok(await explore.page.evaluate(() => Number(getComputedStyle(document.querySelector('.picture-frame canvas')).opacity)) < 0.6);
  await explore.page.locator('#rule').fill(GOOD);
  await explore.page.waitForFunction(() => !document.querySelector('.stale') && !document.querySelector('.earlier').textContent);
  explore.check();
  await explore.close();
  const play = await openPage(browser, address, `${link(GOOD, 'play')}&start=3,4`);
  await play.page.locator('.queen-board').waitFor();
  await play.page.locator('#rule').fill(GOOD.replace('(x, y - k)', '(x, z)'));
  await play.page.getByText('The game is of the earlier rule.').waitFor();
  play.check();
  await play.close();
}

async function kept(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=nim');
  const own = 'game "Own"\nstate n\nmove k in 1..2 where k <= n -> (n - k)\n';
  await page.locator('#game').selectOption('rules');
  await page.locator('#rule').fill(own);
  await page.locator('.good').waitFor();
  await page.locator('#game').selectOption('wythoff');
  await page.waitForFunction(() => document.querySelector('canvas')?.board?.heat);
  await page.locator('#game').selectOption('rules');
  assert.equal(await page.locator('#rule').inputValue(), own);
  await page.goto(`${address}#/play?game=nim`);
  await page.reload();
  await page.locator('#game').selectOption('rules');
  assert.equal(await page.locator('#rule').inputValue(), own, 'also across reloads');
  check();
  await close();
}

async function endless(browser, address) {
  const rule = 'state x, y\nmove -> (x, y + 1)\n';
  const { page, close } = await openPage(browser, address, `#/explore?rules=${encodeURIComponent(rule)}`, { expectRefusals: true });
  await page.locator('.doubt').waitFor();
  assert.match(await page.locator('#problems').innerText(), /may never end.*decreasing x \+ y/s);
  await page.locator('#rule').fill(`${rule}decreasing x + y\n`);
  await page.locator('.problem, .bad').first().waitFor();
  await close();
}

export const tests = [
  ['a rule that was written is kept', kept],
  ['a rule that may never end is not called in order', endless],
  ['a rule that fails while it runs is marked at its place', running],
  ['a rule that fails on the board is marked too', later],
  ['a picture of the earlier rule is told', earlier],
];
