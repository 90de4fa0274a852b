import type { I420Frame } from '../../pixels/frame.ts';
import type { BodyPose } from '../joints.ts';
import type { PersonHole } from './person-hole.ts';

/** A frame from which a plate is built. */
export interface PlateSample {
  readonly frame: I420Frame;
  /** Index of the frame in its scene. */
  readonly index: number;
  /** Index of the frame in the clip. */
  readonly number: number;
  readonly holes: readonly PersonHole[];
  /** The pose of the person. */
  readonly pose: BodyPose;
}
