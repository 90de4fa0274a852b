import type { Core } from './core.ts';
import type { DirectStore } from '../files/direct-store.ts';
import { removeUnused, type SweepDependencies, sweepFiles } from '../files/sweep.ts';
import type { Logger } from '../http/log.ts';
import type { Store } from '../store/open.ts';

/** Interval of ending abandoned sessions. */
const LIVE_MS = 15_000;
/** Interval of releasing expired files. */
const FILES_MS = 3_600_000;
/** Interval of checking for today's database backup, so that an app that runs for minutes has one too. */
const BACKUP_MS = 120_000;
/** Delay before undeleted bytes are retried; their mark has expired by then. */
const AGAIN_MS = 150_000;

/**
 * Starts the periodic work, which also runs immediately when a customer deleted something. `close` waits for
 * running work.
 */
export function startHousekeeping(options: {
  readonly core: Pick<Core, 'reapLiveSessions'>;
  readonly store: Store;
  readonly files: Omit<SweepDependencies, 'signal'> & { readonly direct: DirectStore | null };
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { store, logger } = options;
  const closing = new AbortController();
  const files = { ...options.files, signal: closing.signal };
  const running = new Set<Promise<unknown>>();
  const run = (message: string, act: () => Promise<unknown>): void => {
    const done = act()
      .catch((error: unknown) => {
        logger.error({ err: error }, message);
      })
      .finally(() => running.delete(done));
    running.add(done);
  };
  const sweep = (): void => {
    run('old files could not be given up', async () => {
      // Unused bytes may remain from an interrupted deletion. Files that expire leave the backups alone.
      if ((await removeUnused(files)) > 0) {
        await store.eraseDeleted();
      }
      await sweepFiles(files);
    });
    const { db, clock, direct, signal } = files;
    if (direct !== null) {
      run('uploads to the bucket could not be given up', async () => {
        const { sweepDirectUploads } = await import('../files/direct-uploads.ts');
        await sweepDirectUploads({ db, clock, direct, signal });
      });
    }
  };
  const removal = startRemoval({ store, files, run });
  const timers = [
    setInterval(() => {
      run('live sessions could not be looked after', () => options.core.reapLiveSessions());
    }, LIVE_MS).unref(),
    setInterval(sweep, FILES_MS).unref(),
    setInterval(() => {
      run('the database could not be copied', () => store.backUpDaily());
    }, BACKUP_MS).unref(),
  ];
  // A program that never runs for an hour has to look as well.
  sweep();
  return {
    async close() {
      removal.close();
      closing.abort();
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}

/** Removes unused bytes at the signals of the store, and again some time after a failure. */
function startRemoval({
  store,
  files,
  run,
}: {
  readonly store: Store;
  readonly files: SweepDependencies;
  readonly run: (message: string, act: () => Promise<unknown>) => void;
}): { close(): void } {
  let again: NodeJS.Timeout | undefined;
  const remove = createCoalesced(async () => {
    try {
      await removeUnused(files);
    } catch (error) {
      again ??= setTimeout(() => {
        again = undefined;
        removeSoon(remove);
      }, AGAIN_MS).unref();
      throw error;
    }
  });
  const erase = createCoalesced(async () => {
    try {
      await remove();
    } finally {
      await store.eraseDeleted();
    }
  });
  const removeSoon = (act: () => Promise<void>): void => {
    if (files.signal?.aborted !== true) {
      run('deleted files could not be removed', act);
    }
  };
  const stopListening = store.signals.listen(({ kind }) => {
    if (kind === 'unused') {
      removeSoon(remove);
    } else if (kind === 'deleted') {
      removeSoon(erase);
    }
  });
  return {
    close() {
      stopListening();
      clearTimeout(again);
    },
  };
}

/** Runs one at a time; calls during a run cause one further run, for which all of them wait. */
function createCoalesced(act: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const run = act().finally(() => {
      if (current === run) {
        current = null;
      }
    });
    current = run;
    return run;
  };
  return () => {
    if (current === null) {
      return start();
    }
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
