/** Measures the outline of a torso in the matte of a frame, along rays from the middle of the chest. */

/** Matte of a frame, rows without gaps; `scale` is its pixels per pixel of the frame. */
export interface TorsoMatte {
  readonly values: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** Number of rays per side, from the shoulder beside the neck down to the arm. */
export const SIDE_RAYS = 28;
/** Number of rays of both sides, the left of the frame first. */
export const RAYS = SIDE_RAYS * 2;
/** Angle of a side's first ray from straight up, in radians. */
export const FIRST_ANGLE = 0.84;
/** Angle between neighbouring rays of a side, in radians. */
export const ANGLE_STEP = 0.05;

/** Distances between which outlines are searched, in centimetres. */
const NEAREST_CM = 5;
const FARTHEST_CM = 36;
const PERSON = 128;

/** Direction of every ray: x and y. */
export const rays = makeRays();

/**
 * Measures along every ray from `x`, `y` (pixels of the frame) where the person ends, in centimetres; 0 where it is
 * unknown: the ray starts outside the person, the frame ends, or another person or an arm continues.
 */
export function measureReach(
  reach: Float32Array,
  { values, width, height, scale }: TorsoMatte,
  { x, y, perCm }: { readonly x: number; readonly y: number; readonly perCm: number },
): void {
  const perStep = 1 / (perCm * scale);
  const fromX = x * scale - 0.5;
  const fromY = y * scale - 0.5;
  const first = Math.round(NEAREST_CM / perStep);
  const last = Math.round(FARTHEST_CM / perStep);
  for (let ray = 0; ray < RAYS; ray += 1) {
    const across = rays.across[ray]!;
    const down = rays.down[ray]!;
    let before = 0;
    let found = 0;
    for (let step = first; step < last; step += 1) {
      // Rounds with an offset of 1, so that truncation never hides a negative position.
      const column = (fromX + across * step + 1.5) | 0;
      const row = (fromY + down * step + 1.5) | 0;
      if (column < 1 || row < 1 || column > width || row > height) {
        if (before > 0) {
          break;
        }
        continue;
      }
      const value = values[(row - 1) * width + column - 1]!;
      if (value < PERSON) {
        found = before === 0 ? 0 : (step - (PERSON - value) / (before - value)) * perStep;
        break;
      }
      before = value;
    }
    reach[ray] = found;
  }
}

function makeRays(): { readonly across: Float32Array; readonly down: Float32Array } {
  const across = new Float32Array(RAYS);
  const down = new Float32Array(RAYS);
  for (let ray = 0; ray < SIDE_RAYS; ray += 1) {
    const angle = FIRST_ANGLE + ANGLE_STEP * ray;
    across[ray] = -Math.sin(angle);
    across[SIDE_RAYS + ray] = Math.sin(angle);
    down[ray] = -Math.cos(angle);
    down[SIDE_RAYS + ray] = -Math.cos(angle);
  }
  return { across, down };
}
