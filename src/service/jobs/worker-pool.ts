import { mkdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { JobFeature } from '../../contract/api/features.ts';
import type { ProcessorEntry } from '../../capabilities/processor.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import type { ServiceContext } from '../service-context.ts';
import type { BlobStore } from '../files/blob-store.ts';
import type { IncomingFolder } from '../files/incoming.ts';
import type { ResultSigner } from '../provenance/result-signer.ts';
import { workerMemoryLimit } from '../sandbox/worker-memory.ts';
import { extendLeases, findNextReadyMs } from '../store/statements/queue-statements.ts';
import { extendSegment } from '../store/statements/segment-claims.ts';
import { type ClockWatch, watchClock } from '../process/clock-watch.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { clampJobDueTimes, type ClaimedJob, claimJob, reapJobs } from './queue.ts';
import { JobRun } from './run.ts';
import type { IsPresent } from './segment-queue.ts';
import { traceRun } from './trace-run.ts';
import { WorkerHost, type WorkerFolders, type WorkerLaunch } from './worker-host.ts';

/** Dependencies of a pool. */
export interface WorkerPoolOptions {
  readonly context: ServiceContext;
  /** Owner of the leases of this pool alone. */
  readonly owner: string;
  /** Called whenever leases are tended, three times in a lease, with the jobs that run. */
  readonly onBeat?: ((running: number) => Promise<void>) | undefined;
  /** Gets a span of every claim. */
  readonly tracer?: Tracer | null | undefined;
  readonly blobs: BlobStore;
  /** Folder for results while they are stored. */
  readonly incoming: IncomingFolder;
  /** Folder for the files of running jobs, on the disk of the blobs where possible. This pool alone uses it. */
  readonly workFolder: string;
  /** Signs results; they stay as they were made without it. */
  readonly signer?: ResultSigner | undefined;
  /** Features the workers can do. */
  readonly features: readonly JobFeature[];
  /** Maximum concurrent jobs of this machine. */
  readonly slots: number;
  readonly launch: WorkerLaunch;
  /** Called for failures that no customer sees. */
  readonly onTrouble: (message: string, error: unknown) => void;
}

/** Poll interval of the queue without a signal. */
const POLL_MS = 2000;
/** An idle worker keeps its models that long. */
const IDLE_MS = 60_000;

interface Slot {
  readonly worker: WorkerHost;
  readonly folders: WorkerFolders;
  run: JobRun | null;
  idleTimer: NodeJS.Timeout | undefined;
}

/**
 * Runs jobs in worker processes. The pool alone speaks to the database: it claims, extends the leases of
 * its runs, stores results and settles. A run that loses its job (cancel, lost lease, time limit) is
 * stopped within the grace of {@link WorkerHost.abort}, and its slot is free again.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots: Slot[];
  readonly #stopListening: () => void;
  readonly #timers: NodeJS.Timeout[];
  readonly #clockWatch: ClockWatch;
  readonly #ended = new Set<Promise<void>>();
  /** Ends when the next job may run that waits for its time. */
  #due: NodeJS.Timeout | undefined;
  #isStopping = false;
  #isDraining = false;
  #isFilling = false;
  #shouldFillAgain = false;

  /** Starts at once. The caller stops it before the store is closed. */
  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { store, clock, policy } = options.context;
    this.#clockWatch = watchClock(clock);
    const memoryBytes = workerMemoryLimit(options.slots);
    this.#slots = Array.from({ length: options.slots }, (_, index) => {
      const folders = openFolders(join(options.workFolder, String(index)));
      const worker = new WorkerHost({ memoryBytes, ...options.launch }, folders);
      return { worker, folders, run: null, idleTimer: undefined };
    });
    this.#stopListening = store.signals.listen((signal) => {
      if (signal.kind === 'work') {
        this.#fill();
      } else if (signal.kind === 'ended') {
        for (const run of this.#runs) {
          if (run.jobId === signal.jobId) {
            run.stop('ended');
          }
        }
      }
    });
    this.#timers = [
      setInterval(() => {
        this.#limitTime();
        this.#fill();
      }, POLL_MS),
      setInterval(() => {
        this.#tendLeases();
      }, policy.leaseMs / 3),
    ];
    this.#limitTime();
    this.#tendLeases();
    this.#fill();
  }

  /** Jobs that run now. */
  get running(): number {
    return this.#slots.filter(({ run }) => run !== null).length;
  }

  /** Process ids of the workers that are there. */
  get pids(): readonly number[] {
    return this.#slots.flatMap(({ worker }) => worker.pid ?? []);
  }

  /** Stops claiming; settles when no run is left. A run of a long video is one segment. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    while (this.#isFilling || this.running > 0) {
      await Promise.race(this.#ended);
    }
  }

  /** Claims nothing more, stops what runs, gives the claims back and ends the processes. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening();
    this.#timers.forEach(clearInterval);
    clearTimeout(this.#due);
    for (const { run } of this.#slots) {
      run?.stop('shutdown');
    }
    while (this.#ended.size > 0) {
      await Promise.all(this.#ended);
    }
    for (const slot of this.#slots) {
      clearTimeout(slot.idleTimer);
      slot.worker.kill();
    }
  }

  #fill(): void {
    this.#shouldFillAgain = true;
    if (!this.#isFilling && !this.#isOver) {
      this.#isFilling = true;
      const filling = this.#fillSlots()
        .catch((error: unknown) => {
          this.#options.onTrouble('No job could be claimed.', error);
        })
        .finally(() => {
          this.#isFilling = false;
          this.#ended.delete(filling);
          if (this.#shouldFillAgain) {
            this.#fill(); // Asked for after the last look into the queue.
          }
        });
      this.#ended.add(filling);
    }
  }

  /** True when nothing more is claimed. */
  get #isOver(): boolean {
    return this.#isStopping || this.#isDraining;
  }

  async #fillSlots(): Promise<void> {
    const { context, features, owner } = this.#options;
    while (this.#shouldFillAgain && !this.#isOver) {
      this.#shouldFillAgain = false;
      for (;;) {
        const slot = this.#slots.find(({ run }) => run === null);
        if (slot === undefined || this.#isOver) {
          break;
        }
        const claimed = await claimJob(context, owner, features);
        if (claimed === null) {
          await this.#awaitNext();
          break;
        }
        this.#begin(slot, claimed);
      }
    }
  }

  /** A job that waits for its time begins at it; a clock that is set is noticed by the poll. */
  async #awaitNext(): Promise<void> {
    const { store, clock } = this.#options.context;
    const nowMs = clock.nowMs();
    const nextMs = await findNextReadyMs(store.db, nowMs);
    clearTimeout(this.#due);
    if (nextMs !== null && nextMs - nowMs < POLL_MS && !this.#isOver) {
      this.#due = setTimeout(() => this.#fill(), nextMs - nowMs);
    }
  }

  #begin(slot: Slot, claimed: ClaimedJob): void {
    const { context, blobs, incoming, signer } = this.#options;
    clearTimeout(slot.idleTimer);
    const part = typeof claimed.part === 'string' ? claimed.part : claimed.part.at;
    const name = `${claimed.job.id}-${part}-${claimed.fence}`;
    const { inputs, results } = slot.folders;
    const folders = { inputs: join(inputs, name), results: join(results, name) };
    const { worker } = slot;
    const run = new JobRun({ context, blobs, incoming, signer, claimed, folders, worker });
    slot.run = run;
    // Claimed while the pool was asked to stop.
    if (this.#isStopping) {
      run.stop('shutdown');
    }
    const startMs = context.clock.nowMs();
    const ended = this.#perform(run, folders)
      .then(() => this.#trace(claimed, startMs))
      .finally(() => {
        slot.run = null;
        slot.idleTimer = setTimeout(() => {
          slot.worker.kill();
        }, IDLE_MS).unref();
        this.#ended.delete(ended);
        this.#fill();
      });
    this.#ended.add(ended);
  }

  async #perform(run: JobRun, folders: WorkerFolders): Promise<void> {
    const { inputs, results } = folders;
    try {
      await mkdir(inputs, { recursive: true, mode: 0o700 });
      await mkdir(results, { recursive: true, mode: 0o700 });
      await run.perform();
    } catch (error) {
      this.#options.onTrouble('A job could not be settled; its lease runs out.', error);
    } finally {
      for (const folder of [inputs, results]) {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(
          (error: unknown) => {
            this.#options.onTrouble(`The folder ${folder} could not be removed.`, error);
          },
        );
      }
    }
  }

  async #trace(claimed: ClaimedJob, startMs: number): Promise<void> {
    const { context, tracer, onTrouble } = this.#options;
    if (tracer !== undefined && tracer !== null) {
      await traceRun(context, tracer, { claimed, startMs }).catch((error: unknown) => {
        onTrouble('A job could not be traced.', error);
      });
    }
  }

  async #extendLeases(): Promise<void> {
    const { store, clock, policy } = this.#options.context;
    const leaseUntilMs = clock.nowMs() + policy.leaseMs;
    const running = this.#runs;
    const whole = running.filter(({ at }) => at === undefined);
    if (whole.length > 0) {
      const jobIds = whole.map(({ jobId }) => jobId);
      const { owner } = this.#options;
      const held = await extendLeases(store.db, { owner, jobIds, leaseUntilMs });
      for (const run of whole) {
        if (!held.some(({ id, fence }) => id === run.jobId && fence === run.fence)) {
          run.stop('ended');
        }
      }
    }
    for (const run of running) {
      const { jobId, at, fence } = run;
      const isHeld =
        at === undefined || (await extendSegment(store.db, { jobId, at, fence }, leaseUntilMs));
      if (!isHeld) {
        run.stop('ended');
      }
    }
  }

  /** Extends the leases of the jobs that run here, then handles those that expired. */
  #tendLeases(): void {
    const { context, owner, onBeat } = this.#options;
    // In a store with one owner no other process can hold a lease: those of a dead predecessor end at once.
    const soleOwner = context.store.engine === 'sqlite' ? owner : null;
    this.#guard('Leases could not be extended, or lost ones not be found.', async () => {
      // First: after a sleep, or when the clock was set, leases look old whose jobs run here all the same.
      await this.#extendLeases();
      const isPresent: IsPresent = ({ jobId, at, fence }) =>
        this.#runs.some((run) => run.jobId === jobId && run.at === at && run.fence === fence);
      await reapJobs(context, { soleOwner, isPresent });
    });
    this.#guard('The other services were not told of this one.', async () => {
      await onBeat?.(this.running);
    });
  }

  #limitTime(): void {
    if (this.#clockWatch.wasSetBack()) {
      this.#guard('Waiting jobs could not be brought forward.', async () => {
        await clampJobDueTimes(this.#options.context);
        this.#clockWatch.settle();
      });
    }
  }

  get #runs(): readonly JobRun[] {
    return this.#slots.flatMap(({ run }) => run ?? []);
  }

  async #report(message: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#options.onTrouble(message, error);
    }
  }

  #guard(message: string, act: () => Promise<unknown>): void {
    const done = this.#report(message, act).finally(() => this.#ended.delete(done));
    this.#ended.add(done);
  }
}

