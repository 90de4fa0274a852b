import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { failJob, succeedJob } from '../../../src/service/jobs/end.ts';
import { createClaimHandle } from '../../../src/service/jobs/claim-handle.ts';
import { clampJobDueTimes, claimJob, parkJob, reapJobs } from '../../../src/service/jobs/queue.ts';
import type { Store } from '../../../src/service/store/open.ts';
import {
  extendLeases,
  updateProgress,
} from '../../../src/service/store/statements/queue-statements.ts';
import {
  beginSegments,
  readFirstSegment,
  finishSegment,
} from '../../../src/service/store/statements/segment-statements.ts';
import { audit } from './audit.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, fakeFile, usd, type World } from './world.ts';

describeEngines('queue', (engine) => {
  let store: Store;
  let world: World;

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(async () => {
    expect(await audit(store)).toEqual([]);
    await store.close();
  });
  beforeEach(async () => {
    world = await createWorld(store);
    await world.topUp(usd(1000));
    return async () => {
      // An empty queue for the next test.
      const { jobs } = await world.core.listJobs(world.account.id, { limit: 200, offset: 0 });
      for (const { id } of jobs) {
        await failJob(world.core.context, { jobId: id, holder: 'anybody' }, failure);
      }
    };
  });

  const failure = { code: 'processing_failed', message: 'test' } as const;
  const result = { output: fakeFile('x'), outputUs: 1_000_000, report: {} };

  async function submit(callbackUrl: string | null = null): Promise<string> {
    const { job } = await world.core.submitJob({
      accountId: world.account.id,
      feature: 'text_to_speech',
      input: { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl,
      idempotencyKey: null,
    });
    return job.id;
  }

  const claim = () => claimJob(world.core.context, 'worker', ['text_to_speech', 'identity_swap']);

  async function claimAll(): Promise<void> {
    let claimed = await claim();
    while (claimed !== null) {
      claimed = await claim();
    }
  }

  it('hands out the oldest job first, each one once', async () => {
    const ids = [await submit(), await submit()];
    const claims = await Promise.all([claim(), claim(), claim()]);
    const claimed = claims.flatMap((one) => one?.job.id ?? []);
    expect(claimed.toSorted()).toEqual(ids.toSorted());
    expect(await claim()).toBeNull();
  });

  it('claims only jobs that its owner can run', async () => {
    await submit();
    expect(await claimJob(world.core.context, 'worker', ['avatar'])).toBeNull();
    expect(await claimJob(world.core.context, 'worker', [])).toBeNull();
  });

  it('runs two jobs of a default account at once and eight of a pro account', async () => {
    for (let count = 0; count < 9; count += 1) {
      await submit();
    }
    const two = await Promise.all(Array.from({ length: 4 }, claim));
    expect(two.filter((one) => one !== null).length).toBeLessThanOrEqual(2);
    await claimAll();
    expect(await countLeased()).toBe(2);
    await world.core.setTier(world.account.id, 'pro');
    await claimAll();
    expect(await countLeased()).toBe(8);
  });

  async function countLeased(): Promise<number> {
    const rows = await store.db
      .selectFrom('jobs')
      .select('id')
      .where('account_id', '=', world.account.id)
      .where('queue_state', '=', 'leased')
      .execute();
    return rows.length;
  }

  it('gives slots to accounts in turns, however many jobs one of them queued first', async () => {
    const other = await createWorld(store, { clock: world.clock });
    await other.topUp(usd(10));
    for (const { core, account } of [world, other]) {
      await core.setTier(account.id, 'pro');
      for (const _ of [1, 2, 3]) {
        await core.submitJob({
          accountId: account.id,
          feature: 'text_to_speech',
          input: { script: 'aaaaaaaa', voice_id: 'v' },
          callbackUrl: null,
          idempotencyKey: null,
        });
      }
    }
    const turns: (string | undefined)[] = [];
    for (let count = 0; count < 6; count += 1) {
      turns.push((await claim())?.job.accountId);
    }
    const [first, second] = [world.account.id, other.account.id];
    expect(turns).toEqual([first, second, first, second, first, second]);
    const { jobs } = await other.core.listJobs(second, { limit: 10, offset: 0 });
    await Promise.all(jobs.map(({ id }) => other.core.cancelJob(second, id)));
  });

  it('does not let a busy account block another', async () => {
    for (const _ of [1, 2, 3]) {
      await submit();
    }
    await claimAll();
    const other = await createWorld(store, { clock: world.clock });
    await other.topUp(usd(3));
    const { job } = await other.core.submitJob({
      accountId: other.account.id,
      feature: 'text_to_speech',
      input: { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl: null,
      idempotencyKey: null,
    });
    expect((await claim())?.job.id).toBe(job.id);
    await other.core.cancelJob(other.account.id, job.id);
  });

  it('refuses everything of a worker whose claim was given to another', async () => {
    const { context } = world.core;
    await submit('https://example.com/hook');
    const zombie = await claim();
    const jobId = zombie?.job.id ?? '';
    world.clock.advance(context.policy.leaseMs + 1);
    expect((await reapJobs(context)).lost).toBe(1);
    expect(await claim()).toBeNull();
    world.clock.advance(context.policy.retryDelayMs);
    const owner = await claim();
    expect([zombie?.fence, owner?.fence, owner?.attempt]).toEqual([1, 2, 2]);
    const late = { jobId, fence: 1 };
    expect(await updateProgress(store.db, late, 0.9)).toBe(false);
    expect(await succeedJob(context, late, result)).toBeNull();
    expect(await failJob(context, { jobId, holder: { fence: 1 } }, failure)).toBeNull();
    const held = await extendLeases(store.db, {
      owner: 'worker',
      jobIds: [jobId],
      leaseUntilMs: world.clock.nowMs() + 1000,
    });
    expect(held).toEqual([{ id: jobId, fence: 2 }]);
    const done = await succeedJob(context, { jobId, fence: 2 }, result);
    expect(done).toMatchObject({ status: 'succeeded', chargedMicros: usd(1) });
    const deliveries = await store.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('job_id', '=', jobId)
      .execute();
    expect(deliveries).toHaveLength(1);
    expect(JSON.parse(Buffer.from(deliveries[0]?.body ?? []).toString())).toEqual({
      id: jobId,
      status: 'succeeded',
      charged: usd(1),
    });
  });

  it('charges the minimum, and never more than the hold', async () => {
    const { context } = world.core;
    const short = await submit();
    const first = await claim();
    const long = await submit();
    const second = await claim();
    const ends = [
      await succeedJob(
        context,
        { jobId: short, fence: first?.fence ?? 0 },
        { ...result, outputUs: 1 },
      ),
      await succeedJob(
        context,
        { jobId: long, fence: second?.fence ?? 0 },
        { ...result, outputUs: 99_000_000 },
      ),
    ];
    expect(ends.map((job) => job?.chargedMicros)).toEqual([usd(0.5), usd(3)]);
  });

  it('lets success and cancel race: one wins, the other sees it', async () => {
    const { context } = world.core;
    for (let round = 0; round < 20; round += 1) {
      const id = await submit();
      const claimed = await claim();
      const lease = { jobId: id, fence: claimed?.fence ?? 0 };
      const [success, cancel] = await Promise.all([
        succeedJob(context, lease, result),
        world.core.cancelJob(world.account.id, id).then(
          ({ status }) => status,
          (error: { code: string }) => error.code,
        ),
      ]);
      const { status } = await world.core.readJob(world.account.id, id);
      expect([status, success?.status ?? null, cancel]).toEqual(
        status === 'succeeded'
          ? ['succeeded', 'succeeded', 'invalid_input']
          : ['canceled', null, 'canceled'],
      );
    }
  });

  it('fails a parked job that is not advanced in time, but not one that was just advanced', async () => {
    const { context } = world.core;
    const { job } = await world.core.submitJob({
      accountId: world.account.id,
      feature: 'identity_swap',
      input: { mode: 'advanced' },
      callbackUrl: null,
      idempotencyKey: null,
    });
    const first = await claim();
    const parked = await parkJob(
      context,
      { jobId: job.id, fence: first?.fence ?? 0 },
      fakeFile('p'),
    );
    expect(parked).toMatchObject({ status: 'processing', stage: 'frame_ready', progress: 1 });
    expect(await claim()).toBeNull();
    world.clock.advance(context.policy.parkedLimitMs + 1);
    const { accountId } = job;
    const advances = await Promise.allSettled(
      [1, 2].map(() =>
        world.core.advanceJob({
          accountId,
          jobId: job.id,
          step: 'swap',
          changes: {},
          idempotencyKey: null,
        }),
      ),
    );
    expect(advances.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await reapJobs(context)).overdue).toBe(0);
    const second = await claim();
    await parkJob(context, { jobId: job.id, fence: second?.fence ?? 0 }, fakeFile('q'));
    world.clock.advance(context.policy.parkedLimitMs + 1);
    expect((await reapJobs(context)).overdue).toBe(1);
    const failed = await world.core.readJob(accountId, job.id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'render_timeout' } });
  });

  it('advances one step for a repeated request with the same key', async () => {
    const { context } = world.core;
    const { job } = await world.core.submitJob({
      accountId: world.account.id,
      feature: 'identity_swap',
      input: { mode: 'advanced' },
      callbackUrl: null,
      idempotencyKey: 'key-1',
    });
    const { accountId, id: jobId } = job;
    const park = async (name: string): Promise<void> => {
      await parkJob(context, { jobId, fence: (await claim())?.fence ?? 0 }, fakeFile(name));
    };
    await park('p');
    const toSwap = { accountId, jobId, step: 'swap', changes: { prompt: 'one' } } as const;
    const early = world.core.advanceJob({ ...toSwap, step: 'motion', idempotencyKey: 'key-2' });
    await expect(early).rejects.toThrow(/current stage is frame_ready/);
    // A refusal leaves its key free.
    const stages = await Promise.all(
      [1, 2, 3].map(() => world.core.advanceJob({ ...toSwap, idempotencyKey: 'key-2' })),
    );
    expect(stages.map(({ stage }) => stage)).toEqual(Array(3).fill('placing_character'));
    await park('q');
    const late = await world.core.advanceJob({ ...toSwap, idempotencyKey: 'key-2' });
    expect(late).toMatchObject({ status: 'processing', stage: 'swap_ready' });
    for (const idempotencyKey of ['key-1', 'key-2']) {
      const other = { ...toSwap, step: 'motion', changes: {}, idempotencyKey } as const;
      await expect(world.core.advanceJob(other)).rejects.toThrow(
        /was used for a different request/,
      );
    }
    await world.core.cancelJob(accountId, jobId);
    const ended = await world.core.advanceJob({ ...toSwap, idempotencyKey: 'key-2' });
    expect(ended.status).toBe('canceled');
  });

  /** A job whose first segment is rendered, and the others wait. */
  async function submitSegments(count: number): Promise<string> {
    const jobId = await submit();
    const fence = (await claim())?.fence ?? 0;
    const nowMs = world.clock.nowMs();
    const { blobHash: hash, sizeBytes } = fakeFile(jobId);
    const first = { hash, sizeBytes, facts: 'facts', state: 'state', nowMs };
    await store.db
      .transaction()
      .execute((tx) => beginSegments(tx, { jobId, fence }, { count, first }));
    return jobId;
  }

  it('hands out waiting segments when the clock was set back by an hour', async () => {
    const { context } = world.core;
    await submitSegments(4);
    world.clock.advance(-3_600_000);
    expect(await claim()).toBeNull();
    expect(await clampJobDueTimes(context)).toBe(1);
    const claims = [(await claim())!, (await claim())!];
    expect(claims.map(({ part }) => part)).toEqual([{ at: 1 }, { at: 2 }]);
    expect(await clampJobDueTimes(context)).toBe(0);
    // As a single render from now on.
    await createClaimHandle(context, claims[0]!).giveUpSegments();
    expect((await claim())?.part).toBe('whole');
  });

  it('joins segments when the clock was set back while the last was rendered', async () => {
    const jobId = await submitSegments(2);
    const { fence } = (await claim())!;
    world.clock.advance(-3_600_000);
    const { blobHash: hash, sizeBytes } = fakeFile(`${jobId} 1`);
    const made = { hash, sizeBytes, facts: '', state: null, nowMs: world.clock.nowMs() };
    await store.db.transaction().execute((tx) => finishSegment(tx, { jobId, at: 1, fence }, made));
    expect((await claim())?.part).toBe('join');
  });

  it('hands out a returned segment while another waits for its retry', async () => {
    const { context } = world.core;
    const hold = async () => createClaimHandle(context, (await claim())!);
    await submitSegments(3);
    const [dies, stops] = [await hold(), await hold()];
    await dies.retry(failure);
    expect(await claim()).toBeNull();
    await stops.release();
    expect((await claim())?.part).toEqual({ at: 2 });
    expect(await claim()).toBeNull();
    world.clock.advance(context.policy.retryDelayMs);
    expect((await claim())?.part).toEqual({ at: 1 });
  });

  it('passes the decision of the first segment to others, and the number of rendered ones', async () => {
    const jobId = await submitSegments(3);
    const { blobHash: blob_hash } = fakeFile(jobId);
    const first = { at: 0, facts: 'facts', state_after: 'state', blob_hash };
    expect(await readFirstSegment(store.db, jobId)).toEqual({ first, done: 1 });
    await failJob(world.core.context, { jobId, holder: 'anybody' }, failure);
    expect(await readFirstSegment(store.db, jobId)).toEqual({ first: null, done: 0 });
  });

  it.each(['succeeded', 'failed'] as const)(
    'refuses to cancel a job that has %s',
    async (status) => {
      const { context } = world.core;
      const id = await submit();
      const lease = { jobId: id, fence: (await claim())?.fence ?? 0 };
      await (status === 'succeeded'
        ? succeedJob(context, lease, result)
        : failJob(context, { jobId: id, holder: lease }, failure));
      await expect(world.core.cancelJob(world.account.id, id)).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );
});
