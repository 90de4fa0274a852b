import { expect, it } from 'vitest';
import { findHairLag } from './hair-lag.ts';
import { joint, JOINT_COUNT, JOINT_VALUES } from './joints.ts';

const TORSO = 200;

/** Creates joints of a torso, with the head off its middle. */
function torsoAt(x: number, head = 0): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [number, aside, y] of [
    [joint.leftEar, 15 + head, -90],
    [joint.rightEar, -15 + head, -90],
    [joint.leftShoulder, 50, 0],
    [joint.rightShoulder, -50, 0],
    [joint.leftHip, 40, TORSO],
    [joint.rightHip, -40, TORSO],
  ] as const) {
    joints.set([x + aside, y, 0, 1], number * JOINT_VALUES);
  }
  return joints;
}

const lagsOf = (jointsAt: (sec: number) => Float32Array, rate = 30) =>
  findHairLag(
    Array.from({ length: rate * 3 }, (_, index) => ({
      joints: jointsAt(index / rate),
      timestampUs: Math.round((index * 1e6) / rate),
      scene: 0,
    })),
  ).map(({ x }) => x);
const rise = (sec: number): number => Math.max(0, Math.min(1, (sec - 0.5) / 0.3));

it('hair stays behind a step aside, swings beyond its end and comes to rest', () => {
  const lags = lagsOf((sec) => torsoAt(60 * rise(sec)));
  expect(Math.min(...lags)).toBeLessThan(-8);
  expect(Math.max(...lags)).toBeGreaterThan(2);
  expect(Math.abs(lags.at(-1)!)).toBeLessThan(0.5);
});

it('hair swings when only the head moves, and lies still with it', () => {
  expect(Math.min(...lagsOf((sec) => torsoAt(0, 40 * rise(sec))))).toBeLessThan(-2);
  expect(new Set(lagsOf(() => torsoAt(70)).map((lag) => Math.abs(lag)))).toEqual(new Set([0]));
});

it('hair never leaves its place far, and swings alike at any frame rate', () => {
  const jump = lagsOf((sec) => torsoAt(sec > 1 ? 500 : 0));
  expect(Math.max(...jump.map(Math.abs))).toBeLessThanOrEqual(0.06 * TORSO);
  const [slow, fast] = [12, 60].map((rate) => lagsOf((sec) => torsoAt(60 * rise(sec)), rate));
  slow!.forEach((lag, index) => expect(Math.abs(lag - fast![index * 5]!)).toBeLessThan(2.5));
});
