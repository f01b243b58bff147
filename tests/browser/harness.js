// What the tests share: a server of its own on a free port, a browser, and pages
// that remember every complaint and every request.

import { execFile, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const repository = join(here, '..', '..');
export const shots = process.env.SCREENSHOTS || join(repository, 'target', 'screenshots');

const command = process.env.NIMLAB || join(repository, 'target', 'release', 'nimlab');

/** What the command prints. Fails if it fails. */
export const nimlab = async (...args) => (await promisify(execFile)(command, args, { maxBuffer: 1 << 28 })).stdout;

/** Starts `nimlab serve` and resolves with its address once it is printed. */
export function startServer() {
  const server = spawn(command, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // Also when a test ends the process.
  process.on('exit', () => server.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk) => {
      text += chunk;
      const found = text.match(/http:\/\/127\.0\.0\.1:\d+\//);
      if (found) resolve({ address: found[0], stop: () => server.kill('SIGTERM') });
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

/**
 * A page that fails the test in `check` if anything was said on the console, a
 * script failed, the content security policy was violated or a request went
 * elsewhere.
 */
export async function openPage(browser, address, hash = '', options = {}) {
  const { expectRefusals = false, ...context } = options;
  const session = await browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion: 'reduce', ...context });
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
  page.setDefaultTimeout(10_000);
  await page.goto(address + hash);
  const check = () => {
    if (complaints.length) throw new Error(`the browser complained: ${complaints.join(' | ')}`);
    const foreign = requests.filter((url) => !url.startsWith(address) && !url.startsWith('blob:') && !url.startsWith('data:'));
    if (foreign.length) throw new Error(`requests elsewhere: ${foreign.join(', ')}`);
  };
  /** Waits until no question has been open for a while, and the picture stands. */
  const settle = async () => {
    for (let quiet = 0; quiet < 4; quiet = open ? 0 : quiet + 1) await page.waitForTimeout(50);
  };
  const shot = async (name, whole = false) => {
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: whole });
  };
  return { page, session, complaints, requests, check, settle, shot, close: () => session.close() };
}

/** Presses Tab until an element that fits the selector has the focus. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
