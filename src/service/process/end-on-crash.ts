import type { Logger } from '../http/log.ts';

/** Time limit for shutting down cleanly. */
const STOP_MS = 3_000;

/**
 * Handles uncaught errors and rejections: the process is in an unknown state, so the error is logged, running
 * jobs are returned if possible, and the process exits with code 1; its parent restarts it. Money needs no care
 * here: every change of it is one transaction.
 */
export function endOnCrash(options: {
  /** Names the process in the log. */
  readonly name: string;
  readonly logger: () => Logger;
  /** Puts away what can be. */
  readonly stop: () => Promise<void>;
}): void {
  let isEnding = false;
  const end = (message: string, error: unknown): void => {
    options.logger().fatal({ err: error, process: options.name }, message);
    if (isEnding) {
      return; // Errors during the end are only logged.
    }
    isEnding = true;
    const exit = (): void => process.exit(1);
    setTimeout(exit, STOP_MS);
    options.stop().then(exit, (cause: unknown) => {
      options.logger().error({ err: cause, process: options.name }, 'it could not be stopped');
      exit();
    });
  };
  process.on('uncaughtException', (error) => {
    end('nobody caught an error: the process ends', error);
  });
  process.on('unhandledRejection', (reason) => {
    end('nobody caught a rejection: the process ends', reason);
  });
}
