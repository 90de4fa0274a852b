import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { jobFeatureNames } from '../../contract/api/features.ts';
import { jobStages, receivedNoteSchema } from '../../contract/api/resources/job.ts';
import { mediaKindSchema } from '../../contract/ipc/files.ts';
import {
  isTerminalState,
  jobOptionsSchema,
  localJobStates,
  parkedStages,
  remoteResultSchema,
} from '../../contract/ipc/jobs.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { wireErrorSchema } from '../../contract/wire-error.ts';
import { RecordLog } from '../files/record-log.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';

/** Most jobs that are written with every change; of the finished ones the oldest go to the archive. */
const maxRecentJobs = 500;

/** See {@link JobEntry}. */
export const jobEntrySchema = z.object({
  /** Names files of ours as well. */
  id: z.uuid(),
  profileId: z.string().max(64),
  /** Server of the profile when the job was created; null in entries of earlier versions. */
  origin: z.string().nullable().default(null),
  feature: z.enum(jobFeatureNames),
  state: z.enum(localJobStates),
  createdAtMs: z.number(),
  /** Time at which it was first sent; also null in entries of earlier versions. */
  startedAtMs: z.number().nullable().default(null),
  endedAtMs: z.number().nullable(),
  inputs: z.array(
    z.object({
      field: z.string(),
      path: z.string(),
      kind: mediaKindSchema,
      /** Hash of the content that was chosen and agreed to; no other is sent. Null in entries of earlier versions. */
      sha256: z.hash('sha256').nullable().default(null),
      sizeBytes: z.number().nullable().default(null),
      /** Reference at the service, once it was sent. */
      fileKey: z.string().nullable(),
      /** Time at which it was sent; null before, and in entries of earlier versions. */
      sentAtMs: z.number().nullable().default(null),
    }),
  ),
  options: jobOptionsSchema,
  /** The same for every try of the submit, so that it never submits twice. */
  idempotencyKey: z.string(),
  /** Time of the first submit with unknown outcome: the service may have it. Else null. */
  submittedAtMs: z.number().nullable().default(null),
  /** The user gave it up; its service still has to be asked to. */
  isCanceling: z.boolean().default(false),
  /** Time of the next attempt, after a transient refusal. */
  retryAtMs: z.number().nullable().default(null),
  /** True when the job was removed from the queue's view; the default for entries of earlier versions. */
  isCleared: z.boolean().default(true),
  /** Last reported stage of an identity swap in advanced mode. Null for others. */
  stage: z.enum(jobStages).nullable().default(null),
  /** Time at which it was found to wait for the user; null while it does not. */
  parkedAtMs: z.number().nullable().default(null),
  /** Time that it waited for the user before. */
  waitedMs: z.number().default(0),
  /** Stages whose still is stored on this computer. */
  stills: z.array(z.enum(parkedStages)).default([]),
  /** Continues after its frame without the user, who has reviewed the same frame in another job. */
  skipsFrame: z.boolean().default(false),
  /** Id at the service, once it was submitted. */
  jobId: z.string().nullable(),
  holdUsd: z.number().nullable(),
  expectedMs: z.number().nullable(),
  costUsd: z.number().nullable(),
  error: wireErrorSchema.nullable(),
  result: z.object({ path: z.string(), kind: mediaKindSchema, sizeBytes: z.number() }).nullable(),
  report: jobReportSchema.nullable().catch(null),
  /** Service's notes on the result; none in entries of earlier versions. */
  notes: z.array(receivedNoteSchema).default([]),
  /**
   * Last known result at its service: the expiry of its link, if stated. Null without a result, and in entries
   * of earlier versions.
   */
  remote: remoteResultSchema.nullable().default(null),
  /** Final state of a job whose result is fetched again, to which it returns; else null. */
  fetchedFrom: z.enum(['succeeded', 'failed']).nullable().default(null),
  /** Failure of the job before that; null for none. */
  errorBefore: wireErrorSchema.nullable().default(null),
  /** True when the result is fetched without a request of the user. */
  isQuiet: z.boolean().default(false),
  /** True when the result is fetched only on request: the user stopped it, or it could not be collected. */
  isLeftAtService: z.boolean().default(false),
  hasThumbnail: z.boolean(),
  /** See `job-entry-macs.ts`. */
  proof: z.string().nullable().default(null),
});

/** A job in the format of the file. */
export type JobEntry = z.output<typeof jobEntrySchema>;

