// The frame of the page: weight, colours, links, and what must never happen.

import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import jsqr from 'jsqr';
import { openPage, repository } from './harness.js';
import { all, SCREENS as SCREENS_MEASURED } from './measure.js';
import { VIEWS } from './views.js';

const SCREENS = [
  ['desktop', { viewport: { width: 1360, height: 860 } }],
  ['phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ['projector', { viewport: { width: 1920, height: 1080 } }],
];

async function weight(browser, address) {
  const { page, check, close } = await openPage(browser, address);
  const folder = join(repository, 'crates', 'nimlab-web', 'page');
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  let total = 0;
  for (const name of names) total += (await stat(name)).size;
  let served = 0;
  for (const name of names) {
    const path = name.slice(folder.length + 1);
    const answer = await page.request.get(address + path);
    assert.equal(answer.status(), 200, path);
    served += (await answer.body()).length;
  }
  assert.equal(served, total, 'the binary holds other files than the folder: build it again');
  // English is always fetched, and the language of the reader besides.
  const languages = await Promise.all(['de', 'nl', 'sr'].map(async (language) => (await stat(join(folder, 'texts', `${language}.js`))).size));
  const most = total - languages.reduce((sum, size) => sum + size, 0) + Math.max(...languages);
  assert.ok(most < 560_000, `the page weighs ${most} bytes in one language`);
  check();
  await close();
  return `at most ${most} bytes in one language, ${total} bytes in ${names.length} files in all`;
}

/** What axe finds in a view, one line each. */
export async function findings(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)} ${node.failureSummary.split('\n')[1] ?? ''}`));
  });
}

/** Every view in one colour scheme, on one screen after another; how many there were. */
async function views(browser, address, colorScheme) {
  let count = 0;
  const found = [];
  for (const [screen, options] of SCREENS) {
    const { page, complaints, check, settle, shot, close } = await openPage(browser, address, '', { ...options, colorScheme });
    for (const [name, hash, prepare] of VIEWS) {
      await page.goto(address + hash);
      await settle();
      await prepare?.(page);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${name} on a ${screen} is ${wider} points too wide`);
      assert.equal(await page.locator('.refusal').count(), name.includes('refused') ? 1 : 0, `${name} shows an error`);
      await shot(`${name}-${screen}-${colorScheme}`, true);
      if (screen !== 'projector') found.push(...(await findings(page)).map((one) => `${name} on a ${screen}, ${colorScheme}: ${one}`));
      // The browser itself tells of the one question that is refused there.
      if (name.includes('refused')) assert.match(complaints.splice(0).join(), /^[^,]*status of 400[^,]*$/);
      check();
      count++;
    }
    await close();
  }
  assert.deepEqual(found, [], 'axe finds nothing');
  return count;
}

/** Both schemes at once: most of the time a page waits. */
async function screens(browser, address) {
  const [light, dark] = await Promise.all(['light', 'dark'].map((scheme) => views(browser, address, scheme)));
  return `${light + dark} views`;
}

async function contrast(browser, address) {
  let least = 99;
  for (const colorScheme of ['light', 'dark']) {
    const { page, settle, close } = await openPage(browser, address, '#/explore?game=wythoff:2&at=17,29', { colorScheme });
    await settle();
    const ratio = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const light = (name) => {
        const hex = style.getPropertyValue(name).trim();
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const between = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
      return Math.min(between('--ink', '--ground'), between('--soft', '--ground'), between('--soft', '--page'), between('--accent', '--ground'), between('--on-accent', '--accent'), between('--good', '--ground'));
    });
    least = Math.min(least, ratio);
    await close();
  }
  assert.ok(least >= 4.5, `the least contrast is ${least}`);
  return `${least.toFixed(1)} : 1 at least`;
}

async function themes(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/learn', { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body.parentElement).backgroundColor);
  const light = await ground();
  const button = page.locator('#theme');
  await button.click();
  assert.equal(await button.getAttribute('aria-label'), 'Colours: light');
  await button.click();
  assert.equal(await button.getAttribute('aria-label'), 'Colours: dark');
  assert.notEqual(await ground(), light);
  await page.reload();
  assert.notEqual(await ground(), light, 'the choice is kept');
  check();
  await close();
}

async function named(browser, address) {
  const { page, settle, close } = await openPage(browser, address);
  for (const [name, hash, prepare] of VIEWS) {
    await page.goto(address + hash);
    await settle();
    await prepare?.(page);
    const nameless = await page.evaluate(() => {
      const bad = [];
      for (const element of document.querySelectorAll('button, a[href], input, select, textarea, canvas, [tabindex]:not(main)')) {
        if (!element.checkVisibility()) continue;
        const words = element.getAttribute('aria-label') || element.textContent?.trim() || element.getAttribute('title') || [...(element.labels ?? [])].map((label) => label.textContent).join('');
        if (!words) bad.push(element.outerHTML.slice(0, 120));
      }
      return bad;
    });
    assert.deepEqual(nameless, [], name);
    assert.equal(await page.locator('h1').count(), 1, `${name} has one headline`);
  }
  await close();
}

