import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFaceSwapper } from '../../src/engine/face/draw/face-swapper.ts';
import {
  openTrackerModels,
  type OpenedTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import {
  createQualitySampler,
  type MeasuredSource,
} from '../../src/engine/quality/quality-sampler.ts';
import { createFaceMeter } from '../../src/engine/track/face-meter.ts';
import { talkingHead } from './support/decode-clip.ts';
import { openBuiltModels } from './support/models.ts';
import { monaLisa } from './support/stills.ts';
import {
  copyFrame,
  openSource,
  trackClip,
  type OpenedSource,
  type TrackedFrame,
} from './support/tracked-clip.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

let models: OpenedTrackerModels;
let clip: readonly TrackedFrame[];
let mona: OpenedSource;

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
  clip = await trackClip(models, talkingHead, { from: 30, count: 8 });
  mona = await openSource(models, monaLisa);
}, 120_000);

afterAll(() => {
  models.close();
});

const measuredSource = (): MeasuredSource => ({
  frame: mona.frame,
  landmarks: mona.face.landmarks,
  canonicalFace: models.canonicalFace,
});

describe('the quality of a result', () => {
  it('equals that of an unchanged input', async () => {
    const sampler = createQualitySampler(createFaceMeter(models), measuredSource());
    for (const { frame, face } of clip) {
      await sampler.before(frame, face);
      await sampler.after(frame, 1);
    }
    const quality = sampler.summarise();
    expect(quality.similarityToTarget).toBeCloseTo(1, 3);
    expect(quality.similarityToSource).toBeLessThan(0.5);
    expect(quality).toMatchObject({ trackedShare: 1, jitterRatio: 1, sharpnessRatio: 1 });
  });

  it('distinguishes a swapped face from the original, and counts the frames without a face', async () => {
    const sampler = createQualitySampler(createFaceMeter(models), measuredSource());
    const swapper = createFaceSwapper(mona.source);
    for (const { frame, face } of clip) {
      const swapped = copyFrame(frame);
      await sampler.before(swapped, face);
      await sampler.after(swapped, swapper.swap(swapped, face));
    }
    await sampler.after(clip[0]!.frame, 0);
    await sampler.after(clip[0]!.frame, 0);
    const quality = sampler.summarise();
    expect(quality.similarityToSource).toBeGreaterThan(quality.similarityToTarget!);
    expect(quality.trackedShare).toBe(0.8);
    expect(quality.jitterRatio).toBeGreaterThan(0);
    expect(quality.sharpnessRatio).toBeGreaterThan(0.5);
  });

  it('of a still has no value for jitter', async () => {
    const sampler = createQualitySampler(createFaceMeter(models), measuredSource(), {
      isStill: true,
    });
    await sampler.before(mona.frame, mona.face);
    await sampler.after(mona.frame, 1);
    const quality = sampler.summarise();
    expect(quality.similarityToSource).toBeCloseTo(1, 3);
    expect(quality).toMatchObject({ trackedShare: 1, jitterRatio: null, sharpnessRatio: 1 });
  });

  it('ignores a face that is hardly visible', async () => {
    const sampler = createQualitySampler(createFaceMeter(models), measuredSource());
    for (const { frame, face } of clip) {
      await sampler.before(frame, face);
      await sampler.after(frame, 0.2);
    }
    expect(sampler.summarise()).toMatchObject({ similarityToSource: null, trackedShare: 1 });
  });
});
