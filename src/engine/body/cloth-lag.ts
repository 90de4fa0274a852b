import { joint, JOINT_VALUES } from './joints.ts';
import { findLags, type Lag, type LagFrame } from './swing.ts';

/** Swing of cloth of knee length: it stops after about one swing. */
const [SWING_HZ, DAMPING] = [1.4, 0.55];
/** Hems go no farther from the legs than this, in torso lengths: beyond it legs would show beside them. */
const MAX_LAG = 0.09;

/** The joints that move the cloth. */
interface ClothCarriers {
  /** Knees move the cloth only where their leg follows the driver; otherwise the leg stands still. */
  readonly follows: { readonly leftLeg: boolean; readonly rightLeg: boolean };
  /** True if the hips are visible. Estimated hips jump, so cloth must not swing by them. */
  readonly hasHips: boolean;
}

/** Computes how far the hem of a skirt or coat lags behind the legs in each frame of a motion. */
export function findClothLag(
  frames: readonly LagFrame[],
  { follows, hasHips }: ClothCarriers,
): readonly Lag[] {
  if (!hasHips) {
    return frames.map(() => ({ x: 0, y: 0 }));
  }
  const carriers = [
    joint.leftHip,
    joint.rightHip,
    ...(follows.leftLeg ? [joint.leftKnee] : []),
    ...(follows.rightLeg ? [joint.rightKnee] : []),
  ];
  return findLags(frames, {
    hertz: SWING_HZ,
    damping: DAMPING,
    max: MAX_LAG,
    carriedBy: (joints) => computeMiddle(joints, carriers),
  });
}

/** Returns the rest position of the cloth: the mean of the joints that carry it. */
function computeMiddle(joints: Float32Array, carriers: readonly number[]): Lag {
  const mean = (axis: number): number =>
    carriers.reduce((sum, number) => sum + joints[number * JOINT_VALUES + axis], 0) /
    carriers.length;
  return { x: mean(0), y: mean(1) };
}
