/**
 * Measures and draws the shadows of a body on flat ground: how the light of a scene casts them, and those of another
 * body in that light.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { clamp } from '../../vision/math.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { computeQuantile } from '../body-build.ts';
import { JOINT_VALUES } from '../joints.ts';
import { lowestOfFeet } from '../pin-feet.ts';
import { createBodyHull } from './body-hull.ts';
import { findDriverShadow, SHADOW_CELL, type ShadowCells, UNKNOWN } from './driver-shadow.ts';
import type { PlateSample } from './plate-sample.ts';
import { computeCover } from './stack-frames.ts';

/** Direction and strength of the shadows in a light. */
export interface CastShadow {
  /**
   * Offset of a point's shadow from its foot, to the right and up in the image, relative to the height of the point.
   */
  readonly aside: number;
  readonly up: number;
  /** Fraction of the light that is missing in the shadow. */
  readonly strength: number;
}

/** Directions that are tried, and offsets by which the best one is refined. */
const ASIDES = spread(-2, 2, 0.25);
const UPS = spread(-0.9, 0.9, 0.15).filter((up) => Math.abs(up) > 0.05);
const FINER = [-0.12, -0.06, 0, 0.06, 0.12];
/** Minimum intersection over union of the dark area and the predicted shadow. */
const MIN_OVERLAP = 0.35;
const MAX_SAMPLES = 6;
/** Interval of the compared cells in each direction. */
const STEP = 2;
const PERSON = 128;
/** Cells over which the edge of a shadow fades. */
const SOFT = 1;
const BLACK = 16;
const GREY = 128;

interface SampleShadow {
  readonly cells: ShadowCells;
  readonly person: Uint8Array;
  readonly width: number;
  readonly groundY: number;
}

/** Measures how the driver's shadow falls; null if it is not visible, or does not fit a body on flat ground. */
export function measureCastShadow(
  samples: readonly PlateSample[],
  { image, views }: { readonly image: I420Frame; readonly views: readonly Similarity[] },
): CastShadow | null {
  const every = Math.max(1, Math.ceil(samples.length / MAX_SAMPLES));
  const shadows = samples
    .filter((_, at) => at % every === 0)
    .map((sample) => readSample(sample, image, views[sample.index]))
    .filter((shadow) => shadow !== null);
  const overlapOf = ({ aside, up }: Pick<CastShadow, 'aside' | 'up'>): number =>
    measureOverlap(shadows, aside, up).overlap;
  const best = (directions: readonly Pick<CastShadow, 'aside' | 'up'>[]) =>
    directions
      .map((direction) => ({ ...direction, overlap: overlapOf(direction) }))
      .reduce((max, next) => (next.overlap > max.overlap ? next : max));
  const coarse = best(ASIDES.flatMap((aside) => UPS.map((up) => ({ aside, up }))));
  const { aside, up, overlap } = best(
    FINER.flatMap((right) =>
      FINER.map((above) => ({ aside: coarse.aside + right, up: coarse.up + above })),
    ),
  );
  return overlap < MIN_OVERLAP
    ? null
    : { aside, up, strength: computeQuantile(measureOverlap(shadows, aside, up).dark, 0.5) };
}

function readSample(
  { frame, holes, pose: { joints } }: PlateSample,
  plate: I420Frame,
  view: Similarity,
): SampleShadow | null {
  if (joints.length === 0) {
    return null;
  }
  const size = { width: frame.width & ~1, height: frame.height & ~1 };
  const person = computeCover(holes, size);
  const cells = findDriverShadow({ planes: frame, plate, view, person, joints });
  return cells === null
    ? null
    : { cells, person, width: size.width, groundY: lowestOfFeet(joints) };
}

/**
 * Returns the intersection over union of the shadow of a direction with the dark area, and the darkness of the
 * intersection.
 */
