import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isParkedStage, type LocalJob } from '../../src/contract/ipc/jobs.ts';
import { openWorld, type World } from '../contract/support/world.ts';
import { makeClip } from '../media/make-clip.ts';

const { openQueueApp } = await import('./queue-app.ts');

type QueueApp = ReturnType<typeof openQueueApp>;

let world: World;
let folder: string;
const pathOf = (name: string): string => join(folder, name);
beforeAll(async () => {
  const registry = new URL('./copying-processor.ts', import.meta.url).href;
  world = await openWorld({ registry, slots: 1 });
  folder = await mkdtemp(join(tmpdir(), 'guise-stages-'));
  makeClip(pathOf('dance.mp4'), { video: { frames: 30, width: 64, height: 48 } });
  for (const [name, background] of [
    ['kenji.png', '#383'],
    ['mara.png', '#838'],
  ] as const) {
    const create = { width: 64, height: 64, channels: 3, background } as const;
    await sharp({ create }).png().toFile(pathOf(name));
  }
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** The app after a start, with a selected service at the first one. */
async function openApp(name: string): Promise<QueueApp> {
  const app = openQueueApp(pathOf(name));
  if (app.profiles.list().profiles.length === 1) {
    const { secret } = await world.newAccount({ balanceUsd: 1 });
    await app.use(world.service.baseUrl, secret);
  }
  app.jobs.resume();
  return app;
}

const submit = (app: QueueApp, options: LocalJob['options'] = {}): Promise<string> =>
  app.submit(
    { clip: pathOf('dance.mp4'), face: pathOf('kenji.png') },
    { mode: 'advanced', ...options },
    'identity_swap',
  );

const parkedAt = async (app: QueueApp, id: string, stage: string): Promise<LocalJob> => {
  const job = await app.until(id, 'parked');
  expect(job).toMatchObject({ stage, error: null });
  return job;
};

it('waits with its still over a restart, applies corrections, and continues to its result', async () => {
  const first = await openApp('corrected');
  const id = await submit(first);
  const waiting = await parkedAt(first, id, 'frame_ready');
  expect(waiting.parkedAtMs).toBeGreaterThan(0);
  const still = first.jobs.thumbnails.stillOf(id, 'frame_ready');
  expect(existsSync(still)).toBe(true);
  // A parked job does not occupy the only slot.
  await first.until(await submit(first, { mode: 'express' }), 'succeeded');
  first.jobs.stop();

  const app = await openApp('corrected');
  expect(await parkedAt(app, id, 'frame_ready')).toMatchObject({
    parkedAtMs: waiting.parkedAtMs,
    stills: [{ stage: 'frame_ready' }],
  });
  const mara = await app.jobs.addFile(pathOf('mara.png'));
  const corrections = { id, options: { aspect_ratio: '1:1', prompt: 'at dusk' }, fileId: mara.id };
  const advance = app.calls['jobs.advance'];
  await expect(advance(corrections)).rejects.toMatchObject({ code: 'invalid_input' });
  app.jobs.chosen.agree(mara.id);
  await expect(
    advance({ ...corrections, options: { keep_original_sound: false } }),
  ).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await app.find(id)).state).toBe('parked');
  await advance(corrections);
  const placed = await parkedAt(app, id, 'swap_ready');
  expect(placed.options).toMatchObject({ aspect_ratio: '1:1', prompt: 'at dusk' });
  expect(placed.inputs.map(({ name }) => name)).toEqual(['dance.mp4', 'mara.png']);
  expect(placed.stills.map(({ stage }) => stage)).toEqual(['frame_ready', 'swap_ready']);
  expect(placed.waitedMs).toBeGreaterThan(0);
  // The other image was sent: the still of this service is a copy of it.
  const { dominant } = await sharp(app.jobs.thumbnails.stillOf(id, 'swap_ready')).stats();
  expect(dominant.r).toBeGreaterThan(dominant.g);
  await advance({ id, options: { keep_original_sound: false }, fileId: null });
  expect(await app.until(id, 'succeeded')).toMatchObject({ costUsd: 0.02, parkedAtMs: null });
  await expect(advance({ id, options: {}, fileId: null })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await vi.waitFor(() => expect(existsSync(still)).toBe(false), { timeout: 20_000 });
  app.jobs.stop();
}, 60_000);

it('places a character again with corrections, after the inspected frame', async () => {
  const app = await openApp('again');
  const id = await submit(app);
  await parkedAt(app, id, 'frame_ready');
  await app.calls['jobs.advance']({ id, options: {}, fileId: null });
  await parkedAt(app, id, 'swap_ready');
  const again = await app.calls['jobs.place_again']({
    id,
    options: { resolution: '2k' },
    fileId: null,
  });
  await app.until(id, 'canceled');
  const placed = await parkedAt(app, again.id, 'swap_ready');
  expect(placed.options).toMatchObject({ mode: 'advanced', resolution: '2k' });
  expect(isParkedStage(placed.stage)).toBe(true);
  await app.calls['jobs.cancel']({ id: again.id });
  expect(await app.until(again.id, 'canceled')).toMatchObject({ costUsd: 0, parkedAtMs: null });
  app.jobs.stop();
}, 60_000);
