import { expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { findFootShadow } from './find-foot-shadow.ts';

const [width, height] = [200, 200];
/** Two shoes, a torso of 60 pixels. */
const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
for (const [number, x, y] of [
  [joint.leftShoulder, 110, 20],
  [joint.rightShoulder, 90, 20],
  [joint.leftHip, 106, 80],
  [joint.rightHip, 94, 80],
  [joint.leftAnkle, 110, 160],
  [joint.rightAnkle, 90, 160],
  [joint.leftHeel, 110, 168],
  [joint.rightHeel, 90, 168],
  [joint.leftToe, 112, 170],
  [joint.rightToe, 88, 170],
] as const) {
  joints.set([x, y, 0, 1], number * JOINT_VALUES);
}
const alpha = new Uint8Array(width * height);
for (let y = 20; y < 170; y += 1) {
  alpha.fill(255, y * width + 84, y * width + 116);
}

/** A floor with something on it that is so dark. */
function draw(isDark: (x: number, y: number) => boolean, colour: readonly number[]) {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let index = 0; index < width * height; index += 1) {
    const dark = isDark(index % width, Math.floor(index / width));
    pixels.set(dark ? colour : [180, 160, 140], index * 4);
  }
  return { width, height, pixels };
}

const under = (x: number, y: number): boolean => ((x - 100) / 32) ** 2 + ((y - 170) / 7) ** 2 < 1;
const shade = [110, 98, 86];

it('finds the dark spot below a person up to its edge', () => {
  const found = findFootShadow(draw(under, shade), alpha, joints);
  const wanted = Array.from({ length: width * height }, (_, index) => index).filter(
    (index) => alpha[index] === 0 && under(index % width, Math.floor(index / width)),
  );
  const kept = new Set(found);
  expect(wanted.filter((index) => kept.has(index)).length).toBeGreaterThan(wanted.length * 0.95);
  expect(kept.size).toBeLessThan(wanted.length * 1.5);
});

it('a plain floor, another colour, what lies apart and a shadow that goes on are none', () => {
  const plain = draw(() => false, shade);
  const carpet = draw(under, [150, 60, 60]);
  const apart = draw((x, y) => x > 130 && x < 142 && y > 160, shade);
  const cast = draw((x, y) => x > 100 && y > 160 && y < 178, shade);
  for (const image of [plain, carpet, apart, cast]) {
    expect(findFootShadow(image, alpha, joints)).toBeNull();
  }
});
