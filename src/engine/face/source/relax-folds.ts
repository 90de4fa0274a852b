/**
 * Removes the folds of a smile from a texture, from the nose past the corners of the mouth, and some of those below and
 * beside the eyes, the shine of raised cheeks, and the shade in the corners of the mouth, which curls up there: with
 * them, a mouth at rest still seems to smile. Other wrinkles stay, as they are part of the likeness.
 */
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { EYE_FOLDS, NASOLABIAL_FOLDS } from '../shape/smile-folds.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { fillOutline, toPoint, type TextureLayout } from './texture-layout.ts';

/** Radius of the skin around a fold, and of the soft edge of features, as fractions of the texture. */
const AROUND = 0.035;
const EDGE = 0.01;
/** Scale of the excluded eyes, with their lashes, and brows. */
const EYE = 1.3;
const BROW = 1.2;
/** Maximum fraction of a fold that is removed, and the smile at which it is. */
const MAX = 0.9;
const WIDE_SMILE = 0.6;
/**
 * Darkness (as a fraction) relative to the surrounding skin from which a fold gets its tone completely: shade in folds
 * is redder than skin and would be orange if lit.
 */
const SHADED = 0.12;
/** Darkness (as a fraction) relative to the surrounding skin over which a pixel becomes hair or an edge, not a fold. */
const FOLD = [0.3, 0.5] as const;
/** Fraction of the folds around the eyes that is removed. */
const OF_EYES = 0.65;
/** Points of cheeks that a smile raises into the light, and the fraction of their shine that is removed. */
const CHEEKS = [50, 101, 118, 205, 36, 280, 330, 347, 425, 266] as const;
const OF_SHINE = 0.7;
/**
 * Points of both corners of the mouth, the distances up to which their shade is removed and from which it stays, as
 * fractions of the texture, and the darkness relative to the surroundings that is left.
 */
const CORNERS = [61, 78, 291, 308] as const;
const CORNER = [0.012, 0.035] as const;
const CORNER_SHADE = 0.12;
/** Distances from these points up to which folds are removed, and from which they stay, as fractions of the texture. */
const NEAR = 0.03;
const FAR = 0.065;
/** Fraction of skin around a pixel up to which the pixel stays unchanged. */
const MIN_SKIN = 0.05;

/** Removes the folds of a smile (0..1, 1 for a wide one) from the colours of a texture. Changes the planes. */
export function relaxFolds(planes: ColourPlanes, layout: TextureLayout, smile: number): void {
  if (smile === 0) {
    return;
  }
  const { size } = layout;
  const channels = [planes.red, planes.green, planes.blue];
  const skin = findFolding(layout);
  const weight = skin.slice();
  blurAround(weight, size);
  const around = channels.map((plane) => {
    const blurred = plane.map((value, at) => value * skin[at]);
    blurAround(blurred, size);
    return blurred.map((value, at) => value / Math.max(MIN_SKIN, weight[at]));
  });
  const luma = computeLuma(channels);
  const lumaAround = computeLuma(around);
  const soft = skin.slice();
  const near = measureNearness(layout, skin);
  boxBlur(soft, size, Math.round(size * EDGE));
  const fraction = MAX * smoothstep(0, WIDE_SMILE, smile);
  const cheeks = measureCheeks(layout, skin);
  for (let at = 0; at < luma.length; at += 1) {
    const shine = Math.max(0, luma[at] / Math.max(1, lumaAround[at]) - 1);
    if (shine > 0 && weight[at] > MIN_SKIN) {
      const dimmed = (OF_SHINE * soft[at] * cheeks[at] * fraction * shine) / (1 + shine);
      channels.forEach((plane) => (plane[at] *= 1 - dimmed));
    }
    const part = soft[at] * skin[at] * near[at] * fraction;
    if (part > 0 && weight[at] > MIN_SKIN) {
      const darker = 1 - luma[at] / Math.max(1, lumaAround[at]);
      const sure = 1 - smoothstep(FOLD[0], FOLD[1], darker);
      const lighter = Math.max(0, darker) * part * sure;
      const gain = lighter / Math.max(0.1, 1 - darker) + 1;
      const evened = part * sure * smoothstep(0, SHADED, darker);
      const light = (gain * luma[at]) / Math.max(1, lumaAround[at]);
      for (const [channel, plane] of channels.entries()) {
        const lit = gain * plane[at];
        plane[at] = Math.min(255, lit + evened * (light * around[channel][at] - lit));
      }
    }
  }
  relaxCorners(channels, layout, fraction);
}

