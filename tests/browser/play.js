// Play in a real browser: whole games, won and lost, by mouse, touch and keys.

import assert from 'node:assert/strict';
import { focused, openPage, tabTo, told } from './harness.js';

const status = (page) => page.locator('#status').innerText();
const turn = (page) => page.waitForFunction(() => /Your move|You win|The computer wins/.test(document.getElementById('status')?.textContent ?? ''));
const over = async (page) => /You win|The computer wins/.test(await status(page));
/** The position on the table, from the address. */
const position = (page) =>
  page.evaluate(() => {
    const query = new URLSearchParams(location.hash.split('?')[1]);
    const line = (query.get('line') ?? '').split('_').filter(Boolean);
    return (line.at(-1) ?? query.get('start')).split(',').map(Number);
  });
const solve = (game, place, misere = false) => told(`solve?game=${game}&position=${place.join(',')}${misere ? '&misere=true' : ''}`);

/** Plays perfectly with stones, clicking them, and returns how many moves it took. */
async function playNim(page, misere = false) {
  let moves = 0;
  await turn(page);
  while (!(await over(page))) {
    const here = await position(page);
    const { winning_moves: wins } = await solve('nim', here, misere);
    assert.ok(wins.length, `there is a winning move from ${here}`);
    // The one heap that changes: what is in one list and not in the other.
    const rest = [...wins[0]];
    const changed = here.findIndex((heap) => {
      const at = rest.indexOf(heap);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
    const left = wins[0].slice();
    here.forEach((heap, i) => i !== changed && left.splice(left.indexOf(heap), 1));
    await page.locator('.heap').nth(changed).locator('.stone').nth(left[0]).click();
    await page.locator('#take').click();
    moves++;
    await turn(page);
  }
  return moves;
}

async function win(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5');
  const moves = await playNim(page);
  assert.match(await status(page), /You win!/);
  await page.locator('.review').waitFor();
  assert.match(await page.locator('.review').innerText(), /You made no mistake/);
  await shot('play-won');
  check();
  await close();
  return `won in ${moves} moves`;
}

async function lose(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?game=wythoff&start=6,10');
  await turn(page);
  for (let i = 0; i < 30 && !(await over(page)); i++) {
    await page.locator('.square.may').last().click();
    await page.waitForTimeout(50);
    await turn(page);
  }
  assert.match(await status(page), /The computer wins/);
  await page.locator('.review').waitFor();
  assert.match(await page.locator('.review').innerText(), /The start decided it/);
  await shot('play-lost');
  check();
  await close();
}

async function mistake(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '#/play?game=nim&start=1,2,4');
  await turn(page);
  // From 1,2,4 only 4 → 3 wins. Taking the heap of 1 gives the game away.
  await page.locator('.heap').nth(0).locator('.stone').first().click();
  await page.locator('#take').click();
  await turn(page);
  while (!(await over(page))) {
    const here = await position(page);
    const heap = here.findIndex((size) => size > 0);
    await page.locator('.heap').nth(heap).locator('.stone').last().click();
    await page.locator('#take').click();
    await turn(page);
  }
  assert.match(await status(page), /The computer wins/);
  const first = page.locator('.moves li').first();
  assert.match(await first.getAttribute('class'), /mistake/);
  assert.match(await first.innerText(), /better: \(1, 2, 3\)/);
  assert.match(await page.locator('.review').innerText(), /You made 1 mistake/);
  await page.locator('#replay').fill('0');
  assert.deepEqual(await page.locator('.heap .count').allInnerTexts(), ['1', '2', '4'], 'the replay shows the start');
  await page.getByRole('button', { name: 'One move on' }).click();
  assert.deepEqual(await page.locator('.heap .count').allInnerTexts(), ['0', '2', '4']);
  await shot('play-replay');
  const link = page.url();
  const second = await openPage(browser, address, link.slice(link.indexOf('#')));
  await turn(second.page);
  assert.match(await second.page.locator('.review').innerText(), /You made 1 mistake/, 'a link to a finished game shows its review');
  check();
  second.check();
  await second.close();
  await close();
}

async function helping(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=8,11');
  await turn(page);
  const { winning_moves: wins } = await solve('wythoff', [8, 11]);
  // A hint comes in three steps.
  await page.locator('#hint').click();
  await page.getByText('you can win from here').waitFor();
  assert.equal(await page.locator('.square.hinted').count(), 0);
  await page.locator('#hint').click();
  await page.getByText(/look at (both piles|the \w+ pile)/).waitFor();
  assert.equal(await page.locator('.square.hinted').count(), 0);
  await page.locator('#hint').click();
  await page.locator('.square.hinted').waitFor();
  const cell = (await page.locator('.square.hinted').getAttribute('data-cell')).split(',').map(Number).sort((a, b) => a - b);
  assert.ok(wins.some((to) => to.join() === cell.join()), `the hint ${cell} wins`);
  await page.locator('#why').click();
  await page.locator('.aside .explanation').waitFor();
  assert.match(await page.locator('.aside').innerText(), /The player to move wins/);
  await page.locator('.square.hinted').click();
  await turn(page);
  assert.notDeepEqual(await position(page), [8, 11]);
  await page.locator('#undo').click();
  await page.waitForFunction(() => !location.hash.includes('line='));
  assert.deepEqual(await position(page), [8, 11]);
  check();
  await close();
}

async function misere(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5&misere=1');
  await playNim(page, true);
  assert.match(await status(page), /You win!/);
  check();
  await close();
}

async function computerFirst(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5&first=computer&level=random&seed=7');
  await turn(page);
  assert.notDeepEqual(await position(page), [3, 4, 5], 'the computer has moved');
  const anew = async () => {
    await page.evaluate(() => (document.getElementById('status').textContent = ''));
    await page.locator('#again').click();
    await turn(page);
  };
  await page.getByRole('radio', { name: 'Casual' }).click();
  await page.waitForFunction(() => location.hash.includes('level=casual'));
  await anew();
  assert.notDeepEqual(await position(page), [3, 4, 5]);
  await page.getByRole('radio', { name: 'Perfect' }).click();
  await page.waitForFunction(() => !location.hash.includes('level=') && location.hash.includes('line='));
  await anew();
  assert.deepEqual((await position(page)).sort(), [1, 4, 5], 'and now perfectly');
  check();
  await close();
}

async function keyboardOnly(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=1,3');
  await turn(page);
  await tabTo(page, '.heap');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Heap 1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-valuetext')), 'take 2 of 3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('_'));
  await turn(page);
  // One stone is left: find its heap and take it.
  const heap = (await position(page)).findIndex((size) => size === 1);
  const focused = () => page.evaluate(() => [...document.querySelectorAll('.heap')].indexOf(document.activeElement));
  assert.equal(await focused(), 1, 'the focus stays where it was');
  if (heap !== 1) await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), heap);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('You win!'));
  check();
  await close();
}

