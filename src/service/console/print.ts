import { trimEnd } from '../../base/trim-end.ts';

/** Writes a line for the user or a script: the result of a command. */
export function printLine(line: string): void {
  process.stdout.write(`${toPrintable(line)}\n`);
}

/** Writes a status line to standard error; it is not part of the result. */
export function printNote(line: string): void {
  process.stderr.write(`${toPrintable(line)}\n`);
}

/** Writes a value as one line of JSON. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Addresses and messages come from customers and other services: a terminal must not run what is in them. */
function toPrintable(line: string): string {
  return line.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}

/** Rows as a table with a head. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An amount of dollars, with as many decimals as it needs and two at least. */
export function toMoney(usd: number): string {
  const [whole, decimals = ''] = usd.toFixed(6).split('.');
  return `${whole}.${trimEnd(decimals, '0').padEnd(2, '0')} USD`;
}
