import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { jobFeatureNames } from '../../contract/api/features.ts';
import { receivedNoteSchema } from '../../contract/api/resources/job.ts';
import { mediaKindSchema } from '../../contract/ipc/files.ts';
import { isOver, jobOptionsSchema, localJobStates } from '../../contract/ipc/jobs.ts';
import { jobReportSchema } from '../../contract/job-details.ts';
import { wireErrorSchema } from '../../contract/wire-error.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';

/** Most jobs that are remembered; of the finished ones the oldest are dropped. */
const maxJobs = 500;

const entrySchema = z.object({
  /** Names files of ours as well. */
  id: z.uuid(),
  profileId: z.string().max(64),
  /** Server of the profile when the job was begun; null in entries of earlier versions. */
  origin: z.string().nullable().default(null),
  feature: z.enum(jobFeatureNames),
  state: z.enum(localJobStates),
  createdAtMs: z.number(),
  /** When it was first sent; null in entries of earlier versions, too. */
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
      /** When it was sent; null for not yet, and in entries of earlier versions. */
      sentAtMs: z.number().nullable().default(null),
    }),
  ),
  options: jobOptionsSchema,
  /** The same for every try of the submit, so that it never submits twice. */
  idempotencyKey: z.string(),
  /** When it was submitted first without knowing since what came of it: the service may have it. Else null. */
  submittedAtMs: z.number().nullable().default(null),
  /** The user gave it up; its service still has to be asked to. */
  isCanceling: z.boolean().default(false),
  /** When it is sent again, after a refusal that passes. */
  retryAtMs: z.number().nullable().default(null),
  /** Whether it left the queue's view; true in entries of earlier versions. */
  isCleared: z.boolean().default(true),
  /** Id at the service, once it was submitted. */
  jobId: z.string().nullable(),
  holdUsd: z.number().nullable(),
  expectedMs: z.number().nullable(),
  costUsd: z.number().nullable(),
  error: wireErrorSchema.nullable(),
  result: z.object({ path: z.string(), kind: mediaKindSchema, sizeBytes: z.number() }).nullable(),
  report: jobReportSchema.nullable().catch(null),
  /** What the service says of the result; none in entries of earlier versions. */
  notes: z.array(receivedNoteSchema).default([]),
  hasThumbnail: z.boolean(),
  /** See `job-proofs.ts`. */
  proof: z.string().nullable().default(null),
});

/** A job as it is kept on disk. */
export type JobEntry = z.output<typeof entrySchema>;

/** The file of jobs; one that cannot be understood is dropped, the others stay. */
export const jobsFileSchema = z.object({
  jobs: z
    .array(z.unknown())
    .default([])
    .transform((jobs) =>
      jobs.flatMap((job) => {
        const parsed = entrySchema.safeParse(job);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
});

/** The jobs this computer knows, kept over restarts. */
export interface JobStore {
  /** Newest first. */
  readonly list: () => readonly JobEntry[];
  /** Null when it is not in the list. */
  readonly find: (id: string) => JobEntry | null;
  /** Throws `not_found`. */
  readonly require: (id: string) => JobEntry;
  readonly add: (entry: JobEntry) => void;
  /** Changes a job that is still in the list and gives it; null when it is gone. */
  readonly change: (id: string, change: Partial<JobEntry>) => JobEntry | null;
  readonly remove: (ids: ReadonlySet<string>) => void;
}

/** Opens the list over its file. */
export function createJobStore(file: StoredJsonFile<z.output<typeof jobsFileSchema>>): JobStore {
  const list = (): readonly JobEntry[] => file.read().jobs;
  const find = (id: string): JobEntry | null => list().find((job) => job.id === id) ?? null;
  return {
    list,
    find,
    require: (id) => {
      const entry = find(id);
      if (entry === null) {
        throw new AppError('not_found', 'This job is not in the list any more.');
      }
      return entry;
    },
    add: (entry) => {
      file.write({ jobs: withinLimit([entry, ...list()]) });
    },
    change: (id, change) => {
      const before = find(id);
      if (before === null) {
        return null;
      }
      const next = { ...before, ...change };
      file.write({ jobs: list().map((job) => (job.id === id ? next : job)) });
      return next;
    },
    remove: (ids) => {
      file.write({ jobs: list().filter((job) => !ids.has(job.id)) });
    },
  };
}

function withinLimit(jobs: readonly JobEntry[]): JobEntry[] {
  const running = jobs.filter(({ state }) => !isOver(state)).length;
  let room = Math.max(0, maxJobs - running);
  return jobs.filter(({ state }) => {
    if (!isOver(state)) {
      return true;
    }
    room -= 1;
    return room >= 0;
  });
}
