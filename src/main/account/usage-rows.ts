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

/** Which calls are read. */
interface UsageSpan {
  readonly fromMs?: number;
  readonly maxPages: number;
}

/** Reads the pages of {@link readUsagePages} into one list. */
export async function readUsageRows(
  client: Pick<ApiClient, 'listUsage'>,
  span: UsageSpan,
): Promise<UsageRows> {
  const rows: ReceivedUsageRow[] = [];
  let isWhole = false;
  for await (const page of readUsagePages(client, span)) {
    rows.push(...page.rows);
    ({ isWhole } = page);
  }
  return { rows, isWhole };
}

/**
 * Reads calls page by page, at most `maxPages`; the last page is whole when no calls are left. The list knows no offset,
 * so each page ends with the instant at which the one before began; calls of that instant come again and are left out.
 */
export async function* readUsagePages(
  client: Pick<ApiClient, 'listUsage'>,
  { fromMs, maxPages }: UsageSpan,
): AsyncGenerator<UsageRows> {
  // Calls that come again were all on the page before.
  let known: ReadonlySet<string> = new Set();
  const from = fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() };
  let to: string | undefined;
  let hasGap = false;
  for (let page = 0; page < maxPages; page += 1) {
    const listed = await client.listUsage({
      query: { limit: String(limits.usagePage.max), ...from, ...(to !== undefined && { to }) },
    });
    const seen = known;
    const rows = listed.filter(({ id }) => !seen.has(id));
    known = new Set(listed.map(({ id }) => id));
    const oldest = listed.at(-1);
    const isLast = oldest === undefined || listed.length < limits.usagePage.max;
    yield { rows, isWhole: isLast && !hasGap };
    if (isLast) {
      return;
    }
    // A whole page of one instant brings nothing new: then the rest of that instant is left out.
    hasGap ||= rows.length === 0;
    const end = new Date(Date.parse(oldest.created_at) + (rows.length === 0 ? 0 : 1)).toISOString();
    if (end === to && rows.length === 0) {
      return; // The service gives the same page for ever.
    }
    to = end;
  }
}
