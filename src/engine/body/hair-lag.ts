import { joint, middleOfJoints, middleOfShoulders } from './joints.ts';
import { findLags, type Lag, type LagFrame } from './swing.ts';

/** Swing of hair that reaches the chest: slower and less damped than cloth. */
const [SWING_HZ, DAMPING] = [1.2, 0.5];
/** Tips go no farther than this, in torso lengths: the cloth beside them is stretched by as much. */
const MAX_LAG = 0.06;

/**
 * Computes how far the tips of long hair lag in each frame of a motion. The hair hangs on the head and lies on the
 * shoulders, so both carry it.
 */
export function findHairLag(frames: readonly LagFrame[]): readonly Lag[] {
  return findLags(frames, {
    hertz: SWING_HZ,
    damping: DAMPING,
    max: MAX_LAG,
    carriedBy: (joints) => {
      const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
      const shoulders = middleOfShoulders(joints);
      return { x: (ears.x + shoulders.x) / 2, y: (ears.y + shoulders.y) / 2 };
    },
  });
}
