import { systemClock } from '../../base/clock.ts';
import { type ApiClient, createApiClient } from '../../client/client.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { AppFiles } from '../app/open-files.ts';
import type { Folders } from '../app/folders.ts';
import { createPasteCalls } from '../files/pasted-files.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import type { ServiceHost } from '../service/service-host.ts';
import { type ChosenFiles, createChosenFiles } from './chosen-files.ts';
import { type Consents, createConsents } from './consents.ts';
import { Deletions } from './deletions.ts';
import { createForgetJobs, type ForgetJobs } from './forget-jobs.ts';
import { createJobStore, type JobStore, type JobEntry } from './job-store.ts';
import { createJobCalls, type JobCallsOptions } from './job-calls.ts';
import { JobAdmission } from './job-admission.ts';
import { createJobEntryMacs } from './job-entry-macs.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobRunner } from './job-runner.ts';
import { openQueue, type QueueOptions } from './open-queue.ts';
import { readOffer } from './read-offer.ts';
import { createQueueCalls, type QueueCallsOptions } from './queue-calls.ts';
import { createRecordingCalls, sweepRecordings } from './recordings.ts';
import { RemoteResults } from './remote-results.ts';
import { createSentFiles, type SentFiles } from './sent-files.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

/** Job functions of the app. */
export interface Jobs {
  readonly calls: AreaHandlers<'files' | 'jobs' | 'queue' | 'recordings' | 'pastes'>;
  /** Takes in a file the user chose. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
  /** The files the user chose since the start. */
  readonly chosen: ChosenFiles;
  readonly store: JobStore;
  readonly runner: JobRunner;
  readonly queue: JobQueue;
  readonly consents: Consents;
  readonly sent: SentFiles;
  readonly deletions: Deletions;
  readonly thumbnails: Thumbnails;
  readonly forget: ForgetJobs;
  readonly remoteResults: RemoteResults;
  /** Called when services changed: URLs or keys may differ, so refusals are cleared. */
  readonly servicesChanged: () => void;
  /** Continues the jobs that were running when the app ended. */
  readonly resume: () => void;
  /** Detaches from all jobs; the next start continues. */
  readonly stop: () => void;
}

/** Dependencies of {@link openJobs}. */
export interface JobsOptions
  extends
    Pick<JobCallsOptions, 'chooseSavePath' | 'reveal' | 'dragOut'>,
    Pick<QueueCallsOptions, 'announce'>,
    Pick<QueueOptions, 'ending'> {
  readonly folders: Folders;
  readonly files: Pick<
    AppFiles,
    'jobs' | 'queue' | 'consents' | 'deletions' | 'settings' | 'watch'
  >;
  readonly profiles: ProfileStore;
  /** The vault's key of proofs. */
  readonly readProofKey: () => Promise<Uint8Array>;
  readonly service: ServiceHost;
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}

/** Creates and connects the parts. */
export function openJobs(options: JobsOptions): Jobs {
  const { folders, files, profiles, service, grants, emit, log } = options;
  const nowMs = (): number => systemClock.nowMs();
  const store = createJobStore(files.jobs, folders.jobArchivePath);
  const thumbnails = createThumbnails(folders.thumbnails);
  const consents = createConsents(files.consents, nowMs);
  const chosen = createChosenFiles(grants, consents);
  const proofs = createJobEntryMacs(options.readProofKey);
  const openClient = async (profileId: string): Promise<ApiClient> =>
    createApiClient(await profiles.readAccess(profileId));
  const sent = createSentFiles({ chosen, openClient, nowMs });
  const deletions = new Deletions({
    file: files.deletions,
    openClient,
    deleteContent: service.deleteContent,
    findOrigin: profiles.findOrigin,
    log,
  });
  const forget = createForgetJobs({ store, sent, deletions, thumbnails, emit });
  const refused = new RefusedFeatures();
  const parts = { store, proofs, refused, thumbnails, sent, openClient, nowMs };
  const { runner, queue, slots, endAction, view, change, describe } = openQueue(options, parts);
  const remoteResults = new RemoteResults({
    store,
    runner,
    openClient,
    findOrigin: profiles.findOrigin,
    isWanted: () => files.settings.read().downloadResults,
    change,
    log,
    nowMs,
  });
  const activeProfileId = (): string => profiles.list().activeId;
  const { findOrigin } = profiles;
  const own = { ...options, store, runner, queue, chosen, consents, proofs, sent, forget };
  const shown = { ...own, thumbnails, view, nowMs, findOrigin, activeProfileId };
  const admission = new JobAdmission(shown);
  const calls = createJobCalls({
    ...shown,
    admission,
    remoteResults,
    readOffer: async (profileId) =>
      readOffer(await openClient(profileId), profileId, (feature) =>
        refused.has({ profileId, feature }),
      ),
    ...inspectWith(service),
  });
  const queueCalls = createQueueCalls({ ...shown, endAction, admission, describe, change });
  return {
    calls: { ...calls, ...queueCalls, ...createIntakeCalls(options, { store, chosen, nowMs }) },
    addFile: chosen.add,
    chosen,
    store,
    runner,
    queue,
    consents,
    sent,
    deletions,
    thumbnails,
    forget,
    remoteResults,
    servicesChanged: () => {
      slots.clear();
      queue.release();
      queue.wake();
    },
    resume: () => {
      void deletions.carryOut();
      queue.resume();
      void remoteResults.keep();
      void endAction.prepare();
    },
    stop: () => {
      queue.stop();
      runner.stop();
      remoteResults.stop();
      deletions.stop();
    },
  };
}

/**
 * Creates the calls for recordings and pastes of the page, in a folder that is swept of files that neither a
 * job nor the watched folder uses.
 */
function createIntakeCalls(
  { folders, files, log }: Pick<JobsOptions, 'folders' | 'files' | 'log'>,
  { store, chosen, nowMs }: Pick<Jobs, 'store' | 'chosen'> & { readonly nowMs: () => number },
): AreaHandlers<'recordings' | 'pastes'> {
  const folder = folders.recordings;
  const readInUse = async (): Promise<ReadonlySet<string>> => {
    const ofJobs = (await store.readAll()).flatMap(({ inputs }) => inputs);
    const ofNewFiles = files.watch.read().setup?.inputs ?? [];
    return new Set([...ofJobs, ...ofNewFiles].map(({ path }) => path));
  };
  sweepRecordings(folder, readInUse).catch((error: unknown) => {
    log('warn', 'recordings.not_swept', { error });
  });
  const recordings = createRecordingCalls({
    folder,
    addFile: chosen.add,
    nowMs,
  });
  const pastes = createPasteCalls({ folder, addFile: chosen.add });
  return { ...recordings, ...pastes };
}

/** The service of this computer looks into files whichever service does the work; it may only just be starting. */
function inspectWith(service: ServiceHost): Pick<ServiceHost, 'inspectFile' | 'previewChange'> {
  return {
    inspectFile: async (request) => {
      await service.readAccess();
      return service.inspectFile(request);
    },
    previewChange: async (paths, words) => {
      await service.readAccess();
      return service.previewChange(paths, words);
    },
  };
}

/** Features that services refused in this run of the app. */
class RefusedFeatures {
  readonly #known = new Set<string>();

  readonly add = ({ profileId, feature }: Pick<JobEntry, 'profileId' | 'feature'>): void => {
    this.#known.add(`${profileId} ${feature}`);
  };

  has({ profileId, feature }: Pick<JobEntry, 'profileId' | 'feature'>): boolean {
    return this.#known.has(`${profileId} ${feature}`);
  }
}
