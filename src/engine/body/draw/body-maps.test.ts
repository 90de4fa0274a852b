import { describe, expect, it } from 'vitest';
import type { BodyCharacter } from '../character/body-character.ts';
import { type LimbLine, listLimbPoints } from '../character/limb-line.ts';
import { joint, JOINT_COUNT, JOINT_VALUES, type Limb, limbs } from '../joints.ts';
import type { BodyMap } from './body-map.ts';
import { createBodyMaps } from './body-maps.ts';

const all = { leftArm: true, rightArm: true, leftLeg: true, rightLeg: true };
const none = { leftArm: false, rightArm: false, leftLeg: false, rightLeg: false };
const [WIDTH, HEIGHT] = [400, 600];

/**
 * Creates joints of a person standing from row 60 to 560 with hanging arms; `drop` moves the person down, out of the
 * image.
 */
function standing(drop = 0): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const put = (left: number, right: number, aside: number, y: number): void => {
    joints.set([200 + aside, y + drop, 0, 1], left * JOINT_VALUES);
    joints.set([200 - aside, y + drop, 0, 1], right * JOINT_VALUES);
  };
  joints.set([200, 90 + drop, 0, 1], joint.nose * JOINT_VALUES);
  put(joint.leftEye, joint.rightEye, 10, 84);
  put(joint.leftEar, joint.rightEar, 18, 88);
  put(joint.leftShoulder, joint.rightShoulder, 50, 150);
  put(joint.leftElbow, joint.rightElbow, 60, 230);
  put(joint.leftWrist, joint.rightWrist, 66, 300);
  for (const [left, right] of [
    [joint.leftPinky, joint.rightPinky],
    [joint.leftIndex, joint.rightIndex],
    [joint.leftThumb, joint.rightThumb],
  ] as const) {
    put(left, right, 68, 325);
  }
  put(joint.leftHip, joint.rightHip, 30, 310);
  put(joint.leftKnee, joint.rightKnee, 32, 430);
  put(joint.leftAnkle, joint.rightAnkle, 34, 540);
  put(joint.leftHeel, joint.rightHeel, 34, 550);
  put(joint.leftToe, joint.rightToe, 40, 558);
  return joints;
}

function createCharacter(
  joints: Float32Array,
  shown: Readonly<Record<Limb, boolean>>,
): BodyCharacter {
  const alpha = new Uint8Array(WIDTH * HEIGHT);
  for (let y = Math.round(joints[joint.nose * JOINT_VALUES + 1]!); y < HEIGHT; y += 1) {
    const isBelowFeet = y > joints[joint.leftToe * JOINT_VALUES + 1]!;
    alpha.fill(isBelowFeet ? 0 : 255, y * WIDTH + 150, y * WIDTH + 250);
  }
  const lines = Object.fromEntries(
    limbs.map((limb): [Limb, LimbLine] => [
      limb,
      { points: listLimbPoints(joints, limb), radii: [18, 14, 12] },
    ]),
  ) as Record<Limb, LimbLine>;
  const ground = { width: WIDTH, height: HEIGHT, pixels: new Uint8Array(WIDTH * HEIGHT * 4) };
  const size = { width: WIDTH, height: HEIGHT };
  return {
    ...size,
    joints,
    layers: [],
    ground,
    alpha,
    lines,
    shown,
    hasSkirt: false,
    hasFootShadow: false,
  };
}

const headOf = (joints: Float32Array) => ({
  turn: 0,
  size: 1,
  x: 200,
  y: joints[joint.leftEar * JOINT_VALUES + 1]!,
});

function mapPoint(map: BodyMap, x: number, y: number): readonly [number, number] {
  const out = { x: 0, y: 0 };
  map(x, y, out);
  return [out.x, out.y];
}

function turn(joints: Float32Array, moved: readonly number[], around: number, angle: number): void {
  const [x, y] = joints.subarray(around * JOINT_VALUES);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (const number of moved) {
    const at = number * JOINT_VALUES;
    const [dx, dy] = [joints[at]! - x!, joints[at + 1]! - y!];
    joints[at] = x! + dx * cos - dy * sin;
    joints[at + 1] = y! + dx * sin + dy * cos;
  }
}

const leftForearm = [joint.leftWrist, joint.leftPinky, joint.leftIndex, joint.leftThumb];

