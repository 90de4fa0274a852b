import { describe, expect, it } from 'vitest';
import { findClothLag } from './cloth-lag.ts';
import { joint, JOINT_COUNT, JOINT_VALUES } from './joints.ts';

const TORSO = 200;

/** Creates joints of a person at a position; only torso and thighs matter. */
function standAt(x: number, y = 0): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [number, aside, down] of [
    [joint.leftShoulder, 50, -TORSO],
    [joint.rightShoulder, -50, -TORSO],
    [joint.leftHip, 40, 0],
    [joint.rightHip, -40, 0],
    [joint.leftKnee, 40, 160],
    [joint.rightKnee, -40, 160],
  ] as const) {
    joints.set([x + aside, y + down, 0, 1], number * JOINT_VALUES);
  }
  return joints;
}

/** Simulates frames of a person whose position at a time in seconds is `placeOf`. */
function move(
  placeOf: (sec: number) => number,
  { rate = 30, cutAt = Infinity }: { readonly rate?: number; readonly cutAt?: number } = {},
) {
  return Array.from({ length: rate * 2 }, (_, index) => ({
    joints: standAt(placeOf(index / rate)),
    timestampUs: Math.round((index * 1e6) / rate),
    scene: index / rate >= cutAt ? 1 : 0,
  }));
}

/** Moves sideways by 60 pixels between 0.5 and 0.8 s. */
const stepAside = (sec: number): number => 60 * Math.max(0, Math.min(1, (sec - 0.5) / 0.3));

const whole = { follows: { leftLeg: true, rightLeg: true }, hasHips: true };

describe('the lag of cloth', () => {
  it('ignores knees that are not followed', () => {
    const kicking = move(() => 0).map((frame, index) => {
      const joints = frame.joints.slice();
      joints.set([40 + 80 * Math.sin(index)], joint.leftKnee * JOINT_VALUES);
      return { ...frame, joints };
    });
    const reach = (leftLeg: boolean): number =>
      Math.max(
        ...findClothLag(kicking, { ...whole, follows: { leftLeg, rightLeg: false } }).map(({ x }) =>
          Math.abs(x),
        ),
      );
    expect(reach(true)).toBeGreaterThan(3);
    expect(reach(false)).toBe(0);
  });

  it('is nothing where hips are guessed', () => {
    const lags = findClothLag(move(stepAside), { ...whole, hasHips: false });
    expect(lags).toHaveLength(60);
    expect(lags.every(({ x, y }) => x === 0 && y === 0)).toBe(true);
  });

  it('is nothing where legs stand or go evenly', () => {
    for (const placeOf of [() => 0, (sec: number) => 200 * sec]) {
      for (const { x, y } of findClothLag(move(placeOf), whole)) {
        expect(Math.abs(x)).toBeLessThan(1);
        expect(y).toBe(0);
      }
    }
  });

  it('stays behind a move, swings beyond its end and comes to rest', () => {
    const lags = findClothLag(move(stepAside), whole).map(({ x }) => x);
    expect(Math.min(...lags.slice(15, 24))).toBeLessThan(-6);
    expect(Math.max(...lags.slice(24, 45))).toBeGreaterThan(3);
    expect(Math.abs(lags.at(-1)!)).toBeLessThan(1);
  });

  it('is never more than a tenth of the torso, however far legs jump', () => {
    const lags = findClothLag(
      move((sec) => (sec > 0.5 ? 900 : 0)),
      whole,
    );
    expect(Math.max(...lags.map(({ x }) => Math.abs(x)))).toBeLessThan(TORSO / 10);
  });

  it('does not swing over a cut', () => {
    const lags = findClothLag(
      move((sec) => (sec >= 0.5 ? 300 : 0), { cutAt: 0.5 }),
      whole,
    );
    expect(Math.max(...lags.map(({ x }) => Math.abs(x)))).toBeLessThan(0.01);
  });

  it('is the same at 12 and at 60 frames a second', () => {
    const [slow, fast] = [12, 60].map((rate) => findClothLag(move(stepAside, { rate }), whole));
    slow!.forEach(({ x }, index) => expect(Math.abs(x - fast![index * 5]!.x)).toBeLessThan(2.5));
  });
});
