import { expect, it } from 'vitest';
import { drawSeed } from '../../support/random.ts';
import { fuzzMedia } from './fuzz-media.ts';

const seed = drawSeed();

it.each([
  ['swap', 30, 1],
  ['talk', 5, 0],
] as const)(
  `broken files for a %s (%i, seed ${seed}) end in a result or a typed failure and leave nothing behind`,
  async (kind, count, leastDone) => {
    const { outcomes, wrong } = await fuzzMedia({ kind, count, seed });
    console.log(outcomes);
    expect(wrong).toEqual([]);
    expect(Object.values(outcomes).reduce((sum, each) => sum + each, 0)).toBe(count);
    expect(outcomes['succeeded'] ?? 0).toBeGreaterThanOrEqual(leastDone);
  },
  600_000,
);
