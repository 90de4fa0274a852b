import { type AsyncQueue, createAsyncQueue } from '../io/async-queue.ts';
import { openVideoReader, type TimedFrame, type VideoReader } from '../io/video/video-reader.ts';
import type { Size } from '../io/video/output-size.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { countFramesAhead } from '../track/lookahead.ts';
import type { TrackerHost } from './tracker-host.ts';

/** Range of a clip to read, and its tracker. */
export interface ClipReading {
  readonly path: string;
  readonly mime?: string | undefined;
  readonly maxShortSide?: number | undefined;
  /** Start time; reading begins with the frame that is shown then. */
  readonly startUs?: number | undefined;
  /** Maximum duration from the start. */
  readonly maxDurationUs?: number | undefined;
  /** Not used for anything else meanwhile. */
  readonly tracker: TrackerHost;
  /** True when frames wait for later ones, as a tracker with lookahead requires; false by default. */
  readonly hasLookahead?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every frame with its end time in the file. */
  readonly onFrame?: ((endUs: number) => void) | undefined;
}

/** Frame, and a promise of its faces. */
export interface FrameInFlight {
  readonly frame: TimedFrame;
  readonly faces: Promise<readonly TrackedFace[]>;
}

/**
 * Maximum tracked frames that wait to be drawn: that takes longer than the slowest networks, so neither side waits for
 * the other. More frames would take memory and leave the processor's cache before they are used (1.5 % of a job).
 */
const MAX_TRACKED = 7;

/**
 * Returns the number of frame buffers in addition to the current one: some wait at the tracker for later ones, some
 * are tracked, and one is decoded into.
 */
export function countFrameBuffers(size: Size): number {
  const ahead = countFramesAhead(size);
  return ahead + Math.min(ahead, MAX_TRACKED) + 1;
}

/**
 * Reads a clip once while the tracker's thread tracks its faces. `consume` dequeues the frames and returns each to the
 * reader. Throws errors of reading, the tracker and `consume`.
 */
export async function trackFrames<T>(
  reading: ClipReading,
  consume: (reader: VideoReader, frames: AsyncQueue<FrameInFlight>) => Promise<T>,
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
    framesAhead: hasLookahead ? countFrameBuffers : undefined,
    memory: 'shared',
  });
  const queue = createAsyncQueue<FrameInFlight>();
  const onAbort = (): void => queue.fail(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const feeding = feed(reader, reading, queue);
  try {
    return await consume(reader, queue);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await reader.close();
    await feeding;
    // The next clip numbers its people from the start, and frames that still wait must not be taken for its own.
    tracker.restart();
  }
}

/** Never rejects: errors go to the consumer of the frames. */
async function feed(
  reader: VideoReader,
  { tracker, hasLookahead = false }: ClipReading,
  queue: AsyncQueue<FrameInFlight>,
): Promise<void> {
  try {
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      const faces = tracker.track(frame.planes, frame.timestampUs);
      // Awaited by the consumer of the frame; an abort may come before.
      faces.catch(() => undefined);
      queue.put({ frame, faces });
      if (!hasLookahead) {
        // Frames do not wait for later ones: lips move between frames, so an interpolated mouth would differ from the
        // real one.
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
