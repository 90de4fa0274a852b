import { describe, expect, it } from 'vitest';
import { forEachLimb, joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { findHem } from './find-hem.ts';
import { type LimbLine, listLimbPoints } from './limb-line.ts';
import { toTorsoFrame } from './torso-frame.ts';

const [WIDTH, HEIGHT] = [240, 340];
const skin = [205, 150, 125] as const;
const white = [235, 235, 230] as const;
const black = [30, 30, 36] as const;
const [HIP, KNEE, ANKLE] = [160, 230, 300];

const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
for (const [left, right, aside, y] of [
  [joint.nose, joint.nose, 0, 30],
  [joint.leftEar, joint.rightEar, 12, 28],
  [joint.leftShoulder, joint.rightShoulder, 34, 60],
  [joint.leftElbow, joint.rightElbow, 80, 100],
  [joint.leftWrist, joint.rightWrist, 100, 140],
  [joint.leftHip, joint.rightHip, 16, HIP],
  [joint.leftKnee, joint.rightKnee, 16, KNEE],
  [joint.leftAnkle, joint.rightAnkle, 16, ANKLE],
  [joint.leftToe, joint.rightToe, 16, 308],
] as const) {
  joints.set([WIDTH / 2 + aside, y, 0, 1], left * JOINT_VALUES);
  joints.set([WIDTH / 2 - aside, y, 0, 1], right * JOINT_VALUES);
}
const lines = forEachLimb((limb): LimbLine => ({
  points: listLimbPoints(joints, limb),
  radii: limb.endsWith('Arm') ? [8, 7, 8] : [13, 11, 9],
}));

/** Returns the hem of a skirt down to a row, over legs that touch down to another row. */
function findDrawnHem({
  skirtTo,
  flare,
  touchTo,
  topTo = 150,
  skirt = white,
  legs = skin,
  tilt = 0,
}: {
  readonly skirtTo: number;
  /** Half width of the skirt. */
  readonly flare: number;
  readonly touchTo: number;
  /** Last row of the white top. */
  readonly topTo?: number;
  readonly skirt?: readonly number[];
  readonly legs?: readonly number[];
  /** Rows by which the hem is higher on the left of the drawing, where it flares less, and lower on its right. */
  readonly tilt?: number;
}): number | null {
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  const person = new Float32Array(WIDTH * HEIGHT);
  for (let index = 0; index < person.length; index += 1) {
    const [x, y] = [Math.abs((index % WIDTH) - WIDTH / 2), Math.floor(index / WIDTH)];
    const side = index % WIDTH < WIDTH / 2 ? -tilt : tilt;
    const isSkirt = y >= 150 && y < skirtTo + side && x < flare + side;
    const isLeg = y >= 150 && y < 312 && x < 30 && (y < touchTo || x > 6);
    const isTop = y >= 60 && y < topTo && x < 30;
    const noise = ((index * 7919) % 13) - 6;
    person[index] = isSkirt || isLeg || isTop ? 1 : 0;
    colours.set(
      (isTop ? white : isSkirt ? skirt : legs).map((value) => value + noise),
      index * 3,
    );
  }
  const view = { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
  return findHem(view, toTorsoFrame(joints), lines);
}

describe('the hem of a skirt', () => {
  const half = (HIP + KNEE) / 2;

  it('is where the legs get their own colour, though thighs that touch hide the gap below it', () => {
    expect(findDrawnHem({ skirtTo: half, flare: 70, touchTo: 250 })).toBeCloseTo(0.5, 1);
    expect(findDrawnHem({ skirtTo: half, flare: 70, touchTo: half })).toBeCloseTo(0.5, 1);
  });

  it('is the beginning of the gap where the skirt reaches down to it', () => {
    expect(findDrawnHem({ skirtTo: 264, flare: 42, touchTo: 264 })).toBeCloseTo(1.5, 1);
  });

  it('is not the end of a top over a skirt in the colour of the legs', () => {
    const topTo = HIP + (KNEE - HIP) * 0.3;
    const dark = { skirt: black, legs: black, topTo };
    expect(findDrawnHem({ ...dark, skirtTo: KNEE, flare: 36, touchTo: 0 })).toBeCloseTo(1, 1);
  });

  it('is found where it is higher on one side', () => {
    const hem = findDrawnHem({ skirtTo: half, flare: 47, touchTo: half - 7, tilt: 7 });
    expect(hem).toBeGreaterThan(0.38);
    expect(hem).toBeLessThan(0.65);
  });

  it('is none where each leg has its own cloth', () => {
    expect(findDrawnHem({ skirtTo: 150, flare: 30, touchTo: 170 })).toBeNull();
  });
});
