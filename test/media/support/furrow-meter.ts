import {
  createTextureLayout,
  fillOutline,
} from '../../../src/engine/face/source/texture-layout.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import type { CanonicalFace } from '../../../src/engine/track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../../src/engine/track/mesh-points.ts';
import { boxBlur } from '../../../src/engine/vision/box-blur.ts';
import { createSkinMeter } from './skin-colours.ts';

/** A face in a frame: x, y and z per point. */
export interface SeenFace {
  readonly frame: I420Frame;
  readonly mesh: Float32Array;
}

/** Measures wrinkles and furrows. */
export interface FurrowMeter {
  /** Returns the mean lightness of some faces relative to each pixel's surroundings, in the texture layout. */
  average(faces: readonly SeenFace[]): Float32Array;
  /**
   * Returns the fraction of the darkening from `calm` to `active` (both averages of a target) that the result shows as
   * well: 1 for all of it. Features may be shifted by a few pixels in another face.
   */
  compare(target: FurrowPair, result: FurrowPair): number;
}

/** Faces with an expression and without. */
export interface FurrowPair {
  readonly active: Float32Array;
  readonly calm: Float32Array;
}

const SIZE = 128;
const SURROUNDINGS = 4;
/** Windows that are compared together, and the maximum displacement. */
const BLOCK = 32;
const MOVED = 2;
/** Minimum darkening of a furrow. */
const DARKER = 0.02;

/** A meter for faces with one kind of mesh. */
export function createFurrowMeter(face: CanonicalFace): FurrowMeter {
  const skin = createSkinMeter(face);
  const isSkin = findSkin(face);
  return {
    average(faces) {
      const sum = new Float32Array(SIZE * SIZE);
      for (const { frame, mesh } of faces) {
        const { lightness } = skin.flatten(frame, mesh);
        const around = lightness.slice();
        boxBlur(around, SIZE, SURROUNDINGS);
        boxBlur(around, SIZE, SURROUNDINGS);
        lightness.forEach((value, at) => {
          sum[at]! += (value / Math.max(8, around[at]!) - 1) / faces.length;
        });
      }
      boxBlur(sum, SIZE, 1);
      return sum;
    },
    compare(target, result) {
      const wanted = target.active.map((value, at) => (value - target.calm[at]!) * isSkin[at]!);
      const found = result.active.map((value, at) => value - result.calm[at]!);
      let [common, whole] = [0, 0];
      for (let top = 0; top < SIZE; top += BLOCK) {
        for (let left = 0; left < SIZE; left += BLOCK) {
          const { max, energy } = compareBlock(wanted, found, left, top);
          common += max;
          whole += energy;
        }
      }
      return common / whole;
    },
  };
}

/** Returns the best match of a block of furrows over all shifts, and the energy of the block. */
function compareBlock(
  wanted: Float32Array,
  found: Float32Array,
  left: number,
  top: number,
): { readonly max: number; readonly energy: number } {
  let [max, energy] = [-Infinity, 0];
  for (let down = -MOVED; down <= MOVED; down += 1) {
    for (let right = -MOVED; right <= MOVED; right += 1) {
      let sum = 0;
      energy = 0;
      for (let place = 0; place < BLOCK * BLOCK; place += 1) {
        const x = left + (place % BLOCK);
        const y = top + Math.floor(place / BLOCK);
        const value = wanted[y * SIZE + x]!;
        if (value < -DARKER) {
          sum += value * (found[(y + down) * SIZE + x + right] ?? 0);
          energy += value * value;
        }
      }
      max = Math.max(max, sum);
    }
  }
  return { max, energy };
}

function findSkin(face: CanonicalFace): Float32Array {
  const layout = createTextureLayout(face, SIZE);
  const isSkin = new Float32Array(SIZE * SIZE);
  fillOutline(isSkin, layout, { outline: FACE_OVAL, value: 1, growth: 0.85 });
  for (const outline of [LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW, LIPS_OUTER]) {
    fillOutline(isSkin, layout, { outline, value: 0, growth: 1.3 });
  }
  return isSkin;
}
