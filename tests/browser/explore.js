// Explore in a real browser: boards, links, keys, rules, downloads.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { focused, nimlab, openPage, tabTo, told } from './harness.js';

const board = (page) => page.locator('.canvas-box canvas').first();
const ready = (page) => page.waitForFunction(() => document.querySelector('canvas')?.board?.heat && !document.querySelector('canvas[aria-busy]'));

/** Where a cell is on the screen. */
const cellAt = (page, x, y) =>
  page.evaluate(([x, y]) => {
    const canvas = document.querySelector('canvas');
    const { camera, scene, picture } = canvas.board;
    const box = canvas.getBoundingClientRect();
    const [px, py] = camera.point(x + 0.5, y + 0.5);
    return { x: box.left + scene.left + px, y: box.top + picture.height - scene.bottom - camera.height + py };
  }, [x, y]);

async function pointing(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff:2');
  await ready(page);
  const at = await cellAt(page, 17, 29);
  await page.mouse.move(at.x, at.y);
  await page.waitForFunction(() => document.querySelector('.readout')?.textContent?.includes('(17, 29)'));
  assert.match(await page.locator('.readout').innerText(), /\(17, 29\)\s+Grundy value 24/);
  await page.mouse.click(at.x, at.y);
  await page.locator('.verdict.hot').waitFor();
  assert.deepEqual(await page.locator('dd .chip').allInnerTexts(), ['(7, 17)', '(8, 20)']);
  assert.match(await page.locator('.explanation').innerText(), /Fraenkel/);
  // The arrows point from the queen to the right cells, also where the server sorts the piles.
  assert.deepEqual(await page.evaluate(() => document.querySelector('canvas').board.scene.targets), [[17, 7], [8, 20]]);
  assert.match(await page.locator('.answer dl').innerText(), /Grundy value\s+24\b/, 'the board knows the value that the theorem does not give');
  await page.getByRole('radio', { name: 'P-positions' }).click();
  await page.waitForFunction(() => location.hash.includes('view=cold'));
  check();
  await close();
}

async function sharedLink(browser, address) {
  const first = await openPage(browser, address, '#/explore?game=wythoff:3&size=256');
  await ready(first.page);
  await board(first.page).focus();
  for (let i = 0; i < 5; i++) await first.page.keyboard.press('+');
  const at = await cellAt(first.page, 12, 20);
  await first.page.mouse.click(at.x, at.y);
  await first.page.locator('.verdict').waitFor();
  await first.page.waitForFunction(() => location.hash.includes('at=12,20') && location.hash.includes('look='));
  const link = first.page.url();
  const seen = await first.page.evaluate(() => document.querySelector('canvas').board.view);
  const answer = await first.page.locator('.answer').innerText();
  const second = await openPage(browser, link.split('#')[0], `#${link.split('#')[1]}`);
  await ready(second.page);
  await second.page.locator('.verdict').waitFor();
  assert.equal(await second.page.locator('.answer').innerText(), answer);
  const again = await second.page.evaluate(() => document.querySelector('canvas').board.view);
  assert.ok(Math.abs(again.x - seen.x) <= 1 && Math.abs(again.y - seen.y) <= 1 && Math.abs(again.span - seen.span) <= 1, JSON.stringify([seen, again]));
  first.check();
  second.check();
  await first.close();
  await second.close();
}

/** The value of a cell as the command prints it. */
async function tabulated(game, { x, y }) {
  const rows = (await nimlab('table', game, '--size', `${x + 1}x${y + 1}`, '--format', 'csv')).trim().split('\n');
  return Number(rows.at(-1).split(',').at(-1));
}

/** The times between frames, as the browser gives them, while something is done. */
async function framesDuring(page, work) {
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const frame = (now) => {
      window.frames_.push(now - last);
      last = now;
      window.watching_ = requestAnimationFrame(frame);
    };
    window.watching_ = requestAnimationFrame(frame);
  });
  await work();
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.watching_);
    return window.frames_.slice(1);
  });
  return times.sort((a, b) => a - b);
}

