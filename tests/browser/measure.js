// What a reader waits for, as Chromium measures it: the first content of a view, how far
// its layout shifts, and how long the page takes to answer a hand on a board of 1024 × 1024.
// `node measure.js` prints a table, `node measure.js 4` that of a processor four times
// slower; NIMLAB names the command, or else it is the release build.

import { fileURLToPath } from 'node:url';
import { openPage, startBrowser, startServer } from './harness.js';

/** Views that stand still, however late the answers come: a test holds them to it. */
const STEADY = [
  ['explore', '#/explore?game=wythoff:2&at=17,29'],
  ['explore, two games', '#/explore?game=wythoff&versus=wythoff:2&at=5,9'],
  ['explore, far out', '#/explore?game=wythoff:2&from=1000000,2414213'],
  ['explore, a row', '#/explore?game=wythoff&row=7'],
  ['explore, one heap', '#/explore?game=subtraction:2,4,7'],
  ['explore, three piles', '#/explore?game=wythoff3:l1'],
];
/** Views that still move where an answer is late: what comes with it takes room of its own. */
const MOVING = [
  ['start', '#/'],
  ['play, stones', '#/play?game=nim&start=3,4,5'],
  ['play, a queen', '#/play?game=wythoff&start=8,11'],
  ['learn, Nim', '#/learn/nim'],
  ['learn, a story with a board', '#/learn/wythoff'],
  ['learn, Wythoff', '#/learn/wythoff/free'],
];
const SCREENS = [['desktop', { viewport: { width: 1360, height: 860 } }], ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }]];

/** Remembers in the page what moves by itself, and how long it takes to answer. */
const watch = () => {
  window.seen = { shift: 0, events: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) window.seen.events.push([name, duration]);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
};

/**
 * The first content of a view in milliseconds, and its layout shift, on a processor that is
 * so many times slower, where every answer comes so many milliseconds late.
 */
async function opened(browser, address, hash, options, { slower, late }) {
  const { page, session, settle, close } = await openPage(browser, 'about:blank', '', options);
  if (late) {
    await session.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, late));
      // The page may be closed by then.
      await route.continue().catch(() => {});
    });
  }
  if (slower > 1) await (await session.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
  await session.addInitScript(watch);
  await page.goto(address + hash);
  await settle();
  const found = await page.evaluate(() => ({ content: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, shift: window.seen.shift }));
  await close();
  return found;
}

/** Views on every screen: their names and what was found. */
export async function all(browser, address, views = STEADY, { slower = 1, late = 0 } = {}) {
  const rows = [];
  for (const [screen, options] of SCREENS) {
    for (const [name, hash] of views) rows.push([`${name}, ${screen}`, await opened(browser, address, hash, options, { slower, late })]);
  }
  return rows;
}

/** How long the page takes from a key, a click or a wheel to the next picture, on a board of 1024 × 1024. */
async function answers(browser, address) {
  const { page, session, close } = await openPage(browser, 'about:blank');
  await session.addInitScript(watch);
  await page.goto(`${address}#/explore?game=wythoff&size=1024`);
  await page.waitForFunction(() => document.querySelector('canvas')?.board?.heat && !document.querySelector('canvas[aria-busy]'));
  const box = await page.locator('canvas.picture').first().boundingBox();
  for (let i = 0; i < 12; i++) {
    await page.mouse.click(box.x + 100 + 30 * i, box.y + 100 + 25 * i);
    await page.keyboard.press(['ArrowRight', 'ArrowUp', '+', 'ArrowLeft', '+', '-'][i % 6]);
    await page.waitForTimeout(120);
  }
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  for (let i = 0; i < 20; i++) await page.mouse.move(box.x + 200 + 5 * i, box.y + 200 + 3 * i);
  await page.mouse.up();
  await page.getByRole('radio', { name: 'P-positions' }).click();
  await page.waitForTimeout(500);
  const events = await page.evaluate(() => window.seen.events);
  await close();
  return events;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startServer();
  const browser = await startBrowser();
  try {
    for (const [name, { content, shift }] of await all(browser, server.address, [...STEADY, ...MOVING], { slower: Number(process.argv[2] ?? 1) })) console.log(`${name.padEnd(32)} first content ${String(Math.round(content)).padStart(5)} ms   layout shift ${shift.toFixed(4)}`);
    const events = await answers(browser, server.address);
    const longest = events.map(([, duration]) => duration).sort((a, b) => b - a);
    console.log(`1024 × 1024: ${events.length} events took 16 ms or more from the hand to the next picture; the longest ${longest.slice(0, 5).join(', ') || 'none'} ms`);
  } finally {
    await browser.close();
    server.stop();
  }
}
