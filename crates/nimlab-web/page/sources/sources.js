// The sources, by the names under which games and lessons cite them.

import { fill, h } from '../dom.js';
import { ENGLISH, t } from '../texts.js';

/** @type {[string, string][]} a short name, and what it is */
const SOURCES = [
  ['Akiyama', 'Shigeki Akiyama, 3 dimensional Wythoff Nim, undated, after September 2024.'],
  ['Albert and Nowakowski', 'Michael H. Albert and Richard J. Nowakowski, 2001, as Thesis-W names them.'],
  ['Bouton', 'Charles L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3, 1901, 35–39.'],
  ['Duchêne', 'Eric Duchêne, Matthieu Dufour, Silvia Heubach and Urban Larsson, Building Nim, International Journal of Game Theory 45, 2016, 859–873.'],
  ['Fraenkel 1982', 'Aviezri S. Fraenkel, How to beat your Wythoff games’ opponent on three fronts, American Mathematical Monthly 89, 1982, 353–361.'],
  ['Fraenkel 2004', 'Aviezri S. Fraenkel, Complexity, appeal and challenges of combinatorial games, Theoretical Computer Science 313, 2004, 393–415.'],
  ['Grundy', 'Patrick M. Grundy, Mathematics and games, Eureka 2, 1939, 6–8.'],
  ['Gu', 'Albert Gu, Sprague-Grundy values of the R-Wythoff game, Electronic Journal of Combinatorics.'],
  ['Guy and Smith', 'Richard K. Guy and Cedric A. B. Smith, The G-values of various games, Proceedings of the Cambridge Philosophical Society 52, 1956, 514–526.'],
  ['Handout', 'A handout of a Dutch school on Fibonacci Nim, with a program for a pocket calculator.'],
  ['Ho', 'Nhan Bao Ho, Two variants of Wythoff’s game preserving its P-positions, Journal of Combinatorial Theory A 119, 2012, 1302–1314.'],
  ['Klein and Fraenkel', 'David Klein and Aviezri S. Fraenkel, K-pile Wythoff games, to appear in Games of No Chance.'],
  ['Moore', 'Eliakim H. Moore, A generalization of the game called Nim, Annals of Mathematics 11, 1910, 93–94.'],
  ['Slides', 'Slides of a Dutch lecture on subtraction games and all-but games.'],
  ['Sun and Zeilberger', 'Xinyu Sun and Doron Zeilberger, On Fraenkel’s N-heap Wythoff’s conjectures, Annals of Combinatorics 8, 2004, 225–238.'],
  ['Thesis-A', 'A Dutch bachelor thesis on Wythoff’s game, R-Wythoff and Akiyama’s Nim; our copy has no title page.'],
  ['Thesis-W', 'Marija Mijailović, Igra nim (The game of Nim), master thesis, University of Belgrade, 2020, in Serbian.'],
  ['Whinihan', 'Michael J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1, 1963, 9–13.'],
  ['Winning Ways', 'Elwyn R. Berlekamp, John H. Conway and Richard K. Guy, Winning Ways for your mathematical plays, 1982.'],
  ['Wythoff', 'Willem A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7, 1907, 199–202.'],
];

/** @param {string} name */
const anchor = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/**
 * A citation whose names lead to this page.
 * @param {string} text such as "Bouton 1901; Thesis-W section 2"
 */
export function cited(text) {
  const names = SOURCES.map(([name]) => name).sort((a, b) => b.length - a.length);
  // A name of a game, as in "3 dimensional Wythoff Nim", is not a source.
  const pieces = text.split(new RegExp(`(?<![A-Za-z-]|dimensional )(${names.join('|')})(?![A-Za-z-])`));
  return pieces.map((piece, i) => (i % 2 ? h('a', { href: `#/sources?name=${anchor(piece)}` }, piece) : piece));
}

/**
 * @param {HTMLElement} root
 * @param {URLSearchParams} params
 */
export function open(root, params) {
  const wanted = params.get('name');
  fill(root,
    h('header', { class: 'intro' }, h('h1', {}, t.frame.sources), h('p', { class: 'lead' }, t.sources.lead)),
    h('dl', { class: 'sources' }, ...SOURCES.flatMap(([name, words]) => [
      h('dt', { id: `source-${anchor(name)}`, tabindex: -1, 'aria-current': anchor(name) === wanted ? 'true' : undefined, ...ENGLISH }, name),
      h('dd', ENGLISH, words)])));
  const one = wanted && document.getElementById(`source-${wanted}`);
  if (one) {
    one.focus({ preventScroll: true });
    one.scrollIntoView({ block: 'center' });
  }
  return {};
}
