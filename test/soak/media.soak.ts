import { atMost, type Measurement, toFigure } from '../bench/harness.ts';
import { fuzzMedia } from '../service/capabilities/fuzz-media.ts';
import { drawSeed } from '../support/random.ts';

const files = 500;

/** As many broken files as the suite has no time for, through upload and job of a real service. */
export const measurement: Measurement = {
  title: `${files} broken media files`,
  needsApp: false,
  run: async ({ note }) => {
    const seed = drawSeed();
    console.error(`seed ${seed}`);
    const { outcomes, wrong } = await fuzzMedia({ count: files, seed, note });
    for (const line of wrong) {
      console.error(line);
    }
    return [
      toFigure({ name: 'things that must not be', value: wrong.length, unit: '', bar: atMost(0) }),
      ...Object.entries(outcomes).map(([name, value]) => toFigure({ name, value, unit: 'files' })),
    ];
  },
};
