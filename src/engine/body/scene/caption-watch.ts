/**
 * Finds captions and logos over a clip: edges that stay while the person behind them moves. Windows of some frames are
 * analysed, because captions come and go.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { BodyPose } from '../joints.ts';
import { CAPTION_EDGE, findWords, type LumaRanges } from './find-words.ts';
import { readMask } from './person-hole.ts';

/** The captions of a window, and of others that show the same. */
interface FoundCaptions {
  /** Frames of these windows and of their neighbours; `to` is exclusive. */
  readonly near: { readonly from: number; readonly to: number }[];
  /**
   * Indices of the pixels in a frame, rows without gaps, and their luma. The first `steadyCount` are those by which the
   * captions are recognised: they are steady, unlike the rim of letters, which blends with what is behind.
   */
  pixels: Uint32Array;
  luma: Uint8Array;
  readonly steadyCount: number;
  /** Indices of the pixels whose luma differs from that of the pixel two columns to the right. */
  readonly edges: Uint32Array;
}

/** The range of each pixel's luma over some frames, or twice the luma of one frame. */
interface ShownRange {
  readonly min: Uint8Array;
  readonly max: Uint8Array;
  readonly stride: number;
}

/** Duration of a window in seconds, and its minimum number of frames. */
const WINDOW_SEC = 0.4;
const MIN_FRAMES = 5;
/** Maximum difference from the luma of a caption, in levels. */
const ALIKE = 24;
/** Difference to known captions from which a pixel is noted again: its luma varies by the rest from frame to frame. */
const KNOWN_ALIKE = 8;
/**
 * Minimum step of luma at an edge of a caption in frames far from its window, in levels; minimum fractions of the steady
 * pixels and of the edges that it has there.
 */
const SOFT_EDGE = 25;
const [MIN_ALIKE, MIN_EDGES] = [0.9, 0.8] as const;
/** Minimum fraction of a window's pixels that are known from another one that shows the same. */
const MIN_KNOWN = 0.9;
/** Minimum value of the person's mask. */
const PERSON = 128;
/** Side in pixels of the cells in which the person is counted. */
const CELL = 4;

