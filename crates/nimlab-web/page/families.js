// Names of games, and what the page begins with. What a game is, the catalogue
// says.

import { t } from './texts.js';

/** What is shown to a reader who has not chosen yet. */
export const FIRST = { game: 'wythoff', start: '8,11', small: '5,7' };

/** So many games of a sum are played at once: their tables fit on a screen. */
export const MOST_AT_ONCE = 4;

/** Games that are offered beside those of the catalogue, to be compared with another. */
export const NEIGHBOURS = [`${FIRST.game}:2`, `${FIRST.game}:3`];

/** @param {string} game */
export const family = (game) => game.split(/[:(]/, 1)[0];

/** @param {string} game */
export const parameter = (game) => game.slice(family(game).length).replace(/^[:(]|\)$/g, '');

/** Rules to begin with in the editor. */
export const RULES = [
  {
    title: t.editor.samples.wythoff,
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
    title: t.editor.samples.knight,
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
    title: t.editor.samples.euclid,
    text: `# Take a multiple of the smaller pile from the larger.
game "Euclid"
state x, y symmetric
move q in 1..y / x where x > 0 -> (x, y - q * x)
decreasing x + y
`,
  },
  {
    title: t.editor.samples.three,
    text: `game "One to three"
state n
move k in 1..3 where k <= n -> (n - k)
`,
  },
  {
    title: t.editor.samples.positive,
    text: `game "Positive Nim"
state a, b, c symmetric
move x in 0..a, y in 0..b, z in 0..c
  where x + y + z > 0 and x*y*z*(x - y)*(y - z)*(z - x) = 0
  -> (a - x, b - y, c - z)
decreasing a + b + c
`,
  },
];
