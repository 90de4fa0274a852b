import { alignPlace, kernels, takeKernelMemory } from './simd/kernels.ts';

/** Planes of one size, rows of `width` values without gaps. */
export interface BlendedPlanes {
  readonly drawn: Uint8ClampedArray;
  /** How much of the drawing is to be seen, 0..255; empty outside the drawing. */
  readonly mask: Uint8ClampedArray;
  /** What is drawn on; changed in place. */
  readonly base: Uint8ClampedArray;
  /** Whose grain is laid over the drawing. */
  readonly original: Uint8Array;
  readonly width: number;
}

/** How fine the drawing is made. */
export interface BlendDetail {
  /** 0: as drawn; up to 1 softer; below 0 sharper. */
  readonly softness: number;
  /** Share of the grain that is laid over it. */
  readonly grain: number;
  /** The strongest grain, in steps of the plane. */
  readonly maxGrain: number;
}

/** A part of planes that keeps a row and a column from their edges. */
export interface BlendedArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const STEP = 8;

/** Blends the drawing into the base where the mask says so: 3 ns for a pixel of a face instead of 20. */
export function blendPlane(
  { drawn, mask, base, original, width }: BlendedPlanes,
  area: BlendedArea,
  { softness, grain, maxGrain }: BlendDetail,
): void {
  if (area.right <= area.left || area.bottom <= area.top) {
    return;
  }
  // With the rows above and below.
  const start = (area.top - 1) * width;
  const end = (area.bottom + 1) * width;
  const room = alignPlace(end - start + 2 * STEP);
  const { bytes } = takeKernelMemory(STEP + 4 * room);
  [drawn, mask, base, original].forEach((plane, index) => {
    const rows = new Uint8Array(plane.buffer, plane.byteOffset + start, end - start);
    bytes.set(rows, STEP + index * room);
  });
  const places = { drawn: STEP, mask: STEP + room, base: STEP + 2 * room, grain: STEP + 3 * room };
  const count = area.right - area.left;
  for (let row = area.top; row < area.bottom; row += 1) {
    const at = row * width + area.left - start;
    kernels.blendRow(
      places.drawn + at,
      places.mask + at,
      places.base + at,
      places.grain + at,
      width,
      count,
      Math.round(softness * 256),
      Math.round(-grain * 256),
      maxGrain,
    );
  }
  const rows = new Uint8Array(base.buffer, base.byteOffset + start, end - start);
  rows.set(bytes.subarray(places.base, places.base + end - start));
}
