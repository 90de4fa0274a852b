import type * as z from 'zod';
import type { ApiClient } from '../../client/client.ts';
import { limits } from '../../contract/api/limits.ts';
import type { receivedUsageRowSchema } from '../../contract/api/resources/usage.ts';

/** A call as the service lists it. */
export type ReceivedUsageRow = z.output<typeof receivedUsageRowSchema>;

/** Calls of an account, newest first, and whether these are all requested ones. */
export interface UsageRows {
  readonly rows: readonly ReceivedUsageRow[];
  readonly isWhole: boolean;
}

/**
 * Reads calls page by page, at most `maxPages`. The list knows no offset, so each page ends with the instant at which the
 * one before began; calls of that instant come again and are counted once.
 */
export async function readUsageRows(
  client: Pick<ApiClient, 'listUsage'>,
  { fromMs, maxPages }: { readonly fromMs?: number; readonly maxPages: number },
): Promise<UsageRows> {
  const known = new Map<string, ReceivedUsageRow>();
  const from = fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() };
  let to: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const rows = await client.listUsage({
      query: { limit: String(limits.usagePage.max), ...from, ...(to !== undefined && { to }) },
    });
    const before = known.size;
    for (const row of rows) {
      known.set(row.id, row);
    }
    const oldest = rows.at(-1);
    if (oldest === undefined || rows.length < limits.usagePage.max) {
      return { rows: [...known.values()], isWhole: true };
    }
    // A whole page of one instant brings nothing new: then that instant is left out.
    const stepMs = known.size === before ? 0 : 1;
    to = new Date(Date.parse(oldest.created_at) + stepMs).toISOString();
  }
  return { rows: [...known.values()], isWhole: false };
}
