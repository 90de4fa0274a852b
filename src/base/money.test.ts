import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError, InvariantError } from './errors.ts';
import {
  addMicros,
  fromUsd,
  maxMicros,
  type Micros,
  minMicros,
  computePriceOfDuration,
  subtractMicros,
  toBilledTenths,
  toMicros,
  toUsd,
  zeroMicros,
} from './money.ts';

const amounts = fc.integer({ min: -1e12, max: 1e12 }).map(toMicros);
const prices = fc.integer({ min: 0, max: 10_000_000 }).map(toMicros);
const lengthsUs = fc.integer({ min: 0, max: 14_400_000_000 });

describe('money', () => {
  it('comes back exactly from dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9e14, max: 9e14 }), (count) => {
        expect(fromUsd(toUsd(toMicros(count)))).toBe(count === 0 ? 0 : count);
      }),
    );
  });

  it('reads amounts that binary fractions cannot hold', () => {
    expect(fromUsd(0.1)).toBe(100_000);
    expect(fromUsd(0.29)).toBe(290_000);
    expect(fromUsd(1.000001)).toBe(1_000_001);
    expect(fromUsd(-0)).toBe(0);
    expect(Object.is(fromUsd(-0), 0)).toBe(true);
  });

  it('refuses amounts that are not a whole number of micro-dollars', () => {
    for (const usd of [0.000_000_1, 1.000_000_5, NaN, Infinity, 1e300]) {
      expect(() => fromUsd(usd)).toThrow(AppError);
    }
    expect(() => toMicros(0.5)).toThrow(InvariantError);
    expect(() => toMicros(2 ** 53)).toThrow(InvariantError);
  });

  it('adds and subtracts without loss', () => {
    fc.assert(
      fc.property(fc.array(amounts), amounts, (list, last) => {
        const sum = addMicros(...list, last);
        expect(subtractMicros(sum, last)).toBe(addMicros(...list));
      }),
    );
    expect(addMicros()).toBe(zeroMicros);
  });

  it('refuses a sum that is no longer exact', () => {
    const max = toMicros(Number.MAX_SAFE_INTEGER);
    expect(() => addMicros(max, toMicros(1))).toThrow(InvariantError);
  });

  it('picks the larger and the smaller amount', () => {
    const [a, b] = [toMicros(3), toMicros(5)] as [Micros, Micros];
    expect([maxMicros(a, b), minMicros(a, b)]).toEqual([5, 3]);
  });
});

describe('prices', () => {
  it('bill output rounded up to a tenth of a second', () => {
    expect([0, 1, 100_000, 100_001, 9_999_999].map(toBilledTenths)).toEqual([0, 1, 1, 2, 100]);
    expect(computePriceOfDuration(fromUsd(0.03), 10_040_000)).toBe(303_000);
  });

  it('grow with the length and are never below the exact cost', () => {
    fc.assert(
      fc.property(prices, lengthsUs, lengthsUs, (price, a, b) => {
        const [short, long] = a < b ? [a, b] : [b, a];
        expect(computePriceOfDuration(price, short)).toBeLessThanOrEqual(
          computePriceOfDuration(price, long),
        );
        expect(BigInt(computePriceOfDuration(price, long)) * 1_000_000n).toBeGreaterThanOrEqual(
          BigInt(price) * BigInt(long),
        );
      }),
    );
  });

  it('are at most a tenth of a second and a micro-dollar above the exact cost', () => {
    fc.assert(
      fc.property(prices, lengthsUs, (price, length) => {
        const billed = BigInt(computePriceOfDuration(price, length)) * 1_000_000n;
        const exact = BigInt(price) * BigInt(length);
        expect(billed - exact).toBeLessThan(BigInt(price) * 100_000n + 1_000_000n);
      }),
    );
  });

  it('are nothing when a second costs nothing', () => {
    expect(computePriceOfDuration(zeroMicros, 60_000_000)).toBe(0);
  });
});
