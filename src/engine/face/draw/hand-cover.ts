/**
 * Keeps the hands of a target in front of the drawn face. A hand is drawn from its joints, with typical widths of
 * fingers and palm. Where that is too wide, skin of the target shows beside a finger, in the colour of the drawn face;
 * too narrow would cut fingers off.
 */
import { clamp } from '../../vision/math.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import { HAND_VALUES } from '../../track/hand-points.ts';
import type { NearHands } from '../../track/face-track.ts';
import { WARP_MAP_STEP, computeWarpMapWidth, type FacePatch } from './face-patch.ts';
import { TaperedLine } from './tapered-line.ts';

/** Covers for the patches of one arena. */
export interface HandCover {
  /** Clears the mask of a drawn patch where hands are; its warp map gives the movement of the frame. */
  lift(patch: FacePatch, hands: Readonly<NearHands>): void;
  /** Returns the opacity of the hands at a pixel of the patch that was lifted last, 0..1. */
  coverAt(x: number, y: number): number;
}

/** Limbs of a hand: joints at both ends, and their half widths in palm lengths. */
const LIMBS: readonly (readonly [from: number, to: number, fromHalf: number, toHalf: number])[] = [
  // Palm.
  [0, 5, 0.22, 0.16],
  [0, 9, 0.22, 0.16],
  [0, 13, 0.22, 0.16],
  [0, 17, 0.22, 0.15],
  [5, 17, 0.15, 0.14],
  [1, 5, 0.16, 0.16],
  // Thumb and fingers.
  [0, 1, 0.22, 0.17],
  [1, 2, 0.17, 0.14],
  [2, 3, 0.14, 0.13],
  [3, 4, 0.13, 0.12],
  [5, 6, 0.14, 0.125],
  [6, 7, 0.125, 0.115],
  [7, 8, 0.115, 0.11],
  [9, 10, 0.14, 0.125],
  [10, 11, 0.125, 0.115],
  [11, 12, 0.115, 0.11],
  [13, 14, 0.135, 0.12],
  [14, 15, 0.12, 0.11],
  [15, 16, 0.11, 0.105],
  [17, 18, 0.125, 0.11],
  [18, 19, 0.11, 0.105],
  [19, 20, 0.105, 0.1],
];
const WRIST = 0;
const MIDDLE_KNUCKLE = 9;
/** Length and half width of the visible part of the arm, in palm lengths. */
const ARM = 0.9;
const ARM_HALF = 0.32;
/** Distances between joints, and their factors, of which the longest estimates a palm seen at an angle. */
const PALM_LENGTHS: readonly (readonly [from: number, to: number, times: number])[] = [
  [0, 9, 1],
  [5, 17, 1.4],
  [5, 6, 2.1],
  [9, 10, 1.9],
];
/** Half the width of the soft edge, in palm lengths, and its minimum in pixels. Most of it lies outside of the hand. */
const SOFT = 0.04;
const SOFTEST_PIXELS = 2.5;
const AT_EDGE = 0.75;
const FULL = 255;

/** Creates a cover with its own working memory. */
export function createHandCover(arena: KernelArena): HandCover {
  return new LimbCover(arena);
}

class LimbCover implements HandCover {
  readonly #arena: KernelArena;
  /** Opacity of the hands per sample of the warp map, 0..255. */
  #cover = new Float32Array(0);
  #lifted = new Float32Array(0);
  #width = 0;
  #height = 0;
  #isEmpty = true;

  constructor(arena: KernelArena) {
    this.#arena = arena;
  }

  lift(patch: FacePatch, { count, points }: Readonly<NearHands>): void {
    this.#isEmpty = count === 0;
    if (this.#isEmpty) {
      return;
    }
    this.#fit(patch);
    for (let hand = 0; hand < count; hand += 1) {
      this.#drawHand(patch, points.subarray(hand * HAND_VALUES, (hand + 1) * HAND_VALUES));
    }
    this.#warp(patch);
    this.#clearMask(patch);
  }

  coverAt(x: number, y: number): number {
    return this.#isEmpty ? 0 : this.#read(x, y) / FULL;
  }

