import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../client/private-files.ts';
import type { Redactor } from './redact.ts';

const maxReports = 10;
const reportPattern = /^crash-.*\.json$/;

/**
 * Writes a report about a crash of main into the log folder and returns its path. Contains versions and the
 * redacted error; no environment, arguments or memory.
 */
export function writeCrashReport(
  error: unknown,
  options: {
    readonly folder: string;
    readonly redactor: Redactor;
    readonly facts: Readonly<Record<string, string>>;
    readonly now?: Date;
  },
): string {
  const { folder, redactor, facts, now = new Date() } = options;
  makePrivateFolder(folder);
  const path = join(folder, `crash-${now.toISOString().replaceAll(':', '-')}.json`);
  const report = { time: now.toISOString(), facts, error: redactor.redactValue(error) };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  dropOldReports(folder);
  return path;
}

function dropOldReports(folder: string): void {
  const reports = readdirSync(folder)
    .filter((name) => reportPattern.test(name))
    .toSorted();
  for (const name of reports.slice(0, -maxReports)) {
    rmSync(join(folder, name), { force: true });
  }
}
