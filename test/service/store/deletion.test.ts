import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createId } from '../../../src/base/ids.ts';
import { zeroMicros } from '../../../src/base/money.ts';
import type { BlobStore } from '../../../src/service/files/blob-store.ts';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';
import {
  abandonBytes,
  removeUnused,
  storeBytes,
  sweepFiles,
} from '../../../src/service/files/sweep.ts';
import { succeedJob } from '../../../src/service/jobs/end.ts';
import { claimJob } from '../../../src/service/jobs/queue.ts';
import { recoverBlobs } from '../../../src/service/store/statements/blob-statements.ts';
import { findFile, insertFile } from '../../../src/service/store/statements/file-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { audit } from './audit.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, usd, type World } from './world.ts';

const hourMs = 3_600_000;
const feature = 'face_swap';

type Step =
  | { readonly kind: 'upload' | 'crashedWrite' | 'deleteUpload'; readonly pick: number }
  | { readonly kind: 'submit'; readonly picks: readonly number[] }
  | { readonly kind: 'finish'; readonly pick: number; readonly isDeleted: boolean }
  | { readonly kind: 'cancel' | 'deleteJob'; readonly pick: number }
  | { readonly kind: 'race' | 'sweepInWrite' | 'writeInSweep'; readonly pick: number }
  | { readonly kind: 'sweep'; readonly fault: 'none' | 'before' | 'after' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'restart' };

