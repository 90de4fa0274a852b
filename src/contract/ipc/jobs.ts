import * as z from 'zod';
import { jobFeatureNames } from '../api/features.ts';
import { type JobStage, jobStages, receivedNoteSchema } from '../api/resources/job.ts';
import { jobProgressSchema, jobReportSchema } from '../job-details.ts';
import { wireErrorSchema } from '../wire-error.ts';
import { chosenFileSchema, mediaKindSchema } from './files.ts';

const jobFeatureSchema = z.enum(jobFeatureNames);

/**
 * States of a job as the app follows it. The last three are final.
 *
 *                    ┌───────────┐ (refused for now)    ┌─────────┐ (advance)
 *                    ▼           │                      ▼         │
 *   unconfirmed ──▶ waiting ──▶ sending ──▶ queued ──▶ processing ⇄ parked
 *                                                       └──▶ collecting ──▶ succeeded
 *   any of them but `succeeded` ──▶ failed, canceled
 *
 * `unconfirmed`: the entry may not have been written by this app, so nothing is sent before the user confirms
 * it. `waiting`: in the app's own queue, see `queue.ts`; `queued`: in the queue of its service. `parked`: it
 * waits between two stages for the user, who reviews its stills.
 */
export const localJobStates = [
  'unconfirmed',
  'waiting',
  'sending',
  'queued',
  'processing',
  'parked',
  'collecting',
  'succeeded',
  'failed',
  'canceled',
] as const;

/** See {@link localJobStates}. */
export type LocalJobState = (typeof localJobStates)[number];

/** Returns whether a job has reached a final state. */
export function isTerminalState(state: LocalJobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'canceled';
}

/** Returns whether a job needs an action of the user to continue. */
export function isUserNeeded(state: LocalJobState): boolean {
  return state === 'unconfirmed' || state === 'parked';
}

/** Stages in which an identity swap in advanced mode waits with a still. */
export const parkedStages = ['frame_ready', 'swap_ready'] as const satisfies readonly JobStage[];

/** See {@link parkedStages}. */
export type ParkedStage = (typeof parkedStages)[number];

/** Returns whether a stage is one of {@link parkedStages}. */
export function isParkedStage(stage: string | null): stage is ParkedStage {
  return parkedStages.some((parked) => parked === stage);
}

/** Longest text of a request: every character of the longest script may take two units. */
export const maxOptionChars = 10_000;

/** Settings of a job: fields of its request that are not files. */
export const jobOptionsSchema = z.record(
  z.string().max(64),
  z.union([z.string().max(maxOptionChars), z.number(), z.boolean()]),
);

/** See {@link jobOptionsSchema}. */
export type JobOptions = z.output<typeof jobOptionsSchema>;

/** Result at the service that made it: the expiry of its link, if stated, or that it no longer exists. */
export const remoteResultSchema = z.object({
  expiresAtMs: z.number().nullable(),
  isGone: z.boolean(),
});

