import { expect, it } from 'vitest';
import { JOINT_COUNT, JOINT_VALUES, type Limb } from '../joints.ts';
import { ownerOf } from './body-part.ts';
import { cleanOwners } from './clean-owners.ts';
import type { LimbLine } from './limb-line.ts';
import { exampleTorso as torso } from './example-torso.ts';

const [WIDTH, HEIGHT] = [200, 260];
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
  clean(owners);
  expect(owners[200 * WIDTH + 70]).toBe(ownerOf.torso);
  expect(owners[200 * WIDTH + 140]).toBe(ownerOf.torso);
  expect(owners[140 * WIDTH + 100]).toBe(ownerOf.leftArm);
});

it('returns cloth to the clothes that it belongs to, not to the bare arm around it', () => {
  const owners = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 50; y < HEIGHT; y += 1) {
    owners.fill(ownerOf.torso, y * WIDTH + 72, y * WIDTH + 130);
    if (y >= 60 && y < 150) {
      owners.fill(ownerOf.leftArm, y * WIDTH + 46, y * WIDTH + 72);
    }
  }
  // A fold of the clothes that is too thin to stay theirs, and a bracelet.
  for (let y = 110; y < 113; y += 1) {
    owners.fill(ownerOf.torso, y * WIDTH + 52, y * WIDTH + 72);
    owners.fill(ownerOf.torso, (y - 30) * WIDTH + 54, (y - 30) * WIDTH + 60);
  }
  const cloth = owners.map((owner) => (owner === ownerOf.torso ? 1 : 0));
  clean(owners, (limb, index) => limb === 'leftArm' && cloth[index] === 1);
  expect(owners[111 * WIDTH + 54]).toBe(ownerOf.torso);
  expect(owners[81 * WIDTH + 57]).toBe(ownerOf.leftArm);
});

it('leaves the shaded rim of an arm with it, however small the person is', () => {
  for (const length of [50, 60, 100]) {
    const owners = new Uint8Array(WIDTH * HEIGHT);
    for (let y = 50; y < HEIGHT; y += 1) {
      owners.fill(ownerOf.torso, y * WIDTH + 72, y * WIDTH + 130);
      if (y >= 60 && y < 150) {
        owners.fill(ownerOf.leftArm, y * WIDTH + 46, y * WIDTH + 72);
      }
    }
    // A thin gap in the arm has the colours of the clothes.
    const gap = [110, 111, 112].map((y) => y * WIDTH + 54);
    for (const from of gap) {
      owners.fill(ownerOf.torso, from - 2, from + 18);
    }
    const cloth = owners.map((owner) => (owner === ownerOf.torso ? 1 : 0));
    clean(owners, (limb, index) => limb === 'leftArm' && cloth[index] === 1, { ...torso, length });
    expect(
      gap.map((index) => owners[index]),
      `torso of ${length} pixels`,
    ).toEqual([ownerOf.leftArm, ownerOf.torso, ownerOf.leftArm]);
  }
});

function clean(
  owners: Uint8Array,
  isForeign?: (limb: Limb, index: number) => boolean,
  frame = torso,
): void {
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
  cleanOwners(owners, view, { torso: frame, lines, hasSkirt: false, isForeign });
}