function measureOverlap(
  shadows: readonly SampleShadow[],
  aside: number,
  up: number,
): { readonly overlap: number; readonly dark: readonly number[] } {
  const dark: number[] = [];
  let either = 0;
  for (const { cells, person, width, groundY } of shadows) {
    for (let row = 0; row < cells.down; row += STEP) {
      const height = (groundY - (row + 0.5) * SHADOW_CELL) / up;
      const y = Math.round(groundY - height);
      const isAbove = height >= 0 && y >= 0;
      for (let column = 0; column < cells.across; column += STEP) {
        const missing = cells.dark[row * cells.across + column];
        if (missing === UNKNOWN) {
          continue;
        }
        const x = Math.round((column + 0.5) * SHADOW_CELL - height * aside);
        const isCast = isAbove && x >= 0 && x < width && person[y * width + x] > PERSON;
        either += isCast || missing > 0 ? 1 : 0;
        if (isCast && missing > 0) {
          dark.push(missing);
        }
      }
    }
  }
  return { overlap: dark.length / Math.max(1, either), dark };
}

/** Darkens the ground where a body blocks the light. */
export function drawCastShadow(
  frame: I420Frame,
  joints: Float32Array,
  { aside, up, strength }: CastShadow,
): void {
  const groundY = lowestOfFeet(joints);
  const isBody = createBodyHull(joints, 'usual');
  let [left, right, top, bottom] = [frame.width, 0, frame.height, 0];
  for (let at = 0; at < joints.length; at += JOINT_VALUES) {
    const height = groundY - joints[at + 1];
    const x = joints[at] + height * aside;
    const y = groundY - height * up;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  // The hull is wider than its joints, and the edge is soft.
  const margin = (right - left + bottom - top) / 4 + SHADOW_CELL * 4;
  const across = Math.ceil((right - left + 2 * margin) / SHADOW_CELL);
  const down = Math.ceil((bottom - top + 2 * margin) / SHADOW_CELL);
  const cover = new Float32Array(across * down);
  for (let at = 0; at < cover.length; at += 1) {
    const x = left - margin + ((at % across) + 0.5) * SHADOW_CELL;
    const y = top - margin + (Math.floor(at / across) + 0.5) * SHADOW_CELL;
    const height = (groundY - y) / up;
    cover[at] = height >= 0 && isBody(x - height * aside, groundY - height) ? 1 : 0;
  }
  boxBlur(cover, across, SOFT);
  boxBlur(cover, across, SOFT);
  const lightAt = (x: number, y: number): number => {
    const column = clamp((x - left + margin) / SHADOW_CELL - 0.5, 0, across - 1.001);
    const row = clamp((y - top + margin) / SHADOW_CELL - 0.5, 0, down - 1.001);
    const [cellX, cellY] = [column | 0, row | 0];
    const at = cellY * across + cellX;
    const upper = cover[at] + (cover[at + 1] - cover[at]) * (column - cellX);
    const below = at + across;
    const lower = cover[below] + (cover[below + 1] - cover[below]) * (column - cellX);
    return 1 - strength * (upper + (lower - upper) * (row - cellY));
  };
  const box = {
    left: left - margin,
    right: right + margin,
    top: top - margin,
    bottom: bottom + margin,
  };
  scalePlane(frame.y, { stride: frame.strideY, zero: BLACK, step: 1, frame, box, lightAt });
  const half = { stride: frame.strideU, zero: GREY, step: 2, frame, box, lightAt };
  scalePlane(frame.u, half);
  scalePlane(frame.v, half);
}

/** Scales the values of a plane towards its zero. */
function scalePlane(
  plane: Uint8Array,
  {
    stride,
    zero,
    step,
    frame,
    box,
    lightAt,
  }: {
    readonly stride: number;
    readonly zero: number;
    readonly step: number;
    readonly frame: I420Frame;
    readonly box: {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    };
    readonly lightAt: (x: number, y: number) => number;
  },
): void {
  const bottom = Math.floor(Math.min(frame.height, box.bottom) / step);
  const right = Math.floor(Math.min(frame.width, box.right) / step);
  for (let row = Math.floor(Math.max(0, box.top) / step); row < bottom; row += 1) {
    for (let column = Math.floor(Math.max(0, box.left) / step); column < right; column += 1) {
      const at = row * stride + column;
      const light = lightAt((column + 0.5) * step, (row + 0.5) * step);
      plane[at] = zero + (plane[at] - zero) * light + 0.5;
    }
  }
}

function spread(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
}
