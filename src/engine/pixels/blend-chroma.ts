import type { BlendedArea } from './blend-plane.ts';
import type { Kernels } from './simd/kernels.ts';

/** Where planes of a drawing and of what is under it lie in the memory of kernels; those of chroma are half as wide and high. */
export interface BlendedChroma {
  /** What is drawn on, changed in place. */
  readonly baseU: number;
  readonly baseV: number;
  /** What is drawn, as under even light. */
  readonly drawnU: number;
  readonly drawnV: number;
  readonly luma: number;
  /** How much of the drawing is to be seen, 0..255; empty outside the drawing. */
  readonly mask: number;
  /** Of luma; even. */
  readonly width: number;
  /** The light on every luma, 256 whole numbers in 256ths. */
  readonly lights: number;
}

/** Blends drawn chroma, in the light of its luma, into the base where the mask says so. `area` is one of luma, even. */
export function blendChroma(
  kernels: Kernels,
  { baseU, baseV, drawnU, drawnV, luma, mask, width, lights }: BlendedChroma,
  area: BlendedArea,
): void {
  const half = width >> 1;
  const count = (area.right - area.left) >> 1;
  for (let row = area.top >> 1; row < area.bottom >> 1; row += 1) {
    const at = row * half + (area.left >> 1);
    const above = row * 2 * width + area.left;
    kernels.blendChromaRow(
      baseU + at,
      baseV + at,
      drawnU + at,
      drawnV + at,
      luma + above,
      mask + above,
      width,
      lights,
      count,
    );
  }
}
