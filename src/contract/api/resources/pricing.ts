import * as z from 'zod';
import { featureNames } from '../features.ts';
import { createUsdField } from '../fields.ts';
import { receivedPrices } from './received-pricing.ts';

const billingUnits = ['per_second', 'per_generation'] as const;

const price = z
  .object({
    feature: z.enum(featureNames),
    unit: z.enum(billingUnits).meta({
      description: '`per_second` counts output rounded up to 0.1 s, `per_generation` calls.',
    }),
    price_usd: createUsdField('Price of one unit.'),
    minimum_usd: createUsdField('Least that a successful call costs.'),
  })
  .meta({ id: 'Price' });

/** The price list in force. */
export const pricingSchema = z
  .object({
    currency: z.literal('USD'),
    version: z.string().meta({ description: 'Changes with every change of a price.' }),
    capabilities: z.array(price),
  })
  .meta({ id: 'Pricing' });

/** See {@link pricingSchema}. */
export type Pricing = z.output<typeof pricingSchema>;

/** The price list as a client reads it: of any service, see {@link receivedPrices}. */
export const receivedPricingSchema = z.unknown().transform(receivedPrices);

/** See {@link receivedPricingSchema}. */
export type ReceivedPricing = z.output<typeof receivedPricingSchema>;
