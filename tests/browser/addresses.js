// What the address holds: a link shows what was seen, and what cannot be shown
// is told.

import assert from 'node:assert/strict';
import { openPage } from './harness.js';

const ready = (page) => page.waitForFunction(() => document.querySelector('canvas')?.board?.heat && !document.querySelector('canvas[aria-busy]'));
const hash = (page) => page.evaluate(() => location.hash);

async function zoomOfASequence(browser, address) {
  const first = await openPage(browser, address, '#/explore?game=octal:0.45&count=1000');
  await first.page.locator('#certificate').waitFor();
  const box = await first.page.locator('canvas').first().boundingBox();
  await first.page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  for (let i = 0; i < 6; i++) await first.page.mouse.wheel(0, -240);
  await first.page.waitForFunction(() => /look=\d+,\d+/.test(location.hash));
  await first.page.waitForTimeout(300);
  const link = await hash(first.page);
  const [from, to] = link.match(/look=(\d+),(\d+)/).slice(1).map(Number);
  assert.ok(to - from < 500 && from > 0, link);
  const second = await openPage(browser, address, link);
  await second.page.locator('#certificate').waitFor();
  await second.page.waitForTimeout(300);
  assert.equal(await hash(second.page), link);
  const seen = await Promise.all([first, second].map(({ page }) => page.locator('canvas').first().screenshot()));
  assert.ok(seen[0].length > 1000 && Math.abs(seen[0].length - seen[1].length) < seen[0].length / 5, 'both pictures are alike');
  first.check();
  second.check();
  await first.close();
  await second.close();
}

async function unknownGame(browser, address) {
  for (const view of ['explore', 'play']) {
    const { page, check, close } = await openPage(browser, address, `#/${view}?game=withoff&at=3,4`, { expectRefusals: true });
    await page.locator('.controls .refusal').waitFor();
    assert.match(await page.locator('.controls .refusal').innerText(), /no game called “withoff”; did you mean “wythoff”\?/);
    assert.equal(await hash(page), `#/${view}?game=withoff&at=3,4`, 'the address stays');
    assert.equal(await page.locator('canvas, .heap, .queen-board').count(), 0, 'no other game is shown instead');
    await page.locator('#game').selectOption('wythoff');
    await page.waitForFunction(() => location.hash.includes('game=wythoff'));
    assert.equal(await page.locator('.controls .refusal').count(), 0);
    check();
    await close();
  }
}

async function everyNumber(browser, address) {
  const cases = [
    ['#/explore?game=wythoff&size=100', () => document.querySelector('canvas').board.heat.width, 100],
    ['#/explore?game=octal:0.77&count=777', () => document.getElementById('count').value, '777'],
    ['#/explore?game=wythoff3:l1&count=555', () => document.getElementById('count').value, '555'],
    ['#/explore?game=fibonacci&count=77', () => document.querySelectorAll('.cold-list .chip').length, 77],
    ['#/learn/three?count=5000', () => document.querySelector('.big').textContent.replace(/\D/g, ''), '5000'],
    ['#/learn/nim?heaps=1023,512,511', () => document.querySelector('.lesson-verdict').textContent.includes('Every column is even'), true],
  ];
  for (const [link, look, expected] of cases) {
    const { page, check, settle, close } = await openPage(browser, address, link);
    await settle();
    if (link.includes('size')) await ready(page);
    // It throws while nothing is there.
    await page.waitForFunction(`(() => { try { return (${look})() === ${JSON.stringify(expected)}; } catch { return false; } })()`);
    await page.waitForTimeout(200);
    assert.ok((await hash(page)).includes(link.match(/(size|count|heaps)=.*/)[0]), `${link} stays in the address`);
    assert.equal(await page.locator('.refusal').count(), 0);
    check();
    await close();
  }
  return `${cases.length} links`;
}

async function tooMuch(browser, address) {
  const cases = [
    ['#/learn/nim?heaps=5000,3', /up to 1023 stones; the address has 5000, 3/],
    ['#/learn/fibonacci?n=100', /2 to 60 stones; the address has 100/],
    ['#/learn/periods?set=2,30', /from 1 to 24; the address has 2, 30/],
  ];
  for (const [link, words] of cases) {
    const { page, check, close } = await openPage(browser, address, link);
    assert.match(await page.locator('.refusal').innerText(), words, link);
    check();
    await close();
  }
}

export const tests = [
  ['a link holds the zoom of a sequence', zoomOfASequence],
  ['a game that does not exist is told', unknownGame],
  ['any size and count of an address is shown', everyNumber],
  ['an address that asks for too much is told', tooMuch],
];
