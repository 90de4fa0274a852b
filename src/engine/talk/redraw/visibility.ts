/**
 * Finds the frames of a scene whose mouth is to be seen. The confidence of a mesh stays high under a hand, so covered mouths
 * are found by hands that are seen before them and by skin that looks unlike itself in the rest of the scene.
 */
import type { SkinColours } from '../../face/draw/skin-field.ts';
import { smoothstep } from '../../vision/math.ts';

/** How skin around a mouth looks without the light on it; see {@link toSkinSignature}. */
export type SkinSignature = Float32Array;

/** What is known of a frame: nothing where there is no face that can be used. */
export interface SeenMouth {
  readonly look: SkinSignature;
  /** Whether a hand lies before it. */
  readonly isCovered: boolean;
}

const BLACK = 16;
const NO_COLOUR = 128;
/** Steps of chroma that count as much as luma that is twice as high. */
const CHROMA_UNIT = 40;
/** This part of all frames is less strange than what is typical. */
const TYPICAL_RANK = 0.4;
/** Skin is covered when it is so many times as strange as is typical, and at least so strange. */
const STRANGE_FACTOR = 3.5;
const LEAST_STRANGE = 0.16;
/** Frames beside a covered one in which the mouth fades. */
const FADE_FRAMES = 5;

/** How the skin of some points looks, by the colours of all. */
export function toSkinSignature(
  { y, u, v }: SkinColours,
  points: readonly number[],
): SkinSignature {
  const look = new Float32Array(points.length * 3);
  const mean = points.reduce((sum, point) => sum + y[point] - BLACK, 0) / points.length || 1;
  points.forEach((point, index) => {
    look[index * 3] = (y[point] - BLACK) / mean;
    look[index * 3 + 1] = (v[point] - NO_COLOUR) / CHROMA_UNIT;
    look[index * 3 + 2] = (u[point] - NO_COLOUR) / CHROMA_UNIT;
  });
  return look;
}

/** How much of the mouth may be drawn anew in every frame of a scene, 0..1: nothing where something covers it, with soft ends. */
export function findVisibility(frames: readonly (SeenMouth | null)[]): Float32Array {
  // Hands are left out first: of a scene with nothing else, they would be what is usual.
  const clear = frames.filter((frame) => frame !== null && !frame.isCovered);
  const usual = medianLook(clear.map((frame) => frame?.look ?? new Float32Array(0)));
  const strangeness = frames.map((frame) =>
    frame === null || usual === null ? Infinity : distanceOf(frame.look, usual),
  );
  const typical = strangeness.toSorted((a, b) => a - b)[Math.floor(frames.length * TYPICAL_RANK)];
  const limit = Math.max(LEAST_STRANGE, STRANGE_FACTOR * typical);
  const isHidden = frames.map(
    (frame, index) => frame === null || frame.isCovered || !(strangeness[index] <= limit),
  );
  return Float32Array.from(frames, (_, index) => {
    let nearest = Infinity;
    for (let beside = -FADE_FRAMES; beside <= FADE_FRAMES; beside += 1) {
      nearest = isHidden[index + beside] ? Math.min(nearest, Math.abs(beside)) : nearest;
    }
    return smoothstep(0, FADE_FRAMES + 0.01, nearest);
  });
}

function medianLook(looks: readonly SkinSignature[]): SkinSignature | null {
  const [first] = looks;
  return first === undefined
    ? null
    : first.map(
        (_, at) => looks.map((look) => look[at]).toSorted((a, b) => a - b)[looks.length >> 1],
      );
}

function distanceOf(look: SkinSignature, usual: SkinSignature): number {
  let sum = 0;
  for (let at = 0; at < look.length; at += 1) {
    sum += (look[at] - usual[at]) ** 2;
  }
  return Math.sqrt(sum / Math.max(1, look.length));
}
