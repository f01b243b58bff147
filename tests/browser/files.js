// What the page keeps as a file is what the command prints, and what is seen.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { nimlab, openPage } from './harness.js';

const ready = (page) => page.waitForFunction(() => document.querySelector('canvas')?.board?.heat && !document.querySelector('canvas[aria-busy]'));

/** Clicks a button and returns the file that comes. */
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  const path = await file.path();
  return { name: file.suggestedFilename(), path, text: (await readFile(path)).toString() };
}

async function tables(browser, address) {
  const cases = [
    ['game=wythoff&size=32', 'wythoff-32.csv', ['table', 'wythoff', '--size', '32']],
    ['game=r-wythoff&size=50', 'r-wythoff-50.csv', ['table', 'r-wythoff', '--size', '50']],
    ['game=octal:0.77&count=200', 'octal-0.77.csv', ['table', 'octal:0.77', '--size', '200']],
    ['game=fibonacci', 'fibonacci-P-positions.csv', ['cold', 'fibonacci', '--count', '50']],
    ['game=wythoff3:l1&count=40', 'wythoff3-l1-P-positions.csv', ['cold', 'wythoff3:l1', '--count', '40']],
  ];
  for (const [link, name, args] of cases) {
    const { page, check, settle, close } = await openPage(browser, address, `#/explore?${link}`);
    await settle();
    const csv = await saved(page, 'CSV');
    assert.equal(csv.name, name);
    assert.equal(csv.text, await nimlab(...args, '--format', 'csv'), link);
    check();
    await close();
  }
  return `${cases.length} files`;
}

async function positions(browser, address) {
  const cases = [
    ['game=wythoff&size=32&view=cold', 'wythoff-32-P-positions.csv', ['wythoff']],
    ['game=wythoff:2&misere=1&size=32', 'wythoff-2-32-misere-P-positions.csv', ['wythoff:2', '--misere']],
    ['game=r-wythoff&misere=1&size=64', 'r-wythoff-64-misere-P-positions.csv', ['r-wythoff', '--misere']],
    ['game=nim&misere=1&size=16', 'nim-16-normal-play-P-positions.csv', ['nim', '--heaps', '2']],
  ];
  for (const [link, name, args] of cases) {
    const { page, check, close } = await openPage(browser, address, `#/explore?${link}`);
    await ready(page);
    const csv = await saved(page, 'CSV');
    assert.equal(csv.name, name);
    const seen = await page.evaluate(() => document.querySelector('canvas').board.heat.cold);
    const rows = csv.text.trim().split('\n').slice(1).map((row) => row.split(',').slice(1));
    assert.equal(rows.reduce((sum, [a, b]) => sum + (a === b ? 1 : 2), 0), seen, 'the file has every P-position that is seen');
    const printed = (await nimlab('cold', ...args, '--count', String(rows.length + 1), '--format', 'csv')).trim().split('\n');
    assert.ok(Number(printed.pop().split(',').at(-1)) >= Number(link.match(/size=(\d+)/)[1]), 'the next one is no longer on the board');
    assert.equal(csv.text, `${printed.join('\n')}\n`, link);
    check();
    await close();
  }
  return `${cases.length} files`;
}

async function pictures(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff&size=32');
  await ready(page);
  const png = await saved(page, 'PNG');
  const picture = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const points = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    const seen = document.querySelector('canvas');
    return { size: [image.width, image.height], seen: [seen.width, seen.height], colours: new Set(points).size };
  }, (await readFile(png.path)).toString('base64'));
  // An edge on both sides; a title above and the key to the colours below.
  const [width, height] = picture.seen;
  assert.deepEqual(picture.size, [2 * (width + 24), 2 * (height + 76)], 'the file has what is seen, twice as fine');
  assert.ok(picture.colours > 30, `${picture.colours} colours`);
  const svg = (await saved(page, 'SVG')).text;
  assert.match(svg, /^<svg xmlns/);
  assert.ok(svg.includes('<rect') && !svg.includes('<image'), 'a small board is drawn cell by cell');
  const parsed = await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? '', svg);
  assert.equal(parsed, '');
  check();
  await close();
  return `PNG of ${picture.size.join(' × ')} in ${picture.colours} colours`;
}

async function certificates(browser, address) {
  for (const game of ['octal:0.77', 'subtraction:2,4,7', 'allbut:2,3,4']) {
    const { page, check, close } = await openPage(browser, address, `#/explore?game=${game}`);
    await page.locator('#certificate').waitFor();
    const { path, text } = await saved(page, 'Certificate (JSON)');
    assert.equal(JSON.parse(text).game, game);
    assert.match(await nimlab('verify', path), /verified|holds|correct|proved/i);
    check();
    await close();
  }
}

export const tests = [
  ['CSV files are those of the command', tables],
  ['the CSV of P-positions holds what is seen', positions],
  ['PNG and SVG can be opened', pictures],
  ['the certificates are verified by the command', certificates],
];
