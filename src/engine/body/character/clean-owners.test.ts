import { expect, it } from 'vitest';
import { JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { ownerOf } from './body-part.ts';
import { cleanOwners } from './clean-owners.ts';
import type { LimbLine } from './limb-line.ts';
import type { TorsoFrame } from './torso-frame.ts';

const [WIDTH, HEIGHT] = [200, 260];
const torso: TorsoFrame = {
  hips: { x: 100, y: 150 },
  up: { x: 0, y: -1 },
  length: 100,
  shoulderHalf: 30,
  hipHalf: 15,
  neck: { x: 100, y: 50, upX: 0, upY: -1, length: 40, chin: 0.6 },
};
const away: LimbLine = {
  points: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  radii: [1, 1, 1],
};
const crossed: LimbLine = {
  points: [
    [60, 60],
    [60, 140],
    [120, 140],
    [150, 140],
  ],
  radii: [12, 12, 12],
};

it('leaves a skirt that clasped arms separate from the chest to the torso', () => {
  const owners = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 50; y < HEIGHT; y += 1) {
    const owner = y >= 128 && y < 152 ? ownerOf.leftArm : ownerOf.torso;
    owners.fill(owner, y * WIDTH + 60, y * WIDTH + 150);
  }
  const view = {
    left: 0,
    top: 0,
    width: WIDTH,
    height: HEIGHT,
    colours: new Float32Array(),
    person: new Float32Array(WIDTH * HEIGHT),
    joints: new Float32Array(JOINT_COUNT * JOINT_VALUES),
  };
  const lines = { leftArm: crossed, rightArm: away, leftLeg: away, rightLeg: away };
  cleanOwners(owners, view, { torso, lines, hasSkirt: false });
  expect(owners[200 * WIDTH + 70]).toBe(ownerOf.torso);
  expect(owners[200 * WIDTH + 140]).toBe(ownerOf.torso);
  expect(owners[140 * WIDTH + 100]).toBe(ownerOf.leftArm);
});
