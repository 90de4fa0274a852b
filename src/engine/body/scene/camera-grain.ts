import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';

/** Minimum noise in levels of luma; less is invisible, and codecs remove it. */
const MIN_NOISE = 0.6;
/** Number of values in the noise table; a power of two. */
const TABLE = 1 << 13;

/** Adds the noise of a camera to pixels that do not come from it. The same frame index gives the same noise. */
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
      // The sum of four uniform values is nearly Gaussian.
      const bell = (next() + next() + next() + next() - 2) * Math.sqrt(3);
      this.#table[at] = Math.round(bell * noise);
    }
  }

  /** Adds noise to the luma of a frame where it differs from the camera's frame. */
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
