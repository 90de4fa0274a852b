import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import {
  type OpenedTrackerModels,
  openTrackerModels,
} from '../../src/engine/models/tracker-models.ts';
import { openBuiltModels } from './support/models.ts';
import { trackClip } from './support/tracked-clip.ts';

let models: OpenedTrackerModels;

beforeAll(async () => {
  models = await openTrackerModels(await openBuiltModels());
}, 120_000);

afterAll(() => models.close());

it('the drawn clip of the first run has a face that is tracked in every frame', async () => {
  const frames = await trackClip(
    models,
    resolveInProject('resources', 'sample', 'sample-clip.mp4'),
    {
      count: 96,
    },
  );
  expect(frames).toHaveLength(96);
  expect(frames[0]?.frame).toMatchObject({ width: 1280, height: 720 });
  // The same face from the first to the last frame, without a new detection.
  expect(new Set(frames.map(({ face }) => face.id)).size).toBe(1);
}, 60_000);
