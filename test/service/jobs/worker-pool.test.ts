import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { isTerminal } from '../../../src/contract/api/resources/job.ts';
import type { Job } from '../../../src/service/jobs/job.ts';
import { findFile, insertFile } from '../../../src/service/store/statements/file-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import type { JobRow } from '../../../src/service/store/schema.ts';
import { audit } from '../store/audit.ts';
import { describeEngines } from '../store/engines.ts';
import { openStoreAt } from '../store/place.ts';
import { usd } from '../store/world.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { itUnless, findLinuxProblem } from '../../support/describe-unless.ts';
import { openPoolWorld, type PoolWorld, RunningClock } from './pool-world.ts';
import { putBytes } from '../files/put-bytes.ts';

const isDone = (job: Job): boolean => isTerminal(job.status);
const isOver = (row: JobRow): boolean => isTerminal(row.status);

/** A clock that advances by more than a lease at every reading. */
class LeapingClock extends RunningClock {
  reads = 0;

  override nowMs(): number {
    this.reads += 1;
    this.aheadMs += 1000;
    return super.nowMs();
  }
}

describeEngines('worker pool', (engine) => {
  let store: Store;
  let world: PoolWorld;

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    world = await openPoolWorld(store, { policy: { renderTimeoutMs: 5000, retryDelayMs: 50 } });
    await world.topUp(usd(1000));
  });
  afterEach(async () => {
    await world.close();
    expect(await audit(store)).toEqual([]);
  });

  async function readOutput(job: Job): Promise<string> {
    const row = await findFile(store.db, job.outputKey ?? '');
    return text(await world.blobs.open(row?.blob_hash ?? ''));
  }

  async function readRow(id: string, isThere: (row: JobRow) => boolean): Promise<JobRow> {
    for (;;) {
      const row = await store.db
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (isThere(row)) {
        return row;
      }
      await sleep(10);
    }
  }

  it('that drains finishes running jobs and begins none', async () => {
    const { id } = await world.submit('sleep 400');
    await world.until(id, ({ status }) => status === 'processing');
    const drained = world.pool.drain();
    const { id: next } = await world.submit('later');
    await drained;
    expect(await world.core.readJob(world.account.id, id)).toMatchObject({ status: 'succeeded' });
    expect((await readRow(id, isOver)).fence).toBe(1);
    expect((await world.core.cancelJob(world.account.id, next)).status).toBe('canceled');
    expect((await readRow(next, isOver)).fence).toBe(0);
  });

  it('runs a job and charges its result', async () => {
    const { id } = await world.submit('0123456789abcdefghij');
    const job = await world.until(id, isDone);
    expect(job).toMatchObject({ status: 'succeeded', progress: 1, error: null });
    expect(job.chargedMicros).toBe(usd(2));
    expect(job.report).toMatchObject({ engine: { name: 'test', reason: null } });
    expect(await readOutput(job)).toBe('0123456789abcdefghij');
    expect(job.outputKey).toMatch(/^outputs\/[0-9a-f-]{36}\.wav$/);
    await world.until(id, () => world.pool.running === 0);
    expect(world.listWorkFiles()).toEqual([]);
  });

  it('gives a processor the uploads a request names', async () => {
    const bytes = Buffer.from('a small video');
    const stored = await putBytes(world.blobs, bytes);
    await store.db.transaction().execute((tx) =>
      insertFile(tx, {
        file_key: `api/videos/${world.account.id}.mp4`,
        account_id: world.account.id,
        role: 'upload',
        job_id: null,
        blob_hash: stored.sha256,
        kind: 'video',
        mime: 'video/mp4',
        size_bytes: bytes.length,
        facts: JSON.stringify({ durationMs: 1000 }),
        declared_name: null,
        created_at_ms: 0,
      }),
    );
    const { job } = await world.core.submitJob({
      accountId: world.account.id,
      feature: 'face_swap',
      input: { video_key: `api/videos/${world.account.id}.mp4` },
      callbackUrl: null,
      idempotencyKey: null,
    });
    const done = await world.until(job.id, isDone);
    expect(done.status).toBe('succeeded');
    expect(await readOutput(done)).toBe('a small video');
  });

  it('shows progress while it works', async () => {
    const { id } = await world.submit('sleep 1500');
    const job = await world.until(id, ({ progress }) => progress > 0);
    expect(job.status).toBe('processing');
    const { accountId } = job;
    expect(await world.core.readJobDetails(accountId, id)).toMatchObject({
      progress: { phase: 'rendering', fraction: expect.any(Number) as number, etaMs: null },
      report: null,
    });
    await world.until(id, isDone);
    expect(await world.core.readJobDetails(accountId, id)).toMatchObject({
      progress: null,
      report: { engine: { name: 'test' } },
    });
  });

  it('reports to the customer why a job failed, and nothing about a bug', async () => {
    const [faceless, bug] = await Promise.all([world.submit('faceless'), world.submit('bug')]);
    expect((await world.until(faceless.id, isDone)).error).toEqual({
      code: 'face_not_detected',
      message: 'There is no face in the picture.',
    });
    expect((await world.until(bug.id, isDone)).error).toEqual({
      code: 'processing_failed',
      message: 'The render failed inside its processor.',
    });
    expect(world.log.join('')).toContain('/secret/path');
    expect((await world.core.readBalance(world.account.id)).balanceMicros).toBe(usd(1000));
  });

  it.each(['sleep 60000', 'hang'])(
    'stops a canceled job (%s), frees its slot and keeps nothing of it',
    async (script) => {
      const { id } = await world.submit(script);
      await world.until(id, ({ progress }) => progress > 0 || script !== 'hang');
      await world.until(id, ({ status }) => status === 'processing');
      const canceled = await world.core.cancelJob(world.account.id, id);
      expect(canceled).toMatchObject({ status: 'canceled', chargedMicros: 0 });
      const next = await world.submit('next');
      await world.until(next.id, isDone);
      await world.until(id, () => world.pool.running === 0);
      expect(world.listWorkFiles()).toEqual([]);
      expect((await world.core.readBalance(world.account.id)).heldMicros).toBe(0);
    },
  );

  it('ends a render that takes too long', async () => {
    await world.close();
    world = await openPoolWorld(store, { policy: { renderTimeoutMs: 300 } });
    await world.topUp(usd(1000));
    const { id } = await world.submit('hang');
    expect((await world.until(id, isDone)).error?.code).toBe('render_timeout');
  });

  it('retries a job after its worker was killed, and gives up after three attempts', async () => {
    const { id } = await world.submit('sleep 3000');
    await world.until(id, ({ status }) => status === 'processing');
    await world.until(id, () => world.pool.pids.length > 0);
    const [pid = 0] = world.pool.pids;
    process.kill(pid, 'SIGKILL');
    const retried = await readRow(id, (row) => row.attempt === 2);
    expect(retried).toMatchObject({ status: 'processing', fence: 2 });
    await world.core.cancelJob(world.account.id, id);

    const mortal = await world.submit('die');
    expect((await world.until(mortal.id, isDone)).error).toMatchObject({
      code: 'processing_failed',
      message: expect.stringContaining('attempt 3') as string,
    });
    expect((await readRow(mortal.id, () => true)).attempt).toBe(3);
  }, 30_000);

  itUnless(
    findLinuxProblem(),
    'fails a job whose worker exceeds its memory limit, and continues',
    async () => {
      await world.close();
      const policy = { retryDelayMs: 50 };
      world = await openPoolWorld(store, { slots: 1, policy, memoryBytes: 536_870_912 });
      await world.topUp(usd(1000));
      const greedy = await world.submit('greedy');
      const failed = await world.until(greedy.id, isDone);
      expect(failed).toMatchObject({ status: 'failed', chargedMicros: 0 });
      expect(failed.error?.code).toBe('processing_failed');
      expect(await world.core.readBalance(world.account.id)).toMatchObject({
        balanceMicros: usd(1000),
        heldMicros: 0,
      });
      const next = await world.submit('0123456789');
      expect((await world.until(next.id, isDone)).status).toBe('succeeded');
    },
  );

  it('retries a job whose worker finds the disk full, and reports why it gave up', async ({
    skip,
  }) => {
    await world.close();
    const folder = mkdtempSync(join(tmpdir(), 'guise-pool-disk-'));
    const disk = mountSmallDisk(folder, 8);
    if (typeof disk === 'string') {
      rmSync(folder, { recursive: true });
      skip(disk);
      return;
    }
    try {
      world = await openPoolWorld(store, { folder, slots: 1, policy: { retryDelayMs: 200 } });
      await world.topUp(usd(1000));
      disk.fill();
      const lost = await world.submit('large 4000000');
      expect((await world.until(lost.id, isDone)).error).toEqual({
        code: 'processing_failed',
        message: 'The render was given up after attempt 3: the disk of the service is full.',
      });
      const { id } = await world.submit('large 4000000');
      await readRow(id, ({ attempt }) => attempt === 2);
      disk.free();
      expect((await world.until(id, isDone)).status).toBe('succeeded');
      await world.close();
    } finally {
      disk.unmount();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('continues its jobs after any change of the clock', async () => {
    await world.close();
    const clock = new LeapingClock();
    world = await openPoolWorld(store, { clock, policy: { leaseMs: 150 } });
    await world.topUp(usd(1000));
    const { id } = await world.submit('sleep 1500');
    await world.until(id, isDone);
    expect(await readRow(id, isOver)).toMatchObject({ status: 'succeeded', attempt: 1 });
    expect(clock.reads).toBeGreaterThan(20);
  });

  it('runs waiting jobs when the clock was set back by an hour', async () => {
    await world.close();
    const clock = new RunningClock();
    world = await openPoolWorld(store, { clock, slots: 1, policy: { retryDelayMs: 50 } });
    await world.topUp(usd(1000));
    const first = await world.submit('sleep 500');
    const waiting = await world.submit('0123456789');
    await world.until(first.id, ({ status }) => status === 'processing');
    clock.aheadMs = -3_600_000;
    expect((await world.until(waiting.id, isDone)).status).toBe('succeeded');
  });

  it('runs the segments of a job when the clock was set back by an hour', async () => {
    await world.close();
    const clock = new RunningClock();
    world = await openPoolWorld(store, { clock, slots: 1, policy: { retryDelayMs: 50 } });
    await world.topUp(usd(1000));
    const { id } = await world.submit('parts 5 100');
    await readRow(id, ({ segments }) => segments === 5);
    clock.aheadMs = -3_600_000;
    expect((await world.until(id, isDone)).status).toBe('succeeded');
  });

  it('gives running jobs back when it stops', async () => {
    const { id } = await world.submit('sleep 60000');
    await world.until(id, ({ status }) => status === 'processing');
    await world.pool.stop();
    const row = await readRow(id, () => true);
    expect(row).toMatchObject({ status: 'processing', queue_state: 'ready', attempt: 0 });
    await world.core.cancelJob(world.account.id, id);
  });

  it('takes an advanced identity swap through its stages', async () => {
    const { job } = await world.core.submitJob({
      accountId: world.account.id,
      feature: 'identity_swap',
      input: { mode: 'advanced', prompt: 'one' },
      callbackUrl: null,
      idempotencyKey: null,
    });
    expect(job.stage).toBe('extracting');
    const { accountId } = job;
    const frame = await world.until(job.id, ({ stage }) => stage === 'frame_ready');
    expect(frame.status).toBe('processing');
    expect(frame.previewKey).toMatch(/^previews\//);
    await expect(
      world.core.advanceJob({
        accountId,
        jobId: job.id,
        step: 'motion',
        changes: {},
        idempotencyKey: null,
      }),
    ).rejects.toThrow(/current stage is frame_ready/);
    const placing = await world.core.advanceJob({
      accountId,
      jobId: job.id,
      step: 'swap',
      changes: { prompt: 'two' },
      idempotencyKey: null,
    });
    expect(placing.stage).toBe('placing_character');
    await world.until(job.id, ({ stage }) => stage === 'swap_ready');
    await world.core.advanceJob({
      accountId,
      jobId: job.id,
      step: 'motion',
      changes: {},
      idempotencyKey: null,
    });
    const done = await world.until(job.id, isDone);
    expect(done).toMatchObject({ status: 'succeeded', stage: 'rendering_motion' });
    expect(await readOutput(done)).toBe(
      '[extracting one][placing_character two][rendering_motion two]',
    );
  });
});
