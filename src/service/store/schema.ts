import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { Micros } from '../../base/money.ts';
import type { FileKind } from '../../capabilities/media-file.ts';
import type { Feature, LiveFeature } from '../../contract/api/features.ts';
import type { RateTier } from '../../contract/api/limits.ts';
import type { JobStage, JobStatus } from '../../contract/api/resources/job.ts';

/*
 * The tables, once for both engines. Rules that hold everywhere:
 * - times are epoch milliseconds, money is whole micro-dollars, flags are 0 or 1, JSON is text;
 * - ids are UUIDv7 texts, so their order is the order of creation.
 */

/** A column that is written once, with the row. */
type Fixed<T> = ColumnType<T, T, never>;

/** Cached sums of the account's ledger lines; the CHECKs refuse a negative balance or hold. */
export interface AccountsTable {
  id: Fixed<string>;
  name: string;
  tier: RateTier;
  balance_micros: Micros;
  held_micros: Micros;
  spent_micros: Micros;
  topped_up_micros: Micros;
  created_at_ms: Fixed<number>;
}

/** Keys of the API. The key itself is shown once and kept as its SHA-256 only. */
export interface ApiKeysTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  /** Hex SHA-256 of the whole key, unique. */
  key_hash: Fixed<string>;
  prefix: Fixed<string>;
  last4: Fixed<string>;
  /** JSON array of scope names. */
  scopes: string;
  created_at_ms: Fixed<number>;
  revoked_at_ms: number | null;
}

/** The books of the ledger; the lines of one entry sum to zero over all of them. */
export type Book = 'external' | 'balance' | 'held' | 'revenue';

/** Append-only: the database refuses UPDATE and DELETE. `(entry, book)` is unique, so nothing posts twice. */
export interface LedgerLinesTable {
  id: GeneratedAlways<number>;
  /** Cause of the lines: `topup:REF`, `hold:JOB`, `end:JOB`. */
  entry: Fixed<string>;
  account_id: Fixed<string>;
  book: Fixed<Book>;
  amount_micros: Fixed<Micros>;
  at_ms: Fixed<number>;
}

/** Money set aside for one job or live session; `id` is the job's. */
export interface HoldsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  amount_micros: Fixed<Micros>;
  state: 'open' | 'posted' | 'voided';
  cost_micros: Micros;
  opened_at_ms: Fixed<number>;
  closed_at_ms: number | null;
}

/**
 * Holder of a job: any worker (`ready`), one worker (`leased`), the customer or its segments (`parked`), nobody
 * (`done`).
 */
export type QueueState = 'ready' | 'leased' | 'parked' | 'done';

/** A job and its place in the queue are one row. Live sessions have a row too (`kind` live, `parked` until they end). */
export interface JobsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  kind: Fixed<'render' | 'live'>;
  feature: Fixed<Feature>;
  endpoint: Fixed<string>;
  status: JobStatus;
  queue_state: QueueState;
  /** Validated request body as JSON, without `callback_url`; an advance merges its fields. */
  input: string;
  /** Hints of the app beside the request, `JobHints` as JSON; null for none. */
  hints: string | null;
  /** Due time of the row in the queue: a `ready` job may be claimed then, a `parked` one is given up. */
  run_after_ms: number;
  lease_owner: string | null;
  lease_until_ms: number | null;
  /** Grows with every claim; a worker that lost its lease no longer matches. */
  fence: number;
  /** Claims since the last stage began. */
  attempt: number;
  /** 0..1 of the running stage. */
  progress: number;
  stage: JobStage | null;
  /** Keys of `files` rows with role `preview` and `output`. */
  preview_key: string | null;
  output_key: string | null;
  charged_micros: Micros;
  /** Unit, price and version the job is billed by, as JSON, frozen at submit. */
  price: Fixed<string>;
  error_code: string | null;
  error_message: string | null;
  /** Facts of the failure, a JSON object; null for none. */
  error_details: string | null;
  /** Number of segments: null while unknown, 0 when it is rendered in one pass. See `segment-statements.ts`. */
  segments: number | null;
  /** Report of the processor on its run (engines, sizes), JSON. */
  report: string | null;
  /** Notes on the result, a JSON array of `{code, message}`; null for none. */
  notes: string | null;
  callback_url: string | null;
  created_at_ms: Fixed<number>;
  started_at_ms: number | null;
  finished_at_ms: number | null;
  /** Set when the job was deleted: the row keeps what usage needs, without content, and is not shown. */
  deleted_at_ms: number | null;
}

