import type { DrawnPair } from '../../pixels/draw-triangles.ts';

/** Two reusable planes of any size. */
export class PairPlanes {
  #first = new Uint8ClampedArray(0);
  #second = new Uint8ClampedArray(0);

  /** Returns cleared planes of a size; invalidates those of the previous call. */
  clear(width: number, height: number): DrawnPair {
    const length = width * height;
    if (this.#first.length < length) {
      this.#first = new Uint8ClampedArray(length);
      this.#second = new Uint8ClampedArray(length);
    }
    const first = this.#first.subarray(0, length).fill(0);
    const second = this.#second.subarray(0, length).fill(0);
    return { first, second, width, height };
  }
}