  #fit({ width, height }: FacePatch): void {
    this.#width = computeWarpMapWidth(width);
    this.#height = computeWarpMapWidth(height);
    const length = this.#width * this.#height;
    if (this.#cover.length < length) {
      this.#cover = new Float32Array(length);
      this.#lifted = new Float32Array(length);
    }
    this.#cover.fill(0);
  }

  #drawHand(patch: FacePatch, points: Float32Array): void {
    const palm = computePalmCentre(points);
    for (const [from, to, fromHalf, toHalf] of LIMBS) {
      setEnd(limb.from, patch, points[from * 2], points[from * 2 + 1], fromHalf * palm);
      setEnd(limb.to, patch, points[to * 2], points[to * 2 + 1], toHalf * palm);
      this.#drawLimb(palm);
    }
    const [wristX, wristY] = [points[WRIST * 2], points[WRIST * 2 + 1]];
    const [handX, handY] = [points[MIDDLE_KNUCKLE * 2], points[MIDDLE_KNUCKLE * 2 + 1]];
    const times = (ARM * palm) / Math.max(1, Math.hypot(handX - wristX, handY - wristY));
    const armX = wristX + (wristX - handX) * times;
    const armY = wristY + (wristY - handY) * times;
    setEnd(limb.from, patch, wristX, wristY, ARM_HALF * palm);
    setEnd(limb.to, patch, armX, armY, ARM_HALF * palm);
    this.#drawLimb(palm);
  }

  /** Draws a limb with different widths at its ends over the present cover. */
  #drawLimb(palm: number): void {
    const soft = Math.max(SOFTEST_PIXELS, SOFT * palm) / WARP_MAP_STEP;
    bounds.left = 0;
    bounds.top = 0;
    bounds.right = this.#width - 1;
    bounds.bottom = this.#height - 1;
    limb.prepare(bounds, 2 * soft);
    for (let y = bounds.top; y <= bounds.bottom; y += 1) {
      for (let x = bounds.left; x <= bounds.right; x += 1) {
        const alpha = clamp(limb.measureInside(x, y) / (2 * soft) + AT_EDGE, 0, 1) * FULL;
        const at = y * this.#width + x;
        this.#cover[at] = Math.max(this.#cover[at], alpha);
      }
    }
  }

  /** Warps the cover like the frame. */
  #warp({ planes }: FacePatch): void {
    const { integers } = this.#arena.views;
    const [lastX, lastY] = [this.#width - 1.001, this.#height - 1.001];
    const scale = 1 / (65_536 * WARP_MAP_STEP);
    let field = planes.field / 4;
    for (let y = 0; y < this.#height; y += 1) {
      for (let x = 0; x < this.#width; x += 1, field += 2) {
        const fromX = clamp(x + integers[field] * scale, 0, lastX);
        const fromY = clamp(y + integers[field + 1] * scale, 0, lastY);
        const at = (fromY | 0) * this.#width + (fromX | 0);
        const [right, below] = [fromX - (fromX | 0), fromY - (fromY | 0)];
        const cover = this.#cover;
        const upper = cover[at] + (cover[at + 1] - cover[at]) * right;
        const under = at + this.#width;
        const lower = cover[under] + (cover[under + 1] - cover[under]) * right;
        this.#lifted[y * this.#width + x] = upper + (lower - upper) * below;
      }
    }
  }

  /** Returns the lifted opacity at a pixel, 0..255. */
  #read(x: number, y: number): number {
    const at = Math.floor(y / WARP_MAP_STEP) * this.#width + Math.floor(x / WARP_MAP_STEP);
    const below = (y % WARP_MAP_STEP) / WARP_MAP_STEP;
    const right = (x % WARP_MAP_STEP) / WARP_MAP_STEP;
    const lifted = this.#lifted;
    const upper = lifted[at] + (lifted[at + 1] - lifted[at]) * right;
    const under = at + this.#width;
    const lower = lifted[under] + (lifted[under + 1] - lifted[under]) * right;
    return upper + (lower - upper) * below;
  }

  #clearMask({ width, drawn, planes }: FacePatch): void {
    const { bytes } = this.#arena.views;
    for (let y = drawn.top; y < drawn.bottom; y += 1) {
      for (let x = drawn.left; x < drawn.right; x += 1) {
        const cover = this.#read(x, y);
        if (cover > 0) {
          const offset = planes.mask + y * width + x;
          bytes[offset] = (bytes[offset] * (FULL - cover)) / FULL;
        }
      }
    }
  }
}

/** Current limb, in samples of the warp map, and its bounds. */
const limb = new TaperedLine();
const bounds = { left: 0, top: 0, right: 0, bottom: 0 };

function setEnd(
  end: TaperedLine['from'],
  { left, top }: FacePatch,
  x: number,
  y: number,
  half: number,
): void {
  end.x = (x - left - 0.5) / WARP_MAP_STEP;
  end.y = (y - top - 0.5) / WARP_MAP_STEP;
  end.half = half / WARP_MAP_STEP;
}

/** Returns the length of the palm as seen from the front. */
function computePalmCentre(points: Float32Array): number {
  let longest = 0;
  for (const [from, to, times] of PALM_LENGTHS) {
    const length = Math.hypot(
      points[from * 2] - points[to * 2],
      points[from * 2 + 1] - points[to * 2 + 1],
    );
    longest = Math.max(longest, length * times);
  }
  return longest;
}
