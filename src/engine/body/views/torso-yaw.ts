import { type BodyBuild, measureBuild } from '../body-build.ts';
import {
  type BodyTrack,
  distanceOfJoints,
  framesPerSecondOf,
  joint,
  JOINT_VALUES,
  torsoLengthOf,
} from '../joints.ts';
import { smoothSizes } from '../scene/scene-motion.ts';
import { clamp } from '../../vision/math.ts';

/** Shoulders say more than hips, which lie closer together. */
const [SHOULDERS, HIPS] = [2 / 3, 1 / 3];
/** Depths are in the unit of places, and overdone: by two to three on drawn people, little on others. */
const DEPTH = 0.6;
/** Nobody is followed who is smaller than this beside where they are largest. */
const MIN_SIZE = 0.05;

/** Shoulders tell less than a torso of how large somebody is. */
const SHOULDER_WEIGHT = 0.95;

/** The joints of a driver and the scenes they are in. */
interface TurningDriver {
  readonly frames: readonly Pick<BodyTrack['frames'][number], 'joints' | 'scene'>[];
  readonly frameRate: BodyTrack['frameRate'];
}

/**
 * How far a torso is turned in each frame, radians: 0 towards the camera, a quarter turn where it looks to the right of the
 * picture, a half turn where it looks away.
 */
export function findTorsoYaws({ frames, frameRate }: TurningDriver): readonly number[] {
  const build = measureBuild(frames.map(({ joints }) => joints));
  const framesPerSecond = framesPerSecondOf(frameRate);
  const scenes = Map.groupBy(frames, ({ scene }) => scene);
  const sizes = [...scenes.values()].flatMap((scene) =>
    smoothSizes(
      scene.map(({ joints }) => sizeOf(joints, build)),
      framesPerSecond,
    ),
  );
  return frames.map(({ joints }, index) => findTorsoYaw(joints, build, sizes[index] ?? 1));
}

/**
 * How large a driver is in a frame beside the build: smaller where they are farther away. Who bends has a short torso and wide
 * shoulders still.
 */
function sizeOf(joints: Float32Array, { torso, shoulders }: BodyBuild): number {
  return Math.max(
    torsoLengthOf(joints) / Math.max(1, torso),
    (SHOULDER_WEIGHT * distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder)) /
      Math.max(1, shoulders),
  );
}

/** Widths say how far it is turned, depths say which way, and as much again. */
function findTorsoYaw(joints: Float32Array, { shoulders, hips }: BodyBuild, size: number): number {
  const across = (left: number, right: number, axis: 0 | 2): number =>
    (joints[left * JOINT_VALUES + axis] - joints[right * JOINT_VALUES + axis]) /
    Math.max(MIN_SIZE, size);
  const along = (axis: 0 | 2): number =>
    (SHOULDERS * across(joint.leftShoulder, joint.rightShoulder, axis)) / shoulders +
    (HIPS * across(joint.leftHip, joint.rightHip, axis)) / hips;
  const [width, depth] = [clamp(along(0), -1, 1), along(2) * DEPTH];
  const byWidth = Math.sqrt(1 - width * width);
  const byDepth = Math.min(1, Math.abs(depth));
  return Math.atan2((Math.sign(depth) * (byWidth + byDepth)) / 2, width);
}
