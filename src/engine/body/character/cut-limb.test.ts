import { expect, it } from 'vitest';
import { createExampleJoints } from './example-torso.ts';
import { cutLimb } from './cut-limb.ts';
import type { LimbLine } from './limb-line.ts';
import { toTorsoFrame } from './torso-frame.ts';

const [WIDTH, HEIGHT] = [150, 230];
const skin = [205, 160, 140];
const shadow = [120, 84, 66];
const navy = [30, 34, 70];
/** First row of the bare thigh, and the end of the hand that lies on it. */
const [THIGH, TIP] = [168, 176];

/** An arm that hangs down before the hip, 16 pixels wide; the joints of its hand are off its middle. */
const line: LimbLine = {
  points: [
    [90, 60],
    [90, 100],
    [88, 150],
    [84, 176],
  ],
  radii: [8, 8, 10],
};
const joints = createExampleJoints();

function colourAt(x: number, y: number): readonly number[] | null {
  if (x >= 45 && x < 75 && y >= 5 && y < 60) {
    return skin;
  }
  const aside = Math.abs(x - 90);
  if (y >= 60 && y < TIP && aside < 8) {
    return y < 85 ? navy : skin;
  }
  if (y >= THIGH && y < TIP + 2 && aside < 10) {
    return shadow;
  }
  if (x >= 35 && x < 125 && y >= 60 && y < 220) {
    return y < THIGH ? navy : skin;
  }
  return null;
}

it('ends a hand on a bare thigh at its shadow', () => {
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  const person = new Float32Array(WIDTH * HEIGHT);
  for (let index = 0; index < person.length; index += 1) {
    const colour = colourAt(index % WIDTH, Math.floor(index / WIDTH));
    const noise = ((index * 7919) % 13) - 6;
    person[index] = colour === null ? 0 : 1;
    colours.set(
      (colour ?? [120, 125, 120]).map((value) => value + noise),
      index * 3,
    );
  }
  const view = { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
  const isLeg = (index: number): boolean => index >= THIGH * WIDTH;
  const cut = { view, torso: toTorsoFrame(joints), line, labels: null, foreign: null, isLeg };
  const arm = new Set<number>();
  cutLimb({ ...cut, limb: 'leftArm' }, (index) => arm.add(index));
  const isArm = (x: number, y: number): boolean => arm.has(y * WIDTH + x);
  expect([isArm(90, 120), isArm(88, 165), isArm(95, 165)]).toEqual([true, true, true]);
  expect([isArm(84, 185), isArm(99, 172), isArm(97, 176)]).toEqual([false, false, false]);
});
