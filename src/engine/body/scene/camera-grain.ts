import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';

/** Less than this (levels) nobody sees, and video codecs leave out. */
const MIN_NOISE = 0.6;
/** Values of a table that stands for noise; a power of two. */
const TABLE = 1 << 13;

/** The noise of a camera, laid over what did not come from it. The same frame number gives the same noise. */
export class CameraGrain {
  readonly #table = new Int8Array(TABLE);
  readonly #isSeen: boolean;

  /** `noise` is its standard deviation in levels of luma. */
  constructor(noise: number) {
    this.#isSeen = noise >= MIN_NOISE;
    let state = 0x9e3779b9;
    const next = (): number => {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
      return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
    };
    for (let at = 0; at < TABLE; at += 1) {
      // Four even ones come near to a bell.
      const bell = (next() + next() + next() + next() - 2) * Math.sqrt(3);
      this.#table[at] = Math.round(bell * noise);
    }
  }

  /** Adds it to the luma of a frame where that differs from what the camera saw. */
  add(frame: I420Frame, camera: I420Frame, index: number): void {
    if (!this.#isSeen) {
      return;
    }
    const { y, width, height } = frame;
    const table = this.#table;
    for (let row = 0; row < height; row += 1) {
      let at = Math.imul(index * 977 + row, 0x9e3779b1) >>> 19;
      const [from, to] = [row * width, (row + 1) * width];
      const line = row * camera.strideY - from;
      for (let pixel = from; pixel < to; pixel += 1) {
        if (y[pixel] !== camera.y[pixel + line]) {
          y[pixel] = clamp(y[pixel] + table[at & (TABLE - 1)], 0, 255);
        }
        at += 1;
      }
    }
  }
}
