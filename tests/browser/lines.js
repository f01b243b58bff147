// Moves that come as text: typed ones, those of a link, and piles too large to
// be drawn.

import assert from 'node:assert/strict';
import { openPage, tabTo } from './harness.js';

const status = (page) => page.locator('#status').innerText();
const turn = (page) => page.waitForFunction(() => /Your move|You win|The computer wins/.test(document.getElementById('status')?.textContent ?? ''));
const query = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])));

/** Types a move and returns the first sentence that is said of it, and where it led. */
async function type(page, text) {
  const before = (await query(page)).line ?? '';
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver(() => window.said.push(document.getElementById('status').textContent)).observe(document.getElementById('status'), { childList: true });
  });
  await page.locator('#typed').fill(text);
  await page.locator('#typed').press('Enter');
  await page.waitForFunction(() => window.said.some((words) => words));
  const said = await page.evaluate(() => window.said.find((words) => words));
  if (!said.startsWith('No move')) await turn(page);
  const line = (await query(page)).line ?? '';
  return { said, to: line.slice(before.length).split('_').filter(Boolean)[0] ?? '' };
}

async function typedMoves(browser, address) {
  const cases = [
    // The position in the order in which Why prints it: the move is 5 → 2.
    ['nim&start=5,1,3', '1,2,3', /^You take 3 from heap 1\./, '2,1,3'],
    ['nim&start=5,1,3', '2 1 3', /^You take 3 from heap 1\./, '2,1,3'],
    ['nim&start=5,1,3', '3 from 1', /^You take 3 from heap 1\./, '2,1,3'],
    ['nim&start=5,1,3', 'take two from the third heap', /^You take 2 from heap 3\./, '5,1,1'],
    ['nim&start=5,1,3', 'all from 2', /^You take 1 from heap 2\./, '5,0,3'],
    ['nim&start=4,4', '3 from 2', /^You take 3 from heap 2\./, '4,1'],
    ['nim&start=4,4', '4,1', /^You take 3 from heap 2\./, '4,1'],
    ['wythoff&start=11,8', '3 from both', /^You take 3 from the first pile and 3 from the second pile\./, '8,5'],
    ['wythoff&start=11,8', '5 from 1', /^You take 5 from the first pile\./, '6,8'],
    ['wythoff:2&start=11,8', '2 from 1 and 1 from 2', /^You take 2 from the first pile and 1 from the second pile\./, '9,7'],
    ['moore:2&start=6,2,9', '1 from 1 and 3', /^You take 1 from heap 1 and 1 from heap 3\./, '5,2,8'],
    ['fibonacci&start=20', '3', /^You take 3\./, '17,6'],
    ['subtraction:2,4,7&start=11', 'to 4', /^You take 7\./, '4'],
    ['octal:0.77&start=5,9', '1 from 2 leaving 3 and 5', /^You take 1 from 9, leaving 3 and 5\./, '5,3,5'],
    ['building:3&start=0,0,0/6', 'put on 2', /^You put one on stack 2\./, '0,1,0,5'],
    ['wythoff:4&start=10,9', '5 from 1 and 2 from 2', /^You take 5 from the first pile and 2 from the second pile\./, '5,7'],
    ['nim&start=9007199254740993,9007199254740995', '9007199254740993 from 2', /^You take 9.*993 from heap 2\./, '9007199254740993,2'],
  ];
  for (const [hash, text, words, to] of cases) {
    const { page, check, close } = await openPage(browser, address, `#/play?game=${hash}`);
    await turn(page);
    const answer = await type(page, text);
    assert.match(answer.said, words, `${hash}: ${text}: ${answer.said}`);
    assert.equal(answer.to, to, `${hash}: ${text}`);
    check();
    await close();
  }
  return `${cases.length} moves`;
}

async function refusedMoves(browser, address) {
  const cases = [
    ['nim&start=5,1,3', '2 from 2', /^No move: .*\bpile 2\b.* 1\.$/],
    ['nim&start=5,1,3', '9 from 1', /^No move: .*\bpile 1\b.* 5\.$/],
    ['nim&start=5,1,3', '4,1,2', /^No move: /],
    ['nim&start=5,1,3', '1 from 7', /^No move: .*\bpile 7\b/],
    ['nim&start=5,1,3', 'hello', /^No move: .*hello/],
  ];
  for (const [hash, text, words] of cases) {
    const { page, check, close } = await openPage(browser, address, `#/play?game=${hash}`, { expectRefusals: true });
    await turn(page);
    const answer = await type(page, text);
    assert.match(answer.said, words, text);
    assert.equal(answer.to, '', 'the game stands as before');
    assert.equal(await page.locator('#typed').inputValue(), text, 'what was typed can be mended');
    check();
    await close();
  }
}