/** Holder of a segment: any worker (`ready`), one worker (`leased`), nobody (`done`). */
type SegmentQueueState = 'ready' | 'leased' | 'done';

/** Parts of the video of a job that has not ended, each of which is claimed by itself. */
export interface SegmentsTable {
  job_id: Fixed<string>;
  /** Place in the video, from 0. */
  at: Fixed<number>;
  /** Account of the job. */
  account_id: Fixed<string>;
  state: SegmentQueueState;
  run_after_ms: number;
  lease_owner: string | null;
  lease_until_ms: number | null;
  /** Grows with every claim of the segment. */
  fence: number;
  /** Claims of the segment. */
  attempt: number;
  /** 0..1 of the segment. */
  progress: number;
  /** Rendered blob; null until it is `done`. */
  blob_hash: string | null;
  size_bytes: number | null;
  /**
   * Facts of the processor for the join, and the first segment's state for all others, in a format of its own.
   */
  facts: string | null;
  state_after: string | null;
  created_at_ms: Fixed<number>;
}

/** Which uploads a job reads, so that they are kept until it has ended. */
export interface JobFilesTable {
  job_id: Fixed<string>;
  file_key: Fixed<string>;
}

/** One row per account and Idempotency-Key, written in the transaction that creates the job. */
export interface IdempotencyTable {
  account_id: Fixed<string>;
  key: Fixed<string>;
  /** Hex SHA-256 of endpoint and canonical body. */
  fingerprint: Fixed<string>;
  job_id: Fixed<string>;
  created_at_ms: Fixed<number>;
}

/** Role of a file. Only uploads may be named in a request. */
export type FileRole = 'upload' | 'output' | 'preview';

/** Files that an account may download: an opaque key mapped to a blob. */
export interface FilesTable {
  /** Shape `api/<images|audio|videos>/<id>.<ext>` for uploads; opaque for the others. */
  file_key: Fixed<string>;
  account_id: Fixed<string>;
  role: Fixed<FileRole>;
  /** The job that made it; null for uploads. */
  job_id: Fixed<string | null>;
  blob_hash: Fixed<string>;
  /** Hex SHA-256 of the upload as sent when it was longer; null when it is the blob. */
  received_hash: Fixed<string | null>;
  kind: Fixed<FileKind>;
  mime: Fixed<string>;
  size_bytes: Fixed<number>;
  /** `ValidatedMedia` as JSON. */
  facts: Fixed<string>;
  /** Name the client declared; shown, never trusted. */
  declared_name: Fixed<string | null>;
  created_at_ms: Fixed<number>;
}

/** Content-addressed bytes; who may store or delete them is decided in `blob-statements.ts`. */
export interface BlobsTable {
  /** Hex SHA-256 of the bytes. */
  hash: Fixed<string>;
  size_bytes: Fixed<number>;
  /** Rows of `files` and `segments` that name the blob. */
  refcount: number;
  created_at_ms: Fixed<number>;
  /** Writes under way; those of a process that died count until `written_by_ms`. */
  writers: number;
  written_by_ms: number;
  /** Set while the bytes are deleted; a deleter that died owns the blob until then. */
  deleting_until_ms: number | null;
}

/** Direct uploads of clients to the bucket; see `files/direct-uploads.ts`. */
export interface DirectUploadsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** Bucket's id of the multipart upload. */
  parts_id: Fixed<string>;
  /** Size announced by the client, which no part may exceed. */
  size_bytes: Fixed<number>;
  /** The file it became; null until then. */
  file_key: string | null;
  created_at_ms: Fixed<number>;
  /** Time at which its remains are removed. */
  expires_at_ms: Fixed<number>;
}

/** The outbox: one delivery per finished job with a `callback_url`. */
export interface WebhookDeliveriesTable {
  id: Fixed<string>;
  /** Unique. */
  job_id: Fixed<string>;
  account_id: Fixed<string>;
  url: Fixed<string>;
  /** The exact bytes of every attempt. */
  body: Fixed<Uint8Array>;
  state: 'pending' | 'delivered' | 'given_up';
  /** Attempts made. */
  attempt: number;
  next_at_ms: number;
  /** A sender that took the delivery owns it until then. */
  lease_until_ms: number | null;
  created_at_ms: Fixed<number>;
  finished_at_ms: number | null;
}

