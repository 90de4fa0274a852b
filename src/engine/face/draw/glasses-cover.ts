/**
 * Keeps the frames of a target's glasses in front of the drawn face: bands along their whole path are left out of the
 * drawing. Skin of the target beside a frame has the colour of the drawn skin, so bands may be a little too wide.
 */
import type { KernelArena } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_EYE_OUTER, RIGHT_EYE_OUTER } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import type { FacePatch } from './face-patch.ts';
import type { GlassesPath } from '../glasses/glasses-path.ts';
import { type GlassesStrip, glassesStripsOf } from '../glasses/glasses-strips.ts';
import { SURELY_WORN, type WornGlasses } from '../glasses/worn-glasses.ts';
import { TaperedLine } from './tapered-line.ts';

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
  alphas.to = setEnd(band.to, patch, drawn, 0);
  for (let line = 0; line < count; line += 1) {
    Object.assign(band.from, band.to);
    alphas.from = alphas.to;
    alphas.to = setEnd(band.to, patch, drawn, (line + 1) % lines);
    liftBand(arena, patch);
  }
}

/** Current band, in pixels of the patch, with the opacities of its ends and its bounds. */
const band = new TaperedLine();
const alphas = { from: 0, to: 0 };
const bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** Sets an end of a band to the path on a line, and returns its opacity. */
function setEnd(
  end: TaperedLine['from'],
  { left, top }: FacePatch,
  { strip, path, mesh, facing, scale, shown }: DrawnStrip,
  line: number,
): number {
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
  return (
    shown * smoothstep(LINE[0], LINE[1], path.strength[line]) * smoothstep(SEEN[0], SEEN[1], seen)
  );
}

/** Lowers the mask within the current band. */
function liftBand(arena: KernelArena, { width, drawn, planes }: FacePatch): void {
  if (alphas.from === 0 && alphas.to === 0) {
    return;
  }
  const { bytes } = arena.views;
  bounds.left = drawn.left;
  bounds.top = drawn.top;
  bounds.right = drawn.right - 1;
  bounds.bottom = drawn.bottom - 1;
  band.prepare(bounds, SOFT);
  for (let y = bounds.top; y <= bounds.bottom; y += 1) {
    for (let x = bounds.left; x <= bounds.right; x += 1) {
      const inside = clamp(band.measureInside(x, y) / SOFT + 0.5, 0, 1);
      const alpha = (alphas.from + band.t * (alphas.to - alphas.from)) * inside;
      const offset = planes.mask + y * width + x;
      // Neighbouring bands overlap, so the lower mask of both counts.
      bytes[offset] = Math.min(bytes[offset], FULL * (1 - alpha));
    }
  }
}
