import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../src/service/store/open.ts';
import { drawSeed } from '../../support/random.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { anyStep, Model } from './model.ts';
import { mutants, withMutant } from './mutants.ts';
import { createWorld, TestClock } from './world.ts';

const RUNS = Number(process.env['GUISE_MODEL_RUNS'] ?? 30);

describeEngines('ledger and job machine against a model', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  }, 60_000);
  afterAll(() => store.close());

  it('agree after every random history', async () => {
    const seed = drawSeed();
    console.log(`Model on ${engine.engine}: ${RUNS} runs, seed ${seed} (GUISE_SEED)`);
    await fc.assert(property(store), {
      numRuns: RUNS,
      seed,
      interruptAfterTimeLimit: 60_000,
    });
  }, 180_000);

  // The faults are injected above the engine: their detection does not depend on it.
  it.each(engine.engine === 'sqlite' ? mutants : [])(
    'notice a fault: $name',
    async (mutant) => {
      const place = await engine.createPlace();
      const sound = await openStoreAt(place);
      try {
        const faulty = withMutant(sound, mutant);
        const found = await fc.check(property(faulty), {
          numRuns: 60,
          endOnFailure: true,
          seed: 20_260_304,
        });
        expect(found.failed, `${mutant.name} was not noticed`).toBe(true);
      } finally {
        await sound.close();
      }
    },
    60_000,
  );
});

/** One history per run, each on its own account. */
function property(store: Store) {
  const clock = new TestClock();
  return fc.asyncProperty(
    fc.array(anyStep, { minLength: 5, maxLength: 40, size: 'max' }),
    async (steps) => {
      const model = new Model(await createWorld(store, { clock }));
      await model.apply({ kind: 'topUp', micros: 12_000_000, reference: -1 });
      for (const step of steps) {
        await model.apply(step);
      }
      await model.compare();
      await model.clear();
    },
  );
}
