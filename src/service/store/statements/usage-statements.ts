import { toMicros } from '../../../base/money.ts';
import type { FeatureUsage, UsageRow, UsageSummary, UsageWindow } from '../../billing/usage.ts';
import type { Db } from '../db.ts';

/** Calls of an account in a window, newest first. */
export async function listUsage(
  db: Db,
  accountId: string,
  page: UsageWindow & { readonly limit: number },
): Promise<UsageRow[]> {
  const rows = await selectJobsInWindow(db, accountId, page)
    .select(['id', 'endpoint', 'feature', 'status', 'charged_micros', 'created_at_ms'])
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    endpoint: row.endpoint,
    feature: row.feature,
    status: row.status,
    chargedMicros: row.charged_micros,
    createdAtMs: row.created_at_ms,
  }));
}

/** Sums over every call of a window; features in order of their names. */
export async function summarizeUsage(
  db: Db,
  accountId: string,
  window: UsageWindow,
): Promise<UsageSummary> {
  const groups = await selectJobsInWindow(db, accountId, window)
    .select((eb) => [
      'feature',
      'status',
      eb.fn.countAll<number>().as('calls'),
      eb.fn.sum<number>('charged_micros').as('spent'),
    ])
    .groupBy(['feature', 'status'])
    .orderBy('feature')
    .execute();
  const perFeature = new Map<string, FeatureUsage>();
  for (const { feature, calls, spent } of groups) {
    const sofar = perFeature.get(feature);
    perFeature.set(feature, {
      feature,
      calls: calls + (sofar?.calls ?? 0),
      spentMicros: toMicros(spent + (sofar?.spentMicros ?? 0)),
    });
  }
  const sum = (counted: typeof groups): number =>
    counted.reduce((total, group) => total + group.calls, 0);
  return {
    totalCalls: sum(groups),
    succeeded: sum(groups.filter(({ status }) => status === 'succeeded')),
    failed: sum(groups.filter(({ status }) => status === 'failed')),
    totalSpentMicros: toMicros(groups.reduce((total, { spent }) => total + spent, 0)),
    perFeature: [...perFeature.values()],
  };
}

function selectJobsInWindow(db: Db, accountId: string, { fromMs, toMs }: UsageWindow) {
  let query = db.selectFrom('jobs').where('account_id', '=', accountId);
  if (fromMs !== undefined) {
    query = query.where('created_at_ms', '>=', fromMs);
  }
  if (toMs !== undefined) {
    query = query.where('created_at_ms', '<', toMs);
  }
  return query;
}