/** Watches one clip for captions. */
export class CaptionWatch {
  readonly #found: FoundCaptions[] = [];
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
    planes: I420Frame,
    pose: BodyPose | null,
    { scene, timestampUs }: { readonly scene: number; readonly timestampUs: number },
  ): void {
    const isFull =
      this.#poses.length >= MIN_FRAMES && timestampUs - this.#startUs >= WINDOW_SEC * 1e6;
    if (scene !== this.#scene || isFull) {
      this.finish();
      this.#begin(planes, timestampUs);
      this.#scene = scene;
    }
    const { width, height } = this.#size;
    for (let row = 0; row < height; row += 1) {
      const line = row * planes.strideY - row * width;
      for (let at = row * width; at < (row + 1) * width; at += 1) {
        const value = planes.y[at + line];
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
        this.#addWords(words);
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
    planes: I420Frame,
    {
      number,
      width,
      margin = 0,
    }: { readonly number: number; readonly width: number; readonly margin?: number },
  ): void {
    const height = weights.length / width;
    const shown = { min: planes.y, max: planes.y, stride: planes.strideY };
    for (const captions of this.#found) {
      const isNear = captions.near.some(({ from, to }) => number >= from && number < to);
      if (isNear || this.#areShown(captions, shown)) {
        this.#drawPixels(weights, captions, { planes, width, height, margin });
      }
    }
  }

  /** True if no captions were found. */
  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  #drawPixels(
    weights: Uint8Array,
    { pixels, luma }: FoundCaptions,
    {
      planes: { y: own, strideY },
      width,
      height,
      margin,
    }: {
      readonly planes: I420Frame;
      readonly width: number;
      readonly height: number;
      readonly margin: number;
    },
  ): void {
    for (let index = 0; index < pixels.length; index += 1) {
      const y = (pixels[index] / this.#size.width) | 0;
      const x = pixels[index] - y * this.#size.width;
      const off = Math.abs(own[y * strideY + x] - luma[index]);
      if (x >= width || y >= height || off > ALIKE) {
        continue;
      }
      const left = Math.max(0, x - margin);
      const right = Math.min(width, x + margin + 1);
      for (let row = Math.max(0, y - margin); row <= Math.min(height - 1, y + margin); row += 1) {
        weights.fill(255, row * width + left, row * width + right);
      }
    }
  }

  /** Returns whether nearly all of the captions are shown; ends as soon as too many of their pixels differ. */
  #areShown(
    { pixels, luma, steadyCount, edges }: FoundCaptions,
    { min, max, stride }: ShownRange,
  ): boolean {
    const { width } = this.#size;
    let spare = steadyCount - Math.ceil(steadyCount * MIN_ALIKE);
    for (let index = 0; index < steadyCount && spare >= 0; index += 1) {
      const own = pixels[index] + ((pixels[index] / width) | 0) * (stride - width);
      const off = Math.max(max[own] - luma[index], luma[index] - min[own]);
      spare -= off > ALIKE ? 1 : 0;
    }
    if (spare < 0) {
      return false;
    }
    spare = edges.length - Math.ceil(edges.length * MIN_EDGES);
    for (let index = 0; index < edges.length && spare >= 0; index += 1) {
      const own = edges[index] + ((edges[index] / width) | 0) * (stride - width);
      const step = Math.max(min[own] - max[own + 2], min[own + 2] - max[own]);
      spare -= step < SOFT_EDGE ? 1 : 0;
    }
    return spare >= 0;
  }

  /** Adds the captions of the window that ends now: their luma in each pixel, 0 elsewhere. */
  #addWords(words: Uint8Array): void {
    const length = this.#poses.length;
    const near = { from: this.#frame - 2 * length, to: this.#frame + length };
    const shown = { min: this.#min, max: this.#max, stride: this.#size.width };
    const count = words.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
    // A logo is in all windows, and each frame is compared with all captions.
    for (const captions of this.#found) {
      const fresh = this.#areShown(captions, shown) ? withoutKnown(words, captions) : null;
      if (fresh !== null && fresh.pixels.length <= count * (1 - MIN_KNOWN)) {
        captions.near.push(near);
        captions.pixels = Uint32Array.from([...captions.pixels, ...fresh.pixels]);
        captions.luma = Uint8Array.from([...captions.luma, ...fresh.luma]);
        return;
      }
    }
    this.#found.push({ near: [near], ...this.#toCaptions(words) });
  }

  /** Returns the captions of the window that ends now. */
  #toCaptions(words: Uint8Array): Omit<FoundCaptions, 'near'> {
    const [min, max, { width }] = [this.#min, this.#max, this.#size];
    const [steady, rim, edges]: [number[], number[], number[]] = [[], [], []];
    for (let at = 0; at < words.length; at += 1) {
      if (words[at] === 0) {
        continue;
      }
      (max[at] - min[at] <= ALIKE ? steady : rim).push(at);
      const step = Math.max(min[at] - max[at + 2], min[at + 2] - max[at]);
      if ((at + 2) % width >= 2 && step >= CAPTION_EDGE) {
        edges.push(at);
      }
    }
    const pixels = Uint32Array.from([...steady, ...rim]);
    return {
      pixels,
      luma: Uint8Array.from(pixels, (at) => words[at]),
      steadyCount: steady.length,
      edges: Uint32Array.from(edges),
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

/** Returns the pixels of words, with their luma, that captions lack. */
function withoutKnown(
  words: Uint8Array,
  { pixels, luma }: FoundCaptions,
): Pick<FoundCaptions, 'pixels' | 'luma'> {
  const rest = words.slice();
  for (let index = 0; index < pixels.length; index += 1) {
    const at = pixels[index];
    rest[at] = Math.abs(rest[at] - luma[index]) <= KNOWN_ALIKE ? 0 : rest[at];
  }
  const fresh: number[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] !== 0) {
      fresh.push(at);
    }
  }
  return { pixels: Uint32Array.from(fresh), luma: Uint8Array.from(fresh, (at) => rest[at]) };
}
