// The static site: the same page without a server, its engine in the browser.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPage, startSite, told } from './harness.js';

/**
 * Tests of the page that are not run on the site again: they are about the server, they take
 * away its answers or hold them, or they look at the page alone, which is the same.
 */
export const SERVER_ONLY = [
  'nothing jumps while a view loads',
  'the page weighs less than 560 kB in one language',
  'every view on desktop, phone and projector, light and dark, without a finding of axe',
  'text can be read in light and dark',
  'every control has a name for a screen reader',
  'a server that has gone is told',
  'a size that fails is not selected',
  'a server that is busy is asked again',
  'nothing is chosen before the moves are known',
  'learn: the names follow whose turn it is',
  'stories: how far one came is kept',
  'a sum that cannot be decided is told, and played',
  'a hint that comes after the move is not told',
  'every language has every text',
  'no text of the page stands outside of the languages',
  'every view fits a phone in every language',
];

async function weight(_browser, _address, { folder }) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  let sum = 0;
  for (const file of files) sum += gzipSync(await readFile(join(file.parentPath ?? file.path, file.name))).length;
  assert.ok(sum < 1_500_000, `the site weighs ${sum} bytes compressed`);
  return `${sum} bytes compressed in ${files.length} files`;
}

/** The page's own way to the engine. */
const ask = (page, path, body) => page.evaluate(async ([path, body]) => {
  const { ask, Refusal } = await import(`${location.href.split('#')[0]}api.js`);
  try {
    return await ask(path, body);
  } catch (error) {
    return error instanceof Refusal ? { status: error.status, message: error.message } : { message: String(error) };
  }
}, [path, body]);

async function answers(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn');
  const questions = [
    ['version', {}],
    ['games', {}],
    ['games', { name: 'wythoff:3' }],
    ['rules/check', { rules: 'state x, y\nmove k in 1..x -> (x - k, y)\nmove -> (x, z)' }],
    ['solve', { game: 'wythoff:2', position: '17,29' }],
    ['solve', { game: 'nim', position: '3,4,5', misere: true }],
    ['solve', { components: [{ game: 'nim', position: '7' }, { game: 'wythoff', position: '4,4' }] }],
    ['moves', { game: 'grundy', position: '6,9', places: true }],
    ['cold', { game: 'wythoff3:l1', count: 30 }],
    ['table', { game: 'r-wythoff', rows: 20 }],
    ['window', { game: 'wythoff:2', corner: [1000000, 2414213], rows: 20 }],
    ['row', { game: 'wythoff', row: 5 }],
    ['period', { game: 'subtraction:2,4,7' }],
    ['sequence', { game: 'octal:0.77', count: 100 }],
    ['wythoff3', { game: 'wythoff3:lex', count: 50 }],
    ['represent', { system: 'p:2', number: '1234567890123' }],
    ['play/move', { game: 'wythoff', position: '3,4', level: 'perfect' }],
    ['play/read', { game: 'nim', position: '3,4', text: '2 from 1' }],
    ['play/allowed', { game: 'nim', position: '3,4', to: [[3, 3], [2, 3]] }],
    ['play/review', { game: 'nim', positions: ['1,2', '0,2', '0,0'] }],
    ['theorems', {}],
    ['theorem', { name: 'wythoff', position: '12,20' }],
    ['theorem', { name: 'r-wythoff', value: 2, position: '1000,1618' }],
  ];
  for (const [path, body] of questions) {
    const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]));
    assert.deepEqual(await ask(page, path, body), await told(`${path}?${query}`), `${path} ${query}`);
  }
  assert.equal((await ask(page, 'solve', { game: 'chess', position: '1' })).status, 400);
  check();
  await close();
  return `${questions.length} questions`;
}

async function withoutHost(browser) {
  const host = await startSite();
  const { page, check, settle, close } = await openPage(browser, host.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await host.stop();
  // It is there from now on, and the page that is opened next has its files from it.
  for (const hash of ['#/explore?game=wythoff:2', '#/play?game=nim&start=3,4,5', '#/learn/periods', '#/explore?rules=state+n%0Amove+k+in+1..3+where+k+<%3D+n+->+(n+-+k)']) {
    await page.goto('about:blank');
    await page.goto(host.address + hash);
    await settle();
    await page.locator('h1').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.refusal').count(), 0, hash);
  }
  await page.locator('.good').waitFor();
  check();
  await close();
}

/** A rule whose board takes long in one thread. */
const LONG = 'game "Long"\nstate x, y\nmove k in 1..x -> (x - k, y)\nmove k in 1..y -> (x, y - k)\nmove k in 1..min(x, y) -> (x - k, y - k)\nmove where x >= 3 and y >= 5 -> (x - 3, y - 5)\n';

async function progress(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff:2&size=4096');
  await page.waitForFunction(() => document.querySelector('.notice progress')?.value > 0, undefined, { polling: 20 });
  await page.goto(`${address}#/explore?rules=${encodeURIComponent(LONG)}&size=32`);
  const shown = (size) => page.waitForFunction((size) => document.querySelector('canvas')?.board?.heat?.width === size && !document.querySelector('canvas[aria-busy]'), size);
  await shown(32);
  await page.locator('#size').selectOption('4096');
  await page.locator('.notice .seconds:not(:empty)').waitFor();
  // The answer to another question does not wait for the board.
  await page.locator('#position').fill('3,5');
  await page.locator('.verdict').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  assert.equal(await page.locator('#size').inputValue(), '32', 'the size that is seen is selected');
  await page.locator('#size').selectOption('64');
  await shown(64);
  check();
  await close();
}

async function withoutEngine(browser, address) {
  const { page, session, close } = await openPage(browser, address, '#/learn', { serviceWorkers: 'block' });
  await session.route('**/nimlab.wasm', (route) => route.abort());
  await page.goto(`${address}#/explore`);
  await page.locator('.refusal').first().waitFor();
  await session.unroute('**/nimlab.wasm');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('canvas')?.board?.heat);
  await close();
}

export const tests = [
  ['weighs less than 1.5 MB compressed', weight],
  ['the engine here answers as the server does', answers],
  ['works without its host after the first visit', withoutHost],
  ['a large board shows progress and can be stopped', progress],
  ['an engine that cannot be fetched is told', withoutEngine],
];
