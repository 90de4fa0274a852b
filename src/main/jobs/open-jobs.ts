import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../base/clock.ts';
import { type ApiClient, createApiClient } from '../../client/client.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { isOver } from '../../contract/ipc/jobs.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
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
import { createJobProofs, type JobProofs } from './job-proofs.ts';
import { JobRunner } from './job-runner.ts';
import { toJobView } from './job-view.ts';
import { readOffer } from './read-offer.ts';
import { createRecordingCalls, sweepRecordings } from './recordings.ts';
import { createSentFiles, type SentFiles } from './sent-files.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

/**
 * A service remembers the key of a submit this long; a job that was not sent by then, such as one of a restored backup,
 * could be done and paid twice, so the user is asked.
 */
const idempotencyMs = 24 * 3_600_000;

/** Everything about jobs as the app holds it. */
export interface Jobs {
  readonly calls: AreaHandlers<'files' | 'jobs' | 'recordings' | 'pastes'>;
  /** Takes in a file the user chose. */
  readonly addFile: (path: string) => Promise<ChosenFile>;
  /** The files the user chose since the start. */
  readonly chosen: ChosenFiles;
  readonly store: JobStore;
  readonly runner: JobRunner;
  readonly consents: Consents;
  readonly sent: SentFiles;
  readonly deletions: Deletions;
  readonly thumbnails: Thumbnails;
  readonly forget: ForgetJobs;
  /** Goes on with what was under way when the app ended. */
  readonly resume: () => void;
  /** Lets go of all jobs; the next start goes on with them. */
  readonly stop: () => void;
}

/** What {@link openJobs} needs. */
export interface JobsOptions extends Pick<JobCallsOptions, 'askPath' | 'reveal'> {
  readonly folders: Folders;
  readonly files: Pick<AppFiles, 'jobs' | 'consents' | 'deletions'>;
  readonly profiles: ProfileStore;
  /** The vault's key of proofs. */
  readonly readProofKey: () => Promise<Uint8Array>;
  readonly service: ServiceHost;
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}

/** Puts the parts together. */
export function openJobs(options: JobsOptions): Jobs {
  const { folders, files, profiles, service, grants, emit, log } = options;
  const nowMs = (): number => systemClock.nowMs();
  const store = createJobStore(files.jobs);
  const thumbnails = createThumbnails(folders.thumbnails);
  const consents = createConsents(files.consents, nowMs);
  const chosen = createChosenFiles(grants, consents);
  const proofs = createJobProofs(options.readProofKey);
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
  const parts = { store, proofs, refused, thumbnails, openClient, nowMs };
  const runner = openRunner(options, parts);
  const calls = createJobCalls({
    ...options,
    store,
    runner,
    chosen,
    consents,
    proofs,
    findOrigin: profiles.findOrigin,
    sent,
    forget,
    thumbnails,
    view: (entry) => toJobView(entry, runner.motionOf(entry.id), { grants, thumbnails }),
    readOffer: async (profileId) =>
      readOffer(await openClient(profileId), profileId, (feature) =>
        refused.has({ profileId, feature }),
      ),
    activeProfileId: () => profiles.list().activeId,
    inspectFile: inspectWith(service),
    nowMs,
  });
  const inUse = store.list().flatMap(({ inputs }) => inputs.map(({ path }) => path));
  sweepRecordings(folders.recordings, new Set(inUse)).catch((error: unknown) => {
    log('warn', 'recordings.not_swept', { error });
  });
  const recordings = createRecordingCalls({
    folder: folders.recordings,
    addFile: chosen.add,
    nowMs,
  });
  const pastes = createPasteCalls({ folder: folders.recordings, addFile: chosen.add });
  return {
    calls: { ...calls, ...recordings, ...pastes },
    addFile: chosen.add,
    chosen,
    store,
    runner,
    consents,
    sent,
    deletions,
    thumbnails,
    forget,
    resume: () => {
      void deletions.carryOut();
      for (const { id, state } of store.list()) {
        if (!isOver(state)) {
          runner.run(id);
        }
      }
    },
    stop: () => {
      runner.stop();
      deletions.stop();
    },
  };
}

/** The service of this computer looks into files whichever service does the work; it may only just be starting. */
function inspectWith(service: ServiceHost): ServiceHost['inspectFile'] {
  return async (path, aim) => {
    await service.readAccess();
    return service.inspectFile(path, aim);
  };
}

/** What services said they cannot do, in this run of the app. */
class RefusedFeatures {
  readonly #known = new Set<string>();

  add({ profileId, feature }: Pick<JobEntry, 'profileId' | 'feature'>): void {
    this.#known.add(`${profileId} ${feature}`);
  }

  has({ profileId, feature }: Pick<JobEntry, 'profileId' | 'feature'>): boolean {
    return this.#known.has(`${profileId} ${feature}`);
  }
}

function openRunner(
  { profiles, service, folders, grants, emit, log }: JobsOptions,
  parts: {
    readonly store: JobStore;
    readonly proofs: JobProofs;
    readonly refused: RefusedFeatures;
    readonly thumbnails: Thumbnails;
    readonly openClient: (profileId: string) => Promise<ApiClient>;
    readonly nowMs: () => number;
  },
): JobRunner {
  const { store, proofs, refused, thumbnails, openClient, nowMs } = parts;
  return new JobRunner({
    store,
    openClient,
    readBaseUrl: async (profileId) => (await profiles.readAccess(profileId)).baseUrl,
    readDetails: async (profileId, jobId) =>
      profileId === embeddedProfileId ? service.readDetails(jobId) : null,
    sign: proofs.sign,
    maySend: async (entry) =>
      entry.state === 'sending' &&
      entry.origin === profiles.findOrigin(entry.profileId) &&
      nowMs() - entry.createdAtMs < idempotencyMs &&
      (await proofs.isProven(entry)),
    resultFolder: folders.results,
    onChange: (entry, motion) => {
      emit('jobs.changed', toJobView(entry, motion, { grants, thumbnails }));
    },
    onUnavailable: (entry) => refused.add(entry),
    log,
    nowMs,
    sleep: (durationMs, signal) => sleep(durationMs, undefined, { signal }),
  });
}