async function zooming(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff&size=2048');
  await ready(page);
  await shot('zoom-2048-all');
  const box = await board(page).boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  const zoomed = await framesDuring(page, async () => {
    for (let i = 0; i < 30; i++) await page.mouse.wheel(0, -120);
  });
  await page.waitForFunction(() => document.querySelector('canvas').board.camera.scale > 30);
  await shot('zoom-2048-near');
  const panned = await framesDuring(page, async () => {
    await page.mouse.down();
    for (let i = 1; i <= 40; i++) await page.mouse.move(middle.x - 6 * i, middle.y + 3 * i);
    await page.mouse.up();
  });
  // Every corner of what is seen, and the middle.
  const cells = await page.evaluate(() => {
    const { camera, heat } = document.querySelector('canvas').board;
    return [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].map(([u, v]) => {
      const [x, y] = camera.cell(u * camera.width, v * camera.height).map(Math.floor);
      return { x, y, value: heat.at(x, y) };
    });
  });
  for (const cell of cells) assert.equal(cell.value, await tabulated('wythoff', cell), `(${cell.x}, ${cell.y}) shows what the command says`);
  const times = [...zoomed, ...panned].sort((a, b) => a - b);
  const [median, late] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]];
  // Ten frames a second are the least; a loaded machine must not fail here.
  assert.ok(times.length > 10 && median < 50, `${times.length} frames, one every ${median} ms`);
  check();
  await close();
  return `${times.length} frames, one every ${median.toFixed(1)} ms in the median, 95 in 100 within ${late.toFixed(1)} ms`;
}

async function largest(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=nim&size=4096');
  const begun = performance.now();
  page.setDefaultTimeout(600_000);
  await ready(page);
  const took = performance.now() - begun;
  await shot('board-4096');
  const corner = await page.evaluate(() => document.querySelector('canvas').board.heat.at(4095, 1));
  assert.equal(corner, 4094);
  check();
  await close();
  return `shown after ${(took / 1000).toFixed(1)} s`;
}

/**
 * Measures in the page from an event of the reader, by its own time stamp, until
 * the text at a place has changed and the next frame is drawn.
 */
const stopwatch = (page, event, place) =>
  page.evaluate(([event, place]) => {
    window.measured_ = new Promise((resolve) => {
      addEventListener(event, ({ timeStamp }) => {
        const before = document.querySelector(place)?.textContent;
        const look = () => {
          const now = document.querySelector(place)?.textContent;
          if (!now || now === before) return requestAnimationFrame(look);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        };
        look();
      }, { once: true, capture: true });
    });
  }, [event, place]);

async function moving(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff&size=1024&at=300,77&look=300,77,60');
  await ready(page);
  await page.locator('.verdict').waitFor();
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  const clicks = [];
  for (let i = 0; i < 15; i++) {
    const at = await cellAt(page, 285 + 2 * i, 70 + i);
    await stopwatch(page, 'pointerup', '.answer dd');
    await page.mouse.click(at.x, at.y);
    clicks.push(await page.evaluate(() => window.measured_));
  }
  const keys = [];
  for (let i = 0; i < 30; i++) {
    await stopwatch(page, 'keydown', '.readout');
    await page.keyboard.press(['ArrowRight', 'ArrowUp'][i % 2]);
    keys.push(await page.evaluate(() => window.measured_));
  }
  const [click, key] = [median(clicks), median(keys)];
  assert.ok(click < 100, `a click is answered after ${click} ms`);
  assert.ok(key < 100, `a key is answered after ${key} ms`);
  check();
  await close();
  return `a click is answered after ${click.toFixed(0)} ms (median of ${clicks.length}, ${clicks.at(-1).toFixed(0)} ms at most), a key after ${key.toFixed(0)} ms (${keys.at(-1).toFixed(0)} ms at most)`;
}

async function keyboardOnly(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff&size=32');
  await ready(page);
  await tabTo(page, 'canvas');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  assert.match(await page.locator('.readout').innerText(), /\(3, 4\)/);
  await page.keyboard.press('Enter');
  await page.locator('.verdict.hot').waitFor();
  assert.match(await page.locator('.answer').innerText(), /\(1, 2\)/);
  check();
  await close();
}

async function writingARule(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore', { expectRefusals: true });
  await page.locator('#game').selectOption('rules');
  const area = page.locator('#rule');
  await area.waitFor();
  await area.fill('game "Mine"\nstate x, y symmetric\nmove k in 1..x -> (x - k, z)\nmove k in 1..y -> (x, y - k)\n');
  const problem = page.locator('.problem');
  await problem.waitFor();
  assert.match(await problem.innerText(), /line 3, column 27/);
  assert.match(await problem.innerText(), /no name 'z'/);
  assert.equal(await page.locator('.marks mark').innerText(), 'z');
  assert.equal(await area.getAttribute('aria-invalid'), 'true');
  await shot('rule-with-an-error');
  await problem.click();
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), 'z');
  await page.keyboard.type('y');
  await page.locator('.problems .good').waitFor();
  await ready(page);
  assert.equal(await page.evaluate(() => document.querySelector('canvas').board.heat.at(5, 9)), 5 ^ 9);
  await page.waitForFunction(() => location.hash.includes('Mine'));
  const link = page.url();
  await shot('rule-mended');
  const second = await openPage(browser, address, link.slice(link.indexOf('#')));
  await ready(second.page);
  assert.equal(await second.page.locator('#rule').inputValue(), await area.inputValue());
  check();
  second.check();
  await second.close();
  await close();
}

