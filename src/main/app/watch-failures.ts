import { writeCrashReport } from '../log/crash-report.ts';
import type { Log } from '../log/log.ts';
import type { Redactor } from '../log/redact.ts';

/**
 * Catches what nobody caught. A thrown bug leaves main in a state nobody knows, so it is reported and the
 * app ends with code 1; a rejected promise is reported and the app goes on. Returns how to end it for an
 * error that leaves nothing to go on with.
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
