import type { FaceBox, TrackedFace } from '../../track/face-track.ts';
import type { HeadPose } from '../../track/head-pose.ts';

/** Face of a portrait in its pixels; owns its memory. */
export interface PortraitFace {
  /** x, y, z per point. */
  readonly landmarks: Float32Array;
  readonly iris: Float32Array;
  readonly pose: Readonly<HeadPose>;
  readonly box: Readonly<FaceBox>;
}

/** Copies a face that a finder found. */
export function copyPortraitFace({ landmarks, iris, pose, box }: TrackedFace): PortraitFace {
  return {
    landmarks: landmarks.slice(),
    iris: iris.slice(),
    pose: { ...pose, rotation: pose.rotation.slice() },
    box: { ...box },
  };
}
