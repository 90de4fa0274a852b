import type { Core } from './core.ts';
import type { SweepParts } from './files/sweep.ts';
import { sweepFiles } from './files/sweep.ts';
import type { Logger } from './http/log.ts';

/** How often sessions that nobody looks after are ended. */
const LIVE_MS = 15_000;
/** How often files past their time are given up. */
const FILES_MS = 3_600_000;

/** Starts what has to be done now and then. `close` waits for what runs. */
export function startHousekeeping(options: {
  readonly core: Pick<Core, 'reapLiveSessions'>;
  readonly files: SweepParts;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const every = (intervalMs: number, what: string, act: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => {
      const done = act()
        .catch((error: unknown) => {
          options.logger.error({ err: error }, what);
        })
        .finally(() => running.delete(done));
      running.add(done);
    }, intervalMs).unref();
  const timers = [
    every(LIVE_MS, 'live sessions could not be looked after', () =>
      options.core.reapLiveSessions(),
    ),
    every(FILES_MS, 'old files could not be given up', () => sweepFiles(options.files)),
  ];
  return {
    async close() {
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}
