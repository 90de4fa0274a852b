import type { BlendedArea } from './blend-plane.ts';
import type { Kernels } from './simd/kernel-types.ts';

/** Offsets of the planes of a drawing and of its background in kernel memory; chroma planes have half the size. */
export interface BlendedChroma {
  /** Background, changed in place, and its strides. */
  readonly baseU: number;
  readonly lineU: number;
  readonly baseV: number;
  readonly lineV: number;
  /** Drawing under even light. */
  readonly drawnU: number;
  readonly drawnV: number;
  readonly luma: number;
  /** Opacity of the drawing, 0..255; empty outside the drawing. */
  readonly mask: number;
  /** Width of the rows of luma; even. */
  readonly width: number;
  /** Light at every luma, 256 integers in 256ths. */
  readonly lights: number;
}

/** Blends drawn chroma, in the light of its luma, into the base by the mask. `area` is one of luma, even. */
export function blendChroma(
  kernels: Kernels,
  { baseU, lineU, baseV, lineV, drawnU, drawnV, luma, mask, width, lights }: BlendedChroma,
  area: BlendedArea,
): void {
  const [halfLeft, halfTop] = [area.left >> 1, area.top >> 1];
  const at = halfTop * (width >> 1) + halfLeft;
  const above = area.top * width + area.left;
  kernels.blendChroma(
    baseU + halfTop * lineU + halfLeft,
    lineU,
    baseV + halfTop * lineV + halfLeft,
    lineV,
    drawnU + at,
    drawnV + at,
    luma + above,
    mask + above,
    width,
    lights,
    (area.right - area.left) >> 1,
    (area.bottom - area.top) >> 1,
  );
}
