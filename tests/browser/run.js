// Runs every test of the page against one server and one browser, one after another,
// and then on the static site all but those that are about the server. It says what was
// measured. `node run.js WORD` runs those whose name holds the word.

import { join } from 'node:path';
import * as addresses from './addresses.js';
import * as editor from './editor.js';
import * as explore from './explore.js';
import * as files from './files.js';
import * as frame from './frame.js';
import { buildEngine, shots, startBrowser, startServer, startSite } from './harness.js';
import * as language from './language.js';
import * as learn from './learn.js';
import * as lines from './lines.js';
import * as look from './look.js';
import * as play from './play.js';
import * as research from './research.js';
import * as site from './site.js';
import * as stories from './stories.js';
import * as sums from './sums.js';
import * as theorems from './theorems.js';

const only = process.argv[2] ?? '';
const all = [...frame.tests, ...explore.tests, ...research.tests, ...editor.tests, ...files.tests, ...play.tests, ...lines.tests, ...addresses.tests, ...learn.tests, ...stories.tests, ...look.tests, ...sums.tests, ...language.tests, ...theorems.tests];
const again = all.filter(([name]) => !site.SERVER_ONLY.includes(name));
if (again.length + site.SERVER_ONLY.length !== all.length) throw new Error('site.js names a test that is not there');
const chosen = (/** @type {any[]} */ tests) => tests.filter(([name]) => name.includes(only));
const onServer = chosen(all);
const onSite = chosen([...site.tests, ...again].map(([name, test]) => [`static site: ${name}`, test]));
const building = onSite.length ? buildEngine() : Promise.resolve();
// It is waited for where it is needed.
building.catch(() => {});
const server = await startServer();
const browser = await startBrowser();
let passed = 0;
let failed = 0;
let host = null;
let done = false;
// Without a browser a test would wait forever.
browser.on('disconnected', () => {
  if (done) return;
  console.log('FAILED  the browser has ended');
  process.exit(1);
});

/** Tells what a failed test has left open, keeps a picture of it, and closes it. */
async function leave(name) {
  for (const session of browser.contexts()) {
    for (const page of session.pages()) {
      const path = join(shots, `failed ${name.replace(/\W+/g, ' ')}.png`);
      await page.screenshot({ path, timeout: 5000 }).catch(() => {});
      console.log(`at ${page.url()}, ${path}`);
    }
    await session.close();
  }
}

/** Runs tests one after another. */
async function run(tests, address) {
  for (const [name, test] of tests) {
    const begun = performance.now();
    try {
      const measured = await test(browser, address, host);
      passed++;
      console.log(`ok      ${name}${measured ? `: ${measured}` : ''} (${Math.round(performance.now() - begun)} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n${error.stack ?? error}`);
      await leave(name);
    }
  }
}

try {
  await run(onServer, server.address);
  if (onSite.length) {
    await building;
    host = await startSite();
    if (host) await run(onSite, host.address);
  }
} finally {
  done = true;
  await browser.close();
  server.stop();
  await host?.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
