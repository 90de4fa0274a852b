import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { monaLisa } from '../../media/support/stills.ts';
import { writeFaceClip } from './face-clips.ts';
import { renderSegmented } from './segmented-job.ts';

const TIMEOUT_MS = 300_000;
/** Two seconds, two and one: segments end at the encoder's key frames. */
const FRAMES = 50;
const FRAMES_PER_SECOND = 10;

let folder: string;
let clip: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-segments-'));
  clip = join(folder, 'clip.mp4');
  await writeFaceClip(clip, {
    width: 320,
    height: 240,
    frames: FRAMES,
    framesPerSecond: FRAMES_PER_SECOND,
  });
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

it(
  'a face swap of three segments is rendered by two workers of which one dies, has every frame in its place and is charged once',
  async () => {
    const { max, job, report, frames } = await renderSegmented({
      slots: 2,
      segmentMs: 2000,
      isKilled: true,
      submit: async (world) =>
        world.client.submitFaceSwap({
          body: { video_key: await world.upload(clip), face_key: await world.upload(monaLisa) },
        }),
    });
    expect(max).toBe(2);
    expect(job).toMatchObject({ credits_charged: 0.05 });
    expect(report.frames).toMatchObject({ total: FRAMES, swapped: FRAMES });
    expect(frames.map(({ timestampUs }) => timestampUs)).toEqual(
      Array.from({ length: FRAMES }, (_, index) => (index * 1e6) / FRAMES_PER_SECOND),
    );
  },
  TIMEOUT_MS,
);