/** A job as the page shows it. */
export const localJobSchema = z.object({
  id: z.string(),
  profileId: z.string(),
  feature: jobFeatureSchema,
  state: z.enum(localJobStates),
  createdAtMs: z.number(),
  /** Time at which it left the app's queue; null while it waits there. */
  startedAtMs: z.number().nullable(),
  /** Time at which it reached its final state. */
  endedAtMs: z.number().nullable(),
  /** Inputs in the order of the form; URLs are relative to the page. */
  inputs: z.array(
    z.object({ field: z.string(), name: z.string(), kind: mediaKindSchema, url: z.string() }),
  ),
  options: jobOptionsSchema,
  /** Set aside while it runs; null when it was not known at the submit. */
  holdUsd: z.number().nullable(),
  /** Null until the job has ended. */
  costUsd: z.number().nullable(),
  /** Stage of an identity swap in advanced mode; null for other jobs, and until the service reports it. */
  stage: z.enum(jobStages).nullable(),
  /** Time at which it began to wait for the user; null while it does not. */
  parkedAtMs: z.number().nullable(),
  /** Time that it waited for the user before. */
  waitedMs: z.number(),
  /** Stills of the stages so far, in order; URLs are relative to the page. */
  stills: z.array(z.object({ stage: z.enum(parkedStages), url: z.string() })),
  /** Fraction that is sent or collected; null in other states or when unknown. */
  transferFraction: z.number().nullable(),
  /** Progress of the work; null when the service does not report it. */
  progress: jobProgressSchema.nullable(),
  /**
   * Reason of the failure; for a running job, of its service's silence; for a waiting job, of its return to the queue.
   */
  error: wireErrorSchema.nullable(),
  /** Time of the automatic retry of a job that was put back; null for any other. */
  retryAtMs: z.number().nullable(),
  /** True when the user cancelled the job and its service has not confirmed the stop yet. */
  isCanceling: z.boolean(),
  /** Its result is fetched without a request by the user, so its end is not announced. */
  isQuiet: z.boolean(),
  /** True when the job was removed from the queue's view. The list of jobs still contains it. */
  isCleared: z.boolean(),
  result: z
    .object({ name: z.string(), kind: mediaKindSchema, sizeBytes: z.number(), url: z.string() })
    .nullable(),
  /** Null while there is no result at its service, and where that is not known. */
  remote: remoteResultSchema.nullable(),
  report: jobReportSchema.nullable(),
  /** Differences between the result and the request, as reported by the service. */
  notes: z.array(receivedNoteSchema),
  thumbnailUrl: z.string().nullable(),
  /** Expected length of the output at the time of the submit; null for images or when unknown. */
  expectedMs: z.number().nullable(),
});

/** See {@link localJobSchema}. */
export type LocalJob = z.output<typeof localJobSchema>;

/** Stage fields of a job before its first stage. */
export const noStages = {
  stage: null,
  parkedAtMs: null,
  waitedMs: 0,
  stills: [],
} satisfies Partial<LocalJob>;

/** Progress of a job: of its work, else of its transfer; null when neither is known. */
export function findProgressFraction({
  progress,
  transferFraction,
}: Pick<LocalJob, 'progress' | 'transferFraction'>): number | null {
  return progress?.fraction ?? transferFraction;
}

/** Letters of a script that name a job. */
const nameChars = 60;

/** Title of a job: the first words of its script, else the name of its first file, else empty. */
export function toJobName(options: JobOptions, fileNames: readonly string[]): string {
  const script = options['script'];
  const line = typeof script === 'string' ? script.replaceAll(/\s+/g, ' ').trim() : '';
  const letters = Array.from(line);
  if (letters.length === 0) {
    return fileNames[0] ?? '';
  }
  return letters.length <= nameChars ? line : `${letters.slice(0, nameChars - 1).join('')}…`;
}

/** Features and prices of the service in use. */
export const serviceOfferSchema = z.object({
  profileId: z.string(),
  capabilities: z.array(
    z.object({
      feature: jobFeatureSchema,
      /** Null where price and unit are not known: the service's list was not understood. */
      unit: z.enum(['per_second', 'per_generation']).nullable(),
      priceUsd: z.number().nullable(),
      minimumUsd: z.number(),
    }),
  ),
  balanceUsd: z.number(),
  resolutionsP: z.array(z.number()),
});

/** See {@link serviceOfferSchema}. */
export type ServiceOffer = z.output<typeof serviceOfferSchema>;

/** Maximum size of a job's thumbnail, in bytes. */
export const maxThumbnailBytes = 65_536;

const jobId = z.string().max(64);
const nothing = z.strictObject({});
const done = z.null();
const corrections = z.strictObject({
  id: jobId,
  options: jobOptionsSchema,
  fileId: z.string().max(64).nullable(),
});

