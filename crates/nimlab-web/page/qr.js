// A QR code of a text, as ISO/IEC 18004 describes it: bytes, error correction level L,
// the smallest of the forty versions that holds it.

/** For each version, the error correction bytes of a block, and how many blocks there are. */
const BYTES_OF_CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
const VERSIONS = BLOCKS.length;

/** Which cells a mask turns round. */
const MASKS = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2,
  (/** @type {number} */ _, /** @type {number} */ y) => y % 2,
  (/** @type {number} */ x) => x % 3,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3,
  (/** @type {number} */ x, /** @type {number} */ y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2) + ((x * y) % 3),
  (/** @type {number} */ x, /** @type {number} */ y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** How many centres of alignment patterns there are on a side. @param {number} version */
const centresOf = (version) => (version === 1 ? 0 : Math.floor(version / 7) + 2);

/** The bytes that fit into a version, corrections among them. @param {number} version */
function bytesOf(version) {
  const centres = centresOf(version);
  const cells = (16 * version + 128) * version + 64 - (centres ? (25 * centres - 10) * centres - 55 : 0) - (version >= 7 ? 36 : 0);
  return cells >> 3;
}

/**
 * The product in the field of 256 elements that the codes use.
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/**
 * The error correction of a block: the remainder by the product of x − 2^i.
 * @param {number[]} block
 * @param {number} degree
 */
function corrections(block, degree) {
  let divisor = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((one, k) => one ^ times(divisor[k - 1] ?? 0, root));
  }
  const rest = new Array(degree).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest.shift();
    rest.push(0);
    for (let k = 0; k < degree; k++) rest[k] ^= times(divisor[k + 1], factor);
  }
  return rest;
}

/**
 * The text as bytes with their corrections, in the order in which they are drawn.
 * @param {Uint8Array} text
 * @param {number} version
 */
function codewords(text, version) {
  const [all, blocks, degree] = [bytesOf(version), BLOCKS[version - 1], BYTES_OF_CORRECTION[version - 1]];
  const room = all - blocks * degree;
  const bits = [...binary(4, 4), ...binary(text.length, version < 10 ? 8 : 16), ...[...text].flatMap((byte) => binary(byte, 8))];
  bits.push(...new Array(Math.min(4, 8 * room - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  const bytes = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(''), 2));
  for (let pad = 0xec; bytes.length < room; pad ^= 0xec ^ 0x11) bytes.push(pad);
  const short = Math.floor(room / blocks);
  const parts = [];
  for (let i = 0, at = 0; i < blocks; i++) {
    const length = short + Number(i >= blocks - (room % blocks));
    parts.push(bytes.slice(at, at + length));
    at += length;
  }
  const checks = parts.map((part) => corrections(part, degree));
  const woven = (/** @type {number[][]} */ lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, k) => lists.filter((list) => k < list.length).map((list) => list[k])).flat();
  return [...woven(parts), ...woven(checks)];
}

/**
 * The digits of a number, the highest first.
 * @param {number} value
 * @param {number} width
 */
const binary = (value, width) => Array.from({ length: width }, (_, i) => (value >> (width - 1 - i)) & 1);

/**
 * A number followed by its remainder by a polynomial.
 * @param {number} value
 * @param {number} degree
 * @param {number} polynomial
 */
function checked(value, degree, polynomial) {
  let rest = value;
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return (value << degree) | rest;
}

/**
 * The code of a text: rows of cells, true for dark ones.
 * @param {string} text
 * @returns {boolean[][] | null} null if it is too long
 */
export function code(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  const fits = () => bytes.length + (version < 10 ? 2 : 3) <= bytesOf(version) - BLOCKS[version - 1] * BYTES_OF_CORRECTION[version - 1];
  while (version <= VERSIONS && !fits()) version++;
  if (version > VERSIONS) return null;
  const size = 17 + 4 * version;
  const cells = Array.from({ length: size }, () => new Array(size).fill(false));
  /** What is not for the text. */
  const taken = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    cells[y][x] = dark;
    taken[y][x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let x = -4; x <= 4; x++) for (let y = -4; y <= 4; y++) {
      const ring = Math.max(Math.abs(x), Math.abs(y));
      set(cx + x, cy + y, ring !== 2 && ring !== 4);
    }
  }
  const count = centresOf(version);
  const step = version === 32 ? 26 : 2 * Math.ceil((size - 13) / (2 * count - 2));
  const centres = Array.from({ length: count }, (_, i) => (i ? size - 7 - (count - 1 - i) * step : 6));
  centres.forEach((cx, i) => centres.forEach((cy, k) => {
    // Three corners have their larger patterns.
    if ((i === 0 && k === 0) || (i === 0 && k === count - 1) || (i === count - 1 && k === 0)) return;
    for (let x = -2; x <= 2; x++) for (let y = -2; y <= 2; y++) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
  }));
  if (version >= 7) {
    const bits = checked(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b, dark] = [size - 11 + (i % 3), Math.floor(i / 3), Boolean((bits >> i) & 1)];
      set(a, b, dark);
      set(b, a, dark);
    }
  }
  const format = (/** @type {number} */ mask) => {
    const bits = checked((1 << 3) | mask, 10, 0x537) ^ 0x5412;
    const dark = (/** @type {number} */ i) => Boolean((bits >> i) & 1);
    for (let i = 0; i < 15; i++) {
      set(i < 8 ? 8 : i === 8 ? 7 : 14 - i, i < 6 ? i : i < 8 ? i + 1 : 8, dark(i));
      set(i < 8 ? size - 1 - i : 8, i < 8 ? 8 : size - 15 + i, dark(i));
    }
    set(8, size - 8, true);
  };
  format(0);
  const bits = codewords(bytes, version).flatMap((byte) => binary(byte, 8));
  /** @type {[number, number][]} the cells of the text, in order */
  const path = [];
  for (let right = size - 1, up = true; right >= 1; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) for (const x of [right, right - 1]) {
      const y = up ? size - 1 - i : i;
      if (!taken[y][x]) path.push([x, y]);
    }
  }
  path.forEach(([x, y], i) => (cells[y][x] = bits[i] === 1));
  let best = { mask: 0, cost: Infinity };
  for (const mask of MASKS.keys()) {
    turn(cells, path, mask);
    format(mask);
    const cost = unrest(cells);
    if (cost < best.cost) best = { mask, cost };
    turn(cells, path, mask);
  }
  turn(cells, path, best.mask);
  format(best.mask);
  return cells;
}

/**
 * @param {boolean[][]} cells
 * @param {[number, number][]} path
 * @param {number} mask
 */
function turn(cells, path, mask) {
  for (const [x, y] of path) if (MASKS[mask](x, y) === 0) cells[y][x] = !cells[y][x];
}

/**
 * How hard a code is to read: long runs and blocks of one colour. Any mask can be read;
 * this only chooses a good one.
 * @param {boolean[][]} cells
 */
function unrest(cells) {
  let cost = 0;
  const size = cells.length;
  for (let i = 0; i < size; i++) {
    for (const at of [(/** @type {number} */ k) => cells[i][k], (/** @type {number} */ k) => cells[k][i]]) {
      let run = 1;
      for (let k = 1; k <= size; k++) {
        if (k < size && at(k) === at(k - 1)) run++;
        else {
          if (run >= 5) cost += run - 2;
          run = 1;
        }
      }
    }
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++) {
    if (cells[y][x] === cells[y - 1][x] && cells[y][x] === cells[y][x - 1] && cells[y][x] === cells[y - 1][x - 1]) cost += 3;
  }
  return cost;
}
