/**
 * Runs a face tracker on its own thread. Frames are in shared memory, so only their numbers are posted. They use their
 * own messages, which carry several at once and create no garbage; only single-frame calls go through the peer.
 *
 *   starting --models loaded--> open --close--> closed
 *      '--------------fails-------'--thread dies--> failed: every waiting frame is rejected
 */
import '../models/no-telemetry.ts';
import { Worker } from 'node:worker_threads';
import { AppError, fromWireError, invariant } from '../../base/errors.ts';
import type { PeerReply } from '../../base/peer/messages.ts';
import { Peer } from '../../base/peer/peer.ts';
import type { I420Frame } from '../pixels/frame.ts';
import type { FaceMeter } from '../track/face-meter.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { TrackerOptions } from '../track/face-tracker.ts';
import type { MeterMethods } from './tracker-entry.ts';
import { createSharedFaces, type SharedFaces } from './shared-faces.ts';
import type { SentFrame, TrackerAnswer, TrackerCall, TrackerStart } from './tracker-messages.ts';

/** Tracker on another thread, for one stream at a time. */
export interface TrackerHost {
  /**
   * Returns the faces of the next frame, which must be in one block of shared memory and may be changed once they are
   * there. They are valid until the same memory is tracked again. Frames may be posted before the previous one is
   * answered, up to the number of buffers. Throws `processing_failed` when the thread died. With lookahead, several
   * frames are posted at once.
   */
  track(frame: I420Frame, timestampUs: number): Promise<readonly TrackedFace[]>;
  /** Tracks the frames so far without later ones; without it, the last frames wait for the next when `hasLookahead`. */
  flush(): void;
  /**
   * Starts another stream: people are numbered from the start, and frame memory is released. Waiting frames are
   * answered.
   */
  restart(): void;
  /** Meter for single frames with the same networks, between the tracked frames. */
  readonly meter: FaceMeter;
  /** Meter with a mesh network that is not used for tracking; see `createPlainLandmarker`. */
  readonly plainMeter: Pick<FaceMeter, 'locate'>;
  /** Returns whether the thread died or was closed; then a new one has to be opened. */
  hasEnded(): boolean;
  /** Returns the time the thread has spent on frames, in milliseconds. */
  busyMs(): number;
  /** Ends the thread after the current frame, or the current opening of a network. */
  close(): Promise<void>;
}

/** Options of a tracker thread. */
export interface TrackerHostOptions extends TrackerOptions {
  /** Folder of the built models. */
  readonly modelFolder: string;
  /**
   * True when frames may wait for later ones, which saves most network runs and delays frames by the number of
   * `countFramesAhead`; false by default.
   */
  readonly hasLookahead?: boolean | undefined;
  /** Aborts the opening, which then throws `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_MAX_FACES = 4;
/** Maximum frames per message to a thread with lookahead: a message costs as much as the check of a frame. */
const MAX_POSTED_FRAMES = 3;

/** Starts a thread and loads its models. Throws `processing_failed` when they cannot be loaded. */
export async function openTrackerHost({
  modelFolder,
  hasLookahead = false,
  signal,
  ...options
}: TrackerHostOptions): Promise<TrackerHost> {
  const maxFaces = options.maxFaces ?? DEFAULT_MAX_FACES;
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new ThreadOfTracker({ modelFolder, options, maxFaces, hasLookahead, stop });
  signal?.addEventListener('abort', thread.stop, { once: true });
  try {
    await thread.ready;
    return thread;
  } catch (error) {
    await thread.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', thread.stop);
  }
}

interface FrameBuffer {
  readonly number: number;
  readonly faces: SharedFaces;
}

class ThreadOfTracker implements TrackerHost {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #start: TrackerStart;
  /** Frames by their luma, as one block of memory may hold several. */
  readonly #buffers = new Map<Uint8Array, FrameBuffer>();
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  /** Frames that were not posted yet. */
  readonly #unsent: SentFrame[] = [];
  /** Number of frames in the next message; the first frame is posted at once. */
  #postedFrames = 1;
  readonly #exit: Promise<void>;
  readonly #peer: Peer<MeterMethods>;
  readonly meter: FaceMeter = {
    find: (frame) => this.#peer.call('find', frame),
    embed: (frame, landmarks) => this.#peer.call('embed', { frame, landmarks }),
    locate: (frame, region) => this.#peer.call('locate', { frame, region: { ...region } }),
  };
  readonly plainMeter: TrackerHost['plainMeter'] = {
    locate: (frame, region) => this.#peer.call('locatePlain', { frame, region: { ...region } }),
  };
  #busyMs = 0;
  #failure: AppError | null = null;

