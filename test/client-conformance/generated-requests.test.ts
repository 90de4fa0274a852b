import { expect, test } from 'vitest';
import { drawSeed } from '../support/random.ts';
import { runGenerated } from './support/run-generated.ts';

/** `npm run soak -- client-conformance` sends 10,000. */
const count = 400;

test(`${count} requests made of the document get no fault and no reply that it does not have`, async () => {
  const seed = drawSeed();
  const { violations, statuses, uploads } = await runGenerated({ count, seed });
  expect(violations, `GUISE_SEED=${seed}`).toEqual([]);
  expect(uploads).toBeGreaterThan(0);
  // Something got through on both sides, or the generator is of no use.
  expect(statuses['200'] ?? 0).toBeGreaterThan(count / 4);
  expect(statuses['422'] ?? 0).toBeGreaterThan(count / 10);
}, 300_000);