async function queenByKeys(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=2,3');
  await turn(page);
  await tabTo(page, '.queen-board');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.match(await page.locator('.readout').innerText(), /\(1, 2\) allowed/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('line=1,2'));
  await turn(page);
  // From (1, 2) every move of the computer can be answered with the last one.
  for (let i = 0; i < 3 && !(await over(page)); i++) {
    const [x, y] = await position(page);
    for (let k = 0; k < x; k++) await page.keyboard.press('ArrowLeft');
    for (let k = 0; k < y; k++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await turn(page);
  }
  assert.match(await status(page), /You win!/);
  check();
  await close();
}

async function byTouch(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=fibonacci&start=7', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await turn(page);
  await page.locator('.stone').nth(5).tap();
  assert.equal(await page.locator('#take').innerText(), 'Take 2');
  await page.locator('#take').tap();
  await page.waitForFunction(() => location.hash.includes('line=5,4'));
  await turn(page);
  const link = page.url();
  const second = await openPage(browser, address, link.slice(link.indexOf('#')));
  await turn(second.page);
  assert.deepEqual(await position(second.page), await position(page), 'a link to a game goes on with it');
  second.check();
  await second.close();
  check();
  await close();
}

async function everyGame(browser, address) {
  const games = await told('games');
  for (const { example } of games) {
    const { page, check, close } = await openPage(browser, address, `#/play?game=${example.game}&start=${example.position}&level=random&seed=3&first=computer`);
    await turn(page);
    assert.equal(await page.locator('.refusal').count(), 0, example.game);
    assert.match(page.url(), /line=/, `the computer moves in ${example.game}`);
    check();
    await close();
  }
  return `${games.length} games`;
}

async function animated(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=8,11&first=computer', { reducedMotion: 'no-preference' });
  await page.locator('.queen.moving').waitFor();
  await turn(page);
  await page.goto(`${address}#/play?game=nim&start=3,4,5&first=computer`);
  await page.locator('.stone.leaving').first().waitFor();
  await turn(page);
  check();
  await close();
}

async function askedAgain(browser, address) {
  const { page, session, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5', { expectRefusals: true });
  await turn(page);
  await page.clock.install();
  let refused = 0;
  const busy = (route) => {
    refused++;
    return route.fulfill({ status: 503, headers: { 'retry-after': '3' }, contentType: 'application/json', body: '{"error": {"message": "too much is being computed at this moment"}}' });
  };
  await session.route('**/api/play/move', busy, { times: 1 });
  const takeOne = async () => {
    await page.locator('.heap').nth(0).locator('.stone').last().click();
    await page.locator('#take:enabled').click();
  };
  await takeOne();
  await page.getByText('Asking again in 3 seconds').waitFor();
  await page.clock.runFor(3500);
  await turn(page);
  assert.equal(refused, 1, 'the second question was answered');
  // A server that stays away is given up, and asked when the reader wants it.
  await session.route('**/api/play/move', (route) => route.abort());
  await page.locator('#undo').click();
  await turn(page);
  await takeOne();
  for (const seconds of [1, 2, 4]) {
    await page.getByText(`Asking again in ${seconds} second`).waitFor();
    await page.clock.runFor(1000 * seconds + 100);
  }
  await page.locator('#try-again').waitFor();
  await session.unroute('**/api/play/move');
  await page.locator('#try-again').click();
  await turn(page);
  assert.equal((await position(page)).length, 3);
  assert.match(page.url(), /line=2,4,5_/);
  await close();
}

async function largestBoard(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=20,31&line=20,0_0,0');
  await page.locator('.review').waitFor();
  const squares = () => page.locator('.square').count();
  assert.equal(await squares(), 32 * 32, 'the board is that of the whole game');
  await page.locator('#replay').fill('0');
  assert.equal(await squares(), 32 * 32);
  check();
  await close();
}

async function onAPhone(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff&start=30,38', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await turn(page);
  const board = page.locator('.queen-frame');
  const square = await page.locator('.square').first().boundingBox();
  assert.ok(square.width >= 20, `a square is ${square.width} points wide`);
  // The piece is seen, although the board is larger than the screen.
  const [frame, piece] = [await board.boundingBox(), await page.locator('.queen').boundingBox()];
  assert.ok(piece.x >= frame.x - 1 && piece.x + piece.width <= frame.x + frame.width + 1, JSON.stringify([frame, piece]));
  const top = (await board.boundingBox()).y;
  await page.evaluate(() => (document.getElementById('status').textContent = 'The computer takes 12 from the first pile and 12 from the second pile. Your move.'));
  assert.equal((await board.boundingBox()).y, top, 'long words move nothing');
  check();
  await close();
}

async function growing(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=wythoff3:l1&start=5,9,9');
  await turn(page);
  assert.match(await page.locator('.controls').innerText(), /piles may grow, but the total falls/);
  // One pile grows by two, and another gives more away.
  const { moves } = await told('moves?game=wythoff3:l1&position=5,9,9');
  assert.ok(moves.some((to) => to.join() === '5,6,10'), 'the rule allows it');
  await page.locator('.heap').nth(1).locator('.more').click();
  await page.locator('.heap').nth(2).locator('.stone').nth(6).click();
  await page.locator('#take:enabled').waitFor();
  assert.match(await page.locator('#take').innerText(), /^Take 3 from heap 3, add 1 to heap 2$/);
  await page.locator('#take').click();
  await page.waitForFunction(() => location.hash.includes('line=5,10,6'));
  check();
  await close();
}

async function focusStays(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=5,9,12');
  await turn(page);
  await page.locator('.heap').nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await page.locator('#take:enabled').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('_'));
  await turn(page);
  assert.equal(await focused(page), 'Heap 2');
  await page.goto(`${address}#/play?game=grundy&start=6,9`);
  await page.locator('.options button').first().waitFor();
  await page.locator('.options button').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('_'));
  await turn(page);
  assert.match(await focused(page), /^splits/);
  check();
  await close();
}

