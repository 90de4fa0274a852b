/**
 * Validates files in a child process, because native decoders may crash, hang or take all memory on a
 * hostile file: the process is killed then and the file refused; the service goes on.
 *
 *   idle ─validate─▶ busy ──verdict──▶ idle ──30 s──▶ ended
 *                     ├──time, memory, crash──▶ ended
 *                     └──killed from outside──▶ ended, and the file is validated once more
 */
import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, invariant } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import type { PeerProcess } from '../../../base/peer/port.ts';
import { ProcessEnd } from '../../../base/peer/process-end.ts';
import { startPeerProcess } from '../../sandbox/process-peer.ts';
import { type FormatId, formats } from '../formats.ts';
import { FairQueue } from './fair-queue.ts';
import type { ValidationMethods } from './validator-entry.ts';
import { type MediaVerdict, isRefusal, verdictSchema } from './verdict.ts';

/** Limits on what validation may cost. */
export interface ValidationLimits {
  /** Maximum pixels of an image. */
  readonly imagePixels: number;
  /** Most pixels of a frame of a video. */
  readonly framePixels: number;
  /** Time for one file, in milliseconds. */
  readonly timeMs: number;
  /** Memory of the process; enforced by the kernel of Linux, elsewhere only the time limit holds. */
  readonly memoryBytes: number;
  /** An idle process ends after this time. */
  readonly idleMs: number;
  /** A process ends after this many files, so that leaks of native code stay small. */
  readonly filesPerProcess: number;
}

/** 100 megapixel images, 8K frames, 60 s and 1.5 GB per file. */
export const validationLimits: ValidationLimits = {
  imagePixels: 100_000_000,
  framePixels: 36_000_000,
  timeMs: 60_000,
  memoryBytes: 1_610_612_736,
  idleMs: 30_000,
  filesPerProcess: 100,
};

/** Validates files. */
export interface MediaValidator {
  /**
   * Decodes a file of which only the first bytes are known, when the turn of its owner comes. Throws
   * `AppError` when it is refused.
   */
  validate(path: string, format: FormatId, order?: ValidationOrder): Promise<MediaVerdict>;
  /** Ends the processes; a running validation is refused. */
  close(): Promise<void>;
}

/** Account for which a file is validated, and what ends its validation. */
export interface ValidationOrder {
  /** Checked when the turn of the owner comes, and from then on. */
  readonly signal?: AbortSignal | undefined;
  /** Account; files of one wait for each other rather than for those of others. */
  readonly owner?: string | undefined;
}

/**
 * Opens a validator; its processes start with the first files. There are two, so that a file that takes the
 * full time does not block all others; at most `perOwner` of them work for one account. `folder` is created
 * when missing, if possible on the disk of the files: a process can access only the file that it validates.
 * `entry` is their script when it is not in the default place.
 */
