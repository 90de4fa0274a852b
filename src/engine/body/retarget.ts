/**
 * Brings the motion of a driver to the build of a character: directions and foreshortening stay, lengths are the
 * character's own.
 */
import { clamp } from '../vision/math.ts';
import {
  type BodyBuild,
  findSeenLimbs,
  hasHips,
  measureBuild,
  computeQuantile,
} from './body-build.ts';
import {
  type BodyTrack,
  joint,
  JOINT_VALUES,
  type Limb,
  limbJoints,
  limbs,
  limbTips,
  middleOfHips,
  middleOfJoints,
  middleOfShoulders,
} from './joints.ts';
import { isArm } from './character/limb-line.ts';
import { findClothLag } from './cloth-lag.ts';
import type { CharacterPose } from './draw/body-map.ts';
import { findHairLag } from './hair-lag.ts';
import { findHeadTurn } from './head-turn.ts';
import { lowestOfFeet, pinFeet } from './pin-feet.ts';
import { steadySize } from './steady-size.ts';
import { unturnFrames } from './unturn-frames.ts';
import { pairInProfile } from './views/profile-body.ts';

/** The motion of a clip in the build of a character, in pixels of its still. */
export interface CharacterMotion {
  /** Pose of the character in each frame. */
  readonly poses: readonly CharacterPose[];
  /** Limbs that move like the driver's; others stay with the torso as in the still. */
  readonly follows: Readonly<Record<Limb, boolean>>;
  /** Size of the character in the still to the driver's in the clip. */
  readonly ratio: number;
}

/** The character of a still. */
export interface BodyRest {
  /** In pixels of the still. */
  readonly joints: Float32Array;
  readonly size: { readonly width: number; readonly height: number };
  /** Limbs that the still shows whole. */
  readonly shown: Readonly<Record<Limb, boolean>>;
  /** True if the joints were set by hand; drawings may have legs of any length. */
  readonly isPlaced?: boolean | undefined;
}

/** Options of the retargeting. */
export interface RetargetOptions {
  /** True if the torso turns like the driver's; otherwise it keeps its width of the still. */
  readonly followsTurn: boolean;
  /** Set for an additional still of the same character; absent for the first one. */
  readonly additional?: AdditionalRest | undefined;
}

/**
 * Parameters that draw an additional still of a character in place of the first one. Its joints are on the canvas of the
 * first.
 */
