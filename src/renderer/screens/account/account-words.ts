import type { PriceEntry } from '../../../contract/ipc/account.ts';
import type { Text } from '../../i18n/text.ts';
import { toCapabilityTitle } from '../../jobs/job-words.ts';

/** Name of a billable feature; for an unknown one, the service's name of it. */
export function toFeatureTitle(text: Text, feature: string): string {
  return feature === 'real_time_swap_full' || feature === 'voice_changer'
    ? text.t(`account.feature.${feature}`)
    : toCapabilityTitle(text, feature);
}

/** An amount with as many digits as a small price needs, such as `$0.0025`; at least cents. */
export function formatFineMoney({ language }: Text, usd: number): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 6,
  }).format(usd);
}

/** Price of an hour of a live feature; null where it is not billed by the second. */
export function findHourPrice(prices: readonly PriceEntry[], feature: string): number | null {
  const price = prices.find((entry) => entry.feature === feature);
  return price?.unit === 'per_second' ? Math.max(price.priceUsd * 3600, price.minimumUsd) : null;
}

/** A day as `2026-01-31` in the words of the language, such as "Jan 31". */
export function formatDay({ language }: Text, day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(
    new Date(year, month - 1, date),
  );
}
