import type { I420Frame } from '../../pixels/frame.ts';
import type { BodyPose } from '../joints.ts';
import type { PersonHole } from './person-hole.ts';

/** A frame that a plate is made of. */
export interface PlateSample {
  readonly frame: I420Frame;
  /** Number of the frame in its scene. */
  readonly index: number;
  /** Number of the frame in the clip. */
  readonly number: number;
  readonly holes: readonly PersonHole[];
  /** The person in it. */
  readonly pose: BodyPose;
}
