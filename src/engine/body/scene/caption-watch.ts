/**
 * Finds captions and logos over a clip: edges that stay while the person behind them moves. Windows of some frames are
 * analysed, because captions come and go.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { BodyPose } from '../joints.ts';
import { findWords, type LumaRanges } from './find-words.ts';
import { readMask } from './person-hole.ts';

/** The captions of a window. */
interface CaptionWindow {
  /** Range of its frames; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Indices of the pixels of the captions in a frame, rows without gaps, and their luma. */
  readonly pixels: Uint32Array;
  readonly luma: Uint8Array;
  /** Those of the pixels that are steady: all but the rim of letters, which blends with what is behind. */
  readonly steady: Uint32Array;
  /** Indices of the pixels whose luma differs from that of the pixel two columns to the right. */
  readonly edges: Uint32Array;
}

/** Duration of a window in seconds, and its minimum number of frames. */
const WINDOW_SEC = 0.4;
const MIN_FRAMES = 5;
/** Maximum difference from the luma of a caption, in levels. */
const ALIKE = 24;
/**
 * Minimum step of luma at an edge of a caption within its window, and in other frames, in levels; minimum fractions of
 * the steady pixels and of the edges that a caption has in frames far from its window.
 */
const [EDGE, SOFT_EDGE] = [50, 25] as const;
const [MIN_ALIKE, MIN_EDGES] = [0.9, 0.8] as const;
/** Minimum value of the person's mask. */
const PERSON = 128;
/** Side in pixels of the cells in which the person is counted. */
const CELL = 4;

/** Watches one clip for captions. */
export class CaptionWatch {
  readonly #windows: CaptionWindow[] = [];
  #size = { width: 0, height: 0 };
  #min = new Uint8Array(0);
  #max = new Uint8Array(0);
  #behind = new Uint8Array(0);
  #poses: (BodyPose | null)[] = [];
  #startUs = 0;
  #frame = 0;
  #scene = -1;

  /** Adds the next frame. */
  add(
    picture: I420Frame,
    pose: BodyPose | null,
    { scene, timestampUs }: { readonly scene: number; readonly timestampUs: number },
  ): void {
    const isFull =
      this.#poses.length >= MIN_FRAMES && timestampUs - this.#startUs >= WINDOW_SEC * 1e6;
    if (scene !== this.#scene || isFull) {
      this.finish();
      this.#begin(picture, timestampUs);
      this.#scene = scene;
    }
    const { width, height } = this.#size;
    for (let row = 0; row < height; row += 1) {
      const line = row * picture.strideY - row * width;
      for (let at = row * width; at < (row + 1) * width; at += 1) {
        const value = picture.y[at + line];
        if (value < this.#min[at]) {
          this.#min[at] = value;
        }
        if (value > this.#max[at]) {
          this.#max[at] = value;
        }
      }
    }
    if (pose !== null) {
      this.#countPerson(pose);
    }
    this.#poses.push(pose);
    this.#frame += 1;
  }

  /** Ends the last window; must be called before `draw`. */
  finish(): void {
    if (this.#poses.length >= MIN_FRAMES) {
      const words = findWords(this.#ranges(), this.#poses);
      if (words !== null) {
        this.#windows.push(this.#toWindow(words));
      }
    }
    this.#poses = [];
  }

  /**
   * Sets the weights of the pixels of a frame that show captions to 255, with a `margin` around them in pixels; rows
   * have no gaps. `number` counts from the beginning of the clip. Captions that come or go within a window are known
   * from the neighbouring one, and those that are proven in one window only, because the person stands still in others,
   * are known in all frames that show them.
   */
  draw(
    weights: Uint8Array,
    picture: I420Frame,
    {
      number,
      width,
      margin = 0,
    }: { readonly number: number; readonly width: number; readonly margin?: number },
  ): void {
    const height = weights.length / width;
    for (const window of this.#windows) {
      const length = window.to - window.from;
      const isNear = number >= window.from - length && number < window.to + length;
      if (!isNear && !this.#isShown(window, picture)) {
        continue;
      }
      for (const [index, at] of window.pixels.entries()) {
        const y = (at / this.#size.width) | 0;
        const x = at - y * this.#size.width;
        const off = Math.abs(picture.y[y * picture.strideY + x] - window.luma[index]);
        if (x >= width || y >= height || off > ALIKE) {
          continue;
        }
        for (let row = Math.max(0, y - margin); row <= Math.min(height - 1, y + margin); row += 1) {
          const [left, right] = [Math.max(0, x - margin), Math.min(width, x + margin + 1)];
          weights.fill(255, row * width + left, row * width + right);
        }
      }
    }
  }

  /** True if no captions were found. */
  get isEmpty(): boolean {
    return this.#windows.length === 0;
  }

  /** Returns whether a frame shows nearly all of a window's captions. */
  #isShown({ pixels, luma, steady, edges }: CaptionWindow, { y, strideY }: I420Frame): boolean {
    const { width } = this.#size;
    let [alike, sharp] = [0, 0];
    for (const index of steady) {
      const at = pixels[index];
      const own = y[at + ((at / width) | 0) * (strideY - width)];
      alike += Math.abs(own - luma[index]) <= ALIKE ? 1 : 0;
    }
    for (const at of edges) {
      const own = at + ((at / width) | 0) * (strideY - width);
      sharp += Math.abs(y[own] - y[own + 2]) >= SOFT_EDGE ? 1 : 0;
    }
    return alike >= steady.length * MIN_ALIKE && sharp >= edges.length * MIN_EDGES;
  }

  /** Returns the window that ends now, with the luma of its captions in each pixel, 0 elsewhere. */
  #toWindow(words: Uint8Array): CaptionWindow {
    const [min, max] = [this.#min, this.#max];
    const pixels = Uint32Array.from(words.keys()).filter((at) => words[at] !== 0);
    return {
      from: this.#frame - this.#poses.length,
      to: this.#frame,
      pixels,
      luma: Uint8Array.from(pixels, (at) => words[at]),
      steady: Uint32Array.from(pixels.keys()).filter(
        (index) => max[pixels[index]] - min[pixels[index]] <= ALIKE,
      ),
      edges: pixels.filter(
        (at) =>
          (at + 2) % this.#size.width >= 2 &&
          Math.max(min[at] - max[at + 2], min[at + 2] - max[at]) >= EDGE,
      ),
    };
  }

  #begin({ width, height }: I420Frame, startUs: number): void {
    if (this.#min.length !== width * height) {
      this.#size = { width, height };
      this.#min = new Uint8Array(width * height);
      this.#max = new Uint8Array(width * height);
      this.#behind = new Uint8Array(Math.ceil(width / CELL) * Math.ceil(height / CELL));
    }
    this.#min.fill(255);
    this.#max.fill(0);
    this.#behind.fill(0);
    this.#startUs = startUs;
  }

  #ranges(): LumaRanges {
    return {
      ...this.#size,
      min: this.#min,
      max: this.#max,
      behind: this.#behind,
      cell: CELL,
    };
  }

  #countPerson(pose: BodyPose): void {
    const across = Math.ceil(this.#size.width / CELL);
    const valueAt = readMask(pose);
    for (let cell = 0; cell < this.#behind.length; cell += 1) {
      const x = (cell % across) * CELL + CELL / 2;
      const y = Math.floor(cell / across) * CELL + CELL / 2;
      this.#behind[cell] += valueAt(x, y) > PERSON && this.#behind[cell] < 255 ? 1 : 0;
    }
  }
}
