import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../../../src/engine/track/mesh-points.ts';

/** In distances between the outer corners of the eyes. */
const EYE_FROM_MIDDLE = 0.335;
const BELOW_EYES = 0.04;
const [LENS_WIDTH, LENS_HEIGHT] = [0.25, 0.2];
const TEMPLE = 0.85;
/** A window is mirrored in each lens, as a slanted stripe. */
const STRIPE = 0.05;
const STRIPE_LUMA = 60;

/** Colour of a frame, and its width in distances between the outer corners of the eyes. */
export interface GlassesStyle {
  readonly y: number;
  readonly u: number;
  readonly v: number;
  readonly width: number;
}

/** Styles of glasses. */
export const glassesStyles = {
  dark: { y: 35, u: 128, v: 128, width: 0.035 },
  gold: { y: 120, u: 85, v: 148, width: 0.022 },
  clear: { y: 225, u: 128, v: 128, width: 0.028 },
} as const satisfies Readonly<Record<string, GlassesStyle>>;

/** Draws spectacles and the reflection of a window in them onto a face, in place. */
export function wearGlasses(
  frame: I420Frame,
  mesh: Float32Array,
  style: GlassesStyle = glassesStyles.dark,
): void {
  const [left, right] = [LEFT_EYE_OUTER * 3, RIGHT_EYE_OUTER * 3];
  const [dx, dy] = [mesh[right]! - mesh[left]!, mesh[right + 1]! - mesh[left + 1]!];
  const middleX = (mesh[left]! + mesh[right]!) / 2;
  const middleY = (mesh[left + 1]! + mesh[right + 1]!) / 2;
  const size = dx * dx + dy * dy;
  for (let row = 0; row < frame.height; row += 1) {
    for (let column = 0; column < frame.width; column += 1) {
      const [x, y] = [column + 0.5 - middleX, row + 0.5 - middleY];
      const across = (x * dx + y * dy) / size;
      const down = (y * dx - x * dy) / size - BELOW_EYES;
      const at = row * frame.strideY + column;
      const kind = findGlassesPart(across, down, style.width);
      if (kind === 'rim') {
        frame.y[at] = style.y;
        const chroma = (row >> 1) * frame.strideU + (column >> 1);
        frame.u[chroma] = style.u;
        frame.v[chroma] = style.v;
      } else if (kind === 'mirror') {
        frame.y[at] = Math.min(235, frame.y[at]! + STRIPE_LUMA);
      }
    }
  }
}

function findGlassesPart(across: number, down: number, width: number): 'rim' | 'mirror' | null {
  const side = Math.abs(across);
  const radius = Math.hypot((side - EYE_FROM_MIDDLE) / LENS_WIDTH, down / LENS_HEIGHT);
  const isBridge = side < EYE_FROM_MIDDLE - LENS_WIDTH && Math.abs(down + 0.05) < width / 2;
  const isTemple =
    side > EYE_FROM_MIDDLE + LENS_WIDTH && side < TEMPLE && Math.abs(down + 0.04) < width / 2;
  if (isBridge || isTemple || Math.abs(radius - 1) < width / LENS_HEIGHT / 2) {
    return 'rim';
  }
  return radius < 0.8 && Math.abs(across - EYE_FROM_MIDDLE * Math.sign(across) + down) < STRIPE
    ? 'mirror'
    : null;
}
