/**
 * Background of a scene without people, at low resolution: a pyramid of means over background pixels only, whose gaps
 * are filled from coarser levels. Used for blurred backgrounds and erased areas.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { alignOffset, kernels, reserveKernelMemory } from '../../pixels/simd/kernels.ts';

/** Background without people, at a quarter of the frame's size or less. */
export interface Backdrop {
  /**
   * Updates the background from a frame. `people` is their mask at half the frame's size, 0..255. `amount` is the blur,
   * 0 barely .. 1 beyond recognition; null leaves it sharp.
   */
  update(frame: I420Frame, people: Uint8Array, amount: number | null): void;
  /** Pixels of the frame per pixel of the backdrop, in each direction. */
  readonly step: number;
  readonly width: number;
  readonly height: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** Step of the finest level. */
const STEP = 4;
const SMALLEST = 3;
/** Radius of the widest blur, as a fraction of the shorter side. */
const WIDEST = 0.11;
/** Blur radius (pixels) from which on half the resolution looks the same. */
const WIDE = 8;

/** Minimum weight of background at a pixel. */
const MIN_GROUND = 1e-3;

interface Level {
  readonly width: number;
  readonly height: number;
  readonly weight: Float32Array;
  readonly planes: readonly [Float32Array, Float32Array, Float32Array];
}

/** Creates a backdrop for one stream. */
export function createBackdrop(): Backdrop {
  return new PyramidBackdrop();
}

class PyramidBackdrop implements Backdrop {
  #levels: readonly Level[] = [];
  /** Index of the level in use. */
  #shown = 0;

  get step(): number {
    return STEP << this.#shown;
  }
  get width(): number {
    return this.#levels[this.#shown]?.width ?? 0;
  }
  get height(): number {
    return this.#levels[this.#shown]?.height ?? 0;
  }
  get y(): Float32Array {
    return this.#levels[this.#shown]!.planes[0];
  }
  get u(): Float32Array {
    return this.#levels[this.#shown]!.planes[1];
  }
  get v(): Float32Array {
    return this.#levels[this.#shown]!.planes[2];
  }

  update(frame: I420Frame, people: Uint8Array, amount: number | null): void {
    const width = Math.max(1, frame.width >> 2);
    const height = Math.max(1, frame.height >> 2);
    this.#fit(width, height);
    let radius = amount === null ? 0 : Math.min(width, height) * WIDEST * (0.15 + 0.85 * amount);
    this.#shown = 0;
    while (radius >= WIDE && this.#shown < this.#levels.length - 2) {
      radius /= 2;
      this.#shown += 1;
    }
    sample(frame, people, this.#levels[0]!);
    for (let index = 1; index < this.#levels.length; index += 1) {
      reduce(this.#levels[index - 1]!, this.#levels[index]!);
    }
    for (let index = this.#levels.length - 2; index >= this.#shown; index -= 1) {
      fill(this.#levels[index + 1]!, this.#levels[index]!);
    }
    this.#blur(Math.round(radius));
  }

  #blur(radius: number): void {
    const { width, height, planes } = this.#levels[this.#shown]!;
    const spare = alignOffset(width * height * 4);
    const { floats } = reserveKernelMemory(2 * spare);
    for (const plane of radius > 0 ? planes : []) {
      floats.set(plane);
      kernels.blurPlane(0, width, height, radius, spare);
      plane.set(floats.subarray(0, plane.length));
    }
  }

  #fit(width: number, height: number): void {
    const finest = this.#levels[0];
    if (finest !== undefined && width === finest.width && height === finest.height) {
      return;
    }
    const levels: Level[] = [];
    for (let [w, h] = [width, height]; ; [w, h] = [(w + 1) >> 1, (h + 1) >> 1]) {
      const plane = (): Float32Array => new Float32Array(w * h);
      levels.push({ width: w, height: h, weight: plane(), planes: [plane(), plane(), plane()] });
      if (Math.min(w, h) <= SMALLEST) {
        break;
      }
    }
    this.#levels = levels;
  }
}

/** Samples 4 of 16 luma pixels and one of four chroma pixels: the pyramid blurs anyway. */
function sample(
  frame: I420Frame,
  people: Uint8Array,
  { width, height, weight, planes }: Level,
): void {
  const { y, u, v, strideY, strideU, strideV } = frame;
  const halfWidth = (frame.width + 1) >> 1;
  const [toY, toU, toV] = planes;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const luma = row * STEP * strideY + column * STEP;
      const half = row * 2 * halfWidth + column * 2;
      const fraction = 1 - people[half]! / 255;
      const ground = fraction * fraction * fraction;
      weight[at] = ground;
      toY[at] =
        ((y[luma]! + y[luma + 2]! + y[luma + 2 * strideY]! + y[luma + 2 * strideY + 2]!) / 4) *
        ground;
      toU[at] = u[row * 2 * strideU + column * 2]! * ground;
      toV[at] = v[row * 2 * strideV + column * 2]! * ground;
    }
  }
}