async function misereBoard(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff:2&misere=1&size=32');
  await ready(page);
  const cold = await page.evaluate(() => {
    const { heat } = document.querySelector('canvas').board;
    const list = [];
    for (let x = 0; x < 20; x++) for (let y = x; y < 20; y++) if (heat.at(x, y) === 0) list.push(`${x},${y}`);
    return list;
  });
  const expected = [];
  for (let x = 0; x < 20; x++) {
    for (let y = x; y < 20; y++) {
      const answer = await told(`solve?game=wythoff:2&position=${x},${y}&misere=true`);
      if (answer.outcome === 'P') expected.push(`${x},${y}`);
    }
  }
  assert.deepEqual(cold, expected);
  check();
  await close();
  return `${cold.length} P-positions below 20`;
}

async function largeRule(browser, address) {
  const rule = 'game "Three"\nstate x, y symmetric\nmove k in 1..3 where k <= x -> (x - k, y)\nmove k in 1..3 where k <= y -> (x, y - k)\n';
  const { page, check, close } = await openPage(browser, address, `#/explore?size=1024&rules=${encodeURIComponent(rule)}`);
  await ready(page);
  assert.equal(await page.evaluate(() => document.querySelector('canvas').board.heat.at(1001, 514)), (1001 % 4) ^ (514 % 4));
  check();
  await close();
}

async function largeNumbers(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff:2&at=8963643355965782386997110116393,21640149358248076401964142170153');
  await page.locator('.verdict.cold').waitFor();
  assert.match((await page.locator('.answer').innerText()).replace(/\s/gu, ''), /8963643355965782386997110116393/);
  check();
  await close();
}

async function touching(browser, address) {
  const { page, session, check, close } = await openPage(browser, address, '#/explore?game=wythoff', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await ready(page);
  await board(page).scrollIntoViewIfNeeded();
  const tap = await cellAt(page, 20, 10);
  await page.touchscreen.tap(tap.x, tap.y);
  await page.locator('.verdict').waitFor();
  const before = await page.evaluate(() => document.querySelector('canvas').board.camera.scale);
  const box = await board(page).boundingBox();
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const input = await session.newCDPSession(page);
  const pinch = (type, by) => input.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: cx - by, y: cy, id: 1 }, { x: cx + by, y: cy, id: 2 }] });
  await pinch('touchStart', 20);
  for (const by of [30, 40, 60, 80]) await pinch('touchMove', by);
  await pinch('touchEnd', 0);
  const after = await page.evaluate(() => document.querySelector('canvas').board.camera.scale);
  assert.ok(after > 2 * before, `a pinch zooms from ${before} to ${after}`);
  check();
  await close();
}

async function answerOnAPhone(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await ready(page);
  const picture = await board(page).boundingBox();
  assert.ok(picture.y < 300 && picture.y + picture.height <= 844, `the picture is on the screen: ${JSON.stringify(picture)}`);
  const tap = await cellAt(page, 20, 10);
  await page.touchscreen.tap(tap.x, tap.y);
  await page.locator('.verdict').waitFor();
  const verdict = await page.locator('.verdict').boundingBox();
  assert.ok(verdict.y >= 0 && verdict.y + verdict.height <= 844, 'the answer is on the screen');
  await shot('explore-answer-phone');
  await page.getByRole('button', { name: 'Close the answer' }).tap();
  await page.locator('.verdict').waitFor({ state: 'detached' });
  await page.locator('.to-game').tap();
  await page.waitForFunction(() => document.querySelector('#game').getBoundingClientRect().top < innerHeight);
  check();
  await close();
}

async function outsideOfTheBoard(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff&at=70,3');
  await ready(page);
  await page.getByText('(70, 3) lies outside of this board.').waitFor();
  await page.getByRole('button', { name: 'Show 128 × 128' }).click();
  await page.waitForFunction(() => document.querySelector('canvas').board.heat.width === 128);
  await page.waitForFunction(() => !document.querySelector('.notice').textContent);
  check();
  await close();
}

