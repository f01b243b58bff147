// Theorems proved by machine: the list, the automaton, and the steps through it.

import assert from 'node:assert/strict';
import { nimlab, openPage, told } from './harness.js';

const steps = (page) => page.locator('tr.sum td').allInnerTexts();
const verdict = (page) => page.locator('.lesson-verdict').innerText();

async function listed(browser, address) {
  const { page, settle, check, shot, close } = await openPage(browser, address, '#/learn');
  await page.getByRole('link', { name: /Theorems proved by machine/ }).click();
  await page.locator('.automaton').waitFor();
  const { theorems } = JSON.parse(await nimlab('theorems', '--json'));
  const kept = theorems.filter(({ name }) => name !== 'fraenkel-3').map(({ name }) => name);
  assert.deepEqual(await page.locator('#theorem option').evaluateAll((all) => all.map((one) => one.value)), kept, 'all that the command lists');
  assert.equal(await page.locator('.automaton .state').count(), 7);
  assert.match(await page.locator('.theorem-says').innerText(), /^\(x, y\) is a P-position in wythoff exactly if the automaton of 7 states/);
  await shot('theorems');
  for (const name of ['fibonacci', 'nim-3-misere', 'wythoff-terminal', 'moore-2-3', 'wythoff-blocking']) {
    await page.locator('#theorem').selectOption(name);
    await page.locator('.theorem-says').waitFor();
    await settle();
    assert.equal(await page.locator('.refusal').count(), 0, name);
    const one = theorems.find((theorem) => theorem.name === name);
    assert.equal(await page.locator('.automaton .state').count(), one.states_by_value[0] <= 60 ? one.states_by_value[0] : 0, name);
  }
  check();
  await close();
  return `${kept.length} theorems`;
}

async function stepped(browser, address) {
  const { page, settle, check, close } = await openPage(browser, address, '#/theorems');
  await page.locator('tr.sum').waitFor();
  assert.match(await verdict(page), /\(8, 13\) is a P-position/);
  const position = page.locator('#theorem-position');
  // A number is typed digit by digit, and each time the way is another.
  for (const text of ['1,2', '1,20', '12,20', '20,12', '987,1597']) {
    await position.fill(text);
    await page.waitForFunction((text) => new URLSearchParams(location.hash.split('?')[1]).get('at') === text, text);
    await settle();
    const { outcome } = await told(`solve?game=wythoff&position=${text}`);
    assert.equal(/ is a P-position/.test(await verdict(page)), outcome === 'P', text);
  }
  // Step by step: the state that is marked is the one of the table, and the keyboard stays.
  await position.fill('12,20');
  await page.waitForFunction(() => /\(12, 20\)/.test(document.querySelector('.lesson-verdict').textContent));
  await settle();
  const way = await steps(page);
  await page.locator('#theorem-step').fill('0');
  for (let at = 0; at < way.length && /^\d+$/.test(way[at]); at++) {
    assert.equal(await page.locator('.automaton .here text').textContent(), way[at], `after ${at} digits`);
    assert.equal(await page.locator('.automaton .arrow.now').count(), at ? 1 : 0);
    const on = page.getByRole('button', { name: 'One digit on' });
    if (await on.isDisabled()) break;
    await on.focus();
    await page.keyboard.press('Enter');
  }
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
  // A link leads to the same step.
  const second = await openPage(browser, address, new URL(page.url()).hash);
  await second.page.locator('tr.sum').waitFor();
  assert.deepEqual(await steps(second.page), way);
  assert.equal(await second.page.locator('#theorem-step').inputValue(), await page.locator('#theorem-step').inputValue());
  await second.close();
  check();
  await close();
}

async function larger(browser, address) {
  const { page, settle, check, close } = await openPage(browser, address, '#/theorems?name=wythoff-2&value=4&at=2,3', { expectRefusals: true });
  await page.locator('tr.sum').waitFor();
  assert.match(await page.locator('.automaton-box').innerText(), /too large to be drawn/);
  const values = JSON.parse(await nimlab('table', 'wythoff:2', '--size', '12', '--json')).values;
  for (const [x, y] of [[2, 3], [0, 4], [4, 0], [5, 9], [11, 4]]) {
    await page.locator('#theorem-position').fill(`${x},${y}`);
    await page.waitForFunction((cell) => document.querySelector('.lesson-verdict').textContent.includes(cell), `(${Math.min(x, y)}, ${Math.max(x, y)})`);
    await settle();
    assert.equal(/has the Grundy value 4\./.test(await verdict(page)), values[x][y] === 4, `${x},${y}`);
  }
  await page.locator('#theorem-position').fill('2,3,4');
  await page.locator('.refusal').waitFor();
  assert.match(await page.locator('.refusal').innerText(), /about 2 numbers, not 3/);
  // Numbers of any size.
  await page.locator('#theorem-value').selectOption('0');
  await page.locator('#theorem-position').fill('8963643355965782386997110116393,21640149358248076401964142170153');
  await page.getByText('is a P-position: the player to move loses').waitFor();
  check();
  await close();
}

export const tests = [
  ['theorems: all that are kept can be looked at', listed],
  ['theorems: a position is stepped through', stepped],
  ['theorems: large automata and large numbers', larger],
];
