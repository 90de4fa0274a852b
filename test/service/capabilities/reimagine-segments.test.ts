import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { psnr } from '../../media/io/pictures.ts';
import { writeFaceClip } from './face-clips.ts';
import { renderSegmented, type SegmentedResult } from './segmented-job.ts';

const TIMEOUT_MS = 300_000;
/** Two seconds, two and one: segments end at the encoder's key frames. */
const FRAMES = 50;

let folder: string;
let clip: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-segments-'));
  clip = join(folder, 'clip.mp4');
  // The second segment begins within a scene, which fades in from black; the third with a new one.
  const light = (index: number): number => Math.min(1, index / 6);
  const empty = (index: number): boolean => index >= 40;
  const size = { width: 240, height: 180 };
  await writeFaceClip(clip, { ...size, frames: FRAMES, framesPerSecond: 10, empty, light });
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

/** A video with this prompt is cut four times as often as a swap. */
const render = (slots: number, segmentMs: number, isKilled = false): Promise<SegmentedResult> =>
  renderSegmented({
    slots,
    segmentMs,
    isKilled,
    submit: async (world) =>
      world.client.submitReimagineVideo({
        body: {
          video_key: await world.upload(clip),
          prompt: 'Make it warmer, enhance it, turn it into pixel art and add film grain.',
        },
      }),
  });

it(
  'a reimagined video of three segments has the same bytes from one worker and from two of which one dies, and looks as in one go',
  async () => {
    const alone = await render(1, 8000);
    const together = await render(2, 8000, true);
    const whole = await render(1, 60_000);
    expect([alone.max, together.max, whole.max]).toEqual([1, 2, 0]);
    expect(together.digest).toBe(alone.digest);
    expect(together.job.credits_charged).toBe(whole.job.credits_charged);
    expect(together.report.frames).toEqual(whole.report.frames);
    expect(together.report.prompt).toEqual(whole.report.prompt);
    const times = whole.frames.map(({ timestampUs }) => timestampUs);
    expect(together.frames.map(({ timestampUs }) => timestampUs)).toEqual(times);
    const likeness = together.frames.map(({ planes }, index) =>
      psnr(planes, whole.frames[index]?.planes ?? planes),
    );
    expect(Math.min(...likeness)).toBeGreaterThan(35);
  },
  TIMEOUT_MS,
);
