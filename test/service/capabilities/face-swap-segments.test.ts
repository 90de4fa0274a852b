import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import type { SegmentRow } from '../../../src/service/store/schema.ts';
import { listSegments } from '../../../src/service/store/segment-statements.ts';
import { readAll } from '../../media/io/pictures.ts';
import { monaLisa } from '../../media/support/stills.ts';
import { audit } from '../store/audit.ts';
import { writeFaceClip } from './face-clips.ts';
import { listWorkers, openSwapWorld, type SwapWorld } from './swap-world.ts';

const TIMEOUT_MS = 300_000;
/** Two seconds, two and one: segments end where the encoder puts key frames. */
const FRAMES = 125;

let folder: string;
let clip: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-segments-'));
  clip = join(folder, 'clip.mp4');
  await writeFaceClip(clip, { width: 320, height: 240, frames: FRAMES });
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

/** Renders the clip by so many workers, one of which may die in the middle. Answers the digest of the result, and what it shows. */
async function render(slots: number, isKilled: boolean) {
  const world = await openSwapWorld({ slots, segmentMs: 2000 });
  try {
    const { id } = await world.client.submitFaceSwap({
      body: { video_key: await world.upload(clip), face_key: await world.upload(monaLisa) },
    });
    const most = await follow(world, id, { slots, isKilled });
    const job = await world.ended(id);
    expect(job).toMatchObject({ status: 'succeeded', credits_charged: 0.05 });
    const { report } = await world.details(id);
    expect(jobReportSchema.parse(report).frames).toMatchObject({ total: FRAMES, swapped: FRAMES });
    const { store } = world.service.core.context;
    expect(await audit(store)).toEqual([]);
    expect(await listSegments(store.db, id)).toEqual([]);
    const path = await world.fetchResult(job, 'result.mp4');
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    return { most, digest, frames: await readAll(path) };
  } finally {
    await world.close();
  }
}

/** Kills a worker while segments are rendered; answers how many were at the same time. */
async function follow(
  world: SwapWorld,
  id: string,
  { slots, isKilled }: { readonly slots: number; readonly isKilled: boolean },
): Promise<number> {
  const { db } = world.service.core.context.store;
  let [most, done, isAlive] = [0, 0, isKilled];
  for (let rows: readonly SegmentRow[] = []; done < rows.length || rows.length === 0;) {
    rows = await listSegments(db, id);
    if (done > 0 && rows.length === 0) {
      break; // It has ended.
    }
    done = rows.filter(({ state }) => state === 'done').length;
    const running = rows.filter(({ state }) => state === 'leased').length;
    most = Math.max(most, running);
    if (isAlive && running === slots) {
      isAlive = false;
      process.kill((await listWorkers())[0]!, 'SIGKILL');
    }
    await sleep(5);
  }
  expect(isAlive).toBe(false);
  return most;
}

it(
  'a face swap of three segments has the same bytes from one worker and from two of which one dies, and every frame in its place',
  async () => {
    const alone = await render(1, false);
    const together = await render(2, true);
    expect([alone.most, together.most]).toEqual([1, 2]);
    expect(together.digest).toBe(alone.digest);
    expect(alone.frames.map(({ timestampUs }) => timestampUs)).toEqual(
      Array.from({ length: FRAMES }, (_, index) => index * 40_000),
    );
  },
  TIMEOUT_MS,
);