/** Delivery log: one row per attempt. */
export interface WebhookAttemptsTable {
  id: GeneratedAlways<number>;
  delivery_id: Fixed<string>;
  attempt: Fixed<number>;
  at_ms: Fixed<number>;
  duration_ms: Fixed<number>;
  /** Null without a reply. */
  http_status: Fixed<number | null>;
  /** Description of the failure; null for a 2xx. */
  problem: Fixed<string | null>;
}

/** Secrets are sealed with the service's master key. */
export interface WebhookSecretsTable {
  account_id: Fixed<string>;
  current_sealed: Uint8Array;
  previous_sealed: Uint8Array | null;
  previous_valid_until_ms: number | null;
  rotated_at_ms: number;
}

/** Lifecycle of a live session. */
export type LiveStatus = 'created' | 'joined' | 'streaming' | 'ended';

/** Live side of a job row of kind `live`; `id` is the job's. */
export interface LiveSessionsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  feature: Fixed<LiveFeature>;
  status: LiveStatus;
  /** The API key that asked for it; null where none did. */
  key_id: Fixed<string | null>;
  /** The node that runs it; null while none does. */
  node_id: string | null;
  /** Hex SHA-256 of the session token. */
  token_hash: string;
  /** JSON: prompt, voice and the like. */
  parameters: string;
  max_duration_sec: Fixed<number>;
  streamed_ms: number;
  /**
   * Time of the first reply that reported the session as ready; until then a repeated request finds it again.
   */
  ready_at_ms: number | null;
  /** A session that does not stream ends then; moves on while its client is active. */
  expires_at_ms: number;
  started_at_ms: number | null;
  /** Last report of a running stream; the sweep ends a stale one. */
  seen_at_ms: number | null;
  ended_at_ms: number | null;
  end_reason: string | null;
}

/** State of a node; see `nodes/roles.ts`. */
export type NodeState = 'active' | 'draining' | 'stopped';

/** Services that share a database. On PostgreSQL alone. */
export interface NodesTable {
  /** Generated at every start; owner of its leases. */
  id: Fixed<string>;
  /** Name of its machine. */
  name: Fixed<string>;
  /** Origin under which other nodes reach it; null while it does not listen. */
  url: string | null;
  /** JSON array of names. */
  roles: Fixed<string>;
  /** Features that it can do, a JSON array. */
  features: string;
  state: NodeState;
  /** Jobs that run there at once, and that do now. */
  slots: number;
  running: number;
  /** Live sessions that run there at once. */
  live_slots: number;
  started_at_ms: Fixed<number>;
  /** Time of its last report. */
  seen_at_ms: number;
}

/** Token buckets that nodes share. On PostgreSQL alone; emptied when the server crashes. */
export interface RateBucketsTable {
  bucket: Fixed<string>;
  /** Time at which the bucket is full. */
  full_at_ms: number;
  /** Tokens that the last statement got, which is how it answers. */
  granted: number;
}

/** Facts about the store itself. */
export interface MetaTable {
  key: Fixed<string>;
  value: string;
}

/** Every table by name, for Kysely. */
export interface Schema {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  ledger_lines: LedgerLinesTable;
  holds: HoldsTable;
  jobs: JobsTable;
  job_files: JobFilesTable;
  segments: SegmentsTable;
  idempotency: IdempotencyTable;
  files: FilesTable;
  blobs: BlobsTable;
  direct_uploads: DirectUploadsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_secrets: WebhookSecretsTable;
  live_sessions: LiveSessionsTable;
  nodes: NodesTable;
  rate_buckets: RateBucketsTable;
  meta: MetaTable;
}

/** A job as stored. */
export type JobRow = Selectable<JobsTable>;
/** An account as stored. */
export type AccountRow = Selectable<AccountsTable>;
/** A file as stored. */
export type FileRow = Selectable<FilesTable>;
/** An upload to the bucket as stored. */
export type DirectUploadRow = Selectable<DirectUploadsTable>;
/** A segment as stored. */
export type SegmentRow = Selectable<SegmentsTable>;
/** A node as stored. */
export type NodeRow = Selectable<NodesTable>;
/** A live session as stored. */
export type LiveSessionRow = Selectable<LiveSessionsTable>;
