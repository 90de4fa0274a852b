/** End of a line. */
interface LineEnd {
  x: number;
  y: number;
  /** Half of the line's width. */
  half: number;
}

/** Rectangle of pixels; `right` and `bottom` are part of it. */
export interface PixelBounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Line with round ends, whose width changes evenly between them. One object serves any number of lines. */
export class TaperedLine {
  readonly from: LineEnd = { x: 0, y: 0, half: 0 };
  readonly to: LineEnd = { x: 0, y: 0, half: 0 };
  /** Position of the point that was measured last: 0 at `from`, 1 at `to`. */
  t = 0;
  #alongX = 0;
  #alongY = 0;
  #square = 1;

  /**
   * Reads the ends, once they are set, and narrows `bounds` to the pixels that are at most `margin` beside the line. The
   * rectangle is empty where none is.
   */
  prepare(bounds: PixelBounds, margin: number): void {
    const { from, to } = this;
    this.#alongX = to.x - from.x;
    this.#alongY = to.y - from.y;
    this.#square = Math.max(1e-6, this.#alongX * this.#alongX + this.#alongY * this.#alongY);
    const max = Math.max(from.half, to.half) + margin;
    bounds.left = Math.max(bounds.left, Math.floor(Math.min(from.x, to.x) - max));
    bounds.right = Math.min(bounds.right, Math.ceil(Math.max(from.x, to.x) + max));
    bounds.top = Math.max(bounds.top, Math.floor(Math.min(from.y, to.y) - max));
    bounds.bottom = Math.min(bounds.bottom, Math.ceil(Math.max(from.y, to.y) + max));
  }

  /** Returns the distance of a point to the edge of the line, positive inside, and sets `t`. */
  measureInside(x: number, y: number): number {
    const { from, to } = this;
    const along = ((x - from.x) * this.#alongX + (y - from.y) * this.#alongY) / this.#square;
    const t = along < 0 ? 0 : along > 1 ? 1 : along;
    this.t = t;
    const distance = Math.sqrt(
      (x - from.x - t * this.#alongX) ** 2 + (y - from.y - t * this.#alongY) ** 2,
    );
    return from.half + t * (to.half - from.half) - distance;
  }
}
