/**
 * Judges files in a child process, because native decoders may crash, hang or take all memory on a
 * hostile file: the process is killed then and the file refused; the service goes on.
 *
 *   idle ──judge──▶ busy ──verdict──▶ idle ──30 s──▶ ended
 *                     ├──time, memory, crash──▶ ended
 *                     └──killed from outside──▶ ended, and the file is judged once more
 */
import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, invariant } from '../../../base/errors.ts';
import { type StartedProcess, startProcess } from '../../sandbox/start-process.ts';
import { type FormatId, formats } from '../formats.ts';
import { FairQueue } from './fair-queue.ts';
import {
  type JudgeReply,
  judgeReplySchema,
  type JudgeRequest,
  type FileVerdict,
} from './verdict.ts';

/** Limits on what judging may cost. */
export interface JudgeLimits {
  /** Most pixels of a picture. */
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

/** 100 megapixel pictures, 8K frames, 60 s and 1.5 GB per file. */
export const judgeLimits: JudgeLimits = {
  imagePixels: 100_000_000,
  framePixels: 36_000_000,
  timeMs: 60_000,
  memoryBytes: 1_610_612_736,
  idleMs: 30_000,
  filesPerProcess: 100,
};

/** Judges files. */
export interface FileJudge {
  /**
   * Decodes a file of which only the first bytes are known, when the turn of its owner comes. Throws
   * `AppError` when it is refused.
   */
  judge(path: string, format: FormatId, order?: JudgeOrder): Promise<FileVerdict>;
  /** Ends the processes; a running judgement is refused. */
  close(): Promise<void>;
}

/** For whom a file is judged, and for how long they want it. */
export interface JudgeOrder {
  readonly signal?: AbortSignal | undefined;
  /** Account; files of one wait for each other rather than for those of others. */
  readonly owner?: string | undefined;
}

interface JudgeProcess {
  readonly started: StartedProcess<JudgeReply>;
  readonly ended: Promise<void>;
  files: number;
}

/**
 * Opens a judge; its processes start with the first files. Two, so that a file that takes its whole
 * time does not hold up everybody; `perOwner` of them at most for one account. `folder` is made when missing, on the
 * disk of the files where possible: a process sees the one file there that it judges. `entry` is their script when it
 * lies elsewhere.
 */
export function openFileJudge(options: {
  readonly folder: string;
  readonly limits?: JudgeLimits | undefined;
  readonly entry?: string | undefined;
  readonly processes?: number | undefined;
  readonly perOwner?: number | undefined;
}): FileJudge {
  const limits = options.limits ?? judgeLimits;
  const entry = options.entry ?? fileURLToPath(new URL('./judge-entry.ts', import.meta.url));
  const lanes = Array.from({ length: options.processes ?? 2 }, (_, index) =>
    createLane({ entry, limits, folder: join(options.folder, String(index)) }),
  );
  const queue = new FairQueue(lanes.length, options.perOwner);
  return {
    judge: (path, format, { signal, owner = '' } = {}) =>
      queue.run(owner, (number) => {
        const lane = lanes[number];
        invariant(lane, 'Every lane has its process.');
        return lane.judge({ path, format, signal });
      }),
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

interface JudgedFile {
  readonly path: string;
  readonly format: FormatId;
  readonly signal: AbortSignal | undefined;
}

interface LaneOptions {
  readonly entry: string;
  readonly limits: JudgeLimits;
  /** Of this lane alone. */
  readonly folder: string;
}

/** One process, which judges one file at a time. */
interface Lane {
  judge(file: JudgedFile): Promise<FileVerdict>;
  close(): Promise<void>;
}

function createLane({ entry, limits, folder }: LaneOptions): Lane {
  let current: JudgeProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let lastId = 0;

  function end(): void {
    clearTimeout(idleTimer);
    current?.started.child.kill('SIGKILL');
    current = null;
  }

  async function judgeNext({ path, format, signal }: JudgedFile): Promise<FileVerdict> {
    signal?.throwIfAborted();
    if (isClosed) {
      throw new AppError('cancelled', 'The service is stopping.');
    }
    clearTimeout(idleTimer);
    const shown = join(folder, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await show(path, shown);
    const file = { path: shown, format, signal };
    try {
      // A kernel that runs out of memory ends these processes first, whoever needed it.
      return (await askOnce(file)) ?? (await askOnce(file)) ?? refuse(format);
    } finally {
      idleTimer = setTimeout(end, limits.idleMs).unref();
      await rm(shown, { force: true });
    }
  }

  /** Null when the process was killed from outside. */
  async function askOnce({ path, format, signal }: JudgedFile): Promise<FileVerdict | null> {
    current ??= startJudge({ entry, limits, folder });
    const judged = current;
    judged.files += 1;
    lastId += 1;
    const { imagePixels, framePixels } = limits;
    const request = { id: lastId, path, format, limits: { imagePixels, framePixels } };
    try {
      const reply = await ask(judged, request, { timeMs: limits.timeMs, signal });
      if (!reply.ok) {
        throw new AppError(reply.code, reply.message);
      }
      return reply.verdict;
    } catch (error) {
      if (!isClosed && wasKilled(judged)) {
        return null;
      }
      throw error;
    } finally {
      const isUsedUp = judged.files >= limits.filesPerProcess || !isAlive(judged);
      if (current === judged && isUsedUp) {
        end();
      }
    }
  }

  return {
    judge(file) {
      const verdict = judgeNext(file);
      running = verdict.catch(() => undefined);
      return verdict;
    },
    async close() {
      isClosed = true;
      const ended = current?.ended;
      current?.started.setRef(true);
      end();
      await ended;
      await running;
      clearTimeout(idleTimer);
    },
  };
}

/** Puts a file where the process sees it: a link where possible, otherwise a copy. */
async function show(path: string, shown: string): Promise<void> {
  await link(path, shown).catch(() => copyFile(path, shown));
}

function startJudge({ entry, limits, folder }: LaneOptions): JudgeProcess {
  const { memoryBytes, timeMs, filesPerProcess } = limits;
  const started = startProcess({
    entry,
    messages: judgeReplySchema,
    execArgv: ['--max-old-space-size=256'],
    // Nothing of the service's environment: it may hold keys.
    env: {
      ELECTRON_RUN_AS_NODE: '1',
      PATH: process.env['PATH'],
      SystemRoot: process.env['SystemRoot'],
    },
    grants: { readable: [folder] },
    limits: { memoryBytes, cpuSeconds: (timeMs / 1000) * filesPerProcess },
  });
  started.setRef(false);
  const { child } = started;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => resolve());
  });
  return { started, ended, files: 0 };
}

function isAlive({ started: { child } }: JudgeProcess): boolean {
  return child.exitCode === null && child.signalCode === null && !child.killed;
}

/** How a shell or bubblewrap ends whose program was killed. */
const EXIT_KILLED = 128 + 9;

/** Whether somebody else than this process killed it. */
function wasKilled({ started }: JudgeProcess): boolean {
  const { killed, signalCode, exitCode } = started.child;
  return !killed && (signalCode === 'SIGKILL' || exitCode === EXIT_KILLED);
}

function refuse(format: FormatId): never {
  throw toRefusal(format);
}

function toRefusal(format: FormatId): AppError {
  return new AppError(
    'unsupported_format',
    `The ${formats[format].label} file could not be decoded within the limits for time and memory.`,
  );
}

/** One question. Kills the process when it takes too long or is no longer wanted. */
async function ask(
  { started, ended }: JudgeProcess,
  request: JudgeRequest,
  { timeMs, signal }: { readonly timeMs: number; readonly signal: AbortSignal | undefined },
): Promise<JudgeReply> {
  const answer = Promise.withResolvers<JudgeReply>();
  const kill = (): void => {
    started.child.kill('SIGKILL');
  };
  const onMessage = (reply: JudgeReply): void => {
    if (reply.id === request.id) {
      answer.resolve(reply);
    } else {
      kill();
    }
  };
  void ended.then(() => answer.reject(toRefusal(request.format)));
  const timer = setTimeout(kill, timeMs);
  started.setRef(true);
  started.listen(onMessage);
  signal?.addEventListener('abort', kill);
  try {
    started.send(request);
    return await answer.promise;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    started.listen(null);
    started.setRef(false);
  }
}
