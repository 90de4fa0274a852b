/** Maps the torso as a ruled surface between the lines of shoulders and hips; the neck blends into the head. */
import type { BodyLayers } from '../character/body-character.ts';
import { jointAt } from '../character/limb-line.ts';
import { joint, middleOfJoints } from '../joints.ts';
import type { Point } from '../../pixels/fill-polygon.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { type BodyMap, type CharacterPose, computeDirection, subtract } from './body-map.ts';

/**
 * Range of the width of the torso relative to its size in the still; an image has one side, so the torso never flips.
 */
const WIDTHS = [0.6, 1.25] as const;
/** Maximum tilt of shoulders and hips against the spine, as a slope. */
const MAX_TILT = 0.45;
/**
 * Ranges in which the neck blends into the head: heights in the torso (1 at the shoulders), and distances aside in
 * torso lengths.
 */
const NECK_HEIGHTS = [1.03, 1.17] as const;
const NECK_HALF = [0.25, 0.4] as const;

/** Creates the map of the head as a rigid part. */
export function createHeadMap(
  { joints }: Pick<BodyLayers, 'joints'>,
  pose: CharacterPose,
): BodyMap {
  const ears = middleOfJoints(joints, joint.leftEar, joint.rightEar);
  const { turn, size, x: toX, y: toY } = pose.head;
  const [cos, sin] = [Math.cos(turn) * size, Math.sin(turn) * size];
  return (x, y, out) => {
    out.x = toX + (x - ears.x) * cos - (y - ears.y) * sin;
    out.y = toY + (x - ears.x) * sin + (y - ears.y) * cos;
  };
}

/** Creates the map of the torso. */
export function createTorsoMap(
  character: Pick<BodyLayers, 'joints'>,
  pose: CharacterPose,
): BodyMap {
  const { joints: rest } = character;
  const { joints, size } = pose;
  const middle = (all: Float32Array, left: number, right: number): Point => {
    const { x, y } = middleOfJoints(all, left, right);
    return [x, y];
  };
  const hipsFrom = middle(rest, joint.leftHip, joint.rightHip);
  const hipsTo = middle(joints, joint.leftHip, joint.rightHip);
  const from = computeDirection(
    subtract(middle(rest, joint.leftShoulder, joint.rightShoulder), hipsFrom),
  );
  const to = computeDirection(
    subtract(middle(joints, joint.leftShoulder, joint.rightShoulder), hipsTo),
  );
  const across: Point = [-from.unit[1], from.unit[0]];
  /** Returns the image of a pixel across the body at the line of two joints. */
  const lineOf = (left: number, right: number): Point => {
    const before = subtract(jointAt(rest, left), jointAt(rest, right));
    const now = subtract(jointAt(joints, left), jointAt(joints, right));
    const width = before[0] * across[0] + before[1] * across[1];
    const wide = Math.abs(width) < 1 ? 1 : width;
    const strength = (now[0] * -to.unit[1] + now[1] * to.unit[0]) / wide;
    const tilt = ((now[0] * to.unit[0] + now[1] * to.unit[1]) / wide) * (strength < 0 ? -1 : 1);
    const kept = clamp(Math.abs(strength), WIDTHS[0] * size, WIDTHS[1] * size);
    // The tilt in the still is subtracted, because its pixels contain it.
    const own = (before[0] * from.unit[0] + before[1] * from.unit[1]) / wide;
    const bent = clamp(tilt - own * size, -MAX_TILT * size, MAX_TILT * size);
    return [-to.unit[1] * kept + to.unit[0] * bent, to.unit[0] * kept + to.unit[1] * bent];
  };
  const shoulders = lineOf(joint.leftShoulder, joint.rightShoulder);
  const hips = lineOf(joint.leftHip, joint.rightHip);
  const head = createHeadMap(character, pose);
  const neck = { x: 0, y: 0 };
  return (x, y, out) => {
    const [dx, dy] = [x - hipsFrom[0], y - hipsFrom[1]];
    const height = (dx * from.unit[0] + dy * from.unit[1]) / from.length;
    const aside = dx * across[0] + dy * across[1];
    const fraction = clamp(height, -0.1, 1.05);
    const beyond = height > 1 ? height - 1 : Math.min(0, height);
    const on = clamp(height, 0, 1) * to.length + beyond * from.length * size;
    out.x = hipsTo[0] + to.unit[0] * on + (hips[0] + (shoulders[0] - hips[0]) * fraction) * aside;
    out.y = hipsTo[1] + to.unit[1] * on + (hips[1] + (shoulders[1] - hips[1]) * fraction) * aside;
    const isAside = 1 - smoothstep(...NECK_HALF, Math.abs(aside) / from.length);
    const weight = smoothstep(...NECK_HEIGHTS, height) * isAside;
    if (weight > 0) {
      head(x, y, neck);
      out.x += (neck.x - out.x) * weight;
      out.y += (neck.y - out.y) * weight;
    }
  };
}
