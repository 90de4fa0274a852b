import { expect, it } from 'vitest';
import type { BodyLayer, BodyLayers } from '../character/body-character.ts';
import { createLayerNet, singlePass } from '../character/layer-net.ts';
import { listLimbPoints } from '../character/limb-line.ts';
import { forEachLimb, joint, JOINT_COUNT, JOINT_VALUES, type Limb } from '../joints.ts';
import { SeamMeter } from './seam-meter.ts';

const SIDE = 200;
const stillJoints = setJoints(0);
const follows = forEachLimb((limb) => limb === 'leftArm');

/** Creates joints of a person whose left arm hangs, raised by an angle in degrees. */
function setJoints(raised: number): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (numbers: readonly number[], x: number, y: number): void => {
    for (const number of numbers) {
      joints.set([x, y, 0, 1], number * JOINT_VALUES);
    }
  };
  set([joint.nose, joint.leftEar, joint.rightEar], 50, 20);
  set([joint.leftShoulder], 65, 50);
  set([joint.rightShoulder], 35, 50);
  set([joint.leftHip, joint.leftKnee, joint.leftAnkle, joint.leftHeel, joint.leftToe], 60, 110);
  set([joint.rightHip, joint.rightKnee, joint.rightAnkle, joint.rightHeel], 40, 110);
  const angle = (raised * Math.PI) / 180;
  const setDown = (numbers: readonly number[], far: number): void =>
    set(numbers, 66 + Math.sin(angle) * far, 50 + Math.cos(angle) * far);
  setDown([joint.leftElbow], 24);
  setDown([joint.leftWrist], 46);
  setDown([joint.leftPinky, joint.leftIndex, joint.leftThumb], 52);
  return joints;
}

function createLayer(
  part: BodyLayer['part'],
  [left, top, width, height]: readonly [number, number, number, number],
): BodyLayer {
  const image = { left, top, width, height, pixels: new Uint8Array(width * height * 4).fill(255) };
  return { part, image, net: createLayerNet(image, 4, singlePass) };
}

function measureRaised(raised: number): number {
  const character: BodyLayers = {
    width: SIDE,
    height: SIDE,
    joints: stillJoints,
    layers: [createLayer('torso', [34, 44, 32, 70]), createLayer('leftArm', [50, 42, 34, 66])],
    alpha: new Uint8Array(SIDE * SIDE),
    lines: forEachLimb((limb: Limb) => ({
      points: listLimbPoints(stillJoints, limb),
      radii: [6, 6, 6],
    })),
    shown: follows,
    hasSkirt: false,
  };
  const meter = new SeamMeter(character, follows);
  const { smears } = meter.measure({
    joints: setJoints(raised),
    size: 1,
    head: { turn: 0, size: 1, x: 50, y: 20 },
  });
  meter.close();
  return smears;
}

it('counts stretched parts of an arm as smears as far as they are drawn', () => {
  expect(measureRaised(0)).toBe(0);
  expect(measureRaised(45)).toBeGreaterThan(0.015);
  // What has faded out would be 0.12.
  expect(measureRaised(170)).toBeLessThan(0.09);
});

/** Returns the holes of a person in a short skirt whose legs, which touch in the still, stand apart. */
function measureParted(skirtTo: number): number {
  const setLegs = (aside: number): Float32Array => {
    const joints = setJoints(0);
    for (const [left, right, y] of [
      [joint.leftKnee, joint.rightKnee, 145],
      [joint.leftAnkle, joint.rightAnkle, 175],
      [joint.leftHeel, joint.rightHeel, 178],
      [joint.leftToe, joint.rightToe, 180],
    ] as const) {
      joints.set([50 + aside, y, 0, 1], left * JOINT_VALUES);
      joints.set([50 - aside, y, 0, 1], right * JOINT_VALUES);
    }
    return joints;
  };
  const joints = setLegs(10);
  const walks = forEachLimb((limb) => limb.endsWith('Leg'));
  const character: BodyLayers = {
    width: SIDE,
    height: SIDE,
    joints,
    layers: [
      createLayer('torso', [30, 44, 40, skirtTo - 44]),
      createLayer('leftLeg', [50, 124, 20, 56]),
      createLayer('rightLeg', [30, 124, 20, 56]),
    ],
    alpha: new Uint8Array(SIDE * SIDE),
    lines: forEachLimb((limb) => ({ points: listLimbPoints(joints, limb), radii: [10, 10, 8] })),
    shown: walks,
    hasSkirt: true,
  };
  const meter = new SeamMeter(character, walks);
  const head = { turn: 0, size: 1, x: 50, y: 20 };
  const { holes } = meter.measure({ joints: setLegs(24), size: 1, head });
  meter.close();
  return holes;
}

it('counts no ground between legs below a skirt as a hole', () => {
  expect(measureParted(130)).toBeLessThan(0.01);
});
