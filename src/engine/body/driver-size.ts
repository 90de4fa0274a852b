/** Measures how large a driver is in each frame of a clip: larger when nearer to the camera, or zoomed in on. */
import { mean } from '../vision/math.ts';
import { type BodyBuild, computeQuantile } from './body-build.ts';
import {
  type BodyFace,
  type BodyFrame,
  type BodyTrack,
  distanceOfJoints,
  toFramesPerSecond,
  joint,
  JOINT_VALUES,
  toTorsoLength,
} from './joints.ts';

/**
 * Half widths in seconds of the windows of quantile and mean: bending or turning away makes a person look smaller, so
 * sizes near the largest count.
 */
const [SIZE_REACH_SEC, MEAN_REACH_SEC] = [0.8, 0.5];
const SIZE_QUANTILE = 0.7;
/** The same windows around faces, whose scale is only noisy. */
const [FACE_REACH_SEC, FACE_MEAN_SEC] = [0.15, 0.25];
const MEDIAN = 0.5;
/** Maximum yaw and pitch of faces whose scale is reliable, and the time for which it holds without one, in seconds. */
const FRONTAL = 0.6;
const HELD_SEC = 0.6;
/** Quantile of the shoulders' width beside another length at which they are not turned away. */
const FRONTAL_QUANTILE = 0.95;
/** Maximum width of shoulders in torso lengths; beside a person who bends, or sits down, they look wider. */
const MAX_SHOULDERS = 0.75;
/** Quantile of a face's scale beside a torso at which the person is upright, and the minimum number of such frames. */
const [UPRIGHT_QUANTILE, MIN_FRAMES] = [0.25, 5] as const;
/** Weight of the size by shoulders, which are less reliable than a torso. */
const SHOULDER_WEIGHT = 0.95;
/** Hips that are less visible are estimates, which do not grow with the person. */
const SEEN = 0.5;

/** The frames of a driver, as far as their size needs them. */
export interface SizedDriver extends Pick<BodyTrack, 'frameRate'> {
  readonly frames: readonly Pick<BodyFrame, 'joints' | 'scene' | 'face'>[];
}

/**
 * Returns the size of a driver in each frame relative to their build. The scale of a face does not change when a person
 * bends, turns or leaves the frame with their hips, so it counts where the face is visible. Otherwise the larger one of
 * torso and shoulders counts: a person who bends has a short torso, but still wide shoulders.
 */
export function findDriverSizes(
  { frames, frameRate }: SizedDriver,
  build: Pick<BodyBuild, 'shoulders'>,
): readonly number[] {
  const shoulders = frames.map(
    ({ joints }) =>
      distanceOfJoints(joints, joint.leftShoulder, joint.rightShoulder) /
      Math.max(1, build.shoulders),
  );
  const faces = frames.map(({ face }) => (isFrontal(face) ? face.pose.scale : null));
  const byFace = scale(faces, computeQuantile(listRatios(shoulders, faces), FRONTAL_QUANTILE));
  const torsos = frames.map(({ joints }) =>
    hasHips(joints) ? Math.max(1, toTorsoLength(joints)) : null,
  );
  const byTorso = scale(torsos, findTorsoScale({ torsos, shoulders, byFace }, build));
  const byBody = shoulders.map((width, index) =>
    Math.max(byTorso[index] ?? 0, SHOULDER_WEIGHT * width),
  );
  const framesPerSecond = toFramesPerSecond(frameRate);
  const indices = frames.map(({ scene }, index) => ({ scene, index }));
  return [...Map.groupBy(indices, ({ scene }) => scene).values()].flatMap((scene) => {
    const slow = smoothSizes(
      scene.map(({ index }) => byBody[index]),
      framesPerSecond,
    );
    const known = scene.map(({ index }) => byFace[index]);
    const reach = Math.round(HELD_SEC * framesPerSecond);
    return smooth(
      slow.map((size, index) => findNearest(known, index, reach) ?? size),
      { framesPerSecond, part: MEDIAN, reachSec: FACE_REACH_SEC, meanSec: FACE_MEAN_SEC },
    );
  });
}

/** Returns the ratios of two lengths in the frames that have both. */
function listRatios(
  lengths: readonly (number | null)[],
  others: readonly (number | null)[],
): readonly number[] {
  return lengths.flatMap((length, index) => {
    const other = others[index] ?? null;
    return length === null || other === null ? [] : [length / other];
  });
}

function scale(lengths: readonly (number | null)[], by: number): readonly (number | null)[] {
  return lengths.map((length) => (length === null ? null : length * by));
}

/**
 * Returns the size per pixel of a torso. It must agree with the faces, or the person would grow or shrink wherever the
 * face is turned away; a person who bends has a short torso, which says nothing.
 */
function findTorsoScale(
  {
    torsos,
    shoulders,
    byFace,
  }: Readonly<Record<'torsos' | 'byFace', readonly (number | null)[]>> & {
    readonly shoulders: readonly number[];
  },
  build: Pick<BodyBuild, 'shoulders'>,
): number {
  const besideFaces = listRatios(byFace, torsos);
  return besideFaces.length >= MIN_FRAMES
    ? computeQuantile(besideFaces, UPRIGHT_QUANTILE)
    : Math.min(
        computeQuantile(listRatios(shoulders, torsos), FRONTAL_QUANTILE),
        MAX_SHOULDERS / Math.max(1, build.shoulders),
      );
}

function isFrontal(face: BodyFrame['face']): face is BodyFace {
  return face !== null && Math.abs(face.pose.yaw) < FRONTAL && Math.abs(face.pose.pitch) < FRONTAL;
}

function hasHips(joints: Float32Array): boolean {
  return [joint.leftHip, joint.rightHip].some((hip) => joints[hip * JOINT_VALUES + 3] > SEEN);
}

/** Returns the nearest value within `reach` entries before or after one; null if there is none. */
function findNearest(
  values: readonly (number | null)[],
  index: number,
  reach: number,
): number | null {
  for (let away = 0; away <= reach; away += 1) {
    const near = values[index - away] ?? values[index + away] ?? null;
    if (near !== null) {
      return near;
    }
  }
  return null;
}

/** Smooths sizes with a slow maximum, because only the distance from the camera changes them. */
export function smoothSizes(sizes: readonly number[], framesPerSecond: number): readonly number[] {
  const windows = { reachSec: SIZE_REACH_SEC, meanSec: MEAN_REACH_SEC };
  return smooth(sizes, { framesPerSecond, part: SIZE_QUANTILE, ...windows });
}

/** Returns the moving mean of a moving quantile. */
function smooth(
  sizes: readonly number[],
  {
    framesPerSecond,
    part,
    reachSec,
    meanSec,
  }: {
    readonly framesPerSecond: number;
    readonly part: number;
    readonly reachSec: number;
    readonly meanSec: number;
  },
): readonly number[] {
  const around = (values: readonly number[], index: number, seconds: number): readonly number[] => {
    const reach = Math.max(1, Math.round(seconds * framesPerSecond));
    return values.slice(Math.max(0, index - reach), index + reach + 1);
  };
  const calm = sizes.map((_, index) => computeQuantile(around(sizes, index, reachSec), part));
  return calm.map((_, index) => mean(around(calm, index, meanSec)));
}
