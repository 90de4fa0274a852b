import type { I420Frame } from '../../pixels/frame.ts';

/** Transform from stored to upright frames: a rotation, then a horizontal flip. */
export interface Orientation {
  /** Rotation clockwise. */
  readonly turnDegrees: 0 | 90 | 180 | 270;
  readonly isMirrored: boolean;
}

/** Identity: frames are stored as they are shown. */
export const upright: Orientation = { turnDegrees: 0, isMirrored: false };

/**
 * Reads FFmpeg's display matrix: nine 32-bit integers in native byte order, of which x' = a x + c y and y' = b x + d y
 * are used. Other angles are rounded to the nearest quarter turn.
 */
export function fromDisplayMatrix(matrix: Buffer | null): Orientation {
  if (matrix === null || matrix.length < 36) {
    return upright;
  }
  const values = new Int32Array(new Uint8Array(matrix.subarray(0, 36)).buffer);
  const [a = 0, b = 0, , c = 0, d = 0] = values;
  const isMirrored = a * d - b * c < 0;
  // Undoing the flip changes the sign of x', which leaves a rotation.
  const turn = (Math.atan2(b, isMirrored ? -a : a) * 180) / Math.PI;
  const quarters = ((Math.round(turn / 90) % 4) + 4) % 4;
  return { turnDegrees: ([0, 90, 180, 270] as const)[quarters] ?? 0, isMirrored };
}

/** Checks whether the rotation swaps width and height. */
export function isSideways({ turnDegrees }: Orientation): boolean {
  return turnDegrees === 90 || turnDegrees === 270;
}

/** Checks for the identity. */
export function isUpright({ turnDegrees, isMirrored }: Orientation): boolean {
  return turnDegrees === 0 && !isMirrored;
}

/** Rotates and flips a stored frame into `to`, whose size has to match. */
export function orientFrame(from: I420Frame, orientation: Orientation, to: I420Frame): void {
  const { width, height } = from;
  const halfWidth = (width + 1) >> 1;
  const halfHeight = (height + 1) >> 1;
  const { turnDegrees } = orientation;
  orientPlane({ samples: from.y, stride: from.strideY, width, height }, orientation, {
    samples: to.y,
    stride: to.strideY,
  });
  const half = { width: halfWidth, height: halfHeight };
  orientPlane(
    { samples: from.u, stride: from.strideU, ...half },
    { ...orientation, turnDegrees },
    {
      samples: to.u,
      stride: to.strideU,
    },
  );
  orientPlane(
    { samples: from.v, stride: from.strideV, ...half },
    { ...orientation, turnDegrees },
    {
      samples: to.v,
      stride: to.strideV,
    },
  );
}

interface Plane {
  readonly samples: Uint8Array;
  readonly stride: number;
}

/** Side of a block in samples; blocks of this size stay in the cache while rows become columns. */
const block = 32;

function orientPlane(
  from: Plane & { readonly width: number; readonly height: number },
  orientation: Orientation,
  to: Plane,
): void {
  const { width, height } = from;
  const { start, stepX, stepY } = walk(from, orientation, to.stride);
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(height, top + block);
    for (let left = 0; left < width; left += block) {
      const right = Math.min(width, left + block);
      for (let y = top; y < bottom; y += 1) {
        let source = y * from.stride + left;
        let target = start + y * stepY + left * stepX;
        for (let x = left; x < right; x += 1, source += 1, target += stepX) {
          to.samples[target] = from.samples[source]!;
        }
      }
    }
  }
}

/** Returns the target offset of the first sample, and the target steps along a source row and a source column. */
function walk(
  { width, height }: { readonly width: number; readonly height: number },
  { turnDegrees, isMirrored }: Orientation,
  stride: number,
): { readonly start: number; readonly stepX: number; readonly stepY: number } {
  const last = { x: width - 1, y: height - 1 };
  const turned = {
    0: { x: 0, y: 0, alongX: [1, 0], alongY: [0, 1], outWidth: width },
    90: { x: last.y, y: 0, alongX: [0, 1], alongY: [-1, 0], outWidth: height },
    180: { x: last.x, y: last.y, alongX: [-1, 0], alongY: [0, -1], outWidth: width },
    270: { x: 0, y: last.x, alongX: [0, -1], alongY: [1, 0], outWidth: height },
  }[turnDegrees];
  const sign = isMirrored ? -1 : 1;
  const x = isMirrored ? turned.outWidth - 1 - turned.x : turned.x;
  return {
    start: turned.y * stride + x,
    stepX: turned.alongX[1]! * stride + turned.alongX[0]! * sign,
    stepY: turned.alongY[1]! * stride + turned.alongY[0]! * sign,
  };
}