export function openMediaValidator(options: {
  readonly folder: string;
  readonly limits?: ValidationLimits | undefined;
  readonly entry?: string | undefined;
  readonly processes?: number | undefined;
  readonly perOwner?: number | undefined;
}): MediaValidator {
  const limits = options.limits ?? validationLimits;
  const entry = options.entry ?? fileURLToPath(new URL('./validator-entry.ts', import.meta.url));
  const lanes = Array.from(
    { length: options.processes ?? 2 },
    (_, index) => new Lane({ entry, limits, folder: join(options.folder, String(index)) }),
  );
  const queue = new FairQueue(lanes.length, options.perOwner);
  return {
    validate: (path, format, { signal, owner = '' } = {}) =>
      queue.run(owner, (number) => {
        const lane = lanes[number];
        invariant(lane, 'Every lane has its process.');
        return lane.validate({ path, format, signal });
      }),
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

interface PendingFile {
  readonly path: string;
  readonly format: FormatId;
  readonly signal: AbortSignal | undefined;
}

interface LaneOptions {
  readonly entry: string;
  readonly limits: ValidationLimits;
  /** Folder of this lane alone. */
  readonly folder: string;
}

/** Exit code of a shell or bubblewrap whose program was killed. */
const EXIT_KILLED = 128 + 9;

/** A process ended, or was ended, before it validated its file. */
class NoVerdict extends Error {
  /** True when something other than this process killed the validator. */
  readonly isKilledElsewhere: boolean;

  constructor(cause?: unknown) {
    super('no verdict', { cause });
    this.isKilledElsewhere =
      cause instanceof ProcessEnd &&
      !cause.isKilledHere &&
      (cause.signal === 'SIGKILL' || cause.code === EXIT_KILLED);
  }
}

/** One process, which validates one file at a time. */
class Lane {
  readonly #options: LaneOptions;
  readonly #host: PeerHost<ValidationMethods>;
  /** Files that the process was asked about. */
  #files = 0;
  #running: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    const { idleMs, timeMs } = options.limits;
    this.#host = new PeerHost({
      start: () => {
        this.#files = 0;
        return startValidator(options);
      },
      ended: (cause) => new NoVerdict(cause),
      idleMs,
      silence: { ms: timeMs, error: () => new NoVerdict() },
    });
  }

  validate(file: PendingFile): Promise<MediaVerdict> {
    const verdict = this.#validate(file);
    this.#running = verdict.catch(() => undefined);
    return verdict;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#host.end(stopping());
    await this.#running;
  }

  async #validate({ path, format, signal }: PendingFile): Promise<MediaVerdict> {
    const { folder } = this.#options;
    signal?.throwIfAborted();
    if (this.#isClosed) {
      throw stopping();
    }
    const shown = join(folder, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await show(path, shown);
    const file = { path: shown, format, signal };
    try {
      // The kernel's out-of-memory killer ends these processes first, whichever process used the memory.
      return (await this.#ask(file)) ?? (await this.#ask(file)) ?? refuse(format);
    } finally {
      await rm(shown, { force: true });
    }
  }

  /** Null when the process was killed from outside. */
  async #ask({ path, format, signal }: PendingFile): Promise<MediaVerdict | null> {
    if (this.#isClosed) {
      throw stopping();
    }
    const { imagePixels, framePixels, filesPerProcess } = this.#options.limits;
    const stop = (): void => void this.#host.end(signal?.reason);
    signal?.addEventListener('abort', stop);
    try {
      const limits = { imagePixels, framePixels };
      const verdict = this.#host.call('validate', { path, format, limits });
      this.#files += 1;
      return await verdict;
    } catch (error) {
      if (error instanceof NoVerdict && error.isKilledElsewhere) {
        return null;
      }
      signal?.throwIfAborted();
      throw isRefusal(error) || this.#isClosed ? error : toRefusal(format);
    } finally {
      signal?.removeEventListener('abort', stop);
      if (this.#files >= filesPerProcess) {
        void this.#host.end();
      }
    }
  }
}

/** Makes a file visible to the process: a link where possible, otherwise a copy. */
async function show(path: string, shown: string): Promise<void> {
  await link(path, shown).catch(() => copyFile(path, shown));
}

function startValidator({ entry, limits, folder }: LaneOptions): PeerProcess {
  const { memoryBytes, timeMs, filesPerProcess } = limits;
  return startPeerProcess<ValidationMethods>({
    entry,
    schemas: { answers: { validate: verdictSchema } },
    isHeldByWork: true,
    execArgv: ['--max-old-space-size=256'],
    // Not the service's environment, which may contain keys.
    env: {
      ELECTRON_RUN_AS_NODE: '1',
      PATH: process.env['PATH'],
      SystemRoot: process.env['SystemRoot'],
    },
    grants: { readable: [folder] },
    limits: { memoryBytes, cpuSeconds: (timeMs / 1000) * filesPerProcess },
  });
}

function stopping(): AppError {
  return new AppError('cancelled', 'The service is stopping.');
}

function refuse(format: FormatId): never {
  throw toRefusal(format);
}

function toRefusal(format: FormatId): AppError {
  return new AppError(
    'unsupported_format',
    `The ${formats[format].label} file could not be decoded within the limits for time and memory.`,
    { details: faultDetails('too_heavy') },
  );
}
