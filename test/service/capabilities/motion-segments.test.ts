import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTurnedStill, writeTurningClip } from '../../media/support/turned-person.ts';
import { renderSegmented, type SegmentedResult } from './segmented-job.ts';

const TIMEOUT_MS = 600_000;
const size = { width: 300, height: 480 };

let folder: string;
const inFolder = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-motion-'));
  await writeTurnedStill(inFolder('front.png'), size, 0);
  await writeTurnedStill(inFolder('side.png'), size, 90);
  await writeTurnedStill(inFolder('back.png'), size, 180);
  // Two segments of two seconds, each with a side.
  await writeTurningClip(inFolder('turn.mp4'), {
    ...size,
    seconds: 4,
    framesPerSecond: 3,
    turn: 180,
  });
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

/** A motion control is cut six times as often as a swap. */
const render = (slots: number, isKilled: boolean): Promise<SegmentedResult> =>
  renderSegmented({
    slots,
    segmentMs: 12_000,
    isKilled,
    submit: async (world) => {
      const [image_key = '', side_key, back_key, video_key = ''] = await Promise.all(
        ['front.png', 'side.png', 'back.png', 'turn.mp4'].map((name) =>
          world.upload(inFolder(name)),
        ),
      );
      const idempotencyKey = 'a character of three pictures';
      world.service.core.context.hinted.add(idempotencyKey, { side_key, back_key });
      return world.client.submitMotionControl({ body: { image_key, video_key }, idempotencyKey });
    },
  });

it(
  'a motion control of three pictures has the same bytes from one worker and from two of which one dies, and is charged once',
  async () => {
    const alone = await render(1, false);
    const together = await render(2, true);
    expect([alone.max, together.max]).toEqual([1, 2]);
    expect(together.digest).toBe(alone.digest);
    expect(together.frames).toHaveLength(12);
    expect(together.job.credits_charged).toBe(alone.job.credits_charged);
    expect(together.report.motion).toEqual(alone.report.motion);
    const { front = 0, side = 0, back = 0 } = alone.report.motion?.views ?? {};
    expect(front + side + back).toBe(12);
    expect(Math.min(front, side, back)).toBeGreaterThan(1);
  },
  TIMEOUT_MS,
);
