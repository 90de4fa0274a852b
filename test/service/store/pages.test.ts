import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobStatus } from '../../../src/contract/api/resources/job.ts';
import { failJob, succeedJob } from '../../../src/service/jobs/end.ts';
import { claimJob } from '../../../src/service/jobs/queue.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { sum } from '../support/expect-same.ts';
import { toSeed } from '../support/seed.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, fakeFile, TestClock, usd, type World } from './world.ts';

/** A call at a time, and its outcome. Few times, so that many calls share one. */
interface Call {
  readonly atMs: number;
  readonly end: 'queued' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  readonly isDeleted: boolean;
}

interface ListedCall extends Call {
  readonly id: string;
  readonly status: JobStatus;
  readonly charged: number;
}

const startMs = Date.UTC(2026, 2, 4, 12);
const anyCall: fc.Arbitrary<Call> = fc.record({
  atMs: fc.nat(2).map((step) => startMs + step),
  end: fc.constantFrom('queued', 'processing', 'succeeded', 'failed', 'canceled'),
  isDeleted: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
});
/** No more than the tier renders at once. */
const anyCalls = fc.array(anyCall, { minLength: 1, maxLength: 8, size: 'max' });
const anyStatus = fc.option(
  fc.constantFrom('queued', 'processing', 'succeeded', 'failed', 'canceled'),
  { nil: undefined },
);
const anyMoment = fc.option(
  fc.integer({ min: -1, max: 3 }).map((step) => startMs + step),
  { nil: undefined },
);

