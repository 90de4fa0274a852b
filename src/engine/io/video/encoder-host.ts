/**
 * Writes videos on a thread of their own. On the thread that also draws, every frame waits for the drawing of another one
 * before it is encoded: at 720p a face swap takes a fifth longer.
 */
import { Worker } from 'node:worker_threads';
import { AppError, invariant } from '../../../base/errors.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { toPeerThread } from '../../threads/thread-peer.ts';
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
  /** Aborts writing and deletes the partial file. */
  discard(): Promise<void>;
  /** Time spent in encoding so far. */
  busyMs(): number;
}

type EncoderThread = PeerHost<EncoderMethods>;

/** Time after which an unused thread ends; it takes 27 MB. */
const IDLE_MS = 10_000;

/** Threads without a video. */
const idle: EncoderThread[] = [];

/** Opens a writer as `openVideoWriter` does, on an idle thread or a new one. */
export async function openThreadedWriter(
  path: string,
  options: VideoWriterOptions,
): Promise<ThreadedWriter> {
  const thread = idle.pop() ?? createThread();
  try {
    await thread.call('open', { path, options });
  } catch (error) {
    idle.push(thread);
    throw error;
  }
  return new EncodingThread(thread);
}

class EncodingThread implements ThreadedWriter {
  readonly #thread: EncoderThread;
  /** Numbers of frames by their luma, as one block of memory may hold several. */
  readonly #frames = new Map<Uint8Array, number>();
  #busyMs = 0;
  #discarding: Promise<void> | null = null;

  constructor(thread: EncoderThread) {
    this.#thread = thread;
  }

  async write(
    planes: I420Frame,
    { timestampUs, durationUs }: { readonly timestampUs: number; readonly durationUs: number },
  ): Promise<void> {
    const frame = this.#frames.get(planes.y) ?? this.#add(planes);
    this.#busyMs = await this.#thread.call('write', { frame, timestampUs, durationUs });
  }

  finish(): Promise<WrittenVideo> {
    return this.#thread.call('finish', undefined);
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
    try {
      // Calls are answered in order: no frame is read after this answer.
      await this.#thread.call('close', undefined);
    } finally {
      idle.push(this.#thread);
    }
  }
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
    ended: (cause) =>
      new AppError('processing_failed', 'The thread that writes the video ended unexpectedly.', {
        cause,
      }),
    idleMs: IDLE_MS,
  });
}
