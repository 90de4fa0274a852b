import type { Logger } from '../http/log.ts';

/** What is still open is put away in that time, or not at all. */
const STOP_MS = 3_000;

/**
 * Decides what follows when nobody caught an error or a rejection: the process is in a state that nobody knows, so it
 * is logged, running jobs are given back where that still works, and the process ends with code 1; whoever started it
 * starts it again. Money needs no care here: every change of it is one transaction that holds or does not.
 */
export function endOnCrash(options: {
  /** Names the process in the log. */
  readonly name: string;
  readonly logger: () => Logger;
  /** Puts away what can be. */
  readonly stop: () => Promise<void>;
}): void {
  let isEnding = false;
  const end = (what: string, error: unknown): void => {
    options.logger().fatal({ err: error, process: options.name }, what);
    if (isEnding) {
      return; // What goes wrong while ending is logged only.
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
