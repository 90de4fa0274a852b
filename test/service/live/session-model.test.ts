import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCore } from '../../../src/service/start/core.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { audit } from '../store/audit.ts';
import { describeEngines } from '../store/engines.ts';
import { type Mutant, withMutant } from '../store/mutants.ts';
import { openStoreAt } from '../store/place.ts';
import { TestClock, toPriceList } from '../store/world.ts';
import { toSeed } from '../support/seed.ts';
import { SessionModel, sessionPolicy, sessionPrices } from './session-model.ts';
import { sessionMutants } from './session-mutants.ts';
import { anySessionStep } from './session-steps.ts';

const RUNS = Number(process.env['GUISE_MODEL_RUNS'] ?? 25);

describeEngines('live sessions against a model', (engine) => {
  async function withStore(act: (store: Store) => Promise<void>): Promise<void> {
    const store = await openStoreAt(await engine.createPlace());
    try {
      await act(store);
    } finally {
      await store.close();
    }
  }

  it(
    'agree after every step of random histories',
    () =>
      withStore(async (store) => {
        const seed = toSeed(`live sessions, ${engine.engine}`);
        // A run is hundreds of statements: on a server each of them is a way there and back.
        const numRuns = engine.engine === 'sqlite' ? RUNS : Math.ceil(RUNS / 3);
        await fc.assert(property(store), { numRuns, seed });
        expect(await audit(store)).toEqual([]);
      }),
    180_000,
  );

  // The faults are injected above the engine: their detection does not depend on it.
  it.each(engine.engine === 'sqlite' ? sessionMutants : [])('notice a fault: $name', (mutant) =>
    withStore(async (store) => {
      const options = { numRuns: 150, endOnFailure: true, seed: 20_260_304 };
      const found = await fc.check(property(store, mutant), options);
      expect(found.failed, `${mutant.name} was not noticed`).toBe(true);
    }),
  );
});

/** One history per run: two accounts, one of which can initially pay for a few minutes. */
function property(sound: Store, mutant?: Mutant) {
  const clock = new TestClock();
  const { priceMicros, minimumMicros } = sessionPrices;
  return fc.asyncProperty(
    fc.array(anySessionStep, { minLength: 10, maxLength: 60, size: 'max' }),
    async (steps) => {
      await endAll(sound);
      const core = createCore({
        store: mutant === undefined ? sound : withMutant(sound, mutant),
        clock,
        prices: toPriceList(priceMicros, minimumMicros),
        policy: sessionPolicy,
        isInstalled: () => true,
        describeJob: ({ id, status }) => ({ id, status }),
        masterKey: new Uint8Array(32),
      });
      const accounts = [
        await core.createAccount({ name: 'one' }),
        await core.createAccount({ name: 'two' }),
      ];
      const model = new SessionModel(
        core,
        clock,
        accounts.map(({ id }) => id),
      );
      const payment = { kind: 'pay', pick: 0, choice: 0, flag: false, ms: 200_000 } as const;
      await model.apply(payment);
      for (const step of steps) {
        await model.apply(step);
      }
      await model.finish();
    },
  );
}

/** Ends all sessions of a failed history. */
async function endAll(store: Store): Promise<void> {
  await store.db.updateTable('live_sessions').set({ status: 'ended' }).execute();
}
