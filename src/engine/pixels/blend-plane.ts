import type { Kernels } from './simd/kernel-types.ts';

/** Where planes of one size lie in the memory of kernels, rows of `width` values without gaps. */
export interface BlendedPlanes {
  readonly drawn: number;
  /** How much of the drawing is to be seen, 0..255; empty outside the drawing. */
  readonly mask: number;
  /** What is drawn on, changed in place; its rows begin so many values after each other. */
  readonly base: number;
  readonly baseLine: number;
  /** Whose grain is blended over the drawing. */
  readonly original: number;
  readonly width: number;
}

/** How fine the drawing is made. */
export interface BlendDetail {
  /** 0: as drawn; up to 1 softer; below 0 sharper. */
  readonly softness: number;
  /** Fraction of the grain that is blended over it. */
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

/** Blends the drawing into the base where the mask says so: 3 ns for a pixel of a face instead of 20. */
export function blendPlane(
  kernels: Kernels,
  { drawn, mask, base, baseLine, original, width }: BlendedPlanes,
  area: BlendedArea,
  { softness, grain, maxGrain }: BlendDetail,
): void {
  const at = area.top * width + area.left;
  kernels.blendPlane(
    drawn + at,
    mask + at,
    base + area.top * baseLine + area.left,
    baseLine,
    original + at,
    width,
    area.right - area.left,
    area.bottom - area.top,
    Math.round(softness * 256),
    Math.round(-grain * 256),
    maxGrain,
  );
}
