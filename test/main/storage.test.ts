/** Checks that stored content is measured exactly and deleted at the user's request. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import '../support/without-electron.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toMicros } from '../../src/base/money.ts';
import type { StorageKind, StorageSurvey } from '../../src/contract/ipc/storage.ts';
import { openWorld, type World } from '../contract/support/world.ts';
import { makeClip } from '../media/make-clip.ts';
import { openPersonApp, type PersonApp } from './person-app.ts';

let data: string;
let media: string;
let world: World;
let app: PersonApp;
let isReached: boolean;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'guise-storage-'));
  media = mkdtempSync(join(tmpdir(), 'guise-storage-media-'));
  makeClip(join(media, 'clip.mp4'), { video: { frames: 10, width: 64, height: 48 } });
  const create = { width: 64, height: 64, channels: 3, background: '#888' } as const;
  await sharp({ create }).png().toFile(join(media, 'face.png'));
  const registry = new URL('./copying-processor.ts', import.meta.url).href;
  world = await openWorld({ registry, folder: join(data, 'service') });
  const { core, accountId } = world.service;
  await core.topUp({ accountId, reference: 'test', amountMicros: toMicros(10_000_000) });
  isReached = true;
  app = openPersonApp({ data, service: world.service, isReached: () => isReached });
});
afterEach(async () => {
  app.jobs.stop();
  await world.close();
  rmSync(data, { recursive: true, maxRetries: 5 });
  rmSync(media, { recursive: true });
});

async function swap(): Promise<string> {
  const { jobs } = app;
  const target = await jobs.addFile(join(media, 'clip.mp4'));
  const source = await jobs.addFile(join(media, 'face.png'));
  jobs.chosen.agree(source.id);
  const { id } = await jobs.calls['jobs.submit']({
    feature: 'face_swap',
    inputs: [
      { field: 'video_key', fileId: target.id },
      { field: 'face_key', fileId: source.id },
    ],
    options: {},
    holdUsd: null,
    expectedMs: null,
  });
  await app.until(id, 'succeeded');
  return id;
}

const survey = (): Promise<StorageSurvey> => app.storage['storage.survey']({});
const find = ({ entries }: StorageSurvey, kind: StorageKind) =>
  entries.find((entry) => entry.kind === kind);

it('measures each kind in its folder', async () => {
  await swap();
  writeFileSync(join(data, 'results', 'Guise 2026-01-31 09-30-05.mp4'), 'x'.repeat(1_000));
  mkdirSync(join(data, 'models', 'deep'), { recursive: true });
  writeFileSync(join(data, 'models', 'deep', 'a.onnx'), 'x'.repeat(2_000));
  const measured = await survey();
  expect(find(measured, 'results')?.count).toBe(1);
  expect(find(measured, 'captures')).toMatchObject({ count: 1, sizeBytes: 1_000 });
  expect(find(measured, 'models')).toMatchObject({ count: 1, sizeBytes: 2_000 });
  expect(find(measured, 'uploads')?.count).toBe(2);
  expect(find(measured, 'outputs')?.count).toBe(1);
  expect(find(measured, 'database')?.sizeBytes).toBeGreaterThan(10_000);
  const parts = measured.entries.filter(({ kind }) => kind !== 'compiled');
  const sum = parts.reduce((total, { sizeBytes }) => total + (sizeBytes ?? 0), 0);
  expect(measured.totalBytes).toBeLessThanOrEqual(sum);

  isReached = false;
  expect(find(await survey(), 'uploads')).toMatchObject({ count: null, sizeBytes: null });
});

it('counts each file once: of the app, of the browser, or set aside', async () => {
  const put = (path: string, bytes: number): void => {
    mkdirSync(join(data, path, '..'), { recursive: true });
    writeFileSync(join(data, path), 'x'.repeat(bytes));
  };
  const before = find(await survey(), 'window');
  put('cover/card.webp', 1000);
  put('preset-pictures/a.png', 2000);
  put('program/compiled/a/code', 3000);
  put('results/Guise 2026-01-31 09-30-05.mp4.part', 4000);
  put('Default/Cache/entry', 5000);
  const stamp = 'set-aside-2026-01-01T00-00-00.000Z.json';
  put(`obs.${stamp}`, 10);
  put(`jobs.${stamp}`, 20);
  const measured = await survey();
  expect(find(measured, 'window')).toMatchObject({
    count: (before?.count ?? 0) + 1,
    sizeBytes: (before?.sizeBytes ?? 0) + 5000,
  });
  expect(find(measured, 'captures')).toMatchObject({ count: 1, sizeBytes: 4000 });
  expect(find(measured, 'results')?.count).toBe(0);
  expect(find(measured, 'set_aside')).toMatchObject({ count: 2, sizeBytes: 30 });
});

it('deletes results with their jobs, here and at the service, and nothing else of the folder', async () => {
  const id = await swap();
  const result = app.jobs.store.require(id).result?.path ?? '';
  const capture = join(data, 'results', 'Guise 2026-01-31 09-30-05.mp4');
  writeFileSync(capture, 'a recording');
  const after = await app.storage['storage.clear']({ kind: 'results' });
  await app.jobs.deletions.carryOut();
  expect(find(after, 'results')?.count).toBe(0);
  expect([existsSync(result), existsSync(capture)]).toEqual([false, true]);
  expect(app.jobs.store.list()).toEqual([]);
  expect(find(await survey(), 'outputs')?.count).toBe(0);
  expect(after.bareConsents).toBe(1);
  expect((await app.storage['storage.forget_consents']({})).bareConsents).toBe(0);
});

it('deletes uploads, and sends them again for the next job', async () => {
  await swap();
  const { id } = await app.jobs.addFile(join(media, 'face.png'));
  await app.jobs.calls['files.check']({ id });
  const after = await app.storage['storage.clear']({ kind: 'uploads' });
  expect(find(after, 'uploads')?.count).toBe(0);
  await vi.waitFor(
    () => {
      const names = readdirSync(join(data, 'service', 'blobs'), {
        recursive: true,
        encoding: 'utf8',
      });
      // Only the result is left.
      expect(names.filter((name) => /[0-9a-f]{64}$/.test(name))).toHaveLength(1);
    },
    { timeout: 20_000 },
  );
  await swap();
});

it('deletes characters, compiled code, logs and set-aside files', async () => {
  const { id } = await app.jobs.addFile(join(media, 'face.png'));
  await app.characters.add(app.jobs.chosen.require(id));
  for (const path of ['program/compiled/a/code', 'logs/guise.log', 'service/damaged-1/guise.db']) {
    mkdirSync(join(data, path, '..'), { recursive: true });
    writeFileSync(join(data, path), 'x');
  }
  writeFileSync(join(data, 'settings.set-aside-2026-01-01T00-00-00.000Z.json'), '{');
  expect(find(await survey(), 'set_aside')).toMatchObject({ count: 2, sizeBytes: 2 });
  for (const kind of ['characters', 'compiled', 'logs', 'set_aside'] as const) {
    expect(find(await survey(), kind)?.count).toBeGreaterThan(0);
    expect(find(await app.storage['storage.clear']({ kind }), kind)?.count).toBe(0);
  }
  expect(app.characters.list()).toEqual([]);
  expect(existsSync(join(data, 'service', 'guise.db'))).toBe(true);
});
