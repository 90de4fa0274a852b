import * as z from 'zod';
import type { CallShape } from './kit.ts';

/** Days of shown spending, today included. */
export const usageDays = 30;

/** The money of an account, in USD. */
const accountMoneySchema = z.object({
  balanceUsd: z.number(),
  heldUsd: z.number(),
  /** Since Monday and since the first of the month, UTC. */
  spentThisWeekUsd: z.number(),
  spentThisMonthUsd: z.number(),
  totalSpentUsd: z.number(),
});

const priceEntrySchema = z.object({
  feature: z.string(),
  /** `per_second`, `per_generation`, or a unit this version does not know. */
  unit: z.string(),
  priceUsd: z.number(),
  /** 0 when the service states none. */
  minimumUsd: z.number(),
});

/** One entry of the current price list. */
export type PriceEntry = z.output<typeof priceEntrySchema>;

const dayUsageSchema = z.object({
  /** Day of this computer's calendar, as `2026-01-31`. */
  day: z.string(),
  calls: z.int().nonnegative(),
  spentUsd: z.number(),
});

/** Spending of one day. */
export type DayUsage = z.output<typeof dayUsageSchema>;

const featureUsageSchema = z.object({
  feature: z.string(),
  calls: z.int().nonnegative(),
  spentUsd: z.number(),
});

/** Spending on one feature in the shown days. */
export type FeatureUsage = z.output<typeof featureUsageSchema>;

/** An account as its owner sees it. */
export const accountViewSchema = z.object({
  profileId: z.string(),
  /** True when anything in the price list costs money, or when a part of the list was not understood. */
  isPriced: z.boolean(),
  money: accountMoneySchema,
  limits: z.object({
    rateTier: z.string(),
    requestsPerMinute: z.number(),
    jobsAtOnce: z.number(),
    imageMb: z.number(),
    audioMb: z.number(),
    videoMb: z.number(),
    resolutionsP: z.array(z.number()),
    scriptChars: z.number(),
    promptChars: z.number(),
    swapMinutes: z.number(),
    voiceMinutes: z.number(),
  }),
  prices: z.array(priceEntrySchema),
  usage: z.object({
    /** Oldest first, one for each of the last {@link usageDays} days. */
    days: z.array(dayUsageSchema),
    /** Dearest first, then by calls. */
    features: z.array(featureUsageSchema),
    /** False where the service listed more calls than were read: the oldest days miss some then. */
    isWhole: z.boolean(),
  }),
});

/** See {@link accountViewSchema}. */
export type AccountView = z.output<typeof accountViewSchema>;

/** Calls about the account at the service in use. */
export const accountCalls = {
  /** Money, limits, prices and usage, asked of the service now. */
  'account.read': { input: z.strictObject({}), output: accountViewSchema },
  /**
   * Asks for a path, and writes all calls of the account as CSV; `path` is null when the user cancels, and `isWhole` false
   * where the service lists more calls than are written.
   */
  'account.export_usage': {
    input: z.strictObject({}),
    output: z.object({
      path: z.string().nullable(),
      rows: z.int().nonnegative(),
      isWhole: z.boolean(),
    }),
  },
} as const satisfies Readonly<Record<string, CallShape>>;