/** Folders of one worker, which contain those of its runs one after the other. */
function openFolders(folder: string): WorkerFolders {
  const folders = { inputs: join(folder, 'inputs'), results: join(folder, 'results') };
  for (const path of Object.values(folders)) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }
  return folders;
}

/**
 * Reads a registry module to find the installed features. Throws `capability_unavailable` when it is invalid.
 */
export async function readInstalledFeatures(registry: string): Promise<ReadonlySet<JobFeature>> {
  return new Set((await readEntries(registry)).map(({ feature }) => feature));
}

/** Throws `invalid_input` when a request cannot be fulfilled at all; see `ProcessorEntry.check`. */
export type RequestCheck = (
  feature: JobFeature,
  input: JsonObject,
  packs: PackSetup | null,
) => Promise<void>;

/** Reads a registry module's checks of requests, which run before payment. */
export async function readRequestCheck(registry: string): Promise<RequestCheck> {
  const checks = new Map(
    (await readEntries(registry)).map((entry) => [entry.feature, entry.check]),
  );
  return async (feature, input, packs) => checks.get(feature)?.(input, packs);
}

interface RegistryEntry {
  readonly feature: JobFeature;
  readonly check?: ProcessorEntry['check'] | undefined;
}

async function readEntries(registry: string): Promise<readonly RegistryEntry[]> {
  const module: unknown = await import(registry);
  if (!isProcessorModule(module)) {
    throw new AppError('capability_unavailable', `${registry} is no registry of processors.`);
  }
  return module.processors;
}

function isProcessorModule(
  module: unknown,
): module is { readonly processors: readonly RegistryEntry[] } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'processors' in module &&
    Array.isArray(module.processors)
  );
}
