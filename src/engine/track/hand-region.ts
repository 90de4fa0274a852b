/** Input region of the hand network: a square in which the fingers point upwards. */
import type { Region } from '../pixels/region.ts';
import type { Detection } from './detection.ts';

/** Size of the square relative to a detected palm, and to the joints of a hand. */
const PALM_MARGIN = 2.6;
const JOINTS_MARGIN = 2;
/** Shift of the square from the middle towards the fingers, as a fraction of the palm, and of the joints. */
const PALM_SHIFT = 0.5;
const JOINTS_SHIFT = 0.1;
/** Key points of palms: the wrist and the knuckle of the middle finger. */
const PALM_WRIST = 0;
const PALM_MIDDLE = 2;
/** Joints that hardly bend: the wrist, the thumb without its tip, knuckles and the joints after them. */
const STEADY_JOINTS = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18];
const WRIST = 0;
/** Joints at the base of the fingers. */
const [INDEX_JOINT, MIDDLE_JOINT, RING_JOINT] = [6, 10, 14];

/** Sets the square around a detected palm. */
export function setRegionOfPalm(region: Region, palm: Readonly<Detection>): void {
  const { keyPoints } = palm;
  const toMiddleX = keyPoints[PALM_MIDDLE * 2] - keyPoints[PALM_WRIST * 2];
  const toMiddleY = keyPoints[PALM_MIDDLE * 2 + 1] - keyPoints[PALM_WRIST * 2 + 1];
  region.rotation = computeTurn(toMiddleX, toMiddleY);
  const shift = PALM_SHIFT * palm.height;
  region.centreX = palm.centreX + shift * Math.sin(region.rotation);
  region.centreY = palm.centreY - shift * Math.cos(region.rotation);
  region.width = Math.max(palm.width, palm.height) * PALM_MARGIN;
  region.height = region.width;
}

/** Sets the square around the joints (x, y each) of a hand, for the next frame. */
export function setRegionOfJoints(region: Region, points: Float32Array): void {
  const towardsX =
    (points[INDEX_JOINT * 2] + points[RING_JOINT * 2]) / 4 + points[MIDDLE_JOINT * 2] / 2;
  const towardsY =
    (points[INDEX_JOINT * 2 + 1] + points[RING_JOINT * 2 + 1]) / 4 +
    points[MIDDLE_JOINT * 2 + 1] / 2;
  region.rotation = computeTurn(towardsX - points[WRIST * 2], towardsY - points[WRIST * 2 + 1]);
  const cos = Math.cos(region.rotation);
  const sin = Math.sin(region.rotation);
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (const joint of STEADY_JOINTS) {
    const x = points[joint * 2] * cos + points[joint * 2 + 1] * sin;
    const y = points[joint * 2 + 1] * cos - points[joint * 2] * sin;
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  const x = (minX + maxX) / 2;
  const y = (minY + maxY) / 2 - JOINTS_SHIFT * (maxY - minY);
  region.centreX = x * cos - y * sin;
  region.centreY = x * sin + y * cos;
  region.width = Math.max(maxX - minX, maxY - minY) * JOINTS_MARGIN;
  region.height = region.width;
}

/** Returns the rotation of a region in which a direction points upwards. */
function computeTurn(x: number, y: number): number {
  return Math.atan2(x, -y);
}
