import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BlobStore } from '../../../src/service/files/blob-store.ts';
import { openIncomingFolder } from '../../../src/service/files/incoming.ts';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';
import type { Job } from '../../../src/service/jobs/job.ts';
import { readInstalledFeatures, WorkerPool } from '../../../src/service/jobs/worker-pool.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { createId } from '../../../src/base/ids.ts';
import { createWorld, TestClock, type World, type WorldOptions } from '../store/world.ts';

const ownRegistry = new URL('test-processors.ts', import.meta.url).href;
const entry = fileURLToPath(new URL('../../../src/service/jobs/worker-entry.ts', import.meta.url));

/** A world whose jobs are really worked on. */
export interface PoolWorld extends World {
  readonly blobs: BlobStore;
  readonly pool: WorkerPool;
  readonly folder: string;
  /** Errors that the pool reported, and output of the workers. */
  readonly log: string[];
  /** Files of jobs that are in the folders of the workers now. */
  listWorkFiles(): string[];
  submit(script: string): Promise<Job>;
  /** Waits until a job has the given state, and returns it. */
  until(jobId: string, isThere: (job: Job) => boolean): Promise<Job>;
  close(): Promise<void>;
}

/** A clock that runs, because leases and retries are real here, and that can be set. */
export class RunningClock extends TestClock {
  aheadMs = 0;

  override nowMs(): number {
    return Date.now() + this.aheadMs;
  }
}

/** Opens a pool on a store; `close` ends it, the caller closes the store. */
export async function openPoolWorld(
  store: Store,
  options: WorldOptions & {
    readonly slots?: number;
    readonly registry?: string;
    readonly memoryBytes?: number;
    /** Name of the folder of the workers, which is the pool's alone. */
    readonly work?: string;
    /** Folder of everything except the database; a temporary one when absent. */
    readonly folder?: string;
  } = {},
): Promise<PoolWorld> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'guise-pool-'));
  const registry = options.registry ?? ownRegistry;
  const features = await readInstalledFeatures(registry);
  const world = await createWorld(store, { clock: new RunningClock(), ...options });
  const blobs = await openLocalBlobs(join(folder, 'blobs'));
  const log: string[] = [];
  const workFolder = join(folder, options.work ?? 'work');
  const pool = new WorkerPool({
    context: world.core.context,
    owner: createId(),
    blobs,
    incoming: await openIncomingFolder(join(folder, 'incoming')),
    workFolder,
    features: [...features],
    slots: options.slots ?? 2,
    launch: {
      entry,
      registry,
      ...(options.memoryBytes !== undefined && { memoryBytes: options.memoryBytes }),
      onLog: (text) => log.push(text),
    },
    onTrouble: (message, error) => log.push(`${message} ${String(error)}`),
  });
  return {
    ...world,
    blobs,
    pool,
    folder,
    log,
    listWorkFiles: () =>
      readdirSync(workFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name),
    submit: async (script) => {
      const { job } = await world.core.submitJob({
        accountId: world.account.id,
        feature: 'text_to_speech',
        input: { script, voice_id: 'v' },
        callbackUrl: null,
        idempotencyKey: null,
      });
      return job;
    },
    until: async (jobId, isThere) => {
      for (;;) {
        const job = await world.core.readJob(world.account.id, jobId);
        if (isThere(job)) {
          return job;
        }
        await sleep(10);
      }
    },
    close: async () => {
      await pool.stop();
      await blobs.close();
      if (options.folder === undefined) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
