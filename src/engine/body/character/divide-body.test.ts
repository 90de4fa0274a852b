import { expect, it } from 'vitest';
import { forEachLimb, joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { ownerOf } from './body-part.ts';
import { divideBody, type DividedBody } from './divide-body.ts';
import { type LimbLine, listLimbPoints, measureLimb } from './limb-line.ts';
import { toTorsoFrame } from './torso-frame.ts';

const [WIDTH, HEIGHT] = [200, 320];
const skin = [205, 150, 125];
const brown = [70, 42, 30];
const blue = [50, 80, 170];
const black = [30, 30, 36];

/** A person from the front with hanging arms, whose joints are the same on both sides of the middle. */
const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
for (const [left, right, aside, y] of [
  [joint.nose, joint.nose, 0, 48],
  [joint.leftEye, joint.rightEye, 6, 42],
  [joint.leftEar, joint.rightEar, 14, 44],
  [joint.mouthLeft, joint.mouthRight, 5, 56],
  [joint.leftShoulder, joint.rightShoulder, 32, 84],
  [joint.leftElbow, joint.rightElbow, 52, 132],
  [joint.leftWrist, joint.rightWrist, 60, 176],
  [joint.leftPinky, joint.rightPinky, 62, 190],
  [joint.leftIndex, joint.rightIndex, 62, 190],
  [joint.leftThumb, joint.rightThumb, 62, 190],
  [joint.leftHip, joint.rightHip, 18, 184],
  [joint.leftKnee, joint.rightKnee, 18, 244],
  [joint.leftAnkle, joint.rightAnkle, 18, 296],
  [joint.leftHeel, joint.rightHeel, 18, 304],
  [joint.leftToe, joint.rightToe, 20, 308],
] as const) {
  joints.set([WIDTH / 2 + aside, y, 0, 1], left * JOINT_VALUES);
  joints.set([WIDTH / 2 - aside, y, 0, 1], right * JOINT_VALUES);
}

const lines = forEachLimb((limb): LimbLine => ({
  points: listLimbPoints(joints, limb),
  radii: limb.endsWith('Arm') ? [10, 9, 12] : [15, 12, 9],
}));
const measured = { distance: 0, bone: 0 };

/** Parts of the drawing that differ between tests. */
interface Clothes {
  readonly sleeve: readonly number[];
  /** Bones of the arms that the sleeves cover. */
  readonly sleeveBones: number;
  /** Last row of short caps on both shoulders. */
  readonly capTo: number;
  /** Last row of the left sleeve, which covers a part of the hand. */
  readonly cuffTo: number;
  /** True if the tail of a coat is beside and behind the left hand. */
  readonly hasTail: boolean;
  /** Last row of both sleeves on the forearms, beside which a flap of the shirt hangs down; 0 for none. */
  readonly sleeveTo: number;
  /** Colour of what is over the left hand; null for nothing. */
  readonly overHand: readonly number[] | null;
  /** Last row of a strand of hair over the right upper arm. */
  readonly strandTo: number;
  /** True if the legs touch at their knees and calves, and the right knee is as light as the left leg. */
  readonly hasTouchingLegs: boolean;
}

/** Returns the colour of a pixel; null for the background. */
function colourAt(x: number, y: number, clothes: Clothes): readonly number[] | null {
  if (x >= 58 && x < 80 && y >= 34 && y < clothes.strandTo) {
    return brown;
  }
  if (Math.hypot((x - 100) / 24, (y - 44) / 26) < 1 && y < 66) {
    const isFace = Math.hypot((x - 100) / 16, (y - 48) / 20) < 1 && y > 34;
    return isFace || (y > 60 && Math.abs(x - 100) < 9) ? skin : brown;
  }
  for (const arm of ['leftArm', 'rightArm'] as const) {
    measureLimb(measured, lines[arm], x, y);
    const { distance, bone } = measured;
    if (distance < 1) {
      const isLeft = arm === 'leftArm';
      const isCuff = isLeft && bone === 2 && y < clothes.cuffTo;
      const isSleeve =
        isCuff || bone < clothes.sleeveBones || y < clothes.sleeveTo || y < clothes.capTo;
      const isOver = isLeft && bone === 2 && clothes.overHand !== null;
      return isOver ? clothes.overHand : isSleeve ? clothes.sleeve : skin;
    }
  }
  if (clothes.sleeveTo > 0 && x >= 130 && x < 152 && y >= clothes.sleeveTo && y < 176) {
    return clothes.sleeve;
  }
  if (clothes.hasTail && x >= 130 && x < 180 && y >= 150 && y < 215) {
    return black;
  }
  if (Math.abs(x - 100) < 9 && y >= 60 && y < 84) {
    return skin;
  }
  if (Math.abs(x - 100) < 34 && y >= 80 && y < 190) {
    return blue;
  }
  if (clothes.hasTouchingLegs && Math.abs(x - 100) < 32 && y >= 190 && y < 280) {
    const isLight = x >= 100 || Math.hypot(x - 100, y - 248) < 12;
    const isGround = Math.abs(x - 100) < 3 && y < 236;
    return isGround ? null : isLight ? [196, 142, 118] : [150, 104, 84];
  }
  const isLeg = Math.abs(Math.abs(x - 100) - 18) < 14 && y >= 190 && y < 312;
  return isLeg ? black : null;
}

function divide(options: Partial<Clothes>): DividedBody {
  const usual = {
    sleeve: blue,
    sleeveBones: 2,
    capTo: 0,
    cuffTo: 0,
    hasTail: false,
    strandTo: 0,
    sleeveTo: 0,
    overHand: null,
    hasTouchingLegs: false,
  };
  const clothes = { ...usual, ...options };
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  const person = new Float32Array(WIDTH * HEIGHT);
  for (let index = 0; index < person.length; index += 1) {
    const colour = colourAt(index % WIDTH, Math.floor(index / WIDTH), clothes);
    person[index] = colour === null ? 0 : 1;
    // Some noise, as in every photo.
    const noise = ((index * 7919) % 13) - 6;
    colours.set(
      (colour ?? [120, 125, 120]).map((value) => value + noise),
      index * 3,
    );
  }
  const view = { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
  const shown = forEachLimb(() => true);
  const wide = forEachLimb((limb) =>
    limb.endsWith('Leg') && clothes.hasTouchingLegs
      ? { ...lines[limb], radii: [19, 18, 9] }
      : lines[limb],
  );
  return divideBody(view, { torso: toTorsoFrame(joints), lines: wide, shown });
}

/** Returns the fraction of the pixels of a box whose value is `wanted`. */
function partIn(
  values: Uint8Array,
  wanted: number,
  [left, top, width, height]: readonly [number, number, number, number],
): number {
  let count = 0;
  for (let y = top; y < top + height; y += 1) {
    count += values
      .subarray(y * WIDTH + left, y * WIDTH + left + width)
      .filter((value) => value === wanted).length;
  }
  return count / (width * height);
}

const leftForearm = [150, 140, 10, 30] as const;
const rightForearm = [40, 140, 10, 30] as const;
const chest = [80, 100, 40, 80] as const;

it('divides arms from a shirt of the same colour', () => {
  const { owners, armHair, isSleeveless } = divide({});
  expect(partIn(owners, ownerOf.leftArm, leftForearm)).toBeGreaterThan(0.95);
  expect(partIn(owners, ownerOf.rightArm, rightForearm)).toBeGreaterThan(0.95);
  expect(partIn(owners, ownerOf.torso, chest)).toBeGreaterThan(0.98);
  expect([armHair, isSleeveless]).toEqual([null, false]);
});

it('leaves hair over an upper arm with the torso', () => {
  const { owners, armHair, hair } = divide({ strandTo: 116 });
  const over = [60, 92, 14, 20] as const;
  expect(partIn(owners, ownerOf.torso, over)).toBeGreaterThan(0.9);
  expect(partIn(hair!, 1, over)).toBeGreaterThan(0.9);
  expect(partIn(armHair!, 1, over)).toBeGreaterThan(0.9);
  expect(partIn(owners, ownerOf.rightArm, rightForearm)).toBeGreaterThan(0.95);
});

it('gives the part of a sleeve that covers a hand to the arm', () => {
  // The sleeve has the colour of the coat, so that only its place separates it.
  const { owners } = divide({ sleeve: black, cuffTo: 182, hasTail: true });
  expect(partIn(owners, ownerOf.leftArm, [157, 177, 8, 5])).toBeGreaterThan(0.9);
  expect(partIn(owners, ownerOf.leftArm, [158, 184, 8, 9])).toBeGreaterThan(0.9);
  expect(partIn(owners, ownerOf.leftArm, [140, 180, 8, 20])).toBeLessThan(0.1);
});

it('finds bare arms', () => {
  const { owners, isSleeveless } = divide({ sleeveBones: 0 });
  expect(isSleeveless).toBe(true);
  expect(partIn(owners, ownerOf.leftArm, leftForearm)).toBeGreaterThan(0.95);
  // Caps over the shoulders are no sleeves, unlike those of a shirt.
  expect(divide({ sleeveBones: 0, capTo: 94 }).isSleeveless).toBe(true);
  expect(divide({ sleeveBones: 0, capTo: 112 }).isSleeveless).toBe(false);
});

it('leaves a flap of the shirt beside a bare forearm with the torso, though its sleeve has that colour', () => {
  const { owners } = divide({ sleeveBones: 1, sleeveTo: 154 });
  expect(partIn(owners, ownerOf.leftArm, [148, 140, 10, 12])).toBeGreaterThan(0.9);
  expect(partIn(owners, ownerOf.leftArm, [156, 160, 6, 30])).toBeGreaterThan(0.9);
  expect(partIn(owners, ownerOf.torso, [136, 160, 13, 14])).toBeGreaterThan(0.9);
});

it('gives a glove to its arm, but not the clothes that hide a bare hand', () => {
  const hand = [158, 184, 8, 9] as const;
  const gloved = divide({ sleeveBones: 0, overHand: [60, 170, 90] });
  expect(partIn(gloved.owners, ownerOf.leftArm, hand)).toBeGreaterThan(0.9);
  const hidden = divide({ sleeveBones: 0, overHand: black, hasTail: true });
  expect(partIn(hidden.owners, ownerOf.leftArm, hand)).toBeLessThan(0.1);
});

it('divides legs that touch in the middle between them, whatever the shade of a knee is', () => {
  const { owners } = divide({ hasTouchingLegs: true });
  expect(partIn(owners, ownerOf.rightLeg, [90, 242, 9, 12])).toBeGreaterThan(0.9);
  expect(partIn(owners, ownerOf.leftLeg, [102, 242, 9, 12])).toBeGreaterThan(0.9);
});
