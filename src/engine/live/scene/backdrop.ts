/**
 * What a scene looks like without its people, coarsely: a pyramid of means over the ground alone, in which gaps
 * are filled from coarser levels. Blurred backgrounds and the places where somebody was taken out come from it.
 */
import type { I420Frame } from '../../pixels/frame.ts';

/** Ground without people, a quarter of the picture's size. */
export interface Backdrop {
  /** `ground`: how much of a place is ground, half the size of the picture, 255 people .. 0 ground. */
  take(frame: I420Frame, people: Uint8Array): void;
  /** Blurs what was taken: 0 hardly .. 1 beyond recognition. */
  blur(amount: number): void;
  readonly width: number;
  readonly height: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** Pixels of the picture to a pixel of the backdrop, in each direction. */
const STEP = 4;
const SMALLEST = 3;
/** Of the shorter side: the widest blur. */
const WIDEST = 0.11;

interface Level {
  readonly width: number;
  readonly height: number;
  readonly weight: Float32Array;
  readonly planes: readonly [Float32Array, Float32Array, Float32Array];
}

/** A backdrop for one stream. */
export function createBackdrop(): Backdrop {
  return new PyramidBackdrop();
}

class PyramidBackdrop implements Backdrop {
  #levels: readonly Level[] = [];
  #line = new Float32Array(0);

  get width(): number {
    return this.#levels[0]?.width ?? 0;
  }
  get height(): number {
    return this.#levels[0]?.height ?? 0;
  }
  get y(): Float32Array {
    return this.#levels[0]!.planes[0];
  }
  get u(): Float32Array {
    return this.#levels[0]!.planes[1];
  }
  get v(): Float32Array {
    return this.#levels[0]!.planes[2];
  }

  take(frame: I420Frame, people: Uint8Array): void {
    this.#fit(Math.max(1, frame.width >> 2), Math.max(1, frame.height >> 2));
    sample(frame, people, this.#levels[0]!);
    for (let index = 1; index < this.#levels.length; index += 1) {
      reduce(this.#levels[index - 1]!, this.#levels[index]!);
    }
    for (let index = this.#levels.length - 2; index >= 0; index -= 1) {
      fill(this.#levels[index + 1]!, this.#levels[index]!);
    }
  }

  blur(amount: number): void {
    const { width, height, planes } = this.#levels[0]!;
    const radius = Math.round(Math.min(width, height) * WIDEST * (0.15 + 0.85 * amount));
    for (const plane of planes) {
      for (let pass = 0; pass < 2; pass += 1) {
        blurLines(plane, this.#line, {
          count: height,
          next: width,
          length: width,
          step: 1,
          radius,
        });
        blurLines(plane, this.#line, {
          count: width,
          next: 1,
          length: height,
          step: width,
          radius,
        });
      }
    }
  }

  #fit(width: number, height: number): void {
    if (width === this.width && height === this.height) {
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
    this.#line = new Float32Array(Math.max(width, height));
  }
}

/** One of four pixels of luma and of two of chroma: what comes next blurs anyway. */
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
      const share = 1 - people[half]! / 255;
      const ground = share * share * share;
      weight[at] = ground;
      toY[at] =
        ((y[luma]! + y[luma + 2]! + y[luma + 2 * strideY]! + y[luma + 2 * strideY + 2]!) / 4) *
        ground;
      toU[at] = u[row * 2 * strideU + column * 2]! * ground;
      toV[at] = v[row * 2 * strideV + column * 2]! * ground;
    }
  }
}

/** Sums of two by two; a level may end with an odd row or column. */
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

/** Turns sums into colours; what has little weight takes over the coarser level, which is colours already. */
function fill(coarse: Level, fine: Level): void {
  normaliseCoarsest(coarse);
  const { width, height, weight } = fine;
  for (let row = 0; row < height; row += 1) {
    const y = Math.max(0, Math.min(coarse.height - 1, row / 2 - 0.25));
    const top = y | 0;
    const below = Math.min(coarse.height - 1, top + 1) * coarse.width;
    const fy = y - top;
    for (let column = 0; column < width; column += 1) {
      const x = Math.max(0, Math.min(coarse.width - 1, column / 2 - 0.25));
      const left = x | 0;
      const right = Math.min(coarse.width - 1, left + 1);
      const fx = x - left;
      const at = row * width + column;
      const share = weight[at]!;
      const missing = 1 - Math.min(1, share);
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

/** The coarsest level holds sums when it is first read; a place without any ground becomes grey. */
function normaliseCoarsest({ weight, planes }: Level): void {
  for (let at = 0; at < weight.length; at += 1) {
    const share = weight[at]!;
    if (share !== 1) {
      const isKnown = share > 1e-3;
      for (let plane = 0; plane < 3; plane += 1) {
        planes[plane]![at] = isKnown ? planes[plane]![at]! / share : plane === 0 ? 96 : 128;
      }
      weight[at] = 1;
    }
  }
}

function blurLines(
  plane: Float32Array,
  line: Float32Array,
  {
    count,
    next,
    length,
    step,
    radius,
  }: {
    readonly count: number;
    readonly next: number;
    readonly length: number;
    readonly step: number;
    readonly radius: number;
  },
): void {
  const share = 1 / (2 * radius + 1);
  const last = length - 1;
  for (let index = 0; index < count; index += 1) {
    const start = index * next;
    for (let at = 0; at < length; at += 1) {
      line[at] = plane[start + at * step]!;
    }
    let sum = line[0]! * (radius + 1);
    for (let at = 1; at <= radius; at += 1) {
      sum += line[at < last ? at : last]!;
    }
    for (let at = 0; at < length; at += 1) {
      plane[start + at * step] = sum * share;
      const enters = at + radius + 1;
      const leaves = at - radius;
      sum += line[enters < last ? enters : last]! - line[leaves > 0 ? leaves : 0]!;
    }
  }
}
