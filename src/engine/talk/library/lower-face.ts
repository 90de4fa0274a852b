import type { SkinColours } from '../../face/draw/skin-field.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { MouthMeasures } from '../mouth/measures.ts';

/** The part of a frame around a mouth: even corner and size, in pixels of the frame. */
export interface MouthArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Planes of a rectangle of a frame without padding; chroma at half size. */
export interface MouthPlanes {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

/** Features that a library is searched by. */
export interface LibraryMouth {
  /** Index of the mouth's frame in the clip. */
  readonly index: number;
  /** Difference from the person's mouth at rest. */
  readonly mouth: MouthMeasures;
  /** Maximum lip gap in this frame and those beside it: the smoothed mesh lags where lips part or meet. */
  readonly parted: number;
  /** Change of the lip gap per frame, in widths: the mesh lags behind fast lips. */
  readonly speed: number;
  readonly yaw: number;
  readonly pitch: number;
  /** Asymmetry above the usual, in widths. */
  readonly skew: number;
}

/** Lower face of a clip that is shown again for other words. */
export interface LowerFace {
  /** x, y and z of every mesh point in its frame. */
  readonly mesh: Float32Array;
  /** Same mesh with inner lip points trimmed to lip skin, without teeth; null where it is never shown closed. */
  readonly sealed: Float32Array | null;
  readonly area: MouthArea;
  readonly planes: MouthPlanes;
  /** Skin colours, which measure its light. */
  readonly skin: SkinColours;
}

/** Returns the bounding rectangle of some mesh points in a frame, with a margin in pixels. */
export function toMouthArea(
  { width, height }: Pick<I420Frame, 'width' | 'height'>,
  mesh: Float32Array,
  points: readonly number[],
  margin: number,
): MouthArea {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const point of points) {
    minX = Math.min(minX, mesh[point * 3]);
    maxX = Math.max(maxX, mesh[point * 3]);
    minY = Math.min(minY, mesh[point * 3 + 1]);
    maxY = Math.max(maxY, mesh[point * 3 + 1]);
  }
  const left = Math.max(0, Math.floor(minX) - margin) & ~1;
  const top = Math.max(0, Math.floor(minY) - margin) & ~1;
  const right = Math.min(width & ~1, Math.ceil(maxX) + margin + 2) & ~1;
  const bottom = Math.min(height & ~1, Math.ceil(maxY) + margin + 2) & ~1;
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Copies a rectangle of a frame. */
export function cutMouthPlanes(frame: I420Frame, area: MouthArea): MouthPlanes {
  const half = {
    left: area.left >> 1,
    top: area.top >> 1,
    width: area.width >> 1,
    height: area.height >> 1,
  };
  return {
    y: cutPlane(frame.y, frame.strideY, area),
    u: cutPlane(frame.u, frame.strideU, half),
    v: cutPlane(frame.v, frame.strideV, half),
  };
}

function cutPlane(plane: Uint8Array, stride: number, area: MouthArea): Uint8Array {
  const { left, top, width, height } = area;
  const part = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const at = (top + row) * stride + left;
    part.set(plane.subarray(at, at + width), row * width);
  }
  return part;
}
