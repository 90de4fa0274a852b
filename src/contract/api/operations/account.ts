import * as z from 'zod';
import { createDateTimeInQuery, createIntegerInQuery } from '../fields.ts';
import { json, jsonReceivedAs, operation } from '../kit.ts';
import { limits } from '../limits.ts';
import { accountSchema, balanceSchema } from '../resources/account.ts';
import { pricingSchema, receivedPricingSchema } from '../resources/pricing.ts';
import {
  receivedUsageRowSchema,
  receivedUsageSummarySchema,
  usageRowSchema,
  usageSummarySchema,
} from '../resources/usage.ts';

const span = {
  from: createDateTimeInQuery('Only calls at or after this instant (ISO 8601).').optional(),
  to: createDateTimeInQuery('Only calls before this instant (ISO 8601).').optional(),
};

/** Lists what everything costs. */
export const readPricing = operation({
  method: 'GET',
  path: '/pricing',
  access: 'public',
  tag: 'Account',
  summary: 'Read the price list',
  result: jsonReceivedAs(pricingSchema, receivedPricingSchema),
  errors: [],
  example: {
    reply: {
      currency: 'USD',
      version: '2026-01-01',
      capabilities: [
        { feature: 'avatar', unit: 'per_second', price_usd: 0.03, minimum_usd: 0.03 },
        { feature: 'face_swap_image', unit: 'per_generation', price_usd: 0.05, minimum_usd: 0.05 },
      ],
    },
  },
});

/** Shows the limits of the account. */
export const readAccount = operation({
  method: 'GET',
  path: '/account',
  access: 'account:read',
  tag: 'Account',
  summary: 'Read limits and balance',
  result: json(accountSchema),
  errors: [],
  example: {
    reply: {
      rate_tier: 'default',
      rate_limit_per_minute: 60,
      max_concurrent_jobs: 2,
      max_image_mb: limits.imageUploadMb,
      max_audio_mb: limits.audioUploadMb,
      max_video_mb: limits.videoUploadMb,
      allowed_output_resolutions_p: limits.outputResolutionsP,
      max_script_chars: limits.avatarScriptChars,
      max_prompt_chars: limits.promptChars,
      max_realtime_minutes: 240,
      max_voice_minutes: 600,
      balance_usd: 24.58,
      held_usd: 0.42,
    },
  },
});

/** Shows the money of the account. */
export const readBalance = operation({
  method: 'GET',
  path: '/balance',
  access: 'account:read',
  tag: 'Account',
  summary: 'Read the balance',
  result: json(balanceSchema),
  errors: [],
  example: {
    reply: {
      balance_usd: 24.58,
      held_usd: 0.42,
      total_spent_usd: 5,
      total_topped_up_usd: 30,
      spent_this_week_usd: 1.2,
      spent_this_month_usd: 3.4,
      spent_this_year_usd: 5,
    },
  },
});

/** Lists calls. */
export const listUsage = operation({
  method: 'GET',
  path: '/usage',
  access: 'account:read',
  tag: 'Account',
  summary: 'List usage',
  description: 'Newest first.',
  query: z.strictObject({
    limit: createIntegerInQuery(limits.usagePage, 'Rows at most.'),
    ...span,
  }),
  result: jsonReceivedAs(z.array(usageRowSchema), z.array(receivedUsageRowSchema)),
  errors: [],
  example: {
    query: { limit: '1', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
    reply: [
      {
        id: '0197a3c1-0a41-7e85-8c61-5f80bd74e913',
        endpoint: 'avatar',
        feature: 'avatar',
        status: 'succeeded',
        charged_usd: 0.42,
        created_at: '2026-01-31T09:30:00.000Z',
      },
    ],
  },
});

/** Sums calls up. */
export const summarizeUsage = operation({
  method: 'GET',
  path: '/usage/summary',
  access: 'account:read',
  tag: 'Account',
  summary: 'Summarize usage',
  description: 'From the full history; without `from` and `to`: all time.',
  query: z.strictObject(span),
  result: jsonReceivedAs(usageSummarySchema, receivedUsageSummarySchema),
  errors: [],
  example: {
    query: { from: '2026-01-01' },
    reply: {
      total_calls: 12,
      succeeded: 10,
      failed: 1,
      total_spent_usd: 5,
      per_feature: [{ feature: 'avatar', calls: 12, spend_usd: 5 }],
    },
  },
});
