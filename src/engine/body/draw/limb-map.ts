/**
 * Maps a limb that bends at its joints: rotation and stretch blend from bone to bone around each joint, so that nothing
 * is squeezed.
 */
import type { LimbLine } from '../character/limb-line.ts';
import { distanceToBone, isArm, listLimbPoints } from '../character/limb-line.ts';
import type { Limb } from '../joints.ts';
import type { Point } from '../../pixels/fill-polygon.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import {
  type BodyMap,
  type CharacterPose,
  computeDirection,
  type MappedPoint,
  subtract,
} from './body-map.ts';

/**
 * Range of the length of bones relative to their size in the still; shorter bones, which point at the camera, would
 * become a disc. Hands and feet have a narrower range.
 */
const LENGTHS = [0.34, 1.6] as const;
const TIP_LENGTHS = [0.55, 1.15] as const;
/** Fraction of the offset between the mapped root and the wanted root that the end of each bone keeps. */
const SHIFTS = [0.5, 0.2, 0.2];
/** Additional width of a bone at length zero; bones become wider as they become shorter. */
const WIDENED = 0.12;
/** Range along the first bone in which the torso's map blends into the limb's. */
const ARM_SKIN = [-0.25, 0.25] as const;
const LEG_SKIN = [-0.12, 0.38] as const;
/** Half width of the blend around a joint, in half widths of the limb. */
const BEND = 0.9;

interface Bone {
  readonly direction: Point;
  readonly turn: number;
  readonly along: number;
  readonly across: number;
}

/** Creates the map of a limb that is attached to the torso. */
export function createLimbMap(
  limb: Limb,
  line: LimbLine,
  { pose, torso }: { readonly pose: CharacterPose; readonly torso: BodyMap },
): BodyMap {
  const from = line.points;
  const { to, bones } = reachJoints(line, { limb, pose, torso });
  const body = boneOfTorso(torso, line, pose.size);
  const first = computeDirection(subtract(from[1], from[0])).length;
  const [low, high] = isArm(limb) ? ARM_SKIN : LEG_SKIN;
  const all = [body, ...bones];
  const joints = [0, 1, 2].map((joint): BentJoint => {
    const [before, after] = [all[joint], all[joint + 1]];
    const turn = wrapAngle(after.turn - before.turn);
    return { from: from[joint], to: to[joint], before, after, turn };
  });
  const [root, elbow, wrist] = joints;
  const [upX, upY] = bones[0].direction;
  const reaches = [line.radii[0] * BEND, line.radii[1] * BEND];

  return (x, y, out) => {
    const upper = distanceToBone(from, 0, x, y);
    const lower = distanceToBone(from, 1, x, y);
    const tip = distanceToBone(from, 2, x, y);
    const along = ((x - from[0][0]) * upX + (y - from[0][1]) * upY) / first;
    if (upper > lower || upper > tip || along >= 0.5) {
      // The difference of the distances to both bones also handles an elbow that is bent in the still.
      if (tip < upper) {
        bendAt(wrist, smoothstep(-reaches[1], reaches[1], lower - tip), { x, y, out });
      } else {
        bendAt(elbow, smoothstep(-reaches[0], reaches[0], upper - lower), { x, y, out });
      }
      return;
    }
    torso(x, y, out);
    const own = smoothstep(low, (low + high) / 2, along);
    if (own > 0) {
      const [torsoX, torsoY] = [out.x, out.y];
      bendAt(root, smoothstep(low, high, along), { x, y, out });
      out.x = torsoX + (out.x - torsoX) * own;
      out.y = torsoY + (out.y - torsoY) * own;
    }
  };
}

interface BentJoint {
  readonly from: Point;
  readonly to: Point;
  readonly before: Bone;
  readonly after: Bone;
  readonly turn: number;
}

/** Maps a point near a joint; `weight` is its share of the bone after the joint. */
function bendAt(
  joint: BentJoint,
  weight: number,
  { x, y, out }: { readonly x: number; readonly y: number; readonly out: MappedPoint },
): void {
  const [dx, dy] = [x - joint.from[0], y - joint.from[1]];
  stretch(one, joint.before, dx, dy);
  stretch(other, joint.after, dx, dy);
  const mixedX = one.x + (other.x - one.x) * weight;
  const mixedY = one.y + (other.y - one.y) * weight;
  const angle = joint.before.turn + joint.turn * weight;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  out.x = joint.to[0] + mixedX * cos - mixedY * sin;
  out.y = joint.to[1] + mixedX * sin + mixedY * cos;
}

const one = { x: 0, y: 0 };
const other = { x: 0, y: 0 };

/** Returns the torso as the bone before the root of a limb, with its rotation there. */
function boneOfTorso(torso: BodyMap, { points, radii }: LimbLine, size: number): Bone {
  const [[x, y], next] = points;
  const { unit } = computeDirection(subtract(next, points[0]));
  torso(x, y, one);
  torso(x - unit[0] * radii[0], y - unit[1] * radii[0], other);
  const turn = Math.atan2(one.y - other.y, one.x - other.x) - Math.atan2(unit[1], unit[0]);
  return { direction: unit, turn, along: size, across: size };
}

/** Returns the target positions of a limb's joints, and the transforms of its bones. */
function reachJoints(
  { points: from }: LimbLine,
  {
    limb,
    pose,
    torso,
  }: { readonly limb: Limb; readonly pose: CharacterPose; readonly torso: BodyMap },
): { readonly to: readonly Point[]; readonly bones: readonly Bone[] } {
  const wanted = listLimbPoints(pose.joints, limb);
  const root = { x: 0, y: 0 };
  torso(...from[0], root);
  const [offX, offY] = subtract([root.x, root.y], wanted[0]);
  const to: Point[] = [[root.x, root.y]];
  const bones = SHIFTS.map((shift, bone): Bone => {
    const before = computeDirection(subtract(from[bone + 1], from[bone]));
    const [aimX, aimY] = wanted[bone + 1];
    const after = computeDirection(subtract([aimX + offX * shift, aimY + offY * shift], to[bone]));
    const [min, max] = bone === 2 ? TIP_LENGTHS : LENGTHS;
    const along = clamp(after.length / before.length, min * pose.size, max * pose.size);
    const length = along * before.length;
    to.push([to[bone][0] + after.unit[0] * length, to[bone][1] + after.unit[1] * length]);
    return {
      direction: before.unit,
      turn: Math.atan2(after.unit[1], after.unit[0]) - Math.atan2(before.unit[1], before.unit[0]),
      along,
      across: pose.size * (1 + WIDENED * (1 - Math.min(1, along / pose.size))),
    };
  });
  return { to, bones };
}

/** Scales a vector along and across a bone. */
function stretch(out: MappedPoint, bone: Bone, x: number, y: number): void {
  const [directionX, directionY] = bone.direction;
  const along = (x * directionX + y * directionY) * bone.along;
  const across = (y * directionX - x * directionY) * bone.across;
  out.x = along * directionX - across * directionY;
  out.y = along * directionY + across * directionX;
}

function wrapAngle(turn: number): number {
  return turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
}
