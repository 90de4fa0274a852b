import { type AsyncQueue, createAsyncQueue } from '../io/async-queue.ts';
import { openVideoReader, type TimedFrame, type VideoReader } from '../io/video-reader.ts';
import type { Size } from '../io/output-size.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { countFramesAhead } from '../track/lookahead.ts';
import type { TrackerHost } from './tracker-host.ts';

/** What is read of a clip, and by what. */
export interface ClipReading {
  readonly path: string;
  readonly mime?: string | undefined;
  readonly maxShortSide?: number | undefined;
  /** Where to begin: with the frame that is shown at this time. */
  readonly startUs?: number | undefined;
  /** How much is read, counted from there. */
  readonly maxDurationUs?: number | undefined;
  /** Used for nothing else meanwhile. */
  readonly tracker: TrackerHost;
  /** Whether a frame waits for those after it (no), as a tracker that looks ahead wants. */
  readonly hasLookahead?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every frame with its end, from the beginning of the file. */
  readonly onFrame?: ((endUs: number) => void) | undefined;
}

/** A frame, and the faces in it as soon as they are known. */
export interface FrameInFlight {
  readonly frame: TimedFrame;
  readonly faces: Promise<readonly TrackedFace[]>;
}

/** Pictures in memory beside one: some wait at the tracker for those after them, as many are worked on, one is decoded into. */
export function countPicturesAhead(size: Size): number {
  return 2 * countFramesAhead(size) + 1;
}

/**
 * Reads a clip once while its faces are followed on the tracker's thread. `take` dequeues the frames and gives each back to
 * the reader. Throws what reading, the tracker and `take` throw.
 */
export async function trackFrames<T>(
  reading: ClipReading,
  take: (reader: VideoReader, frames: AsyncQueue<FrameInFlight>) => Promise<T>,
): Promise<T> {
  const {
    path,
    mime,
    maxShortSide,
    startUs,
    maxDurationUs,
    tracker,
    signal,
    hasLookahead = false,
  } = reading;
  const reader = await openVideoReader(path, {
    mime,
    maxShortSide,
    startUs,
    maxDurationUs,
    signal,
    framesAhead: hasLookahead ? countPicturesAhead : undefined,
    memory: 'shared',
  });
  const queue = createAsyncQueue<FrameInFlight>();
  const onAbort = (): void => queue.fail(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const feeding = feed(reader, reading, queue);
  try {
    return await take(reader, queue);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await reader.close();
    await feeding;
    // People of the next clip are numbered anew, and frames that still wait are not taken for its own.
    tracker.restart();
  }
}

/** Never rejects: who takes the frames is told. */
async function feed(
  reader: VideoReader,
  { tracker, hasLookahead = false }: ClipReading,
  queue: AsyncQueue<FrameInFlight>,
): Promise<void> {
  try {
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      const faces = tracker.track(frame.picture, frame.timestampUs);
      // Met by who takes the frame; an abort may come before.
      faces.catch(() => undefined);
      queue.put({ frame, faces });
      if (!hasLookahead) {
        // Not to wait for frames after it: between two of them lips move, and a mouth that is worked out is not the one shown.
        tracker.flush();
      }
    }
    if (hasLookahead) {
      tracker.flush();
    }
    queue.end();
  } catch (error) {
    queue.fail(error);
  }
}
