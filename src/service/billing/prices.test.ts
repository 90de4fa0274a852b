import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featureNames, features } from '../../contract/api/features.ts';
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
