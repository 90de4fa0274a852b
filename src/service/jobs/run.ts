import { join } from 'node:path';
import { isDiskFull } from '../../base/errors.ts';
import type { InputFile } from '../../capabilities/media-file.ts';
import type { RenderedSegment, RunResult } from '../../capabilities/processor.ts';
import type { JobProgress, ResultSignature } from '../../contract/job-details.ts';
import type { Context } from '../context.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { IncomingFolder } from '../files/incoming.ts';
import type { ResultSigner } from '../provenance/result-signer.ts';
import { listInputFiles } from '../store/file-statements.ts';
import { type Lease, updateProgress } from '../store/queue-statements.ts';
import { abandonBytes } from '../files/sweep.ts';
import { failJob, type StoredFile, succeedJob } from './end.ts';
import { fetchInput, storeOutput } from './job-files.ts';
import { parkAfter, toWorkStage } from './machine.ts';
import { type ClaimedJob, parkJob, retryOrFail, returnClaim } from './queue.ts';
import { fetchSegments, storeSegment, withLastState } from './segments.ts';
import type { RunOrder } from './worker-messages.ts';
import type { RunOutcome, WorkerHost, WorkerFolders } from './worker-host.ts';

/** Why a run is stopped: the job is not ours any more, took too long, or the service stops. */
export type StopReason = 'ended' | 'timeout' | 'shutdown';

/** What a run works with. */
export interface JobRunOptions {
  readonly context: Context;
  readonly blobs: BlobStore;
  /** Where results are put while they are stored. */
  readonly incoming: IncomingFolder;
  /** Signs results; they stay as they were made without it. */
  readonly signer?: ResultSigner | undefined;
  readonly claimed: ClaimedJob;
  /** Exist, are empty, belong to this run. */
  readonly folders: WorkerFolders;
  readonly worker: WorkerHost;
}

/** No run follows. */
type LastOutcome = Exclude<RunOutcome, { kind: 'segment' }>;

/** Progress is written at most this often: every write is a commit. */
const PROGRESS_MS = 1000;

/** One claim from its inputs to its settlement. */
export class JobRun {
  readonly #options: JobRunOptions;
  readonly #lease: Lease;
  readonly #stopFetching = new AbortController();
  #phase: 'working' | 'settling' = 'working';
  #stopReason: StopReason | null = null;
  #progressWrittenMs = 0;
  #isYielding = false;
  #hasSegments = false;
  /** This try of the segment that it is at, from 1. */
  #attempt: number;

  constructor(options: JobRunOptions) {
    this.#options = options;
    const { job, fence, attempt } = options.claimed;
    this.#lease = { jobId: job.id, fence };
    this.#attempt = attempt;
  }

  get jobId(): string {
    return this.#lease.jobId;
  }

  get fence(): number {
    return this.#lease.fence;
  }

  /** Stops the work; without effect once the result is being settled. */
  stop(reason: StopReason): void {
    if (this.#phase === 'working' && this.#stopReason === null) {
      this.#stopReason = reason;
      this.#stopFetching.abort();
      this.#options.worker.abort();
    }
  }

