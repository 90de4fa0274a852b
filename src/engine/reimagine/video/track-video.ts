import type { AsyncQueue } from '../../io/async-queue.ts';
import type { VideoReader } from '../../io/video/video-reader.ts';
import { type FrameInFlight, trackFrames } from '../../swap/track-frames.ts';
import type { VideoChange } from './video-change.ts';

/** Times of a span to read, from the beginning of the file. */
export interface ReadSpan {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Reads the video of a change, or a span of it, while its tracker works ahead; otherwise like {@link trackFrames}. */
export function trackVideo<T>(
  { inputPath, inputMime, maxShortSide, maxDurationUs, tracker, signal }: VideoChange,
  consume: (reader: VideoReader, frames: AsyncQueue<FrameInFlight>) => Promise<T>,
  { fromUs, toUs }: ReadSpan = { fromUs: 0, toUs: maxDurationUs ?? Number.POSITIVE_INFINITY },
): Promise<T> {
  const clip = { path: inputPath, mime: inputMime, maxShortSide };
  const span = { startUs: fromUs, maxDurationUs: toUs - fromUs };
  return trackFrames({ ...clip, ...span, tracker, hasLookahead: true, signal }, consume);
}
