import { beforeAll, expect, it } from 'vitest';
import {
  type BodyCharacter,
  layerBody,
  prepareBodyCharacter,
} from '../../src/engine/body/character/body-character.ts';
import { createExamplePose } from '../../src/engine/body/draw/example-pose.ts';
import { SeamMeter } from '../../src/engine/body/draw/seam-meter.ts';
import { createPlacedBody } from '../../src/engine/body/placed/placed-body.ts';
import { createPoseFinder } from '../../src/engine/body/pose-finder.ts';
import { openBuiltInModel } from '../../src/engine/models/open-fixed-model.ts';
import { toI420 } from '../../src/engine/pixels/yuv.ts';
import { drawFigure, figureJoints } from './support/drawn-figure.ts';
import { openBuiltModels } from './support/models.ts';

let drawn: Awaited<ReturnType<typeof drawFigure>>;
let character: BodyCharacter;
let isFound: boolean;

beforeAll(async () => {
  const folder = await openBuiltModels();
  drawn = await drawFigure();
  const [detection, landmarks, matte] = await Promise.all([
    openBuiltInModel(folder, 'pose-detection'),
    openBuiltInModel(folder, 'pose-landmarks'),
    openBuiltInModel(folder, 'person-matte'),
  ]);
  isFound = createPoseFinder({ detection, landmarks }).find(toI420(drawn.image)) !== null;
  const pose = createPlacedBody(drawn.image, figureJoints);
  character = await prepareBodyCharacter(drawn.image, pose, {
    matte,
    pause: () => Promise.resolve(),
  });
}, 300_000);

it('a drawing without a detected person is cut out on joints that were set by hand', () => {
  expect(isFound).toBe(false);
  const { alpha } = character;
  let [both, either] = [0, 0];
  for (const [index, value] of drawn.alpha.entries()) {
    const [wanted, found] = [value > 127, alpha[index]! > 127];
    both += wanted && found ? 1 : 0;
    either += wanted || found ? 1 : 0;
  }
  expect(both / either).toBeGreaterThan(0.93);
});

it('the limbs of such a drawing are layers that move without tearing', () => {
  expect(character.shown).toEqual({
    leftArm: true,
    rightArm: true,
    leftLeg: true,
    rightLeg: true,
  });
  const meter = new SeamMeter(character, character.shown);
  const { holes, slivers } = meter.measure(createExamplePose(character.joints, character.shown));
  meter.close();
  expect(holes).toBeLessThan(0.03);
  expect(slivers).toBeLessThan(0.02);
});

it('a limb that was put on the edge of the picture is not shown and does not move', async () => {
  const matte = await openBuiltInModel(await openBuiltModels(), 'person-matte');
  const cut = { ...figureJoints, leftAnkle: { x: 0.6, y: 1 }, leftKnee: { x: 0.6, y: 1 } };
  const { image } = await drawFigure({ width: 120, height: 160 });
  const { shown } = await layerBody(image, createPlacedBody(image, cut), {
    matte,
    pause: () => Promise.resolve(),
  });
  expect(shown).toEqual({ leftArm: true, rightArm: true, leftLeg: false, rightLeg: true });
}, 60_000);
