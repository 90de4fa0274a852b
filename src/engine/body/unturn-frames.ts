import { computeQuantile } from './body-build.ts';
import {
  type BodyTrack,
  distanceOfJoints,
  joint,
  JOINT_COUNT,
  JOINT_VALUES,
  middleOfHips,
  middleOfShoulders,
  toTorsoLength,
} from './joints.ts';

/** Pairs of left and right joints. */
const pairs: readonly (readonly [number, number])[] = [
  [1, 4],
  [2, 5],
  [3, 6],
  [7, 8],
  [9, 10],
  ...Array.from(
    { length: (JOINT_COUNT - joint.leftShoulder) / 2 },
    (_, pair) => [joint.leftShoulder + pair * 2, joint.rightShoulder + pair * 2] as const,
  ),
];
/** Minimum width in torso lengths that decides which side is shown; narrower frames keep the side before. */
const SURE = 0.15;
/**
 * Width in torso lengths below which a body is seen from the side, at least, and relative to the widest frames: at half
 * of the width it has turned by 60 degrees.
 */
const [SIDEWAYS, TURNED_SIXTY, WIDEST] = [0.22, 0.5, 0.9] as const;

/**
 * Returns the frames of a driver, with left and right exchanged where the driver shows another side than the still. A
 * driver who turns away is followed as in a mirror, because a still has one side. `turned` marks these frames.
 */
export function unturnFrames(
  frames: readonly Float32Array[],
  rest: Float32Array,
): { readonly frames: readonly Float32Array[]; readonly turned: readonly boolean[] } {
  const own = toSide(rest) < 0 ? -1 : 1;
  let isTurned = false;
  const turned = frames.map((joints) => {
    const side = toSide(joints) * own;
    isTurned = Math.abs(side) > SURE ? side < 0 : isTurned;
    return isTurned;
  });
  return {
    turned,
    frames: frames.map((joints, index) => (turned[index] ? swapSides(joints) : joints)),
  };
}

/**
 * Returns for each frame whether its driver is seen from the side, unlike a still from the front or from behind: a still
 * can be narrowed, but does not show that side.
 */
export function findSideways(
  frames: readonly Float32Array[],
  rest: Float32Array,
): readonly boolean[] {
  const widths = frames.map(toBreadth);
  const limit = Math.max(SIDEWAYS, computeQuantile(widths, WIDEST) * TURNED_SIXTY);
  const canShow = toBreadth(rest) < SIDEWAYS;
  return widths.map((width) => !canShow && width < limit);
}

/**
 * Counts the frames in which the driver shows another side than the still, and the further ones in which they are seen
 * from the side, among those that show the still (`showsStill`).
 */
export function countTurned(
  { frames }: Pick<BodyTrack, 'frames'>,
  rest: Float32Array,
  showsStill: (index: number) => boolean = () => true,
): { readonly turnedFrames: number; readonly sidewaysFrames: number } {
  const all = frames.map(({ joints }) => joints);
  const { turned } = unturnFrames(all, rest);
  const sideways = findSideways(all, rest);
  return {
    turnedFrames: turned.filter((isTurned, index) => isTurned && showsStill(index)).length,
    sidewaysFrames: sideways.filter((is, index) => is && !turned[index] && showsStill(index))
      .length,
  };
}

/**
 * Returns how far the left shoulder and hip are to the right of the right ones, in torso lengths; negative from behind.
 */
function toSide(joints: Float32Array): number {
  const across = (left: number, right: number): number =>
    joints[left * JOINT_VALUES] - joints[right * JOINT_VALUES];
  const shoulders = across(joint.leftShoulder, joint.rightShoulder);
  const hips = across(joint.leftHip, joint.rightHip);
  const length =
    toTorsoLength(joints) || distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder) || 1;
  return (shoulders + hips) / 2 / length;
}

/** Returns the width of shoulders and hips across the torso, in torso lengths, however it leans in the image. */
function toBreadth(joints: Float32Array): number {
  const [shoulders, hips] = [middleOfShoulders(joints), middleOfHips(joints)];
  const [upX, upY] = [shoulders.x - hips.x, shoulders.y - hips.y];
  const length = Math.hypot(upX, upY);
  if (length === 0) {
    return Math.abs(toSide(joints));
  }
  const across = (left: number, right: number): number =>
    (joints[left * JOINT_VALUES] - joints[right * JOINT_VALUES]) * upY -
    (joints[left * JOINT_VALUES + 1] - joints[right * JOINT_VALUES + 1]) * upX;
  const shoulderWidth = across(joint.leftShoulder, joint.rightShoulder);
  const hipWidth = across(joint.leftHip, joint.rightHip);
  return Math.abs(shoulderWidth + hipWidth) / 2 / length ** 2;
}

/** Exchanges the left and right joints without moving them. */
export function swapSides(joints: Float32Array): Float32Array {
  const swapped = joints.slice();
  for (const [left, right] of pairs) {
    const [a, b] = [left * JOINT_VALUES, right * JOINT_VALUES];
    swapped.set(joints.subarray(b, b + JOINT_VALUES), a);
    swapped.set(joints.subarray(a, a + JOINT_VALUES), b);
  }
  return swapped;
}
