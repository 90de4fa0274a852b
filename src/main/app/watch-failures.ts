import { writeCrashReport } from '../log/crash-report.ts';
import type { Log } from '../log/log.ts';
import type { Redactor } from '../log/redact.ts';

/**
 * Handles uncaught errors. A thrown bug leaves main in an unknown state, so it is reported and the app exits
 * with code 1; a rejected promise is reported and the app continues. Returns the function that exits for an
 * unrecoverable error.
 */
export function watchFailures(options: {
  readonly log: Log;
  readonly folder: string;
  readonly redactor: Redactor;
  readonly facts: () => Readonly<Record<string, string>>;
  readonly exit: (code: number) => void;
}): (error: unknown) => void {
  const { log, folder, redactor, facts, exit } = options;
  const end = (error: unknown): void => {
    log('error', 'main.crashed', { error });
    try {
      const path = writeCrashReport(error, { folder, redactor, facts: facts() });
      process.stderr.write(`Guise ended because of a fault. What is known about it: ${path}\n`);
    } finally {
      exit(1);
    }
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', (reason) => {
    log('error', 'main.unhandled_rejection', { reason });
  });
  return end;
}