async function reviewed(browser, address) {
  // Lines of older links may hold the piles in another order.
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=5,1&line=1,2_0,1_0,0');
  await turn(page);
  await page.locator('.review').waitFor();
  const moves = await page.locator('.moves li button').allInnerTexts();
  assert.match(moves[0], /You\s+took 3 from heap 1/);
  assert.equal(moves.filter((words) => /added/.test(words)).length, 0);
  check();
  await close();
}

async function inPlace(browser, address) {
  // (2, 3) can be reached from (3, 5), but not by taking from both heaps.
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,5&view=stones');
  await turn(page);
  await tabTo(page, '.heap');
  await page.keyboard.press('ArrowUp');
  await page.locator('#take:enabled').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.locator('#take:enabled').waitFor();
  assert.equal(await page.locator('#take').innerText(), 'Take 2 from heap 2', 'the other heap is let go');
  check();
  await close();
}

async function onTheTable(browser, address) {
  const cases = [
    // What is chosen as heap and number, what the button says, and whether it can be pressed.
    ['moore:2&start=6,2,9,4,4', [[0, 1], [4, 2]], 'Take 1 from heap 1 and 2 from heap 5', true],
    ['moore:2&start=6,2,9', [[0, 1], [1, 1], [2, 1]], 'Take 1 from heap 3', true],
    ['wythoff&start=8,11&view=stones', [[0, 3], [1, 3]], 'Take 3 from heap 1 and 3 from heap 2', true],
    ['r-wythoff&start=8,11&view=stones', [[0, 3]], 'Take 3 from heap 1', false],
    ['subtraction:2,4,7&start=11,11', [[1, 3]], 'Take 3 from heap 2', false],
    ['fibonacci&start=20', [[0, 3]], 'Take 3', true],
    ['fibonacci&start=20', [[0, 20]], 'Take 20', false],
  ];
  for (const [hash, chosen, words, allowed] of cases) {
    const { page, check, close } = await openPage(browser, address, `#/play?game=${hash}`);
    await turn(page);
    for (const [heap, by] of chosen) {
      const size = Number(await page.locator('.heap .count').nth(heap).innerText());
      await page.locator('.heap').nth(heap).locator('.stone').nth(size - by).click();
      if (chosen.at(-1)[0] !== heap) await page.locator('#take:enabled').waitFor();
    }
    if (allowed) await page.locator('#take:enabled').waitFor();
    else await page.getByText('The rule does not allow this.').waitFor();
    assert.equal(await page.locator('#take').innerText(), words, hash);
    assert.equal(await page.locator('#take').isEnabled(), allowed, hash);
    check();
    await close();
  }
  const { page, check, close } = await openPage(browser, address, '#/play?game=building:3&start=0,0,0/6');
  await turn(page);
  await page.locator('.heap').nth(2).click();
  await page.waitForFunction(() => location.hash.includes('line=0,0,1,5'));
  check();
  await close();
}

async function linkedMoves(browser, address) {
  const cases = [
    ['nim&start=3,4,5&line=3,4,9', '', /Move 1 .* from \(3, 4, 5\) to \(3, 4, 9\), is not allowed/],
    ['nim&start=3,4,5&line=3,4', '', /Move 1 .* to \(3, 4\), is not allowed/],
    ['nim&start=1,1&line=0,9_0,0', '', /Move 1 .* to \(0, 9\), is not allowed/],
    ['nim&start=3,4,5&line=1,4,5_1,4,4_0,5,4', '1,4,5_1,4,4', /Move 3 /],
    ['nim&start=3,4,5&line=1,4,5_1,x', '1,4,5', /Move 2 .* is not a position/],
    ['fibonacci&start=20&line=17,9', '', /Move 1 .* is not allowed/],
  ];
  for (const [hash, kept, words] of cases) {
    const { page, check, close } = await openPage(browser, address, `#/play?game=${hash}`, { expectRefusals: true });
    await turn(page);
    assert.match(await page.locator('.aside .refusal').innerText(), words, hash);
    assert.ok(((await query(page)).line ?? '').startsWith(kept), `${hash} keeps ${kept}: ${(await query(page)).line}`);
    assert.match(await status(page), /Your move/);
    check();
    await close();
  }
  return `${cases.length} links`;
}

