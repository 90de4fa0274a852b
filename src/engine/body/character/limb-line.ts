import type { Point } from '../../pixels/fill-polygon.ts';
import { clamp } from '../../vision/math.ts';
import { JOINT_VALUES, type Limb, limbJoints, limbTips } from '../joints.ts';

/** A limb as a line with a width: root, middle joint, end joint and tip. */
export interface LimbLine {
  readonly points: readonly Point[];
  /** Half widths of both bones and of the hand or foot, in pixels. */
  readonly radii: readonly number[];
}

/**
 * Extension of hands and feet beyond their joints, as a factor: fingers and toes reach farther than the network's
 * joints.
 */
const ARM_REACH = 1.5;
const LEG_REACH = 1.1;
/** Additional width at the root of a limb, as a fraction of its first half width. */
const ROOT_WIDER = 0.3;

/** Returns whether a limb is an arm. */
export function isArm(limb: Limb): boolean {
  return limb === 'leftArm' || limb === 'rightArm';
}

/** Returns the root, middle joint, end joint and tip of a limb. */
export function listLimbPoints(joints: Float32Array, limb: Limb): readonly Point[] {
  const points = limbJoints[limb].map((number) => jointAt(joints, number));
  const [endX, endY] = points[2];
  const tips = isArm(limb) ? limbTips[limb].slice(0, 2) : limbTips[limb].slice(1);
  const reach = isArm(limb) ? ARM_REACH : LEG_REACH;
  let [x, y] = [0, 0];
  for (const tip of tips) {
    const [tipX, tipY] = jointAt(joints, tip);
    x += tipX / tips.length;
    y += tipY / tips.length;
  }
  return [...points, [endX + (x - endX) * reach, endY + (y - endY) * reach]];
}

/** Returns the position of a joint in the image. */
export function jointAt(joints: Float32Array, number: number): Point {
  return [joints[number * JOINT_VALUES], joints[number * JOINT_VALUES + 1]];
}

/** Returns whether a joint is inside of an image; joints outside are estimates. */
export function isInsideImage(
  [x, y]: Point,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  return x > 0 && y > 0 && x < width && y < height - 2;
}

/** Returns the distance of a point from one of a limb's bones in pixels. */
export function distanceToBone(
  points: readonly Point[],
  bone: number,
  x: number,
  y: number,
): number {
  const [fromX, fromY] = points[bone];
  const [dx, dy] = [points[bone + 1][0] - fromX, points[bone + 1][1] - fromY];
  const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
  const at = clamp(along, 0, 1);
  return Math.hypot(x - fromX - dx * at, y - fromY - dy * at);
}

/** Measures the distance of a point from a limb, in half widths of the limb, and the index of the nearest bone. */
export function measureLimb(
  result: { distance: number; bone: number },
  { points, radii }: LimbLine,
  x: number,
  y: number,
): void {
  result.distance = Number.POSITIVE_INFINITY;
  for (let bone = 0; bone + 1 < points.length; bone += 1) {
    const [fromX, fromY] = points[bone];
    const dx = points[bone + 1][0] - fromX;
    const dy = points[bone + 1][1] - fromY;
    const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
    const at = Math.max(0, Math.min(1, along));
    const next = radii[bone + 1] ?? radii[bone];
    const wider = bone === 0 ? 1 + ROOT_WIDER * (1 - at) : 1;
    const radius = (radii[bone] + (next - radii[bone]) * at * 0.5) * wider;
    const distance = Math.hypot(x - fromX - dx * at, y - fromY - dy * at) / radius;
    if (distance < result.distance) {
      result.distance = distance;
      result.bone = bone;
    }
  }
}

/** Returns the distance of {@link measureLimb}. */
export function distanceToLimb(line: LimbLine, x: number, y: number): number {
  measureLimb(measured, line, x, y);
  return measured.distance;
}

const measured = { distance: 0, bone: 0 };
