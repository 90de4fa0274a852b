import type { I420Frame } from '../pixels/frame.ts';
import type { BodyPose } from './joints.ts';

/** Puts the joints of a pose where another network sees them in its frame, as far as that is sure. */
export type RefinePose = (
  frame: I420Frame,
  pose: BodyPose,
  signal?: AbortSignal,
) => Promise<BodyPose>;
