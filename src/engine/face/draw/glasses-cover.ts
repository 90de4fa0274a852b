/**
 * Keeps the frames of a target's glasses in front of the drawn face: bands along their whole path are left out of the
 * drawing. Skin of the target beside a frame has the colour of the drawn skin, so bands may be a little too wide.
 */
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import type { FacePatch } from './face-patch.ts';
import type { GlassesPath } from '../glasses/glasses-path.ts';
import { type GlassesStrip, glassesStripsOf } from '../glasses/glasses-strips.ts';
import { SURELY_WORN, type WornGlasses } from '../glasses/worn-glasses.ts';

/** Covers for the patches of one arena. */
export interface GlassesCover {
  /**
   * Clears the mask of a drawn patch where frames are; `mesh` is the drawn one (x, y, z per point), and `facing` has the
   * facing value of every point.
   */
  lift(patch: FacePatch, glasses: WornGlasses, mesh: Float32Array, facing: Float32Array): void;
}

/**
 * Certainty of glasses over which they become visible: cracks of a painting reach 0.5. It is short, as half a frame looks
 * worse than none.
 */
const WORN = [0.6, SURELY_WORN] as const;
/** Averaged strength of a line over which it becomes part of a frame. */
const LINE = [0.05, 0.1] as const;
/** Facing value over which skin behind a frame is visible: places behind the nose say nothing about it. */
const SEEN = [0.05, 0.25] as const;
/** Soft edge of a band, in pixels, and the minimum of half its width. */
const SOFT = 1.2;
const MIN_HALF = 1.2;
const FULL = 255;

/** Returns the opacity of the frames of glasses, 0..1. */
export function shownGlasses({ worn }: WornGlasses): number {
  return smoothstep(WORN[0], WORN[1], worn);
}

/** Creates a cover for meshes of a canonical face. */
export function createGlassesCover(arena: KernelArena, face: CanonicalFace): GlassesCover {
  const { texture } = face;
  const apart = texture[RIGHT_EYE_OUTER * 2] - texture[LEFT_EYE_OUTER * 2];
  return {
    lift(patch, glasses, mesh, facing) {
      const shown = shownGlasses(glasses);
      if (shown === 0) {
        return;
      }
      const [left, right] = [LEFT_EYE_OUTER * 3, RIGHT_EYE_OUTER * 3];
      const scale = Math.hypot(mesh[right] - mesh[left], mesh[right + 1] - mesh[left + 1]) / apart;
      const strips = glassesStripsOf(face);
      const drawn = { strip: strips[0], path: glasses.paths[0], mesh, facing, scale, shown };
      for (let index = 0; index < strips.length; index += 1) {
        drawn.strip = strips[index];
        drawn.path = glasses.paths[index];
        liftStrip(arena, patch, drawn);
      }
    },
  };
}

interface DrawnStrip {
  readonly strip: GlassesStrip;
  readonly path: GlassesPath;
  readonly mesh: Float32Array;
  readonly facing: Float32Array;
  /** Pixels per width of the texture. */
  readonly scale: number;
  readonly shown: number;
}

function liftStrip(arena: KernelArena, patch: FacePatch, drawn: DrawnStrip): void {
  const { lines, kind } = drawn.strip;
  const count = kind === 'lens' ? lines : lines - 1;
  setEnd(band.to, patch, drawn, 0);
  for (let line = 0; line < count; line += 1) {
    Object.assign(band.from, band.to);
    setEnd(band.to, patch, drawn, (line + 1) % lines);
    liftBand(arena, patch);
  }
}

/** Current band, in pixels of the patch. */
const band = {
  from: { x: 0, y: 0, half: 0, alpha: 0 },
  to: { x: 0, y: 0, half: 0, alpha: 0 },
};

/** Sets an end of a band to the path on a line. */
function setEnd(
  end: typeof band.from,
  { left, top }: FacePatch,
  { strip, path, mesh, facing, scale, shown }: DrawnStrip,
  line: number,
): void {
  const { samples, corners, weights } = strip;
  const along = Math.max(0, Math.min(samples - 1.001, path.along[line]));
  const part = along - Math.floor(along);
  const first = (line * samples + Math.floor(along)) * 3;
  let x = 0;
  let y = 0;
  let seen = 0;
  for (let corner = first; corner < first + 6; corner += 1) {
    const weight = weights[corner] * (corner < first + 3 ? 1 - part : part);
    x += mesh[corners[corner] * 3] * weight;
    y += mesh[corners[corner] * 3 + 1] * weight;
    seen += facing[corners[corner]] * weight;
  }
  end.x = x - left - 0.5;
  end.y = y - top - 0.5;
  end.half = Math.max(MIN_HALF, path.half[line] * scale);
  end.alpha =
    shown * smoothstep(LINE[0], LINE[1], path.strength[line]) * smoothstep(SEEN[0], SEEN[1], seen);
}

/** Lowers the mask within the current band. */
function liftBand(arena: KernelArena, { width, drawn, planes }: FacePatch): void {
  const { from, to } = band;
  if (from.alpha === 0 && to.alpha === 0) {
    return;
  }
  const { bytes } = arena.views;
  const max = Math.max(from.half, to.half) + SOFT;
  const left = Math.max(drawn.left, Math.floor(Math.min(from.x, to.x) - max));
  const right = Math.min(drawn.right - 1, Math.ceil(Math.max(from.x, to.x) + max));
  const top = Math.max(drawn.top, Math.floor(Math.min(from.y, to.y) - max));
  const bottom = Math.min(drawn.bottom - 1, Math.ceil(Math.max(from.y, to.y) + max));
  const alongX = to.x - from.x;
  const alongY = to.y - from.y;
  const square = Math.max(1e-6, alongX * alongX + alongY * alongY);
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const along = ((x - from.x) * alongX + (y - from.y) * alongY) / square;
      const t = along < 0 ? 0 : along > 1 ? 1 : along;
      const distance = Math.sqrt((x - from.x - t * alongX) ** 2 + (y - from.y - t * alongY) ** 2);
      const inside = (from.half + t * (to.half - from.half) - distance) / SOFT + 0.5;
      const alpha = (from.alpha + t * (to.alpha - from.alpha)) * Math.max(0, Math.min(1, inside));
      const offset = planes.mask + y * width + x;
      // Neighbouring bands overlap, so the lower mask of both counts.
      bytes[offset] = Math.min(bytes[offset], FULL * (1 - alpha));
    }
  }
}
