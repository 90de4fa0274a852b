/**
 * Undoes exchanges of left and right: seen from behind or from the side, the pose network exchanges them in single
 * frames, and smoothing then folds both limbs into the middle.
 */
import { cocoJoints, joint, JOINT_VALUES } from './joints.ts';
import { swapSides } from './unturn-frames.ts';

/** Joints that are compared from frame to frame: those below the head. */
const compared = cocoJoints.slice(cocoJoints.indexOf(joint.leftShoulder));
/**
 * Cost of a frame whose sides are exchanged, as a mean distance of the joints in torso lengths: the network is usually
 * right, and a body in profile has both sides in one place.
 */
const EXCHANGED = 0.1;

/** Scale of depths, which are exaggerated and noisy, but tell the sides apart in profile. */
const DEPTH = 0.5;

/**
 * Returns the joints of consecutive frames with left and right as they move least (Viterbi). `size` is the torso length
 * in pixels.
 */
export function alignSides(frames: readonly Float32Array[], size: number): Float32Array[] {
  const states = frames.map((joints) => [joints, swapSides(joints)] as const);
  let costs: readonly [number, number] = [0, EXCHANGED];
  const isFromOther: (readonly [boolean, boolean])[] = [];
  for (const [index, [own, other]] of states.entries()) {
    const before = states[index - 1];
    if (before === undefined) {
      isFromOther.push([false, false]);
      continue;
    }
    const stay = computeDistance(before[0], own) / size;
    const change = computeDistance(before[0], other) / size;
    const [same, exchanged] = costs;
    isFromOther.push([exchanged + change < same + stay, same + change < exchanged + stay]);
    costs = [
      Math.min(same + stay, exchanged + change),
      Math.min(exchanged + stay, same + change) + EXCHANGED,
    ];
  }
  let state: 0 | 1 = costs[1] < costs[0] ? 1 : 0;
  const aligned: Float32Array[] = [];
  for (let index = states.length - 1; index >= 0; index -= 1) {
    aligned.push(states[index][state]);
    if (isFromOther[index][state]) {
      state = state === 0 ? 1 : 0;
    }
  }
  return aligned.toReversed();
}

/** Returns the mean distance of the joints of two frames in pixels. */
function computeDistance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (const number of compared) {
    const at = number * JOINT_VALUES;
    const depth = (one[at + 2] - other[at + 2]) * DEPTH;
    sum += Math.hypot(one[at] - other[at], one[at + 1] - other[at + 1], depth);
  }
  return sum / compared.length;
}
