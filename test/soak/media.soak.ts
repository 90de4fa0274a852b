import { atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import { fuzzMedia } from '../service/capabilities/fuzz-media.ts';
import { drawSeed } from '../support/random.ts';

const files = { swap: 500, talk: 250 } as const;

/** Sends more broken files than the test suite has time for through upload and job of a real service. */
export const measurement: Measurement = {
  title: `${files.swap + files.talk} broken media files`,
  needsApp: false,
  run: async ({ note }) => {
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    const figures: Metric[] = [];
    for (const kind of ['swap', 'talk'] as const) {
      const { outcomes, wrong } = await fuzzMedia({ kind, count: files[kind], seed, note });
      for (const line of wrong) {
        console.error(line);
      }
      const name = `${kind}: things that must not be`;
      figures.push(toMetric({ name, value: wrong.length, unit: '', bar: atMost(0) }));
      for (const [outcome, value] of Object.entries(outcomes)) {
        figures.push(toMetric({ name: `${kind}: ${outcome}`, value, unit: 'files' }));
      }
    }
    return figures;
  },
};