describeEngines('pages of jobs and usage', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(() => store.close());

  /** An account with these calls, and another account with one at each time; newest first. */
  async function makeCalls(calls: readonly Call[]): Promise<{ world: World; list: ListedCall[] }> {
    const clock = new TestClock();
    const world = await createWorld(store, { clock });
    const stranger = await createWorld(store, { clock });
    await world.core.setTier(world.account.id, 'pro');
    await Promise.all([world.topUp(usd(1000)), stranger.topUp(usd(1000))]);
    const list: ListedCall[] = [];
    for (const call of calls) {
      clock.set(call.atMs);
      await cancelSubmit(stranger);
      list.push(await makeCall(world, call));
    }
    return { world, list: list.toSorted(newestFirst) };
  }

  async function submit({ core, account }: World): Promise<string> {
    const { job } = await core.submitJob({
      accountId: account.id,
      feature: 'text_to_speech',
      input: { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl: null,
      idempotencyKey: null,
    });
    return job.id;
  }

  async function cancelSubmit(world: World): Promise<void> {
    await world.core.cancelJob(world.account.id, await submit(world));
  }

  async function makeCall(world: World, call: Call): Promise<ListedCall> {
    const { core, account, clock } = world;
    const { context } = core;
    const id = await submit(world);
    const { end } = call;
    let charged = 0;
    if (end === 'canceled') {
      await core.cancelJob(account.id, id);
    } else if (end === 'failed') {
      const failure = { code: 'processing_failed', message: 'test' } as const;
      await failJob(context, { jobId: id, holder: 'anybody' }, failure);
    } else if (end !== 'queued') {
      // The queue holds older calls that stay in it.
      await store.db
        .updateTable('jobs')
        .set({ run_after_ms: clock.nowMs() - 1_000_000 })
        .where('id', '=', id)
        .execute();
      const claimed = await claimJob(context, 'worker', ['text_to_speech']);
      expect(claimed?.job.id).toBe(id);
      if (end === 'succeeded') {
        const lease = { jobId: id, fence: claimed?.fence ?? 0 };
        const result = { output: fakeFile(id), outputUs: 700_000, report: {} };
        charged = (await succeedJob(context, lease, result))?.chargedMicros ?? 0;
      }
    }
    const isDeleted = call.isDeleted && end !== 'queued' && end !== 'processing';
    if (isDeleted) {
      await core.deleteJob(account.id, id);
    }
    return { ...call, id, status: end, charged, isDeleted };
  }

  // A run is many commits; the statements are the same on both engines.
  const options = (subject: string) => ({
    numRuns: engine.engine === 'sqlite' ? 20 : 5,
    seed: toSeed(`${subject}, ${engine.engine}`),
  });

  it('contain every job once, with any jobs created or deleted while they are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCalls,
        fc.integer({ min: 1, max: 3 }),
        anyStatus,
        fc.nat(20),
        async (calls, limit, status, pick) => {
          const { world, list } = await makeCalls(calls);
          const { core, account, clock } = world;
          const shown = list.filter(
            (job) => !job.isDeleted && (status ?? job.status) === job.status,
          );
          const seen: string[] = [];
          let before: string | undefined;
          for (let hasMore = true; hasMore;) {
            const page = await core.listJobs(account.id, { status, limit, offset: 0, before });
            expect(page.jobs.length).toBeLessThanOrEqual(limit);
            seen.push(...page.jobs.map(({ id }) => id));
            expect(page.hasMore).toBe(seen.length < shown.length);
            hasMore = page.hasMore;
            expect(page.hasMore ? page.jobs.length : limit).toBe(limit);
            before = page.jobs.at(-1)?.id ?? before;
            // Newer than all read pages: it must neither appear nor shift them.
            clock.set(startMs + 10);
            await cancelSubmit(world);
          }
          expect(seen).toEqual(shown.map(({ id }) => id));

          // A page continues after a job that was deleted since it was read.
          const gone = shown[pick % Math.max(1, shown.length)];
          if (gone !== undefined) {
            await core.deleteJob(account.id, gone.id);
            const rest = await core.listJobs(account.id, {
              status,
              limit: 200,
              offset: 0,
              before: gone.id,
            });
            const after = shown.slice(shown.indexOf(gone) + 1);
            expect(rest.jobs.map(({ id }) => id)).toEqual(after.map(({ id }) => id));
          }
          await endAll(world);
        },
      ),
      options('pages'),
    );
  });

  it('are the same by offset as by the last job of the page before', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCalls,
        fc.integer({ min: 1, max: 3 }),
        fc.nat(9),
        anyStatus,
        async (calls, limit, offset, status) => {
          const { world, list } = await makeCalls(calls);
          const shown = list.filter(
            (job) => !job.isDeleted && (status ?? job.status) === job.status,
          );
          const page = await world.core.listJobs(world.account.id, { status, limit, offset });
          expect(page.jobs.map(({ id }) => id)).toEqual(
            shown.slice(offset, offset + limit).map(({ id }) => id),
          );
          expect(page.hasMore).toBe(shown.length > offset + limit);
          await endAll(world);
        },
      ),
      options('offsets'),
    );
  });

  it('of usage contain deleted calls too, within a range of time', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCalls,
        anyMoment,
        anyMoment,
        fc.integer({ min: 1, max: 9 }),
        async (calls, fromMs, toMs, limit) => {
          const { world, list } = await makeCalls(calls);
          const inside = list.filter(
            ({ atMs }) => atMs >= (fromMs ?? -Infinity) && atMs < (toMs ?? Infinity),
          );
          const rows = await world.core.readUsage(world.account.id, { fromMs, toMs, limit });
          expect(rows.map(({ id, status, chargedMicros }) => [id, status, chargedMicros])).toEqual(
            inside.slice(0, limit).map(({ id, status, charged }) => [id, status, charged]),
          );
          const summary = await world.core.readUsageSummary(world.account.id, { fromMs, toMs });
          const countOf = (status: JobStatus) =>
            inside.filter((job) => job.status === status).length;
          const totalSpentMicros = sum(inside.map(({ charged }) => charged));
          expect(summary).toEqual({
            totalCalls: inside.length,
            succeeded: countOf('succeeded'),
            failed: countOf('failed'),
            totalSpentMicros,
            perFeature:
              inside.length === 0
                ? []
                : [
                    {
                      feature: 'text_to_speech',
                      calls: inside.length,
                      spentMicros: totalSpentMicros,
                    },
                  ],
          });
          await endAll(world);
        },
      ),
      options('usage'),
    );
  });
});

/** Leaves no call in the queue, so that the next run claims its own. */
async function endAll({ core, account }: World): Promise<void> {
  for (const status of ['queued', 'processing'] as const) {
    const { jobs } = await core.listJobs(account.id, { status, limit: 200, offset: 0 });
    for (const { id } of jobs) {
      await core.cancelJob(account.id, id);
    }
  }
}

function newestFirst(a: ListedCall, b: ListedCall): number {
  return b.atMs - a.atMs || (a.id < b.id ? 1 : -1);
}
