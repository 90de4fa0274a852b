/**
 * Writes videos on a thread of their own. On the thread that also draws, every frame waits for the drawing of another one
 * before it is encoded: at 720p a face swap takes a fifth longer.
 */
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AppError, invariant } from '../../../base/errors.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import type { PeerProcess } from '../../../base/peer/port.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { startNodeTimer, toPeerThread } from '../../threads/thread-peer.ts';
import { toPartPath } from '../output-file.ts';
import type { EncoderMethods } from './encoder-entry.ts';
import type { VideoWriterOptions, WrittenVideo } from './video-writer.ts';

/** Video that another thread writes. Ends with `finish` or `discard`; `discard` after `finish` is allowed. */
export interface ThreadedWriter {
  /**
   * Encodes a frame of the writer's size in one block of shared memory, after those before it. Resolves when the memory
   * may be changed. Several frames may be on their way.
   */
  write(
    frame: I420Frame,
    moment: { readonly timestampUs: number; readonly durationUs: number },
  ): Promise<void>;
  /** Completes the file and moves it to its path. */
  finish(): Promise<WrittenVideo>;
  /** Aborts writing, also a `finish` that has begun, and deletes the partial file. */
  discard(): Promise<void>;
  /** Time spent in encoding so far. */
  busyMs(): number;
}

type EncoderThread = PeerHost<EncoderMethods>;

/** Time after which an unused thread ends; it takes 27 MB. */
const IDLE_MS = 10_000;

/** Threads without a video, and the timers that end them. */
const idle: { readonly thread: EncoderThread; readonly cancelEnd: () => void }[] = [];

/** Opens a writer as `openVideoWriter` does, on an idle thread or a new one. */
export async function openThreadedWriter(
  path: string,
  options: VideoWriterOptions,
): Promise<ThreadedWriter> {
  const rested = idle.pop();
  rested?.cancelEnd();
  const writer = new WriterOnThread(path, rested?.thread ?? createThread());
  try {
    await writer.open(options);
    return writer;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

class WriterOnThread implements ThreadedWriter {
  readonly #path: string;
  readonly #thread: EncoderThread;
  /** Run of the thread that has this video: a thread that ended is started anew, without it. */
  readonly #run: PeerProcess;
  readonly #stop = new AbortController();
  /** Numbers of frames by their luma, as one block of memory may hold several. */
  readonly #frames = new Map<Uint8Array, number>();
  #busyMs = 0;
  #discarding: Promise<void> | null = null;

  constructor(path: string, thread: EncoderThread) {
    this.#path = path;
    this.#thread = thread;
    this.#run = thread.open();
  }

  open(options: VideoWriterOptions): Promise<void> {
    return this.#thread.call('open', { path: this.#path, options });
  }

  async write(
    planes: I420Frame,
    { timestampUs, durationUs }: { readonly timestampUs: number; readonly durationUs: number },
  ): Promise<void> {
    this.#requireRunning();
    const frame = this.#frames.get(planes.y) ?? this.#add(planes);
    this.#busyMs = await this.#thread.call('write', { frame, timestampUs, durationUs });
  }

  async finish(): Promise<WrittenVideo> {
    this.#requireRunning();
    return this.#thread.call('finish', undefined, { signal: this.#stop.signal });
  }

  discard(): Promise<void> {
    this.#discarding ??= this.#discard();
    return this.#discarding;
  }

  busyMs(): number {
    return this.#busyMs;
  }

  #add({ y, width, height, colour }: I420Frame): number {
    const { buffer: samples, byteOffset } = y;
    invariant(samples instanceof SharedArrayBuffer, 'written frames are in shared memory');
    const frame = this.#frames.size;
    this.#frames.set(y, frame);
    this.#thread.post('add', { frame, samples, byteOffset, size: { width, height }, colour });
    return frame;
  }

  async #discard(): Promise<void> {
    this.#stop.abort();
    try {
      if (this.#isRunning()) {
        // Calls are answered in order: no frame is read after this answer.
        await this.#thread.call('close', undefined);
      }
    } finally {
      if (!this.#isRunning()) {
        await rm(toPartPath(this.#path), { force: true });
      }
      rest(this.#thread);
    }
  }

  #isRunning(): boolean {
    return this.#thread.process === this.#run;
  }

  #requireRunning(): void {
    if (this.#discarding !== null) {
      // The thread may have the next video already.
      throw new AppError('cancelled', 'The video was discarded while it was being written.');
    }
    if (!this.#isRunning()) {
      throw createEndedError();
    }
  }
}

/** Leaves a thread to the next video for a while. During a video it stays, however long the next frame takes. */
function rest(thread: EncoderThread): void {
  const cancelEnd = startNodeTimer(IDLE_MS, () => {
    idle.splice(idle.indexOf(rested), 1);
    void thread.end();
  });
  const rested = { thread, cancelEnd };
  idle.push(rested);
}

function createEndedError(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that writes the video ended unexpectedly.', {
    cause,
  });
}

function createThread(): EncoderThread {
  return new PeerHost<EncoderMethods>({
    start: () =>
      toPeerThread(
        new Worker(new URL('./encoder-entry.ts', import.meta.url), {
          name: 'encoder',
          // Packets are native memory; without a limit, the young generation takes 30 MB.
          resourceLimits: { maxYoungGenerationSizeMb: 2 },
        }),
        { isHeldByWork: true },
      ),
    ended: createEndedError,
  });
}
