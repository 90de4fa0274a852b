import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ShownJob } from '../../../src/service/jobs/job.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, usd, type World } from './world.ts';

describeEngines('status calls', (engine) => {
  let store: Store;
  let world: World;
  let jobId: string;

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    world = await createWorld(store);
    await world.topUp(usd(10));
    const { job } = await world.core.submitJob({
      accountId: world.account.id,
      feature: 'text_to_speech',
      input: { script: 'aaaaaaaa', voice_id: 'v' },
      callbackUrl: null,
      idempotencyKey: null,
    });
    jobId = job.id;
  });

  const poll = async (accountId = world.account.id): Promise<ShownJob> =>
    world.core.readShownJob(accountId, jobId);

  it('show a change at the first poll after it', async () => {
    expect(await poll()).toMatchObject({ id: jobId, status: 'queued' });
    expect(await poll()).toEqual(await poll());
    await world.core.cancelJob(world.account.id, jobId);
    expect(await poll()).toMatchObject({ id: jobId, status: 'canceled' });
  });

  it('show a polled job to its account only', async () => {
    await poll();
    const other = await world.core.createAccount({ name: 'other' });
    await poll();
    await expect(poll(other.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await poll()).id).toBe(jobId);
  });

  it('never show changes of a transaction that is rolled back', async () => {
    await poll();
    const undone = store.db.transaction().execute(async (tx) => {
      await tx.updateTable('jobs').set({ stage: 'extracting' }).where('id', '=', jobId).execute();
      // The poll begins while the change is visible, and ends after the rollback.
      during = poll();
      throw new Error('undo');
    });
    let during: Promise<ShownJob> | undefined;
    await expect(undone).rejects.toThrow('undo');
    expect((await during)?.stage).toBeNull();
    expect((await poll()).stage).toBeNull();
  });

  it('keep no version while a transaction is open, and another one after every write', async () => {
    const before = store.version();
    await poll();
    expect(store.version()).toBe(before);
    await store.db.transaction().execute(async () => {
      await Promise.resolve();
      expect(store.version()).toBeNull();
    });
    await world.core.cancelJob(world.account.id, jobId);
    expect(store.version() === null || store.version() !== before).toBe(true);
    expect(store.version() === null).toBe(store.engine === 'postgres');
  });
});