async function failedSize(browser, address) {
  const { page, session, close } = await openPage(browser, address, '#/explore?game=wythoff', { expectRefusals: true });
  await ready(page);
  await session.route('**/api/table', (route) => route.abort());
  await page.locator('#size').selectOption('256');
  await page.locator('.notice .refusal').waitFor();
  assert.equal(await page.locator('#size').inputValue(), '64', 'the size that is seen is selected');
  await close();
}

async function wheelOfThePage(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff', { viewport: { width: 900, height: 500 } });
  await ready(page);
  const box = await board(page).boundingBox();
  await page.mouse.move(box.x + 200, Math.min(450, box.y + 100));
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY > 0);
  check();
  await close();
}

async function keyboardStays(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff:2&at=17,29');
  await page.locator('dd .chip').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.verdict.cold').waitFor();
  assert.notEqual(await focused(page), '');
  check();
  await close();
}

async function looks(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/explore?game=wythoff:2&at=17,29');
  await ready(page);
  const seen = () => page.evaluate(() => {
    const { heat, seen } = document.querySelector('canvas').board;
    const all = [];
    for (let x = 0; x < 64; x++) for (let y = 0; y < 64; y++) all.push([heat.at(x, y), seen.heat.at(x, y)]);
    return all;
  });
  await page.getByRole('radio', { name: 'One value' }).click();
  await page.locator('#number').fill('24');
  await page.waitForFunction(() => location.hash.includes('view=only&number=24'));
  for (const [value, mark] of await seen()) assert.equal(mark === 0, value === 24);
  assert.match(await page.locator('.legend').innerText(), /value 24/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  assert.equal(download.suggestedFilename(), 'wythoff-2-64-value-24.csv');
  assert.equal(await readFile(await download.path(), 'utf8'), await nimlab('table', 'wythoff:2', '--size', '64', '--value', '24', '--format', 'csv'));
  await shot('explore-one-value');
  await page.getByRole('radio', { name: 'Remainders' }).click();
  await page.locator('#number').fill('3');
  await page.waitForFunction(() => location.hash.includes('view=modulo&number=3'));
  for (const [value, rest] of await seen()) assert.equal(rest, value % 3);
  await shot('explore-remainders');
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  assert.ok((await seen()).every(([value, rest]) => rest === value % 3), 'a link shows the same');
  assert.match(await board(page).getAttribute('aria-label'), /Grundy values modulo 3/);
  check();
  await close();
}

async function pointInSpace(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff3:l1&count=40');
  const drawn = () => page.evaluate(() => document.querySelector('canvas').plot?.drawn ?? []);
  await page.waitForFunction(() => document.querySelector('canvas')?.plot?.drawn.length === 40);
  const point = (await drawn())[30];
  const box = await board(page).boundingBox();
  await page.mouse.click(box.x + point.x, box.y + point.y);
  await page.locator('.verdict.cold').waitFor();
  const at = (await page.locator('#position').inputValue()).split(',').map(Number);
  const { x, y } = (await drawn()).find(({ position }) => position.join() === at.join());
  assert.ok(Math.hypot(x - point.x, y - point.y) < 2, `the point at the click is chosen, not ${at}`);
  check();
  await close();
}

export const tests = [
  ['a point in space is clicked', pointInSpace],
  ['one value of a board, and remainders', looks],
  ['an answer is seen on a phone', answerOnAPhone],
  ['a position outside of the board is told', outsideOfTheBoard],
  ['a size that fails is not selected', failedSize],
  ['the wheel scrolls the page where nothing can be zoomed', wheelOfThePage],
  ['a winning move leaves the keyboard in the answer', keyboardStays],
  ['point at a cell, click it, see the winning moves', pointing],
  ['a shared link reproduces the view', sharedLink],
  ['zoom and pan a board of 2048 × 2048', zooming],
  ['a board of 4096 × 4096 is shown', largest],
  ['moving on a board of 1024 × 1024', moving],
  ['explore with the keyboard only', keyboardOnly],
  ['write a rule with an error and mend it', writingARule],
  ['the misère board shows what solve says', misereBoard],
  ['the board of a rule, 1024 × 1024', largeRule],
  ['numbers of 31 digits are shown digit by digit', largeNumbers],
  ['tap and pinch on a phone', touching],
];
