// What the tests share: a server of its own on a free port, the static site on another,
// a browser, and pages that remember every complaint and every request.

import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const repository = join(here, '..', '..');
/** Where pictures are left: of a test that fails, and of every view if SCREENSHOTS names a folder. */
export const shots = process.env.SCREENSHOTS || join(repository, 'target', 'screenshots');

const command = process.env.NIMLAB || join(repository, 'target', 'release', 'nimlab');

/** What the command prints. Fails if it fails. */
export const nimlab = async (...args) => (await promisify(execFile)(command, args, { maxBuffer: 1 << 28 })).stdout;

/** What the engine of a server says, also to a test of the static site. */
export const oracle = { address: '' };

/** @param {string} query such as `solve?game=nim&position=1,2` */
export const told = async (query) => (await fetch(`${oracle.address}api/${query}`)).json();

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** The engine of the static site: a file, or null where Rust cannot build it. */
let engine = null;

/** Builds the engine, unless there is one. */
export async function buildEngine() {
  const target = 'wasm32-unknown-unknown';
  const options = { cwd: repository, maxBuffer: 1 << 28 };
  engine = process.env.NIMLAB_ENGINE || null;
  if (engine) return;
  try {
    await promisify(execFile)('rustup', ['target', 'add', target], options);
  } catch {
    console.log('The static site is not tested: Rust cannot build WebAssembly here.');
    return;
  }
  // The server and the browser, which are timed meanwhile, come first.
  await promisify(execFile)('nice', ['-n', '19', 'cargo', 'build', '--quiet', '--profile', 'site', '--package', 'nimlab-wasm', '--target', target], options);
  engine = join(repository, 'target', target, 'site', 'nimlab_wasm.wasm');
}

/**
 * Writes the static site and serves it as a simple host does: files below a folder of
 * the address, and nothing else. Null if there is no engine.
 */
export async function startSite() {
  if (!engine) return null;
  const folder = await mkdtemp(join(tmpdir(), 'nimlab-site-'));
  await nimlab('site', '-o', folder, '--engine', engine);
  const host = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname).replace(/^\/lab\//, '');
    try {
      const contents = await readFile(join(folder, path === '' ? 'index.html' : path));
      response.writeHead(200, { 'content-type': KINDS[extname(path) || '.html'] ?? 'application/octet-stream' }).end(contents);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    host.closeAllConnections();
    host.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { address: `http://127.0.0.1:${host.address().port}/lab/`, folder, stop };
}

/** Starts `nimlab serve` and resolves with its address once it is printed. */
export function startServer() {
  // What is tested is not how busy the machine is.
  const server = spawn(command, ['serve', '--port', '0', '--seconds', '600'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // Also when a test ends the process.
  process.on('exit', () => server.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk) => {
      text += chunk;
      const found = text.match(/http:\/\/127\.0\.0\.1:\d+\//);
      if (!found) return;
      oracle.address = found[0];
      resolve({ address: found[0], stop: () => server.kill('SIGTERM') });
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
}

export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** Waits until a page has painted what it knows. */
export const painted = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));

/** Counts in a page what the engine in this browser is asked and has not answered: no request tells it. */
const countQuestions = () => {
  window.asking = 0;
  const { compile } = WebAssembly;
  WebAssembly.compile = (...given) => {
    window.asking++;
    return compile(...given).finally(() => window.asking--);
  };
  const Engine = window.Worker;
  window.Worker = class extends Engine {
    open = 0;
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => data.body === undefined || this.count(-1));
    }
    count(by) {
      this.open += by;
      window.asking += by;
    }
    postMessage(message) {
      if (message.question !== undefined) this.count(1);
      super.postMessage(message);
    }
    terminate() {
      this.count(-this.open);
      super.terminate();
    }
  };
};

/**
 * A page that fails the test in `check` if anything was said on the console, a
 * script failed, the content security policy was violated or a request went
 * elsewhere.
 */
export async function openPage(browser, address, hash = '', options = {}) {
  const { expectRefusals = false, ...context } = options;
  const session = await browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion: 'reduce', ...context });
  await session.addInitScript(countQuestions);
  const page = await session.newPage();
  const complaints = [];
  const requests = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !(expectRefusals && /status of 4\d\d/.test(message.text()))) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  let open = 0;
  page.on('request', (request) => {
    open++;
    requests.push(request.url());
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, () => open--);
  // Long enough for a machine that is busy with other work.
  page.setDefaultTimeout(120_000);
  await page.goto(address + hash);
  const check = () => {
    if (complaints.length) throw new Error(`the browser complained: ${complaints.join(' | ')}`);
    const foreign = requests.filter((url) => !url.startsWith(address) && !url.startsWith('blob:') && !url.startsWith('data:'));
    if (foreign.length) throw new Error(`requests elsewhere: ${foreign.join(', ')}`);
  };
  /**
   * Waits until no question has been open for a while, and the picture stands: each time
   * the page has done what it had to do, however busy the machine is.
   */
  const settle = async () => {
    const until = performance.now() + 30_000;
    for (let quiet = 0; quiet < 4 && performance.now() < until;) {
      await page.waitForTimeout(30);
      // A page that is being left is not at rest.
      const asking = await painted(page).then(() => page.evaluate(() => window.asking)).catch(() => 1);
      quiet = open || asking ? 0 : quiet + 1;
    }
  };
  const shot = async (name, whole = false) => {
    if (!process.env.SCREENSHOTS) return;
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: whole });
  };
  return { page, session, complaints, requests, check, settle, shot, unanswered: () => open, close: () => session.close() };
}

/** What the keyboard is on, in words; empty if it is on nothing. */
export const focused = (page) => page.evaluate(() => {
  const active = document.activeElement;
  return !active || active === document.body ? '' : active.getAttribute('aria-label') || active.textContent?.trim() || active.id || active.className || active.tagName;
});

/** Presses Tab until an element that fits the selector has the focus. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
