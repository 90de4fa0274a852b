import { smoothstep } from '../../vision/math.ts';
import type { TrackedFace } from '../../track/face-track.ts';

/** Angles (radians) between which a face turned aside or up fades out: beyond, the far side would tear. */
const YAW_FADE = [0.75, 1.1] as const;
const PITCH_FADE = [0.65, 0.95] as const;
/** Confidence of the tracker between which a face fades in. */
const CONFIDENCE_FADE = [0.5, 0.7] as const;
/** Faces narrower than this (pixels) have no detail to swap. */
const SMALLEST_FACE = 12;

/** Returns the opacity of a source on a face, 0..1: less than 1 for an uncertain face or one turned far away. */
export function computeStrength({
  confidence,
  pose,
  box,
}: Pick<TrackedFace, 'confidence' | 'pose' | 'box'>): number {
  if (box.width < SMALLEST_FACE) {
    return 0;
  }
  return (
    smoothstep(...CONFIDENCE_FADE, confidence) *
    (1 - smoothstep(...YAW_FADE, Math.abs(pose.yaw))) *
    (1 - smoothstep(...PITCH_FADE, Math.abs(pose.pitch)))
  );
}
