import type { ReceivedUsageRow } from './usage-rows.ts';

const columns = ['id', 'created_at', 'feature', 'endpoint', 'status', 'charged_usd'] as const;

/**
 * Serialises usage rows as CSV (RFC 4180) with the API's names as header. Texts come from a service: one that a
 * spreadsheet would interpret as a formula is prefixed with an apostrophe.
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
