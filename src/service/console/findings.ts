import { printJson, printLine } from './print.ts';
import type { Arguments } from './usage.ts';

/** Result of a check. `bad` prevents the service from working, `note` is worth knowing. */
export interface CheckFinding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'bad';
  readonly text: string;
}

/**
 * Prints findings as a table, or with `--json` as one line. Returns the exit code: 1 when one of them is bad.
 */
export function printFindings(args: Arguments, findings: readonly CheckFinding[]): number {
  if (args.has('json')) {
    printJson(findings);
  } else {
    const width = Math.max(...findings.map(({ what }) => what.length));
    for (const { what, state, text } of findings) {
      printLine(`${state.padEnd(5)} ${what.padEnd(width)}  ${text}`);
    }
  }
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}

/** The finding of a check that gives a sentence when all is well and throws otherwise. */
export async function toFinding(what: string, check: () => Promise<string>): Promise<CheckFinding> {
  try {
    return { what, state: 'ok', text: await check() };
  } catch (error) {
    return { what, state: 'bad', text: error instanceof Error ? error.message : String(error) };
  }
}
