// Explore for a researcher: two games side by side, windows far out, rows with their
// certificates, sums of games, and figures for a paper.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { nimlab, openPage, told } from './harness.js';

const board = (page) => page.locator('canvas.picture').first();
const ready = (page) => page.waitForFunction(() => document.querySelector('canvas')?.board?.heat && !document.querySelector('canvas[aria-busy]'));

/** Clicks a button and returns the file that comes. */
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  const path = await file.path();
  return { name: file.suggestedFilename(), path, text: (await readFile(path)).toString() };
}

/** The point of a cell of a board in the middle of which one may click. */
const cellAt = (page, i, x, y) => page.evaluate(([i, x, y]) => {
  const canvas = document.querySelectorAll('canvas.picture')[i];
  const { camera, scene } = document.querySelector('canvas').board;
  const box = canvas.getBoundingClientRect();
  const [px, py] = camera.point(x + 0.5, y + 0.5);
  return { x: box.left + scene.left + px, y: box.bottom - scene.bottom - camera.height + py };
}, [i, x, y]);

/** In how many cells two tables differ, and in how many on the diagonal. */
function differing(one, other, seen) {
  let [all, diagonal] = [0, 0];
  one.forEach((row, x) => row.forEach((value, y) => {
    if (seen(value) === seen(other[x][y])) return;
    all++;
    if (x === y) diagonal++;
  }));
  return [all, diagonal];
}

async function sideBySide(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff:2&size=32');
  await ready(page);
  await page.locator('.more summary').click();
  await page.locator('#versus').fill('wythoff:3');
  await page.waitForFunction(() => location.hash.includes('versus=wythoff:3') && document.querySelectorAll('canvas.picture').length === 3);
  const [one, other] = await Promise.all([2, 3].map(async (a) => (await told(`table?game=wythoff:${a}&rows=32`)).values));
  const counted = JSON.parse(await nimlab('compare', 'wythoff:2', 'wythoff:3', '--size', '32', '--json').catch((differ) => differ.stdout));
  for (const [look, seen, compared] of [['Grundy values', (value) => value, counted.values_differ], ['P-positions', (value) => value === 0, counted.outcomes_differ], ['Remainders', (value) => value % 2, null]]) {
    await page.getByRole('radio', { name: look }).click();
    const [all, diagonal] = differing(one, other, seen);
    // The command counts (x, y) and (y, x) once.
    if (compared !== null) assert.equal((all + diagonal) / 2, compared, look);
    await page.waitForFunction((words) => document.querySelectorAll('figcaption')[2].textContent.startsWith(words), `${all} of 1024 cells differ`);
  }
  await page.getByRole('radio', { name: 'Grundy values' }).click();
  // What is pointed at on one board is pointed at on all, and both values are read.
  const point = await cellAt(page, 1, 2, 6);
  await page.mouse.move(point.x, point.y);
  await page.waitForFunction(() => document.querySelector('canvas').board.scene.hover?.join() === '2,6');
  assert.equal(await page.locator('.readout').innerText(), `(2, 6)  left ${one[2][6]}, right ${other[2][6]}`);
  await page.mouse.click(point.x, point.y);
  await page.locator('.verdict.cold').waitFor();
  const csv = await saved(page, 'CSV');
  assert.equal(csv.name, 'wythoff-2-32-versus-wythoff-3.csv');
  const lines = csv.text.trim().split('\n').slice(1).map((line) => line.split(',').map(Number));
  assert.equal(lines.length, differing(one, other, (value) => value)[0]);
  assert.ok(lines.every(([x, y, a, b]) => a === one[x][y] && b === other[x][y] && a !== b));
  await shot('explore-side-by-side');
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  await page.waitForFunction(() => document.querySelectorAll('figcaption').length === 3);
  // Zooming one board moves all of them.
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.waitForFunction(() => /look=/.test(location.hash));
  // Another parameter keeps the comparison; an empty name ends it.
  await page.locator('#parameter').fill('3');
  await page.getByText('No cell differs').waitFor();
  await page.locator('#versus').fill('');
  await page.waitForFunction(() => document.querySelectorAll('canvas.picture').length === 1);
  await page.waitForFunction(() => !location.hash.includes('versus'));
  check();
  await close();
}

async function noOpponent(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff&size=16', { expectRefusals: true });
  await ready(page);
  await page.locator('.more summary').click();
  for (const [name, words] of [['chess', /no game called 'chess'/], ['wythoff3:l1', /not a game with a board of two piles/]]) {
    await page.locator('#versus').fill(name);
    await page.waitForFunction((words) => new RegExp(words).test(document.querySelector('.notice')?.textContent ?? ''), words.source);
    assert.equal(await page.locator('canvas.picture').count(), 1, 'the board stays');
  }
  check();
  await close();
}

