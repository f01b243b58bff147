// Several games at once: a sum is played, won, taken back and linked to.

import assert from 'node:assert/strict';
import { openPage, told } from './harness.js';

const yourMove = (page) => page.waitForFunction(() => /Your move|You win|computer wins/.test(document.getElementById('status')?.textContent ?? ''));

/** The positions of all games, from the address. */
const positions = (page) => page.evaluate(() => {
  const query = new URLSearchParams(location.hash.split('?')[1]);
  const start = query.get('sum').split(' + ').map((part) => part.split(' '));
  const last = (query.get('line') ?? '').split('_').filter(Boolean).at(-1);
  return start.map(([game, position], i) => ({ game, position: last ? last.split('/')[i] : position }));
});

/** Makes the move that the engine names in one of the games: stones, or a square. */
async function best(page) {
  const components = await positions(page);
  const { winning_moves: wins } = await told(`solve?components=${encodeURIComponent(JSON.stringify(components))}`);
  assert.ok(wins.length, `there is a winning move from ${JSON.stringify(components)}`);
  const { component, to } = wins[0];
  const table = page.locator('.sum-table').nth(component);
  const here = components[component].position.split(',').map(Number);
  if (await table.locator('.queen-board').count()) {
    const cells = [to, [...to].reverse()].map(String);
    const open = await table.locator('.square.may').evaluateAll((all) => all.map((one) => one.dataset.cell));
    await table.locator(`[data-cell="${open.find((cell) => cells.includes(cell))}"]`).click();
  } else {
    const rest = [...to];
    const heap = here.findIndex((size) => !rest.includes(size) || !rest.splice(rest.indexOf(size), 1));
    await table.locator('.heap').nth(heap).locator('.stone').nth(rest[0]).click();
    await table.locator('button.main:enabled').click();
  }
  return component;
}

async function sum(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play');
  await page.getByRole('link', { name: 'Several games at once' }).click();
  await yourMove(page);
  assert.deepEqual(await page.locator('.sum-table h2').allInnerTexts(), ['Nim', "Wythoff's game"]);
  // A hint in steps, the reason, and a move taken back.
  await page.locator('#hint').click();
  await page.getByText('you can win from here').waitFor();
  await page.locator('#hint').click();
  await page.getByText('look at Nim').waitFor();
  await page.locator('#hint').click();
  await page.getByText('Hint: take 3 from heap 1').waitFor();
  await page.locator('#why').click();
  await page.locator('.aside .explanation').waitFor();
  assert.match(await page.locator('.aside').innerText(), /Winning move\s+Nim: 0,4/);
  const used = new Set();
  for (let i = 0; i < 12; i++) {
    const before = await page.evaluate(() => location.hash);
    // The hint has chosen the first move.
    if (i) used.add(await best(page));
    else await page.locator('#take-0:enabled').click();
    await page.waitForFunction((before) => location.hash !== before && /Your move|You win|computer wins/.test(document.getElementById('status').textContent), before);
    if (i === 0) {
      const hash = await page.evaluate(() => location.hash);
      await page.locator('#undo').click();
      await page.waitForFunction(() => !location.hash.includes('line=') && /Your move/.test(document.getElementById('status').textContent));
      // Not the tables that are there, but those of the link.
      await page.goto('about:blank');
      await page.goto(address + hash);
      await yourMove(page);
      assert.equal((await positions(page)).map(({ position }) => position).join(' ').includes('3,4 2,5'), false, 'a link goes on with the game');
    }
    if (/You win/.test(await page.locator('#status').innerText())) break;
  }
  assert.equal(await page.locator('#status').innerText(), 'You win!');
  assert.ok(used.size, 'moves were made after the first');
  await page.getByText('You made no mistake').waitFor();
  await shot('play-sum-won');
  await page.locator('#once-more').click();
  await page.waitForFunction(() => !location.hash.includes('line=') && /Your move/.test(document.getElementById('status').textContent));
  check();
  await close();
}

async function wrong(browser, address) {
  const { page, close } = await openPage(browser, address, '#/play?sum=nim+3,4', { expectRefusals: true });
  await page.getByText('Write two to 4 games').waitFor();
  await page.locator('#sum').fill('nim 3,4 + withoff 2,5');
  await page.keyboard.press('Enter');
  await page.getByText(/withoff/).last().waitFor();
  await page.locator('#sum').fill('octal:0.77 9 + nim 2,3 + subtraction:1,3,4 6');
  await page.keyboard.press('Enter');
  await yourMove(page);
  assert.equal(await page.locator('.sum-table').count(), 3);
  // A link with a move that the rules do not allow keeps those before it.
  await page.goto(`${address}#/play?sum=nim+3,4+%2B+nim+5&line=3,0/5_3,0/2_9,0/2`);
  await page.waitForFunction(() => /Your move/.test(document.getElementById('status')?.textContent ?? '') && location.hash.endsWith('&line=3,0/5_3,0/2'));
  await close();
}

export const tests = [
  ['a sum of games is played and won', sum],
  ['a sum that cannot be read is told', wrong],
];
