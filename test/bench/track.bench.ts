import {
  createDetector,
  fullRangeLayout,
  shortRangeLayout,
} from '../../src/engine/track/detector.ts';
import { createFaceEmbedder, EMBEDDING_SIZE } from '../../src/engine/track/face-embedder.ts';
import { createFaceFinder } from '../../src/engine/track/face-finder.ts';
import { setRegionOfMesh } from '../../src/engine/track/face-region.ts';
import { createFaceTracker } from '../../src/engine/track/face-tracker.ts';
import { createHeadPose, createHeadPoseEstimator } from '../../src/engine/track/head-pose.ts';
import { createMeshSmoother } from '../../src/engine/track/mesh-smoother.ts';
import { createPersonMatte } from '../../src/engine/track/person-matte.ts';
import { openBuiltInModel } from '../../src/engine/models/open-fixed-model.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { createRegion, setLetterbox } from '../../src/engine/pixels/region.ts';
import { sampleI420 } from '../../src/engine/pixels/sample-i420.ts';
import { createSampleTarget } from '../../src/engine/pixels/sample-target.ts';
import { decodeClip, talkingHead } from '../media/support/decode-clip.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { moveStill } from '../media/support/moving-still.ts';
import { frankStill, readStill } from '../media/support/stills.ts';
import { atLeast, type Metric, type Measurement, ratioAtMost, toMetric } from './harness.ts';

const FRAME_US = 33_333;
const ROUNDS = 60;
const MESH_STAGE = 'mesh with lips, lids and irises';

/**
 * Measures the cost of face tracking, by stage, on a 720p frame with a face of 330 pixels, and on a real clip. Values
 * are processor time of the thread, which other work on the machine does not affect. The reference of a tracked frame
 * is its mesh network alone, which no tracker can do without.
 */
export const measurement: Measurement = {
  title: 'Tracking of faces',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await openBuiltModels();
    const models = await openTrackerModels(folder);
    const matteModel = await openBuiltInModel(folder, 'person-matte');
    try {
      note('stages');
      const frames = await makeFrames();
      const stages = measureStages(models, frames);
      const matte = createPersonMatte(matteModel);
      stages.push(measureStage('person matte', () => matte.matte(frames[0]!)));
      note('a moving face, 720p');
      const networkMs = stages.find(({ name }) => name === MESH_STAGE)?.value ?? Number.NaN;
      const moving = measureMoving(models, frames, networkMs);
      note('the clip');
      return [...stages, ...moving, ...(await measureClip(models, networkMs))];
    } finally {
      models.close();
      matteModel.close();
    }
  },
};

/** A face that moves through a 720p frame. */
async function makeFrames(): Promise<readonly I420Frame[]> {
  const still = await readStill(frankStill('02159'));
  const size = { width: 1280, height: 720 };
  return Array.from({ length: ROUNDS }, (_, index) =>
    moveStill(still, size, { x: 560 + index * 3, y: 400, scale: 1.27, turn: 0 }),
  );
}

function measureStages(models: OpenedTrackerModels, frames: readonly I420Frame[]): Metric[] {
  const frame = frames[0]!;
  const whole = createRegion();
  setLetterbox(whole, frame.width, frame.height);
  const [face] = createFaceFinder(models).find(frame);
  if (face === undefined) {
    throw new Error('There is no face in the picture of the bench.');
  }
  const region = createRegion();
  setRegionOfMesh(region, face.landmarks);
  const target = createSampleTarget(models.mesh.input, {
    width: 192,
    height: 192,
    low: 0,
    high: 1,
    border: 'edge',
  });
  const shortRange = createDetector(models.shortRange, shortRangeLayout);
  const fullRange = createDetector(models.fullRange, fullRangeLayout);
  const embedder = createFaceEmbedder(models.identity);
  const embedding = new Float32Array(EMBEDDING_SIZE);
  const smoother = createMeshSmoother(468, models.canonicalFace.poseBasis.points);
  smoother.reset(face.landmarks);
  const poses = createHeadPoseEstimator(models.canonicalFace);
  const pose = createHeadPose();
  return [
    measureStage('detect, short range', () => shortRange.detect(frame, whole, 0.5)),
    measureStage('detect, full range', () => fullRange.detect(frame, whole, 0.5)),
    measureStage('sample the face', () => sampleI420(frame, region, target)),
    measureStage(MESH_STAGE, () => models.mesh.run()),
    measureStage('smooth', () => smoother.follow(face.rawLandmarks, FRAME_US, face.box.width)),
    measureStage('pose', () => poses.estimate(pose, face.landmarks)),
    measureStage('embedding', () => embedder.embed(frame, face.landmarks, embedding)),
  ];
}

function measureMoving(
  models: OpenedTrackerModels,
  frames: readonly I420Frame[],
  networkMs: number,
): Metric[] {
  const tracker = createFaceTracker(models);
  tracker.track(frames[0]!, 0);
  const startedAtMs = readProcessorMs();
  for (let index = 1; index < frames.length; index += 1) {
    tracker.track(frames[index]!, index * FRAME_US);
  }
  return [
    toMetric({
      name: 'one face, 720p, per frame',
      value: (readProcessorMs() - startedAtMs) / (frames.length - 1),
      unit: 'ms',
      reference: networkMs,
      bar: ratioAtMost(2.5),
    }),
  ];
}

async function measureClip(models: OpenedTrackerModels, networkMs: number): Promise<Metric[]> {
  const tracker = createFaceTracker(models);
  let count = 0;
  let tracked = 0;
  let spentMs = 0;
  for await (const { frame, timestampUs } of decodeClip(talkingHead)) {
    const startedAtMs = readProcessorMs();
    tracked += tracker.track(frame, timestampUs).length;
    spentMs += readProcessorMs() - startedAtMs;
    count += 1;
  }
  return [
    toMetric({
      name: 'talking head, 400x300, per frame',
      value: spentMs / count,
      unit: 'ms',
      reference: networkMs,
      bar: ratioAtMost(2),
    }),
    toMetric({
      name: 'talking head, frames tracked',
      value: tracked / count,
      unit: 'share',
      bar: atLeast(0.99),
    }),
  ];
}

function measureStage(name: string, work: () => unknown): Metric {
  for (let round = 0; round < 10; round += 1) {
    work();
  }
  const startedAtMs = readProcessorMs();
  for (let round = 0; round < ROUNDS; round += 1) {
    work();
  }
  return toMetric({ name, value: (readProcessorMs() - startedAtMs) / ROUNDS, unit: 'ms' });
}

/** Processor time this thread has used. */
function readProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