interface AdditionalRest {
  /** Pixels of the canvas per pixel of the still. */
  readonly size: number;
  /** Scale of the first still's motion, so that all stills move equally far. */
  readonly ratio: number;
  /** True if the still shows the character from the side. */
  readonly isProfile: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Values that are constant over all frames. */
interface Retargeting extends RetargetOptions {
  readonly rest: BodyRest;
  readonly frames: readonly Float32Array[];
  readonly driver: BodyBuild;
  readonly own: BodyBuild;
  readonly ratio: number;
  readonly follows: Readonly<Record<Limb, boolean>>;
  /** True if the body follows the driver's hips; otherwise it stays in place and sways a little. */
  readonly followsHips: boolean;
  readonly usualRoot: Point;
  readonly usualNeck: Point;
}

const MEDIAN = 0.5;
/** Quantile of the y of the lower foot that counts as the ground. */
const GROUND_QUANTILE = 0.85;
const HEAD_QUANTILE = 0.7;
/** Part of a head above the ears, relative to the distance of the ears from the shoulders. */
const ABOVE_EARS = 0.65;
/** Ground above a head that jumps leave, as a fraction of the picture's height, and the least factor of a jump. */
const [HEADROOM, LOWEST_JUMP] = [0.01, 0.25] as const;
/** Fraction of the hip's motion that a knee follows above a standing foot. */
const HALF_WAY = 0.5;
/** Minimum distance of the hips from the edges, as a fraction of the image's width. */
const MIN_MARGIN = 0.2;
/**
 * Maximum lean of a torso that stays in place, as a fraction of its length, and the fraction of the lean that its hips
 * follow.
 */
const [MAX_SWAY, HIP_SWAY] = [0.25, 0.15];

/** Computes the pose of a character in each frame, so that it moves like the driver of a clip. */
export function retarget(
  track: BodyTrack,
  rest: BodyRest,
  { followsTurn, additional }: RetargetOptions,
): CharacterMotion {
  const all = track.frames.map(({ joints }) => joints);
  // An additional still is shown where the driver shows its side.
  const shownSide = additional === undefined ? unturnFrames(all, rest.joints).frames : all;
  const frames = steadySize({
    ...track,
    frames: track.frames.map((frame, index) => ({ ...frame, joints: shownSide[index] })),
  });
  const driver = measureBuild(frames);
  const seen = findSeenLimbs(shownSide, track.size);
  const { shown } = rest;
  const own = measureBuild([rest.joints], {
    minOfUsual: rest.isPlaced === true ? 0 : undefined,
    shown,
  });
  // A character whose feet do not both follow the driver keeps standing on both: one leg alone would kick.
  const isLeftStanding = shown.leftLeg && shown.rightLeg && !(seen.leftLeg && seen.rightLeg);
  const follows = {
    leftArm: seen.leftArm && shown.leftArm,
    rightArm: seen.rightArm && shown.rightArm,
    leftLeg: seen.leftLeg && shown.leftLeg && !isLeftStanding,
    rightLeg: seen.rightLeg && shown.rightLeg && !isLeftStanding,
  };
  const hasDriverHips = hasHips(shownSide, track.size);
  // Hips outside of the frame are estimates; shoulders are not.
  const isWhole = hasDriverHips && hasHips([rest.joints], rest.size);
  const ratio =
    additional?.ratio ?? (isWhole ? own.torso / driver.torso : own.shoulders / driver.shoulders);
  const retargeting: Retargeting = {
    rest,
    frames,
    driver,
    own,
    ratio,
    follows,
    followsTurn,
    additional,
    followsHips: hasDriverHips && !isLeftStanding,
    usualRoot: computeMedianPoint(frames, middleOfHips),
    usualNeck: computeMedianPoint(frames, middleOfShoulders),
  };
  const bodies = frames.map((joints) => placeBody(retargeting, joints));
  standOnGround(retargeting, bodies);
  if (hasVisibleFeet(retargeting)) {
    const stepSec = toStep(track);
    pinFeet(bodies, { frames, torso: driver.torso, stepSec });
  }
  moveIntoPicture(retargeting, bodies);
  const headLength = computeQuantile(
    frames.map((joints) => Math.hypot(...toHeadVector(joints))),
    HEAD_QUANTILE,
  );
  const timed = bodies.map((joints, index) => ({ ...track.frames[index], joints }));
  const lags = findClothLag(timed, { follows, hasHips: isWhole });
  const hairLags = findHairLag(timed);
  const poses = bodies.map((joints, index) => {
    const head = placeHead(retargeting, joints, frames[index], headLength);
    return { joints, size: head.size, head, lag: lags[index], hairLag: hairLags[index] };
  });
  return { poses, follows, ratio };
}

function computeMedianPoint(
  frames: readonly Float32Array[],
  pointOf: (joints: Float32Array) => Point,
): Point {
  const points = frames.map(pointOf);
  return {
    x: computeQuantile(
      points.map(({ x }) => x),
      MEDIAN,
    ),
    y: computeQuantile(
      points.map(({ y }) => y),
      MEDIAN,
    ),
  };
}

function toStep({ frames }: BodyTrack): number {
  const lengthUs = (frames.at(-1)?.timestampUs ?? 0) - (frames[0]?.timestampUs ?? 0);
  return Math.max(0.001, lengthUs / 1e6 / Math.max(1, frames.length - 1));
}

/** Computes all joints of a frame before the ground and the edges of the image are taken into account. */
function placeBody(retargeting: Retargeting, joints: Float32Array): Float32Array {
  const { rest, ratio, own, driver, follows, additional } = retargeting;
  const placed = joints.slice();
  for (let at = 2; at < placed.length; at += JOINT_VALUES) {
    placed[at] *= ratio;
  }
  const { root, neck } = placeTorso(retargeting, joints);
  const turn = computeAngle(root, neck) - computeRestAngle(rest.joints);
  placePair(retargeting, joints, placed, {
    pair: [joint.leftShoulder, joint.rightShoulder],
    middle: neck,
    own: own.shoulders,
    driver: driver.shoulders,
  });
  placePair(retargeting, joints, placed, {
    pair: [joint.leftHip, joint.rightHip],
    middle: root,
    own: own.hips,
    driver: driver.hips,
  });
  if (additional?.isProfile === true) {
    pairInProfile(placed);
  }
  for (const limb of limbs) {
    if (follows[limb]) {
      placeLimb(retargeting, joints, placed, limb);
    } else {
      carryLimb(retargeting, placed, limb, turn);
    }
  }
  const from = middleOfShoulders(joints);
  for (let index = 0; index < joint.leftShoulder; index += 1) {
    const at = index * JOINT_VALUES;
    placed[at] = neck.x + (joints[at] - from.x) * ratio;
    placed[at + 1] = neck.y + (joints[at + 1] - from.y) * ratio;
  }
  return placed;
}

/** Returns the middles of hips and shoulders. */
function placeTorso(
  { rest, ratio, own, followsHips, usualRoot, usualNeck }: Retargeting,
  joints: Float32Array,
): { readonly root: Point; readonly neck: Point } {
  const restRoot = middleOfHips(rest.joints);
  const neck = middleOfShoulders(joints);
  if (followsHips) {
    const hips = middleOfHips(joints);
    const root = {
      x: restRoot.x + (hips.x - usualRoot.x) * ratio,
      y: restRoot.y + (hips.y - usualRoot.y) * ratio,
    };
    return {
      root,
      neck: { x: root.x + (neck.x - hips.x) * ratio, y: root.y + (neck.y - hips.y) * ratio },
    };
  }
  const restNeck = middleOfShoulders(rest.joints);
  const max = MAX_SWAY * own.torso;
  const swayX = clamp((neck.x - usualNeck.x) * ratio, -max, max);
  const swayY = clamp((neck.y - usualNeck.y) * ratio, -max / 2, max / 2);
  return {
    root: { x: restRoot.x + swayX * HIP_SWAY, y: restRoot.y },
    neck: { x: restNeck.x + swayX, y: restNeck.y + swayY },
  };
}

interface PairPlace {
  readonly pair: readonly [left: number, right: number];
  readonly middle: Point;
  readonly own: number;
  readonly driver: number;
}

/**
 * Places both shoulders or hips around their middle, with the width of the character and the direction of the driver.
 */
function placePair(
  { followsTurn }: Retargeting,
  joints: Float32Array,
  placed: Float32Array,
  { pair: [left, right], middle, own, driver }: PairPlace,
): void {
  const dx = joints[left * JOINT_VALUES] - joints[right * JOINT_VALUES];
  const dy = joints[left * JOINT_VALUES + 1] - joints[right * JOINT_VALUES + 1];
  const seen = Math.hypot(dx, dy) || 1;
  // Turning away is not followed, because the still has one side.
  const scale = followsTurn ? own / driver : (own / seen) * (dx < 0 ? -1 : 1);
  for (const [at, sign] of [
    [left * JOINT_VALUES, 0.5],
    [right * JOINT_VALUES, -0.5],
  ] as const) {
    placed[at] = middle.x + sign * dx * scale;
    placed[at + 1] = middle.y + sign * dy * scale;
  }
}

/** Places a limb from its root on, bone by bone in the driver's direction. */
function placeLimb(
  { own, driver, ratio }: Retargeting,
  joints: Float32Array,
  placed: Float32Array,
  limb: Limb,
): void {
  const bones = isArm(limb) ? 'arm' : 'leg';
  const [root, middle, end] = limbJoints[limb];
  step(joints, placed, [root, middle], own[bones][0] / driver[bones][0]);
  step(joints, placed, [middle, end], own[bones][1] / driver[bones][1]);
  for (const tip of limbTips[limb]) {
    step(joints, placed, [end, tip], ratio);
  }
}

/** Places a joint relative to another one as in `joints`, with the offset scaled. */
function step(
  joints: Float32Array,
  placed: Float32Array,
  [from, to]: readonly [number, number],
  scale: number,
): void {
  for (const axis of [0, 1]) {
    const [a, b] = [from * JOINT_VALUES + axis, to * JOINT_VALUES + axis];
    placed[b] = placed[a] + (joints[b] - joints[a]) * scale;
  }
}

/** Moves a limb that does not follow: an arm hangs on the torso as in the still; feet stay in place. */
function carryLimb(
  { rest: { joints: rest }, followsHips }: Retargeting,
  placed: Float32Array,
  limb: Limb,
  turn: number,
): void {
  const [root, middle, end] = limbJoints[limb];
  const isLeg = !isArm(limb);
  const [cos, sin] = isLeg ? [1, 0] : [Math.cos(turn), Math.sin(turn)];
  const from = root * JOINT_VALUES;
  const moved = { x: placed[from] - rest[from], y: placed[from + 1] - rest[from + 1] };
  for (const index of [middle, end, ...limbTips[limb]]) {
    const at = index * JOINT_VALUES;
    const x = rest[at] - rest[from];
    const y = rest[at + 1] - rest[from + 1];
    const weight = !isLeg || followsHips ? 1 : index === middle ? HALF_WAY : 0;
    placed[at] = rest[from] + moved.x * weight + x * cos - y * sin;
    placed[at + 1] = rest[from + 1] + moved.y * weight + x * sin + y * cos;
  }
}

function computeAngle(root: Point, neck: Point): number {
  return Math.atan2(neck.x - root.x, root.y - neck.y);
}

function computeRestAngle(rest: Float32Array): number {
  return computeAngle(middleOfHips(rest), middleOfShoulders(rest));
}

/** Returns whether the feet of both are visible, so that the character stands where the driver does. */
function hasVisibleFeet({ follows, rest }: Retargeting): boolean {
  return follows.leftLeg && follows.rightLeg && lowestOfFeet(rest.joints) < rest.size.height;
}

/**
 * Keeps the feet as far above the ground as the driver's; all jumps are lower if a head would leave the picture. A
 * character without visible feet never rises above its position in the still, because its cut edge would show.
 */
function standOnGround(retargeting: Retargeting, bodies: readonly Float32Array[]): void {
  const { rest, frames, ratio } = retargeting;
  if (!hasVisibleFeet(retargeting)) {
    const restRoot = middleOfHips(rest.joints);
    for (const joints of bodies) {
      shift(joints, 1, Math.max(0, restRoot.y - middleOfHips(joints).y));
    }
    return;
  }
  const ground = computeQuantile(frames.map(lowestOfFeet), GROUND_QUANTILE);
  const ownGround = lowestOfFeet(rest.joints);
  const falls = frames.map((joints) => (lowestOfFeet(joints) - ground) * ratio);
  bodies.forEach((joints) => shift(joints, 1, ownGround - lowestOfFeet(joints)));
  const height = fitJumps(rest, bodies, falls);
  bodies.forEach((joints, index) =>
    shift(joints, 1, falls[index] * (falls[index] < 0 ? height : 1)),
  );
}

/** Returns the factor of all jumps with which the heads of standing bodies stay in the picture. */
function fitJumps(
  rest: BodyRest,
  bodies: readonly Float32Array[],
  falls: readonly number[],
): number {
  const top = Math.max(0, Math.min(HEADROOM * rest.size.height, toHeadTop(rest.joints)));
  const factors = bodies.map((joints, index) =>
    falls[index] < 0 ? (toHeadTop(joints) - top) / -falls[index] : 1,
  );
  return clamp(Math.min(...factors), LOWEST_JUMP, 1);
}

/** Returns the y of the top of a head with its hair. */
function toHeadTop(joints: Float32Array): number {
  const [, up] = toHeadVector(joints);
  return middleOfShoulders(joints).y + up * (1 + ABOVE_EARS);
}

/** Moves the whole motion sideways when the hips would come near an edge. */
function moveIntoPicture({ rest }: Retargeting, bodies: readonly Float32Array[]): void {
  const { width } = rest.size;
  const own = middleOfHips(rest.joints).x;
  const margin = Math.max(0, Math.min(width * MIN_MARGIN, own, width - own));
  const places = bodies.map((joints) => middleOfHips(joints).x);
  const [min, max] = [Math.min(...places), Math.max(...places)];
  const byX =
    max - min > width - 2 * margin
      ? width / 2 - (min + max) / 2
      : Math.max(margin - min, 0) + Math.min(width - margin - max, 0);
  for (const joints of bodies) {
    shift(joints, 0, byX);
  }
}

function shift(joints: Float32Array, axis: 0 | 1, by: number): void {
  for (let at = axis; at < joints.length; at += JOINT_VALUES) {
    joints[at] += by;
  }
}

/** Returns the vector from the middle of the shoulders to the middle of the ears. */
function toHeadVector(joints: Float32Array): [number, number] {
  const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  const neck = middleOfShoulders(joints);
  return [ears.x - neck.x, ears.y - neck.y];
}

/**
 * Places the head. It rolls as the line between the driver's eyes; its typical distance from the shoulders is the
 * character's own. In additional stills, from the side or from behind, that line says nothing: the head rolls with the
 * torso.
 */
function placeHead(
  { rest, additional }: Retargeting,
  joints: Float32Array,
  driver: Float32Array,
  usualLength: number,
): CharacterPose['head'] {
  const [dx, dy] = toHeadVector(driver);
  const scale = Math.hypot(...toHeadVector(rest.joints)) / Math.max(1, usualLength);
  const neck = middleOfShoulders(joints);
  return {
    turn:
      additional === undefined
        ? findHeadTurn(driver, rest.joints)
        : computeAngle(middleOfHips(joints), neck) - computeRestAngle(rest.joints),
    size: additional?.size ?? 1,
    x: neck.x + dx * scale,
    y: neck.y + dy * scale,
  };
}
