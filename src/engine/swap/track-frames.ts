import { type AsyncQueue, createAsyncQueue } from '../io/async-queue.ts';
import { openVideoReader, type TimedFrame, type VideoReader } from '../io/video-reader.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { TrackerHost } from './tracker-host.ts';

/** What is read of a clip, and by what. */
export interface ClipReading {
  readonly path: string;
  readonly mime?: string | undefined;
  readonly maxShortSide?: number | undefined;
  /** What comes later is left out. */
  readonly maxDurationUs: number;
  /** Used for nothing else meanwhile. */
  readonly tracker: TrackerHost;
  readonly signal?: AbortSignal | undefined;
  /** Called after every frame with its end, from the beginning of the file. */
  readonly onFrame?: ((endUs: number) => void) | undefined;
}

/** A frame, and the faces in it as soon as they are known. */
export interface FrameInFlight {
  readonly frame: TimedFrame;
  readonly faces: Promise<readonly TrackedFace[]>;
}

/**
 * Reads a clip once while its faces are followed on the tracker's thread. `take` dequeues the frames and gives each back to
 * the reader. Throws what reading, the tracker and `take` throw.
 */
export async function trackFrames<T>(
  { path, mime, maxShortSide, maxDurationUs, tracker, signal }: ClipReading,
  take: (reader: VideoReader, frames: AsyncQueue<FrameInFlight>) => Promise<T>,
): Promise<T> {
  const reader = await openVideoReader(path, {
    mime,
    maxShortSide,
    maxDurationUs,
    signal,
    memory: 'shared',
  });
  const queue = createAsyncQueue<FrameInFlight>();
  const onAbort = (): void => queue.fail(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const feeding = feed(reader, tracker, queue);
  try {
    return await take(reader, queue);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await reader.close();
    await feeding;
    // People of the next clip are numbered anew.
    tracker.restart();
  }
}

/** Never rejects: who takes the frames is told. */
async function feed(
  reader: VideoReader,
  tracker: TrackerHost,
  queue: AsyncQueue<FrameInFlight>,
): Promise<void> {
  try {
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      const faces = tracker.track(frame.picture, frame.timestampUs);
      faces.catch(() => undefined);
      queue.put({ frame, faces });
      // Not to wait for frames after it: between two of them lips move, and a mouth that is worked out is not the one shown.
      tracker.flush();
    }
    queue.end();
  } catch (error) {
    queue.fail(error);
  }
}
