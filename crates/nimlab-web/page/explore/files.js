// What is kept as a file: the name says what the file holds, and a list of
// P-positions has the form of `nimlab cold --format csv`.

/** @typedef {import('../json.js').Num} Num */
/** @typedef {import('../picker.js').Choice} Choice */

/**
 * @param {Choice} choice
 * @param {...(string | number | false)} words what else is to be said
 */
export function fileName(choice, ...words) {
  return [(choice.game || 'rule').replace(/[:,]/g, '-'), ...words.filter(Boolean)].join('-');
}

/**
 * @param {Choice} choice
 * @param {ArrayLike<Num>[]} positions
 */
export function coldCsv(choice, positions) {
  const lines = [['n', ...columns(choice, positions[0]?.length ?? 0)].join(',')];
  positions.forEach((position, n) => lines.push([n, ...Array.from(position)].join(',')));
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' });
}

/**
 * @param {Choice} choice
 * @param {number} width
 */
export function columns(choice, width) {
  if (choice.state.length === width) return choice.state;
  const { tail } = choice.shape;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].slice(0, tail ? width - 1 : width);
  return tail ? [...(width === 2 ? ['stones'] : letters), tail.label] : letters;
}