  /** Gives the job to others after the segment that it is at; one without segments is worked off. */
  yield(): void {
    this.#isYielding = true;
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
      this.#options.context.running.forget(this.jobId);
      if (this.#hasSegments) {
        // Those of a job that has ended are bytes that nothing refers to.
        this.#options.context.store.signals.send({ kind: 'deleted' });
      }
    }
  }

  async #work(): Promise<LastOutcome> {
    let order: RunOrder;
    try {
      order = await this.#prepare();
    } catch (error) {
      if (this.#stopReason !== null) {
        return { kind: 'aborted' };
      }
      throw error;
    }
    for (;;) {
      // Stopped while files were stored or fetched: the worker has not begun.
      if (this.#stopReason !== null) {
        return { kind: 'aborted' };
      }
      const outcome = await this.#options.worker.run(order, (progress) => {
        this.#noteProgress(progress);
      });
      if (outcome.kind !== 'segment') {
        return outcome;
      }
      order = await this.#goOn(order, outcome.segment);
    }
  }

  /** Keeps a segment; returns what is to be run after it. */
  async #goOn(order: RunOrder, made: RenderedSegment): Promise<RunOrder> {
    const { context, blobs, incoming, folders } = this.#options;
    const stores = { db: context.store.db, clock: context.clock, blobs, incoming };
    const { done } = order.plan;
    const kept = await storeSegment(
      stores,
      { lease: this.#lease, at: done.length, made },
      { folders, signal: this.#stopFetching.signal },
    ).catch((error: unknown) => {
      // Stopped while it was fetched: it is kept, or made again.
      if (this.#stopReason === null) {
        throw error;
      }
      return null;
    });
    if (kept === null) {
      this.stop('ended');
      return order;
    }
    this.#hasSegments = true;
    this.#attempt = 1;
    if (this.#isYielding) {
      this.stop('shutdown');
    }
    return { ...order, plan: { ...order.plan, done: withLastState([...done, kept]) } };
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
    const done = await fetchSegments(
      { db: context.store.db, blobs },
      { jobId: job.id, inputs, signal: this.#stopFetching.signal },
    );
    this.#hasSegments = done.length > 0;
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
      folder,
      stage: toWorkStage(stage),
      plan: { lengthUs: context.policy.segmentMs * 1000, done: withLastState(done) },
    };
  }

  #noteProgress(progress: JobProgress): void {
    const { clock, running } = this.#options.context;
    const nowMs = clock.nowMs();
    if (this.#phase !== 'working') {
      return;
    }
    running.note(this.jobId, progress);
    if (nowMs - this.#progressWrittenMs >= PROGRESS_MS) {
      this.#progressWrittenMs = nowMs;
      // A failed write is told by the next one, or by the lease.
      void this.#writeProgress(progress.fraction).catch(() => undefined);
    }
  }

  async #writeProgress(progress: number): Promise<void> {
    const { store } = this.#options.context;
    if (!(await updateProgress(store.db, this.#lease, progress))) {
      this.stop('ended');
    }
  }

  async #settle(outcome: LastOutcome): Promise<void> {
    const { context } = this.#options;
    const holder = { fence: this.fence };
    if (this.#stopReason === 'shutdown' && outcome.kind !== 'done') {
      await returnClaim(context, this.#lease);
    } else if (this.#stopReason === 'timeout' && outcome.kind !== 'done') {
      const minutes = Math.round(context.policy.renderTimeoutMs / 60_000);
      await failJob(
        context,
        { jobId: this.jobId, holder },
        {
          code: 'render_timeout',
          message: `The render took longer than ${minutes} minutes and was stopped.`,
        },
      );
    } else if (outcome.kind === 'done') {
      await this.#deliver(outcome.result);
    } else if (outcome.kind === 'failed') {
      await failJob(context, { jobId: this.jobId, holder }, outcome.failure);
    } else if (this.#stopReason === null) {
      await this.#retry(toWhy(outcome));
    }
  }

  async #retry(why: string): Promise<void> {
    const { context } = this.#options;
    const attempt = this.#attempt;
    const message = `The render was given up after attempt ${attempt}: ${why}.`;
    await retryOrFail(context, { ...this.#lease, attempt }, { code: 'processing_failed', message });
  }

  async #deliver(result: RunResult): Promise<void> {
    const { context, blobs, incoming, claimed, folders, signer } = this.#options;
    if (this.#stopReason === 'ended') {
      return; // Nobody waits for it.
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
    const job =
      parkAfter(claimed.job.stage) === null
        ? await succeedJob(context, this.#lease, { output, outputUs, report, notes })
        : await parkJob(context, this.#lease, output);
    return job !== null;
  }
}

/** Why a run without an end is tried again. */
function toWhy(outcome: Exclude<LastOutcome, { kind: 'done' | 'failed' }>): string {
  switch (outcome.kind) {
    case 'unwritten':
      return outcome.why;
    case 'died':
      return `its worker died: ${outcome.how}`;
    case 'aborted':
      return 'it stopped';
  }
}