async function ownMoveIsSeen(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5', { reducedMotion: 'no-preference' });
  await turn(page);
  await page.locator('.heap').nth(0).locator('.stone').last().click();
  await page.locator('#take:enabled').click();
  const begun = Date.now();
  await page.waitForFunction(() => location.hash.includes('_'));
  assert.ok(Date.now() - begun > 800, 'the move of the reader is seen before it is answered');
  check();
  await close();
}

async function back(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5');
  await turn(page);
  await page.locator('#game').selectOption('grundy');
  await page.locator('.options button').first().waitFor();
  await page.waitForFunction(() => location.hash.includes('grundy'));
  await page.goBack();
  await page.locator('.heap .count').first().waitFor();
  assert.match(page.url(), /game=nim&start=3,4,5/);
  await page.goto(`${address}#/explore?game=wythoff`);
  await page.waitForFunction(() => document.querySelector('canvas')?.board?.heat);
  await page.locator('#game').selectOption('fibonacci');
  await page.getByText('From these starts the first player loses').waitFor();
  await page.waitForFunction(() => location.hash.includes('fibonacci'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('canvas')?.board?.heat);
  assert.match(page.url(), /game=wythoff/);
  check();
  await close();
}

/** A view that is being left does not write its address over the next one. */
async function gone(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5');
  await turn(page);
  await page.waitForFunction(() => location.hash.includes('view='));
  const hashes = await page.evaluate(async () => {
    const { remember } = await import(`${location.href.split('#')[0]}state.js`);
    remember('play', { game: 'nim', start: '1,2' });
    const here = location.hash;
    // As when the reader goes back, and the page has not been told yet.
    history.replaceState(null, '', '#/explore?game=wythoff');
    remember('play', { game: 'nim', start: '1,2,3' });
    return [here, location.hash];
  });
  assert.deepEqual(hashes, ['#/play?game=nim&start=1,2', '#/explore?game=wythoff']);
  check();
  await close();
}

async function badStart(browser, address) {
  const { page, close } = await openPage(browser, address, '#/play?game=nim&start=3,4,5', { expectRefusals: true });
  await turn(page);
  await page.locator('#start').fill('3,x');
  await page.locator('#start').press('Enter');
  await page.locator('.aside .refusal').waitFor();
  assert.ok(await page.locator('#hint').isDisabled() && await page.locator('#typed').isDisabled(), 'there is no game to help with');
  await page.locator('#start').fill('1,2');
  await page.locator('#start').press('Enter');
  await turn(page);
  assert.equal(await page.locator('.refusal').count(), 0);
  await close();
}

async function friends(browser, address) {
  const { page, check, close } = await openPage(browser, address, '#/play?game=nim&start=1,2&with=friend');
  const says = async (words) => page.waitForFunction((words) => document.getElementById('status')?.textContent?.includes(words), words);
  await page.locator('.heap').nth(1).waitFor();
  assert.equal(await page.getByRole('radiogroup', { name: 'Level of the computer' }).isVisible(), false);
  const take = async (heap, stone) => {
    await page.locator('.heap').nth(heap).locator('.stone').nth(stone).click();
    await page.locator('#take:enabled').click();
  };
  await take(1, 1);
  await says('Player 1 takes 1 from heap 2. Player 2 is to move.');
  // The other goes on from the link, at another device.
  const second = await openPage(browser, address, page.url().slice(page.url().indexOf('#')));
  await second.page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('Player 2 is to move.'));
  await second.close();
  await take(0, 0);
  await says('Player 1 is to move.');
  await take(1, 0);
  await says('Player 1 wins!');
  await page.locator('.review').waitFor();
  assert.match(await page.locator('.review').innerText(), /Player 1 won.*Player 1 made no mistake\. {1,2}Player 2 made no mistake\./s);
  await page.locator('#once-more').click();
  await page.waitForFunction(() => !location.hash.includes('line='));
  assert.equal(await page.locator('#once-more').isVisible(), false);
  check();
  await close();
}