/** Averages 2 × 2 weighted pixels; a level may end with an odd row or column. */
function reduce(from: Level, to: Level): void {
  addUp(from.weight, from, to.weight, to);
  for (let plane = 0; plane < 3; plane += 1) {
    addUp(from.planes[plane]!, from, to.planes[plane]!, to);
  }
}

function addUp(
  from: Float32Array,
  { width: fromWidth, height: fromHeight }: Level,
  to: Float32Array,
  { width, height }: Level,
): void {
  for (let row = 0; row < height; row += 1) {
    const top = row * 2 * fromWidth;
    const hasBelow = row * 2 + 1 < fromHeight;
    for (let column = 0; column < width; column += 1) {
      const at = top + column * 2;
      const hasRight = column * 2 + 1 < fromWidth;
      let sum = from[at]!;
      sum += hasRight ? from[at + 1]! : 0;
      sum += hasBelow ? from[at + fromWidth]! : 0;
      sum += hasRight && hasBelow ? from[at + fromWidth + 1]! : 0;
      to[row * width + column] = sum / 4;
    }
  }
}

/** Adds the coarser level, which holds colours already, to the weighted pixels by their missing weight. */
function fill(coarse: Level, fine: Level): void {
  normaliseCoarsest(coarse);
  const { width, height, weight } = fine;
  for (let row = 0; row < height; row += 1) {
    const y = Math.max(0, Math.min(coarse.height - 1, row / 2 - 0.25));
    const top = y | 0;
    const below = Math.min(coarse.height - 1, top + 1) * coarse.width;
    const fy = y - top;
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const fraction = weight[at]!;
      if (fraction >= 1) {
        continue; // Background only.
      }
      const x = Math.max(0, Math.min(coarse.width - 1, column / 2 - 0.25));
      const left = x | 0;
      const right = Math.min(coarse.width - 1, left + 1);
      const fx = x - left;
      const missing = 1 - fraction;
      for (let plane = 0; plane < 3; plane += 1) {
        const from = coarse.planes[plane]!;
        const to = fine.planes[plane]!;
        const upper =
          from[top * coarse.width + left]! * (1 - fx) + from[top * coarse.width + right]! * fx;
        const lower = from[below + left]! * (1 - fx) + from[below + right]! * fx;
        to[at] = to[at]! + (upper * (1 - fy) + lower * fy) * missing;
      }
      weight[at] = 1;
    }
  }
}

/**
 * Normalises the coarsest level to colours. Pixels without background take the mean of all background: grey would show
 * as a dark cloud around an erased person. A frame without background becomes grey.
 */
function normaliseCoarsest({ weight, planes }: Level): void {
  if (weight.every((fraction) => fraction === 1)) {
    return;
  }
  const known = weight.reduce((sum, fraction) => sum + fraction, 0);
  for (let plane = 0; plane < 3; plane += 1) {
    const values = planes[plane]!;
    const sum = values.reduce((total, value) => total + value, 0);
    const mean = known > MIN_GROUND * weight.length ? sum / known : plane === 0 ? 96 : 128;
    for (let at = 0; at < values.length; at += 1) {
      values[at] = (values[at]! + mean * MIN_GROUND) / (weight[at]! + MIN_GROUND);
    }
  }
  weight.fill(1);
}
