import { blendChroma } from '../../pixels/blend-chroma.ts';
import { blendPlane } from '../../pixels/blend-plane.ts';
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import type { DrawnLight, FacePatch } from './face-patch.ts';
import { relativeIlluminance } from '../source/relative-illuminance.ts';

/** Softness and grain of the drawn face. */
export interface Detail {
  /** Blur of the drawing: 0 for none, up to 1 softer, below 0 sharper. */
  softness: number;
  /** Fraction of the frame's grain that is added to the drawing, 0..1. */
  grain: number;
}

/** Blends patches of one arena. */
export interface PatchBlender {
  /**
   * Returns the ratio of skin detail in the frame to that of the drawing: their mean differences between neighbouring
   * pixels. Returns 1 with too few samples.
   */
  compareDetail(patch: FacePatch): number;
  /** Blends the drawn face into the warped frame by its mask. */
  blend(patch: FacePatch, detail: Readonly<Detail>, light: Readonly<DrawnLight>): void;
}

/** Maximum amplitude of grain, in steps of luma. */
const MAX_GRAIN = 4;
/** Differences above this are feature edges, not skin texture. */
const MAX_TEXTURE = 60;
/** Mask value above which a pixel shows only the drawing. */
const COVERED = 240;
/** Row step of the comparison, and its maximum number of values per row: sums have 16 bits. */
const ROW_STEP = 4;
const MAX_COMPARED = 4096;
/** Minimum number of compared values; below it both count as equally detailed. */
const MIN_COMPARED = 50;
const LUMAS = 256;
/** Values of each sum; see `compareRow` of `kernels`. */
const SUM_VALUES = 4;

/** Creates a blender; it reserves a kilobyte of the arena. */
export function createPatchBlender(arena: KernelArena): PatchBlender {
  const lights = arena.reserve(LUMAS * Int32Array.BYTES_PER_ELEMENT);
  const sums = arena.reserve(SUM_VALUES * 3 * Int32Array.BYTES_PER_ELEMENT);
  return {
    compareDetail({ planes, drawn: area, width }) {
      const { kernels, views } = arena;
      const { luma, mask, partLuma } = planes;
      const count = Math.min(MAX_COMPARED, area.right - area.left);
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
      return compared < MIN_COMPARED ? 1 : (seen + compared) / (drawn + compared);
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

/** Sets the gain of chroma at every luma, in 256ths. */
function setLights(
  values: Int32Array,
  start: number,
  { black, reference, chromaGain, minIlluminance }: Readonly<DrawnLight>,
): void {
  for (let luma = 0; luma < LUMAS; luma += 1) {
    const light = relativeIlluminance(luma - black, reference, minIlluminance);
    values[start + luma] = Math.round(light * chromaGain * 256);
  }
}