async function atTheStart(browser, address) {
  const { page, check, shot, close } = await openPage(browser, address, '', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, reducedMotion: 'no-preference' });
  assert.match(await page.locator('h1').innerText(), /Two players/);
  // The stones that fly are gone after a moment.
  await page.evaluate(() => new MutationObserver(() => (window.joy ||= Boolean(document.querySelector('.joy')))).observe(document.body, { childList: true, subtree: true }));
  assert.deepEqual(await page.locator('.doors h2').allInnerTexts(), ['Explore', 'Play', 'Learn']);
  await page.locator('[data-cell="3,5"].may').tap();
  await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('Your move.'));
  // Some move always wins now.
  for (let i = 0; i < 6 && !(await page.locator('#status').innerText()).includes('win'); i++) {
    const at = (await page.locator('.queen-board').getAttribute('aria-label')).match(/\((\d+), (\d+)\)/).slice(1);
    const { winning_moves: wins } = await told(`solve?game=wythoff&position=${at}`);
    const cells = wins.flatMap(([x, y]) => [[x, y], [y, x]]).map(String);
    const open = await page.locator('.square.may').evaluateAll((all) => all.map((one) => one.dataset.cell));
    await page.locator(`[data-cell="${open.find((cell) => cells.includes(cell))}"]`).tap();
    await page.waitForFunction(() => /Your move|win/.test(document.getElementById('status')?.textContent ?? ''));
  }
  await page.getByText('You win! The corner was yours.').waitFor();
  assert.ok(await page.evaluate(() => window.joy), 'a moment of joy');
  await shot('start-won-phone');
  check();
  await close();
}

