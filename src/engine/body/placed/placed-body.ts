import type { RgbaImage } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { type BodyPose, JOINT_VALUES, toTorsoLength } from '../joints.ts';
import { cutPlacedBody } from './cut-placed-body.ts';
import { type PlacedBodyJoints, spreadJoints } from './spread-joints.ts';

/** Margin around the joints for hair, hats and wide clothes, in torso lengths. */
const MARGIN = 0.8;

/** Creates the pose of a body in an image from joints that were set by hand. */
export function createPlacedBody(image: RgbaImage, placed: PlacedBodyJoints): BodyPose {
  const joints = spreadJoints(placed, image);
  const region = squareAround(joints);
  return {
    joints,
    confidence: 1,
    region,
    mask: cutPlacedBody(image, joints, region),
    isPlaced: true,
  };
}

function squareAround(joints: Float32Array): Region {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < joints.length; at += JOINT_VALUES) {
    left = Math.min(left, joints[at]);
    right = Math.max(right, joints[at]);
    top = Math.min(top, joints[at + 1]);
    bottom = Math.max(bottom, joints[at + 1]);
  }
  const margin = toTorsoLength(joints) * MARGIN;
  const side = Math.max(8, right - left + 2 * margin, bottom - top + 2 * margin);
  return {
    centreX: (left + right) / 2,
    centreY: (top + bottom) / 2,
    width: side,
    height: side,
    rotation: 0,
  };
}