async function described(browser, address) {
  const cases = [
    ['#/explore?game=wythoff:2', [/^Wythoff's game \(2\): board of 64 × 64 with Grundy values from 0 to \d+\. 37 cells are P-positions\. Arrow keys/]],
    ['#/explore?game=wythoff:2&misere=1', [/misère play: board of 64 × 64 with P-positions/]],
    ['#/explore?game=subtraction:2,4,7&count=60', [/heaps 0 to 59: the largest is 3, 20 are 0\. The first are 0, 0, 1, 1, .* Preperiod 8, period 3\./]],
    ['#/explore?game=wythoff3:l1&count=40', [/^40 P-positions in space: \(0, 0, 0\), \(1, 2, 3\)/, /piles a and b: a up to \d+, b up to \d+/, /piles a and c/, /piles b and c/]],
    ['#/learn/three?count=1000', [/^1000 P-positions/, /c\/n goes from .* to .* at 999\./]],
    ['#/play?game=wythoff&start=8,11', []],
  ];
  const { page, settle, close } = await openPage(browser, address);
  for (const [hash, words] of cases) {
    await page.goto(address + hash);
    await settle();
    const labels = await page.locator('canvas').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    words.forEach((expected, i) => assert.match(labels[i], expected));
  }
  assert.match(await page.locator('.queen-board').getAttribute('aria-label'), /piece on \(8, 11\), \d+ squares are allowed/);
  await close();
}

async function offline(browser, address) {
  const { page, session, settle, close } = await openPage(browser, address, '#/learn', { expectRefusals: true });
  await settle();
  await session.route('**/api/**', (route) => route.abort());
  await page.goto(`${address}#/explore`);
  await page.locator('.refusal').first().waitFor();
  assert.match(await page.locator('.refusal').first().innerText(), /does not answer/);
  await close();
}

async function partThatIsAway(browser, address) {
  const { page, session, close } = await openPage(browser, address, '#/explore', { expectRefusals: true });
  await session.route('**/play/play.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByText('This part of the page could not be loaded').waitFor();
  assert.equal(await page.locator('nav a[aria-current]').innerText(), 'Play');
  assert.equal(await page.locator('h1').innerText(), 'Play');
  await session.unroute('**/play/play.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#status').waitFor();
  await close();
}

/**
 * How far every view shifts while it loads, as browsers count it: each answer comes for
 * itself, in the order of the questions, and on a phone, where more is below, also the newest
 * first.
 */
async function steady(browser, address) {
  const [, phone] = SCREENS_MEASURED;
  const rows = (await Promise.all([all(browser, address, { apart: 'first' }), all(browser, address, { apart: 'last' }, VIEWS, [phone])])).flat();
  const moved = rows.filter(([, { shift }]) => shift >= 0.05).map(([name, { shift, moved }]) => `${name} shifts by ${shift.toFixed(4)}: ${moved.join('; ')}`);
  assert.deepEqual(moved, []);
  return `${rows.length} times, by at most ${Math.max(...rows.map(([, { shift }]) => shift)).toFixed(3)}`;
}

/** What a reader of QR codes, which knows nothing of ours, reads in one. */
function read(cells) {
  const [zoom, quiet] = [4, 4];
  const side = zoom * (cells.length + 2 * quiet);
  const image = new Uint8ClampedArray(4 * side * side).fill(255);
  cells.forEach((row, y) => row.forEach((dark, x) => {
    if (!dark) return;
    for (let i = 0; i < zoom; i++) for (let k = 0; k < zoom; k++) image.set([0, 0, 0], 4 * ((zoom * (y + quiet) + i) * side + zoom * (x + quiet) + k));
  }));
  return jsqr.default(image, side, side)?.data;
}

async function codes(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5', { viewport: { width: 1920, height: 1080 } });
  const text = (length) => Array.from({ length }, (_, i) => 'nimlab/Übung?x=1,2&'[(7 * i) % 19]).join('');
  const lengths = [1, 16, 17, 60, 100, 130, 150, 190, 230, 270, 320, 420, 600, 900, 1500];
  for (const length of lengths) {
    const wanted = text(length);
    const cells = await page.evaluate(async (wanted) => (await import(`${location.href.split('#')[0]}qr.js`)).code(wanted), wanted);
    assert.equal(read(cells), wanted, `a text of ${length} letters`);
  }
  assert.equal(await page.evaluate(async () => (await import(`${location.href.split('#')[0]}qr.js`)).code('x'.repeat(3000))), null);
  await page.getByRole('button', { name: 'A code for phones' }).click();
  const link = page.url();
  assert.equal(await page.locator('.share .address').innerText(), link);
  assert.match(await page.locator('.share').innerText(), /Only this computer can open this address/);
  const marks = await page.locator('.share path').getAttribute('d');
  const size = Number((await page.locator('.share svg').getAttribute('viewBox')).split(' ')[2]) - 8;
  const cells = Array.from({ length: size }, () => new Array(size).fill(false));
  for (const [, x, y] of marks.matchAll(/M(\d+) (\d+)/g)) cells[y - 4][x - 4] = true;
  assert.equal(read(cells), link, 'the code leads to this position');
  await shot('code-projector');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.share').isVisible(), false);
  check();
  await close();
  return `${lengths.length} texts`;
}

export const tests = [
  ['a code for phones can be read', codes],
  ['nothing jumps while a view loads', steady],
  ['a part that cannot be loaded is told', partThatIsAway],
  ['the page weighs less than 560 kB in one language', weight],
  ['every view on desktop, phone and projector, light and dark, without a finding of axe', screens],
  ['text can be read in light and dark', contrast],
  ['the colours can be switched, and the choice is kept', themes],
  ['every control has a name for a screen reader', named],
  ['every picture says what it shows', described],
  ['a server that has gone is told', offline],
];
