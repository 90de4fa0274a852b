import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toHttpStatus } from '../../../src/contract/api/errors.ts';
import type { Feature } from '../../../src/contract/api/features.ts';
import { rateTiers } from '../../../src/contract/api/limits.ts';
import { claimJob } from '../../../src/service/jobs/queue.ts';
import type { SubmitRequest } from '../../../src/service/jobs/submit.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { audit } from './audit.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, toPriceList, usd, type World } from './world.ts';

describeEngines('submit', (engine) => {
  let store: Store;
  let world: World;
  let installed: (feature: Feature) => boolean;

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(async () => {
    expect(await audit(store)).toEqual([]);
    await store.close();
  });
  beforeEach(async () => {
    installed = () => true;
    world = await createWorld(store, {
      isInstalled: (feature) => installed(feature),
      // In addition to the two that the tier renders at once.
      policy: { accountQueueLength: 1 },
    });
  });

  function speech(changes: Partial<SubmitRequest> = {}): SubmitRequest {
    return {
      accountId: world.account.id,
      feature: 'text_to_speech',
      input: { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl: null,
      idempotencyKey: null,
      ...changes,
    };
  }

  async function readRefusal(request: SubmitRequest): Promise<{ code: string; status: number }> {
    const error: unknown = await world.core.submitJob(request).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return { code: (error as { code: string }).code, status: toHttpStatus(error) };
  }

  /** Claims until a job belongs to this account; other tests left theirs in the queue. */
  async function claimOwn({ core, account }: World): Promise<string> {
    for (;;) {
      const claimed = await claimJob(core.context, 'worker', ['text_to_speech']);
      expect(claimed).not.toBeNull();
      if (claimed?.job.accountId === account.id) {
        return claimed.job.id;
      }
    }
  }

  async function readMoney(): Promise<readonly number[]> {
    const { balanceMicros, heldMicros } = await world.core.readBalance(world.account.id);
    return [balanceMicros, heldMicros];
  }

  it('holds the largest possible cost of the request', async () => {
    await world.topUp(usd(10));
    const { job, isReplay } = await world.core.submitJob(speech());
    expect(isReplay).toBe(false);
    expect(job).toMatchObject({ status: 'queued', stage: null, chargedMicros: 0 });
    expect(await readMoney()).toEqual([usd(7), usd(3)]);
  });

  it('answers a repeat with the first job, after any later change', async () => {
    await world.topUp(usd(3));
    const keyed = speech({ idempotencyKey: 'a' });
    const { job } = await world.core.submitJob(keyed);
    installed = () => false;
    const repeated = await world.core.submitJob({
      ...keyed,
      input: { voice_id: 'v', script: 'aaaaaaaa' },
    });
    expect(repeated).toMatchObject({ isReplay: true, job: { id: job.id } });
    await world.core.cancelJob(world.account.id, job.id);
    expect(await world.core.submitJob(keyed)).toMatchObject({
      isReplay: true,
      job: { id: job.id, status: 'canceled' },
    });
    expect(await readMoney()).toEqual([usd(3), 0]);
  });

  it('creates one job for many equal submits at the same time', async () => {
    await world.topUp(usd(30));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.core.submitJob(speech({ idempotencyKey: 'burst' }))),
    );
    expect(new Set(answers.map(({ job }) => job.id)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await readMoney()).toEqual([usd(27), usd(3)]);
  });

  it.each([
    ['another body', { input: { script: 'bbbbbbbb', voice_id: 'v' } }],
    ['another feature', { feature: 'voice_clone' as const }],
    ['another callback', { callbackUrl: 'https://example.com/' }],
  ])('refuses a used key with %s', async (_, changes) => {
    await world.topUp(usd(30));
    await world.core.submitJob(speech({ idempotencyKey: 'once' }));
    expect(await readRefusal(speech({ idempotencyKey: 'once', ...changes }))).toEqual({
      code: 'invalid_input',
      status: 422,
    });
  });

  it('keeps keys of accounts apart', async () => {
    await world.topUp(usd(3));
    const { job } = await world.core.submitJob(speech({ idempotencyKey: 'same' }));
    const other = await createWorld(store);
    await other.topUp(usd(3));
    const theirs = await other.core.submitJob({
      ...speech({ idempotencyKey: 'same' }),
      accountId: other.account.id,
    });
    expect(theirs.isReplay).toBe(false);
    await expect(other.core.readJob(other.account.id, job.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(other.core.cancelJob(other.account.id, job.id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('does not store a refusal: the same key works after a top-up', async () => {
    const keyed = speech({ idempotencyKey: 'later' });
    expect(await readRefusal(keyed)).toEqual({ code: 'insufficient_credits', status: 402 });
    await world.topUp(usd(3));
    expect((await world.core.submitJob(keyed)).isReplay).toBe(false);
  });

  it('checks files, capability, capacity and balance in this order', async () => {
    installed = () => false;
    const foreign = await createWorld(store);
    const theirs = await foreign.addUpload('video', { durationMs: 1000 });
    const swap = (videoKey: string): SubmitRequest =>
      speech({ feature: 'face_swap', input: { video_key: videoKey } });
    expect(await readRefusal(swap(theirs))).toEqual({ code: 'invalid_input', status: 400 });
    expect(await readRefusal(swap('api/videos/none.mp4'))).toEqual({
      code: 'invalid_input',
      status: 400,
    });
    const ours = await world.addUpload('video', { durationMs: 1000 });
    expect(await readRefusal(swap(ours))).toEqual({ code: 'capability_unavailable', status: 400 });
    installed = () => true;
    expect(await readRefusal(swap(ours))).toEqual({ code: 'insufficient_credits', status: 402 });
    await world.topUp(usd(9));
    for (const _ of [1, 2, 3]) {
      await world.core.submitJob(speech());
    }
    expect(await readRefusal(swap(ours))).toEqual({ code: 'at_capacity', status: 429 });
    expect(await readMoney()).toEqual([0, usd(9)]);
  });

  it.each(['default', 'pro'] as const)(
    'accepts only as many jobs as may render at once when none may wait, %s tier',
    async (tier) => {
      const bare = await createWorld(store, { policy: { accountQueueLength: 0 } });
      const { account, core } = bare;
      await bare.topUp(usd(100));
      await core.setTier(account.id, tier);
      const submit = () =>
        core.submitJob({ ...speech(), accountId: account.id }).then(
          ({ job }) => job.id,
          (error: { code: string }) => error.code,
        );
      const first = await Promise.all(Array.from({ length: 12 }, submit));
      const taken = first.filter((answer) => answer !== 'at_capacity');
      expect(taken).toHaveLength(rateTiers[tier].processingJobs);
      // The limit includes running jobs; only an ended one frees a slot.
      const own = await claimOwn(bare);
      expect(await submit()).toBe('at_capacity');
      await core.cancelJob(account.id, own);
      expect(await submit()).not.toBe('at_capacity');
      expect(await submit()).toBe('at_capacity');
      for (const { id } of (await core.listJobs(account.id, { limit: 99, offset: 0 })).jobs) {
        await core.cancelJob(account.id, id);
      }
    },
  );

  it('accepts one job of every account when the queue of the service is full', async () => {
    const crowded = await createWorld(store, { policy: { serviceQueueLength: 1 } });
    await crowded.topUp(usd(9));
    const request = { ...speech(), accountId: crowded.account.id };
    await crowded.core.submitJob(request);
    await expect(crowded.core.submitJob(request)).rejects.toMatchObject({ code: 'at_capacity' });
  });

  it('refuses avatar audio beyond a minute', async () => {
    await world.topUp(usd(100));
    const audio = await world.addUpload('audio', { durationMs: 60_151 });
    const avatar = speech({ feature: 'avatar', input: { audio_key: audio } });
    expect(await readRefusal(avatar)).toEqual({ code: 'input_too_large', status: 400 });
  });

  it('submits and cancels without a charge when everything is free', async () => {
    const free = await createWorld(store, { prices: toPriceList(0, 0) });
    const { job } = await free.core.submitJob({ ...speech(), accountId: free.account.id });
    const canceled = await free.core.cancelJob(free.account.id, job.id);
    expect(canceled.status).toBe('canceled');
    expect(await free.core.readBalance(free.account.id)).toMatchObject({ totalSpentMicros: 0 });
  });

  it('lists jobs newest first, in pages', async () => {
    await world.topUp(usd(30));
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.unshift((await world.core.submitJob(speech())).job.id);
    }
    const first = await world.core.listJobs(world.account.id, { limit: 2, offset: 0 });
    expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.hasMore).toBe(true);
    const rest = await world.core.listJobs(world.account.id, { limit: 2, offset: 2 });
    expect(rest.jobs.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(rest.hasMore).toBe(false);
    const done = await world.core.listJobs(world.account.id, {
      status: 'succeeded',
      limit: 2,
      offset: 0,
    });
    expect(done.jobs).toEqual([]);
  });
});