const pick = fc.nat(30);
const step = (kind: Step['kind'], rest: object = { pick }): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant(kind), ...rest }) as fc.Arbitrary<Step>;
const anyStep = fc.oneof(
  { weight: 6, arbitrary: step('upload') },
  { weight: 1, arbitrary: step('crashedWrite') },
  { weight: 3, arbitrary: step('deleteUpload') },
  {
    weight: 5,
    arbitrary: step('submit', { picks: fc.array(pick, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 4, arbitrary: step('finish', { pick, isDeleted: fc.boolean() }) },
  { weight: 2, arbitrary: step('cancel') },
  { weight: 4, arbitrary: step('deleteJob') },
  { weight: 3, arbitrary: step('race') },
  { weight: 2, arbitrary: step('sweepInWrite') },
  { weight: 3, arbitrary: step('writeInSweep') },
  {
    weight: 3,
    arbitrary: step('sweep', { fault: fc.constantFrom('none', 'before', 'after') }),
  },
  { weight: 2, arbitrary: step('wait', { ms: fc.integer({ min: 1, max: 2 * hourMs }) }) },
  { weight: 1, arbitrary: step('restart', {}) },
);

interface ModelJob {
  readonly id: string;
  readonly inputs: readonly string[];
  isOver: boolean;
  output: string | null;
}

/** Expected content of the store, from a plain list of uploads and jobs. */
class Model {
  readonly uploads = new Map<string, string>();
  readonly jobs: ModelJob[] = [];
  readonly #world: World;
  readonly #folder: string;
  readonly #blobs: BlobStore;

  constructor(world: World, folder: string, blobs: BlobStore) {
    this.#world = world;
    this.#folder = folder;
    this.#blobs = blobs;
  }

  parts(blobs = this.#blobs) {
    return { db: this.#world.store.db, clock: this.#world.clock, blobs };
  }

  /** Bytes that something needs. */
  needed(): Set<string> {
    const outputs = this.jobs.flatMap(({ output }) => (output === null ? [] : [output]));
    return new Set([...this.uploads.values(), ...outputs]);
  }

  async apply(step: Step): Promise<void> {
    const { core, account, clock, store } = this.#world;
    if (step.kind === 'upload') {
      await this.#upload(step.pick % 4);
    } else if (step.kind === 'sweepInWrite') {
      await this.#upload(step.pick % 4, async () => {
        await removeUnused(this.parts());
      });
    } else if (step.kind === 'writeInSweep') {
      await this.#writeInSweep(step.pick % 4);
    } else if (step.kind === 'crashedWrite') {
      await this.#write(step.pick % 4);
    } else if (step.kind === 'submit') {
      await this.#submit(step.picks);
    } else if (step.kind === 'wait') {
      clock.advance(step.ms);
    } else if (step.kind === 'restart') {
      if (store.engine === 'sqlite') {
        await recoverBlobs(store.db);
      }
    } else if (step.kind === 'sweep') {
      await this.#sweep(step.fault);
    } else if (step.kind === 'deleteUpload') {
      await this.#deleteUpload(step.pick);
    } else if (step.kind === 'finish') {
      await this.#finish(step);
    } else {
      const job = this.jobs[step.pick % Math.max(1, this.jobs.length)];
      if (job === undefined) {
        return;
      }
      if (step.kind === 'cancel' && !job.isOver) {
        await core.cancelJob(account.id, job.id);
        job.isOver = true;
      } else if (step.kind === 'deleteJob') {
        await core.deleteJob(account.id, job.id);
        this.#forget(job);
      } else if (step.kind === 'race') {
        // The same bytes are uploaded while those of the job are released and swept.
        await Promise.all([
          core.deleteJob(account.id, job.id),
          this.#upload(step.pick % 4),
          removeUnused(this.parts()),
          removeUnused(this.parts()),
        ]);
        this.#forget(job);
      }
    }
  }

  /** Checks that all needed bytes exist, and that all others are deleted in the end. */
  async check(): Promise<void> {
    const { account, store, core } = this.#world;
    for (const hash of this.needed()) {
      expect(await this.#blobs.stat(hash), 'needed bytes are there').not.toBeNull();
    }
    for (const [fileKey, hash] of this.uploads) {
      expect((await findFile(store.db, fileKey))?.blob_hash).toBe(hash);
    }
    const { jobs } = await core.listJobs(account.id, { limit: 200, offset: 0 });
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(this.jobs.map(({ id }) => id).toSorted());
    expect(await audit(store)).toEqual([]);
  }

  async checkNothingLeft(): Promise<void> {
    this.#world.clock.advance(3 * hourMs);
    await sweepFiles({ ...this.parts(), retentionMs: {} });
    const stored = (await readdir(this.#folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect(new Set(stored)).toEqual(this.needed());
    const rows = await this.#world.store.db.selectFrom('blobs').select('hash').execute();
    expect(new Set(rows.map(({ hash }) => hash))).toEqual(this.needed());
  }

  async clear(): Promise<void> {
    const { core, account } = this.#world;
    for (let job = this.jobs[0]; job !== undefined; job = this.jobs[0]) {
      await core.deleteJob(account.id, job.id);
      this.#forget(job);
    }
    for (const fileKey of this.uploads.keys()) {
      await core.deleteUpload(account.id, fileKey);
      this.uploads.delete(fileKey);
    }
    await this.checkNothingLeft();
  }

  async #write(content: number): Promise<{ hash: string; sizeBytes: number }> {
    const bytes = Buffer.from(`content ${content}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = join(tmpdir(), createId());
    await writeFile(path, bytes);
    await storeBytes(this.parts(), { path, sha256, sizeBytes: bytes.byteLength });
    await rm(path, { force: true });
    return { hash: sha256, sizeBytes: bytes.byteLength };
  }

  /** The same bytes come in while a sweep is about to delete them. */
  async #writeInSweep(content: number): Promise<void> {
    let writing: Promise<void> | null = null;
    const slow: BlobStore = {
      ...this.#blobs,
      delete: async (sha256) => {
        writing ??= this.#upload(content);
        for (let turn = 0; turn < 50; turn += 1) {
          await breathe();
        }
        await this.#blobs.delete(sha256);
      },
    };
    await removeUnused(this.parts(slow));
    await (writing ?? this.#upload(content));
  }

  async #upload(content: number, beforeRow?: () => Promise<void>): Promise<void> {
    const { store, account, clock } = this.#world;
    const { hash, sizeBytes } = await this.#write(content);
    await beforeRow?.();
    const fileKey = `api/videos/${createId()}.mp4`;
    await store.db.transaction().execute((tx) =>
      insertFile(tx, {
        file_key: fileKey,
        account_id: account.id,
        role: 'upload',
        job_id: null,
        blob_hash: hash,
        kind: 'video',
        mime: 'video/mp4',
        size_bytes: sizeBytes,
        facts: JSON.stringify({ durationMs: 1000 }),
        declared_name: null,
        created_at_ms: clock.nowMs(),
      }),
    );
    this.uploads.set(fileKey, hash);
  }

  async #submit(picks: readonly number[]): Promise<void> {
    const { core, account } = this.#world;
    const all = [...this.uploads.keys()];
    const inputs = [...new Set(picks.flatMap((index) => all[index % all.length] ?? []))];
    if (inputs.length > 0) {
      const { job } = await core.submitJob({
        accountId: account.id,
        feature,
        input: { video_key: inputs[0] ?? '', more_keys: inputs },
        callbackUrl: 'https://example.com/hook',
        idempotencyKey: null,
      });
      this.jobs.push({ id: job.id, inputs, isOver: false, output: null });
    }
  }

  async #finish({ pick, isDeleted }: Step & { kind: 'finish' }): Promise<void> {
    const { core, account } = this.#world;
    const claimed = await claimJob(core.context, 'test', [feature]);
    const job = this.jobs.find(({ id }) => id === claimed?.job.id);
    if (claimed === null || job === undefined) {
      return;
    }
    if (isDeleted) {
      await core.deleteJob(account.id, job.id);
      this.#forget(job);
    }
    const { hash, sizeBytes } = await this.#write(pick % 4);
    const ended = await succeedJob(
      core.context,
      { jobId: job.id, fence: claimed.fence },
      {
        output: {
          blobHash: hash,
          sizeBytes,
          kind: 'video',
          mime: 'video/mp4',
          extension: 'mp4',
          facts: {},
        },
        outputUs: 1_000_000,
        report: {},
      },
    );
    expect(ended === null).toBe(isDeleted);
    if (ended === null) {
      await abandonBytes(this.parts(), hash);
    } else {
      job.isOver = true;
      job.output = hash;
    }
  }

  async #deleteUpload(index: number): Promise<void> {
    const { core, account } = this.#world;
    const fileKey = [...this.uploads.keys()][index % Math.max(1, this.uploads.size)];
    if (fileKey === undefined) {
      return;
    }
    const isRead = this.jobs.some(({ inputs, isOver }) => !isOver && inputs.includes(fileKey));
    const result = await core.deleteUpload(account.id, fileKey).then(
      () => 'deleted',
      (error: unknown) => (error as { code: string }).code,
    );
    expect(result).toBe(isRead ? 'invalid_input' : 'deleted');
    if (!isRead) {
      this.uploads.delete(fileKey);
    }
  }

  /** A store that fails before or after it deleted, as a process that dies there. */
  async #sweep(fault: 'none' | 'before' | 'after'): Promise<void> {
    const failing: BlobStore = {
      ...this.#blobs,
      delete: async (sha256) => {
        if (fault === 'after') {
          await this.#blobs.delete(sha256);
        }
        throw new Error('The store is gone.');
      },
    };
    await sweepFiles({
      ...this.parts(fault === 'none' ? this.#blobs : failing),
      retentionMs: {},
    }).catch((error: unknown) => {
      expect(String(error)).toContain('The store is gone.');
    });
    if (fault !== 'none') {
      // A writer waits for the deletion until its mark has run out.
      this.#world.clock.advance(130_000);
    }
  }

  #forget(job: ModelJob): void {
    this.jobs.splice(this.jobs.indexOf(job), 1);
    for (const fileKey of job.inputs) {
      if (!this.jobs.some(({ inputs }) => inputs.includes(fileKey))) {
        this.uploads.delete(fileKey);
      }
    }
  }
}

describeEngines('deletion', (engine) => {
  let store: Store;
  let world: World;
  let folder: string;
  let blobs: BlobStore;

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
    world = await createWorld(store);
    await world.topUp(usd(100_000));
    await world.core.setTier(world.account.id, 'pro');
    folder = await mkdtemp(join(tmpdir(), 'guise-deletion-'));
    blobs = await openLocalBlobs(folder);
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('leaves no bytes behind and deletes none that are in use, in any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 5, maxLength: 40, size: 'max' }),
        async (steps) => {
          const model = new Model(world, folder, blobs);
          for (const one of steps) {
            await model.apply(one);
            await model.check();
          }
          await model.checkNothingLeft();
          await model.clear();
        },
      ),
      { numRuns: 15 },
    );
  }, 300_000);

  it('of a job keeps its amount for usage and nothing of its content', async () => {
    const { core, account } = world;
    const model = new Model(world, folder, blobs);
    await model.apply({ kind: 'upload', pick: 0 });
    await model.apply({ kind: 'submit', picks: [0] });
    const { id } = model.jobs[0] ?? { id: '' };
    await model.apply({ kind: 'finish', pick: 1, isDeleted: false });
    const before = await core.readUsageSummary(account.id);
    await core.deleteJob(account.id, id);
    expect(await core.readUsageSummary(account.id)).toEqual(before);
    const row = await store.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toMatchObject({ status: 'succeeded', input: '{}', output_key: null, report: null });
    expect(row?.charged_micros).toBeGreaterThan(0);
    await expect(core.readJob(account.id, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(core.deleteJob(account.id, id)).rejects.toMatchObject({ code: 'not_found' });
    const other = await core.createAccount({ name: 'Other' });
    await expect(core.deleteJob(other.id, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a job leaves its idempotency key used', async () => {
    const { core, account } = world;
    const request = {
      accountId: account.id,
      feature: 'text_to_speech',
      input: { script: 'Once only.', voice_id: 'v' },
      callbackUrl: null,
      idempotencyKey: createId(),
    } as const;
    const { job } = await core.submitJob(request);
    await core.deleteJob(account.id, job.id);
    const again = await core.submitJob(request);
    expect(again).toMatchObject({ isReplay: true, job: { id: job.id, status: 'canceled' } });
  });

  it('of a live session that streams settles it first', async () => {
    const { core, account } = world;
    const { session, token } = await core.openLiveSession({
      accountId: account.id,
      feature: 'voice_changer',
      durationMinutes: 1,
      parameters: { prompt: 'a secret wish' },
      isReady: true,
    });
    await core.joinLiveSession('voice_changer', token);
    await core.startLiveStream(session.id);
    await core.reportStreamed(session.id, 10_000);
    const before = await core.readBalance(account.id);
    await core.deleteJob(account.id, session.id);
    const after = await core.readBalance(account.id);
    expect(after.totalSpentMicros - before.totalSpentMicros).toBe(usd(10));
    expect(after.heldMicros).toBe(before.heldMicros - usd(60));
    expect((await core.reportStreamed(session.id, 11_000)).isRunning).toBe(false);
    const live = await store.db
      .selectFrom('live_sessions')
      .selectAll()
      .where('id', '=', session.id)
      .executeTakeFirst();
    expect(live).toMatchObject({ status: 'ended', parameters: '{}' });
    expect(await audit(store)).toEqual([]);
  });

  it('includes an unsent webhook', async () => {
    const { core, account } = world;
    const { job } = await core.submitJob({
      accountId: account.id,
      feature: 'text_to_speech',
      input: { script: 'Hello.', voice_id: 'v' },
      callbackUrl: 'https://example.com/hook',
      idempotencyKey: null,
    });
    await core.deleteJob(account.id, job.id);
    const rows = await store.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('job_id', '=', job.id)
      .execute();
    expect(rows).toEqual([]);
    expect(job.chargedMicros).toBe(zeroMicros);
  });
});
