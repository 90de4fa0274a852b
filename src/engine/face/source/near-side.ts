/**
 * Which side of a turned head is taken from the photo as it is, and where the other one, mirrored, is better: what is seen from
 * aside is coarse, and hair and ground behind a cheek lie over it.
 */
import { LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** By how much more the other side is turned to the camera where it begins to be better, and where it is by far; of heads with a far eye. */
const NEARER = [0.22, 0.42] as const;
const NEARER_ASIDE = [0.12, 0.34] as const;
/** By how much more the near eye is turned to the camera where the far one is left out: half of each would not fit together. */
const NEARER_EYE = 0.13;
/** How far an eye and its brow reach around their outlines, and how soft that ends, as part of the texture. */
const GROWTH = 1.35;
const EDGE = 0.02;

const EYES = [LEFT_EYE, RIGHT_EYE];
const EYES_AND_BROWS = [
  [LEFT_EYE, LEFT_BROW],
  [RIGHT_EYE, RIGHT_BROW],
];

/** The eye (0 or 1) that a photo shows from aside, so that the other one is better; null of a face that looks ahead. */
export function findFarEye(facingOfPoints: Float32Array): 0 | 1 | null {
  const [left, right] = EYES.map(
    (outline) => outline.reduce((sum, point) => sum + facingOfPoints[point], 0) / outline.length,
  );
  return Math.abs(left - right) < NEARER_EYE ? null : left < right ? 0 : 1;
}

/** How much better the other side, mirrored, is for every pixel of a texture, 0..1; `facing` is how much each is turned to the camera. */
export function preferNearSide(
  facing: Float32Array,
  layout: TextureLayout,
  farEye: 0 | 1 | null,
): Float32Array<ArrayBuffer> {
  const { size } = layout;
  const [from, to] = farEye === null ? NEARER : NEARER_ASIDE;
  const nearer = Float32Array.from(facing, (value, index) =>
    smoothstep(from, to, facing[mirrorOf(index, size)] - value),
  );
  EYES_AND_BROWS.forEach((outlines, eye) => {
    for (const outline of outlines) {
      fillOutline(nearer, layout, { outline, value: eye === farEye ? 1 : 0, growth: GROWTH });
    }
  });
  boxBlur(nearer, size, Math.round(size * EDGE));
  return nearer;
}

/** The place on the other side of the face. */
export function mirrorOf(index: number, size: number): number {
  const column = index % size;
  return index - column + size - 1 - column;
}