/** Calls about jobs. */
export const jobCalls = {
  /** Prices and limits of the service in use. */
  'jobs.offer': { input: nothing, output: serviceOfferSchema },
  /** Running jobs and the newest finished ones of all services, newest first. */
  'jobs.list': { input: nothing, output: z.array(localJobSchema) },
  /** Reads a job that this computer knows, however old. */
  'jobs.read': { input: z.strictObject({ id: jobId }), output: localJobSchema },
  /**
   * Starts a job with the service in use. `inputs` are ids of chosen files by field of the request; files of a
   * list share its field, in their order. Rejects with `invalid_input` for requests that the service would
   * refuse.
   */
  'jobs.submit': {
    input: z.strictObject({
      feature: jobFeatureSchema,
      inputs: z.array(z.strictObject({ field: z.string().max(64), fileId: z.string().max(64) })),
      options: jobOptionsSchema,
      holdUsd: z.number().nonnegative().nullable(),
      expectedMs: z.number().nonnegative().nullable(),
    }),
    output: localJobSchema,
  },
  /**
   * Sends an unconfirmed job. The user has seen its files and its service, and confirms the consent of the
   * persons in them; the files as they are now are sent.
   */
  'jobs.confirm': { input: z.strictObject({ id: jobId }), output: localJobSchema },
  /**
   * Advances a parked job to its next stage with corrections: settings, and `fileId` of another character.
   * Rejects with `invalid_input` when the job is not parked, or the service would refuse it.
   */
  'jobs.advance': { input: corrections, output: done },
  /**
   * Cancels a parked job and starts it again with corrections; if it had already continued from its frame, the
   * new one continues automatically.
   */
  'jobs.place_again': { input: corrections, output: localJobSchema },
  /** Cancels a job and releases its hold. A finished job stays unchanged. */
  'jobs.cancel': { input: z.strictObject({ id: jobId }), output: done },
  /** Fetches the result of a finished job again. Rejects with `not_found` when its service has none. */
  'jobs.fetch': { input: z.strictObject({ id: jobId }), output: done },
  /** Starts a new job with the inputs and settings of this one, at the service in use. */
  'jobs.retry': { input: z.strictObject({ id: jobId }), output: localJobSchema },
  /**
   * Reads the inputs and settings of a job for a similar one: its files are chosen again, in the order of the
   * form.
   */
  'jobs.edit': {
    input: z.strictObject({ id: jobId }),
    output: z.object({
      feature: jobFeatureSchema,
      options: jobOptionsSchema,
      inputs: z.array(z.object({ field: z.string(), file: chosenFileSchema })),
    }),
  },
  /**
   * Removes a finished job from the list and deletes it at its service, later when that is unreachable; the
   * local result file stays.
   */
  'jobs.forget': { input: z.strictObject({ id: jobId }), output: done },
  /** Asks for a path, and copies the result there; null when the user cancels. */
  'jobs.save_as': {
    input: z.strictObject({ id: jobId }),
    output: z.object({ path: z.string().nullable() }),
  },
  /** Starts a drag of the result as a file, from a drag that begins in the page; not on every runtime. */
  'jobs.drag_out': { input: z.strictObject({ id: jobId }), output: done },
  /** Shows the result in the file manager. */
  'jobs.reveal': { input: z.strictObject({ id: jobId }), output: done },
  /** Stores a small JPEG of the result for the lists. */
  'jobs.keep_thumbnail': {
    input: z.strictObject({
      id: jobId,
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.byteLength <= maxThumbnailBytes, 'At most 65,536 bytes.')
        .refine((bytes) => bytes[0] === 0xff && bytes[1] === 0xd8, 'Only JPEG.'),
    }),
    output: done,
  },
} as const;

/** Events about jobs. */
export const jobEvents = {
  'jobs.changed': localJobSchema,
  'jobs.forgotten': z.object({ id: z.string() }),
} as const;
