import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { isTerminal } from '../../../src/contract/api/resources/job.ts';
import type { Job } from '../../../src/service/jobs/job.ts';
import { findFile } from '../../../src/service/store/statements/file-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import type { SegmentRow } from '../../../src/service/store/schema.ts';
import { listSegments } from '../../../src/service/store/statements/segment-statements.ts';
import { audit } from '../store/audit.ts';
import { describeEngines } from '../store/engines.ts';
import { openStoreAt } from '../store/place.ts';
import { usd } from '../store/world.ts';
import { openPoolWorld, type PoolWorld } from './pool-world.ts';

const isDone = (job: Job): boolean => isTerminal(job.status);
const whole = (parts: number): string =>
  Array.from({ length: parts }, (_, at) => `[${at} by ${at === 0 ? 'none' : 'plan'}]`).join('');

const failures = [
  ['a segment fails', 'parts 5 40 fail 2', 'face_not_detected'],
  ['a segment kills every worker', 'parts 5 40 die 3', 'processing_failed'],
  ['its first segment fails', 'parts 5 40 fail 0', 'face_not_detected'],
] as const;

describeEngines('a job of segments', (engine) => {
  // Random histories test the statements on each engine; these tests run them from several services at once.
  const isSqlite = engine.engine === 'sqlite';
  let store: Store;
  let world: PoolWorld;
  const pools: PoolWorld[] = [];

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(() => store.close());
  beforeEach(() => {
    expect(pools).toEqual([]);
  });
  afterEach(async () => {
    // The first has the folder of all.
    for (const pool of pools.splice(0).toReversed()) {
      await pool.close();
    }
    expect(await audit(store)).toEqual([]);
  });

  /** A service with the given number of slots; the first one has the account of the jobs. */
  async function open(slots: number): Promise<PoolWorld> {
    const [first] = pools;
    const opened = await openPoolWorld(store, {
      slots,
      policy: { retryDelayMs: 50 },
      work: `work-${pools.length}`,
      ...(first !== undefined && { folder: first.folder }),
    });
    pools.push(opened);
    await opened.topUp(usd(1000));
    if (first === undefined) {
      world = opened;
    }
    return opened;
  }

  async function untilSegments(
    id: string,
    isThere: (rows: readonly SegmentRow[]) => boolean,
  ): Promise<readonly SegmentRow[]> {
    for (;;) {
      const rows = await listSegments(store.db, id);
      if (isThere(rows)) {
        return rows;
      }
      await sleep(2);
    }
  }

  const count = (rows: readonly SegmentRow[], state: SegmentRow['state']): number =>
    rows.filter((row) => row.state === state).length;

  async function readRow(id: string) {
    return store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async function readResult(id: string): Promise<string> {
    const job = await world.until(id, isDone);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    const row = await findFile(store.db, job.outputKey ?? '');
    return text(await world.blobs.open(row?.blob_hash ?? ''));
  }

  /** Checks that no data of the segments is left. */
  async function expectNothingLeft(id: string): Promise<void> {
    expect(await listSegments(store.db, id)).toEqual([]);
    const used = await store.db
      .selectFrom('blobs')
      .select('hash')
      .where('refcount', '>', 0)
      .execute();
    const named = await store.db.selectFrom('files').select('blob_hash').execute();
    expect(new Set(used.map(({ hash }) => hash))).toEqual(
      new Set(named.map(({ blob_hash: hash }) => hash)),
    );
    for (const pool of pools) {
      await expect.poll(() => pool.pool.running).toBe(0);
      expect(pool.listWorkFiles()).toEqual([]);
    }
    expect((await world.core.readBalance(world.account.id)).heldMicros).toBe(0);
  }

  /** The complete result, charged once. */
  async function expectWhole(id: string, parts: number): Promise<void> {
    expect(await readResult(id)).toBe(whole(parts));
    const { chargedMicros } = await world.core.readJob(world.account.id, id);
    expect(chargedMicros).toBe(usd(1));
    await expectNothingLeft(id);
  }

  it.each(isSqlite ? [1, 2, 5] : [])(
    'is the same from %i workers, joined and charged once',
    async (slots) => {
      await open(slots);
      await world.core.setTier(world.account.id, 'pro');
      const { id } = await world.submit('parts 7 60');
      let max = 0;
      await untilSegments(id, (rows) => {
        max = Math.max(max, count(rows, 'leased'));
        return count(rows, 'done') === 7 || (max > 0 && rows.length === 0);
      });
      await expectWhole(id, 7);
      expect(max).toBeGreaterThanOrEqual(Math.min(slots, 2));
      expect(max).toBeLessThanOrEqual(slots);
    },
  );

  it('uses a slot of its account for each running segment', async () => {
    await open(4);
    const { id: accountId } = await world.core.createAccount({ name: 'Other' });
    await world.core.topUp({ accountId, amountMicros: usd(10) });
    const { id } = await world.submit('parts 8 60');
    await untilSegments(id, (rows) => count(rows, 'leased') === 2);
    // A slot that the first account may not have is there for others.
    const { job: theirs } = await world.core.submitJob({
      accountId,
      feature: 'text_to_speech',
      input: { script: 'hello', voice_id: 'v' },
      callbackUrl: null,
      idempotencyKey: null,
    });
    await expect
      .poll(() => world.core.readJob(accountId, theirs.id), { interval: 5 })
      .toMatchObject({ status: 'succeeded' });
    const rows = await untilSegments(id, (all) => {
      expect(count(all, 'leased')).toBeLessThanOrEqual(2);
      return count(all, 'done') >= 6;
    });
    expect(rows).toHaveLength(8);
    await expectWhole(id, 8);
  });

  it('does not block other jobs of its account until its end', async () => {
    await open(1);
    const { id } = await world.submit('parts 6 60');
    await untilSegments(id, (rows) => count(rows, 'leased') === 1);
    const { id: short } = await world.submit('hello');
    expect((await world.until(short, isDone)).status).toBe('succeeded');
    expect((await listSegments(store.db, id)).length).toBe(6);
    await expectWhole(id, 6);
  });

  it('loses the segment of a worker that dies, and no other', async () => {
    await open(2);
    const { id } = await world.submit('parts 6 150');
    for (const kills of [1, 2, 3]) {
      await untilSegments(id, (rows) => count(rows, 'leased') > 0 && count(rows, 'done') >= kills);
      // Between two segments a worker has nothing to lose.
      await expect
        .poll(() => world.listWorkFiles().some((name) => name.startsWith('begun')), { interval: 2 })
        .toBe(true);
      const [pid] = world.pool.pids;
      process.kill(pid!, 'SIGKILL');
      // The pool lists a process until it has seen that it ended.
      await expect.poll(() => world.pool.pids, { interval: 2 }).not.toContain(pid);
    }
    const rows = await untilSegments(id, (all) => count(all, 'leased') === 0);
    const tries = rows.reduce((sum, { attempt }) => sum + attempt, 0);
    expect(tries).toBeLessThanOrEqual(5 + 3);
    await expectWhole(id, 6);
  });

  it('is continued by others when its service stops or drains', async () => {
    await open(2);
    const { id } = await world.submit('parts 6 100');
    await untilSegments(id, (rows) => count(rows, 'leased') > 0);
    // Ends its current work.
    await world.pool.drain();
    const kept = await listSegments(store.db, id);
    expect(count(kept, 'done')).toBeGreaterThan(1);
    expect(count(kept, 'ready')).toBeGreaterThan(0);
    expect(count(kept, 'leased')).toBe(0);
    await world.pool.stop();
    const next = await open(2);
    await untilSegments(id, (rows) => count(rows, 'leased') > 0);
    await next.pool.stop();
    expect((await readRow(id)).status).toBe('processing');
    await open(1);
    await expectWhole(id, 6);
  });

  it('leaves nothing when it is canceled in the middle', async () => {
    await open(2);
    const { id } = await world.submit('parts 6 150');
    await untilSegments(id, (rows) => count(rows, 'leased') > 0 && count(rows, 'done') > 1);
    await world.core.cancelJob(world.account.id, id);
    await expectNothingLeft(id);
    expect((await readRow(id)).status).toBe('canceled');
  });

  it.each(isSqlite ? failures : [])('fails once when %s', async (_, script, code) => {
    await open(2);
    const { id } = await world.submit(script);
    const job = await world.until(id, isDone);
    expect(job).toMatchObject({ status: 'failed', error: { code }, chargedMicros: 0 });
    await expectNothingLeft(id);
  });

  it.each(isSqlite ? ['useless 2', 'useless 0'] : [])(
    'is rendered in one go when segments are %s',
    async (at) => {
      await open(2);
      const script = `parts 4 30 ${at}`;
      const { id } = await world.submit(script);
      expect(await readResult(id)).toBe(script);
      await expectNothingLeft(id);
    },
  );

  it.each(isSqlite ? [] : [5])('is the same from %i services', async (services) => {
    await open(1);
    await world.core.setTier(world.account.id, 'pro');
    for (let others = 1; others < services; others += 1) {
      await open(1);
    }
    const { id } = await world.submit('parts 12 100');
    const owners = new Set<string | null>();
    await untilSegments(id, (rows) => {
      rows.forEach(({ lease_owner: owner }) => owners.add(owner));
      return count(rows, 'done') > 7;
    });
    owners.delete(null);
    expect(owners.size).toBeGreaterThan(2);
    await expectWhole(id, 12);
  });
});