describe('maps of a body', () => {
  it('leave everything where it is in the pose of the still', () => {
    const joints = standing();
    const maps = createBodyMaps(
      createCharacter(joints, all),
      { joints, size: 1, head: headOf(joints) },
      all,
    );
    for (const map of Object.values(maps)) {
      for (const [x, y] of [
        [200, 90],
        [230, 200],
        [262, 240],
        [140, 290],
        [170, 400],
        [238, 500],
      ] as const) {
        const [toX, toY] = mapPoint(map, x, y);
        expect(Math.hypot(toX - x, toY - y)).toBeLessThan(0.01);
      }
    }
  });

  it('turn a forearm as a whole, and keep the elbow as thick as it is', () => {
    const rest = standing();
    const joints = rest.slice();
    turn(joints, leftForearm, joint.leftElbow, -Math.PI / 2);
    const maps = createBodyMaps(
      createCharacter(rest, all),
      { joints, size: 1, head: headOf(rest) },
      all,
    );
    const [x, y] = mapPoint(maps.leftArm, 266, 300);
    expect(x).toBeCloseTo(joints[joint.leftWrist * JOINT_VALUES]!, 0);
    expect(y).toBeCloseTo(joints[joint.leftWrist * JOINT_VALUES + 1]!, 0);
    // Points on both sides of the elbow joint.
    const inner = mapPoint(maps.leftArm, 250, 230);
    const outer = mapPoint(maps.leftArm, 270, 230);
    expect(Math.hypot(outer[0] - inner[0], outer[1] - inner[1])).toBeGreaterThan(16);
    expect(mapPoint(maps.leftArm, 250, 145)).toEqual(mapPoint(maps.torso, 250, 145));
  });

  it('let a limb that does not follow hang on the torso, and feet stand', () => {
    const rest = standing();
    const joints = rest.slice();
    const upper = Array.from({ length: joint.leftHip }, (_, number) => number);
    turn(joints, upper, joint.leftHip, 0.3);
    turn(joints, leftForearm, joint.leftElbow, -1);
    const pose = { joints, size: 1, head: headOf(rest) };
    const maps = createBodyMaps(createCharacter(rest, all), pose, none);
    expect(mapPoint(maps.leftArm, 266, 300)).toEqual(mapPoint(maps.torso, 266, 300));
    const [ankleX, ankleY] = mapPoint(maps.leftLeg, 234, 540);
    expect(Math.hypot(ankleX - 234, ankleY - 540)).toBeLessThan(1);
  });

  it('let the hem of a skirt lag behind the legs, and its waist not', () => {
    const rest = standing();
    const character = { ...createCharacter(rest, all), hasSkirt: true };
    const pose = { joints: rest, size: 1, head: headOf(rest), lag: { x: 12, y: -3 } };
    const { torso, leftLeg } = createBodyMaps(character, pose, all);
    expect(mapPoint(torso, 200, 305)).toEqual([200, 305]);
    const [hemX, hemY] = mapPoint(torso, 210, 500);
    expect(hemX).toBeCloseTo(222, 1);
    expect(hemY).toBeCloseTo(497, 1);
    const [kneeX] = mapPoint(torso, 210, 400);
    expect(kneeX).toBeGreaterThan(212);
    expect(kneeX).toBeLessThan(221);
    // Only cloth follows the legs.
    expect(mapPoint(leftLeg, 234, 500)[0]).toBeCloseTo(234, 1);
  });

  it('let the tips of long hair lag, and neither the cloth beside it nor arms', () => {
    const rest = standing();
    const weights = Float32Array.from({ length: 5 * 7 }, (_, at) =>
      at % 5 === 3 ? Math.max(0, Math.floor(at / 5) - 1) / 5 : 0,
    );
    const looseHair = { left: 100, top: 50, cell: 40, columns: 5, rows: 7, weights };
    const character = { ...createCharacter(rest, all), looseHair };
    const pose = { joints: rest, size: 1, head: headOf(rest), hairLag: { x: 8, y: -2 } };
    const { torso, leftArm } = createBodyMaps(character, pose, all);
    expect(mapPoint(torso, 220, 290)[0]).toBeCloseTo(228, 1);
    expect(mapPoint(torso, 220, 290)[1]).toBeCloseTo(288, 1);
    expect(mapPoint(torso, 220, 90)[0]).toBeCloseTo(220, 3);
    expect(mapPoint(torso, 180, 290)[0]).toBeCloseTo(180, 3);
    // The arm hangs on the shoulder, not on the hair over it.
    expect(mapPoint(leftArm, 250, 160)[0]).toBeCloseTo(250, 0);
  });

  it('never show the edge that cuts a person off', () => {
    const rest = standing(250);
    const joints = rest.slice();
    for (let number = 0; number < joint.leftHip; number += 1) {
      joints[number * JOINT_VALUES + 1]! -= 60;
    }
    const pose = { joints, size: 1, head: headOf(joints) };
    const shown = { ...none };
    const maps = createBodyMaps(createCharacter(rest, shown), pose, none);
    for (const x of [150, 200, 250]) {
      expect(mapPoint(maps.torso, x, HEIGHT)[1]).toBeGreaterThanOrEqual(HEIGHT - 0.01);
    }
    // The chest does rise.
    expect(mapPoint(maps.torso, 200, 400)[1]).toBeLessThan(350);
  });

  it('never turn a torso over, however narrow the driver is', () => {
    const rest = standing();
    const joints = rest.slice();
    for (const [left, right] of [
      [joint.leftShoulder, joint.rightShoulder],
      [joint.leftHip, joint.rightHip],
    ] as const) {
      joints[left * JOINT_VALUES] = 198;
      joints[right * JOINT_VALUES] = 202;
    }
    const pose = { joints, size: 1, head: headOf(rest) };
    const { torso } = createBodyMaps(createCharacter(rest, all), pose, none);
    const [left] = mapPoint(torso, 250, 200);
    const [right] = mapPoint(torso, 150, 200);
    expect(left - right).toBeGreaterThan(50);
  });
});
