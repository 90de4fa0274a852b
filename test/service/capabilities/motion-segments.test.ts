import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  danceSize,
  type DanceMaterial,
  writeDanceMaterial,
} from '../../media/support/dance-material.ts';
import { writeDanceClip } from '../../media/support/drawn-clip.ts';
import { openBuiltModels } from '../../media/support/models.ts';
import { renderSegmented } from './segmented-job.ts';

const TIMEOUT_MS = 300_000;
/** Two segments of two seconds. */
const [FRAMES, FRAMES_PER_SECOND] = [16, 4];

let material: DanceMaterial;
let clip: string;

beforeAll(async () => {
  material = await writeDanceMaterial();
  clip = join(await mkdtemp(join(tmpdir(), 'guise-motion-')), 'dance.mp4');
  const face = await (await openBuiltModels()).readCanonicalFace();
  const length = { seconds: FRAMES / FRAMES_PER_SECOND, framesPerSecond: FRAMES_PER_SECOND };
  await writeDanceClip(clip, face, { ...danceSize, ...length });
}, TIMEOUT_MS);

afterAll(async () => {
  await rm(material.folder, { recursive: true });
  await rm(join(clip, '..'), { recursive: true });
});

it(
  'a motion control is rendered by two workers of which one dies, moves as its clip and is charged once',
  async () => {
    const { most, frames, job, report } = await renderSegmented({
      slots: 2,
      // A motion control is cut six times as often as a swap.
      segmentMs: 12_000,
      isKilled: true,
      submit: async (world) =>
        world.client.submitMotionControl({
          body: {
            image_key: await world.upload(material.whole),
            video_key: await world.upload(clip),
          },
        }),
    });
    expect(most).toBe(2);
    expect(frames.map(({ timestampUs }) => timestampUs)).toEqual(
      Array.from({ length: FRAMES }, (_, index) => (index * 1e6) / FRAMES_PER_SECOND),
    );
    // Four seconds of 0.01 USD.
    expect(job.credits_charged).toBe(0.04);
    expect(report.motion).toMatchObject({ heldFrames: 0, drivers: 1 });
    expect(report.motion?.jointError).toBeLessThan(0.08);
  },
  TIMEOUT_MS,
);
