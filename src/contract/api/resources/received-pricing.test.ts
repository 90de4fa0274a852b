import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receivedPricingSchema } from './pricing.ts';

const swap = { feature: 'face_swap', unit: 'per_second', price_usd: 0.03, minimum_usd: 0.05 };

describe('a price list of another service', () => {
  it.each([
    [{ currency: 'USD', version: 3, capabilities: [swap] }, '3'],
    [[swap], ''],
    [
      {
        data: [
          {
            capability: 'face-swap',
            billing_unit: 'per_second',
            price: '0.03',
            minimum_charge: 0.05,
          },
        ],
      },
      '',
    ],
    [{ pricing: { face_swap: { unit: 'per_second', unit_price_usd: 0.03, minimum: '0.05' } } }, ''],
    [{ face_swap: { unit: 'per_second', price_usd: 0.03, min_charge_usd: 0.05 } }, ''],
    [
      { data: { prices: [{ name: 'Face swap', unit: 'per_second', price: 0.03, minimum: 0.05 }] } },
      '',
    ],
  ])('is read from %j', (list, version) => {
    expect(receivedPricingSchema.parse(list)).toEqual({
      currency: 'USD',
      version,
      capabilities: [swap],
      isWhole: true,
    });
  });

  it.each([
    null,
    'free',
    7,
    {},
    [],
    { plans: 'ask us' },
    { currency: 'EUR', capabilities: [swap] },
  ])('that says nothing usable has no prices: %j', (list) => {
    expect(receivedPricingSchema.parse(list)).toMatchObject({ capabilities: [], isWhole: false });
  });

  it('keeps the entries it understands and reports that others are missing', () => {
    const list = [swap, { feature: 'avatar', unit: 'per_second', price_usd: 'cheap' }];
    expect(receivedPricingSchema.parse(list)).toMatchObject({
      capabilities: [swap],
      isWhole: false,
    });
  });

  it('never throws and never makes up an amount', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const { price_usd, minimum_usd } of receivedPricingSchema.parse(value).capabilities) {
          expect(price_usd).toBeGreaterThanOrEqual(0);
          expect(minimum_usd).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
