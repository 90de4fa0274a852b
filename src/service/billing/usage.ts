import type { Micros } from '../../base/money.ts';
import type { Feature } from '../../contract/api/features.ts';
import type { JobStatus } from '../../contract/api/resources/job.ts';

/** Money of an account at one instant. Calendar windows are UTC, weeks start on Monday. */
export interface Balance {
  readonly balanceMicros: Micros;
  readonly heldMicros: Micros;
  readonly totalSpentMicros: Micros;
  readonly totalToppedUpMicros: Micros;
  readonly spentThisWeekMicros: Micros;
  readonly spentThisMonthMicros: Micros;
  readonly spentThisYearMicros: Micros;
}

/** A span of creation times: `fromMs` is inside, `toMs` is not. */
export interface UsageWindow {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** One billed call. */
export interface UsageRow {
  readonly id: string;
  readonly endpoint: string;
  readonly feature: Feature;
  readonly status: JobStatus;
  readonly chargedMicros: Micros;
  readonly createdAtMs: number;
}

/** Calls and spend of a window, and both per feature. */
export interface UsageSummary {
  readonly totalCalls: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly totalSpentMicros: Micros;
  readonly perFeature: readonly FeatureUsage[];
}

/** Part of one feature. */
export interface FeatureUsage {
  readonly feature: Feature;
  readonly calls: number;
  readonly spentMicros: Micros;
}
