import type { Point } from '../../pixels/fill-polygon.ts';
import { JOINT_VALUES, type Limb, limbJoints, limbTips } from '../joints.ts';

/** A limb as a line with a width: root, middle joint, end joint and tip. */
export interface LimbLine {
  readonly points: readonly Point[];
  /** Half widths of both bones and of what is beyond the end joint, in pixels. */
  readonly radii: readonly number[];
}

/** Fingers and toes reach beyond the joints that the network knows. */
const ARM_REACH = 1.5;
const LEG_REACH = 1.1;
/** Shoulders and hips are wider than the middle of the bone that begins there, by this part. */
const ROOT_WIDER = 0.3;

/** Whether a limb is an arm. */
export function isArm(limb: Limb): boolean {
  return limb === 'leftArm' || limb === 'rightArm';
}

/** Root, middle joint, end joint and tip of a limb. */
export function limbPointsOf(joints: Float32Array, limb: Limb): readonly Point[] {
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

/** Where a joint lies in the picture. */
export function jointAt(joints: Float32Array, number: number): Point {
  return [joints[number * JOINT_VALUES], joints[number * JOINT_VALUES + 1]];
}

/** Whether a picture shows a joint: what it does not show lies beyond its edge, or was put there. */
export function isInPicture(
  [x, y]: Point,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  return x > 0 && y > 0 && x < width && y < height - 2;
}

/** Distance of a place from a limb in half widths of it, and the bone it is nearest to. */
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

/** {@link measureLimb} for one place. */
export function distanceToLimb(line: LimbLine, x: number, y: number): number {
  measureLimb(measured, line, x, y);
  return measured.distance;
}

const measured = { distance: 0, bone: 0 };
