import type { I420Frame } from '../../pixels/frame.ts';
import { clamp, smoothstep } from '../../vision/math.ts';

/** Minimum alpha of a person at which their colour can be estimated. */
const MIN_ALPHA = 0.15;

/** Colours of the background without people, in planes of a quarter of the size of a frame. */
interface QuarterGround {
  readonly width: number;
  readonly height: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** Maximum error of the matte's edge, in pixels of half size. */
const BAND = 3;
/** Minimum difference of alpha (0..255) within a band. */
const MIN_STEP = 48;
/**
 * Difference of foreground and background (0..255) at which unmixing has half its weight, and standard deviation of the
 * residual of a mixed colour in its weight.
 */
const DISTINCT_DIFFERENCE = 40;
const MISFIT = 30;

/** Marks sure background in `others` (255 wholly) and possible people in `wide`, both at a distance from the edge. */
export function separateSides(
  people: Uint8Array,
  width: number,
  { others, wide }: { readonly others: Uint8Array; readonly wide: Uint8Array },
): void {
  const height = people.length / width;
  for (let row = 0, at = 0; row < height; row += 1) {
    const up = Math.max(0, row - BAND) * width;
    const down = Math.min(height - 1, row + BAND) * width;
    for (let column = 0; column < width; column += 1, at += 1) {
      const own = people[at];
      const left = people[at - Math.min(column, BAND)];
      const right = people[at + Math.min(width - 1 - column, BAND)];
      const above = people[up + column];
      const below = people[down + column];
      others[at] = 255 - Math.min(own, left, right, above, below);
      wide[at] = Math.max(own, left, right, above, below);
    }
  }
}

/**
 * Sets the edge of `people` (half the size of the frame) by unmixing its colours, as far as both sides differ and the
 * mixture explains them.
 */
export function unmixPeople(
  frame: I420Frame,
  people: Uint8Array,
  { front, ground }: { readonly front: QuarterGround; readonly ground: QuarterGround },
): void {
  const width = (frame.width + 1) >> 1;
  const height = people.length / width;
  const before = people.slice();
  const { y, u, v, strideY, strideU, strideV } = frame;
  for (let row = 0, at = 0; row < height; row += 1) {
    const up = Math.max(0, row - BAND) * width;
    const down = Math.min(height - 1, row + BAND) * width;
    for (let column = 0; column < width; column += 1, at += 1) {
      const left = before[at - Math.min(column, BAND)];
      const right = before[at + Math.min(width - 1 - column, BAND)];
      const above = before[up + column];
      const below = before[down + column];
      const max = Math.max(left, right, above, below);
      if (max - Math.min(left, right, above, below) < MIN_STEP) {
        continue;
      }
      const near =
        Math.min(ground.height - 1, row >> 1) * ground.width +
        Math.min(ground.width - 1, column >> 1);
      const luma = y[row * 2 * strideY + column * 2] - ground.y[near];
      const blueness = u[row * strideU + column] - ground.u[near];
      const redness = v[row * strideV + column] - ground.v[near];
      const stepY = front.y[near] - ground.y[near];
      const stepU = front.u[near] - ground.u[near];
      const stepV = front.v[near] - ground.v[near];
      const length = stepY * stepY + stepU * stepU + stepV * stepV;
      const along = luma * stepY + blueness * stepU + redness * stepV;
      const opacity = clamp(along / (length + 1), 0, 1);
      const misfit =
        (luma - opacity * stepY) ** 2 +
        (blueness - opacity * stepU) ** 2 +
        (redness - opacity * stepV) ** 2;
      const belief =
        (length / (length + DISTINCT_DIFFERENCE ** 2)) * Math.exp(-misfit / (2 * MISFIT ** 2));
      const wanted = smoothstep(0.08, 0.92, opacity) * 255;
      people[at] += (wanted - people[at]) * belief;
    }
  }
}

/** Sets the soft edge of people to their own colours: the visible colour without its part of background. */
export function freeEdge(frame: I420Frame, people: Uint8Array, ground: QuarterGround): void {
  const width = (frame.width + 1) >> 1;
  const { y, u, v, strideY, strideU, strideV } = frame;
  for (let at = 0; at < people.length; at += 1) {
    const alpha = people[at] / 255;
    if (alpha <= 0.02 || alpha >= 0.98) {
      continue;
    }
    const column = at % width;
    const row = (at - column) / width;
    const from =
      Math.min(ground.height - 1, row >> 1) * ground.width +
      Math.min(ground.width - 1, column >> 1);
    const gain = 1 / Math.max(MIN_ALPHA, alpha);
    const bare = (value: number, under: number): number =>
      clamp(under + (value - under) * gain, 0, 255);
    const below = row * 2 + 1 < frame.height ? strideY : 0;
    const right = column * 2 + 1 < frame.width ? 1 : 0;
    const luma = row * 2 * strideY + column * 2;
    const under = ground.y[from];
    y[luma] = bare(y[luma], under);
    if (right > 0) {
      y[luma + 1] = bare(y[luma + 1], under);
    }
    if (below > 0) {
      y[luma + below] = bare(y[luma + below], under);
      if (right > 0) {
        y[luma + below + 1] = bare(y[luma + below + 1], under);
      }
    }
    u[row * strideU + column] = bare(u[row * strideU + column], ground.u[from]);
    v[row * strideV + column] = bare(v[row * strideV + column], ground.v[from]);
  }
}
