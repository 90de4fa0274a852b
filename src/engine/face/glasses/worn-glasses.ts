/**
 * Finds glasses on a face by lines across the bridge of the nose and below both eyes. Brows and lids give lines as well,
 * but only above.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import { selectYuvConversion } from '../../pixels/yuv.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { smoothingFactor, smoothstep } from '../../vision/math.ts';
import {
  createGlassesPath,
  type GlassesView,
  traceStrip,
  type GlassesPath,
} from './glasses-path.ts';
import {
  bridgeStripOf,
  type GlassesStrip,
  glassesStripsOf,
  STRIP_LINES,
} from './glasses-strips.ts';

/** Glasses of a face. */
export interface WornGlasses {
  /** Certainty that the face wears glasses, 0..1. */
  worn: number;
  /** Path of each strip of frames. */
  readonly paths: readonly GlassesPath[];
}

/**
 * Strengths of lines from which they may be frames, and from which they surely are: on the bridge, below the eye with
 * the clearer line, and below the other one. Bare faces reach 0.17, 0.19 and 0.1.
 */
const BRIDGE = [0.19, 0.25] as const;
const CLEARER = [0.14, 0.2] as const;
const OTHER = [0.08, 0.15] as const;
const FOLLOW_US = 250_000;
/** Certainty below which only the bridge is looked at. */
const UNLIKELY = 0.02;

/** Certainty from which glasses count as worn: their frames are kept in full. */
export const SURELY_WORN = 0.75;

/** Creates an empty state. */
export function createWornGlasses(): WornGlasses {
  return { worn: 0, paths: STRIP_LINES.map((lines) => createGlassesPath(lines)) };
}

/** Updates the glasses from a frame; `elapsedUs` is null when the face is new. */
export function followGlasses(
  glasses: WornGlasses,
  face: CanonicalFace,
  view: GlassesView,
  elapsedUs: number | null,
): void {
  const isNew = elapsedUs === null || glasses.worn <= UNLIKELY;
  const sinceUs = isNew ? null : elapsedUs;
  traceStrip(glasses.paths[BRIDGE_STRIP], bridgeStripOf(face), view, sinceUs);
  const bridge = smoothstep(
    BRIDGE[0],
    BRIDGE[1],
    computeMean(glasses.paths[BRIDGE_STRIP].strength),
  );
  let worn = 0;
  if (bridge > 0 || !isNew) {
    const strips = glassesStripsOf(face);
    for (let index = 0; index < strips.length; index += 1) {
      if (index !== BRIDGE_STRIP) {
        traceStrip(glasses.paths[index], strips[index], view, sinceUs);
      }
    }
    const left = findLowerLine(glasses.paths[0], strips[0]);
    const right = findLowerLine(glasses.paths[1], strips[1]);
    worn =
      bridge *
      smoothstep(CLEARER[0], CLEARER[1], Math.max(left, right)) *
      smoothstep(OTHER[0], OTHER[1], Math.min(left, right));
  }
  glasses.worn += (worn - glasses.worn) * smoothingFactor(elapsedUs, FOLLOW_US);
}

/** Returns the certainty that a face of a frame wears glasses, 0..1. `mesh` has x, y and z of every point. */
export function measureGlasses(
  frame: I420Frame,
  mesh: Float32Array,
  canonicalFace: CanonicalFace,
): number {
  const glasses = createWornGlasses();
  const view = { frame, mesh, black: selectYuvConversion(frame).lumaOffset };
  followGlasses(glasses, canonicalFace, view, null);
  return glasses.worn;
}

/** Place of the bridge among the strips, after both lenses. */
const BRIDGE_STRIP = 2;
/** Sine of the angle from which a line of a lens lies below the eye. */
const BELOW = 0.3;

function findLowerLine({ strength }: GlassesPath, { lines }: GlassesStrip): number {
  let sum = 0;
  let count = 0;
  for (let line = 0; line < lines; line += 1) {
    if (Math.sin((2 * Math.PI * line) / lines) > BELOW) {
      sum += strength[line];
      count += 1;
    }
  }
  return sum / count;
}

function computeMean(values: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) {
    sum += values[at];
  }
  return sum / values.length;
}
