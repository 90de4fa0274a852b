/**
 * Evens patches of light, shade and stain that only one side of a face has: the triangle of light below one eye, an eye
 * that a lamp reaches, the shade of a strand or of a leaf, its colour. In the light of another frame nothing explains
 * them. Both sides are compared relative to the light on each, which is matched to that of the target later.
 */
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import { softClamp, smoothstep } from '../../vision/math.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { toMirror } from './near-side.ts';
import { outlineFeatures } from './outline-parts.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** Radii of a patch and of the light on a side, as fractions of the texture; each average is applied twice. */
const PATCH = 0.018;
const SIDE = 0.07;
/** Usual difference (logarithm) between both sides; as much stays of a larger one. */
const USUAL = 0.13;
/** Radius of the soft edge of the evened part, and its size relative to the outline of the face. */
const EDGE = 0.03;
const WITHIN = 0.86;
/** Size of eyes, lips and brows relative to their outlines, and the softness of their masks. */
const GROWTH = 1.15;
const SOFT = 0.01;
/** Maximum darkening (logarithm) of the brighter eye. */
const OF_EYE = 0.5;
/** Yaw (radians) over which the evening fades out: the sides of a turned face do not lie on each other. */
const ASIDE = [0.3, 0.6] as const;

/**
 * Evens both sides of a texture. Changes the planes; `yaw` (radians) is that of the face in the photo. With `openEyes` 0
 * one eye is closed, and both stay as they are: a lid beside an eye is no light on it.
 */
export function evenSides(
  { red, green, blue }: ColourPlanes,
  layout: TextureLayout,
  { yaw, openEyes }: { readonly yaw: number; readonly openEyes: number },
): void {
  const strength = 1 - smoothstep(...ASIDE, Math.abs(yaw));
  if (strength === 0) {
    return;
  }
  const { size } = layout;
  const features = onBothSides(outlineFeatures(layout), size);
  const eyes = onBothSides(outline([LEFT_EYE, RIGHT_EYE], layout), size);
  const lips = onBothSides(outline([LIPS_OUTER], layout), size);
  const brows = onBothSides(outline([LEFT_BROW, RIGHT_BROW], layout), size);
  const within = new Float32Array(size * size);
  fillOutline(within, layout, { outline: FACE_OVAL, value: 1, growth: WITHIN });
  const skin = within.map((value, index) => value * (1 - features[index]));
  boxBlur(within, size, Math.round(size * EDGE));
  const planes = [red, green, blue];
  const beside = planes.map((plane) => compareWithSide(plane, skin, size));
  const light = beside[0].map((value, index) => (value + beside[1][index] + beside[2][index]) / 3);
  for (let index = 0; index < within.length; index += 1) {
    const mirrored = toMirror(index, size);
    const part = within[index] * (1 - brows[index]) * strength;
    const ofEyes = openEyes * darkenEye(light[index], light[mirrored]);
    for (const [channel, plane] of planes.entries()) {
      const rest = changeOf(beside[channel][index], beside[channel][mirrored], lips[index]);
      const change = rest + (ofEyes - rest) * eyes[index];
      plane[index] = Math.min(255, plane[index] * Math.exp(part * change));
    }
  }
}

/** Returns the mask of some outlines, 0..1. */
function outline(outlines: readonly (readonly number[])[], layout: TextureLayout): Float32Array {
  const mask = new Float32Array(layout.size ** 2);
  for (const points of outlines) {
    fillOutline(mask, layout, { outline: points, value: 1, growth: GROWTH });
  }
  boxBlur(mask, layout.size, Math.round(layout.size * SOFT));
  return mask;
}

function onBothSides(mask: Float32Array, size: number): Float32Array {
  return mask.map((value, index) => Math.max(value, mask[toMirror(index, size)]));
}

/** Returns the brightness of the surroundings of every pixel relative to the skin of its side (logarithm). */
function compareWithSide(plane: Float32Array, skin: Float32Array, size: number): Float32Array {
  const near = plane.map((value) => Math.log(Math.max(4, value)));
  for (let round = 0; round < 2; round += 1) {
    boxBlur(near, size, Math.round(size * PATCH));
  }
  const side = near.slice();
  const radius = Math.round(size * SIDE);
  boxBlurWhere(side, skin, { size, radius });
  boxBlur(side, size, radius);
  return near.map((value, index) => value - side[index]);
}

/**
 * Returns the change of a patch that is `own` beside one that is `other`. On skin, the one further from its side's
 * light gives way; lips are dark by nature, so the brighter side does. Brows stay as they are.
 */
function changeOf(own: number, other: number, isDark: number): number {
  const more = own - other;
  const excess = more - softClamp(more, USUAL);
  const part = Math.abs(own) / Math.max(1e-3, Math.abs(own) + Math.abs(other));
  const isFurther = Math.abs(own) < Math.abs(other) ? 0 : 1;
  const ofSkin = own * other > 0 ? isFurther : part;
  const ofDark = more > 0 ? 1 : 0;
  return -excess * (ofSkin + (ofDark - ofSkin) * isDark);
}

/** Returns the change of all colours of an eye: the brighter one gives way. Two eyes may differ in colour. */
function darkenEye(own: number, other: number): number {
  const more = Math.max(0, own - other);
  return -softClamp(more - softClamp(more, USUAL), OF_EYE);
}