async function replayStep(browser, address) {
  const link = '#/play?game=nim&start=1,2,4&line=0,2,4_0,2,2_0,0,2_0,0,0';
  const first = await openPage(browser, address, link);
  await turn(first.page);
  await first.page.locator('#replay').fill('2');
  await first.page.waitForFunction(() => location.hash.includes('step=2'));
  const url = first.page.url();
  const second = await openPage(browser, address, url.slice(url.indexOf('#')));
  await turn(second.page);
  await second.page.locator('.review').waitFor();
  assert.equal(await second.page.locator('#replay').inputValue(), '2');
  assert.deepEqual(await second.page.locator('.heap .count').allInnerTexts(), ['0', '2', '2']);
  assert.match(await second.page.locator('.moves li').nth(1).getAttribute('class'), /now/);
  first.check();
  second.check();
  await first.close();
  await second.close();
}

async function largeHeaps(browser, address) {
  const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1360, height: 860 }, projector: { width: 1920, height: 1080 } };
  for (const [screen, viewport] of Object.entries(sizes)) {
    for (const start of ['1000,2000', '7,123456', '9000000000000000000,5']) {
      const { page, check, shot, close } = await openPage(browser, address, `#/play?game=nim&start=${start}`, { viewport });
      await turn(page);
      const apart = await page.evaluate(() => [...document.querySelectorAll('.heap')].every((heap) => {
        const [count, field] = [heap.querySelector('.count'), heap.querySelector('input, .pile')].map((part) => part.getBoundingClientRect());
        const range = document.createRange();
        range.selectNodeContents(heap.querySelector('.count'));
        const text = range.getBoundingClientRect();
        const box = heap.getBoundingClientRect();
        const beside = text.right <= field.left || text.bottom <= field.top;
        return beside && count.right <= box.right && field.right <= box.right;
      }));
      assert.ok(apart, `${start} on a ${screen}: the number and the field lie apart`);
      await shot(`play-large-${start.length > 12 ? 'huge' : start}-${screen}`);
      check();
      await close();
    }
  }
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=1000,2000');
  await turn(page);
  assert.match(await page.locator('.stones-stage .note').innerText(), /^Write how many to take/);
  assert.match(await page.locator('.table > .note').innerText(), /The board is drawn for piles up to 40/);
  await page.getByRole('textbox', { name: 'Take from heap 2' }).fill('1000');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('line=1000,1000'));
  check();
  await close();
}

async function longLists(browser, address) {
  // There are more options than the server lists; the move is asked for.
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=30000,20000', { expectRefusals: true });
  await turn(page);
  await page.getByRole('textbox', { name: 'Take from heap 1' }).fill('10000');
  await page.locator('#take').click();
  await page.waitForFunction(() => location.hash.includes('line=20000,20000'));
  await turn(page);
  check();
  await close();
}

async function settingsWait(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5');
  await turn(page);
  await page.locator('#misere').check();
  await page.waitForFunction(() => location.hash.includes('misere'));
  await page.locator('#misere').uncheck();
  await page.waitForFunction(() => !location.hash.includes('misere'));
  assert.equal(await page.locator('#later').isVisible(), false);
  await type(page, '1 from 1');
  const { line } = await query(page);
  await page.getByRole('radio', { name: 'Random' }).click();
  await page.waitForFunction(() => location.hash.includes('level=random'));
  await page.locator('#misere').check();
  await page.getByRole('radiogroup', { name: 'Who begins' }).getByRole('radio', { name: 'Computer' }).click();
  await page.locator('#later').waitFor();
  const now = await query(page);
  assert.equal(now.line, line, 'the game goes on');
  assert.ok(!now.misere && !now.first, 'by the rules that it began with');
  await page.locator('#again').click();
  await page.waitForFunction(() => location.hash.includes('misere=1') && location.hash.includes('first=computer'));
  assert.equal(await page.locator('#later').isVisible(), false);
  check();
  await close();
}

export const tests = [
  ['moves are typed as at the terminal', typedMoves],
  ['a typed move that is none is told', refusedMoves],
  ['no move of a review adds stones', reviewed],
  ['a move is made as the heaps lie', inPlace],
  ['the rule of every kind of game holds on the table', onTheTable],
  ['a link with an illegal move keeps the legal ones', linkedMoves],
  ['a link holds the step of a replay', replayStep],
  ['large heaps can be read and taken from', largeHeaps],
  ['a move beyond the list of options', longLists],
  ['what is chosen in a game holds from the next one', settingsWait],
];
