import type { ErrorDetails } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { type JobFailureCode, isJobFailureCode } from '../../contract/api/errors.ts';
import type { Feature } from '../../contract/api/features.ts';
import type { JobHints } from '../../contract/job-hints.ts';
import type { Micros } from '../../base/money.ts';
import type { JobNote, JobStage, JobStatus } from '../../contract/api/resources/job.ts';
import type { ListedJobRow, ShownJobRow } from '../store/statements/job-statements.ts';
import type { JobRow } from '../store/schema.ts';

/** A job or the record of a live session, as its account may see it. */
export interface Job {
  readonly id: string;
  readonly accountId: string;
  /** `live`: the record of a live session; it is ended by its session, never by a worker. */
  readonly kind: 'render' | 'live';
  readonly feature: Feature;
  readonly endpoint: string;
  readonly status: JobStatus;
  /** Null unless the job is an identity swap in advanced mode. */
  readonly stage: JobStage | null;
  /** 0..1 of the running stage. */
  readonly progress: number;
  /** Validated request body, without `callback_url`. */
  readonly input: JsonObject;
  /** Hints of the app beside the request. */
  readonly hints: JobHints;
  /** `files` keys; sign them for the wire. */
  readonly previewKey: string | null;
  readonly outputKey: string | null;
  /** 0 unless the job succeeded. */
  readonly chargedMicros: Micros;
  readonly error: JobFailure | null;
  /** Report of the processor on its run: engines that really ran, sizes, times. */
  readonly report: JsonObject | null;
  /** Remarks on the result for the customer. */
  readonly notes: readonly JobNote[];
  readonly callbackUrl: string | null;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
}

/** Failure of a job. */
export interface JobFailure {
  readonly code: JobFailureCode;
  readonly message: string;
  /** Facts of the failure, such as the `field` of the input at fault. */
  readonly details?: ErrorDetails | undefined;
}

/** Fields shown in the job resource. */
export type ShownJob = Pick<
  Job,
  'id' | 'status' | 'stage' | 'previewKey' | 'outputKey' | 'chargedMicros' | 'error' | 'notes'
>;

/** Fields shown in lists. */
export type ListedJob = Pick<
  Job,
  'id' | 'status' | 'feature' | 'endpoint' | 'createdAtMs' | 'chargedMicros'
>;

/** Converts a row of the shown columns. */
export function toShownJob(row: ShownJobRow): ShownJob {
  return {
    id: row.id,
    status: row.status,
    stage: row.stage,
    previewKey: row.preview_key,
    outputKey: row.output_key,
    chargedMicros: row.charged_micros,
    error: toFailure(row),
    notes: readNotes(row),
  };
}

/** Converts a row of a list. */
export function toListedJob(row: ListedJobRow): ListedJob {
  return {
    id: row.id,
    status: row.status,
    feature: row.feature,
    endpoint: row.endpoint,
    createdAtMs: row.created_at_ms,
    chargedMicros: row.charged_micros,
  };
}

/** Converts a job row. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    feature: row.feature,
    endpoint: row.endpoint,
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    input: readJsonObject(row.input),
    hints: readHints(row),
    previewKey: row.preview_key,
    outputKey: row.output_key,
    chargedMicros: row.charged_micros,
    error: toFailure(row),
    report: row.report === null ? null : readJsonObject(row.report),
    notes: readNotes(row),
    callbackUrl: row.callback_url,
    createdAtMs: row.created_at_ms,
    startedAtMs: row.started_at_ms,
    finishedAtMs: row.finished_at_ms,
  };
}

/** JSON the service itself wrote into a column. */
export function readJsonObject(text: string): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `JSON.stringify` of an object is stored
  return JSON.parse(text) as JsonObject;
}

function toFailure(
  row: Pick<JobRow, 'error_code' | 'error_message' | 'error_details'>,
): JobFailure | null {
  if (row.error_code === null) {
    return null;
  }
  const code = isJobFailureCode(row.error_code) ? row.error_code : 'processing_failed';
  const message = row.error_message ?? '';
  if (row.error_details === null) {
    return { code, message };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `JSON.stringify` of details is stored
  return { code, message, details: JSON.parse(row.error_details) as ErrorDetails };
}

/** The column of hints; null for none. */
export function toHintsColumn(hints: JobHints | null): string | null {
  return hints === null ? null : JSON.stringify(hints);
}

/** Removes joints set by hand from the column: they belong to the image in which they were set. */
export function dropJoints(column: string | null): string | null {
  const { joints: _, ...others } = readHints({ hints: column });
  return Object.keys(others).length === 0 ? null : JSON.stringify(others);
}

const noHints: JobHints = {};

function readHints({ hints }: Pick<JobRow, 'hints'>): JobHints {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `toHintsColumn` writes the column
  return hints === null ? noHints : (JSON.parse(hints) as JobHints);
}

/** The column of notes; null for none. */
export function toNotesColumn(notes: readonly JobNote[]): string | null {
  return notes.length === 0 ? null : JSON.stringify(notes);
}

const noNotes: readonly JobNote[] = [];

function readNotes({ notes }: Pick<JobRow, 'notes'>): readonly JobNote[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `toNotesColumn` writes the column
  return notes === null ? noNotes : (JSON.parse(notes) as JobNote[]);
}
