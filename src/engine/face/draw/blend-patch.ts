import { blendChroma } from '../../pixels/blend-chroma.ts';
import { blendPlane } from '../../pixels/blend-plane.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import type { DrawnLight, FacePatch } from './face-patch.ts';
import { relativeIlluminance } from '../source/relative-illuminance.ts';

/** How fine the drawn face is to be made. */
export interface Detail {
  /** 0: as drawn; up to 1 softer; below 0 sharper. */
  softness: number;
  /** Fraction of the grain of the frame that is blended over it, 0..1. */
  grain: number;
}

/** Blends patches that lie in one arena. */
export interface PatchBlender {
  /**
   * How much finer the skin of the frame is than that drawn: the relation of their mean differences
   * between neighbouring pixels. 1 when there is too little to compare.
   */
  compareDetail(patch: FacePatch): number;
  /** Puts the drawn face, where its mask says so, into the bent frame. */
  blend(patch: FacePatch, detail: Readonly<Detail>, light: Readonly<DrawnLight>): void;
}

/** The strongest grain, in steps of luma: what is more is drawing, not grain. */
const MAX_GRAIN = 4;
/** Edges above this are features, not texture of skin. */
const MAX_TEXTURE = 60;
/** Value of the mask above which nothing but the drawing is seen. */
const COVERED = 240;
/** Every so many rows are compared, and so many values of them: sums have 16 bits. */
const ROW_STEP = 4;
const MOST_COMPARED = 4096;
/** Fewer values than this tell nothing. */
const LEAST_COMPARED = 50;
const LUMAS = 256;
/** Values of each sum; see `compareRow` of `kernels`. */
const SUM_VALUES = 4;

/** A blender; it keeps a kilobyte of the arena. */
export function createPatchBlender(arena: KernelArena): PatchBlender {
  const lights = arena.reserve(LUMAS * Int32Array.BYTES_PER_ELEMENT);
  const sums = arena.reserve(SUM_VALUES * 3 * Int32Array.BYTES_PER_ELEMENT);
  return {
    compareDetail({ planes, drawn: area, width }) {
      const { kernels, views } = arena;
      const { luma, mask, partLuma } = planes;
      const count = Math.min(MOST_COMPARED, area.right - area.left);
      views.integers.fill(0, sums / 4, sums / 4 + SUM_VALUES * 3);
      const at = area.top * width + area.left;
      kernels.compareRows(
        luma + at,
        mask + at,
        partLuma + at,
        width,
        count,
        area.bottom - area.top,
        ROW_STEP,
        COVERED,
        MAX_TEXTURE,
        sums,
      );
      const drawn = sumOf(views.integers, sums / 4);
      const seen = sumOf(views.integers, sums / 4 + SUM_VALUES);
      const compared = sumOf(views.integers, sums / 4 + 2 * SUM_VALUES);
      return compared < LEAST_COMPARED ? 1 : (seen + compared) / (drawn + compared);
    },
    blend({ planes, drawn: area, width }, { softness, grain }, light) {
      const { kernels, views } = arena;
      const { luma, mask, partLuma, u, v, frameY, frameU, frameV, lineY, lineU, lineV } = planes;
      const base = { base: frameY, baseLine: lineY };
      const blended = { ...base, drawn: luma, mask, original: partLuma, width };
      blendPlane(kernels, blended, area, { softness, grain, maxGrain: MAX_GRAIN });
      setLights(views.integers, lights / 4, light);
      const bases = { baseU: frameU, lineU, baseV: frameV, lineV };
      const chroma = { ...bases, drawnU: u, drawnV: v, luma, mask, width, lights };
      blendChroma(kernels, chroma, area);
    },
  };
}

function sumOf(values: Int32Array, start: number): number {
  return values[start] + values[start + 1] + values[start + 2] + values[start + 3];
}

/** Sets what chroma is multiplied by at every luma, in 256ths. */
function setLights(
  values: Int32Array,
  start: number,
  { black, reference, chromaGain }: Readonly<DrawnLight>,
): void {
  for (let luma = 0; luma < LUMAS; luma += 1) {
    const light = relativeIlluminance(luma - black, reference);
    values[start + luma] = Math.round(light * chromaGain * 256);
  }
}
