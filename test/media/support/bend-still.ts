import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';

/** Movement of a torso in an image while the head stays: pixels to the right, radians clockwise. */
export interface Bend {
  readonly shift: number;
  readonly tilt: number;
}

/** Position of the bend: in the middle of the chest, from the first to the last row of the neck. */
export interface BendPlace {
  readonly x: number;
  readonly y: number;
  readonly neck: readonly [from: number, to: number];
}

/** A picture in which the body below the neck has moved. */
export function bendStill(still: I420Frame, place: BendPlace, bend: Bend): I420Frame {
  const bent = createI420Frame(still.width, still.height, still.colour);
  warpPlane(still.y, bent.y, still, 1, place, bend);
  warpPlane(still.u, bent.u, still, 2, place, bend);
  warpPlane(still.v, bent.v, still, 2, place, bend);
  return bent;
}

function warpPlane(
  from: Uint8Array,
  to: Uint8Array,
  still: I420Frame,
  step: 1 | 2,
  { x: middleX, y: middleY, neck: [first, last] }: BendPlace,
  { shift, tilt }: Bend,
): void {
  const width = Math.ceil(still.width / step);
  const height = Math.ceil(still.height / step);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [column * step, row * step];
      // Inverse warp: the neck is searched at its original height, where the shoulders were.
      const wasBelow = y - tilt * (x - middleX);
      const share = Math.max(0, Math.min(1, (wasBelow - first) / (last - first)));
      const fromX = x - share * (shift - tilt * (y - middleY));
      const fromY = y - share * tilt * (x - middleX);
      const inColumn = Math.max(0, Math.min(width - 1, Math.round(fromX / step)));
      const inRow = Math.max(0, Math.min(height - 1, Math.round(fromY / step)));
      to[row * width + column] = from[inRow * width + inColumn]!;
    }
  }
}
