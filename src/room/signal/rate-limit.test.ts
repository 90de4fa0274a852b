import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

it('passes at most the rate plus the burst in any interval, and refuses nothing within', () => {
  const tries = fc.array(
    fc.record({
      waitMs: fc.oneof(fc.nat(20), fc.nat(3000)),
      amount: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 8, max: 40 }),
      tries,
      (rate, atOnce, list) => {
        const limit = new RateLimit(rate, atOnce);
        const taken: { readonly atMs: number; readonly amount: number }[] = [];
        let nowMs = 5000;
        for (const { waitMs, amount } of list) {
          nowMs += waitMs;
          const isTaken = limit.consume(nowMs, amount);
          // Amounts that passed in every interval up to now, this one included.
          let sum = amount;
          let min = atOnce - amount;
          for (const one of taken.toReversed()) {
            sum += one.amount;
            min = Math.min(min, atOnce + (rate * (nowMs - one.atMs)) / 1000 - sum);
          }
          if (Math.abs(min) > 1e-6) {
            expect(isTaken).toBe(min > 0);
          }
          if (isTaken) {
            taken.push({ atMs: nowMs, amount });
          }
        }
      },
    ),
  );
});
