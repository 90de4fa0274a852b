import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import embedded from '../../../resources/prices/embedded.json' with { type: 'json' };
import { AppError } from '../../base/errors.ts';
import { fromUsd, type Micros, toMicros, toUsd } from '../../base/money.ts';
import {
  type BillingUnit,
  type Feature,
  featureNames,
  features,
} from '../../contract/api/features.ts';
import { limits } from '../../contract/api/limits.ts';

/** Price of one feature. */
export interface Price {
  readonly feature: Feature;
  readonly unit: BillingUnit;
  /** Per output second or per successful call. */
  readonly priceMicros: Micros;
  /** Least charge of a call that succeeds. */
  readonly minimumMicros: Micros;
}

/** Prices of everything that can be billed. Jobs keep the price they were submitted at. */
export interface PriceList {
  readonly version: string;
  readonly prices: Readonly<Record<Feature, Price>>;
}

/** The longest output or session; its cost stays a whole number of micro-dollars within 2^53. */
const LONGEST_SEC = Math.max(limits.faceSwapDurationSec.max, limits.voiceChangerMinutes.max * 60);
const MAX_PER_SECOND = toMicros(Math.floor(Number.MAX_SAFE_INTEGER / (LONGEST_SEC * 10)));

const usdSchema = z
  .number()
  .min(0)
  .max(1_000_000)
  .transform((usd, context) => {
    try {
      return fromUsd(usd);
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

const fileSchema = z.strictObject({
  currency: z.literal('USD'),
  version: z.string().min(1).max(60),
  capabilities: z.array(
    z.strictObject({
      feature: z.enum(featureNames),
      unit: z.enum(['per_second', 'per_generation']),
      price_usd: usdSchema,
      minimum_usd: usdSchema,
    }),
  ),
});

/**
 * Reads a price list: the envelope of `GET /pricing` with every feature exactly once, in its own unit.
 * Throws `invalid_input` that names the file and the first thing wrong with it.
 */
export async function readPriceList(file: string | URL): Promise<PriceList> {
  const name = file instanceof URL ? file.pathname : file;
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new AppError('invalid_input', `The price list ${name} is not readable as JSON.`, {
      cause,
    });
  }
  return parsePriceList(content, name);
}

/** {@link readPriceList} for content that was read already; `name` is used in messages. */
export function parsePriceList(content: unknown, name: string): PriceList {
  const parsed = fileSchema.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    refuse(name, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
  }
  const { version, capabilities } = parsed.data;
  const byFeature = new Map<Feature, Price>();
  for (const entry of capabilities) {
    if (byFeature.has(entry.feature)) {
      refuse(name, `${entry.feature} is listed twice.`);
    }
    const { unit } = features[entry.feature];
    if (entry.unit !== unit) {
      refuse(name, `${entry.feature} is billed ${unit}, not ${entry.unit}.`);
    }
    if (unit === 'per_second' && entry.price_usd > MAX_PER_SECOND) {
      refuse(name, `${entry.feature}: a second costs at most ${toUsd(MAX_PER_SECOND)} USD.`);
    }
    byFeature.set(entry.feature, {
      feature: entry.feature,
      unit,
      priceMicros: entry.price_usd,
      minimumMicros: entry.minimum_usd,
    });
  }
  return { version, prices: requireAll(byFeature, name) };
}

function requireAll(byFeature: ReadonlyMap<Feature, Price>, name: string): Record<Feature, Price> {
  const missing = featureNames.filter((feature) => !byFeature.has(feature));
  if (missing.length > 0) {
    refuse(name, `no price for ${missing.join(', ')}.`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every feature was found above
  return Object.fromEntries(byFeature) as Record<Feature, Price>;
}

function refuse(name: string, problem: string): never {
  throw new AppError('invalid_input', `The price list ${name} cannot be used: ${problem}`);
}

/** Prices of the embedded service: everything runs on this computer and costs nothing. */
export const embeddedPrices = parsePriceList(embedded, 'embedded.json');
