// What a reader waits for, as Chromium measures it: the first content of a view, how far
// its layout shifts, and how long the page takes to answer a hand on a board of 1024 × 1024.
// `node measure.js` prints a table, `node measure.js play` that of the views whose name holds
// the word, and `node measure.js play 4` that of a processor four times slower; NIMLAB names
// the command, or else it is the release build.

import { fileURLToPath } from 'node:url';
import { openPage, painted, startBrowser, startServer } from './harness.js';
import { VIEWS } from './views.js';

export const SCREENS = [['desktop', { viewport: { width: 1360, height: 860 } }], ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }]];

/** Remembers in the page what moves by itself, and how long it takes to answer. */
const watch = () => {
  window.seen = { shift: 0, moved: [], events: [] };
  const shifts = new PerformanceObserver((list) => count(list.getEntries()));
  const count = (entries) => {
    for (const { hadRecentInput, value, sources } of entries) {
      if (hadRecentInput) continue;
      window.seen.shift += value;
      window.seen.moved.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.id || node?.className?.baseVal || node?.className || node?.nodeName).join(', ')}`);
    }
  };
  shifts.observe({ type: 'layout-shift', buffered: true });
  window.seen.rest = () => count(shifts.takeRecords());
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) window.seen.events.push([name, duration]);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
};

/**
 * The first content of each view in milliseconds, and its layout shift, on a processor that is
 * so many times slower. If the answers come apart, each is held until all that came before
 * it is painted: then no shift is hidden since two things came at once, and none depends
 * on how fast the machine is. `last` lets the newest question be answered first.
 */
async function opened(browser, address, views, options, { slower = 1, apart = '' }) {
  const { page, session, settle, unanswered, close } = await openPage(browser, 'about:blank', '', options);
  const held = [];
  if (apart) await session.route('**/api/**', (route) => void held.push(route));
  // A question that nobody waits for needs no answer.
  page.on('requestfailed', (request) => held.splice(0, held.length, ...held.filter((route) => route.request() !== request)));
  if (slower > 1) await (await session.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
  await session.addInitScript(watch);
  const rows = [];
  for (const [name, hash] of views) {
    await page.goto('about:blank');
    await page.goto(address + hash);
    for (let quiet = 0; apart && quiet < 4; quiet = unanswered() ? 0 : quiet + 1) {
      await painted(page);
      // What was asked for must be there, also the scripts.
      if (held.length && held.length === unanswered()) await (apart === 'last' ? held.pop() : held.shift()).continue().catch(() => {});
      else await page.waitForTimeout(20);
    }
    if (!apart) await settle();
    await painted(page);
    rows.push([name, await page.evaluate(() => {
      window.seen.rest();
      return { content: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, shift: window.seen.shift, moved: window.seen.moved };
    })]);
  }
  await close();
  return rows;
}

/** Views on every screen: their names and what was found. Two at once: most of the time a page waits. */
export async function all(browser, address, how = {}, views = VIEWS, screens = SCREENS) {
  const found = await Promise.all(screens.map(async ([screen, options]) => (await opened(browser, address, views, options, how)).map(([name, what]) => [`${name}, ${screen}`, what])));
  return found.flat();
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
    const [word = '', slower = 1] = process.argv.slice(2);
    const views = VIEWS.filter(([name]) => name.includes(word));
    for (const apart of ['', 'first', 'last']) {
      console.log(apart ? `each answer for itself, the ${apart} question first` : 'as it comes');
      for (const [name, { content, shift, moved }] of await all(browser, server.address, { slower: Number(slower), apart }, views)) {
        console.log(`${name.padEnd(32)} first content ${String(Math.round(content)).padStart(5)} ms   layout shift ${shift.toFixed(4)}`);
        if (shift >= 0.01) for (const one of moved) console.log(`    ${one}`);
      }
    }
    const events = await answers(browser, server.address);
    const longest = events.map(([, duration]) => duration).sort((a, b) => b - a);
    console.log(`1024 × 1024: ${events.length} events took 16 ms or more from the hand to the next picture; the longest ${longest.slice(0, 5).join(', ') || 'none'} ms`);
  } finally {
    await browser.close();
    server.stop();
  }
}
