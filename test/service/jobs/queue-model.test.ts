import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { audit } from '../store/audit.ts';
import { describeEngines } from '../store/engines.ts';
import { withMutant } from '../store/mutants.ts';
import { toSeed } from '../support/seed.ts';
import { Fleet } from './fleet.ts';
import { createAccounts, QueueModel } from './queue-model.ts';
import { queueMutants } from './queue-mutants.ts';
import { anyQueueStep } from './queue-steps.ts';

const RUNS = Number(process.env['GUISE_MODEL_RUNS'] ?? 15);

describeEngines('queue and outbox against a model', (engine) => {
  it('agree after every step of random histories', async () => {
    const fleet = new Fleet(await engine.createPlace());
    await fleet.open();
    try {
      await fc.assert(property(fleet), { numRuns: RUNS, seed: toSeed(`queue, ${engine.engine}`) });
      expect(await audit(fleet.sound)).toEqual([]);
    } finally {
      await fleet.close();
    }
  }, 180_000);

  // The faults are injected above the engine: their detection does not depend on it.
  it.each(engine.engine === 'sqlite' ? queueMutants : [])(
    'notice a fault: $name',
    async (mutant) => {
      const fleet = new Fleet(await engine.createPlace(), (store) => withMutant(store, mutant));
      await fleet.open();
      try {
        const options = { numRuns: 150, endOnFailure: true, seed: 20_260_304 };
        const found = await fc.check(property(fleet), options);
        expect(found.failed, `${mutant.name} was not noticed`).toBe(true);
      } finally {
        await fleet.close();
      }
    },
  );
});

function property(fleet: Fleet) {
  return fc.asyncProperty(
    fc.array(anyQueueStep, { minLength: 10, maxLength: 60, size: 'max' }),
    async (steps) => {
      try {
        const model = new QueueModel(fleet, await createAccounts(fleet));
        for (const step of steps) {
          await model.apply(step);
        }
        await model.finish();
      } finally {
        await clear(fleet);
      }
    },
  );
}

/** Ends all work of a history, so that the next one begins with an empty queue and outbox. */
async function clear(fleet: Fleet): Promise<void> {
  const { db } = fleet.sound;
  const { core } = fleet.at(0);
  const left = await db
    .selectFrom('jobs')
    .select(['id', 'account_id'])
    .where('queue_state', '!=', 'done')
    .execute();
  for (const { id, account_id } of left) {
    await core.cancelJob(account_id, id);
  }
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'given_up' })
    .where('state', '=', 'pending')
    .execute();
}