/** File of jobs; an unreadable entry is dropped, the others stay. */
export const jobsFileSchema = z.object({
  jobs: z
    .array(z.unknown())
    .default([])
    .transform((jobs) =>
      jobs.flatMap((job) => {
        const parsed = jobEntrySchema.safeParse(job);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
});

/** The jobs this computer knows, kept over restarts. */
export interface JobStore {
  /** Running jobs and the newest finished ones; newest first. */
  readonly list: () => readonly JobEntry[];
  /** Including the loaded part of the archive; the same array until something changes. */
  readonly listAll: () => readonly JobEntry[];
  /** All, once the archive was read. */
  readonly readAll: () => Promise<readonly JobEntry[]>;
  /** Null when it is not in the list. */
  readonly find: (id: string) => JobEntry | null;
  /** Throws `not_found`. */
  readonly require: (id: string) => JobEntry;
  readonly add: (entry: JobEntry) => void;
  /** Changes a job that is still in the list and gives it; null when it is gone. */
  readonly change: (id: string, change: Partial<JobEntry>) => JobEntry | null;
  /** Resolves when the files no longer contain them. */
  readonly remove: (ids: ReadonlySet<string>) => Promise<void>;
}

/** Opens the list over its file, and begins to read the archive of older jobs, which is a file of lines. */
export function createJobStore(
  file: StoredJsonFile<z.output<typeof jobsFileSchema>>,
  archivePath: string,
): JobStore {
  const archive = new RecordLog(archivePath, jobEntrySchema);
  const list = (): readonly JobEntry[] => file.read().jobs;
  const findRecent = (id: string): JobEntry | null => list().find((job) => job.id === id) ?? null;
  const find = (id: string): JobEntry | null => findRecent(id) ?? archive.find(id);
  /** Entries that do not fit are archived before they leave the list, so that a crash in between loses none. */
  const write = (jobs: readonly JobEntry[]): void => {
    const { recent, older } = archive.isLoaded
      ? splitByAge(jobs)
      : { recent: [...jobs], older: [] };
    archive.put(...older);
    file.write({ jobs: recent });
  };
  const load = async (): Promise<void> => {
    await archive.load();
    if (splitByAge(list()).older.length > 0) {
      write(list());
    }
  };
  const loaded = load();
  const listAll = createMerged(list, archive);
  return {
    list,
    listAll,
    readAll: async () => {
      await loaded;
      return listAll();
    },
    find,
    require: (id) => {
      const entry = find(id);
      if (entry === null) {
        throw new AppError('not_found', 'This job is not in the list any more.');
      }
      return entry;
    },
    add: (entry) => write([entry, ...list()]),
    change: (id, change) => {
      const before = find(id);
      if (before === null) {
        return null;
      }
      const next = { ...before, ...change };
      if (findRecent(id) === null && isTerminalState(next.state)) {
        archive.put(next);
      } else if (findRecent(id) === null) {
        // Something happens to it again; it leaves as the oldest.
        file.write({ jobs: [...list(), next] });
      } else {
        file.write({ jobs: list().map((job) => (job.id === id ? next : job)) });
      }
      return next;
    },
    remove: async (ids) => {
      file.write({ jobs: list().filter((job) => !ids.has(job.id)) });
      await archive.remove([...ids]);
    },
  };
}

/** List followed by the archive, rebuilt after a change of either. */
function createMerged(
  list: () => readonly JobEntry[],
  archive: Pick<RecordLog<JobEntry>, 'values' | 'version'>,
): () => readonly JobEntry[] {
  let made: { readonly of: readonly JobEntry[]; readonly version: number } | null = null;
  let all: readonly JobEntry[] = [];
  return () => {
    const recent = list();
    if (made?.of !== recent || made.version !== archive.version) {
      const ids = new Set(recent.map(({ id }) => id));
      all = [...recent, ...[...archive.values()].filter(({ id }) => !ids.has(id))];
      made = { of: recent, version: archive.version };
    }
    return all;
  };
}

/** Of the finished jobs only the newest are written with every change. */
function splitByAge(jobs: readonly JobEntry[]): {
  readonly recent: JobEntry[];
  readonly older: JobEntry[];
} {
  const running = jobs.filter(({ state }) => !isTerminalState(state)).length;
  let room = Math.max(0, maxRecentJobs - running);
  const recent: JobEntry[] = [];
  const older: JobEntry[] = [];
  for (const job of jobs) {
    if (!isTerminalState(job.state)) {
      recent.push(job);
    } else {
      room -= 1;
      (room >= 0 ? recent : older).push(job);
    }
  }
  return { recent, older };
}
