import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { isTerminal } from '../../../src/contract/api/resources/job.ts';
import type { Job } from '../../../src/service/jobs/job.ts';
import { findFile } from '../../../src/service/store/file-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { listSegments } from '../../../src/service/store/segment-statements.ts';
import { audit } from '../store/audit.ts';
import { describeEngines } from '../store/engines.ts';
import { openPlace } from '../store/place.ts';
import { usd } from '../store/world.ts';
import { openPoolWorld, type PoolWorld } from './pool-world.ts';

const isDone = (job: Job): boolean => isTerminal(job.status);
const whole = (parts: number): string =>
  Array.from({ length: parts }, (_, at) => `[${at} after ${at === 0 ? 'none' : at - 1}]`).join('');

describeEngines('a job of segments', (engine) => {
  let store: Store;
  let world: PoolWorld;
  const pools: PoolWorld[] = [];

  beforeAll(async () => {
    store = await openPlace(await engine.createPlace());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    world = await open();
    await world.topUp(usd(1000));
  });
  afterEach(async () => {
    // The first has the folder of all.
    for (const pool of pools.splice(0).toReversed()) {
      await pool.close();
    }
    expect(await audit(store)).toEqual([]);
  });

  async function open(folder?: string): Promise<PoolWorld> {
    const opened = await openPoolWorld(store, {
      slots: 1,
      policy: { retryDelayMs: 50 },
      work: `work-${pools.length}`,
      ...(folder !== undefined && { folder }),
    });
    pools.push(opened);
    return opened;
  }

  async function untilSegments(id: string, count: number) {
    for (;;) {
      const rows = await listSegments(store.db, id);
      if (rows.length >= count) {
        return rows;
      }
      await sleep(5);
    }
  }

  async function readRow(id: string) {
    return store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  /** The whole result, charged once, with nothing left of the segments. */
  async function expectWhole(id: string, parts: number): Promise<void> {
    const job = await world.until(id, isDone);
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(job.chargedMicros).toBeGreaterThan(0);
    const row = await findFile(store.db, job.outputKey ?? '');
    expect(await text(await world.blobs.open(row?.blob_hash ?? ''))).toBe(whole(parts));
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
  }

  it('is rendered segment by segment, and joined and charged once', async () => {
    const { id } = await world.submit('parts 4 20');
    await expectWhole(id, 4);
    await world.until(id, () => world.pool.running === 0);
    expect(world.listWorkFiles()).toEqual([]);
  });

  it('loses one segment to a worker that dies, and its tries count anew after each', async () => {
    const { id } = await world.submit('parts 4 150');
    const firsts: number[] = [];
    // Three deaths: one more than a job survives that begins anew.
    for (let count = 1; count <= 3; count += 1) {
      const [first] = await untilSegments(id, count);
      firsts.push(first?.created_at_ms ?? 0);
      // Between two segments a worker has nothing to lose.
      await expect
        .poll(() => world.listWorkFiles(), { interval: 5, timeout: 20_000 })
        .toContain(`begun-${count}`);
      expect(world.pool.pids).toHaveLength(1);
      for (const pid of world.pool.pids) {
        process.kill(pid, 'SIGKILL');
      }
    }
    expect(new Set(firsts).size).toBe(1);
    await expectWhole(id, 4);
    expect((await readRow(id)).fence).toBeGreaterThan(3);
  });

  it('is the same when five services render it in turns', async () => {
    const services = 5;
    const { id } = await world.submit(`parts ${services} 300`);
    let current = world;
    for (let count = 1; count < services; count += 1) {
      await expect.poll(() => current.pool.running, { interval: 5, timeout: 20_000 }).toBe(1);
      // Gives it back after the segment that it is at.
      await current.pool.drain();
      expect(await listSegments(store.db, id)).toHaveLength(count);
      expect(await readRow(id)).toMatchObject({ status: 'processing', queue_state: 'ready' });
      await current.pool.stop();
      current = await open(world.folder);
    }
    await expectWhole(id, services);
    expect((await readRow(id)).fence).toBe(services);
  });

  it('leaves nothing when it is canceled in the middle', async () => {
    const { id } = await world.submit('parts 5 200');
    const [row] = await untilSegments(id, 2);
    await world.core.cancelJob(world.account.id, id);
    await world.until(id, () => world.pool.running === 0);
    expect(await listSegments(store.db, id)).toEqual([]);
    const blob = await store.db
      .selectFrom('blobs')
      .select('refcount')
      .where('hash', '=', row?.blob_hash ?? '')
      .executeTakeFirst();
    expect(blob?.refcount).toBe(0);
    expect(world.listWorkFiles()).toEqual([]);
    expect((await world.core.readBalance(world.account.id)).heldMicros).toBe(0);
  });
});
