import { atMost, type Measurement, toMetric } from '../bench/harness.ts';
import { runGenerated } from '../client-conformance/support/run-generated.ts';
import { drawSeed } from '../support/random.ts';

const count = 10_000;

/** Sends more requests generated from the document than the test suite has time for. */
export const measurement: Measurement = {
  title: `${count} requests made of the API's own document`,
  needsApp: false,
  run: async ({ note }) => {
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    const { violations, statuses, uploads } = await runGenerated({ count, seed, note });
    for (const line of violations) {
      console.error(line);
    }
    const wrong = violations.length;
    return [
      toMetric({ name: 'things that must not be', value: wrong, unit: '', bar: atMost(0) }),
      toMetric({ name: 'uploads accepted', value: uploads, unit: '' }),
      ...Object.entries(statuses).map(([status, value]) =>
        toMetric({ name: `replies ${status}`, value, unit: '' }),
      ),
    ];
  },
};
