import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalBlobs } from '../files/local-blobs.ts';
import { createLogger } from '../http/log.ts';
import { openSqlite } from '../store/open.ts';
import { startHousekeeping } from './housekeeping.ts';

const DAY_MS = 86_400_000;

it('renews the copies of the database when a customer deleted something, and only then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-housekeeping-'));
  let nowMs = Date.UTC(2026, 0, 1);
  const clock = { nowMs: () => nowMs };
  const store = await openSqlite({ folder, clock });
  const listCopies = (): Promise<string[]> => readdir(join(folder, 'backups'));
  for (let day = 0; day < 3; day += 1) {
    await store.backUpDaily();
    nowMs += DAY_MS + 1;
  }
  const removed: string[] = [];
  const blobs = {
    ...(await openLocalBlobs(join(folder, 'blobs'))),
    delete: (hash: string) => {
      removed.push(hash);
      return Promise.resolve();
    },
  };
  const addUnused = async (hash: string): Promise<void> => {
    const row = {
      hash,
      size_bytes: 1,
      refcount: 0,
      writers: 0,
      written_by_ms: 0,
      deleting_until_ms: null,
      created_at_ms: 0,
    };
    await store.db.insertInto('blobs').values(row).execute();
  };
  const housekeeping = startHousekeeping({
    core: { reapLiveSessions: () => Promise.resolve(0) },
    store,
    files: { db: store.db, clock, blobs, direct: null, retentionMs: {} },
    logger: createLogger('silent', process.stderr),
  });
  await addUnused('a');
  store.signals.send({ kind: 'unused' });
  await expect.poll(() => removed).toEqual(['a']);
  expect(await listCopies()).toHaveLength(3);
  await addUnused('b');
  store.signals.send({ kind: 'deleted' });
  await expect.poll(listCopies).toHaveLength(1);
  expect(removed).toEqual(['a', 'b']);
  await housekeeping.close();
  await store.close();
  await rm(folder, { recursive: true });
});
