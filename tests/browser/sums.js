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
  const misere = (await page.evaluate(() => location.hash)).includes('misere=1');
  const { winning_moves: wins } = await told(`solve?components=${encodeURIComponent(JSON.stringify(components))}&misere=${misere}`);
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

const moved = (page, before) => page.waitForFunction((before) => location.hash !== before && /Your move|You win|computer wins/.test(document.getElementById('status').textContent), before);

async function misere(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?sum=nim+1,2+%2B+wythoff+2,3');
  await yourMove(page);
  assert.match(await page.locator('.rule').innerText(), /last move of all wins/);
  await page.locator('#misere').check();
  await page.waitForFunction(() => location.hash.includes('misere=1') && /Your move/.test(document.getElementById('status').textContent));
  assert.match(await page.locator('.rule').innerText(), /last move of all loses/);
  await page.locator('#why').click();
  await page.locator('.aside .explanation').waitFor();
  assert.match(await page.locator('.aside').innerText(), /Under misère play Grundy values do not decide a sum/);
  for (let i = 0; i < 12 && !/You win/.test(await page.locator('#status').innerText()); i++) {
    const before = await page.evaluate(() => location.hash);
    await best(page);
    await moved(page, before);
    if (i) continue;
    // What is chosen in the middle of a game holds for the next one.
    await page.locator('#misere').uncheck();
    assert.ok(await page.locator('#later').isVisible());
    await page.locator('#misere').check();
    assert.equal(await page.locator('#later').isVisible(), false);
    const hash = await page.evaluate(() => location.hash);
    await page.goto('about:blank');
    await page.goto(address + hash);
    await yourMove(page);
    assert.ok(await page.locator('#misere').isChecked(), 'a link holds what is played');
  }
  assert.equal(await page.locator('#status').innerText(), 'You win!');
  await page.getByText('You made no mistake').waitFor();
  await shot('play-sum-misere-won');
  check();
  await close();
}

/** A sum that the engine cannot decide: that is told, and the game goes on. */
async function undecided(browser, address) {
  const { page, shot, close } = await openPage(browser, address, '', { expectRefusals: true });
  const far = '#/play?sum=wythoff+200,300+%2B+wythoff+40,90&misere=1';
  await page.goto(address + far);
  await yourMove(page);
  const refuse = (route) => route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error: { message: 'not decided: the search goes past its limit', expected: 'a smaller question', example: null } }) });
  // The engine would say so after ten seconds.
  await page.route('**/api/solve', refuse);
  for (const button of ['#hint', '#why']) {
    await page.locator(button).click();
    await page.getByText('Who wins this sum cannot be decided within the limits').waitFor();
    await page.locator('.aside .refusal').getByText('Not decided').waitFor();
  }
  await shot('play-sum-undecided');
  // A move is made, and the computer makes one without knowing.
  const before = await page.evaluate(() => location.hash);
  await page.locator('#from-0').first().fill('3');
  await page.locator('.take-row button.main:enabled').first().click();
  await moved(page, before);
  assert.match(await page.locator('#status').innerText(), /the computer moves without knowing\. Your move/);
  assert.ok((await page.evaluate(() => location.hash)).includes('misere=1&line='));
  await page.goto(`${address}#/explore?game=wythoff&at=200,300+%2B+wythoff+40,90&misere=1`);
  await page.locator('.answers .verdict').getByText('Undecided within the limits').waitFor();
  await page.locator('.answers .refusal').waitFor();
  await shot('explore-sum-undecided');
  assert.equal(await page.locator('#position').inputValue(), '200,300 + wythoff 40,90');
  // What is undecided can be played.
  await page.locator('#play-this').click();
  await yourMove(page);
  assert.equal(await page.locator('.sum-table').count(), 2);
  assert.ok(await page.locator('#misere').isChecked());
  await close();
}

async function explored(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/explore?game=wythoff&at=4,5+%2B+nim+7&misere=1');
  const answer = page.locator('.answers .answer');
  await answer.waitFor();
  const solved = await told(`solve?components=${encodeURIComponent(JSON.stringify([{ game: 'wythoff', position: '4,5' }, { game: 'nim', position: '7' }]))}&misere=true`);
  assert.equal(solved.outcome, 'N');
  assert.deepEqual((await answer.locator('button.chip').allInnerTexts()).map((words) => words.replaceAll('\u00a0', ' ')), ['wythoff→ (4, 4)', 'nim→ 6']);
  assert.match(await answer.innerText(), /misère/);
  assert.match(await page.locator('#play-this').getAttribute('href'), /sum=wythoff\+4,5\+%2B\+nim\+7&misere=1/);
  check();
  await close();
}

/** What was asked before a move is not told after it. */
async function late(browser, address) {
  for (const hash of ['#/play?game=nim&start=3,4,5', '#/play?sum=nim+3,4+%2B+nim+5']) {
    const { page, session, check, close } = await openPage(browser, address, hash);
    await yourMove(page);
    let answer;
    const asked = new Promise((resolve) => {
      session.route('**/api/solve', (route) => {
        answer = () => route.continue().catch(() => {});
        resolve();
      });
    });
    await page.locator('#hint').click();
    await asked;
    const before = await page.evaluate(() => location.hash);
    await page.locator('.heap').first().locator('.stone').first().click();
    await page.locator('.take-row button.main:enabled').first().click();
    await moved(page, before);
    await answer();
    // The next question comes after it, and has an answer of its own.
    await session.unroute('**/api/solve');
    await page.locator('#why').click();
    await page.locator('.aside .explanation').waitFor();
    assert.match(await page.locator('#status').innerText(), /The computer .* Your move/);
    assert.equal(await page.locator('.stone.taken').count(), 0);
    check();
    await close();
  }
}

export const tests = [
  ['a sum of games is played and won', sum],
  ['a sum that cannot be read is told', wrong],
  ['a sum is played under misère play', misere],
  ['a sum that cannot be decided is told, and played', undecided],
  ['a sum is explored under misère play', explored],
  ['a hint that comes after the move is not told', late],
];
