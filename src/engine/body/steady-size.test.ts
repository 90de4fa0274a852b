import { describe, expect, it } from 'vitest';
import { type BodyTrack, joint, JOINT_COUNT, JOINT_VALUES, toTorsoLength } from './joints.ts';
import { lowestOfFeet } from './pin-feet.ts';
import { steadySize } from './steady-size.ts';

const size = { width: 600, height: 800 };
const HORIZON = 330;

/** Somebody who stands `aside` of the middle (metres), so near that a metre has `scale` pixels; the camera is 1.5 m high. */
function stand(scale: number, { aside = 0, jump = 0, legs = 1 } = {}): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const put = (left: number, half: number, up: number): void => {
    for (const side of [1, -1]) {
      const x = size.width / 2 + (aside + side * half) * scale;
      const y = HORIZON + (1.5 - up - jump) * scale;
      joints.set([x, y, 0.1 * scale, 1], (side > 0 ? left : left + 1) * JOINT_VALUES);
    }
  };
  put(joint.leftEar, 0.08, 1.6);
  put(joint.leftShoulder, 0.18, 1.4);
  put(joint.leftHip, 0.1, 0.9);
  put(joint.leftKnee, 0.1, 0.45 * legs);
  for (const foot of [joint.leftAnkle, joint.leftHeel, joint.leftToe]) {
    put(foot, 0.1, 0.05);
  }
  return joints;
}

const driverOf = (frames: readonly Float32Array[], scenes: readonly number[] = []) => ({
  size,
  frameRate: { num: 10, den: 1 } satisfies BodyTrack['frameRate'],
  frames: frames.map((joints, index) => ({ joints, scene: scenes[index] ?? 0, face: null })),
});
const walk = (from: number, to: number, count = 60) =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
const middle = <Value>(values: readonly Value[]): readonly Value[] => values.slice(15, -15);

describe('the size of a driver', () => {
  it('stays where they come nearer, and their feet stay on one height', () => {
    const steady = steadySize(driverOf(walk(120, 240).map((scale) => stand(scale))));
    const torsos = middle(steady.map(toTorsoLength));
    expect(Math.max(...torsos) / Math.min(...torsos)).toBeLessThan(1.1);
    const feet = middle(steady.map(lowestOfFeet));
    expect(Math.max(...feet) - Math.min(...feet)).toBeLessThan(0.08 * torsos[0]!);
  });

  it('has nothing to do with jumps and with steps aside', () => {
    const steady = steadySize(
      driverOf(
        walk(120, 240).map((scale, index) =>
          stand(scale, { aside: index < 30 ? 0 : 0.5, jump: index % 10 === 5 ? 0.3 : 0 }),
        ),
      ),
    );
    const feet = steady.map(lowestOfFeet);
    const torso = toTorsoLength(steady[30]!);
    // A metre is two torsos.
    expect((feet[24]! - feet[25]!) / torso).toBeCloseTo(0.6, 1);
    const x = (index: number) => steady[index]![joint.leftHip * JOINT_VALUES]!;
    expect((x(31) - x(29)) / torso).toBeCloseTo(1, 0);
  });

  it('is that of the other scenes after a cut', () => {
    const scales = [
      ...Array.from({ length: 30 }, () => 120),
      ...Array.from({ length: 30 }, () => 240),
    ];
    const steady = steadySize(
      driverOf(
        scales.map((scale) => stand(scale)),
        scales.map((scale) => (scale > 200 ? 1 : 0)),
      ),
    );
    expect(toTorsoLength(steady[0]!)).toBeCloseTo(toTorsoLength(steady[59]!), 0);
    expect(lowestOfFeet(steady[0]!)).toBeCloseTo(lowestOfFeet(steady[59]!), 0);
  });

  it('leaves whoever stays at one distance as they are, to the last digit', () => {
    const frames = walk(0, 1).map((bend) => stand(150, { legs: 1 - 0.4 * bend }));
    expect(steadySize(driverOf(frames))).toEqual(frames);
  });
});