async function scaleOfWhatIsSeen(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff:2&size=128&look=100,100,20');
  await ready(page);
  const range = () => page.evaluate(() => document.querySelector('canvas').board.seen.range ?? null);
  assert.equal(await range(), null);
  await page.locator('#scale').check();
  /** The least and the largest value above 0 of the cells that are drawn. */
  const drawn = () => page.evaluate(() => {
    const { heat, camera } = document.querySelector('canvas').board;
    const values = [];
    for (let x = 0; x < heat.width; x++) {
      for (let y = 0; y < heat.height; y++) {
        const [[left, foot], [right, top]] = [camera.point(x, y), camera.point(x + 1, y + 1)];
        if (right > 0 && left < camera.width && foot > 0 && top < camera.height && heat.at(x, y)) values.push(heat.at(x, y));
      }
    }
    return { low: Math.min(...values), high: Math.max(...values) };
  });
  const fits = async () => {
    await page.waitForFunction(() => document.querySelector('canvas').board.seen.range);
    const wanted = await drawn();
    await page.waitForFunction(({ low, high }) => document.querySelector('.legend').textContent.replace(/\D+/g, ' ').trim() === `0${low}${high}`, wanted);
    assert.deepEqual(await range(), wanted);
    return wanted;
  };
  const near = await fits();
  assert.ok(near.low > 1, `the colours begin at ${near.low}`);
  await shot('explore-scale');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.waitForFunction((before) => document.querySelector('canvas').board.seen.range?.low !== before, near.low);
  await fits();
  assert.match(page.url(), /scale=1/);
  await page.locator('#scale').uncheck();
  await page.waitForFunction(() => !document.querySelector('canvas').board.seen.range);
  check();
  await close();
}

async function farOut(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff:2&at=1000008,2414233');
  await ready(page);
  // From the answer one gets to the board around the position.
  await page.getByRole('button', { name: 'Show the board there' }).click();
  await page.waitForFunction(() => /from=999976,2414201/.test(location.hash) && document.querySelector('canvas').board.heat.far && !document.querySelector('canvas[aria-busy]'));
  const heat = () => page.evaluate(() => {
    const { cells, known, height } = document.querySelector('canvas').board.heat;
    return { cells: [...cells], known, height };
  });
  const { cells, known, height } = await heat();
  assert.ok(known >= 2, `values up to ${known} are told`);
  for (const [i, j] of [[32, 32], [31, 30], [0, 63], [17, 5], [40, 51]]) {
    const solved = await told(`solve?game=wythoff:2&position=${999976 + i},${2414201 + j}`);
    const cell = cells[i * height + j];
    assert.equal(cell === 0, solved.outcome === 'P', `${i}, ${j}`);
    if (solved.grundy !== null) assert.equal(cell, solved.grundy <= known ? solved.grundy : 65535, `${i}, ${j}`);
  }
  // A click reads and answers for the position itself.
  const point = await cellAt(page, 0, 31, 30);
  await page.mouse.move(point.x, point.y);
  await page.waitForFunction(() => /1.000.007, 2.414.231/.test(document.querySelector('.readout').textContent));
  await page.mouse.click(point.x, point.y);
  await page.locator('.verdict.cold').waitFor();
  assert.equal(await page.locator('#position').inputValue(), '1000007,2414231');
  await shot('explore-far-out');
  await page.getByRole('radio', { name: 'P-positions' }).click();
  await page.waitForFunction(() => location.hash.includes('view=cold'));
  const csv = await saved(page, 'CSV');
  assert.equal(csv.name, 'wythoff-2-64-from-999976-2414201-P-positions.csv');
  const lost = csv.text.trim().split('\n').slice(1).map((line) => line.split(',').slice(1).map(Number));
  assert.equal(lost.length, cells.filter((value) => value === 0).length);
  assert.ok(lost.some(([x, y]) => x === 1000007 && y === 2414231));
  // Numbers of forty digits, and back to the corner.
  await page.locator('#from').fill(`1${'0'.repeat(40)}, 2${'0'.repeat(40)}`);
  await page.waitForFunction(() => location.hash.includes(`from=1${'0'.repeat(40)}`) && !document.querySelector('canvas[aria-busy]'));
  assert.deepEqual(await page.evaluate(() => document.querySelector('canvas').board.heat.corner.map(String)), [`1${'0'.repeat(40)}`, `2${'0'.repeat(40)}`]);
  await page.locator('#from').fill('');
  await page.waitForFunction(() => !location.hash.includes('from=') && !document.querySelector('canvas').board.heat.far);
  check();
  await close();
}

async function notFarOut(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=grundy&as=board&size=16', { expectRefusals: true });
  await ready(page);
  await page.locator('.more summary').click();
  await page.locator('#from').fill('1000000, 1000000');
  await page.getByText('where no theorem says who wins').waitFor();
  assert.ok(!(await page.evaluate(() => document.querySelector('canvas').board.heat.far)), 'the board stays');
  check();
  await close();
}

