// The look of the page: signs and numbers as they are printed, and room that is used.

import assert from 'node:assert/strict';
import { openPage } from './harness.js';
import { VIEWS } from './views.js';

/** Words of a view that are not written as they are typed: code, rules and addresses. */
async function printed(browser, address) {
  const { page, settle, close } = await openPage(browser, address, '', { expectRefusals: true });
  const views = [...VIEWS.map(([name, hash]) => [name, hash]),
    ['large numbers', '#/explore?game=wythoff:2&at=123456789012,298051352451'],
    ['a long period', '#/explore?game=subtraction:2,3,5,6,9,13,16,17,19,20,22&count=20000'],
    ['many rows', '#/learn/wythoff?a=3&x=100000&y=331000'],
    ['a heap of many stones', '#/play?game=nim&start=1234567,7654321']];
  for (const [name, hash] of views) {
    await page.goto(address + hash);
    await settle();
    const bad = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest('code, pre, textarea, select, .dotted, .card-glyph, .refusal') || !node.parentElement.checkVisibility()) continue;
        if (/(?<![\d.])\d{5,}|[<>]=/.test(node.data)) found.push(node.data);
      }
      return found;
    });
    assert.deepEqual(bad, [], name);
  }
  await close();
  return `${views.length} views`;
}

async function projector(browser, address) {
  const { page, check, settle, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5', { viewport: { width: 1920, height: 1080 } });
  await settle();
  const size = (selector) => page.locator(selector).first().boundingBox();
  const [arena, stone] = [await size('.arena'), await size('.stone')];
  assert.ok(arena.height > 800 && arena.y + arena.height <= 1080, `the table is ${arena.height} high`);
  assert.ok(stone.width > 80 && stone.height > 80, `a stone is ${stone.width} wide`);
  // Taking stones does not make the others larger.
  await page.locator('.heap').nth(2).locator('.stone').first().click();
  await page.locator('#take:enabled').click();
  await page.waitForFunction(() => location.hash.includes('_'));
  assert.equal(Math.round((await size('.stone')).width), Math.round(stone.width));
  await page.goto(`${address}#/`);
  await page.locator('.queen').waitFor();
  const [doors, table] = [await size('.doors'), await size('.arena')];
  assert.ok(Math.abs(doors.height - table.height) < 2 && table.y + table.height <= 1080, JSON.stringify([doors, table]));
  await page.goto(`${address}#/learn/nim/1`);
  await page.locator('.figure .stone').first().waitFor();
  const screen = await size('.screen');
  assert.ok(screen.height > 700 && screen.y + screen.height <= 1080, `the screen of a story is ${screen.height} high`);
  check();
  await close();
}

/** An l looks like a bar; an ℓ does not. */
async function letters(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=8,11');
  for (const locale of ['en', 'de', 'nl', 'sr']) {
    await page.locator('#language').selectOption(locale);
    await page.waitForFunction((locale) => document.documentElement.lang === locale && document.querySelector('.rule')?.textContent.includes('|k − ℓ| < a'), locale);
    assert.doesNotMatch(await page.locator('.rule').first().innerText(), /\bl\b/);
  }
  check();
  await close();
}

export const tests = [
  ['numbers and signs are printed, not typed', printed],
  ['a projector is used', projector],
  ['letters that look like bars are told apart', letters],
];
