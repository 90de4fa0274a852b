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
import { renderSegmented, type SegmentedResult } from './segmented-job.ts';

const TIMEOUT_MS = 300_000;

let material: DanceMaterial;
let clip: string;

beforeAll(async () => {
  material = await writeDanceMaterial();
  clip = join(await mkdtemp(join(tmpdir(), 'guise-motion-')), 'dance.mp4');
  const face = await (await openBuiltModels()).readCanonicalFace();
  // Two segments of two seconds.
  await writeDanceClip(clip, face, { ...danceSize, seconds: 4, framesPerSecond: 4 });
}, TIMEOUT_MS);

afterAll(async () => {
  await rm(material.folder, { recursive: true });
  await rm(join(clip, '..'), { recursive: true });
});

/** A motion control is cut six times as often as a swap. */
const render = (slots: number, isKilled: boolean): Promise<SegmentedResult> =>
  renderSegmented({
    slots,
    segmentMs: 12_000,
    isKilled,
    submit: async (world) =>
      world.client.submitMotionControl({
        body: {
          image_key: await world.upload(material.whole),
          video_key: await world.upload(clip),
        },
      }),
  });

it(
  'a motion control has the same bytes from one worker and from two of which one dies, and is charged once',
  async () => {
    const alone = await render(1, false);
    const together = await render(2, true);
    expect([alone.most, together.most]).toEqual([1, 2]);
    expect(together.digest).toBe(alone.digest);
    expect(together.frames).toHaveLength(16);
    expect(together.job.credits_charged).toBe(alone.job.credits_charged);
    expect(together.report.motion).toEqual(alone.report.motion);
  },
  TIMEOUT_MS,
);
