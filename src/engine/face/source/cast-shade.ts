import { fillGaps } from '../../vision/fill-gaps.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { FACE_OVAL } from '../../track/mesh-points.ts';
import { toMirror } from './near-side.ts';
import { browTop, fillOutline, toPoint, type TextureLayout } from './texture-layout.ts';

/**
 * Fractions of the face's light up to which a forehead is fully shaded, and from which it is not; radius over which
 * that light is averaged, as a fraction of the texture.
 */
const SHADE = [0.6, 0.78] as const;
const REACH = 0.1;
/**
 * Shaded fraction of a forehead from which a cap may cast the shade, and from which it surely does: less is due to
 * wrinkles, hair and light from one side.
 */
const SHADED_PART = [0.35, 0.6] as const;
/** Scale of the part of the face, around its middle, whose light is averaged. */
const LIT_FACE = 0.8;
/** Lowest point of the nose. */
const NOSE_END = 2;

/**
 * Removes the forehead below a cap from the skin mask, so that it is completed from the face below: relative to cheeks
 * and nose it is too dark. Changes `skin` (0..1); `shade` is a plane of the texture.
 */
export function dropCastShade(
  skin: Float32Array,
  shade: Float32Array,
  {
    layout,
    features,
    seen,
  }: {
    readonly layout: TextureLayout;
    /** Mask of brows, eyes and lips, 0..1. */
    readonly features: Float32Array;
    /** Visibility of each pixel in the photo, 0..1. */
    readonly seen: Float32Array;
  },
): void {
  const { size } = layout;
  const bottom = Math.round(browTop(layout));
  const [, noseRow] = toPoint(layout, NOSE_END);
  const light = averageSides(shade, seen, size);
  const lit = new Float32Array(size * size);
  fillOutline(lit, layout, { outline: FACE_OVAL, value: 1, growth: LIT_FACE });
  for (let index = 0; index < lit.length; index += 1) {
    const row = index / size;
    const isBelow = row > bottom && row < noseRow;
    lit[index] *= isBelow ? skin[index] * seen[index] * (1 - features[index]) : 0;
  }
  const expected = fillGaps(light, lit, size);
  boxBlur(expected, size, Math.round(size * REACH));
  const shaded = Float32Array.from(
    { length: bottom * size },
    (_, index) => 1 - smoothstep(SHADE[0], SHADE[1], light[index] / Math.max(1, expected[index])),
  );
  let sum = 0;
  let total = 1e-6;
  for (let index = 0; index < shaded.length; index += 1) {
    sum += seen[index] * shaded[index];
    total += seen[index];
  }
  const cast = smoothstep(...SHADED_PART, sum / total);
  for (let index = 0; index < shaded.length; index += 1) {
    skin[index] *= 1 - cast * shaded[index];
  }
}

/** Averages the light of both sides, weighted by their visibility: one side alone may be turned away from the light. */
function averageSides(shade: Float32Array, seen: Float32Array, size: number): Float32Array {
  return shade.map((value, index) => {
    const other = toMirror(index, size);
    const [own, mirrored] = [seen[index] + 1e-3, seen[other] + 1e-3];
    return (value * own + shade[other] * mirrored) / (own + mirrored);
  });
}
