import { expect, it } from 'vitest';
import { drawSeed } from '../../support/random.ts';
import { fuzzMedia } from './fuzz-media.ts';

const seed = drawSeed();

// Every run has other files; `npm run soak -- media` breaks hundreds.
it.each([
  ['swap', 20, 1],
  ['talk', 4, 0],
] as const)(
  `broken files for a %s (%i, seed ${seed}) end in a result or a typed failure and leave nothing behind`,
  async (kind, count, minRun) => {
    const { outcomes, wrong } = await fuzzMedia({ kind, count, seed });
    console.log(outcomes);
    expect(wrong).toEqual([]);
    const countOf = (all: readonly (readonly [string, number])[]): number =>
      all.reduce((sum, [, each]) => sum + each, 0);
    const ended = Object.entries(outcomes);
    expect(countOf(ended)).toBe(count);
    // More than a third passes the upload on average: none at all is no chance.
    const run = ended.filter(([how]) => !how.startsWith('refused'));
    expect(countOf(run)).toBeGreaterThanOrEqual(minRun);
  },
  600_000,
);
