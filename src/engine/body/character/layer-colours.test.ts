import { expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { colourLayer } from './layer-colours.ts';
import { HIDDEN_SKIN } from './layer-mask.ts';
import type { PersonView } from './person-view.ts';

const [WIDTH, HEIGHT] = [120, 160];
const SKIN = [200, 150, 120] as const;
const ROSY = [214, 148, 124] as const;

/** Makes a view of a person at its left edge, beyond which the throat is mirrored; `right`: colours at the other edge. */
function makeView(right: readonly [number, number, number]): PersonView {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [number, x, y] of [
    [joint.leftShoulder, 0, 60],
    [joint.rightShoulder, -40, 60],
    [joint.leftHip, -4, 140],
    [joint.rightHip, -36, 140],
    // The neck leans to the right: down it is to the left, beyond the edge.
    [joint.leftEar, 28, 46],
    [joint.rightEar, 12, 46],
  ] as const) {
    joints.set([x, y, 0, 1], number * JOINT_VALUES);
  }
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1) {
    colours.set(index % WIDTH > WIDTH / 2 ? right : SKIN, index * 3);
  }
  const person = new Float32Array(WIDTH * HEIGHT).fill(1);
  return { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
}

it('mirrors no throat from the other edge of the view', async () => {
  const hole = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 40; row < 64; row += 1) {
    hole.fill(HIDDEN_SKIN, row * WIDTH, row * WIDTH + 20);
  }
  const mask = {
    alpha: new Float32Array(hole.length).fill(1),
    known: new Float32Array(hole.length),
    hole,
  };
  mask.known.forEach((_, index) => {
    mask.known[index] = hole[index] === 0 ? 1 : 0;
  });
  const coloured = async (right: readonly [number, number, number]) =>
    await colourLayer(makeView(right), { ...mask, known: mask.known.slice() }, () =>
      Promise.resolve(),
    );
  const [same, other] = [await coloured(SKIN), await coloured(ROSY)];
  const leftOf = ({ pixels, width }: typeof same): readonly number[] =>
    Array.from({ length: 24 }, (_, row) => [
      ...pixels.subarray((40 + row) * width * 4, ((40 + row) * width + 20) * 4),
    ]).flat();
  expect(leftOf(other)).toEqual(leftOf(same));
});
