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

/** Weights of shoulders and hips; hips are closer together, so less reliable. */
const [SHOULDERS, HIPS] = [2 / 3, 1 / 3];
/**
 * Scale of depths. They are in pixels like positions, but exaggerated: two to three times on drawn people, little on
 * others.
 */
const DEPTH = 0.6;
/** Minimum size of a driver relative to the largest. */
const MIN_SIZE = 0.05;

/** Weight of the size by shoulders, which are less reliable than a torso. */
const SHOULDER_WEIGHT = 0.95;

/** The joints of a driver and the scenes they are in. */
interface TurningDriver {
  readonly frames: readonly Pick<BodyTrack['frames'][number], 'joints' | 'scene'>[];
  readonly frameRate: BodyTrack['frameRate'];
}

/**
 * Returns the yaw of the torso in each frame in radians: 0 towards the camera, a quarter turn where it faces the right
 * of the image, a half turn away from the camera.
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
 * Returns the size of a driver in a frame relative to the build; smaller where they are farther away. A person who
 * bends has a short torso, but still wide shoulders.
 */
function sizeOf(joints: Float32Array, { torso, shoulders }: BodyBuild): number {
  return Math.max(
    torsoLengthOf(joints) / Math.max(1, torso),
    (SHOULDER_WEIGHT * distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder)) /
      Math.max(1, shoulders),
  );
}

/** Returns the yaw of a torso: widths give the angle, depths its sign and half of its sine. */
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
