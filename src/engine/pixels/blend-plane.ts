import type { Kernels } from './simd/kernel-types.ts';

/** Offsets of planes of one size in kernel memory, rows of `width` values without gaps. */
export interface BlendedPlanes {
  readonly drawn: number;
  /** Opacity of the drawing, 0..255; empty outside the drawing. */
  readonly mask: number;
  /** Background, changed in place, and its stride. */
  readonly base: number;
  readonly baseLine: number;
  /** Plane whose grain is added to the drawing. */
  readonly original: number;
  readonly width: number;
}

/** Softness and grain of the drawing. */
export interface BlendDetail {
  /** 0: unchanged; up to 1 softer; below 0 sharper. */
  readonly softness: number;
  /** Fraction of the grain that is added. */
  readonly grain: number;
  /** Maximum amplitude of grain, in steps of the plane; what is twice as strong is an edge and not added. */
  readonly maxGrain: number;
}

/** Area of planes, at least one pixel from their edges. */
export interface BlendedArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Blends the drawing into the base by the mask: 3 ns per pixel of a face instead of 20. */
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
