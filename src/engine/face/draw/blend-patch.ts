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
  /** Amplitude of grain in steps of luma; beyond it differences of the frame are edges. */
  maxGrain: number;
}

/** Detail of skin: mean differences between a pixel and its neighbours, in steps of luma. */
export interface SkinDetail {
  drawn: number;
  /** That of the frame. */
  seen: number;
}

/** Blends patches of one arena. */
export interface PatchBlender {
  /** Measures the detail of skin above a row of the patch; both are 0 with too few samples. */
  compareDetail(patch: FacePatch, bottom: number, detail: SkinDetail): void;
  /** Blends the drawn face into the warped frame by its mask. */
  blend(patch: FacePatch, detail: Readonly<Detail>, light: Readonly<DrawnLight>): void;
}

/** Differences above this are feature edges, not skin texture. */
const MAX_TEXTURE = 60;
/** Mask value above which a pixel shows only the drawing. */
const COVERED = 240;
/** Row step of the comparison, and its maximum number of values per row: sums have 16 bits. */
const ROW_STEP = 4;
const MAX_COMPARED = 4096;
/** Pixels that each one is compared with. */
const NEIGHBOURS = 4;
/** Minimum number of compared values. */
const MIN_COMPARED = 50;
const LUMAS = 256;
/** Values of each sum; see `compareRow` of `kernels`. */
const SUM_VALUES = 4;

/** Creates a blender; it reserves a kilobyte of the arena. */
export function createPatchBlender(arena: KernelArena): PatchBlender {
  const lights = arena.reserve(LUMAS * Int32Array.BYTES_PER_ELEMENT);
  const sums = arena.reserve(SUM_VALUES * 3 * Int32Array.BYTES_PER_ELEMENT);
  return {
    compareDetail({ planes, drawn: area, width }, bottom, detail) {
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
        Math.max(ROW_STEP, Math.min(area.bottom, bottom) - area.top),
        ROW_STEP,
        COVERED,
        MAX_TEXTURE,
        sums,
      );
      const compared = sumOf(views.integers, sums / 4 + 2 * SUM_VALUES);
      const each = compared < MIN_COMPARED ? 0 : 1 / (NEIGHBOURS * compared);
      detail.drawn = each * sumOf(views.integers, sums / 4);
      detail.seen = each * sumOf(views.integers, sums / 4 + SUM_VALUES);
    },
    blend(patch, { softness, grain, maxGrain }, light) {
      const { planes, drawn: area, width } = patch;
      const { kernels, views } = arena;
      const { luma, mask, partLuma, u, v, frameY, frameU, frameV, lineY, lineU, lineV } = planes;
      const base = { base: frameY, baseLine: lineY };
      const blended = { ...base, drawn: luma, mask, original: partLuma, width };
      blendPlane(kernels, blended, area, { softness, grain, maxGrain: Math.round(maxGrain) });
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
