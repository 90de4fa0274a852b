/**
 * Decides which side of a turned head is used from the photo, and where the other one, mirrored, is better: a side seen
 * at an angle is coarse, and hair and background behind a cheek lie over it.
 */
import { LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { REFINED_LEFT_EYE, REFINED_RIGHT_EYE } from '../../track/refined-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { mean, smoothstep } from '../../vision/math.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** Side of a face that is turned away from the camera. */
export interface AvertedSide {
  /** 0 is left in the image, 1 right. */
  readonly side: 0 | 1;
  /**
   * True when the mirrored near eye replaces the averted one, which hair or its shadow covers, or which is hardly
   * visible.
   */
  readonly isEyeHidden: boolean;
}

/**
 * Difference of facing values at which the other side begins to be better, and at which it is clearly better; then for
 * heads with an averted side.
 */
const NEARER = [0.22, 0.42] as const;
const NEARER_ASIDE = [0.12, 0.34] as const;
/** Difference of facing values of the eyes from which one side is averted, and from which its eye is hidden. */
const NEARER_EYE = 0.13;
const FARTHEST_EYE = 0.34;
/** Fraction of the light on the near eye below which hair lies over the far one. */
const SHADED = 0.7;
/**
 * Size of the mask of an eye and its brow relative to their outlines, and its softness as a fraction of the texture.
 */
const GROWTH = 1.35;
const EDGE = 0.02;

const EYES = [LEFT_EYE, RIGHT_EYE];
/** Outlines with lids, brow and the skin around them. */
const SOCKETS = [REFINED_LEFT_EYE, REFINED_RIGHT_EYE];
const EYES_AND_BROWS = [
  [LEFT_EYE, LEFT_BROW],
  [RIGHT_EYE, RIGHT_BROW],
];

/**
 * Finds the averted side of a face from the facing values and the light of all points (of any scale); null for a face
 * that looks ahead.
 */
export function findAvertedSide(
  facingOfPoints: Float32Array,
  lightOfPoints: Float32Array,
): AvertedSide | null {
  const [left, right] = EYES.map((outline) => meanAt(facingOfPoints, outline));
  const nearer = Math.abs(left - right);
  if (nearer < NEARER_EYE) {
    return null;
  }
  const side = left < right ? 0 : 1;
  const light = SOCKETS.map((points) => meanAt(lightOfPoints, points));
  const isShaded = light[side] < SHADED * light[1 - side];
  return { side, isEyeHidden: isShaded || nearer > FARTHEST_EYE };
}

function meanAt(values: Float32Array, points: Iterable<number>): number {
  return mean(Float32Array.from(points, (point) => values[point]));
}

/**
 * Returns the weight of the other side, mirrored, for every pixel of a texture, 0..1; `facing` has the facing value of
 * each.
 */
export function preferNearSide(
  facing: Float32Array,
  layout: TextureLayout,
  far: AvertedSide | null,
): Float32Array<ArrayBuffer> {
  const { size } = layout;
  const [from, to] = far === null ? NEARER : NEARER_ASIDE;
  const nearer = Float32Array.from(facing, (value, index) =>
    smoothstep(from, to, facing[toMirror(index, size)] - value),
  );
  EYES_AND_BROWS.forEach((outlines, eye) => {
    const value = far?.isEyeHidden === true && eye === far.side ? 1 : 0;
    for (const outline of outlines) {
      fillOutline(nearer, layout, { outline, value, growth: GROWTH });
    }
  });
  boxBlur(nearer, size, Math.round(size * EDGE));
  return nearer;
}

/** Returns the index of the pixel on the other side of the face. */
export function toMirror(index: number, size: number): number {
  const column = index % size;
  return index - column + size - 1 - column;
}
