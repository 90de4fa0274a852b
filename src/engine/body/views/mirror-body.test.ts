import { expect, it } from 'vitest';
import type { BodyLayers } from '../character/body-character.ts';
import { ownerOf } from '../character/body-part.ts';
import { createLayerNet, singlePass } from '../character/layer-net.ts';
import { forEachLimb, joint, JOINT_COUNT, JOINT_VALUES, limbs } from '../joints.ts';
import { mirrorBody } from './mirror-body.ts';

const [WIDTH, HEIGHT] = [40, 30];

/** Creates a body with only the left arm in the image, every pixel with a distinct value. */
function createBody(): BodyLayers {
  const size = { width: 8, height: 6 };
  const image = {
    left: 24,
    top: 10,
    ...size,
    pixels: Uint8Array.from({ length: size.width * size.height * 4 }, (_, at) => 1 + at),
  };
  return {
    width: WIDTH,
    height: HEIGHT,
    joints: Float32Array.from({ length: JOINT_COUNT * JOINT_VALUES }, (_, at) => (at * 7) % 31),
    layers: [{ part: 'leftArm', image, net: createLayerNet(image, 4, singlePass) }],
    alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => at),
    lines: forEachLimb((limb) => ({ points: [[ownerOf[limb], 5]], radii: [ownerOf[limb]] })),
    shown: forEachLimb((limb) => limb === 'leftArm'),
    hasSkirt: true,
    looseHair: {
      left: 5,
      top: 2,
      cell: 4,
      columns: 3,
      rows: 2,
      weights: Float32Array.of(1, 2, 3, 4, 5, 6),
    },
  };
}

it('left is right in a mirror, in joints, layers, lines and what is seen', () => {
  const body = createBody();
  const mirrored = mirrorBody(body);
  const { joints, layers, alpha, lines, shown, hasSkirt } = mirrored;
  const of = (all: Float32Array, number: number) =>
    Array.from(all.subarray(number * JOINT_VALUES, (number + 1) * JOINT_VALUES));
  const [x, ...rest] = of(body.joints, joint.leftWrist);
  expect(of(joints, joint.rightWrist)).toEqual([WIDTH - x!, ...rest]);
  expect(shown).toEqual({ leftArm: false, rightArm: true, leftLeg: false, rightLeg: false });
  expect(lines.rightLeg).toEqual({
    points: [[WIDTH - ownerOf.leftLeg, 5]],
    radii: [ownerOf.leftLeg],
  });
  expect(alpha[3 * WIDTH + 5]).toBe(body.alpha[3 * WIDTH + WIDTH - 1 - 5]);
  expect(hasSkirt).toBe(true);
  expect(mirrored.looseHair).toMatchObject({
    left: WIDTH - 13,
    weights: Float32Array.of(3, 2, 1, 6, 5, 4),
  });
  const [layer] = layers;
  expect(layer).toMatchObject({ part: 'rightArm', image: { left: 8, top: 10, width: 8 } });
  // The leftmost pixel of the second row was the rightmost one.
  expect(layer!.image.pixels.subarray(32, 36)).toEqual(
    body.layers[0]!.image.pixels.subarray(60, 64),
  );
  expect(layer!.net.points.subarray(0, 2)).toEqual(Float32Array.of(16, 10));
});

it('two mirrors change nothing', () => {
  const body = createBody();
  expect(mirrorBody(mirrorBody(body))).toEqual(body);
  expect(limbs.map((limb) => mirrorBody(body).shown[limb])).toContain(true);
});
