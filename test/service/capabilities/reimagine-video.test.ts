import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobReportSchema } from '../../../src/contract/job-details.ts';
import { readAll } from '../../media/io/pictures.ts';
import { audit } from '../store/audit.ts';
import { writeFaceClip } from './face-clips.ts';
import { openSwapWorld, runCalmAndKilled, type SwapWorld, untilRendering } from './swap-world.ts';

const TIMEOUT_MS = 300_000;

let world: SwapWorld;
let folder: string;
let path: string;
let video_key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-words-'));
  path = join(folder, 'clip.mp4');
  await writeFaceClip(path, { width: 160, height: 120, frames: 30 });
  world = await openSwapWorld();
  video_key = await world.upload(path);
}, TIMEOUT_MS);

afterAll(async () => {
  expect(await audit(world.service.core.context.store)).toEqual([]);
  await world.close();
  await rm(folder, { recursive: true });
});

it('refuses impossible instructions before anything is held, and lists possible ones', async () => {
  const before = await world.client.readBalance();
  for (const body of [
    { prompt: 'add a dragon' },
    { prompt: 'film grain', negative_prompt: 'grain' },
    { prompt: 'transparent background' },
  ]) {
    await expect(
      world.client.submitReimagineVideo({ body: { video_key, ...body } }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('You can ask for: '),
    });
  }
  await expect(
    world.client.submitReimagineVideo({
      body: { video_key, prompt: 'half my face in purple light, as gamers have it' },
    }),
  ).rejects.toMatchObject({ message: expect.stringContaining('Did you mean: “purple light”?') });
  expect(await world.client.readBalance()).toEqual(before);
});

it(
  'applies the possible steps of a prompt, keeps the times and reports the rest',
  async () => {
    const { id } = await world.client.submitReimagineVideo({
      body: {
        video_key,
        prompt: 'sepia, film grain, a vignette and dye the hair pink',
        negative_prompt: 'grain',
        max_duration_sec: 1,
      },
    });
    const job = await world.ended(id);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(job.notes?.map(({ code }) => code)).toEqual(['not_offered']);
    expect(job.notes?.[0]?.message).toContain('hair pink');

    const after = await readAll(await world.fetchResult(job, 'sepia.mp4'));
    const shown = (await readAll(path)).filter(({ timestampUs }) => timestampUs < 1_000_000);
    expect(after.map(({ timestampUs }) => timestampUs)).toEqual(
      shown.map(({ timestampUs }) => timestampUs),
    );
    const { report } = await world.details(id);
    const { prompt, frames, engine } = jobReportSchema.parse(report);
    expect(engine.name).toBe('Picture engine');
    expect(frames).toMatchObject({ total: after.length, swapped: after.length });
    expect(prompt?.understood.map(({ words }) => words)).toEqual(['sepia', 'vignette']);
    expect(prompt?.notOffered.map(({ words }) => words)).toEqual(
      expect.arrayContaining(['film grain']),
    );
    expect(await world.listTemporary()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'gives the same bytes after its worker was killed half-way, and stops when it is canceled',
  async () => {
    const clip = join(folder, 'long.mp4');
    await writeFaceClip(clip, { width: 160, height: 120, frames: 50 });
    const body = { video_key: await world.upload(clip), prompt: 'sepia and halftone' };
    const submit = () => world.client.submitReimagineVideo({ body });
    await runCalmAndKilled(world, submit);
    const { id: stopped } = await submit();
    await untilRendering(world, stopped);
    expect(await world.client.cancelJob({ params: { job_id: stopped } })).toMatchObject({
      status: 'canceled',
      credits_charged: 0,
    });
    await expect.poll(() => world.listTemporary()).toEqual([]);
  },
  TIMEOUT_MS,
);
