/**
 * Finds the frames of a scene in which the mouth is visible. Mesh confidence stays high under a hand, so covered mouths
 * are detected by hands and by skin colours that deviate from the rest of the scene.
 */
import type { SkinColours } from '../../face/draw/skin-field.ts';
import { smoothstep } from '../../vision/math.ts';

/** Skin colours around a mouth, normalised by light; see {@link toSkinSignature}. */
export type SkinSignature = Float32Array;

/** Signature and hand detection of a frame. */
export interface MouthVisibility {
  readonly signature: SkinSignature;
  /** True when a hand covers the mouth. */
  readonly isCovered: boolean;
}

const BLACK = 16;
const NO_COLOUR = 128;
/** Chroma steps that weigh as much as the mean luma. */
const CHROMA_UNIT = 40;
/** Rank of the deviation that counts as typical. */
const TYPICAL_RANK = 0.4;
/** Deviation from which skin is covered: this factor of the typical one, and at least this value. */
const STRANGE_FACTOR = 3.5;
const MIN_STRANGE = 0.16;
/** Frames over which visibility fades beside a covered one. */
const FADE_FRAMES = 5;

/** Computes the signature of the listed skin points. */
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

/** Computes the visibility of the mouth in every frame of a scene, 0..1, faded beside covered frames. */
export function findVisibility(frames: readonly (MouthVisibility | null)[]): Float32Array {
  // Frames with hands are excluded from the median, or they would dominate a scene that has many.
  const clear = frames.filter((frame) => frame !== null && !frame.isCovered);
  const usual = medianSignature(clear.map((frame) => frame?.signature ?? new Float32Array(0)));
  const strangeness = frames.map((frame) =>
    frame === null || usual === null ? Infinity : computeDistance(frame.signature, usual),
  );
  const typical = strangeness.toSorted((a, b) => a - b)[Math.floor(frames.length * TYPICAL_RANK)];
  const limit = Math.max(MIN_STRANGE, STRANGE_FACTOR * typical);
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

function medianSignature(signatures: readonly SkinSignature[]): SkinSignature | null {
  const [first] = signatures;
  return first === undefined
    ? null
    : first.map(
        (_, at) =>
          signatures.map((signature) => signature[at]).toSorted((a, b) => a - b)[
            signatures.length >> 1
          ],
      );
}

function computeDistance(signature: SkinSignature, usual: SkinSignature): number {
  let sum = 0;
  for (let at = 0; at < signature.length; at += 1) {
    sum += (signature[at] - usual[at]) ** 2;
  }
  return Math.sqrt(sum / Math.max(1, signature.length));
}
