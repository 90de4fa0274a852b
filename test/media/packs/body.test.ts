import { expect, it, vi } from 'vitest';
import { partLabel } from '../../../src/engine/body/character/part-labels.ts';
import type { PersonView } from '../../../src/engine/body/character/person-view.ts';
import { type BodyPose, joint, JOINT_VALUES } from '../../../src/engine/body/joints.ts';
import {
  type BodyChoice,
  type BodyPacks,
  openBodyPacks,
} from '../../../src/engine/body/neural/open-body-packs.ts';
import { spreadJoints } from '../../../src/engine/body/placed/spread-joints.ts';
import { createPackRegistry, listPacks } from '../../../src/engine/packs/pack-registry.ts';
import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';
import { figureJoints, figureSize } from '../support/drawn-figure.ts';
import { preparePackWork, putModels } from './pack-work.ts';
import { createTinyParser, createTinyPose } from './tiny-body.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const [TROUSERS, LEFT_ARM] = [9, 14];
const work = preparePackWork<BodyPacks>();
const put = (files: Readonly<Record<string, Uint8Array>>) => putModels(work.folder, files);

async function open(choice: Partial<BodyChoice>): Promise<BodyPacks> {
  work.opened = await openBodyPacks(
    createPackRegistry(work.folder),
    work.pool,
    { poseEstimator: null, humanParser: null, ...choice },
    { providers: ['cpu'] },
  );
  return work.opened;
}

/** A frame with a bright spot. */
function drawSpot(spotX: number, spotY: number): I420Frame {
  const frame = createI420Frame(figureSize.width, figureSize.height);
  for (let y = spotY - 3; y <= spotY + 3; y += 1) {
    frame.y.fill(235, y * frame.strideY + spotX - 3, y * frame.strideY + spotX + 4);
  }
  return frame;
}

it('models of bodies are recognised by shape, and their licence by the published name', async () => {
  await put({
    'rtmpose-m.onnx': createTinyPose(),
    'feet.onnx': createTinyPose({ joints: 26, width: 288, height: 384 }),
    'dw-ll_ucoco_384.onnx': createTinyPose({
      joints: 133,
      width: 288,
      height: 384,
      batch: 'batch',
    }),
    'schp_lip.onnx': createTinyParser({ bright: LEFT_ARM, dark: TROUSERS }),
    'atr.onnx': createTinyParser({ size: 512, classes: 18, bright: 14, dark: 6 }),
    'other.onnx': createTinyPose({ joints: 21 }),
    'square.onnx': createTinyParser({ size: 256, bright: 0, dark: 1 }),
  });
  const { packs } = await listPacks(work.folder);
  const found = packs.map(({ id, kind, family, licence, isUsable }) => [
    id,
    kind,
    family,
    licence.use,
    isUsable,
  ]);
  expect(found).toEqual([
    ['dw-ll_ucoco_384.onnx', 'pose_estimator', 'rtmpose_133', 'open', true],
    ['feet.onnx', 'pose_estimator', 'rtmpose_26', 'unknown', true],
    ['rtmpose-m.onnx', 'pose_estimator', 'rtmpose', 'open', true],
    ['atr.onnx', 'human_parser', 'human_parser_atr', 'unknown', true],
    ['schp_lip.onnx', 'human_parser', 'human_parser_lip', 'open', true],
    ['other.onnx', null, null, 'unknown', false],
    ['square.onnx', null, null, 'unknown', false],
  ]);
  expect(packs[1]?.note).toContain('its name says nothing');
});

it('joints move to the positions of the model, and stay where it is unsure', async () => {
  const RIGHT_KNEE = 14;
  await put({ 'rtmpose.onnx': createTinyPose({ blind: [RIGHT_KNEE] }) });
  const { refinePose, facts } = await open({ poseEstimator: 'rtmpose.onnx' });
  expect(facts).toMatchObject([{ kind: 'pose_estimator', family: 'rtmpose', provider: 'cpu' }]);
  const [spotX, spotY] = [140, 200];
  const frame = drawSpot(spotX, spotY);
  const joints = spreadJoints(figureJoints, figureSize);
  const region = { centreX: 0, centreY: 0, width: 1, height: 1, rotation: 0 };
  const pose: BodyPose = { joints, confidence: 1, region, mask: new Uint8Array(0) };
  const refined = await refinePose!(frame, pose);
  const at = (from: Float32Array, number: number): readonly number[] => [
    ...from.subarray(number * JOINT_VALUES, number * JOINT_VALUES + 2),
  ];
  const [x = 0, y = 0] = at(refined.joints, joint.leftKnee);
  expect(Math.hypot(x - spotX, y - spotY)).toBeLessThan(6);
  expect(at(refined.joints, joint.rightKnee)).toEqual(at(joints, joint.rightKnee));
  expect(at(refined.joints, joint.leftToe)).toEqual(at(joints, joint.leftToe));
});

it('a model of whole bodies also finds fingers and toes', async () => {
  await put({ 'dwpose.onnx': createTinyPose({ joints: 133 }) });
  const { refinePose } = await open({ poseEstimator: 'dwpose.onnx' });
  const frame = drawSpot(100, 120);
  const joints = spreadJoints(figureJoints, figureSize);
  const region = { centreX: 0, centreY: 0, width: 1, height: 1, rotation: 0 };
  const pose: BodyPose = { joints, confidence: 1, region, mask: new Uint8Array(0) };
  const refined = await refinePose!(frame, pose);
  for (const number of [joint.leftIndex, joint.rightThumb, joint.leftToe, joint.rightHeel]) {
    const before = joints[number * JOINT_VALUES];
    expect(refined.joints[number * JOINT_VALUES]).not.toBe(before);
  }
});

it('pixels of a person get the labels of their classes, at any position in the picture', async () => {
  await put({ 'schp.onnx': createTinyParser({ bright: LEFT_ARM, dark: TROUSERS }) });
  const { parse } = await open({ humanParser: 'schp.onnx' });
  const [width, height] = [40, 96];
  const colours = new Float32Array(width * height * 3);
  for (let index = 0; index < width * height; index += 1) {
    colours.fill(index % width < width / 2 ? 250 : 5, index * 3, index * 3 + 3);
  }
  const labels = await parse!({ width, height, colours } as PersonView);
  const at = (x: number, y: number): number => labels[y * width + x]!;
  for (const y of [2, 50, 93]) {
    expect([at(3, y), at(17, y), at(22, y), at(37, y)]).toEqual([
      partLabel.leftArm,
      partLabel.leftArm,
      partLabel.trousers,
      partLabel.trousers,
    ]);
  }
});

it('a model of another kind, and a missing one, are refused by name', async () => {
  await put({ 'rtmpose.onnx': createTinyPose() });
  await expect(open({ humanParser: 'rtmpose.onnx' })).rejects.toThrow(/no human_parser/);
  await expect(open({ poseEstimator: 'gone.onnx' })).rejects.toThrow(/no model gone\.onnx/);
});
