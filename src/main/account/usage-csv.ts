import type { ReceivedUsageRow } from './usage-rows.ts';

const columns = ['id', 'created_at', 'feature', 'endpoint', 'status', 'charged_usd'] as const;

/**
 * Calls as CSV (RFC 4180) with the names of the API as its head. Texts come from a service: one that a spreadsheet would
 * take for a formula gets an apostrophe in front.
 */
export function toUsageCsv(rows: readonly ReceivedUsageRow[]): string {
  const lines = rows.map((row) => columns.map((column) => toCell(row[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

function toCell(value: string | number): string {
  if (typeof value === 'number') {
    return String(value);
  }
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
