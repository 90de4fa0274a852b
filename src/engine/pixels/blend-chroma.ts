import type { BlendedArea } from './blend-plane.ts';
import { alignPlace, kernels, takeKernelMemory } from './simd/kernels.ts';

/** Planes of a drawing and of what is under it; those of chroma are half as wide and high. */
export interface BlendedChroma {
  /** What is drawn on, changed in place. */
  readonly baseU: Uint8ClampedArray;
  readonly baseV: Uint8ClampedArray;
  /** What is drawn, as under even light. */
  readonly drawnU: Uint8ClampedArray;
  readonly drawnV: Uint8ClampedArray;
  readonly luma: Uint8ClampedArray;
  /** How much of the drawing is to be seen, 0..255; empty outside the drawing. */
  readonly mask: Uint8ClampedArray;
  /** Of luma; even. */
  readonly width: number;
  /** The light on every luma, in 256ths. */
  readonly lights: Int32Array;
}

/** Blends drawn chroma, in the light of its luma, into the base where the mask says so. `area` is one of luma, even. */
export function blendChroma(planes: BlendedChroma, area: BlendedArea): void {
  const { width, lights } = planes;
  const half = width >> 1;
  const [top, bottom] = [area.top >> 1, area.bottom >> 1];
  if (area.right <= area.left || bottom <= top) {
    return;
  }
  const fine = (bottom - top) * 2 * width;
  const coarse = (bottom - top) * half;
  const luma = alignPlace(lights.length * 4);
  const mask = alignPlace(luma + fine);
  const baseU = alignPlace(mask + fine);
  const baseV = baseU + alignPlace(coarse);
  const drawnU = baseV + alignPlace(coarse);
  const drawnV = drawnU + alignPlace(coarse);
  const { bytes, integers } = takeKernelMemory(drawnV + coarse);
  const copy = (plane: Uint8ClampedArray, start: number, length: number, place: number): void =>
    bytes.set(new Uint8Array(plane.buffer, plane.byteOffset + start, length), place);
  integers.set(lights);
  copy(planes.luma, top * 2 * width, fine, luma);
  copy(planes.mask, top * 2 * width, fine, mask);
  copy(planes.baseU, top * half, coarse, baseU);
  copy(planes.baseV, top * half, coarse, baseV);
  copy(planes.drawnU, top * half, coarse, drawnU);
  copy(planes.drawnV, top * half, coarse, drawnV);
  const left = area.left >> 1;
  for (let row = 0; row < bottom - top; row += 1) {
    const at = row * half + left;
    const above = row * 2 * width + area.left;
    kernels.blendChromaRow(
      baseU + at,
      baseV + at,
      drawnU + at,
      drawnV + at,
      luma + above,
      mask + above,
      width,
      0,
      (area.right >> 1) - left,
    );
  }
  planes.baseU.set(bytes.subarray(baseU, baseU + coarse), top * half);
  planes.baseV.set(bytes.subarray(baseV, baseV + coarse), top * half);
}
