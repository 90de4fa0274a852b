import { join } from 'node:path';
import { isDiskFull } from '../../base/errors.ts';
import type { InputFile } from '../../capabilities/media-file.ts';
import type { RenderedSegment, RunResult } from '../../capabilities/processor.ts';
import type { JobProgress, ResultSignature } from '../../contract/job-details.ts';
import type { ServiceContext } from '../service-context.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { IncomingFolder } from '../files/incoming.ts';
import type { ResultSigner } from '../provenance/result-signer.ts';
import { readProgramVersion } from '../sandbox/program-version.ts';
import { listInputFiles } from '../store/statements/file-statements.ts';
import { abandonBytes } from '../files/sweep.ts';
import { type StoredFile, succeedJob } from './end.ts';
import { type ClaimHandle, createClaimHandle } from './claim-handle.ts';
import { fetchInput, storeOutput } from './job-files.ts';
import { parkAfter, toWorkStage } from './machine.ts';
import { type ClaimedJob, parkJob } from './queue.ts';
import type { RunningSegment } from './running-jobs.ts';
import { planRun, storeSegment } from './segments.ts';
import type { RunOrder } from './worker-messages.ts';
import type { RunOutcome, WorkerHost, WorkerFolders } from './worker-host.ts';

/** Reason for stopping a run: the claim was lost, the run took too long, or the service stops. */
export type StopReason = 'ended' | 'timeout' | 'shutdown';

/** Dependencies of a run. */
export interface JobRunOptions {
  readonly context: ServiceContext;
  readonly blobs: BlobStore;
  /** Folder for results while they are stored. */
  readonly incoming: IncomingFolder;
  /** Signs results; they stay as they were made without it. */
  readonly signer?: ResultSigner | undefined;
  readonly claimed: ClaimedJob;
  /** Exist, are empty, belong to this run. */
  readonly folders: WorkerFolders;
  readonly worker: WorkerHost;
}

/** Progress is written at most this often: every write is a commit. */
const PROGRESS_MS = 1000;

/** Runs one claim from its inputs to its settlement. */
export class JobRun {
  readonly #options: JobRunOptions;
  readonly #claim: ClaimHandle;
  readonly #stopFetching = new AbortController();
  #phase: 'working' | 'settling' = 'working';
  #stopReason: StopReason | null = null;
  #progressWrittenMs = 0;
  /** The segment that it renders; null where it is at the job. */
  #segment: RunningSegment | null = null;

  constructor(options: JobRunOptions) {
    this.#options = options;
    this.#claim = createClaimHandle(options.context, options.claimed);
  }

  get jobId(): string {
    return this.#options.claimed.job.id;
  }

  get fence(): number {
    return this.#options.claimed.fence;
  }

  /** Place of the segment that was claimed; undefined where the job was. */
  get at(): number | undefined {
    return this.#claim.at;
  }

  /** Stops the work; without effect once the result is being settled. */
  stop(reason: StopReason): void {
    if (this.#phase === 'working' && this.#stopReason === null) {
      this.#stopReason = reason;
      this.#stopFetching.abort();
      this.#options.worker.abort();
    }
  }

