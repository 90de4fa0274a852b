/**
 * Adds feet that the networks missed, for example shoes as white as the floor. Joints give the position, and edges of
 * the image give the extent.
 */
import { cutGrid } from '../../vision/min-cut.ts';
import { JOINT_VALUES, type Limb, limbJoints, limbTips, toTorsoLength } from '../joints.ts';
import { boundLimb, indexInView, measureBoxEdges } from './limb-box.ts';
import { distanceToLimb, jointAt, type LimbLine, listLimbPoints } from './limb-line.ts';

/** A crop of a still around a person. */
interface FootView {
  readonly width: number;
  readonly height: number;
  /** Interleaved red, green and blue. */
  readonly colours: Float32Array;
  /** Person mask, 0..1. */
  readonly person: Float32Array;
  readonly joints: Float32Array;
}

/** Half the width of a foot, in torso lengths. */
const HALF_WIDTH = 0.085;
/** Minimum visibility of the joints of a foot. */
const VISIBLE = 0.5;
/**
 * A foot is missed if less than this fraction of it is visible below the ankle, within this many half widths of its
 * line.
 */
const SEEN_PART = 0.45;
const AROUND = 2;
/**
 * Pixels nearer to the line than this surely belong to the foot, in half widths; those beyond `2 - CORE` surely do not.
 */
const CORE = 0.6;
/** Margin of the box around a foot, in half widths. */
const MARGIN = 2.4;
/** Cost of a half width of distance from the outline, and its factor for pixels that are sure. */
const PLACE_COST = 60;
const SURE = 3;
/**
 * Squared colour difference at which the cost of a cut falls to 1/e; low, because shoes are hardly darker than the
 * floor.
 */
const CONTRAST = 60;

/** Adds the feet that were missed to `view.person`. */
export function addMissedFeet(view: FootView): void {
  for (const leg of ['leftLeg', 'rightLeg'] as const) {
    const line = findFootLine(view, leg);
    if (line !== null && isMissed(view, line)) {
      addFoot(view, line);
    }
  }
}

/** Returns the line from the ankle over the heel to the toes; null where the image does not show them. */
function findFootLine({ joints, width, height }: FootView, leg: Limb): LimbLine | null {
  const [heel, toe] = limbTips[leg];
  const [, , ankle] = limbJoints[leg];
  const isSeen = [ankle, heel, toe].every((number) => {
    const [x, y] = jointAt(joints, number);
    return x > 0 && y > 0 && x < width && y < height && joints[number * JOINT_VALUES + 3] > VISIBLE;
  });
  if (!isSeen) {
    return null;
  }
  const half = HALF_WIDTH * toTorsoLength(joints);
  const [, , from, tip] = listLimbPoints(joints, leg);
  return { points: [from, jointAt(joints, heel), tip], radii: [half * 0.8, half] };
}

/** Returns whether a foot is missing. Foot joints are often inaccurate, so any visible pixels around the line count. */
function isMissed(view: FootView, line: LimbLine): boolean {
  const { points, radii } = line;
  const [[, ankleY], [heelX, heelY], [tipX, tipY]] = points;
  let seen = 0;
  forEachPixel(view, line, AROUND, (index) => {
    seen += Math.floor(index / view.width) > ankleY + radii[0] ? view.person[index] : 0;
  });
  const area = (Math.hypot(tipX - heelX, tipY - heelY) + radii[1]) * radii[1] * 2;
  return seen < area * SEEN_PART;
}

function addFoot(view: FootView, line: LimbLine): void {
  const box = boundLimb(view, line, MARGIN);
  const { left, top, width, height } = box;
  const inside = new Int32Array(width * height);
  const outside = new Int32Array(width * height);
  for (let at = 0; at < inside.length; at += 1) {
    const [x, y] = [left + (at % width), top + Math.floor(at / width)];
    const distance = distanceToLimb(line, x + 0.5, y + 0.5);
    const isSure = distance < CORE || distance > 2 - CORE;
    const score = Math.round(PLACE_COST * (1 - distance) * (isSure ? SURE : 1));
    inside[at] = Math.max(0, -score);
    outside[at] = Math.max(0, score);
  }
  const edges = measureBoxEdges(view, box, CONTRAST);
  const cut = cutGrid({ width, height, inside, outside, edges });
  for (const [at, isFoot] of cut.entries()) {
    if (isFoot === 1) {
      view.person[indexInView(view.width, box, at)] = 1;
    }
  }
}

function forEachPixel(
  view: FootView,
  line: LimbLine,
  reach: number,
  visit: (index: number) => void,
): void {
  const { left, top, width, height } = boundLimb(view, line, reach);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [left + (at % width), top + Math.floor(at / width)];
    if (distanceToLimb(line, x + 0.5, y + 0.5) < reach) {
      visit(y * view.width + x);
    }
  }
}