/**
 * Nothing can be chosen before the moves are known: the table that comes then would not
 * remember it. And nothing is made twice while a move is read.
 */
async function noneTooEarly(browser, address) {
  const { page, session, check, close } = await openPage(browser, address, '#/learn');
  const holding = async (/** @type {string} */ path) => {
    let release = () => {};
    const held = new Promise((resolve) => (release = () => resolve(undefined)));
    await session.route(path, async (route) => {
      await held;
      await route.continue();
    }, { times: 1 });
    return release;
  };
  const heap = page.locator('.heap').first();
  let release = await holding('**/api/moves');
  await page.evaluate(() => (location.hash = '#/play?game=nim&start=2,2'));
  await heap.waitFor();
  assert.match(await heap.getAttribute('class'), /\boff\b/);
  await heap.focus();
  await page.keyboard.press('ArrowUp');
  assert.equal(await heap.getAttribute('aria-valuenow'), '0');
  release();
  await page.locator('.heap:not(.off)').first().waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('#take:enabled').waitFor();
  assert.equal(await heap.getAttribute('aria-valuenow'), '1');
  // While a move is read, neither another move nor a step back is made.
  release = await holding('**/api/play/read');
  await page.locator('#typed').fill('2 from 1');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#undo').disabled);
  await page.locator('#take').click();
  assert.deepEqual(await position(page), [2, 2]);
  release();
  await page.waitForFunction(() => location.hash.includes('line=0,2_'));
  await turn(page);
  // A new game ends the reading.
  const anew = async () => {
    await page.evaluate(() => document.querySelector('.heaps').classList.add('earlier'));
    await page.locator('#again').click();
    await page.locator('.heaps:not(.earlier) .heap:not(.off)').first().waitFor();
  };
  await anew();
  release = await holding('**/api/play/read');
  await page.locator('#typed').fill('1 from 1');
  await page.keyboard.press('Enter');
  await anew();
  release();
  await page.locator('#typed').fill('2 from 2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('line=2,0_'));
  check();
  await close();
}

export const tests = [
  ['nothing is chosen before the moves are known', noneTooEarly],
  ['two people play, at one device or through a link', friends],
  ['a game is won on the start page', atTheStart],
  ['a server that is busy is asked again', askedAgain],
  ['a finished game keeps its board', largestBoard],
  ['a large board on a phone', onAPhone],
  ['a pile grows where the rule allows it', growing],
  ['the keyboard stays where a move was made', focusStays],
  ['the move of the reader is seen', ownMoveIsSeen],
  ['back leads to the earlier game', back],
  ['a view that is left keeps its address to itself', gone],
  ['a start that cannot be read leaves nothing behind', badStart],
  ['play a whole game and win', win],
  ['lose one against the perfect computer', lose],
  ['a finished game is replayed with the mistakes marked', mistake],
  ['hint, why and undo', helping],
  ['misère play is won', misere],
  ['the computer begins, at every level', computerFirst],
  ['play with the keyboard only', keyboardOnly],
  ['the queen goes by keys', queenByKeys],
  ['play by touch', byTouch],
  ['every game of the catalogue can be played', everyGame],
  ["the computer's move is animated", animated],
];
