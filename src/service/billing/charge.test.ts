import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMicros } from '../../base/money.ts';
import { features, featureNames } from '../../contract/api/features.ts';
import {
  toCharge,
  toStreamCharge,
  computeCost,
  freezePrice,
  fromPriceColumn,
  type FrozenPrice,
  toPriceColumn,
} from './charge.ts';
import { embeddedPrices } from './prices.ts';

const anyMicros = fc.oneof(
  fc.constantFrom(0, 1, 3, 9, 10, 11, 999_999, 1_000_000).map(toMicros),
  fc.integer({ min: 0, max: 20_000_000 }).map(toMicros),
);
const anyPrice: fc.Arbitrary<FrozenPrice> = fc.record({
  version: fc.constant('v'),
  unit: fc.constantFrom('per_second', 'per_generation'),
  priceMicros: anyMicros,
  minimumMicros: anyMicros,
});
/** Lengths of output around the edges of tenths, and any up to a year. */
const anyLengthUs = fc.oneof(
  fc.constantFrom(0, 1, 99_999, 100_000, 100_001, 1_000_000, 31_536_000_000_000),
  fc.integer({ min: 0, max: 31_536_000_000_000 }),
  fc
    .tuple(fc.integer({ min: 1, max: 36_000 }), fc.constantFrom(-1, 0, 1))
    .map(([tenths, edge]) => tenths * 100_000 + edge),
);

/** Ten million times the exact cost of a duration, in fractions of a micro-dollar, without rounding. */
function toExact({ unit, priceMicros }: FrozenPrice, lengthUs: number): bigint {
  return unit === 'per_generation'
    ? BigInt(priceMicros) * 1_000_000n
    : BigInt(priceMicros) * BigInt(lengthUs);
}

describe('cost of a call', () => {
  it('is the price of each started tenth of a second, or the minimum', () => {
    fc.assert(
      fc.property(anyPrice, anyLengthUs, (price, lengthUs) => {
        const tenths = (BigInt(lengthUs) + 99_999n) / 100_000n;
        const timed = (BigInt(price.priceMicros) * tenths + 9n) / 10n;
        const plain = price.unit === 'per_generation' ? BigInt(price.priceMicros) : timed;
        const minimum = BigInt(price.minimumMicros);
        expect(BigInt(computeCost(price, lengthUs))).toBe(plain > minimum ? plain : minimum);
      }),
    );
  });

  it('is never below the exact cost, and above it by less than a tenth and a micro-dollar', () => {
    fc.assert(
      fc.property(anyPrice, anyLengthUs, (price, lengthUs) => {
        const free = { ...price, minimumMicros: toMicros(0) };
        const cost = BigInt(computeCost(free, lengthUs)) * 1_000_000n;
        const exact = toExact(price, lengthUs);
        expect(cost).toBeGreaterThanOrEqual(exact);
        expect(cost - exact).toBeLessThan(BigInt(price.priceMicros) * 100_000n + 1_000_000n);
      }),
    );
  });

  it('grows with the length, so that the hold for the longest output covers every output', () => {
    fc.assert(
      fc.property(anyPrice, anyLengthUs, anyLengthUs, (price, one, other) => {
        const [short, long] = one < other ? [one, other] : [other, one];
        const hold = computeCost(price, long);
        expect(computeCost(price, short)).toBeLessThanOrEqual(hold);
        expect(toCharge(price, short, hold)).toBe(computeCost(price, short));
      }),
    );
  });

  it('does not depend on how long a flat call ran', () => {
    fc.assert(
      fc.property(anyPrice, anyLengthUs, anyLengthUs, (price, one, other) => {
        const flat = { ...price, unit: 'per_generation' } as const;
        expect(computeCost(flat, one)).toBe(computeCost(flat, other));
      }),
    );
  });
});

describe('charge of a job', () => {
  it('is the cost, and never more than was set aside', () => {
    fc.assert(
      fc.property(anyPrice, anyLengthUs, anyMicros, (price, lengthUs, hold) => {
        expect(toCharge(price, lengthUs, hold)).toBe(Math.min(computeCost(price, lengthUs), hold));
      }),
    );
  });
});

describe('charge of a live session', () => {
  const anyStream = fc.record({
    streamedMs: fc.oneof(
      fc.constantFrom(0, 1, 99, 100, 101, 59_999, 60_000, 60_001),
      fc.integer({ min: 0, max: 20_000_000 }),
    ),
    maxDurationSec: fc.integer({ min: 1, max: 240 }).map((minutes) => minutes * 60),
  });
  const holdOf = (price: FrozenPrice, { maxDurationSec }: { maxDurationSec: number }) =>
    computeCost(price, maxDurationSec * 1_000_000);

  it('is nothing exactly when nothing was streamed, for any minimum', () => {
    fc.assert(
      fc.property(anyPrice, anyStream, (price, stream) => {
        const hold = holdOf(price, stream);
        expect(toStreamCharge(price, { ...stream, streamedMs: 0 }, hold)).toBe(0);
        if (stream.streamedMs > 0) {
          const min = Math.min(price.minimumMicros, hold);
          expect(toStreamCharge(price, stream, hold)).toBeGreaterThanOrEqual(min);
        }
      }),
    );
  });

  it('stops at the funded length', () => {
    fc.assert(
      fc.property(anyPrice, anyStream, (price, stream) => {
        const hold = holdOf(price, stream);
        const whole = { ...stream, streamedMs: stream.maxDurationSec * 1000 };
        expect(toStreamCharge(price, whole, hold)).toBe(hold);
        const longer = { ...whole, streamedMs: whole.streamedMs + stream.streamedMs };
        expect(toStreamCharge(price, longer, hold)).toBe(hold);
        expect(toStreamCharge(price, stream, hold)).toBeLessThanOrEqual(hold);
      }),
    );
  });

  it('is that of a job of the same length', () => {
    fc.assert(
      fc.property(anyPrice, anyStream, (price, stream) => {
        const hold = holdOf(price, stream);
        const streamedMs = Math.min(stream.streamedMs, stream.maxDurationSec * 1000);
        const ofJob = toCharge(price, streamedMs * 1000, hold);
        expect(toStreamCharge(price, stream, hold)).toBe(streamedMs === 0 ? 0 : ofJob);
      }),
    );
  });

  it('grows with every report and is the same in whichever steps it was reached', () => {
    fc.assert(
      fc.property(anyPrice, anyStream, fc.nat(10_000), (price, stream, more) => {
        const hold = holdOf(price, stream);
        const later = { ...stream, streamedMs: stream.streamedMs + more };
        const now = toStreamCharge(price, stream, hold);
        expect(toStreamCharge(price, later, hold)).toBeGreaterThanOrEqual(now);
      }),
    );
  });
});

describe('a frozen price', () => {
  it('comes back from its column as it was', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        expect(fromPriceColumn(toPriceColumn(price))).toEqual(price);
      }),
    );
  });

  it('copies version, unit and prices of its feature from the list', () => {
    for (const feature of featureNames) {
      const price = embeddedPrices.prices[feature];
      const frozen = freezePrice(embeddedPrices, price);
      expect(frozen).toEqual({
        version: embeddedPrices.version,
        unit: features[feature].unit,
        priceMicros: price.priceMicros,
        minimumMicros: price.minimumMicros,
      });
    }
  });
});
