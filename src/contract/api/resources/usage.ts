import * as z from 'zod';
import { featureNames } from '../features.ts';
import { timestamp, createUsdField } from '../fields.ts';
import { jobStatusSchema } from './job.ts';

/** One call that was or may be charged. */
export const usageRowSchema = z
  .object({
    id: z.string(),
    endpoint: z.string(),
    feature: z.enum(featureNames),
    status: jobStatusSchema,
    charged_usd: createUsdField('USD charged.'),
    created_at: timestamp,
  })
  .meta({ id: 'UsageRow' });

/** See {@link usageRowSchema}. */
export type UsageRow = z.output<typeof usageRowSchema>;

/** A row as a client reads it: feature and status may be new ones. */
export const receivedUsageRowSchema = z.object({
  ...usageRowSchema.shape,
  feature: z.string(),
  status: z.string(),
});

const perFeature = z
  .object({
    feature: z.enum(featureNames),
    calls: z.int(),
    spend_usd: createUsdField('USD spent.'),
  })
  .meta({ id: 'FeatureUsage' });

/** Totals over the full history or a span of it. */
export const usageSummarySchema = z
  .object({
    total_calls: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    total_spent_usd: createUsdField('USD spent.'),
    per_feature: z.array(perFeature),
  })
  .meta({ id: 'UsageSummary' });

/** See {@link usageSummarySchema}. */
export type UsageSummary = z.output<typeof usageSummarySchema>;

/** Totals as a client reads them: features may be new ones. */
export const receivedUsageSummarySchema = z.object({
  ...usageSummarySchema.shape,
  per_feature: z.array(z.object({ ...perFeature.shape, feature: z.string() })),
});
