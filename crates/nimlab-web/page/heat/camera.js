// Which part of the board is seen: points a cell, and the cell in the lower left
// corner. Always within bounds, so that the board cannot be lost.

export class Camera {
  constructor() {
    this.scale = 8;
    this.x = 0;
    this.y = 0;
    this.width = 1;
    this.height = 1;
    this.columns = 1;
    this.rows = 1;
  }

  /** The scale at which the whole board is seen. */
  get whole() {
    return Math.min(this.width / this.columns, this.height / this.rows);
  }

  get largest() {
    return Math.max(64, this.whole);
  }

  fit() {
    this.scale = this.whole;
    this.x = 0;
    this.y = 0;
    this.settle();
  }

  /** Brings scale and corner within bounds; a small board stands in the middle. */
  settle() {
    this.scale = Math.min(this.largest, Math.max(this.whole, this.scale));
    const seenX = this.width / this.scale;
    const seenY = this.height / this.scale;
    this.x = seenX >= this.columns ? (this.columns - seenX) / 2 : Math.min(this.columns - seenX, Math.max(0, this.x));
    this.y = seenY >= this.rows ? (this.rows - seenY) / 2 : Math.min(this.rows - seenY, Math.max(0, this.y));
  }

  /**
   * @param {number} factor
   * @param {number} px point that stays where it is, from the left
   * @param {number} py and from the top
   */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const [x, y] = this.cell(px, py);
    this.scale = Math.min(this.largest, Math.max(this.whole, this.scale * factor));
    this.x = x - px / this.scale;
    this.y = y - (this.height - py) / this.scale;
    this.settle();
  }

  /**
   * @param {number} dx points to the right
   * @param {number} dy points down
   */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
    this.settle();
  }

  /**
   * The place on the board under a point.
   * @param {number} px
   * @param {number} py
   */
  cell(px, py) {
    return [this.x + px / this.scale, this.y + (this.height - py) / this.scale];
  }

  /**
   * The point of a place on the board.
   * @param {number} x
   * @param {number} y
   */
  point(x, y) {
    return [(x - this.x) * this.scale, this.height - (y - this.y) * this.scale];
  }

  /**
   * Moves as little as needed for a cell to be seen.
   * @param {number} x
   * @param {number} y
   */
  reveal(x, y) {
    const seenX = this.width / this.scale;
    const seenY = this.height / this.scale;
    const edge = Math.min(1.5, seenX / 4);
    if (x < this.x + edge) this.x = x - edge;
    if (x + 1 > this.x + seenX - edge) this.x = x + 1 - seenX + edge;
    if (y < this.y + edge) this.y = y - edge;
    if (y + 1 > this.y + seenY - edge) this.y = y + 1 - seenY + edge;
    this.settle();
  }
}
