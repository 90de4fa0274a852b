import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { Bridge, CallInput } from '../../contract/ipc/kit.ts';

/** The jobs of all services: those that run, the newest of the others, and older ones that were read. */
export interface JobsState {
  /** Newest first. */
  readonly jobs: readonly LocalJob[];
  readonly refresh: () => Promise<void>;
  /** Adds a job that may be older than those in the list. */
  readonly read: (id: string) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
  /** Sends a job that waits to be confirmed. */
  readonly confirm: (id: string) => Promise<void>;
  /** Advances a parked job to its next stage. */
  readonly advance: (corrections: CallInput<Ipc, 'jobs.advance'>) => Promise<void>;
  /** Starts it again with corrections, and returns the id of the new one. */
  readonly placeAgain: (corrections: CallInput<Ipc, 'jobs.place_again'>) => Promise<string>;
  /** Starts the same job again and returns the id of the new one. */
  readonly retry: (id: string) => Promise<string>;
  /** Fetches a result from its service again. */
  readonly fetch: (id: string) => Promise<void>;
  readonly forget: (id: string) => Promise<void>;
  readonly reveal: (id: string) => Promise<void>;
  /** Asks where to and copies the result there; gives where, or null. */
  readonly saveAs: (id: string) => Promise<string | null>;
}

/** See {@link JobsState}. */
export type JobsStore = StoreApi<JobsState>;

/** Makes the store and listens to main; it is empty until `refresh`. */
export function createJobsStore(bridge: Bridge<Ipc>): JobsStore {
  const store = createStore<JobsState>()((set) => ({
    jobs: [],
    refresh: async () => set({ jobs: await bridge.call('jobs.list', {}) }),
    read: async (id) => {
      const job = await bridge.call('jobs.read', { id });
      set(({ jobs }) => ({ jobs: withJob(jobs, job) }));
    },
    cancel: async (id) => {
      await bridge.call('jobs.cancel', { id });
    },
    confirm: async (id) => {
      await bridge.call('jobs.confirm', { id });
    },
    advance: async (corrections) => {
      await bridge.call('jobs.advance', corrections);
    },
    placeAgain: async (corrections) => (await bridge.call('jobs.place_again', corrections)).id,
    retry: async (id) => (await bridge.call('jobs.retry', { id })).id,
    fetch: async (id) => {
      await bridge.call('jobs.fetch', { id });
    },
    forget: async (id) => {
      await bridge.call('jobs.forget', { id });
    },
    reveal: async (id) => {
      await bridge.call('jobs.reveal', { id });
    },
    saveAs: async (id) => (await bridge.call('jobs.save_as', { id })).path,
  }));
  bridge.on('jobs.changed', (job) => {
    store.setState(({ jobs }) => ({ jobs: withJob(jobs, job) }));
  });
  bridge.on('jobs.forgotten', ({ id }) => {
    store.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }));
  });
  return store;
}

function withJob(jobs: readonly LocalJob[], job: LocalJob): readonly LocalJob[] {
  if (jobs.some(({ id }) => id === job.id)) {
    return jobs.map((other) => (other.id === job.id ? job : other));
  }
  const older = jobs.findIndex(({ createdAtMs }) => createdAtMs <= job.createdAtMs);
  return jobs.toSpliced(older < 0 ? jobs.length : older, 0, job);
}
