/**
 * Finds captions and logos over a clip: edges that stay while the person behind them moves. Windows of some frames are
 * analysed, because captions come and go.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { BodyPose } from '../joints.ts';
import { findWords, type LumaRanges } from './find-words.ts';
import { packRuns, readMask, unpackRuns } from './person-hole.ts';

/** The captions of a window. */
interface CaptionWindow {
  /** Range of its frames; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Luma of the captions in each pixel of a frame, run-length encoded; 0 elsewhere. */
  readonly runs: Uint8Array;
}

/** Duration of a window in seconds, and its minimum number of frames. */
const WINDOW_SEC = 0.4;
const MIN_FRAMES = 5;
/** Maximum difference from the luma of a caption, in levels. */
const ALIKE = 24;
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
  readonly #shown = new Map<CaptionWindow, Uint8Array>();

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
        const from = this.#frame - this.#poses.length;
        this.#windows.push({ from, to: this.#frame, runs: packRuns(words) });
      }
    }
    this.#poses = [];
  }

  /**
   * Sets the weights of the pixels of a frame that show captions to 255, with a `margin` around them in pixels; rows
   * have no gaps. `number` counts from the beginning of the clip. Captions that come or go within a window are known
   * from the neighbouring one.
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
      if (number < window.from - length || number >= window.to + length) {
        this.#shown.delete(window);
        continue;
      }
      const words = this.#unpack(window);
      for (let at = 0; at < words.length; at += 1) {
        if (words[at] === 0) {
          continue;
        }
        const y = (at / this.#size.width) | 0;
        const x = at - y * this.#size.width;
        if (
          x < width &&
          y < height &&
          Math.abs(picture.y[y * picture.strideY + x] - words[at]) <= ALIKE
        ) {
          for (
            let row = Math.max(0, y - margin);
            row <= Math.min(height - 1, y + margin);
            row += 1
          ) {
            weights.fill(
              255,
              row * width + Math.max(0, x - margin),
              row * width + Math.min(width, x + margin + 1),
            );
          }
        }
      }
    }
  }

  /** True if no captions were found. */
  get isEmpty(): boolean {
    return this.#windows.length === 0;
  }

  #unpack(window: CaptionWindow): Uint8Array {
    let words = this.#shown.get(window);
    if (words === undefined) {
      words = new Uint8Array(this.#size.width * this.#size.height);
      unpackRuns(window.runs, words);
      this.#shown.set(window, words);
    }
    return words;
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
