import type { AsyncQueue } from '../../io/async-queue.ts';
import type { VideoReader } from '../../io/video-reader.ts';
import { type FrameInFlight, trackFrames } from '../../swap/track-frames.ts';
import type { VideoChange } from './video-change.ts';

/** Reads the video of a change once while its tracker looks ahead; otherwise as {@link trackFrames}. */
export function trackVideo<T>(
  { inputPath, inputMime, maxShortSide, maxDurationUs, tracker, signal }: VideoChange,
  take: (reader: VideoReader, frames: AsyncQueue<FrameInFlight>) => Promise<T>,
): Promise<T> {
  const clip = { path: inputPath, mime: inputMime, maxShortSide, maxDurationUs };
  return trackFrames({ ...clip, tracker, hasLookahead: true, signal }, take);
}
