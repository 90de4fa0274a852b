import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '../../client/client.ts';
import { isTerminalState, type LocalJob, isUserNeeded } from '../../contract/ipc/jobs.ts';
import type { JobQueueState } from '../../contract/ipc/queue.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { AppFiles } from '../app/open-files.ts';
import type { Folders } from '../app/folders.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import type { ServiceHost } from '../service/service-host.ts';
import type { JobEntryMacs } from './job-entry-macs.ts';
import { JobQueue } from './job-queue.ts';
import { JobRunner } from './job-runner.ts';
import { JobSlots } from './job-slots.ts';
import type { JobEntry, JobStore } from './job-store.ts';
import { JobUploads } from './job-uploads.ts';
import { toJobView } from './job-view.ts';
import { JobWatch } from './job-watch.ts';
import type { SentFiles } from './sent-files.ts';
import type { Thumbnails } from './thumbnails.ts';
import { EndAction, type EndActionOptions } from './when-done.ts';

/**
 * A service remembers the key of a submit this long; a job that was not sent by then, such as one of a restored backup,
 * could be done and paid twice, so the user is asked.
 */
const idempotencyMs = 24 * 3_600_000;
/** A longer delay requested by a service is shown with the job, and others may be sent meanwhile. */
const silentRetryMs = 2_000;

/** Options of {@link openQueue} from the app. */
export interface QueueOptions {
  readonly folders: Pick<Folders, 'results'>;
  readonly files: Pick<AppFiles, 'queue' | 'settings'>;
  readonly profiles: ProfileStore;
  readonly service: Pick<ServiceHost, 'readDetails' | 'hintJob' | 'jobSlots'>;
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
  readonly ending: Pick<EndActionOptions, 'quit' | 'findSleep' | 'canEnd'>;
}

/** Options of {@link openQueue} from the jobs. */
export interface QueueJobs {
  readonly store: JobStore;
  readonly proofs: JobEntryMacs;
  readonly refused: { readonly add: (entry: JobEntry) => void };
  readonly thumbnails: Thumbnails;
  readonly sent: Pick<SentFiles, 'findKey'>;
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  readonly nowMs: () => number;
}

/** Queue and runner of the jobs. */
export interface OpenQueue {
  readonly runner: JobRunner;
  readonly queue: JobQueue;
  readonly slots: JobSlots;
  readonly endAction: EndAction;
  readonly view: (entry: JobEntry) => LocalJob;
  /** Changes a job and shows that. */
  readonly change: (id: string, patch: Partial<JobEntry>) => void;
  readonly describe: () => JobQueueState;
}

/** Creates runner and queue. */
export function openQueue(options: QueueOptions, parts: QueueJobs): OpenQueue {
  const { grants, emit, service, files } = options;
  const { store, thumbnails, openClient, nowMs } = parts;
  const view = (entry: JobEntry): LocalJob =>
    toJobView(entry, runner.motionOf(entry.id), { grants, thumbnails });
  const change = (id: string, patch: Partial<JobEntry>): void => {
    const entry = store.change(id, patch);
    if (entry !== null) {
      emit('jobs.changed', view(entry));
    }
  };
  const after = (durationMs: number, act: () => void): (() => void) => {
    const timer = setTimeout(act, durationMs);
    return () => clearTimeout(timer);
  };
  const slots = new JobSlots({
    openClient,
    readEmbeddedSlots: service.jobSlots,
    onChange: () => queue.wake(),
    nowMs,
  });
  const endAction = new EndAction({ ...options.ending, onChange: () => show(), nowMs, after });
  const describe = (): JobQueueState => ({ ...queue.describe(), ...endAction.describe() });
  let shown = '';
  const show = (): void => {
    const state = describe();
    const text = JSON.stringify(state);
    if (text !== shown) {
      shown = text;
      emit('queue.changed', state);
    }
  };
  const runner: JobRunner = openRunner(options, parts, {
    onChange: (entry) => emit('jobs.changed', view(entry)),
    onStep: (entry) => queue.step(entry),
    findRetryAtMs: (entry, error) => queue.findRetryAtMs(entry, error),
  });
  const queue: JobQueue = new JobQueue({
    store,
    change,
    runner,
    slots,
    nowMs,
    file: files.queue,
    onChange: () => {
      endAction.setIdle(
        store.list().every(({ state }) => isTerminalState(state) || isUserNeeded(state)),
      );
      show();
    },
    wakeAfter: after,
  });
  return { runner, queue, slots, endAction, view, change, describe };
}

function openRunner(
  { profiles, service, folders, files, log }: QueueOptions,
  { store, proofs, refused, thumbnails, sent, openClient, nowMs }: QueueJobs,
  hooks: Pick<ConstructorParameters<typeof JobRunner>[0], 'onChange' | 'onStep' | 'findRetryAtMs'>,
): JobRunner {
  const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
    sleep(durationMs, undefined, { signal });
  const openSender = async (profileId: string): Promise<ApiClient> =>
    createApiClient({
      ...(await profiles.readAccess(profileId)),
      retry: { maxRetryAfterMs: silentRetryMs },
    });
  const startedAtMs = nowMs();
  return new JobRunner({
    ...hooks,
    store,
    openClient: openSender,
    readBaseUrl: async (profileId) => (await profiles.readAccess(profileId)).baseUrl,
    readDetails: async (profileId, jobId) =>
      profileId === embeddedProfileId ? service.readDetails(jobId) : null,
    hintJob: async (profileId, key, hints) =>
      profileId === embeddedProfileId ? service.hintJob(key, hints) : undefined,
    sign: proofs.sign,
    // The wait in this app's own queue does not matter: only entries found at a start may have been copied.
    canSend: async (entry) =>
      (entry.state === 'sending' || entry.state === 'waiting') &&
      entry.origin === profiles.findOrigin(entry.profileId) &&
      startedAtMs - entry.createdAtMs < idempotencyMs &&
      nowMs() - (entry.submittedAtMs ?? nowMs()) < idempotencyMs &&
      (await proofs.isProven(entry)),
    resultFolder: folders.results,
    stillPathOf: thumbnails.stillOf,
    isResultWanted: (profileId) =>
      profileId === embeddedProfileId || files.settings.read().downloadResults,
    uploads: new JobUploads({ store, openClient: openSender, findChecked: sent.findKey, nowMs }),
    watch: new JobWatch({
      openClient,
      sleep: pause,
      // Its own service can be asked often; a plan elsewhere may allow one request a second for everything.
      maxIntervalMs: (profileId) => (profileId === embeddedProfileId ? 1_000 : 3_000),
    }),
    onUnavailable: refused.add,
    log,
    nowMs,
    sleep: pause,
  });
}
