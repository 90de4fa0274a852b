import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUsd } from '../../base/money.ts';
import { featureNames, features } from '../../contract/api/features.ts';
import { limits } from '../../contract/api/limits.ts';
import { computeCost, freezePrice } from './charge.ts';
import { embeddedPrices, parsePriceList, readPriceList } from './prices.ts';

const full = {
  currency: 'USD',
  version: 'v1',
  capabilities: featureNames.map((feature) => ({
    feature,
    unit: features[feature].unit,
    price_usd: 0.05,
    minimum_usd: 0.000_001,
  })),
};

function change(edit: (entries: Record<string, unknown>[]) => void): unknown {
  const copy = structuredClone(full);
  edit(copy.capabilities);
  return copy;
}

describe('price list', () => {
  it('is read in whole micro-dollars', () => {
    const { version, prices } = parsePriceList(full, 'test');
    expect(version).toBe('v1');
    expect(prices.avatar).toEqual({
      feature: 'avatar',
      unit: 'per_second',
      priceMicros: 50_000,
      minimumMicros: 1,
    });
  });

  it('costs nothing on this computer', () => {
    const sums = Object.values(embeddedPrices.prices).map(
      ({ priceMicros, minimumMicros }) => priceMicros + minimumMicros,
    );
    expect(sums).toEqual(featureNames.map(() => 0));
  });

  it.each([
    ['a missing feature', change((entries) => entries.pop()), /voice_changer/],
    ['a feature twice', change((entries) => entries.push(entries[0] ?? {})), /twice/],
    [
      'a wrong unit',
      change(([first]) => Object.assign(first ?? {}, { unit: 'per_generation' })),
      /per_second/,
    ],
    [
      'a negative price',
      change(([first]) => Object.assign(first ?? {}, { price_usd: -1 })),
      /price_usd/,
    ],
    [
      'a fraction of a micro-dollar',
      change(([first]) => Object.assign(first ?? {}, { price_usd: 1e-7 })),
      /micro/,
    ],
    ['an unknown field', { ...full, extra: 1 }, /extra/],
    ['another currency', { ...full, currency: 'EUR' }, /currency/],
  ])('refuses %s', (_, content, message) => {
    expect(() => parsePriceList(content, 'prices.json')).toThrow(message);
  });

  it('names a file that cannot be used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-prices-'));
    const file = join(folder, 'prices.json');
    await expect(readPriceList(file)).rejects.toMatchObject({ code: 'invalid_input' });
    await writeFile(file, '{');
    await expect(readPriceList(file)).rejects.toThrow(/prices\.json/);
    await writeFile(file, JSON.stringify(full));
    expect((await readPriceList(file)).version).toBe('v1');
    await rm(folder, { recursive: true });
  });
});

describe('any price list', () => {
  const anyUsd = fc.integer({ min: 0, max: 25_000_000 }).map((micros) => micros / 1_000_000);
  const anyEntries = fc.tuple(...featureNames.map(() => fc.tuple(anyUsd, anyUsd))).map((amounts) =>
    featureNames.map((feature, index) => ({
      feature,
      unit: features[feature].unit,
      price_usd: amounts[index]?.[0] ?? 0,
      minimum_usd: amounts[index]?.[1] ?? 0,
    })),
  );

  it('is read to the micro-dollar, in any order of fields', () => {
    fc.assert(
      fc.property(
        anyEntries.chain((entries) => fc.shuffledSubarray(entries, { minLength: entries.length })),
        (capabilities) => {
          const { prices } = parsePriceList({ ...full, capabilities }, 'test');
          for (const entry of capabilities) {
            const { priceMicros, minimumMicros, unit } = prices[entry.feature];
            expect([toUsd(priceMicros), toUsd(minimumMicros), unit]).toEqual([
              entry.price_usd,
              entry.minimum_usd,
              entry.unit,
            ]);
          }
        },
      ),
    );
  });

  it('is refused without one of the features, and with one of them twice', () => {
    fc.assert(
      fc.property(anyEntries, fc.nat(featureNames.length - 1), (entries, index) => {
        const entry = entries[index];
        const without = entries.filter((other) => other !== entry);
        const name = new RegExp(entry?.feature ?? '');
        expect(() => parsePriceList({ ...full, capabilities: without }, 'test')).toThrow(name);
        const twice = [...entries, entry];
        expect(() => parsePriceList({ ...full, capabilities: twice }, 'test')).toThrow(/twice/);
      }),
    );
  });

  it('is used only when the cost of the longest session can be told to the micro-dollar', () => {
    const longest = { face_swap: limits.faceSwapDurationSec.max } as const;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (priceUsd) => {
        const capabilities = full.capabilities.map((entry) => ({ ...entry, price_usd: priceUsd }));
        let list: ReturnType<typeof parsePriceList>;
        try {
          list = parsePriceList({ ...full, capabilities }, 'test');
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' });
          return;
        }
        const price = freezePrice(list, list.prices.face_swap);
        expect(computeCost(price, longest.face_swap * 1_000_000)).toBe(
          priceUsd * 1_000_000 * longest.face_swap,
        );
      }),
    );
  });
});
