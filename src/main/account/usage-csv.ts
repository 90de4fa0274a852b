import type { ReceivedUsageRow } from './usage-rows.ts';

const columns = ['id', 'created_at', 'feature', 'endpoint', 'status', 'charged_usd'] as const;

/** First line of {@link toUsageLines}: the API's names. */
export const usageCsvHead = `${columns.join(',')}\r\n`;

/**
 * Serialises usage rows as lines of CSV (RFC 4180). Texts come from a service: one that a spreadsheet would interpret as
 * a formula is prefixed with an apostrophe.
 */
export function toUsageLines(rows: readonly ReceivedUsageRow[]): string {
  return rows
    .map((row) => `${columns.map((column) => toCell(row[column])).join(',')}\r\n`)
    .join('');
}

function toCell(value: string | number): string {
  if (typeof value === 'number') {
    return String(value);
  }
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
