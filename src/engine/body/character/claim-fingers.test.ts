import { beforeEach, describe, expect, it } from 'vitest';
import { createExampleJoints } from './example-torso.ts';
import { ownerOf } from './body-part.ts';
import { claimFingers } from './claim-fingers.ts';
import type { LimbLine } from './limb-line.ts';
import type { PersonView } from './person-view.ts';

const [WIDTH, HEIGHT] = [120, 220];
const skin = [205, 160, 140];
const white = [235, 235, 238];
const navy = [30, 34, 70];

/** An arm that hangs down beside the body, 16 pixels wide. */
const arm: LimbLine = {
  points: [
    [90, 60],
    [90, 100],
    [90, 150],
    [90, 176],
  ],
  radii: [8, 8, 8],
};
const lines = { leftArm: arm, rightArm: arm, leftLeg: arm, rightLeg: arm };
const joints = createExampleJoints();

let view: PersonView;
let owners: Uint8Array;

function fill(
  { left, top, right, bottom }: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>,
  colour: readonly number[],
  owner: number,
): void {
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const index = y * WIDTH + x;
      view.person[index] = 1;
      view.colours.set(colour, index * 3);
      owners[index] = owner;
    }
  }
}

const ownerAt = (x: number, y: number): number => owners[y * WIDTH + x]!;
const claim = (): void => claimFingers(owners, view, { lines, arms: ['leftArm'] });

beforeEach(() => {
  const count = WIDTH * HEIGHT;
  const colours = new Float32Array(count * 3);
  const person = new Float32Array(count);
  view = { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
  owners = new Uint8Array(count);
  fill({ left: 45, top: 5, right: 75, bottom: 60 }, skin, ownerOf.head);
  fill({ left: 35, top: 60, right: 82, bottom: 140 }, navy, ownerOf.torso);
  fill({ left: 35, top: 140, right: 82, bottom: 215 }, navy, ownerOf.leftLeg);
  // A short sleeve, then the bare arm.
  fill({ left: 82, top: 60, right: 98, bottom: 85 }, navy, ownerOf.leftArm);
  fill({ left: 82, top: 85, right: 98, bottom: 180 }, skin, ownerOf.leftArm);
});

describe('the cut of a bare hand', () => {
  it('takes the fingers that lie on trousers', () => {
    fill({ left: 78, top: 165, right: 82, bottom: 176 }, skin, ownerOf.leftLeg);
    claim();
    expect(ownerAt(80, 170)).toBe(ownerOf.leftArm);
    expect(ownerAt(76, 170)).toBe(ownerOf.leftLeg);
  });

  it('finds its fingers in shadow by its own colour', () => {
    const shadow = [130, 84, 62];
    fill({ left: 82, top: 150, right: 98, bottom: 180 }, shadow, ownerOf.leftArm);
    fill({ left: 78, top: 165, right: 82, bottom: 176 }, shadow, ownerOf.leftLeg);
    claim();
    expect(ownerAt(80, 170)).toBe(ownerOf.leftArm);
  });

  it('takes nothing of a bare leg, and nothing with a glove', () => {
    fill({ left: 35, top: 140, right: 82, bottom: 215 }, skin, ownerOf.leftLeg);
    claim();
    expect(ownerAt(80, 170)).toBe(ownerOf.leftLeg);
    fill({ left: 35, top: 140, right: 82, bottom: 215 }, navy, ownerOf.leftLeg);
    fill({ left: 82, top: 145, right: 98, bottom: 180 }, white, ownerOf.leftArm);
    fill({ left: 78, top: 165, right: 82, bottom: 176 }, skin, ownerOf.leftLeg);
    claim();
    expect(ownerAt(80, 170)).toBe(ownerOf.leftLeg);
  });
});