  constructor(start: TrackerStart) {
    this.#start = start;
    this.#worker = new Worker(new URL('./tracker-entry.ts', import.meta.url), {
      workerData: start,
      // The thread creates almost no garbage; without a limit, its young generation takes 30 MB.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    });
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#waiting.push(ready);
    let onReply: (reply: unknown) => void = () => undefined;
    this.#peer = new Peer<MeterMethods>(
      {
        send: (call) => this.#worker.postMessage(call, []),
        onMessage: (listener) => {
          onReply = listener;
        },
        onClosed: () => undefined, // Fails with the frames.
      },
      createDiedError,
    );
    this.#worker.on('message', (answer: TrackerAnswer | PeerReply) =>
      'kind' in answer ? this.#receive(answer) : onReply(answer),
    );
    const exit = Promise.withResolvers<void>();
    this.#exit = exit.promise;
    this.#worker.on('error', (cause) => {
      this.#fail(createDiedError(cause));
    });
    this.#worker.on('exit', () => {
      this.#fail(createDiedError());
      exit.resolve();
    });
  }

  async track(frame: I420Frame, timestampUs: number): Promise<readonly TrackedFace[]> {
    if (this.#failure !== null) {
      throw this.#failure;
    }
    const { number, faces } = this.#registerBuffer(frame);
    const answered = Promise.withResolvers<void>();
    this.#waiting.push(answered);
    this.#unsent.push({ buffer: number, timestampUs });
    if (this.#unsent.length === this.#postedFrames) {
      this.#announce();
      this.#postedFrames = this.#start.hasLookahead ? MAX_POSTED_FRAMES : 1;
    }
    await answered.promise;
    return faces.read();
  }

  flush(): void {
    this.#announce();
    this.#post({ kind: 'flush' });
  }

  restart(): void {
    this.#announce();
    this.#postedFrames = 1;
    this.#buffers.clear();
    this.#post({ kind: 'restart' });
  }

  busyMs(): number {
    return this.#busyMs;
  }

  hasEnded(): boolean {
    return this.#failure !== null;
  }

  readonly stop = (): void => {
    Atomics.store(this.#start.stop, 0, 1);
  };

  async close(): Promise<void> {
    this.#fail(new AppError('cancelled', 'The tracker was closed.'));
    // Terminating the thread inside a network would crash the process.
    this.stop();
    this.#post({ kind: 'close' });
    await this.#exit;
  }

  /** Posts the memory of a frame if it is new to the thread. */
  #registerBuffer({ y, width, height, colour }: I420Frame): FrameBuffer {
    const { buffer: samples, byteOffset } = y;
    const known = this.#buffers.get(y);
    if (known !== undefined) {
      return known;
    }
    invariant(samples instanceof SharedArrayBuffer, 'tracked frames are in shared memory');
    const buffer = { number: this.#buffers.size, faces: createSharedFaces(this.#start.maxFaces) };
    this.#buffers.set(y, buffer);
    const { number, faces } = buffer;
    this.#post({
      kind: 'buffer',
      buffer: number,
      samples,
      byteOffset,
      faces: faces.memory,
      width,
      height,
      colour,
    });
    return buffer;
  }

  #receive(answer: TrackerAnswer): void {
    switch (answer.kind) {
      case 'failed':
        this.#fail(fromWireError(answer.error));
        break;
      case 'tracked':
        this.#busyMs += answer.busyMs;
        for (const { resolve } of this.#waiting.splice(0, answer.count)) {
          resolve();
        }
        break;
      case 'ready':
        this.#waiting.shift()?.resolve();
        break;
    }
  }

  /** Rejects waiting and future frames. */
  #fail(error: AppError): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) {
      reject(this.#failure);
    }
    this.#peer.fail(this.#failure);
  }

  #announce(): void {
    this.#post({ kind: 'track', frames: this.#unsent });
    this.#unsent.length = 0;
  }

  #post(call: TrackerCall): void {
    this.#worker.postMessage(call, []);
  }
}

function createDiedError(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that follows faces ended unexpectedly.', {
    cause,
  });
}
