/**
 * Judges files in a child process, because native decoders may crash, hang or take all memory on a
 * hostile file: the process is killed then and the file refused; the service goes on.
 *
 *   idle ──judge──▶ busy ──verdict──▶ idle ──30 s──▶ ended
 *                     └──time, memory, crash──▶ ended
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, invariant } from '../../../base/errors.ts';
import { type FormatId, formats } from '../formats.ts';
import { type JudgeReply, judgeReplySchema, type JudgeRequest, type Verdict } from './verdict.ts';

/** Limits on what judging may cost. */
export interface JudgeLimits {
  /** Most pixels of a picture. */
  readonly imagePixels: number;
  /** Most pixels of a frame of a video. */
  readonly framePixels: number;
  /** Time for one file, in milliseconds. */
  readonly timeMs: number;
  /** Memory of the process; enforced by the kernel on Linux, elsewhere only the time limit holds. */
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
  /** Decodes a file of which only the first bytes are known. Throws `AppError` when it is refused. */
  judge(path: string, format: FormatId, signal?: AbortSignal): Promise<Verdict>;
  /** Ends the processes; a running judgement is refused. */
  close(): Promise<void>;
}

interface JudgeProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  files: number;
}

/**
 * Opens a judge; its processes start with the first files. Two, so that a file that takes its whole
 * time does not hold up everybody. `entry` is their script when it lies elsewhere.
 */
export function openFileJudge(
  options: {
    readonly limits?: JudgeLimits | undefined;
    readonly entry?: string | undefined;
    readonly processes?: number | undefined;
  } = {},
): FileJudge {
  const limits = options.limits ?? judgeLimits;
  const entry = options.entry ?? fileURLToPath(new URL('./judge-process.ts', import.meta.url));
  const lanes = Array.from({ length: options.processes ?? 2 }, () => createLane(entry, limits));
  return {
    async judge(path, format, signal) {
      const [least] = lanes.toSorted((left, right) => left.waiting() - right.waiting());
      invariant(least, 'A judge has a process.');
      return least.judge(path, format, signal);
    },
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

/** One process and the files that wait for it. */
interface Lane extends FileJudge {
  waiting(): number;
}

function createLane(entry: string, limits: JudgeLimits): Lane {
  let current: JudgeProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;
  let lastId = 0;

  function end(): void {
    clearTimeout(idleTimer);
    current?.child.kill('SIGKILL');
    current = null;
  }

  async function judgeNext({ path, format, signal }: JudgedFile): Promise<Verdict> {
    signal?.throwIfAborted();
    if (isClosed) {
      throw new AppError('cancelled', 'The service is stopping.');
    }
    clearTimeout(idleTimer);
    current ??= startProcess(entry, limits.memoryBytes);
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
    } finally {
      const isUsedUp = judged.files >= limits.filesPerProcess || !isAlive(judged.child);
      if (current === judged && isUsedUp) {
        end();
      }
      idleTimer = setTimeout(end, limits.idleMs).unref();
    }
  }

  async function takeTurn(before: Promise<unknown>, file: JudgedFile): Promise<Verdict> {
    waiting += 1;
    try {
      await before;
      return await judgeNext(file);
    } finally {
      waiting -= 1;
    }
  }

  return {
    waiting: () => waiting,
    judge(path, format, signal) {
      const turn = takeTurn(queue, { path, format, signal });
      queue = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      isClosed = true;
      const ended = current?.ended;
      current?.child.ref();
      end();
      await ended;
      await queue;
      clearTimeout(idleTimer);
    },
  };
}

function startProcess(entry: string, memoryBytes: number): JudgeProcess {
  const script = [process.execPath, '--max-old-space-size=256', entry];
  const [command = '', ...args] =
    process.platform === 'linux'
      ? ['/bin/sh', '-c', 'ulimit -d "$0" -c 0; exec "$@"', String(memoryBytes / 1024), ...script]
      : script;
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of the service's environment: it may hold keys.
    env: {
      ELECTRON_RUN_AS_NODE: '1',
      PATH: process.env['PATH'],
      SystemRoot: process.env['SystemRoot'],
    },
    windowsHide: true,
  });
  child.unref();
  child.channel?.unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { child, ended, files: 0 };
}

function isAlive(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null && !child.killed;
}

/** One question. Kills the process when it takes too long or is no longer wanted. */
async function ask(
  { child, ended }: JudgeProcess,
  request: JudgeRequest,
  { timeMs, signal }: { readonly timeMs: number; readonly signal: AbortSignal | undefined },
): Promise<JudgeReply> {
  const { label } = formats[request.format];
  const answer = Promise.withResolvers<JudgeReply>();
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  const onMessage = (message: unknown): void => {
    const reply = judgeReplySchema.safeParse(message);
    if (reply.success && reply.data.id === request.id) {
      answer.resolve(reply.data);
    } else {
      kill();
    }
  };
  void ended.then(() =>
    answer.reject(
      new AppError(
        'unsupported_format',
        `The ${label} file could not be decoded within the limits for time and memory.`,
      ),
    ),
  );
  const timer = setTimeout(kill, timeMs);
  child.ref();
  child.on('message', onMessage);
  signal?.addEventListener('abort', kill);
  try {
    child.send(request, (error) => {
      if (error !== null) {
        kill();
      }
    });
    return await answer.promise;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    child.off('message', onMessage);
    child.unref();
  }
}
