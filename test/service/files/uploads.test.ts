import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import type { BlobStore } from '../../../src/service/files/blob-store.ts';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';
import { releaseFile, sweepFiles } from '../../../src/service/files/sweep.ts';
import {
  type StoredUpload,
  storeUpload,
  type UploadDependencies,
} from '../../../src/service/files/uploads.ts';
import {
  findFile,
  listUploadRows,
  insertFile,
} from '../../../src/service/store/statements/file-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { describeEngines } from '../store/engines.ts';
import {
  ownUploadLimits,
  type UploadLimits,
  UploadQuota,
} from '../../../src/service/files/upload-quota.ts';
import { openStoreAt } from '../store/place.ts';
import { TestClock } from '../store/world.ts';
import { addAccount, addJob } from '../webhooks/rows.ts';
import { type Intake, openIntake, toChunks } from './intake.ts';
import { makeWav } from './media-fixtures.ts';
import { makePicture } from './picture-fixtures.ts';
import { putBytes } from './put-bytes.ts';

// Encoders, decoders and databases on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dayMs = 86_400_000;

describeEngines('uploads', (engine) => {
  let intake: Intake;
  let store: Store;
  let folder: string;
  let blobs: BlobStore;
  let clock: TestClock;
  let accountId: string;

  beforeAll(async () => {
    intake = await openIntake();
  });

  afterAll(() => intake.close());

  beforeEach(async () => {
    store = await openStoreAt(await engine.createPlace());
    folder = await mkdtemp(join(tmpdir(), 'guise-uploads-'));
    blobs = await openLocalBlobs(folder);
    clock = new TestClock(Date.now());
    accountId = await addAccount(store);
  });

  afterEach(async () => {
    expect(await intake.listLeft()).toEqual([]);
    await store.close();
    await rm(folder, { recursive: true });
  });

  const parts = (limits: UploadLimits = ownUploadLimits): UploadDependencies => {
    const quota = new UploadQuota(store.db, limits);
    return { ...intake, db: store.db, clock, blobs, quota };
  };

  const upload = (
    bytes: Uint8Array,
    declaredName: string | null = null,
    owner = accountId,
  ): Promise<StoredUpload> =>
    storeUpload(parts(), {
      accountId: owner,
      source: toChunks(bytes, 20_000),
      declaredType: null,
      declaredName,
    });

  const sweep = (retentionMs = {}) => sweepFiles({ db: store.db, clock, blobs, retentionMs });

  const readBlobs = () => store.db.selectFrom('blobs').select(['hash', 'refcount']).execute();

  it('are stored with facts under a key of their kind', async () => {
    const picture = await upload(await makePicture('jpeg'), '../..\u0000/evil\ud800.html');
    expect(picture.fileKey).toMatch(/^api\/images\/[0-9a-f-]{36}\.jpg$/);
    const [row] = await listUploadRows(store.db, accountId, [picture.fileKey]);
    expect(row).toMatchObject({ kind: 'image', mime: 'image/jpeg', role: 'upload' });
    expect(row?.declared_name).toBe('../../evil\ufffd.html');
    expect(JSON.parse(row?.facts ?? '')).toEqual({ widthPx: 160, heightPx: 120 });
    const sound = await upload(makeWav(1));
    expect(sound.fileKey).toMatch(/^api\/audio\/.*\.wav$/);
    const bytes = await buffer(
      await blobs.open((await findFile(store.db, sound.fileKey))?.blob_hash ?? ''),
    );
    expect(bytes.equals(makeWav(1))).toBe(true);
  });

  it('stay within the quota of their account, and fit again when some are deleted', async () => {
    const sound = makeWav(0.2);
    const limits = { atOnce: 8, waiting: 0, waitMs: 1000, storedBytes: sound.byteLength * 2 + 10 };
    const send = (owner: string, dependencies = parts(limits)) =>
      storeUpload(dependencies, {
        accountId: owner,
        source: toChunks(sound, 2000),
        declaredType: null,
        declaredName: null,
      });
    const first = await send(accountId);
    await send(accountId);
    const refused = {
      code: 'input_too_large',
      message: expect.stringContaining('DELETE /uploads'),
    };
    await expect(send(accountId)).rejects.toMatchObject(refused);
    expect(await readBlobs()).toMatchObject([{ refcount: 2 }]);
    await send(await addAccount(store));
    const crowded = await addAccount(store);
    const dependencies = parts(limits);
    const together = [1, 2, 3, 4].map(() => send(crowded, dependencies));
    const outcomes = await Promise.allSettled(together);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await releaseFile(store.db, first.fileKey);
    await expect(send(accountId)).resolves.toMatchObject({ kind: 'audio' });
  });

  it('of one account are received a few at a time, in their order', async () => {
    const limited = parts({ atOnce: 2, waiting: 2, waitMs: 60_000, storedBytes: null });
    const stop = Promise.withResolvers<null>();
    const now = Promise.resolve(null);
    const read: string[] = [];
    const send = (owner: string, name: string, until = now, signal?: AbortSignal) =>
      storeUpload(limited, {
        accountId: owner,
        source: (async function* () {
          read.push(name);
          await until;
          yield makeWav(0.2);
        })(),
        declaredType: null,
        declaredName: name,
        signal,
      });
    const slow = ['a', 'b'].map((name) => send(accountId, name, stop.promise));
    const gone = new AbortController();
    const left = send(accountId, 'c', now, gone.signal);
    const last = send(accountId, 'd');
    await expect(send(accountId, 'e')).rejects.toMatchObject({ code: 'at_capacity' });
    await expect(send(await addAccount(store), 'other')).resolves.toMatchObject({ kind: 'audio' });
    // The first two are received side by side: either file may be open first.
    expect(read.toSorted()).toEqual(['a', 'b', 'other']);
    gone.abort(new AppError('cancelled', 'The upload was cut off.'));
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    stop.resolve(null);
    await Promise.all([...slow, last]);
    await expect(send(accountId, 'f')).resolves.toMatchObject({ kind: 'audio' });
    expect(read.slice(2)).toEqual(['other', 'd', 'f']);
  });

  it('that wait too long for their turn are answered', async () => {
    const limited = parts({ atOnce: 1, waiting: 1, waitMs: 50, storedBytes: null });
    const stop = Promise.withResolvers<null>();
    const send = (until: Promise<null>) =>
      storeUpload(limited, {
        accountId,
        source: (async function* () {
          await until;
          yield makeWav(0.2);
        })(),
        declaredType: null,
        declaredName: null,
      });
    const slow = send(stop.promise);
    await expect(send(stop.promise)).rejects.toMatchObject({ code: 'at_capacity' });
    stop.resolve(null);
    await slow;
    await expect(send(stop.promise)).resolves.toMatchObject({ kind: 'audio' });
  });

  it('of another account are not found', async () => {
    const { fileKey } = await upload(makeWav(0.2));
    const stranger = await addAccount(store);
    expect(await listUploadRows(store.db, stranger, [fileKey])).toEqual([]);
  });

  it('of the same bytes share one blob, by two keys and owners', async () => {
    const stranger = await addAccount(store);
    const [first, second] = await Promise.all([
      upload(makeWav(0.2)),
      upload(makeWav(0.2), null, stranger),
    ]);
    expect(first.fileKey).not.toBe(second.fileKey);
    expect(await readBlobs()).toMatchObject([{ refcount: 2 }]);
  });

  it('lose their bytes with the last reference, after a while', async () => {
    const first = await upload(makeWav(0.2));
    const second = await upload(makeWav(0.2));
    const [{ hash } = { hash: '' }] = await readBlobs();
    expect(await releaseFile(store.db, first.fileKey)).toBe(true);
    expect(await releaseFile(store.db, first.fileKey)).toBe(false);
    clock.advance(dayMs);
    expect(await sweep()).toEqual({ releasedFiles: 0, removedBlobs: 0 });
    expect(await findFile(store.db, first.fileKey)).toBeNull();
    expect(await findFile(store.db, second.fileKey)).not.toBeNull();
    await releaseFile(store.db, second.fileKey);
    expect(await sweep()).toEqual({ releasedFiles: 0, removedBlobs: 1 });
    expect(await blobs.stat(hash)).toBeNull();
    expect(await readBlobs()).toEqual([]);
    const again = await upload(makeWav(0.2));
    expect(await blobs.stat(hash)).not.toBeNull();
    expect(await findFile(store.db, again.fileKey)).not.toBeNull();
  });

  it('expire after their time, unless an unfinished job reads them', async () => {
    const idle = await upload(makeWav(0.2));
    const used = await upload(makeWav(0.3));
    const jobId = await addJob(store, accountId, 'ready');
    await store.db
      .insertInto('job_files')
      .values({ job_id: jobId, file_key: used.fileKey })
      .execute();
    clock.advance(30 * dayMs + 1);
    const young = await upload(makeWav(0.4));
    expect(await sweep({ upload: 30 * dayMs })).toEqual({ releasedFiles: 1, removedBlobs: 1 });
    expect(await listUploadRows(store.db, accountId, [idle.fileKey])).toEqual([]);
    expect(await listUploadRows(store.db, accountId, [used.fileKey, young.fileKey])).toHaveLength(
      2,
    );
    await store.db.updateTable('jobs').set({ queue_state: 'done', status: 'canceled' }).execute();
    expect(await sweep({ upload: 30 * dayMs })).toEqual({ releasedFiles: 1, removedBlobs: 1 });
  });

  it('survive sweeps that run while they are stored', async () => {
    for (let round = 0; round < 6; round += 1) {
      const old = await upload(makeWav(0.2));
      await releaseFile(store.db, old.fileKey);
      clock.advance(dayMs);
      const [fresh] = await Promise.all([upload(makeWav(0.2)), sweep(), sweep()]);
      const row = await findFile(store.db, fresh.fileKey);
      expect(await blobs.stat(row?.blob_hash ?? '')).not.toBeNull();
      await releaseFile(store.db, fresh.fileKey);
      clock.advance(dayMs);
      await sweep();
    }
    expect(await readBlobs()).toEqual([]);
  });

  it('that cannot be stored leave neither row nor file', async () => {
    const full: BlobStore = {
      ...blobs,
      putFile: () => Promise.reject(new AppError('storage_failed', 'The disk is full.')),
    };
    await expect(
      storeUpload(
        { ...parts(), blobs: full },
        {
          accountId,
          source: toChunks(makeWav(0.2), 9000),
          declaredType: 'audio/wav',
          declaredName: null,
        },
      ),
    ).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await readBlobs()).toMatchObject([{ refcount: 0 }]);
    clock.advance(dayMs);
    await sweep();
    expect(await readBlobs()).toEqual([]);
    expect((await readdir(folder)).filter((name) => name !== 'staging')).toEqual([]);
  });

  it('created by jobs are swept the same way', async () => {
    const jobId = await addJob(store, accountId);
    const { sha256, sizeBytes } = await putBytes(blobs, Buffer.from('output'));
    await store.db.transaction().execute((tx) =>
      insertFile(tx, {
        file_key: 'outputs/1.bin',
        account_id: accountId,
        role: 'output',
        job_id: jobId,
        blob_hash: sha256,
        kind: 'video',
        mime: 'video/mp4',
        size_bytes: sizeBytes,
        facts: '{}',
        declared_name: null,
        created_at_ms: clock.nowMs(),
      }),
    );
    clock.advance(8 * dayMs);
    expect(await sweep({ upload: dayMs })).toEqual({ releasedFiles: 0, removedBlobs: 0 });
    expect(await sweep({ output: 7 * dayMs })).toEqual({ releasedFiles: 1, removedBlobs: 1 });
  });
});
