import { type MaybePromise, chainMaybe } from '../../base/maybe-promise.ts';
import type { Store } from '../store/open.ts';
import type { ShownJob } from './job.ts';

/** Jobs remembered of one store; past it all are forgotten. */
const MAX_JOBS = 1000;

/** Jobs that were read at one version of the store. */
interface KnownJobs {
  version: number;
  readonly jobs: Map<string, { readonly accountId: string; readonly job: ShownJob }>;
}

const stores = new WeakMap<Store, KnownJobs>();

/**
 * A job of an account, from memory while nothing was written to the store since it was read, else by
 * `read`. Polls come far more often than changes, and a poll of SQLite costs 8 µs and the locks of a file.
 */
export function readThroughJobCache(
  store: Store,
  { accountId, jobId }: { readonly accountId: string; readonly jobId: string },
  read: () => MaybePromise<ShownJob>,
): MaybePromise<ShownJob> {
  const version = store.version();
  if (version === null) {
    return read();
  }
  const jobs = openKnown(store, version);
  const found = jobs.get(jobId);
  if (found?.accountId === accountId) {
    return found.job;
  }
  return chainMaybe(read(), (job) => {
    // A job that changed while it was read must not be remembered.
    if (store.version() === version) {
      if (jobs.size >= MAX_JOBS) {
        jobs.clear();
      }
      jobs.set(jobId, { accountId, job });
    }
    return job;
  });
}

function openKnown(store: Store, version: number): KnownJobs['jobs'] {
  let known = stores.get(store);
  if (known === undefined) {
    known = { version, jobs: new Map() };
    stores.set(store, known);
  }
  if (known.version !== version) {
    known.version = version;
    known.jobs.clear();
  }
  return known.jobs;
}
