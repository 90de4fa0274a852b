import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import { listSegments } from '../../../src/service/store/segment-statements.ts';
import { readAll } from '../../media/io/pictures.ts';
import { monaLisa } from '../../media/support/stills.ts';
import { audit } from '../store/audit.ts';
import { writeFaceClip } from './face-clips.ts';
import { listWorkers, openSwapWorld, type SwapWorld } from './swap-world.ts';

const TIMEOUT_MS = 300_000;
/** Two seconds, two and one: segments end where the encoder puts key frames. */
const FRAMES = 125;

let world: SwapWorld;
let folder: string;
let body: { readonly video_key: string; readonly face_key: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-segments-'));
  world = await openSwapWorld({ segmentMs: 2000 });
  const clip = join(folder, 'clip.mp4');
  await writeFaceClip(clip, { width: 320, height: 240, frames: FRAMES });
  body = { video_key: await world.upload(clip), face_key: await world.upload(monaLisa) };
}, TIMEOUT_MS);

afterAll(async () => {
  expect(await audit(world.service.core.context.store)).toEqual([]);
  await world.close();
  await rm(folder, { recursive: true });
});

/** Renders the clip; `count` workers die, each after another segment. Answers the digest of the result. */
async function render(name: string, deaths: number): Promise<string> {
  const { id } = await world.client.submitFaceSwap({ body });
  const { db } = world.service.core.context.store;
  for (let count = 1; count <= deaths; count += 1) {
    while ((await listSegments(db, id)).length < count) {
      await sleep(10);
    }
    process.kill((await listWorkers())[0]!, 'SIGKILL');
  }
  const job = await world.ended(id);
  expect(job).toMatchObject({ status: 'succeeded', credits_charged: 0.05 });
  const { report } = await world.details(id);
  expect(jobReportSchema.parse(report).frames).toMatchObject({ total: FRAMES, swapped: FRAMES });
  return world.fetchResult(job, name);
}

it(
  'a face swap of three segments has the same bytes whoever renders them, and every frame in its place',
  async () => {
    const calm = await render('calm.mp4', 0);
    const killed = await render('killed.mp4', 2);
    const digests = await Promise.all(
      [calm, killed].map(async (path) =>
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ),
    );
    expect(digests[0]).toBe(digests[1]);
    const frames = await readAll(calm);
    expect(frames.map(({ timestampUs }) => timestampUs)).toEqual(
      Array.from({ length: FRAMES }, (_, index) => index * 40_000),
    );
  },
  TIMEOUT_MS,
);
