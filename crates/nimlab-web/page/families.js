// What the page must know of a family of games beyond the catalogue: how its
// parameter is asked for, and how its positions are shown.

/** @typedef {import('./api.js').Entry} Entry */

/** @type {Record<string, {input: 'number' | 'text' | 'choice', label: string, choices?: [string, string][]}>} */
export const PARAMETERS = {
  moore: { input: 'number', label: 'k, the number of heaps a move may touch' },
  building: { input: 'number', label: 'l, the number of stacks' },
  subtraction: { input: 'text', label: 'S, the numbers that may be taken' },
  allbut: { input: 'text', label: 'S, the numbers that may not be taken' },
  octal: { input: 'text', label: 'Octal code' },
  wythoff: { input: 'number', label: 'a, how far the two amounts may differ' },
  wythoff3: {
    input: 'choice',
    label: 'Rule',
    choices: [['l1', 'L1-Nim: piles may grow, the total falls'], ['positive', 'Positive Nim: no pile grows'], ['lex', 'Wytlex(3): lexicographic order falls']],
  },
};

/** @type {Record<string, string>} */
export const TITLES = {
  nim: 'Nim',
  moore: "Moore's Nim (Index-k)",
  greedy: 'Greedy Nim',
  building: 'Building Nim',
  subtraction: 'Subtraction game',
  allbut: 'All-but game',
  octal: 'Octal game',
  grundy: "Grundy's game",
  wythoff: "Wythoff's game",
  'r-wythoff': 'R-Wythoff',
  wythoff3: 'Wythoff with three piles',
  fibonacci: 'Fibonacci Nim',
};

/** @param {string} game */
export const family = (game) => game.split(/[:(]/, 1)[0];

/** @param {string} game */
export const parameter = (game) => game.slice(family(game).length).replace(/^[:(]|\)$/g, '');

/** @param {string} game */
export function titleOf(game) {
  const with_ = parameter(game);
  return (TITLES[family(game)] ?? family(game)) + (with_ ? ` (${with_})` : '');
}

/** Games in which a move may leave more heaps than before. */
export const splits = (/** @type {string} */ game) => ['octal', 'grundy'].includes(family(game));

/** Rules to begin with in the editor. */
export const RULES = [
  {
    title: "Wythoff's game with a parameter",
    text: `game "Wythoff 2"
state x, y symmetric
param a = 2
move k in 0..x, l in 0..y
  where k + l > 0 and (k = 0 or l = 0 or abs(k - l) < a)
  -> (x - k, y - l)
decreasing x + y
`,
  },
  {
    title: 'A knight that goes home',
    text: `# Two squares towards a wall and one sideways.
game "Knight"
state x, y
move where x >= 2 -> (x - 2, y + 1)
move where x >= 2 and y >= 1 -> (x - 2, y - 1)
move where y >= 2 -> (x + 1, y - 2)
move where x >= 1 and y >= 2 -> (x - 1, y - 2)
decreasing x + y
`,
  },
  {
    title: "Euclid's game",
    text: `# Take a multiple of the smaller pile from the larger.
game "Euclid"
state x, y symmetric
move q in 1..y / x where x > 0 -> (x, y - q * x)
decreasing x + y
`,
  },
  {
    title: 'One, two or three stones',
    text: `game "One to three"
state n
move k in 1..3 where k <= n -> (n - k)
`,
  },
  {
    title: 'Three piles, positive Nim',
    text: `game "Positive Nim"
state a, b, c symmetric
move x in 0..a, y in 0..b, z in 0..c
  where x + y + z > 0 and x*y*z*(x - y)*(y - z)*(z - x) = 0
  -> (a - x, b - y, c - z)
decreasing a + b + c
`,
  },
];
