/** Computes the motion of a character in a driver's scene: the driver's own joints, with a matching scale. */
import { findSeenLimbs, hasHips, computeQuantile } from '../body-build.ts';
import { findClothLag } from '../cloth-lag.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import { smoothSizes } from '../driver-size.ts';
import { findHairLag } from '../hair-lag.ts';
import { findHeadTurn } from '../head-turn.ts';
import {
  type BodyTrack,
  distanceOfJoints,
  forEachLimb,
  toFramesPerSecond,
  joint,
  JOINT_VALUES,
  middleOfHips,
  middleOfJoints,
  toTorsoLength,
} from '../joints.ts';
import type { BodyRest, CharacterMotion } from '../retarget.ts';
import { unturnFrames } from '../unturn-frames.ts';

/** Weight of the size by shoulders, which are less reliable than a torso. */
const SHOULDER_WEIGHT = 0.95;

/** Places a character on the joints of a driver. */
export function createSceneMotion(
  { frames, size, frameRate }: Pick<BodyTrack, 'frames' | 'size' | 'frameRate'>,
  rest: BodyRest,
): CharacterMotion {
  // A still has one side, so a driver who turns away is followed as in a mirror.
  const all = unturnFrames(
    frames.map(({ joints }) => joints),
    rest.joints,
  ).frames;
  const seen = findSeenLimbs(all, size);
  const follows = forEachLimb((limb) => seen[limb] && rest.shown[limb]);
  const usesTorso = hasHips(all, size) && hasHips([rest.joints], rest.size);
  const sizes = smoothSizes(
    all.map((joints) => toSize(joints, rest.joints, usesTorso)),
    toFramesPerSecond(frameRate),
  );
  const timed = frames.map((frame, index) => ({ ...frame, joints: all[index] }));
  const lags = findClothLag(timed, { follows, hasHips: usesTorso });
  const hairLags = findHairLag(timed);
  const poses = all.map((joints, index): CharacterPose => {
    const at = sizes[index];
    return {
      joints,
      size: at,
      head: placeHead(joints, rest.joints, at),
      lag: lags[index],
      hairLag: hairLags[index],
    };
  });
  return { poses, follows, ratio: computeQuantile(sizes, 0.5) };
}

/** Converts a motion to the still, where the character stays in place; the deformation is the same. */
export function moveToStill(
  { poses, ...motion }: CharacterMotion,
  rest: Float32Array,
): CharacterMotion {
  const own = middleOfHips(rest);
  return {
    ...motion,
    poses: poses.map(({ joints, size, head, lag, hairLag }): CharacterPose => {
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
        hairLag: hairLag === undefined ? undefined : { x: hairLag.x / size, y: hairLag.y / size },
      };
    }),
  };
}

/** Returns the scale of the driver relative to the character of the still. */
function toSize(joints: Float32Array, rest: Float32Array, usesTorso: boolean): number {
  const shoulders =
    (SHOULDER_WEIGHT * distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder)) /
    Math.max(1, distanceOfJoints(rest, joint.leftShoulder, joint.rightShoulder));
  return usesTorso
    ? Math.max(toTorsoLength(joints) / Math.max(1, toTorsoLength(rest)), shoulders)
    : shoulders;
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
