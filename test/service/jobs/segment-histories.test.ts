import * as fc from 'fast-check';
import { it } from 'vitest';
import { describeEngines } from '../store/engines.ts';
import { toSeed } from '../support/seed.ts';
import { Fleet } from './fleet.ts';
import { anySegmentStep, SegmentHistory } from './segment-histories.ts';

const RUNS = Number(process.env['GUISE_MODEL_RUNS'] ?? 5);

describeEngines('jobs of segments', (engine) => {
  it('keep their money, slots and order through random histories', async () => {
    const fleet = new Fleet(await engine.createPlace());
    await fleet.open();
    try {
      const seed = toSeed(`segments, ${engine.engine}`);
      await fc.assert(
        fc.asyncProperty(
          fc.array(anySegmentStep, { minLength: 60, maxLength: 90 }),
          async (history) => {
            const segments = new SegmentHistory(fleet);
            await segments.open();
            for (const step of history) {
              await segments.apply(step);
            }
            await segments.finish();
          },
        ),
        { seed, numRuns: RUNS, endOnFailure: true },
      );
    } finally {
      await fleet.close();
    }
  });
});
