import { expect, it } from 'vitest';
import { drawSeed } from '../../support/random.ts';
import { fuzzMedia } from './fuzz-media.ts';

const count = 60;
const seed = drawSeed();

it(`${count} broken files (seed ${seed}) end in a result or a typed failure and leave nothing behind`, async () => {
  const { outcomes, wrong } = await fuzzMedia({ count, seed });
  console.log(outcomes);
  expect(wrong).toEqual([]);
  expect(Object.values(outcomes).reduce((sum, each) => sum + each, 0)).toBe(count);
  expect(outcomes['succeeded']).toBeGreaterThan(0);
}, 600_000);
