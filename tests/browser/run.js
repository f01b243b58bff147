// Runs every test of the page against one server and one browser, one after
// another, and says what was measured. `node run.js WORD` runs those whose name
// holds the word.

import * as addresses from './addresses.js';
import * as editor from './editor.js';
import * as explore from './explore.js';
import * as files from './files.js';
import * as frame from './frame.js';
import { startBrowser, startServer } from './harness.js';
import * as learn from './learn.js';
import * as lines from './lines.js';
import * as play from './play.js';

const only = process.argv[2] ?? '';
const tests = [...frame.tests, ...explore.tests, ...editor.tests, ...files.tests, ...play.tests, ...lines.tests, ...addresses.tests, ...learn.tests].filter(([name]) => name.includes(only));
const server = await startServer();
const browser = await startBrowser();
let failed = 0;
let done = false;
// Without a browser a test would wait forever.
browser.on('disconnected', () => {
  if (done) return;
  console.log('FAILED  the browser has ended');
  process.exit(1);
});
try {
  for (const [name, test] of tests) {
    const begun = performance.now();
    try {
      const measured = await test(browser, server.address);
      console.log(`ok      ${name}${measured ? `: ${measured}` : ''} (${Math.round(performance.now() - begun)} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    }
  }
} finally {
  done = true;
  await browser.close();
  server.stop();
}
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exitCode = failed || !tests.length ? 1 : 0;
