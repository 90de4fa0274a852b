import type { RgbaImage } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { type BodyPose, JOINT_VALUES, torsoLengthOf } from '../joints.ts';
import { cutFigure } from './cut-figure.ts';
import { type FigureJoints, spreadJoints } from './spread-joints.ts';

/** Hair, hats and wide clothes reach so far beyond the joints, in lengths of the torso. */
const ROOM = 0.8;

/** The body of a picture on joints that were set by hand. */
export function createPlacedBody(image: RgbaImage, placed: FigureJoints): BodyPose {
  const joints = spreadJoints(placed, image);
  const region = squareAround(joints);
  return {
    joints,
    confidence: 1,
    region,
    mask: cutFigure(image, joints, region),
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
  const room = torsoLengthOf(joints) * ROOM;
  const side = Math.max(8, right - left + 2 * room, bottom - top + 2 * room);
  return {
    centreX: (left + right) / 2,
    centreY: (top + bottom) / 2,
    width: side,
    height: side,
    rotation: 0,
  };
}
