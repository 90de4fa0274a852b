import type { PersonView } from '../../../src/engine/body/character/person-view.ts';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../../../src/engine/body/joints.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** A rectangle of the person, or of the background with `isGround`. */
export interface PaintedPart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly colour: Colour;
  readonly isGround?: boolean | undefined;
}

const [WIDTH, HEIGHT] = [240, 320];
const paper: Colour = [235, 235, 235];

/**
 * Paints a person of rectangles on paper, with a torso of 100 pixels and shoulders at 60. Joints that are not in `moved`
 * hang straight.
 */
export function paintView(
  parts: readonly PaintedPart[],
  moved: Readonly<Partial<Record<keyof typeof joint, readonly [x: number, y: number]>>> = {},
): PersonView {
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  const person = new Float32Array(WIDTH * HEIGHT);
  for (let index = 0; index < person.length; index += 1) {
    colours.set(paper, index * 3);
  }
  for (const { left, top, right, bottom, colour, isGround } of parts) {
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const index = row * WIDTH + column;
        colours.set(colour, index * 3);
        person[index] = isGround === true ? 0 : 1;
      }
    }
  }
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [name, place] of Object.entries({ ...hanging, ...moved })) {
    joints.set([...place, 0, 1], joint[name as keyof typeof joint] * JOINT_VALUES);
  }
  return { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
}

const hanging: Readonly<Record<keyof typeof joint, readonly [x: number, y: number]>> = {
  nose: [120, 25],
  leftEye: [125, 20],
  rightEye: [115, 20],
  leftEar: [132, 22],
  rightEar: [108, 22],
  mouthLeft: [124, 34],
  mouthRight: [116, 34],
  leftShoulder: [150, 60],
  rightShoulder: [90, 60],
  leftElbow: [158, 115],
  rightElbow: [82, 115],
  leftWrist: [158, 160],
  rightWrist: [82, 160],
  leftPinky: [158, 172],
  rightPinky: [82, 172],
  leftIndex: [158, 174],
  rightIndex: [82, 174],
  leftThumb: [155, 168],
  rightThumb: [85, 168],
  leftHip: [138, 160],
  rightHip: [102, 160],
  leftKnee: [138, 225],
  rightKnee: [102, 225],
  leftAnkle: [138, 285],
  rightAnkle: [102, 285],
  leftHeel: [137, 292],
  rightHeel: [103, 292],
  leftToe: [152, 300],
  rightToe: [88, 300],
};