  /** Works and settles. Rejects only when the database or the blob store fails. */
  async perform(): Promise<void> {
    const timer = setTimeout(() => {
      this.stop('timeout');
    }, this.#options.context.policy.renderTimeoutMs);
    try {
      const outcome = await this.#work();
      this.#phase = 'settling';
      await this.#settle(outcome);
    } catch (error) {
      const why = isDiskFull(error)
        ? 'the disk of the service is full'
        : 'its files could not be read or stored';
      await this.#retry(why);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#options.context.running.forget(this.jobId, this.#segment);
    }
  }

  async #work(): Promise<RunOutcome> {
    let order: RunOrder;
    try {
      order = await this.#prepare();
    } catch (error) {
      if (this.#stopReason !== null) {
        return { kind: 'aborted' };
      }
      throw error;
    }
    // Stopped while its inputs were fetched: the worker has not started.
    if (this.#stopReason !== null) {
      return { kind: 'aborted' };
    }
    return this.#options.worker.run(order, (progress) => {
      this.#noteProgress(progress);
    });
  }

  async #prepare(): Promise<RunOrder> {
    const { context, blobs, claimed, folders } = this.#options;
    const { inputs, results: folder } = folders;
    const { job } = claimed;
    const rows = await listInputFiles(context.store.db, job.id, job.previewKey);
    const files: Record<string, InputFile> = {};
    let preview: InputFile | null = null;
    for (const [index, row] of rows.entries()) {
      const extension = row.file_key.slice(row.file_key.lastIndexOf('.') + 1);
      const path = join(inputs, `input-${index}.${extension}`);
      const file = await fetchInput(blobs, row, path, this.#stopFetching.signal);
      if (row.file_key === job.previewKey) {
        preview = file;
      } else {
        files[row.file_key] = file;
      }
    }
    const lengthUs = context.policy.segmentMs * 1000;
    const { plan, done } = await planRun({ db: context.store.db, blobs }, claimed, {
      lengthUs,
      inputs,
      signal: this.#stopFetching.signal,
    });
    const { at } = this.#claim;
    this.#segment = at === undefined ? null : { at, count: claimed.segments, done };
    const { id: jobId, input, hints, stage } = job;
    const feature = claimed.feature;
    const packs = context.packs.read();
    return {
      jobId,
      feature,
      input,
      hints,
      files,
      preview,
      packs,
      version: readProgramVersion(),
      folder,
      stage: toWorkStage(stage),
      plan,
    };
  }

  #noteProgress(progress: JobProgress): void {
    const { clock, running } = this.#options.context;
    const nowMs = clock.nowMs();
    if (this.#phase !== 'working') {
      return;
    }
    running.note(this.jobId, progress, this.#segment);
    if (nowMs - this.#progressWrittenMs >= PROGRESS_MS) {
      this.#progressWrittenMs = nowMs;
      // A failed write is detected by the next one, or by the lease.
      void this.#writeProgress(progress.fraction).catch(() => undefined);
    }
  }

  async #writeProgress(progress: number): Promise<void> {
    if (!(await this.#claim.writeProgress(progress))) {
      this.stop('ended');
    }
  }

  async #settle(outcome: RunOutcome): Promise<void> {
    const isMade = outcome.kind === 'done' || outcome.kind === 'segment';
    if (this.#stopReason === 'shutdown' && !isMade) {
      await this.#claim.release();
    } else if (this.#stopReason === 'timeout' && !isMade) {
      const minutes = Math.round(this.#options.context.policy.renderTimeoutMs / 60_000);
      await this.#claim.fail({
        code: 'render_timeout',
        message: `The render took longer than ${minutes} minutes and was stopped.`,
      });
    } else if (outcome.kind === 'done' && this.at === undefined) {
      await this.#deliver(outcome.result);
    } else if (outcome.kind === 'segment' && this.#canBeSegment(outcome.segment)) {
      await this.#keep(outcome.segment);
    } else if (isMade) {
      await this.#claim.fail({
        code: 'processing_failed',
        message: 'The render made something else than was asked for.',
      });
    } else if (outcome.kind === 'whole') {
      await this.#claim.giveUpSegments();
    } else if (outcome.kind === 'failed') {
      await this.#claim.fail(outcome.failure);
    } else if (this.#stopReason === null) {
      await this.#retry(toReason(outcome));
    }
  }

  /** Only the first segment states how many there are. */
  #canBeSegment({ count }: RenderedSegment): boolean {
    const { part } = this.#options.claimed;
    return part === 'begin' ? count !== undefined : typeof part !== 'string';
  }

  async #retry(why: string): Promise<void> {
    const { attempt } = this.#options.claimed;
    const message = `The render was given up after attempt ${attempt}: ${why}.`;
    await this.#claim.retry({ code: 'processing_failed', message });
  }

  /** Stores a segment; afterwards the rest of the job may be claimed. */
  async #keep(made: RenderedSegment): Promise<void> {
    const { context, blobs, incoming, claimed, folders } = this.#options;
    if (this.#stopReason === 'ended') {
      return; // No caller waits for the result.
    }
    const stores = { db: context.store.db, clock: context.clock, blobs, incoming };
    await storeSegment(stores, claimed, { made, folder: folders.results });
    context.store.signals.send({ kind: 'work' });
  }

  async #deliver(result: RunResult): Promise<void> {
    const { context, blobs, incoming, claimed, folders, signer } = this.#options;
    if (this.#stopReason === 'ended') {
      return; // No caller waits for the result.
    }
    const { feature } = claimed;
    // A still of an intermediate stage is no result.
    const finalSigner = parkAfter(claimed.job.stage) === null ? signer : undefined;
    const stores = { db: context.store.db, clock: context.clock, blobs, incoming };
    const order = { folder: folders.results, result, feature, signer: finalSigner };
    const { output, signature } = await storeOutput(stores, order);
    let isNamed = false;
    try {
      isNamed = await this.#settleOutput(output, result, signature);
    } finally {
      if (!isNamed) {
        await abandonBytes(stores, output.blobHash);
      }
    }
  }

  async #settleOutput(
    output: StoredFile,
    { outputUs, report: made, notes }: RunResult,
    signature: ResultSignature,
  ): Promise<boolean> {
    const { context, claimed } = this.#options;
    const report = { ...made, signature };
    const lease = { jobId: this.jobId, fence: this.fence };
    const job =
      parkAfter(claimed.job.stage) === null
        ? await succeedJob(context, lease, { output, outputUs, report, notes })
        : await parkJob(context, lease, output);
    return job !== null;
  }
}

/** Reason why a run without a final result is retried. */
function toReason(
  outcome: Exclude<RunOutcome, { kind: 'done' | 'segment' | 'whole' | 'failed' }>,
): string {
  switch (outcome.kind) {
    case 'unwritten':
      return outcome.why;
    case 'died':
      return `its worker died: ${outcome.how}`;
    case 'aborted':
      return 'it stopped';
  }
}
