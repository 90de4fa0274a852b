/** Computes the motion of a character in a driver's scene: the driver's own joints, with a matching scale. */
import { findSeenLimbs, hasHips, quantileOf } from '../body-build.ts';
import { findClothLag } from '../cloth-lag.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import { findHeadTurn } from '../head-turn.ts';
import {
  type BodyTrack,
  distanceOfJoints,
  forEachLimb,
  framesPerSecondOf,
  joint,
  JOINT_VALUES,
  middleOfHips,
  middleOfJoints,
  torsoLengthOf,
} from '../joints.ts';
import type { BodyRest, CharacterMotion } from '../retarget.ts';

/**
 * Half widths in seconds of the windows of quantile and mean: bending or turning away makes a person look smaller, so
 * sizes near the largest count.
 */
const [SIZE_REACH_SEC, MEAN_REACH_SEC] = [0.8, 0.5];
const SIZE_QUANTILE = 0.7;
/** Weight of the size by shoulders, which are less reliable than a torso. */
const SHOULDER_WEIGHT = 0.95;

/** Places a character on the joints of a driver. */
export function createSceneMotion(
  { frames, size, frameRate }: Pick<BodyTrack, 'frames' | 'size' | 'frameRate'>,
  rest: BodyRest,
): CharacterMotion {
  const all = frames.map(({ joints }) => joints);
  const seen = findSeenLimbs(all, size);
  const follows = forEachLimb((limb) => seen[limb] && rest.shown[limb]);
  const usesTorso = hasHips(all, size) && hasHips([rest.joints], rest.size);
  const sizes = smoothSizes(
    all.map((joints) => sizeOf(joints, rest.joints, usesTorso)),
    framesPerSecondOf(frameRate),
  );
  const lags = findClothLag(frames, { follows, hasHips: usesTorso });
  const poses = all.map((joints, index): CharacterPose => {
    const at = sizes[index];
    return {
      joints,
      size: at,
      head: placeHead(joints, rest.joints, at),
      lag: lags[index],
    };
  });
  return { poses, follows, ratio: quantileOf(sizes, 0.5) };
}

/** Converts a motion to the still, where the character stays in place; the deformation is the same. */
export function moveToStill(
  { poses, ...motion }: CharacterMotion,
  rest: Float32Array,
): CharacterMotion {
  const own = middleOfHips(rest);
  return {
    ...motion,
    poses: poses.map(({ joints, size, head, lag }): CharacterPose => {
      const hips = middleOfHips(joints);
      const toX = (x: number): number => own.x + (x - hips.x) / size;
      const toY = (y: number): number => own.y + (y - hips.y) / size;
      const moved = joints.map((value, at) => {
        const axis = at % JOINT_VALUES;
        return axis === 0
          ? toX(value)
          : axis === 1
            ? toY(value)
            : axis === 2
              ? value / size
              : value;
      });
      return {
        joints: moved,
        size: 1,
        head: { turn: head.turn, size: head.size / size, x: toX(head.x), y: toY(head.y) },
        lag: lag === undefined ? undefined : { x: lag.x / size, y: lag.y / size },
      };
    }),
  };
}

/** Returns the scale of the driver relative to the character of the still. */
function sizeOf(joints: Float32Array, rest: Float32Array, usesTorso: boolean): number {
  const shoulders =
    (SHOULDER_WEIGHT * distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder)) /
    Math.max(1, distanceOfJoints(rest, joint.leftShoulder, joint.rightShoulder));
  return usesTorso
    ? Math.max(torsoLengthOf(joints) / Math.max(1, torsoLengthOf(rest)), shoulders)
    : shoulders;
}

/** Smooths sizes with a slow maximum, because only the distance from the camera changes them. */
export function smoothSizes(sizes: readonly number[], framesPerSecond: number): readonly number[] {
  const around = (values: readonly number[], index: number, seconds: number): readonly number[] => {
    const reach = Math.max(1, Math.round(seconds * framesPerSecond));
    return values.slice(Math.max(0, index - reach), index + reach + 1);
  };
  const calm = sizes.map((_, index) =>
    quantileOf(around(sizes, index, SIZE_REACH_SEC), SIZE_QUANTILE),
  );
  return calm.map((_, index) => {
    const near = around(calm, index, MEAN_REACH_SEC);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

/** Places a head that no face drives: between the driver's ears, with the roll of the eyes. */
function placeHead(joints: Float32Array, rest: Float32Array, size: number): CharacterPose['head'] {
  const { x, y } = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  return {
    turn: findHeadTurn(joints, rest),
    size,
    x,
    y,
  };
}
