import { beforeEach, describe, expect, it } from 'vitest';
import { ownerOf } from './body-part.ts';
import type { LimbLine } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { releaseRemnants } from './release-remnants.ts';
import { exampleTorso as torso } from './example-torso.ts';

const [WIDTH, HEIGHT] = [200, 260];
const green = [30, 130, 120];
const blue = [150, 180, 210];
const arm = {
  points: [
    [132, 60],
    [140, 110],
    [140, 165],
    [138, 185],
  ],
  radii: [10, 10, 10],
} as const;
const lines = { leftArm: arm, rightArm: arm, leftLeg: arm, rightLeg: arm };

let view: PersonView;
let owners: Uint8Array;

function fill(
  [left, top, right, bottom]: readonly [number, number, number, number],
  colour: readonly number[],
  owner: number,
): void {
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      view.colours.set(colour, (y * WIDTH + x) * 3);
      view.person[y * WIDTH + x] = 1;
      owners[y * WIDTH + x] = owner;
    }
  }
}

const ownerAt = (x: number, y: number): number => owners[y * WIDTH + x]!;
const release = (hasSkirt = false): void =>
  releaseRemnants(owners, view, { torso, lines, arms: ['leftArm'], hasSkirt });

beforeEach(() => {
  const count = WIDTH * HEIGHT;
  const [colours, person] = [new Float32Array(count * 3), new Float32Array(count)];
  view = { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints: colours };
  owners = new Uint8Array(count);
  fill([70, 50, 128, 165], green, ownerOf.torso);
  fill([70, 165, 128, 250], blue, ownerOf.leftLeg);
  fill([128, 55, 150, 170], green, ownerOf.leftArm);
});

describe('what the cut of an arm left on the body', () => {
  it('goes to the arm: a piece of its cuff, with its soft rim', () => {
    fill([128, 162, 148, 172], green, ownerOf.leftLeg);
    fill([148, 162, 151, 172], [110, 110, 110], ownerOf.leftLeg);
    release();
    expect(ownerAt(140, 166)).toBe(ownerOf.leftArm);
    expect(ownerAt(149, 168)).toBe(ownerOf.leftArm);
    expect(ownerAt(120, 166)).toBe(ownerOf.leftLeg);
  });

  it('stays where its colour is not that of the arm', () => {
    fill([128, 172, 140, 180], blue, ownerOf.leftLeg);
    release();
    expect(ownerAt(134, 176)).toBe(ownerOf.leftLeg);
  });

  it('stays where the body itself is wider, or ends in the hem of a skirt', () => {
    fill([128, 165, 140, 250], green, ownerOf.leftLeg);
    release();
    expect(ownerAt(134, 180)).toBe(ownerOf.leftLeg);
    fill([128, 180, 140, 250], blue, 0);
    release(true);
    expect(ownerAt(134, 170)).toBe(ownerOf.leftLeg);
  });

  it('stays on legs farther below the hips than outlines are measured, as of somebody who bends down', () => {
    fill([140, 170, 150, 256], green, ownerOf.leftArm);
    fill([70, 233, 140, 256], green, ownerOf.leftLeg);
    const reaching: LimbLine = {
      ...arm,
      points: [
        [132, 60],
        [145, 120],
        [145, 220],
        [145, 250],
      ],
    };
    const bent = { ...lines, leftArm: reaching };
    releaseRemnants(owners, view, { torso, lines: bent, arms: ['leftArm'], hasSkirt: false });
    expect(ownerAt(138, 245)).toBe(ownerOf.leftLeg);
  });
});
