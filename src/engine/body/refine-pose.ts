import type { I420Frame } from '../pixels/frame.ts';
import type { BodyPose } from './joints.ts';

/** Moves the joints of a pose to where another network finds them with enough confidence. */
export type RefinePose = (
  frame: I420Frame,
  pose: BodyPose,
  signal?: AbortSignal,
) => Promise<BodyPose>;
