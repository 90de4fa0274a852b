import type { BlendedArea } from './blend-plane.ts';
import type { Kernels } from './simd/kernel-types.ts';

/** Where planes of a drawing and of what is under it lie in the memory of kernels; those of chroma are half as wide and high. */
export interface BlendedChroma {
  /** What is drawn on, changed in place; rows begin so many values after each other. */
  readonly baseU: number;
  readonly lineU: number;
  readonly baseV: number;
  readonly lineV: number;
  /** What is drawn, as under even light. */
  readonly drawnU: number;
  readonly drawnV: number;
  readonly luma: number;
  /** How much of the drawing is to be seen, 0..255; empty outside the drawing. */
  readonly mask: number;
  /** Size of luma; even. */
  readonly width: number;
  /** The light on every luma, 256 whole numbers in 256ths. */
  readonly lights: number;
}

/** Blends drawn chroma, in the light of its luma, into the base where the mask says so. `area` is one of luma, even. */
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