async function rowPeriod(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff&size=32');
  await ready(page);
  await page.locator('.more summary').click();
  await page.locator('#row').fill('7');
  await page.locator('.row-facts #certificate').waitFor();
  const told = JSON.parse(await nimlab('period', 'wythoff', '--row', '7', '--json'));
  assert.match(await page.locator('.row-facts').innerText(), new RegExp(`Preperiod ${told.preperiod}, period ${told.period}, saltus ${told.saltus}`));
  assert.equal(await page.evaluate(() => document.querySelector('canvas').board.scene.row), 7);
  assert.match(page.url(), /row=7/);
  await shot('explore-row');
  const file = await saved(page, 'Certificate (JSON)');
  assert.equal(file.name, 'wythoff-row-7-certificate.json');
  assert.match(await nimlab('verify', file.path), /preperiod/i);
  // One number altered, and it is refused.
  const altered = JSON.parse(file.text);
  altered.claim.values[3]++;
  await writeFile(file.path, JSON.stringify(altered));
  await assert.rejects(nimlab('verify', file.path));
  check();
  await close();
}

async function observedRow(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=nim&size=16&row=3');
  await page.getByText('No period is proved.').waitFor();
  assert.match(await page.locator('.row-facts').innerText(), /Computed up to column 1000\. They show a period of 4/);
  assert.equal(await page.locator('#certificate').count(), 0);
  check();
  await close();
}

async function sums(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff&size=16');
  await ready(page);
  await page.locator('#position').fill('4,5 + nim 7');
  await page.locator('.verdict.hot').waitFor();
  const words = (await page.locator('.answer').innerText()).replace(/\s+/gu, ' ');
  assert.match(words, /wythoff \(4, 5\) \+ nim 7/);
  assert.match(words, /Grundy value 1 wythoff \(4, 5\) 6 nim 7 7/);
  assert.match(words, /Sprague and Grundy/);
  const solved = JSON.parse(await nimlab('solve', 'wythoff', '4,5', '+', 'nim', '7', '--json'));
  assert.equal(await page.locator('dd .chip').count(), solved.winning_moves.length);
  assert.match(await page.locator('#play-this').getAttribute('href'), /#\/play\?sum=wythoff\+4,5\+%2B\+nim\+7$/);
  await shot('explore-sum');
  // A winning move leads to a sum that is lost.
  await page.getByRole('button', { name: /^nim\s*→ 6$/ }).click();
  await page.locator('.verdict.cold').waitFor();
  assert.equal(await page.locator('#position').inputValue(), '4,5 + nim 6');
  await page.waitForFunction(() => location.hash.endsWith('nim+6'));
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('.verdict.cold').waitFor();
  check();
  await close();
}

async function figures(browser, address) {
  for (const [hash, name, words] of [
    ['game=wythoff:2&size=32&at=17,29', 'wythoff-2-32.svg', ["Wythoff's game (2): Grundy values from 0 to 62", 'first pile →', 'second pile →']],
    ['game=wythoff:2&from=1000000,2414213&view=cold&size=16', 'wythoff-2-16-from-1000000-2414213-P-positions.svg', ["Wythoff's game (2): P-positions", 'first pile − 1 000 000 →', 'P-position']],
    ['game=wythoff&versus=wythoff:2&size=16', 'wythoff-16-versus-wythoff-2.svg', ["Wythoff's game", "Wythoff's game (2)", /^\d+ of 256 cells differ$/]],
    ['game=subtraction:2,4,7&count=60', 'subtraction-2-4-7.svg', ['Subtraction game (2,4,7): Preperiod 8, period 3', 'stones in the heap →']],
    ['game=wythoff3:l1&count=40', 'wythoff3-l1-P-positions-space.svg', [/40 P-positions$/, 'a', 'b', 'c']],
  ]) {
    const { page, check, settle, close } = await openPage(browser, address, `#/explore?${hash}`, { colorScheme: 'dark' });
    await settle();
    const svg = await saved(page, 'SVG');
    assert.equal(svg.name, name);
    const texts = [...svg.text.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text.replace(/[\u202f\u2009]/g, ' ').replaceAll('&#39;', "'"));
    for (const word of words) assert.ok(texts.some((text) => (word instanceof RegExp ? word.test(text) : text === word)), `${name} says ${word}: ${texts.slice(-12).join(' | ')}`);
    // For paper, also from a dark page; which stays dark.
    assert.match(svg.text, /^<svg [^>]*>\n<rect [^>]*fill="#ffffff"/);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()), '#1c1f25');
    // It can be read as a picture, as large as it says.
    const [width, height] = svg.text.match(/width="(\d+)" height="(\d+)"/).slice(1).map(Number);
    const seen = await page.evaluate(async (text) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, svg.text);
    assert.deepEqual(seen, [width, height]);
    if (name === 'subtraction-2-4-7.svg') {
      const png = await saved(page, 'PNG');
      const head = await readFile(png.path);
      assert.deepEqual([head.readUInt32BE(16), head.readUInt32BE(20)], [2 * width, 2 * height], 'twice as fine');
    }
    check();
    await close();
  }
}

/** @type {[string, (browser: any, address: string) => Promise<any>][]} */
export const tests = [
  ['two games side by side', sideBySide],
  ['a game that cannot be compared is told', noOpponent],
  ['the colours go over the values that are seen', scaleOfWhatIsSeen],
  ['a window far out says what solve says', farOut],
  ['a window far out is refused where no theorem is', notFarOut],
  ['the period of a row with its certificate', rowPeriod],
  ['a row whose period is only observed', observedRow],
  ['a sum of games in Explore', sums],
  ['figures have a title, axes and a key', figures],
];
