import { writeFile } from 'node:fs/promises';
import { shownLogLines } from '../../contract/ipc/diagnostics.ts';
import { exportFile } from '../files/export-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Redactor } from '../log/redact.ts';
import { readLogTail } from './log-tail.ts';
import { type ReportDependencies, writeReport } from './write-report.ts';

/** Lines of the log in a report. */
const reportedLines = 1000;

/** Dependencies of the calls. */
export interface DiagnosticsCallsOptions {
  readonly logFolder: string;
  readonly redactor: Redactor;
  /** Content of a report without the log. */
  readonly readParts: () => Promise<Omit<ReportDependencies, 'lines' | 'redactor' | 'atMs'>>;
  /** Asks the user where to; null when they changed their mind. */
  readonly chooseSavePath: (name: string) => Promise<string | null>;
  readonly nowMs: () => number;
}

/** The calls about faults and the log. */
export function createDiagnosticsCalls(
  options: DiagnosticsCallsOptions,
): AreaHandlers<'diagnostics'> {
  const { logFolder: folder, redactor, readParts, chooseSavePath, nowMs } = options;
  return {
    'diagnostics.read_log': async ({ of }) =>
      readLogTail({
        folder,
        redactor,
        maxLines: shownLogLines,
        isWanted: (event) => of === 'app' || event.startsWith('service.'),
      }),
    'diagnostics.save': async () => {
      const atMs = nowMs();
      const path = await chooseSavePath(
        `guise-report-${new Date(atMs).toISOString().slice(0, 10)}.txt`,
      );
      if (path === null) {
        return { path };
      }
      const lines = await readLogTail({ folder, redactor, maxLines: reportedLines });
      const text = writeReport({ ...(await readParts()), lines, redactor, atMs });
      await exportFile(path, `The report could not be written to ${path}.`, (draft) =>
        writeFile(draft, text),
      );
      return { path };
    },
  };
}
