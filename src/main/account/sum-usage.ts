import { type DayUsage, type FeatureUsage, usageDays } from '../../contract/ipc/account.ts';
import type { ReceivedUsageRow } from './usage-rows.ts';

/** First instant of the days that are shown, in this computer's time zone. */
export function computeFirstShownMs(nowMs: number): number {
  const start = new Date(nowMs);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - (usageDays - 1));
  return start.getTime();
}

/** Sums calls up by day; days without one are there, too. */
export function sumDays(rows: readonly ReceivedUsageRow[], nowMs: number): DayUsage[] {
  const day = new Date(computeFirstShownMs(nowMs));
  const days = new Map<string, DayUsage>();
  for (let count = 0; count < usageDays; count += 1) {
    const name = toDay(day);
    days.set(name, { day: name, calls: 0, spentUsd: 0 });
    day.setDate(day.getDate() + 1);
  }
  for (const row of rows) {
    const name = toDay(new Date(row.created_at));
    const sum = days.get(name);
    if (sum !== undefined) {
      days.set(name, add(sum, row));
    }
  }
  return [...days.values()];
}

/** Sums calls up by feature, the dearest first. */
export function sumFeatures(rows: readonly ReceivedUsageRow[]): FeatureUsage[] {
  const sums = new Map<string, FeatureUsage>();
  for (const row of rows) {
    const { feature } = row;
    sums.set(feature, add(sums.get(feature) ?? { feature, calls: 0, spentUsd: 0 }, row));
  }
  return [...sums.values()].toSorted((a, b) => b.spentUsd - a.spentUsd || b.calls - a.calls);
}

/** Amounts are whole micro-dollars, so that many small ones add up exactly. */
function add<T extends { readonly calls: number; readonly spentUsd: number }>(
  sum: T,
  { charged_usd }: ReceivedUsageRow,
): T {
  return {
    ...sum,
    calls: sum.calls + 1,
    spentUsd: Math.round((sum.spentUsd + charged_usd) * 1e6) / 1e6,
  };
}

function toDay(at: Date): string {
  const month = String(at.getMonth() + 1).padStart(2, '0');
  return `${at.getFullYear()}-${month}-${String(at.getDate()).padStart(2, '0')}`;
}
