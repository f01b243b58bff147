// Every view of the page by its address: what is looked at, listened to and measured.

/** A game that is over, at one of its moves; a rule with an error beside its earlier picture. */
const REPLAY = '#/play?game=nim&start=1,2,4&line=0,2,4_0,2,2_0,0,2_0,0,0&step=2';
const RULE = 'game "Mine"\nstate x, y symmetric\nmove k in 1..x -> (x - k, y)\nmove k in 1..y -> (x, y - k)\n';
const spoil = async (page) => {
  await page.waitForFunction(() => document.querySelector('canvas')?.board?.heat);
  await page.locator('#rule').fill(RULE.replace('y - k', 'z - k'));
  await page.locator('.problem').waitFor();
};

/** A name, an address, and what is done there before it is looked at. */
export const VIEWS = [
  ['start', '#/'],
  ['explore-board', '#/explore?game=wythoff:2&at=17,29'],
  ['explore-sequence', '#/explore?game=subtraction:2,4,7&count=60'],
  ['explore-space', '#/explore?game=wythoff3:l1&at=23,39,58'],
  ['explore-list', '#/explore?game=fibonacci&at=20/4'],
  ['explore-versus', '#/explore?game=wythoff&versus=wythoff:2&size=32&at=5,9'],
  ['explore-far', '#/explore?game=wythoff:2&from=1000000,2414213&at=1000008,2414233'],
  ['explore-row', '#/explore?game=r-wythoff&size=32&row=6'],
  ['explore-sum', '#/explore?game=wythoff&at=4,5+%2B+nim+7'],
  ['explore-sum-misere', '#/explore?game=wythoff&at=4,5+%2B+nim+7&misere=1'],
  ['play-queen', '#/play?game=wythoff&start=8,11'],
  ['play-stones', '#/play?game=nim&start=3,4,5'],
  ['play-moves', '#/play?game=grundy&start=6,9'],
  ['play-sum', '#/play?sum=nim+3,4+%2B+wythoff+2,5'],
  ['play-sum-misere', '#/play?sum=nim+1,2+%2B+wythoff+2,3&misere=1'],
  ['play-large', '#/play?game=nim&start=1000,2000'],
  ['play-replay', REPLAY],
  ['play-refused-link', '#/play?game=nim&start=3,4,5&line=1,4,5_1,4,4_1,4,9'],
  ['explore-misere', '#/explore?game=wythoff:2&misere=1&size=32&at=3,9'],
  ['editor-error', `#/explore?rules=${encodeURIComponent(RULE)}`, spoil],
  ['learn', '#/learn'],
  ['learn-nim', '#/learn/nim?heaps=3,4,5'],
  ['learn-nim-large', '#/learn/nim?heaps=1023,512,700,3'],
  ['learn-wythoff', '#/learn/wythoff/free'],
  ['learn-fibonacci', '#/learn/fibonacci/free'],
  ['learn-periods', '#/learn/periods/free'],
  ['story-nim', '#/learn/nim/5'],
  ['story-wythoff', '#/learn/wythoff/2'],
  ['story-digits', '#/learn/wythoff/6'],
  ['story-fibonacci', '#/learn/fibonacci/4'],
  ['story-periods', '#/learn/periods/4'],
  ['learn-three', '#/learn/three/free'],
  ['story-three', '#/learn/three/3'],
  ['learn-training', '#/learn/training'],
  ['learn-worksheet', '#/learn/worksheet'],
  ['theorems', '#/theorems'],
  ['theorems-step', '#/theorems?name=wythoff&at=12,20&step=3'],
  ['theorems-large', '#/theorems?name=wythoff-2&value=3&at=1000,2415'],
  ['sources', '#/sources?name=whinihan'],
];