/** Lights the shade in the corners of the mouth by a fraction. */
function relaxCorners(
  channels: readonly Float32Array[],
  layout: TextureLayout,
  fraction: number,
): void {
  const { size } = layout;
  const around = channels.map((plane) => {
    const blurred = plane.slice();
    blurAround(blurred, size);
    return blurred;
  });
  const luma = computeLuma(channels);
  const lumaAround = computeLuma(around);
  const corners = CORNERS.map((point) => toPoint(layout, point));
  for (let at = 0; at < luma.length; at += 1) {
    const near = nearnessTo(corners, at, size, CORNER);
    const darker = 1 - luma[at] / Math.max(1, lumaAround[at]);
    if (near > 0 && darker > CORNER_SHADE) {
      const part = fraction * near * smoothstep(CORNER_SHADE, 2 * CORNER_SHADE, darker);
      for (const [channel, plane] of channels.entries()) {
        plane[at] += part * ((1 - CORNER_SHADE) * around[channel][at] - plane[at]);
      }
    }
  }
}

/** Averages a plane over the surroundings of a fold. */
function blurAround(plane: Float32Array, size: number): void {
  for (let round = 0; round < 2; round += 1) {
    boxBlur(plane, size, Math.round(size * AROUND));
  }
}

function computeLuma([red, green, blue]: readonly Float32Array[]): Float32Array {
  return green.map((value, at) => 0.3 * red[at] + 0.59 * value + 0.11 * blue[at]);
}

/** Returns the mask of the face's skin without features. */
function findFolding(layout: TextureLayout): Float32Array {
  const { size } = layout;
  const skin = new Float32Array(size * size);
  fillOutline(skin, layout, { outline: FACE_OVAL, value: 1, growth: 0.9 });
  fillOutline(skin, layout, { outline: LIPS_OUTER, value: 0, growth: 1.08 });
  fillOutline(skin, layout, { outline: NOSE, value: 0 });
  for (const eye of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(skin, layout, { outline: eye, value: 0, growth: EYE });
  }
  for (const brow of [LEFT_BROW, RIGHT_BROW]) {
    fillOutline(skin, layout, { outline: brow, value: 0, growth: BROW });
  }
  return skin;
}

/** Returns the nearness of every pixel of skin to the folds, 0..1. */
function measureNearness(layout: TextureLayout, skin: Float32Array): Float32Array {
  const { size } = layout;
  const besideMouth = NASOLABIAL_FOLDS.map((point) => toPoint(layout, point));
  const byEyes = EYE_FOLDS.map((point) => toPoint(layout, point));
  return skin.map((value, at) =>
    value > 0
      ? Math.max(nearnessTo(besideMouth, at, size), OF_EYES * nearnessTo(byEyes, at, size))
      : 0,
  );
}

/** Returns the nearness of every pixel of skin to raised cheeks, 0..1. */
function measureCheeks(layout: TextureLayout, skin: Float32Array): Float32Array {
  const cheeks = CHEEKS.map((point) => toPoint(layout, point));
  return skin.map((value, at) => (value > 0 ? nearnessTo(cheeks, at, layout.size) : 0));
}

/** Returns the nearness of a pixel to the nearest of some points, 0..1. */
function nearnessTo(
  points: readonly (readonly [number, number])[],
  at: number,
  size: number,
  [whole, none]: readonly [whole: number, none: number] = [NEAR, FAR],
): number {
  let square = Infinity;
  for (const [x, y] of points) {
    square = Math.min(square, ((at % size) - x) ** 2 + (at / size - y) ** 2);
  }
  return 1 - smoothstep(whole * size, none * size, Math.sqrt(square));
}
