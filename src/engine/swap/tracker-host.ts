/**
 * A face tracker on a thread of its own, for whoever has something else to do meanwhile: frames lie in
 * shared memory, so only their numbers are sent. Frames have messages of their own, which carry many at once and make
 * no garbage; only looks at single pictures go through the peer.
 *
 *   starting --models loaded--> open --close--> closed
 *      '--------------fails-------'--thread dies--> failed: every frame that waits is refused
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

/** A tracker on another thread; for one stream at a time. */
export interface TrackerHost {
  /**
   * The faces of the next frame, which must lie in one piece of shared memory and may be changed again
   * once they are there. They are valid until the same memory is tracked again. Frames may be handed in
   * before the one before is answered; as many wait as there are pictures. Throws `processing_failed`
   * when the thread died. When it looks ahead, it is told of several frames at once.
   */
  track(frame: I420Frame, timestampUs: number): Promise<readonly TrackedFace[]>;
  /** No frame comes after the last one; without it, the last ones wait for the next when `hasLookahead`. */
  flush(): void;
  /**
   * What follows is another stream: people are numbered anew, and memory of pictures is let go. Frames that still wait
   * are answered.
   */
  restart(): void;
  /** Looks at single pictures with the same networks, between the frames. */
  readonly meter: FaceMeter;
  /** Places meshes by a network that has no part in tracking; see `createPlainLandmarker`. */
  readonly plainMeter: Pick<FaceMeter, 'locate'>;
  /** Whether it died or was closed; a new one has to be opened then. */
  hasEnded(): boolean;
  /** Time the thread has spent on frames, in milliseconds. */
  busyMs(): number;
  /** Ends the thread after the frame, or the opening of a network, that it is at. */
  close(): Promise<void>;
}

/** What a thread is opened with. */
export interface TrackerHostOptions extends TrackerOptions {
  /** Folder of the built models. */
  readonly modelFolder: string;
  /**
   * Whether the thread may wait with a frame for the three after it (no): that spares up to three of four networks
   * and costs as many frames of delay.
   */
  readonly hasLookahead?: boolean | undefined;
  /** Stops the opening, which then throws `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_MAX_FACES = 4;
/** So many frames are told at once to a thread that looks ahead: a message costs as much as a look at a frame. */
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

interface KnownPicture {
  readonly number: number;
  readonly faces: SharedFaces;
}

class ThreadOfTracker implements TrackerHost {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #start: TrackerStart;
  /** Frames by their luma: one memory may hold several. */
  readonly #pictures = new Map<Uint8Array, KnownPicture>();
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  /** Frames the thread was not told of yet. */
  readonly #unsent: SentFrame[] = [];
  /** So many frames it is told of next time: of the first at once. */
  #postedFrames = 1;
  readonly #exit: Promise<void>;
  readonly #peer: Peer<MeterMethods>;
  readonly meter: FaceMeter = {
    find: (frame) => this.#peer.ask('find', frame),
    embed: (frame, landmarks) => this.#peer.ask('embed', { frame, landmarks }),
    locate: (frame, region) => this.#peer.ask('locate', { frame, region: { ...region } }),
  };
  readonly plainMeter: TrackerHost['plainMeter'] = {
    locate: (frame, region) => this.#peer.ask('locatePlain', { frame, region: { ...region } }),
  };
  #busyMs = 0;
  #failure: AppError | null = null;

  constructor(start: TrackerStart) {
    this.#start = start;
    this.#worker = new Worker(new URL('./tracker-entry.ts', import.meta.url), {
      workerData: start,
      // It makes next to no garbage; without a limit, room for it takes 30 MB.
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
      died,
    );
    this.#worker.on('message', (answer: TrackerAnswer | PeerReply) =>
      'kind' in answer ? this.#receive(answer) : onReply(answer),
    );
    const exit = Promise.withResolvers<void>();
    this.#exit = exit.promise;
    this.#worker.on('error', (cause) => {
      this.#fail(died(cause));
    });
    this.#worker.on('exit', () => {
      this.#fail(died());
      exit.resolve();
    });
  }

  async track(frame: I420Frame, timestampUs: number): Promise<readonly TrackedFace[]> {
    if (this.#failure !== null) {
      throw this.#failure;
    }
    const { number, faces } = this.#knowPicture(frame);
    const answered = Promise.withResolvers<void>();
    this.#waiting.push(answered);
    this.#unsent.push({ picture: number, timestampUs });
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
    this.#pictures.clear();
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
    // Ended by force inside a network, the thread would take the process with it.
    this.stop();
    this.#post({ kind: 'close' });
    await this.#exit;
  }

  /** Tells the thread about memory it has not seen yet. */
  #knowPicture({ y, width, height, colour }: I420Frame): KnownPicture {
    const { buffer: samples, byteOffset } = y;
    const known = this.#pictures.get(y);
    if (known !== undefined) {
      return known;
    }
    invariant(samples instanceof SharedArrayBuffer, 'tracked pictures lie in shared memory');
    const picture = { number: this.#pictures.size, faces: createSharedFaces(this.#start.maxFaces) };
    this.#pictures.set(y, picture);
    const { number, faces } = picture;
    this.#post({
      kind: 'picture',
      picture: number,
      samples,
      byteOffset,
      faces: faces.memory,
      width,
      height,
      colour,
    });
    return picture;
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

  /** Refuses what waits and what comes. */
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

function died(cause?: unknown): AppError {
  return new AppError('processing_failed', 'The thread that follows faces ended unexpectedly.', {
    cause,
  });
}
