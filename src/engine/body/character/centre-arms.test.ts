import { expect, it } from 'vitest';
import { joint, JOINT_VALUES } from '../joints.ts';
import { centreArms } from './centre-arms.ts';
import { createExampleJoints } from './example-torso.ts';

const [WIDTH, HEIGHT] = [140, 230];
const face = [190, 130, 105];
/** Skin in bright light is paler than the face. */
const skin = [225, 192, 176];
const navy = [30, 34, 70];
/** Checks of cloth beside the arm, whose edges are sharper than that of the skin. */
const white = [240, 240, 245];
/** Columns of the arm. */
const [INNER, OUTER] = [94, 106];

function colourAt(x: number, y: number): readonly number[] | null {
  if (x >= 45 && x < 75 && y >= 5 && y < 60) {
    return face;
  }
  if (x >= INNER && x < OUTER && y >= 60 && y < 180) {
    return skin;
  }
  return x >= 25 && x < INNER && y >= 60 && y < 215 ? (x % 16 < 8 ? navy : white) : null;
}

it('centres a bare arm on its skin beside clothes', () => {
  const joints = createExampleJoints();
  // The network places the joints on the edge of the clothes.
  for (const [number, y] of [
    [joint.leftElbow, 105],
    [joint.leftWrist, 150],
    [joint.leftIndex, 170],
    [joint.leftPinky, 170],
  ] as const) {
    joints.set([94, y, 0, 1], number * JOINT_VALUES);
  }
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  const person = new Float32Array(WIDTH * HEIGHT);
  for (let index = 0; index < person.length; index += 1) {
    const colour = colourAt(index % WIDTH, Math.floor(index / WIDTH));
    person[index] = colour === null ? 0 : 1;
    colours.set(colour ?? [120, 125, 120], index * 3);
  }
  const view = { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
  const [, elbow] = centreArms(view).leftArm;
  expect(Math.abs((elbow?.[0] ?? 0) - (INNER + OUTER) / 2)).toBeLessThan(1);
});
